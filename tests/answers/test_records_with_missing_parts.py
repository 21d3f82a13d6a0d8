"""Records of which a few lack a part: what is read must not slip to lists that have as many rows as the page has
beginnings, or parts."""

import pytest
from software_pages import items

from leadline.answers.records.boilerplate import KnownText
from leadline.answers.records.candidates import outlined
from leadline.answers.records.cut import cut_records
from leadline.answers.records.features import NAMES, PageTexts, looks
from leadline.answers.records.shape import Region
from leadline.parse.document import Document

URL = "http://terms.example/find?q=a"
FORM = "<h1>Terms</h1><form><input name=q></form>"


def _page(body: str) -> Document:
    return Document(f"<html><body>{FORM}{body}</body></html>", URL)


def _terms(count: int, bare: set[int], empty: str) -> str:
    said = [empty if n in bare else f"<dd><p>{item.words}. Kept since {item.day}.</p></dd>" for n, item in
            enumerate(items(count))]  # fmt: skip
    lines = (f"<dt class=hit><a href=/t/{item.number}>{item.title}</a></dt>{one}" for item, one in
             zip(items(count), said, strict=True))  # fmt: skip
    return f"<dl>{''.join(lines)}</dl>"


@pytest.mark.parametrize("empty", ["<dd></dd>", "<dd>\n </dd>", ""])
@pytest.mark.parametrize(("count", "bare"), [(40, {3, 20}), (25, {0, 7, 8, 24}), (9, {4}), (12, {2, 5, 9, 11})])
def test_terms_some_of_which_have_no_description(count: int, bare: set[int], empty: str) -> None:
    """A term with what follows it is one record, also where some descriptions are empty or missing: then more than
    half of the siblings that say anything are terms."""
    cuts = cut_records(_page(_terms(count, bare, empty)), _page("").page.text).cuts
    assert len(cuts) == count
    assert [f"/t/{item.number}" == cut.url.removeprefix("http://terms.example") for item, cut in
            zip(items(count), cuts, strict=True)] == [True] * count  # fmt: skip
    assert sum("Kept since" in cut.text for cut in cuts) == count - len(bare)


def test_a_part_that_some_records_lack_is_a_part() -> None:
    """A list whose rows are parts of nearly all rows of another is seen to be one of parts."""
    lines = (
        f"<li><b>{item.title}</b>" + (f"<p>{item.words}, {item.day}</p>" if n % 15 else "")
        for n, item in enumerate(items(30))
    )
    outline, groups = outlined(_page(f"<ul>{''.join(lines)}</ul>"))
    rows = {tag: [node for group in groups for node in group if node.tag == tag] for tag in ("li", "p")}
    regions = [Region(tuple((node,) for node in some)) for some in rows.values()]
    wholes, parts = looks(PageTexts(outline, KnownText(""), KnownText(""), ()), regions)
    assert len(parts.spans) < len(wholes.spans)
    assert wholes.vector[NAMES.index("has parts")] > 0
    assert parts.vector[NAMES.index("is a part")] > 0
