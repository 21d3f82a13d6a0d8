"""The next page of an answer: `find_next_page(document, asked, form)`, whatever the site pages with, or None.

The ways in the order of what they are worth:

1. a link (`links`, with page numbers and offsets in URLs by `addresses`, rows of page numbers by `pager`, stated
   places by `places`), the likeliest by far and the safest;
2. a link that a script makes into a form, or a button of a form (`forms`; `safe` says which forms may be sent);
3. the endpoint a script would load more from (`_loaded`), which stands in an attribute: `data-next-url` says
   enough by its name; `data-url`, `hx-get` and their like count on an element that says "more" or "next", by its
   words or its class, or that loads by itself when it comes into sight (`hx-trigger=revealed`).

Where the form is a script's call, its pages turn as the script was seen to turn them (`calls`).

Going in circles is for the caller to see, who knows what was asked before: `leadline.model.url_parameters` tells
whether two addresses are one page.

>>> from leadline.gate.targets import TARGET
>>> from leadline.model.page import Request, Response
>>> from leadline.answers.document import read
>>> asked = Request("http://example.org/s?q=x", permit=TARGET)
>>> body = b'<p>1 <a href="/s?q=x&start=20">2</a> <a href="/s?q=x&start=40">3</a></p>'
>>> found = find_next_page(read(Response(asked, asked.url, 200, (), body, 0.0)), asked)
>>> found.request.url
'http://example.org/s?q=x&start=20'
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import parse_qsl

import ada_url

from leadline.answers.paging.addresses import asked_pairs, carries_query, counts_pages, follows, is_other_resource
from leadline.answers.paging.calls import next_call, next_turn
from leadline.answers.paging.forms import called, pressed
from leadline.answers.paging.links import PageContext, leading, next_link
from leadline.answers.paging.pager import LONGEST, Direction, direction_of, is_one_thing, page_number_row
from leadline.answers.paging.places import after_stated_place
from leadline.answers.paging.safe import NextPage, sent_pairs
from leadline.forms.evidence import spoken
from leadline.gate.links import Denied, SeenLink, follow
from leadline.lexicon.names import deed_in_name
from leadline.model.form import Form
from leadline.model.page import Headers, Request
from leadline.model.url import join, site_of
from leadline.model.url_parameters import is_cursor_name, is_offset_name, is_page_name, page_key
from leadline.parse.document import Document, Wrapped
from leadline.parse.links import marks_of
from leadline.parse.tree import text_of
from leadline.submit.calls import call_of
from leadline.submit.submit import urlencoded

_NEXT_ATTRIBUTE = re.compile(
    r"data-(?:[\w-]+-)?next(?:[-_]?(?:url|href|page|link|page-url|src))?|data-(?:load-)?more-?(?:url|href)"
)
_LOADS = re.compile(r"(?i)(?:load|show|view)[-_]?more|more[-_]?(?:btn|button|link|results)|infinite|\bnext\b")
_ENDPOINT = re.compile(r"[/_\-.](?:ajax|api|load|more|fragments?|partials?)(?=[/_\-.?]|$)", re.IGNORECASE)
_MANY_PLACES = 3  # elements that load so many things stand beside every record
_BY_ITSELF = re.compile(r"revealed|intersect", re.IGNORECASE)
_WAYS = (Direction.NEXT, Direction.MORE, Direction.OLDER, Direction.ON)
_URLS = """
    data-url data-href data-link data-endpoint data-path data-action data-ajax data-ajax-url data-load data-uri
    data-load-url data-load-more data-fetch data-fetch-url data-remote data-remote-url hx-get data-hx-get up-href
    ic-get-from"""
_NEXTS = """
    data-next data-next-url data-next-href data-next-page data-next-link data-next-page-url data-next-src
    data-more-url data-more-href data-load-more-url"""
_URL_ATTRIBUTES = frozenset(_URLS.split())
_SELECTOR = ",".join(f"[{name}]" for name in (_URLS + _NEXTS).split())


def find_next_page(document: Document, asked: Request, form: Form | None = None, rows: int = 0) -> NextPage | None:
    """The next page of the answer `document`, which was got by `asked`; `form` is the one the query was made with,
    and `rows` are the records of this page, if they are known.

    Without a form the page is a list like any other: see `links` for what that means to "older" and "newer".
    None at the end, and where nothing on the page can be trusted to lead on."""
    call = call_of(form) if form is not None else None
    if call is not None and call.on_screen:
        return next_turn(document, asked)
    if call is not None and call.turns:
        return next_call(document, asked, call)
    context = PageContext(asked.url, frozenset(sent_pairs(asked)), form is not None)
    row = page_number_row(document, asked.url)
    if row.following is None and context.is_answer:
        row = after_stated_place(document, context, rows) or row
    if (link := next_link(document, context, row)) is not None:
        permit = follow(leading(link, document, context), "the next page")
        if not isinstance(permit, Denied):
            request = Request(link.url, headers=(("Referer", document.url),), permit=permit)
            return NextPage(request, why=link.why)
    by_form = called(document, asked, form, row) or pressed(document.page, asked, form)
    return by_form or _loaded(document, asked.url, context)


# ── what a script would load ──────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class _Element:
    attributes: Mapping[str, str]
    caption: str


def _loaded(document: Document, asked: str, context: PageContext) -> NextPage | None:
    """What a script would load next, or None; nothing that the gate refuses."""
    values = frozenset(value for _, value in context.pairs)
    onward = onward_from(document.wrapped, document.url) if document.wrapped is not None else None
    if onward is not None and _may_be(onward, asked, document):
        permit = follow(SeenLink("", onward, asked=values), "the next part of an answer")
        if not isinstance(permit, Denied):
            request = Request(onward, headers=(("Referer", document.url), *_SCRIPTED), permit=permit)
            return NextPage(request, why="the answer says where it goes on")
    found: dict[str, NextPage] = {}
    for element in _elements(document):
        for name, written in element.attributes.items():
            url = _address(written, document)
            if url is None or not _may_be(url, asked, document) or not _leads_on(name, element):
                continue
            if not _NEXT_ATTRIBUTE.fullmatch(name) and not _is_more_of(url, asked):
                continue
            call = _asking_for(url, name, element, document, values)
            if call is not None:
                found.setdefault(url, NextPage(call, why=f"{name} of {element.caption[:40]!r}"))
    return next(iter(found.values())) if 0 < len(found) < _MANY_PLACES else None


_SCRIPTED: Headers = (("X-Requested-With", "XMLHttpRequest"),)
_HTMX: Headers = (("HX-Request", "true"),)
"""What the scripts send along: some endpoints answer nobody else, or answer others with a whole page."""


def _asking_for(
    url: str, name: str, element: _Element, document: Document, values: frozenset[str]
) -> Request | None:
    """The call the element's script would make, if the gate permits it by every word the element has."""
    language, marks = document.page.language, marks_of(element.attributes)
    names = [text for key in ("title", "aria-label", "class", "id") if (text := element.attributes.get(key) or "")]
    if any(deed_in_name(text, language or "") for text in names):
        return None
    permit = follow(SeenLink(element.caption, url, marks, language=language, asked=values), "more of the list")
    if isinstance(permit, Denied):
        return None
    headers = _HTMX if name.endswith("hx-get") else _SCRIPTED
    return Request(url, headers=(("Referer", document.url), *headers), permit=permit)


