"""Is this answer the page? Somebody may stand in front of it, or its scripts have still to make it.

`recognise` reads status, headers, the way redirects took, and, only of short answers, the text. It names the kind
of block in one word and says why in a sentence; what to do about it is the caller's business (the loops end their
work on the site and say so). Nothing here tries to get past a block.

The care goes into *not* crying wolf. Many ordinary pages carry a reCAPTCHA on a form, the script of a bot
detector, or the words "access denied" in an article; so with a status of success a marker counts only on a page
with next to no text, and a captcha only where there is nothing else to fill in. A login page is a wall only if
the server sent us there or answered 401.

`needs_scripts` looks for what is missing that a page has, not for what the page was built with: most pages made
with a framework arrive complete, and running scripts takes a browser, half a second and several more requests to
the host. In doubt a page is taken as it came.
"""

import re
import tomllib
from dataclasses import dataclass
from importlib.resources import files
from itertools import islice
from typing import Literal

from leadline.lexicon.phrases import template
from leadline.lexicon.tables import entries
from leadline.model.page import Page, Response
from leadline.model.url import parts_of
from leadline.web.charset import decoded

Kind = Literal["captcha", "challenge", "forbidden", "rate-limit", "login-wall", "consent"]

_SHORT = 24_000
"""Bytes; interstitials of all known blockers are shorter, most pages are longer and need no look inside."""
_FEW_WORDS = 130  # words a reader sees on an interstitial; the wordiest, with its advice on cookies, has about 110
_HARDLY_ANY = 60
_FEW_LINKS = 12
"""An interstitial leads to help, terms and the vendor. Counting is cheap and lets most short pages pass."""
HTML = frozenset({"text/html", "application/xhtml+xml"})
_REFUSALS = frozenset({401, 403, 405, 406, 429, 451, 503, 509, 999})


@dataclass(frozen=True, slots=True)
class Block:
    """What stands in the way, and how we know."""

    kind: Kind
    why: str


_BLOCKERS = tomllib.loads((files("leadline.web") / "blockers.toml").read_text("utf-8"))
_HEADERS: list[tuple[str, str, Kind, str]] = _BLOCKERS["headers"]
_MARKERS: list[tuple[str, Kind, str]] = _BLOCKERS["markers"]
_NAMES = frozenset(name for name, *_ in _HEADERS)
_WORDED: tuple[Kind, ...] = ("captcha", "challenge", "rate-limit", "forbidden")
"""Kinds that pages own to in words: the lexicon's table `[blocks]`."""
_WIDGETS = ("g-recaptcha", "h-captcha", "hcaptcha.com/", "cf-turnstile", "recaptcha/api")
_FILLABLE = re.compile(r"<textarea|<select|type\s*=\s*[\"']?(?:text|email|search|tel|password|number)\b")
_SCRIPT = re.compile(r"<(script|style)\b[^<]*(?:<(?!/\1)[^<]*)*")
_TAG = re.compile(r"<[^<>]*>")
_LOGIN = template(
    "blocks", r"/(?:log-?in|sign-?in|sign_in|sso|auth|wp-login\.php|{log_in_paths})(?:[/.;]|$)", re.NOFLAG
)
_CONSENT = re.compile(r"/(?:cookie-?)?consent(?:[/.;]|$)|/(?:cookie-?wall|privacy-?gate)(?:[/.;]|$)")


def recognise(response: Response) -> Block | None:
    """The block this answer is, or None if it is what was asked for."""
    for name, value in response.headers:
        if name.lower() in _NAMES and (found := _by_header(name.lower(), value)):
            return found
    status = response.status
    if status in _REFUSALS:
        return _refusal(response)
    if response.hops and (found := _by_redirect(response)):
        return found
    if len(response.body) > _SHORT or not response.body or not (200 <= status < 300 or status >= 400):
        return None
    if response.content_type not in HTML | {"", "text/plain"}:
        return None
    return _interstitial(response)


def _by_header(name: str, value: str) -> Block | None:
    for known, beginning, kind, who in _HEADERS:
        if known == name and value.lower().startswith(beginning):
            return Block(kind, f"{who} says so in its header {name}")
    return None


