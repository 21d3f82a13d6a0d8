"""Every `<form>` of a page with the controls that belong to it, in the order a browser submits them.

Controls without owner are no form; `Page.loose_controls` has them, since today's search boxes often stand
alone and are sent by a script. Whoever treats them as a form has to guess where they would be sent.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from selectolax.lexbor import LexborNode

from leadline.model.form import Attributes, Control, Form
from leadline.parse.address import Addresses
from leadline.parse.captions import Captions
from leadline.parse.drafts import Draft, Marked, doubtful, drafts_of
from leadline.parse.identity import identity_of, signature_of

MOST = 1_000
"""Forms kept of one page; the pages with more are meant to fill somebody's memory."""
_METHODS = frozenset({"get", "post", "dialog"})
_URLENCODED = "application/x-www-form-urlencoded"
_ENCTYPES = frozenset({_URLENCODED, "multipart/form-data", "text/plain"})


@dataclass(frozen=True, slots=True)
class Found:
    """The forms of a page, and the controls of none."""

    forms: tuple[Form, ...]
    loose: tuple[Control, ...]
    doubtful: bool
    """The tree alone cannot tell who owns what, so nothing was built."""


def forms_of(
    controls: Sequence[tuple[str, LexborNode, int]], page: Marked, html: str, page_url: str, addresses: Addresses
) -> Found:
    drafts = drafts_of(controls, page)
    if doubtful(drafts, page, html):
        return Found((), (), doubtful=True)
    captions = Captions(page, drafts)
    built: dict[int, list[Control]] = {number: [] for number in page.forms}
    loose: list[Control] = []
    for draft in drafts:
        control = _control(draft, page, captions)
        built.get(draft.form, loose).append(control)
    forms = tuple(
        _form(index, number, built[number], page, captions, page_url, addresses)
        for index, number in enumerate(islice(page.forms, MOST))
    )
    return Found(forms, tuple(loose), doubtful=False)


def _control(draft: Draft, page: Marked, captions: Captions) -> Control:
    markup, around = draft.markup, page.around[draft.number]
    attributes = markup.attributes
    options = markup.options
    if draft.tag == "input" and (listed := attributes.get("list")):
        options = captions.datalist(listed)
    return Control(
        kind=markup.kind,
        name=attributes.get("name") or "",
        value=markup.value,
        attributes=markup.kept,
        options=options,
        checked=markup.checked,
        disabled="disabled" in attributes or around.disabled,
        readonly="readonly" in attributes,
        required="required" in attributes,
        invisible=draft.invisible,
        labels=captions.labels(draft),
        before="" if draft.withheld else captions.before(draft),
        after="" if draft.withheld else captions.after(draft),
        text=captions.button(draft),
        pictures=captions.pictures(draft),
        legends=captions.legends(around.fieldsets),
        tag_path=page.tree.path_of(draft.tag, draft.node, attributes),
        place=draft.place,
    )


def _form(
    index: int,
    number: int,
    controls: Sequence[Control],
    page: Marked,
    captions: Captions,
    page_url: str,
    addresses: Addresses,
) -> Form:
    attributes = page.groups[number].attributes
    kept: Attributes = tuple(
        (name, value or "") for name, value in attributes.items() if name != page.owner_attribute
    )
    written = (attributes.get("action") or "").strip()
    action = (addresses.url(written) if written else addresses.page) or ""
    method = (attributes.get("method") or "").lower()
    method = method if method in _METHODS else "get"
    enctype = (attributes.get("enctype") or "").lower()
    enctype = enctype if enctype in _ENCTYPES else _URLENCODED
    text = captions.form(number)
    plain = [action, method, enctype, text, *(part for pair in kept for part in pair)]
    return Form(
        index=index,
        page_url=page_url,
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
        above=page.above.get(page.groups[number].node.mem_id, ""),
    )