def _elements(document: Document) -> Iterator[_Element]:
    page = document.page
    for control in (*(c for form in page.forms for c in form.buttons), *page.loose_controls):
        if not control.disabled:
            yield _Element(dict(control.attributes), spoken(control))
    for node in document.visible_tree.document.css(_SELECTOR):
        yield _Element({key: value or "" for key, value in node.attributes.items()}, text_of(node)[: 2 * LONGEST])


def _leads_on(name: str, element: _Element) -> bool:
    if _NEXT_ATTRIBUTE.fullmatch(name):
        return True
    if name not in _URL_ATTRIBUTES or is_one_thing(element.caption):
        return False
    marks = f"{element.attributes.get('class', '')} {element.attributes.get('id', '')}"
    trigger = element.attributes.get("hx-trigger") or element.attributes.get("data-hx-trigger") or ""
    way = direction_of(element.caption)
    if way in (Direction.BACK, Direction.NEWER):
        return False
    return way in _WAYS or bool(_LOADS.search(marks)) or bool(_BY_ITSELF.search(trigger))


def _is_more_of(url: str, asked: str) -> bool:
    """More of this list, and not more about one record or a page to share: it asks the same, or counts pages."""
    if follows(asked, url) or counts_pages(url) or carries_query(url, frozenset(asked_pairs(asked))):
        return True
    return not is_other_resource(asked, url) or bool(_ENDPOINT.search(url))


def _address(written: str, document: Document) -> str | None:
    """An attribute's value as an address; a number or a word is none."""
    bare = written.strip()
    if not bare or not ("/" in bare or bare.startswith("?") or "=" in bare) or bare.startswith(("#", "{", "[")):
        return None
    return join(document.page.base_url, bare)


def _may_be(url: str, asked: str, document: Document) -> bool:
    if site_of(url) != site_of(document.url) or page_key(url) in (page_key(asked), page_key(document.url)):
        return False
    return follows(asked, url) is not False


# ── what an answer in JSON says ───────────────────────────────────────────────────────────────────────────


def onward_from(wrapped: Wrapped, url: str) -> str | None:
    """The address of the next part; a number or a mark takes the place of the one in the present address."""
    value = wrapped.following
    if value is None:
        return None
    if isinstance(value, str) and ("/" in value or value.startswith("?")):
        return join(url, value)
    parts = ada_url.URL(url)
    pairs = parse_qsl(parts.search.removeprefix("?"), keep_blank_values=True, max_num_fields=None)
    counted = isinstance(value, int) or value.isdigit()
    kinds = (is_page_name, is_offset_name) if counted else (is_cursor_name,)
    of_kind = [name for name, _ in pairs if any(is_kind(name) for is_kind in kinds)]
    if not of_kind and isinstance(value, int) and is_page_name(wrapped.name):
        # The first page needs no number, and what counts pages is called as its parameter is.
        pairs, of_kind = [*pairs, (wrapped.name, "")], [wrapped.name]
    if len(of_kind) != 1:
        return None
    parts.search = urlencoded(tuple((n, str(value) if n == of_kind[0] else v) for n, v in pairs), "utf-8")
    return join(url, str(parts.href))
