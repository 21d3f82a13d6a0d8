"""A tree → the facts of its page, each read when `Page` is first asked for it: text, links, forms, what it says of
itself (title, base, canonical address, language, robots, refresh), and about searching its site outside of
its forms (OpenSearch, SearchAction, sitemaps, feeds)."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence

from selectolax.lexbor import LexborNode

from leadline.model.form import Control, Form
from leadline.model.page import Headers, Hints, Link, RobotsMeta, cached_property, header
from leadline.model.url import join
from leadline.parse.controls import MOST_OPTIONS, Attributes
from leadline.parse.flow import MOST_WORDS
from leadline.parse.forms import MOST as MOST_FORMS
from leadline.parse.forms import Found, forms_of
from leadline.parse.links import MOST as MOST_LINKS
from leadline.parse.links import Addresses, links_of
from leadline.parse.marked import MarkedTree
from leadline.parse.owners import MOST_CONTROLS, with_pointers

_REFRESH = re.compile(r"(?is)[\s;,]*[\d.]*[\s;,]*(?:url\s*=\s*)?(?:\"([^\"]*)|'([^']*)|([^\"'].*))?")
_LANGUAGE = re.compile(r"([a-z]{2,3})(?:[-_][a-z0-9]+)*", re.IGNORECASE)
_LONGEST_TITLE = 1_000
_OUR_NAMES = ("robots", "leadline")
_LANGUAGE_METAS = ("content-language", "language")
_UNSAID = RobotsMeta()


class TreeFacts:
    """What `Page` is asked for, read from the tree when it is asked. What several facts need is kept."""

    def __init__(self, marked: MarkedTree, url: str, headers: Headers, charset: str, *, whole: bool) -> None:
        """`whole` says that the tree is of all of the page."""
        self._marked, self.url, self._headers = marked, url, headers
        self.charset, self._whole = charset, whole

    def _heads(self, tag: str) -> list[Attributes]:
        """The attributes of `<base>`, `<meta>` or `<link>` elements, wherever broken markup has put them."""
        return [node.attributes for found, node in self._marked.elements.head if found == tag]

    @cached_property
    def _metas(self) -> list[Attributes]:
        return self._heads("meta")

    @cached_property
    def _links(self) -> list[Attributes]:
        return self._heads("link")

    @cached_property
    def base_url(self) -> str:
        base = next((href for given in self._heads("base") if (href := given.get("href")) is not None), None)
        return (join(self.url, base) if base is not None else None) or self.url

    @cached_property
    def _addresses(self) -> Addresses:
        return Addresses(self.url, self.base_url)

    @property
    def canonical_url(self) -> str | None:
        hrefs = (link.get("href") for link in self._links if "canonical" in _rel(link))
        href = next(filter(None, hrefs), None)
        return join(self.base_url, href) if href else None

    @property
    def title(self) -> str:
        titles = (node.text() for tag, node in self._marked.elements.head if tag == "title")
        return " ".join(next(titles, "").split())[:_LONGEST_TITLE]

    @property
    def words(self) -> Sequence[str]:
        return self._marked.flow.words

    @property
    def text(self) -> str:
        return " ".join(self.words)

    @property
    def language(self) -> str | None:
        root = self._marked.tree.root
        attributes = root.attributes if root is not None else {}
        metas = (meta for meta in self._metas if _named(meta, "http-equiv", "name") in _LANGUAGE_METAS)
        tags = [attributes.get("lang"), attributes.get("xml:lang"), *(meta.get("content") for meta in metas)]
        tags.append(header(self._headers, "content-language"))
        return next((language for tag in tags if (language := normal_language(tag))), None)

    @property
    def links(self) -> tuple[Link, ...]:
        return links_of(self._marked.elements.links, self._marked.flow, self._marked.tree, self._addresses)

    @cached_property
    def _found(self) -> Found:
        found = forms_of(self._marked, self._addresses)
        return found or forms_of(MarkedTree(*with_pointers(self._marked.html)), self._addresses) or ((), ())

    @property
    def forms(self) -> tuple[Form, ...]:
        return self._found[0]

    @property
    def loose_controls(self) -> tuple[Control, ...]:
        return self._found[1]

    @property
    def hints(self) -> Hints:
        marked = self._marked
        microdata = marked.tree.document.css('[itemtype$="SearchAction"]') if "SearchAction" in marked.html else []
        return hints_of(self._links, marked.elements.data, microdata, self._addresses)

    @property
    def robots(self) -> RobotsMeta:
        lines = [value for name, value in self._headers if name.lower() == "x-robots-tag"]
        lines += [meta.get("content") or "" for meta in self._metas if _named(meta, "name") in _OUR_NAMES]
        return robots_of(lines) if lines else _UNSAID

    @property
    def refresh_url(self) -> str | None:
        contents = (meta.get("content") for meta in self._metas if _named(meta, "http-equiv") == "refresh")
        match = _REFRESH.match((next(contents, "") or "")[:8_192])
        target = next((part for part in match.groups() if part), "").strip() if match else ""
        return join(self.base_url, target) if target else None

    @property
    def cut(self) -> tuple[str, ...]:
        elements, forms = self._marked.elements, self.forms
        longest = max((len(control.options) for form in forms for control in form.controls), default=0)
        many_controls = len(elements.controls) > MOST_CONTROLS
        cuts = {
            "it has so many tags that only its beginning is read": not self._whole,
            f"of its text the first {MOST_WORDS:,} words are read": len(self._marked.flow.words) >= MOST_WORDS,
            f"of its links the first {MOST_LINKS:,} are read": len(elements.links) > MOST_LINKS,
            f"of its forms the first {MOST_FORMS:,} are read": len(forms) >= MOST_FORMS,
            f"of its controls {MOST_CONTROLS:,} are read, those of forms first": many_controls,
            f"of a list the first {MOST_OPTIONS:,} options are read": longest >= MOST_OPTIONS,
        }
        return tuple(sentence for sentence, is_so in cuts.items() if is_so)


def _named(meta: Attributes, *attributes: str) -> str:
    """What a `<meta>` is about, by the first of these attributes that says so."""
    return next((value for name in attributes if (value := meta.get(name))), "").strip().lower()


def _rel(link: Attributes) -> list[str]:
    return (link.get("rel") or "").lower().split()


def normal_language(tag: str | None) -> str | None:
    """The primary subtag in lower case, of the first language if several are named.

    >>> normal_language("de-AT"), normal_language("EN_us"), normal_language("x-default"), normal_language("fr, en")
    ('de', 'en', None, 'fr')
    """
    match = _LANGUAGE.fullmatch((tag or "")[:100].partition(",")[0].strip())
    return match[1].lower() if match else None


def robots_of(lines: Iterable[str]) -> RobotsMeta:
    """Directives for everybody and for us; `X-Robots-Tag: otherbot: noindex` is not our business.

    >>> robots_of(["max-snippet:20, NOFOLLOW", "otherbot: noindex"])
    RobotsMeta(noindex=False, nofollow=True)
    """
    words: set[str] = set()
    for line in lines:
        agent, colon, rest = line.lower().partition(":")
        agent = agent.strip()
        names_agent = colon and re.fullmatch(r"[\w.\-]+", agent) and agent not in _VALUED
        if names_agent and agent not in _OUR_NAMES:
            continue
        words.update(re.split(r"[\s,;]+", (rest if names_agent else line.lower())))
    everything = "none" in words
    return RobotsMeta(noindex=everything or "noindex" in words, nofollow=everything or "nofollow" in words)


_VALUED = frozenset({"max-snippet", "max-image-preview", "max-video-preview", "unavailable_after"})
"""Directives that have a colon themselves."""


# ── searching the site ────────────────────────────────────────────────────────────────────────────────────

_OPENSEARCH = "application/opensearchdescription+xml"
_FEEDS = frozenset({"application/rss+xml", "application/atom+xml", "application/feed+json", "application/rdf+xml"})
_HINTS = frozenset({"search", "sitemap", "feed", "alternate"})
_MOST = 100  # hints of one kind kept
_LONGEST_JSON = 2**20
_DEEPEST_JSON = 50
_LONGEST_TEMPLATE = 2_048


def hints_of(
    links: Iterable[Attributes],
    scripts: Iterable[LexborNode],
    microdata: Sequence[LexborNode],
    addresses: Addresses,
) -> Hints:
    opensearch, sitemaps, feeds = list[str](), list[str](), list[str]()
    for link in links:
        rel = _rel(link)
        if _HINTS.isdisjoint(rel) or (url := addresses.url(link.get("href") or "")) is None:
            continue
        kind = (link.get("type") or "").partition(";")[0].strip().lower()
        if "search" in rel and kind in (_OPENSEARCH, ""):
            opensearch.append(url)
        elif "sitemap" in rel:
            sitemaps.append(url)
        elif "feed" in rel or ("alternate" in rel and kind in _FEEDS):
            feeds.append(url)
    templates = [*_json_templates(scripts), *_microdata_templates(microdata)]
    return Hints(_distinct(opensearch), _absolute(templates, addresses), _distinct(sitemaps), _distinct(feeds))


def _distinct(urls: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(urls))[:_MOST]


def _absolute(templates: Iterable[str], addresses: Addresses) -> tuple[str, ...]:
    """Templates keep their `{braces}`, which a URL may not have: they stand aside while it is made absolute."""
    short = (template for template in templates if "{" in template and len(template) <= _LONGEST_TEMPLATE)
    urls = (addresses.url(template.replace("{", "-lbrace-").replace("}", "-rbrace-")) for template in short)
    return _distinct(url.replace("-lbrace-", "{").replace("-rbrace-", "}") for url in urls if url is not None)


def _json_templates(scripts: Iterable[LexborNode]) -> Iterator[str]:
    for script in scripts:
        source = script.text()
        if "SearchAction" not in source or len(source) > _LONGEST_JSON:
            continue
        try:
            data = json.loads(source.strip().removeprefix("<!--").removesuffix("-->"), strict=False)
        except (ValueError, RecursionError):  # broken JSON-LD is common and says nothing
            continue
        yield from _search_actions(data)


def _search_actions(data: object, depth: int = 0) -> Iterator[str]:
    """Targets of every SearchAction, at any depth: `@graph`, lists, nested organisations."""
    if isinstance(data, dict) and _is_search(data.get("@type")):
        yield from _targets(data.get("target") or data.get("urlTemplate"))
    inner = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    for item in inner if depth < _DEEPEST_JSON else ():
        yield from _search_actions(item, depth + 1)


def _is_search(kind: object) -> bool:
    kinds = kind if isinstance(kind, list) else [kind]
    return any(isinstance(k, str) and k.rpartition("/")[2].rpartition(":")[2] == "SearchAction" for k in kinds)


def _targets(target: object) -> Iterator[str]:
    for item in target if isinstance(target, list) else [target]:
        written = [item.get(key) for key in ("urlTemplate", "url", "@id")] if isinstance(item, dict) else [item]
        yield from [text for text in written if isinstance(text, str)][:1]


def _microdata_templates(actions: Sequence[LexborNode]) -> Iterator[str]:
    for action in actions[:_MOST]:
        for node in action.css('[itemprop~="target"],[itemprop~="urlTemplate"]')[:_MOST]:
            attributes = node.attributes
            written = attributes.get("content") or attributes.get("href") or node.text()
            yield " ".join(written.split())
