"""Records on pages whose layout nobody wrote: the learned selection where it has not learned."""

import re

from leadline.answers.records.cut import Cut, cut_records
from leadline_bench.training.random_pages import HERE, RandomPage, random_page
from leadline_bench.training.record_examples import document_of
from leadline_bench.training.records import LEARNED, UNSEEN

_SIGNS = re.compile(r"[\W_]+")
_SEEDS = UNSEEN[:120]


def _letters(text: str) -> str:
    return _SIGNS.sub("", text.casefold())


def _cuts(page: RandomPage) -> tuple[Cut, ...]:
    known, nonsense = (
        document_of(html, HERE).page.text if html else "" for html in (page.form_html, page.nonsense_html)
    )
    document = document_of(page.html, f"{HERE}?q={page.asked[0] if page.asked else 'x'}")
    return cut_records(document, known, asked=page.asked, template=nonsense).cuts


def _is_exact(page: RandomPage) -> bool:
    """Each record in a cut of its own, whole, and no cut that is none."""
    cuts = [_letters(cut.text) for cut in _cuts(page)]
    if len(cuts) != len(page.records):
        return False
    titles = [_letters(record.fields[0][1]) for record in page.records]
    for said, record in zip(cuts, page.records, strict=True):
        if not all(_letters(value) in said for _, value in record.fields):
            return False
        if sum(title in said for title in titles if len(title) > 6) > 1:
            return False
    return True


def test_layouts_made_by_chance_are_cut_right() -> None:
    """Of pages that no weight was learned from nine in ten come out exactly, those without records included."""
    assert not set(_SEEDS) & set(LEARNED)
    right = [_is_exact(random_page(seed)) for seed in _SEEDS]
    assert sum(right) >= 0.9 * len(right)


def test_a_heading_alone_is_no_record_where_a_text_stands_below_it() -> None:
    """Boxes without classes, a linked heading and a text in each: the text is the record's as well."""
    text = "catalytic hitch else which is steering and project struts reservation oil this whose answer method"
    rows = "".join(
        f"<div><h3><a href=/details/{n}>Wagon {n}, alloy wheels ({1990 + n})</a></h3>"
        f"<span>Odometer {n} {text[: 40 + 7 * n]} dealers …</span></div>"
        for n in range(10)
    )
    menu = "".join(f"<li><a href=/{word}>{word.title()}</a>" for word in ("start", "fleet", "about", "contact"))
    page = f"<div><div><p><a href=/home><img alt=Cars src=/i.svg></a></p></div><div><div>{rows}</div></div></div>"
    foot = f"<div><ul>{menu}</ul></div><div><h3>Partners</h3><ul>{menu}</ul></div><div><p>Privacy</p></div>"
    cuts = cut_records(document_of(f"<html lang=en><body>{page}{foot}", HERE), asked=()).cuts
    assert [("Wagon" in cut.text, "Odometer" in cut.text) for cut in cuts] == [(True, True)] * 10


def test_an_answer_without_records_has_none() -> None:
    """Most pages that say in words of no language that there is nothing bring nothing, the form's page known."""
    empty = [page for page in map(random_page, UNSEEN[:400]) if not page.records and page.form_html]
    assert len(empty) > 10
    assert sum(not _cuts(page) for page in empty) >= 0.6 * len(empty)
