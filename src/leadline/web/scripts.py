"""Does a page have anything to show before its scripts have run?

Running scripts takes a browser, half a second and several more requests to the host, so it is done only where
something is missing that a page has. What is missing is looked for, not what the page was built with: most pages
made with a framework arrive complete. In doubt a page is taken as it came.
"""

import re
from itertools import islice

from leadline.model.page import Page

RENDERED = "X-Leadline-Rendered"
"""Header of an answer whose body is what scripts made of the page: why they ran."""
NOT_RENDERED = "X-Leadline-Not-Rendered"
"""Header of an answer whose scripts should have run: why they did not."""

_HARDLY_ANY_WORDS = 25
_HARDLY_ANY_LINKS = 4
_FEW_WORDS = 150
"""More than that is a page, with or without what a script adds: a menu and a footer have fewer."""
_MANY_LINKS = 40
_READ = 100_000
"""Letters at either end of a page; between them an application keeps its data, not its frame."""

# Mount points of the frameworks in use; empty ones wait for a script. `<app-root>` is Angular's own element.
_ELEMENT = re.compile(r"<(?:div|main|section|body|app-root)\b([^<>]{0,500})>", re.IGNORECASE)
_MOUNT = re.compile(
    r"""\bid\s{0,9}=\s{0,9}["']?
        (?:root|app|app-root|app-container|react-root|react-app|main-app|q-app|mount|svelte|ember-app
           |__next|__nuxt|___gatsby|\w{1,20}-(?:app|root))
        (?:["'\s/]|$)""",
    re.IGNORECASE | re.VERBOSE,
)
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_INSIDE = 1_000
_MOUNTS = 20
_NOSCRIPT = re.compile(r"<noscript\b[^>]{0,500}>(.{0,1000}?)</noscript", re.IGNORECASE | re.DOTALL)
_TAG = re.compile(r"<[^<>]*>")
_ASKS = re.compile(
    # The word itself is the same in all languages we meet; the verbs are not. In Chinese, Japanese and Russian
    # the sentence around it is short and always this one.
    r"java\s?script.{0,80}?(?:enable|require|need|turn|activ|aktiv|attiv|habilit|necess|erforder|benötig|"
    r"nodig|inschakel|włącz|wymag|включ|有効|启用|開啟)"
    r"|(?:enable|require|need|turn|activ|aktiv|attiv|habilit|necess|nodig|włącz|wymag|включ|启用|開啟)"
    r".{0,80}?java\s?script",
    re.IGNORECASE | re.DOTALL,
)
_SEARCHED = frozenset({"text", "search"})


def may_need_scripts(body: bytes) -> bool:
    """Whether it is worth looking closer, at next to no cost: about most pages there is no doubt."""
    if b"<script" not in body and b"<SCRIPT" not in body:
        return False
    return body.count(b"<a ") < _MANY_LINKS or b"<form" not in body


def needs_scripts(page: Page, html: str) -> str | None:
    """What this page lacks that its scripts are there to bring, in words; None if it lacks nothing.

    >>> page = Page("http://a.example/", "http://a.example/", None, "", "", None, (), ())
    >>> needs_scripts(page, "<div id=root></div><script src=main.js></script>")
    'the element its scripts fill is empty'
    >>> needs_scripts(page, "<div id=root></div>") is None
    True
    """
    html = html if len(html) <= 2 * _READ else html[:_READ] + html[-_READ:]
    if "<script" not in html.lower():
        return None
    words = len(page.text.split())
    if words >= _FEW_WORDS:
        return None
    if _has_empty_mount(html):
        return "the element its scripts fill is empty"
    if any(_ASKS.search(_TAG.sub(" ", said)) for said in _NOSCRIPT.findall(html)):
        return "it asks for JavaScript"
    if page.forms:
        return None
    if words < _HARDLY_ANY_WORDS and len(page.links) < _HARDLY_ANY_LINKS:
        return "hardly any text and links, but scripts"
    if any(c.kind in _SEARCHED and c.invisible is None for c in page.loose_controls):
        return "a search box that belongs to no form"
    return None


def _has_empty_mount(html: str) -> bool:
    mounts = (
        found.end()
        for found in _ELEMENT.finditer(html)
        if found[0][1:9].lower() == "app-root" or _MOUNT.search(found[1])
    )
    return any(
        _COMMENT.sub("", html[end : end + _INSIDE]).lstrip().startswith("</") for end in islice(mounts, _MOUNTS)
    )
