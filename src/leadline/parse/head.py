"""What a page says about itself: title, base, canonical address, language, robots, refresh."""

import re
from collections.abc import Iterable, Sequence

from selectolax.lexbor import LexborNode

from leadline.model.page import Headers, RobotsMeta, header
from leadline.model.url import join

_REFRESH = re.compile(
    r"[\s;,]*[\d.]*[\s;,]*(?:url\s*=\s*)?(?:\"([^\"]*)|'([^']*)|([^\"'].*))?", re.IGNORECASE | re.DOTALL
)
_LANGUAGE = re.compile(r"([a-z]{2,3})(?:[-_][a-z0-9]+)*", re.IGNORECASE)
_LONGEST_TITLE = 1_000
_OUR_NAMES = ("robots", "leadline")
_UNSAID = RobotsMeta()

Element = tuple[str, LexborNode]


class Head:
    """The `<title>`, `<base>`, `<meta>` and `<link>` elements, wherever broken markup has put them."""

    def __init__(self, elements: Sequence[Element], page_url: str) -> None:
        self.title = ""
        self.base_url = page_url
        self.metas: list[dict[str, str | None]] = []
        self.links: list[dict[str, str | None]] = []
        titled = based = False
        for tag, node in elements:
            if tag == "meta":
                self.metas.append(node.attributes)
            elif tag == "link":
                self.links.append(node.attributes)
            elif tag == "title" and not titled:
                self.title = " ".join(node.text().split())[:_LONGEST_TITLE]
                titled = True
            elif tag == "base" and not based and (href := node.attributes.get("href")) is not None:
                self.base_url = join(page_url, href) or page_url
                based = True

    def canonical_url(self) -> str | None:
        for link in self.links:
            if "canonical" in _rel(link) and (href := link.get("href")):
                return join(self.base_url, href)
        return None

    def refresh_url(self) -> str | None:
        for meta in self.metas:
            if (meta.get("http-equiv") or "").strip().lower() == "refresh":
                return self._refresh(meta.get("content") or "")
        return None

    def _refresh(self, content: str) -> str | None:
        match = _REFRESH.match(content[:8_192])
        target = next((part for part in match.groups() if part), "") if match else ""
        return join(self.base_url, target.strip()) if target.strip() else None

    def robots(self, headers: Headers) -> RobotsMeta:
        said = [value for name, value in headers if name.lower() == "x-robots-tag"]
        said += [
            meta.get("content") or ""
            for meta in self.metas
            if (meta.get("name") or "").strip().lower() in _OUR_NAMES
        ]
        return robots_of(said) if said else _UNSAID

    def language(self, root: LexborNode | None, headers: Headers) -> str | None:
        attributes = root.attributes if root is not None else {}
        said = [attributes.get("lang"), attributes.get("xml:lang")]
        said += [
            meta.get("content")
            for meta in self.metas
            if (meta.get("http-equiv") or meta.get("name") or "").strip().lower()
            in ("content-language", "language")
        ]
        said.append(header(headers, "content-language"))
        return next((language for word in said if (language := normal_language(word))), None)


def _rel(link: dict[str, str | None]) -> list[str]:
    return (link.get("rel") or "").lower().split()


def normal_language(said: str | None) -> str | None:
    """The primary subtag in lower case, of the first language if several are named.

    >>> normal_language("de-AT"), normal_language("EN_us"), normal_language("x-default"), normal_language("fr, en")
    ('de', 'en', None, 'fr')
    """
    match = _LANGUAGE.fullmatch((said or "")[:100].partition(",")[0].strip())
    return match[1].lower() if match else None


def robots_of(said: Iterable[str]) -> RobotsMeta:
    """Directives for everybody and for us; `X-Robots-Tag: otherbot: noindex` is not our business.

    >>> robots_of(["max-snippet:20, NOFOLLOW", "otherbot: noindex"])
    RobotsMeta(noindex=False, nofollow=True)
    """
    words: set[str] = set()
    for line in said:
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
