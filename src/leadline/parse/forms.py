"""Every `<form>` of a page with the controls that belong to it, in the order a browser submits them.

Controls without owner are no form; `Page.loose_controls` has them, since today's search boxes often stand
alone and are sent by a script. Whoever treats them as a form has to guess where they would be sent.

When two forms are the same: byte for byte (`signature`), and as a form of their site (`identity`). A header form
stands on every page of a site with another session token, another value in its hidden fields, perhaps its options
in another order. `identity` sees through that. It rests on where the form sends (path and lasting parameters of
the action), how, and which fields a reader can fill; hidden fields count by name unless a machine drew it.
Texts do not count: a site's languages share a form.
"""

import marshal
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Any
from urllib.parse import parse_qsl

from leadline.model.form import BUTTONS, Attributes, Control, Form
from leadline.model.url_parameters import belongs_to_visit, without_path_session
from leadline.parse.captions import Captions
from leadline.parse.links import Addresses
from leadline.parse.marked import MarkedTree
from leadline.parse.owners import Draft, doubtful, drafts_of

MOST = 1_000  # forms kept of one page; the pages with more are meant to fill somebody's memory
_METHODS = frozenset({"get", "post", "dialog"})
_URLENCODED = "application/x-www-form-urlencoded"
_ENCTYPES = frozenset({_URLENCODED, "multipart/form-data", "text/plain"})


Found = tuple[tuple[Form, ...], tuple[Control, ...]]  # the forms of a page, and the controls of none


def forms_of(page: MarkedTree, addresses: Addresses) -> Found | None:
    """None where the tree alone cannot tell who owns what."""
    drafts = drafts_of(page)
    if doubtful(drafts, page):
        return None
    captions = Captions(page, drafts)
    built: dict[int, list[Control]] = {number: [] for number in page.forms}
    loose: list[Control] = []
    for draft in drafts:
        built.get(draft.form, loose).append(_control(draft, page, captions))
    forms = (
        _form(index, number, built[number], page, captions.form(number), addresses)
        for index, number in enumerate(page.forms[:MOST])
    )
    return tuple(forms), tuple(loose)


def _control(draft: Draft, page: MarkedTree, captions: Captions) -> Control:
    attributes, around = draft.attributes, page.around[draft.number]
    options = draft.options
    if draft.tag == "input" and (listed := attributes.get("list")):
        options = captions.datalist(listed)
    return Control(
        kind=draft.kind,
        name=attributes.get("name") or "",
        value=draft.value,
        attributes=tuple([(name, value or "") for name, value in attributes.items()]),
        options=options,
        checked=draft.checked,
        disabled="disabled" in attributes or around.disabled,
        readonly="readonly" in attributes,
        required="required" in attributes,
        invisible=draft.invisible,
        labels=captions.labels(draft),
        before="" if draft.withheld else captions.before(draft),
        after="" if draft.withheld else captions.after(draft),
        text=captions.button(draft),
        pictures=captions.pictures(draft),
        legends=(*captions.legends(around.fieldsets), *captions.group(draft)),
        tag_path=page.tree.path_of(draft.tag, draft.node, attributes),
        place=draft.place,
    )


def _form(
    index: int, number: int, controls: Sequence[Control], page: MarkedTree, text: str, addresses: Addresses
) -> Form:
    group = page.elements.groups[number]
    attributes = group.attributes
    kept: Attributes = tuple((name, value or "") for name, value in attributes.items() if name != page.owner)
    written = (attributes.get("action") or "").strip()
    action = (addresses.url(written) if written else addresses.page) or ""
    method = (attributes.get("method") or "").lower()
    method = method if method in _METHODS else "get"
    enctype = (attributes.get("enctype") or "").lower()
    enctype = enctype if enctype in _ENCTYPES else _URLENCODED
    plain = [action, method, enctype, text, *(part for pair in kept for part in pair)]
    return Form(
        index=index,
        page_url=addresses.page_url,
        action=action,
        method=method,
        enctype=enctype,
        attributes=kept,
        controls=tuple(controls),
        text=text,
        signature=signature_of(plain, controls),
        identity=identity_of(action, method, controls),
        invisible=page.around[number].invisible,
        role=attributes.get("role") or None,
        above=page.elements.above.get(group.node.mem_id, ""),
    )


# ── when two forms are the same ───────────────────────────────────────────────────────────────────────────

_HEX = re.compile(r"[0-9a-f]{12,}", re.IGNORECASE)
_DIGITS = re.compile(r"\d{2,}")
_MIXED = re.compile(r"[A-Za-z0-9]{16,}")


def signature_of(parts: Iterable[str], controls: Iterable[Control]) -> str:
    """A digest of everything a reader or the server could notice."""
    everything: Any = (tuple(parts), tuple(_everything(control) for control in controls))
    # Version 2 of the format: later ones write equal strings differently where they are interned.
    return blake2b(marshal.dumps(everything, 2), digest_size=16).hexdigest()


def identity_of(action: str, method: str, controls: Iterable[Control]) -> str:
    """A digest that is the same for the same form on another page of its site."""
    names: set[str] = set()
    for control in controls:
        if control.kind in BUTTONS:
            continue
        pattern = name_pattern(control.name)
        if control.kind != "hidden":
            names.add(f"{control.kind}={pattern}")
        elif pattern and not _is_fleeting(control.name):
            names.add(f"hidden={pattern}")
    return blake2b(marshal.dumps((stable_action(action), method, *sorted(names)), 2), digest_size=8).hexdigest()


def _everything(c: Control) -> tuple[object, ...]:
    seen = None if c.invisible is None else str(c.invisible)
    flags = (c.checked, c.disabled, c.readonly, c.required, seen)
    texts = (c.before, c.after, c.text, c.tag_path, c.labels, c.legends)
    return (c.kind, c.name, c.value, flags, texts, c.attributes, tuple(map(tuple, c.options)))


@lru_cache(maxsize=16_384)
def name_pattern(name: str) -> str:
    """A field name with what a machine counted or drew in it left out.

    >>> name_pattern("author"), name_pattern("q17"), name_pattern("f_9f86d081884c7d65")
    ('author', 'q#', 'f_*')
    """
    return _DIGITS.sub("#", _MIXED.sub(_mixed, _HEX.sub(_counted, name)))


# Asked of what was found: asked ahead, at every letter of it, a name of 40,000 letters took 24 s.
def _counted(found: re.Match[str]) -> str:
    return "*" if any(map(str.isdigit, found[0])) else found[0]


def _mixed(found: re.Match[str]) -> str:
    return found[0] if found[0].isalpha() or found[0].isdigit() else "*"


@lru_cache(maxsize=16_384)
def _is_fleeting(name: str) -> bool:
    return belongs_to_visit(name) or name_pattern(name).strip("_-*#") == ""


@lru_cache(maxsize=4_096)
def stable_action(action: str) -> str:
    """An action without what belongs to one visit: session and tracking parameters, and all their values.

    >>> stable_action("http://e.org/s;jsessionid=A1?lang=de&PHPSESSID=81&b=")
    'http://e.org/s?b=&lang=de'
    """
    path, _, query = without_path_session(action).partition("?")
    kept = sorted(
        f"{name}={'*' if name_pattern(value) == '*' else value}"
        for name, value in parse_qsl(query, keep_blank_values=True, max_num_fields=None)
        if not _is_fleeting(name)
    )
    return f"{path}?{'&'.join(kept)}" if kept else path
