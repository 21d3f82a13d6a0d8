"""Records whose only link with words leads to the list of their kind, beside a sign that leads to the record."""

import pytest

from leadline.answers.records.cut import Records, cut_records
from leadline_bench.training.record_examples import document_of

KINDS = ("letters", "maps", "diaries", "bills")
NAMES = ("Almond", "Barley", "Clover", "Dill", "Endive", "Fennel", "Garlic", "Hazel", "Iris", "Juniper")
FORM = "<form action=find.cgi><input name=key><input type=submit></form>"


def _day(n: int, sign: str) -> str:
    kind, day = KINDS[n * 7 % 3], f"{1 + n % 28:02}-{1900 + n}.html"
    link = f"<a name=d{n} href={day}#d{n}>{sign}</a>"
    return (
        f"<div class=section><h3>{link} <span>{NAMES[n % 10]} of {n + 1900}</span>"
        f" [<a href='find.cgi?cat={kind}'>{kind}</a>]</h3><p>Bought at a sale, with {n + 2} leaves.<br></p>"
        f"<div class=foot>[ <a href={day}#d{n}>Permanent</a> ]</div></div>"
    )


def _records(numbers: range, sign: str, known: Records | None = None) -> Records:
    page = f"<p>{len(numbers)} found.</p>{FORM}<div class=body>{''.join(_day(n, sign) for n in numbers)}</div>"
    answer = document_of(f"<html><body>{page}</body></html>", "http://days.example/find.cgi?key=a")
    shape = known.shape if known is not None else None
    decided = known.identity if known is not None else None
    return cut_records(answer, "Search", usual=shape, decided=decided, asked=("a",))


@pytest.mark.parametrize("sign", ["■", "¶", "Day"])
def test_a_record_goes_by_what_leads_to_it_alone(sign: str) -> None:
    """A link that says the same on every row tells records apart where a category does not; it is not asked for,
    and neither is the category."""
    first = _records(range(12), sign)
    assert len(first.cuts) == 12
    assert {cut.url for cut in first.cuts} == {"http://days.example/find.cgi?key=a"}
    again = _records(range(8, 10), sign, first)
    assert {cut.id for cut in again.cuts} == {cut.id for cut in first.cuts[8:10]}
    other = _records(range(11, 13), sign, first)
    assert len({cut.id for cut in (*first.cuts, *other.cuts)}) == 13
    alone = _records(range(5, 6), sign, first)
    assert [(cut.id, cut.url) for cut in alone.cuts] == [(first.cuts[5].id, first.cuts[5].url)]
