"""Roles of texts on pages whose layout nobody wrote, in words of no language: names and values come out."""

from itertools import islice

from leadline.answers.records.cut import Cut, cut_records
from leadline.answers.records.detail_page import merge_detail
from leadline_bench.training.random_pages import HERE, RandomPage, random_own_pages, random_page
from leadline_bench.training.record_examples import document_of, letters
from leadline_bench.training.roles import LEARNED, OWN_LEARNED, UNSEEN

Pairs = list[tuple[str, str]]


def _said(cut: Cut) -> Pairs:
    return [(letters(name), letters(value)) for name, value in cut.fields]


def _found(true: Pairs, said: Pairs) -> int:
    """How many true fields were said under their name, those without a name under any."""
    return sum((name, value) in said if name else value in [one for _, one in said] for name, value in true)


def _cuts(page: RandomPage) -> tuple[Cut, ...]:
    sides = (page.form_html, page.nonsense_html)
    known, nonsense = (document_of(html, HERE).page.text if html else "" for html in sides)
    document = document_of(page.html, f"{HERE}?q={page.asked[0] if page.asked else 'x'}")
    return cut_records(document, known, asked=page.asked, template=nonsense).cuts


def test_fields_of_layouts_made_by_chance_have_their_names() -> None:
    """Of lists that no weight was learned from, where all records are found, nearly all fields are named right."""
    assert not set(UNSEEN) & set(LEARNED)
    right = total = 0
    for page in (random_page(seed, labelled=True) for seed in islice(UNSEEN, 60)):
        cuts = _cuts(page)
        if not page.records or len(cuts) != len(page.records):
            continue
        for cut, record in zip(cuts, page.records, strict=True):
            true = [(letters(name), letters(value)) for name, value in record.fields if name]
            total += len(true)
            right += _found(true, _said(cut))
    assert total > 200
    assert right >= 0.95 * total


def test_own_pages_made_by_chance_give_their_fields() -> None:
    """Of own pages that no weight was learned from nearly all fields come out under their names, and no more."""
    seeds = range(40_000, 40_040)
    assert not set(seeds) & set(OWN_LEARNED)
    right = total = said = 0
    for seed in seeds:
        pages, truth = random_own_pages(seed)
        documents = [document_of(html, HERE) for html in pages]
        merged = merge_detail(Cut("", "", (), HERE), documents[0], documents[1].page.text)
        true = [(letters(name), letters(value)) for name, value in truth[0].fields]
        total += len(true)
        said += len(merged.fields)
        right += _found(true, _said(merged))
    assert right >= 0.9 * total
    assert right >= 0.8 * said
