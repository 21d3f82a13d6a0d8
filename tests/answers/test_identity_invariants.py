"""The identity of a source, page by page: what is merged and split is seen, and another choice takes its place."""

import pytest

from leadline.answers.records.identity import TEXT, URL, Identity, SeenRow, digest
from leadline.answers.records.source_identity import SourceIdentity

SAID = "a text that is long enough to be known again, number "


def _row(n: int, **links: str) -> SeenRow:
    places = tuple((column, f"http://e.org{path}", "") for column, path in links.items())
    return SeenRow(digest(f"{SAID}{n}"), f"title{n}", places, (), "")


def _folded(source: SourceIdentity, pages: list[tuple[int, int, list[SeenRow]]], page: Identity) -> SourceIdentity:
    for query, number, rows in pages:
        source = source.seen(source.choice or page, rows, (query, number))
    return source


BY_FIRST = Identity(URL, "first")


def test_rows_of_one_page_that_say_different_things_are_two_records() -> None:
    """A column of links that several rows share gives way to one that tells them apart, and stays given up."""
    first = [_row(n, first=f"/writer/{n}", second=f"/book/{n}") for n in range(10)]
    then = [_row(n, first=f"/writer/{n % 7}", second=f"/book/{n}") for n in range(10, 20)]
    one = _folded(SourceIdentity(), [(1, 0, first)], BY_FIRST)
    two = _folded(one, [(1, 1, then)], BY_FIRST)
    assert one.choice == BY_FIRST
    assert two.choice is not None
    assert (two.choice.by, two.choice.column, two.choice.broken) == (URL, "second", ("first",))
    assert two.renames(one)
    assert two.merged == 0


def test_where_no_link_tells_rows_apart_what_they_say_does() -> None:
    """There is no other column: records go by their texts."""
    pages = [(1, p, [_row(n, first=f"/writer/{n % 3}") for n in range(p * 10, p * 10 + 10)]) for p in range(3)]
    found = _folded(SourceIdentity(), pages, BY_FIRST)
    assert found.choice is not None
    assert found.choice.by == TEXT


IN_PARTS = ["/v/{visit}/book/{n}", "/book/{n}?zz={visit}", "/book/{n};zz={visit}", "/hit/{place}/{n}"]
IN_RUNS = ["/hit-{place}-book-{n}", "/{visit}~{n}", "/show?{n},{place}", "/book/{n}_{visit}"]


@pytest.mark.parametrize("path", IN_PARTS + IN_RUNS)
def test_a_row_seen_under_two_queries_is_one_record(path: str) -> None:
    """What its address has otherwise by then is no part of it, whatever it is called and wherever it stands."""

    def rows(visit: str, numbers: range) -> list[SeenRow]:
        return [_row(n, first=path.format(visit=visit, n=n, place=at)) for at, n in enumerate(numbers, 1)]

    one = _folded(SourceIdentity(), [(1, 0, rows("a81", range(10)))], BY_FIRST)
    two = _folded(one, [(2, 0, rows("b93", range(5, 12)))], BY_FIRST)
    assert two.choice is not None
    assert (two.choice.by, two.split, two.repeats) == (URL, 0, 5)
    assert two.renames(one)
    again = _folded(two, [(3, 0, rows("c17", range(3, 12)))], BY_FIRST)
    assert (again.choice, again.split) == (two.choice, 0)


def test_a_row_whose_text_and_address_change_is_known_by_the_rest() -> None:
    """Passages change with the query, addresses with the visit: title and year stay, and it goes by them."""

    def rows(query: int, numbers: range) -> list[SeenRow]:
        shown = (_row(n, first=f"/go/{digest(f'{query} {n}')}") for n in numbers)
        told = ((("title", row.title), ("found", digest(f"{query} {row.title}")[:9])) for row in shown)
        addressed = (_row(n, first=f"/go/{digest(f'{query} {n}')}") for n in numbers)
        return [
            row._replace(said=digest(f"{query} {row.title}"), fields=fields)
            for row, fields in zip(addressed, told, strict=True)
        ]

    pages = [(1, 0, rows(1, range(20))), (2, 0, rows(2, range(10, 25))), (3, 0, rows(3, range(5, 25)))]
    found = _folded(SourceIdentity(), pages, BY_FIRST)
    assert found.choice is not None
    assert found.choice.by != URL
    assert (found.split, found.merged) == (0, 0)
    assert found.repeats >= 15


def test_records_that_say_the_same_and_lead_elsewhere_stay_two() -> None:
    """In one answer a record does not come again: two rows with one text are two, on one page or on two."""
    pages = [(1, p, [_row(n % 4, first=f"/book/{p * 9 + n}") for n in range(9)]) for p in range(3)]
    found = _folded(SourceIdentity(), pages, BY_FIRST)
    assert (found.choice, found.split, found.merged) == (BY_FIRST, 0, 0)


def test_a_record_named_twice_in_one_answer_is_one_on_whatever_page() -> None:
    """Found in its keywords and, pages later, in its description: called the same, it is one; ever new texts
    under one address are not."""

    def hits(where: str, numbers: range) -> list[SeenRow]:
        rows = (_row(n, first=f"/book/{n}") for n in numbers)
        return [row._replace(said=digest(f"{SAID}{where}{row.title}")) for row in rows]

    twice = [(1, 0, hits("keywords", range(10))), (1, 1, hits("description", range(10)))]
    found = _folded(SourceIdentity(), twice, BY_FIRST)
    assert (found.choice, found.merged) == (BY_FIRST, 0)
    often = [(1, p, hits(f"part {p}", range(10))) for p in range(2, 5)]
    assert _folded(found, often, BY_FIRST).choice != BY_FIRST


def test_a_part_is_not_left_out_if_records_become_one() -> None:
    """Where the text of a record was met before by chance, its key stays the key."""
    first = [_row(n, first=f"/book?id={n}") for n in range(10)]
    then = [_row(0, first="/book?id=77"), *(_row(n, first=f"/book?id={n}") for n in range(80, 89))]
    found = _folded(SourceIdentity(), [(1, 0, first), (2, 0, then)], BY_FIRST)
    assert (found.choice, found.split) == (BY_FIRST, 1)


def test_what_is_stored_is_read_back() -> None:
    """A harvest that is resumed goes on with what the killed one knew."""
    pages = [(q, 0, [_row(n, first=f"/v/{q}/{n}?a b=1") for n in range(200)]) for q in range(3)]
    found = _folded(SourceIdentity(), pages, BY_FIRST)
    assert SourceIdentity.from_json(found.to_json(), found.remembered_json()) == found
    assert len(found.remembered) == 128
