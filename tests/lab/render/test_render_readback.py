"""What is rendered is read back: the sheet again, no more and no less, in every family and in many hands."""

from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest
from render_sheets import URL, Author, blocks_of, folded, skin_of

from leadline.model.form import Control, Form, Invisible
from leadline.model.page import Page
from leadline.model.url import join
from leadline.parse.document import parse_html
from leadline_lab.anatomy import Anchor, Details, FormModel, Input, Listing, Pager, Prose, Results, Sheet
from leadline_lab.render import FAMILIES, Skin, render

SEEDS = range(16)
Field = tuple[str, str, str, bool]
"""Kind, name, value, checked."""


@cache
def rendered(family: str, seed: int) -> tuple[Sheet, Skin, Page]:
    sheet = Author(seed).sheet()
    skin = skin_of(seed, family, sheet.language, regularity=0.5)
    html = render(sheet, skin)
    assert html.encode(skin.charset).decode(skin.charset) == html
    return sheet, skin, parse_html(html, URL)


def anchors(sheet: Sheet, skin: Skin) -> Iterator[tuple[str, str]]:
    """Address and text of every link a reader of the sheet would expect."""
    for block in blocks_of(sheet):
        if isinstance(block, Prose | Listing):
            lines = (block.pieces,) if isinstance(block, Prose) else block.items
            for piece in (piece for line in lines for piece in line):
                if isinstance(piece, Anchor):
                    yield piece.href, folded(piece.text)
        elif isinstance(block, Results):
            for row, link in zip(block.rows, block.links, strict=False):
                yield link, folded(row[0])
        elif isinstance(block, Pager):
            yield from pager_links(block, skin)


def pager_links(block: Pager, skin: Skin) -> Iterator[tuple[str, str]]:
    before, after = map(folded, block.words)
    if block.style == "links":
        yield block.previous, before
        yield from ((href, str(number)) for number, href in block.numbered if number != block.here)
    if block.style == "links" or (block.style == "more" and skin.habits.noscript):
        yield block.following, after


def expected(field: Input) -> Iterator[Field]:
    kind = {"select": "select-one"}.get(field.control, field.control)
    if kind in ("radio", "checkbox"):
        if not field.choices:
            yield kind, field.name, "on", bool(field.default)
        for choice in field.choices:
            yield kind, field.name, choice.value, choice.value == field.default
    elif kind == "select-one":
        values = [choice.value for choice in field.choices]
        yield kind, field.name, field.default if field.default in values else values[0], False
    else:
        yield kind, field.name, field.default, False


def written(control: Control) -> Field:
    return control.kind, control.name, control.value, control.checked


def model_forms(sheet: Sheet) -> list[FormModel]:
    return [block for block in blocks_of(sheet) if isinstance(block, FormModel)]


def pairs(sheet: Sheet, page: Page) -> list[tuple[FormModel, Form]]:
    """Forms of the sheet with the forms of the page that have their fields."""
    by_first = {form.controls[0].name if form.controls else "": form for form in page.forms}
    by_name = {control.name: form for form in page.forms for control in form.controls}
    assert by_first
    return [(model, by_name[model.inputs[0].name]) for model in model_forms(sheet)]


@pytest.mark.parametrize("family", FAMILIES)
def test_links_are_the_sheets(family: str) -> None:
    """Every link of the sheet is on the page with its text, and no other."""
    for seed in SEEDS:
        sheet, skin, page = rendered(family, seed)
        wanted = Counter((join(URL, href), text) for href, text in anchors(sheet, skin))
        assert Counter((link.url, link.anchor) for link in page.links) == wanted


@pytest.mark.parametrize("family", FAMILIES)
def test_fields_and_owners_are_the_sheets(family: str) -> None:
    """Every form has its own fields, kinds, defaults and options, in their order, and no other."""
    for seed in SEEDS:
        sheet, _, page = rendered(family, seed)
        for model, form in pairs(sheet, page):
            seen = [field for field in model.inputs if field.control != "hidden"]
            assert [written(c) for c in form.fields] == [one for field in seen for one in expected(field)]
            kept = [(f.name, f.default) for f in model.inputs if f.control == "hidden"]
            assert [(c.name, c.value) for c in form.controls if c.kind == "hidden"] == kept
            by_name = {c.name: c for c in form.fields}
            for field in seen:
                if field.control.startswith("select"):
                    found = [(o.value, o.label) for o in by_name[field.name].options]
                    assert found == [(c.value, folded(c.label)) for c in field.choices]
        assert all(control.kind == "button" for control in page.loose_controls)


@pytest.mark.parametrize("family", FAMILIES)
def test_forms_are_sent_as_the_sheet_says(family: str) -> None:
    """Action, method, encoding and buttons are those of the model."""
    for seed in SEEDS:
        sheet, _, page = rendered(family, seed)
        for model, form in pairs(sheet, page):
            assert form.action == join(URL, model.action)
            assert form.method == model.method
            assert form.enctype.startswith("multipart") == model.multipart
            kinds = {"submit": "submit", "image": "image", "button": "submit"}
            wanted = [(kinds[b.control], b.name, folded(b.text)) for b in model.buttons]
            assert [(b.kind, b.name, b.text) for b in form.buttons] == wanted


