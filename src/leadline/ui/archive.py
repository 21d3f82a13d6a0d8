"""The off-line cache: stored pages as they were, without their scripts; links lead inside the archive.

What is served from here was written by somebody else. It stands in a sandbox without an origin: nothing of it
runs, it reaches nothing but this archive, and it cannot read or change the dashboard. A form of a stored page is
answered from the repository: with the stored answer where just that was asked, else with the records that have
its words.
"""

import base64
import json
from collections.abc import Iterator, Sequence
from urllib.parse import quote, urljoin, urlsplit

from selectolax.lexbor import LexborHTMLParser, LexborNode
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from leadline.app.archived import ArchivedAnswer, answered_before, archived_answer, archived_page
from leadline.app.search import search
from leadline.errors import BadTarget, NotHere
from leadline.model.form import BUTTONS, Form
from leadline.model.page import header
from leadline.model.url import canonical
from leadline.parse.document import Document
from leadline.parse.tree import CONTROLS
from leadline.ui.pages import desk_of, shelved, shown

_POLICY = (
    "sandbox allow-forms; default-src 'none'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "font-src 'self' data:; media-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_LINKS = (("href", "a, area, link"), ("src", "img, source, track, audio, video, input"), ("poster", "video"))
_NEVER = "script, noscript, base, meta[http-equiv], iframe, frame, object, embed, applet, portal, template"
_SHEETS = ("stylesheet",)
_PLAIN = ("text/html", "application/xhtml+xml")
FormNames = tuple[list[str], list[str]]
_WORDS = 400  # letters of what was typed that are looked for


def archived(request: Request) -> Response:
    """A page by its address, `?url=`; of several that came from there the one that lies `at` a place."""
    one, url = shelved(request), request.query_params.get("url", "")
    address = canonical(url)
    if address is None:
        raise BadTarget(f"url = {url[:200]!r} is not a URL; write it in full, http://… or https://…")
    with desk_of(request).opened(one) as (folder, store):
        found = archived_page(folder, store, address, request.query_params.get("at"))
    if found is None:
        return shown(request, "missing.html", one=one, url=address, code=404)
    return _served(found, one.name)


def answer(request: Request) -> Response:
    """A page of the answer to a query, by their numbers."""
    one, query, page = shelved(request), request.path_params["query"], request.path_params["page"]
    with desk_of(request).opened(one) as (folder, store):
        found = archived_answer(folder, store, query, page)
    if found is None:
        raise NotHere(f"page {page + 1:,} of query {query:,} is not in the archive")
    return _served(found, one.name)


def filled(request: Request) -> Response:
    """A stored form that was filled in: what the repository knows about that."""
    one, form = shelved(request), request.path_params["form"]
    action, fixed, usual = _form_of(form)
    asked = [(name, value) for name, value in request.query_params.multi_items()]
    desk = desk_of(request)
    with desk.opened(one) as (folder, store):
        query = answered_before(store, asked, fixed)
        found = archived_answer(folder, store, query, 0) if query is not None else None
    if found is not None:
        return _served(found, one.name)
    words = " ".join(f'"{word}"' for word in _typed(asked, fixed, usual))[:_WORDS]
    report = search([one.path], f"kind:record {words}", 50, index=desk.index) if words else None
    return shown(request, "not_asked.html", one=one, action=action, asked=asked, report=report, code=404)


def _typed(asked: list[tuple[str, str]], fixed: frozenset[str], usual: frozenset[str]) -> Iterator[str]:
    """The words of what somebody filled in: what the form sends by itself says nothing about records."""
    for name, value in asked:
        if name not in fixed and f"{name}={value}" not in usual:
            yield from value.replace('"', " ").split()


def _served(found: ArchivedAnswer, name: str) -> Response:
    response = found.response
    kind = (header(response.headers, "content-type") or "text/html").partition(";")[0].strip().lower()
    headers = {
        "content-security-policy": _POLICY,
        "x-leadline-archived": quote(response.url, safe=":/?&=%")[:2000],
    }
    if kind in _PLAIN:
        body = rewritten(Document.of(response), name).encode("utf-8", "replace")
        return Response(body, media_type="text/html; charset=utf-8", headers=headers)
    shown_as = kind if kind.startswith(("image/", "font/")) or kind == "text/css" else "text/plain; charset=utf-8"
    return Response(response.body, media_type=shown_as, headers=headers)


# ── a page made harmless ──────────────────────────────────────────────────────────────────────────────────


def rewritten(document: Document, name: str) -> str:
    """The page as HTML without anything that runs, its links and forms leading into the archive."""
    tree, base = LexborHTMLParser(document.text), _base(document)
    fixed = _owned(tree, document.page.forms)
    for node in tree.css(_NEVER):
        node.decompose()
    for attribute, tags in _LINKS:
        for node in tree.css(tags):
            _lead_inside(node, attribute, base, name)
    for node in tree.css("link"):
        if (node.attributes.get("rel") or "").lower() not in _SHEETS:
            node.decompose()
    for index, form in enumerate(tree.css("form")):
        _answer_inside(form, base, name, fixed.get(index, ([], [])))
    for node in tree.css("*"):
        for attribute in list(node.attributes):
            if attribute.lower().startswith("on") or attribute.lower() in (
                "srcset",
                "ping",
                "formaction",
                "target",
            ):
                del node.attrs[attribute]
    return "<!doctype html>" + (tree.html or "")


def _owned(tree: LexborHTMLParser, forms: Sequence[Form]) -> dict[int, FormNames]:
    """Controls that stand outside of their form in the tree (forms between rows of a table) say whose they are,
    since a tree that is written out again has no parser's pointer. What each form sends by itself, by number."""
    nodes, tags = tree.css(",".join(sorted(CONTROLS))), tree.css("form")
    for form in forms:
        if form.index >= len(tags):
            continue
        inside = {node.mem_id for node in tags[form.index].css(",".join(sorted(CONTROLS)))}
        for control in form.controls:
            node = nodes[control.place] if 0 <= control.place < len(nodes) else None
            if node is None or (node.attributes.get("name") or "") != control.name or node.mem_id in inside:
                continue
            tags[form.index].attrs["id"] = f"leadline-form-{form.index}"
            node.attrs["form"] = f"leadline-form-{form.index}"
    return {form.index: _sent_by_itself(form) for form in forms}


def _sent_by_itself(form: Form) -> FormNames:
    """Names that nobody fills in, and `name=value` of what stands in the others before anybody does."""
    usual: list[str] = []
    for control in form.controls:
        chosen = [option.value for option in control.options if option.selected]
        alone = control.kind not in ("radio", "checkbox") or control.checked
        usual += [f"{control.name}={value}" for value in chosen or ([control.value] if alone else [])]
    fixed = [control.name for control in form.controls if control.kind in BUTTONS or control.kind == "hidden"]
    return fixed, usual


def _base(document: Document) -> str:
    found = LexborHTMLParser(document.text).css_first("base[href]")
    written = (found.attributes.get("href") or "") if found is not None else ""
    return _joined(document.url, written) or document.url


def _joined(base: str, written: str) -> str | None:
    try:
        return canonical(urljoin(base, written.strip()))
    except ValueError:
        return None


def _lead_inside(node: LexborNode, attribute: str, base: str, name: str) -> None:
    written = node.attributes.get(attribute)
    if written is None or written.startswith("#"):
        return
    if written.startswith("data:image/") and attribute == "src":
        return
    url = _joined(base, written)
    if url is None or urlsplit(url).scheme not in ("http", "https"):
        del node.attrs[attribute]
        return
    node.attrs[attribute] = f"/folders/{quote(name)}/archive?url={quote(url, safe='')}"


def _answer_inside(form: LexborNode, base: str, name: str, sent: FormNames) -> None:
    """Sent by GET to us, whatever it was: what its fields are called stays, where it led is in the path."""
    action = _joined(base, form.attributes.get("action") or "") or base
    packed = json.dumps([action, *sent])
    code = base64.urlsafe_b64encode(packed.encode("ascii")).decode().rstrip("=")
    form.attrs["action"] = f"/folders/{quote(name)}/ask/{code}"
    form.attrs["method"] = "get"


def _form_of(code: str) -> tuple[str, frozenset[str], frozenset[str]]:
    """Where a form led, its fields that nobody fills in, and what stood in the others."""
    try:
        action, fixed, usual = json.loads(base64.urlsafe_b64decode(code + "=" * (-len(code) % 4)))
        return str(action), frozenset(map(str, fixed)), frozenset(map(str, usual))
    except (ValueError, TypeError, RecursionError):
        raise BadTarget("this is no address of a stored form; go back to its page") from None


ARCHIVE = [
    Route("/folders/{folder}/archive", archived),
    Route("/folders/{folder}/answers/{query:int}/{page:int}", answer),
    Route("/folders/{folder}/ask/{form}", filled),
]