def _refusal(response: Response) -> Block | None:
    status, text = response.status, _text(response)
    if found := _by_marker(text) or _by_wording(text):
        return Block(found.kind, f"status {status}, and {found.why}")
    if any(widget in text for widget in _WIDGETS):
        return Block("captcha", f"status {status} with a captcha")
    for kind, what, *statuses in _BLOCKERS["statuses"]:  # 405, 406 and 503 alone are errors like others
        if status in statuses:
            return Block(kind, f"status {status}: the server {what}")
    return None


def _by_redirect(response: Response) -> Block | None:
    asked, reached = parts_of(response.hops[0].url), parts_of(response.url)
    path = reached.path.lower()
    if reached.host.startswith("consent.") and not asked.host.startswith("consent."):
        return Block("consent", f"redirected to {reached.host}, which asks for consent first")
    if _CONSENT.search(path) and not _CONSENT.search(asked.path.lower()):
        return Block("consent", f"redirected to {reached.path[:80]}, which asks for consent first")
    if _LOGIN.search(path) and not _LOGIN.search(asked.path.lower()):
        return Block("login-wall", f"redirected to {reached.path[:80]}, which asks for a login")
    return None


def _interstitial(response: Response) -> Block | None:
    if response.body.count(b"<a ") > _FEW_LINKS:
        return None
    text = _text(response)
    found = _by_marker(text) or _by_wording(text)
    if found is None and any(widget in text for widget in _WIDGETS):
        found = Block("captcha", "it holds a captcha")
    if found is None:
        return None
    # Some captchas are a picture and a field for what it shows; more fields make a form that is worth having.
    fields = len(_FILLABLE.findall(text))
    words = len(_TAG.sub(" ", _SCRIPT.sub(" ", text)).split())
    asks = found.kind == "captcha" and found.why.startswith("it says")
    if fields > asks or words >= (_HARDLY_ANY if found.why.startswith("it holds") else _FEW_WORDS):
        return None
    return Block(found.kind, f"{found.why}, and hardly anything else")


def _by_marker(text: str) -> Block | None:
    return next((Block(kind, f"it is {what}") for marker, kind, what in _MARKERS if marker in text), None)


def _by_wording(text: str) -> Block | None:
    for kind in _WORDED:
        for wording in entries("blocks", kind.replace("-", "_")):
            if wording in text:
                return Block(kind, f"it says “{wording}”")
    return None


def _text(response: Response) -> str:
    return decoded(response).text[:_SHORT].lower()


# ── pages that scripts make ───────────────────────────────────────────────────────────────────────────────

RENDERED = "X-Leadline-Rendered"  # header of an answer whose body is what scripts made of the page: why they ran
NOT_RENDERED = "X-Leadline-Not-Rendered"  # header of an answer whose scripts should have run: why they did not

_WORDS_OF_A_SHELL = 25
_LINKS_OF_A_SHELL = 4
_WORDS_OF_A_PAGE = 150
"""More than that is a page, with or without what a script adds: a menu and a footer have fewer."""
_MANY_LINKS = 40
_READ = 100_000  # letters at either end of a page; between them an application keeps its data, not its frame

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
_ASKS = template(
    "blocks",
    # The word itself is the same in all languages we meet; the verbs are not.
    r"java\s?script.{0,80}?{script_verbs}|{script_verbs}.{0,80}?java\s?script",
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
    if words >= _WORDS_OF_A_PAGE:
        return None
    if _has_empty_mount(html):
        return "the element its scripts fill is empty"
    if any(_ASKS.search(_TAG.sub(" ", text)) for text in _NOSCRIPT.findall(html)):
        return "it asks for JavaScript"
    if page.forms:
        return None
    if words < _WORDS_OF_A_SHELL and len(page.links) < _LINKS_OF_A_SHELL:
        return "hardly any text and links, but scripts"
    if any(c.kind in _SEARCHED and c.invisible is None for c in page.loose_controls):
        return "a search box that belongs to no form"
    return None


def _has_empty_mount(html: str) -> bool:
    elements = _ELEMENT.finditer(html)
    mounts = (e.end() for e in elements if e[0][1:9].lower() == "app-root" or _MOUNT.search(e[1]))
    insides = (_COMMENT.sub("", html[end : end + _INSIDE]).lstrip() for end in islice(mounts, _MOUNTS))
    return any(inside.startswith("</") for inside in insides)
