"""Numbers of matches: reading them off a page, and believing them."""

import pytest
from judged_pages import answer, listed

from leadline.answers.judge.counts import Count, StatedCounts, count_of


@pytest.mark.parametrize(
    ("text", "total", "precision"),
    [
        ("1–20 of 1,234", 1234, "exact"),
        ("Results 1 - 10 of about 3,400 for whale", 3400, "about"),
        ("etwa 3.400 Treffer", 3400, "about"),
        ("Treffer 1 bis 20 von insgesamt 2.345", 2345, "exact"),
        ("1 234 résultats", 1234, "exact"),
        ("1 à 20 sur 213", 213, "exact"),
        ("Mostrando 1 a 20 de 1.213 resultados", 1213, "exact"),
        ("mais de 1.000 anúncios", 1000, "at-least"),
        ("Plus de 1 000 résultats", 1000, "at-least"),
        ("more than 1000 results", 1000, "at-least"),
        ("1000+ results", 1000, "at-least"),
        ("213 cars found", 213, "exact"),
        ("Showing 20 of 1,234 cars", 1234, "exact"),
        ("Page 3 of 62 (1,234 results)", 1234, "exact"),
        ("Results: 213", 213, "exact"),
        ("Displaying 20 of 1,509", 1509, "exact"),
        ("Your search found 49 items", 49, "exact"),
        ("Treffer (213)", 213, "exact"),
        ("0 results", 0, "exact"),
    ],
)
def test_counts_are_read_in_the_words_of_five_languages(text: str, total: int, precision: str) -> None:
    """The total is told from the range, in each language's separators, with how exact it claims to be."""
    count = count_of(answer(f"<p>{text}</p>{listed()}"))
    assert count is not None
    assert (count.total, count.precision, count.text) == (total, precision, text)


def test_a_range_tells_where_this_page_stands() -> None:
    """First and last position come with a range."""
    count = count_of(answer("<p>Displaying items 41 - 60 of 213</p>"))
    assert count == Count(213, "exact", 41, 60, "Displaying items 41 - 60 of 213")


@pytest.mark.parametrize(
    "text",
    [
        "Page 3 of 62",
        "Seite 1 von 20",
        "20 results per page",
        "Only the first 100 results are shown",
        "Price: 12,000",
        "©2015 Tower Records",
        "12-05 of 2026",
        "161 of 187 people found this review helpful",
        "3 items in your cart",
        "4 bedrooms",
        "Showing the 100 best matches",
        "roadster, winter package (1996)",
        "Top 50 books",
        "Page 2 of 9 books",
        "When the library moved to its new house in spring it had 1,200 records nobody had looked at for years",
        "2019 books",
        "Total: 2019",
    ],
)
def test_other_numbers_are_no_counts(text: str) -> None:
    """Pages, sizes of pages, caps, prices, years, dates and carts are not numbers of matches."""
    assert count_of(answer(f"<p>{text}</p>{listed()}")) is None


def test_numbers_of_facets_are_no_counts() -> None:
    """What stands on the page several times with different numbers belongs to facets or records."""
    facets = "".join(f"<p>{n} results</p>" for n in (3, 14, 15))
    assert count_of(answer(f"{facets}{listed()}")) is None
    counted = count_of(answer(f"<p>1-4 of 32</p>{facets}{listed()}"))
    assert counted is not None
    assert counted.total == 32


# ── believing ─────────────────────────────────────────────────────────────────────────────────────────────


def test_a_number_is_believed_after_it_varied_and_agreed() -> None:
    """One value is furniture until another comes; two that vary and agree with a whole answer are believed."""
    counts = StatedCounts().seen(Count(12), 12, whole=True)
    assert counts.total(Count(12)) is None
    counts = counts.seen(Count(340), 20, whole=False)
    assert counts.total(Count(340)) == 340


def test_a_number_that_never_varies_is_not_believed() -> None:
    """The size of the whole database on every page is no count of an answer."""
    counts = StatedCounts()
    for records in (3, 20, 7):
        counts = counts.seen(Count(12_345), records, whole=True)
    assert not counts.believed


def test_records_refute_a_number() -> None:
    """Answers read to their end that hold other records than stated take the belief away."""
    counts = StatedCounts()
    for total, records in ((5, 40), (9, 60), (11, 55), (70, 20)):
        counts = counts.seen(Count(total), records, whole=True)
    assert not counts.believed


def test_large_answers_are_believed_by_their_variety() -> None:
    """Where no answer is small enough to be read to its end, four different numbers do."""
    counts = StatedCounts()
    for total in (1_200, 340, 5_600):
        counts = counts.seen(Count(total), 20, whole=False)
    assert not counts.believed
    assert counts.seen(Count(871), 20, whole=False).believed


def test_a_number_that_comes_again_and_again_is_a_cap() -> None:
    """The same largest round number of several answers is no total, and answers that reach it are short."""
    counts = StatedCounts()
    for total, records in ((1_000, 1_000), (1_000, 1_000), (12, 12), (1_000, 1_000), (45, 45)):
        counts = counts.seen(Count(total), records, whole=total < 1_000)
    assert counts.cap == 1_000
    assert counts.total(Count(1_000)) is None
    assert counts.total(Count(45)) == 45
    assert counts.short(Count(1_000), 1_000)
    assert not counts.short(Count(45), 45)


def test_more_than_is_a_cap_at_once() -> None:
    """ "More than 500" says itself that it is no total."""
    counts = StatedCounts().seen(Count(500, "at-least"), 500, whole=False)
    assert counts.cap == 500
    assert counts.short(Count(500, "at-least"), 500)


def test_fewer_records_than_counted_are_short() -> None:
    """Paging that ends far below a believed count is reported."""
    counts = StatedCounts().seen(Count(12), 12, whole=True).seen(Count(340), 20, whole=False)
    assert counts.short(Count(340), 100)
    assert not counts.short(Count(340), 338)
    assert not counts.short(None, 100)


def test_belief_survives_being_stored() -> None:
    """What was learnt about counts goes through JSON unchanged."""
    counts = StatedCounts().seen(Count(12), 12, whole=True).seen(Count(500, "at-least"), 20, whole=False)
    assert StatedCounts.from_json(counts.to_json()) == counts


def test_a_number_that_comes_again_at_another_time_is_no_cap() -> None:
    """A source asked again states the same numbers; what was believed of them is believed on."""
    counts = StatedCounts(((60, 2), (15, 1)), agreed=1).asked_anew()
    assert (counts.seen(Count(60), 60, whole=True).cap, counts.believed) == (None, True)


@pytest.mark.parametrize(("number", "cap"), [(1000, 1000), (500, 500), (250, 250), (213, None)])
def test_only_a_round_number_stands_for_more(number: int, cap: int | None) -> None:
    """Stated again and again, the largest of several."""
    assert StatedCounts(((number, 3), (15, 1))).cap == cap