@pytest.mark.parametrize("family", FAMILIES)
def test_labels_stand_where_the_form_says(family: str) -> None:
    """A label stands before, after or within its field; one that is tied to it is found by that tie."""
    for seed in SEEDS:
        sheet, _, page = rendered(family, seed)
        for model, form in pairs(sheet, page):
            boxes: dict[str, list[Control]] = {}
            for control in form.fields:
                boxes.setdefault(control.name, []).append(control)
            for field in model.inputs:
                if field.label and field.control != "hidden" and not field.honeypot:
                    assert stands(field, boxes[field.name]), (family, seed, field, boxes[field.name])


def stands(field: Input, controls: list[Control]) -> bool:
    label = folded(field.label)
    first, last = controls[0], controls[-1]
    if field.placement == "inside" and field.control.startswith("select"):
        return any(label in (option.group or option.label) for option in first.options)
    if field.placement == "inside" and field.control not in ("radio", "checkbox", "file"):
        return folded(first.attribute("placeholder") or "") == label
    if field.linked and len(controls) == 1 and not field.choices and field.control != "checkbox":
        tied = [*first.labels, first.attribute("aria-label") or ""]
        if not any(label in said for said in tied):
            return False
    if field.title and first.attribute("title") != field.title:
        return False
    if field.placement in ("left", "above"):
        return label in first.before
    return label in last.after or (field.placement == "inside" and label in first.before)


@pytest.mark.parametrize("family", FAMILIES)
def test_traps_are_invisible_where_markup_says_so(family: str) -> None:
    """A honeypot hidden by attribute or style of its own is seen to be hidden; all others are visible."""
    hidings = set()
    for seed in SEEDS:
        sheet, skin, page = rendered(family, seed)
        hidings.add(skin.habits.hiding)
        for model, form in pairs(sheet, page):
            traps = {field.name for field in model.inputs if field.honeypot}
            for control in form.fields:
                hidden = control.name in traps and skin.habits.hiding != "class"
                assert (control.invisible is not None) == hidden
                assert control.invisible in (None, Invisible.STYLE, Invisible.HIDDEN_ATTRIBUTE)
            if skin.habits.hiding == "class":
                assert skin.habits.rules[0][0] in skin.style
    assert len(hidings) >= 3


@pytest.mark.parametrize("family", FAMILIES)
def test_texts_are_visible_as_written(family: str) -> None:
    """Title, language, cells, details, legends and headings come through, hostile ones letter by letter."""
    for seed in SEEDS:
        sheet, _, page = rendered(family, seed)
        assert page.title == folded(sheet.title)
        assert page.language == sheet.language
        for block in blocks_of(sheet):
            wanted: list[str] = []
            if isinstance(block, Results):
                wanted = [cell for row in block.rows for cell in row]
            elif isinstance(block, Details):
                wanted = [part for pair in block.pairs for part in pair]
            elif isinstance(block, FormModel):
                groups = [field.group for field in block.inputs if not field.honeypot]
                wanted = [block.heading, *groups]
            elif isinstance(block, Listing):
                wanted = [block.heading]
            missing = [text for text in wanted if folded(text) not in page.text]
            assert not missing


@pytest.mark.parametrize("family", FAMILIES)
def test_the_head_says_what_the_sheet_says(family: str) -> None:
    """Robots, canonical address, OpenSearch and SearchAction are read back."""
    for seed in range(6):
        sheet, _, page = rendered(family, seed)
        assert (page.robots.noindex, page.robots.nofollow) == (sheet.noindex, sheet.nofollow)
        assert page.canonical_url == sheet.canonical
        assert page.hints.opensearch == ("http://cars.example/os.xml",)
        assert page.hints.search_actions[0].startswith("http://cars.example/s?q={term}")


@pytest.mark.parametrize("family", FAMILIES)
def test_pagers_post_or_load_more(family: str) -> None:
    """A post pager sends its hidden fields along, to the other page or with the other page's number; a button
    that loads more knows from where."""
    seen = set()
    for seed in SEEDS:
        sheet, _, page = rendered(family, seed)
        pager = next(block for block in blocks_of(sheet) if isinstance(block, Pager))
        names = {field.name for model in model_forms(sheet) for field in model.inputs}
        forms = [form for form in page.forms if not any(control.name in names for control in form.controls)]
        seen.add((pager.style, bool(pager.field)))
        if pager.style != "post":
            assert not forms
            loaders = [control.attribute("data-url") for control in page.loose_controls]
            assert loaders == ([pager.following] if pager.style == "more" else [])
            continue
        assert all(form.method == "post" for form in forms)
        sent = [tuple((c.name, c.value) for c in form.controls if c.kind == "hidden") for form in forms]
        assert set(sent) == {pager.hidden}
        if pager.field:
            values = [button.value for button in forms[0].buttons if button.name == pager.field]
            assert [values[0], values[-1], len(forms)] == ["1", "3", 1]
        else:
            assert {form.action for form in forms} >= {join(URL, pager.previous), join(URL, pager.following)}
    assert len(seen) >= 5
