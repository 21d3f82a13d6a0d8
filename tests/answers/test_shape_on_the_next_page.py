"""Records of one page and of the next: what was found by its shape is cut as it was the first time."""

from leadline.answers.records.candidates import outlined
from leadline.answers.records.cut import cut_records
from leadline.answers.records.regions import region_of_shape
from leadline.answers.records.shape import Shape, first_link
from leadline.answers.records.source_shape import OwnReading, SourceShape, holds_one_each
from leadline.parse.document import Document


def _page(first: int) -> Document:
    lines = "".join(
        f"<tr><td><div><span>Size: <b>{400 + n * 7 % 90} bytes</b></span></div></td>"
        f"<td><b><a href=/pages/{n}.html>Catalogue entry {n * 37} of the county museum</a></b><br>"
        f"<small>Found near the harbour in {1700 + n}, and kept in room {n % 9}.</small></td></tr>"
        for n in range(first, first + 10)
    )
    return Document(f"<p>Some words first</p><table>{lines}</table>", f"http://x.example/find?from={first}")


def test_a_line_is_a_record_on_every_page() -> None:
    """Cells of one column are no list: by their shape those of the other one are records on the next page."""
    first = cut_records(_page(0))
    second = cut_records(_page(10), like=first.shape)
    assert [len(first.cuts), len(second.cuts)] == [10, 10]
    for cut in (*first.cuts, *second.cuts):
        assert "bytes" in cut.text
        assert "museum" in cut.text


THINGS = (
    "harbour",
    "bridge",
    "mill",
    "tower",
    "orchard",
    "granary",
    "chapel",
    "archive",
    "quarry",
    "ferry",
    "inn",
)


def _thing(n: int) -> str:
    return THINGS[n % len(THINGS)]


def _headings(numbers: range) -> Document:
    rows = "".join(
        f"<h5>{n}) <a href=/entry/{n * 31}/>The {_thing(n)} and the {_thing(5 * n)} ({n * 31})</a></h5>\n"
        f"<p>A strange hand noted {n * 17} thalers beside the {_thing(7 * n)}, of which the {_thing(3 * n)} books "
        f"of {1600 + n * 23} and those of the {_thing(n + 4)} say nothing about …</p>\n"
        f"<a href=/entry/{n * 31}/>Read on</a>\n"
        for n in numbers
    )
    count = f"<p>Shows 1 to {len(numbers)} of {len(numbers)} results</p>"
    page = f"<h1>Results</h1><div class=row><div class=middle>{count}<div id=results>{rows}</div></div></div>"
    return Document(
        f"{page}<footer><p>Made with <a href=/about>care</a></p></footer>", "http://x.example/find?q=b"
    )


def test_two_records_begin_as_ten_did() -> None:
    """A heading, a text and a link each: cut in pairs, two of them would be three rows of which the first fits."""
    ten = cut_records(_headings(range(1, 11)))
    two = cut_records(_headings(range(11, 13)), usual=ten.shape)
    assert [len(ten.cuts), len(two.cuts)] == [10, 2]
    assert all("thalers" in cut.text and cut.text.startswith(("11)", "12)")) for cut in two.cuts)


# ── the shape of a source ─────────────────────────────────────────────────────────────────────────────────

TERMS, WHOLE, OTHER = (Shape.read(f"{kind}|main/dl|{row}|/a|text") for kind, row in
                       (("row", "dt"), ("run", "dt"), ("row", "dd")))  # fmt: skip

LINES = Shape.read("row|main/ul/li|p|/a|url")


def _folded(*readings: tuple[Shape, bool], broken: bool = False) -> SourceShape:
    found = SourceShape().begun(TERMS)
    for shape, holds in readings:
        found = found.seen(OwnReading(shape, holds), broken=broken)
    return found


def test_three_answers_that_agree_on_more_replace_the_first_list() -> None:
    """Two may be a coincidence, and more have to say so than were read as the first list was."""
    assert _folded(*[(WHOLE, True)] * 2).choice == str(TERMS)
    assert _folded(*[(WHOLE, True)] * 3).choice == str(WHOLE)
    assert _folded(*[(TERMS, False)] * 2, *[(WHOLE, True)] * 3).choice == str(TERMS)
    assert _folded(*[(TERMS, False)] * 2, *[(WHOLE, True)] * 4).choice == str(WHOLE)


def test_another_shape_is_taken_only_where_records_go_by_nothing() -> None:
    """Readings that do not hold the rows of the choice count where its records cannot be told apart, or where
    twice as many answers read so as read like the first list."""
    alike = [(TERMS, False)] * 2
    assert _folded(*alike, *[(OTHER, False)] * 5).choice == str(TERMS)
    assert _folded(*alike, *[(OTHER, False)] * 5, broken=True).choice == str(OTHER)
    assert _folded(*alike, *[(OTHER, False)] * 6).choice == str(OTHER)


def test_what_was_given_up_does_not_come_back() -> None:
    """Replacing comes to an end, also over what is stored in between."""
    found = _folded(*[(WHOLE, True)] * 3)
    found = SourceShape.from_json(found.choice, found.to_json())
    for _ in range(5):
        found = found.seen(OwnReading(TERMS, holds=True), broken=True)
    assert found.choice == str(WHOLE)
    assert not found.settled().wants_more


def test_an_answer_is_read_twice_a_few_times_only() -> None:
    """Also where no answer has a list by itself."""
    found = SourceShape().begun(TERMS)
    for _ in range(20):
        found = found.seen(OwnReading(None), broken=False)
    assert (found.choice, found.wants_more) == (str(TERMS), False)


def test_an_answer_says_how_it_reads_by_itself() -> None:
    """Where that is asked for, and the page has a list of the usual shape; not on one with two rows."""

    def page(numbers: range) -> Document:
        lines = "".join(
            f"<dt><a href=/t/{n}>Term {n}</a></dt><dd>Said of crew {n} in {1700 + n}</dd>" for n in numbers
        )
        return Document(f"<html><body><main><dl>{lines}</dl></main></body></html>", "http://terms.example/find")

    found = cut_records(page(range(12)), usual=TERMS, hold=True)
    assert len(found.cuts) == 12
    assert found.own is not None
    assert found.own.holds
    assert found.own.shape is not None
    assert found.own.shape.run
    assert cut_records(page(range(12)), usual=TERMS).own is None
    assert cut_records(page(range(2)), usual=TERMS, hold=True).own is None


def _held(second: str) -> Document:
    rows = "".join(
        f"<li><p><a href=/t/{n}>Term {n} of trade</a></p><p>{second.format(n, n * 7 + 400)}</p></li>"
        for n in range(12)
    )
    page = f"<html><body><main><ul>{rows}</ul></main></body></html>"
    return Document(page, "http://terms.example/find")


def test_a_row_holds_the_one_of_its_parts_that_leads_somewhere() -> None:
    """A title and what is said below it may be elements of one kind."""
    found = cut_records(_held("said of crew {} in {}"), usual=LINES, hold=True)
    assert found.own is not None
    assert found.own.holds


def test_a_line_of_cards_that_lead_somewhere_each_is_no_record() -> None:
    outline, groups = outlined(_held("<a href=/t/{1}>Term {1} of crew {0}</a>"))
    lines, cards = (
        region_of_shape(outline, groups, shape) for shape in (Shape.read("row|body/main/ul|li|/p/a|url"), LINES)
    )
    assert lines is not None
    assert cards is not None
    leading = [row for row in cards.rows if first_link(outline, *row) is not None]
    assert (len(lines.rows), len(cards.rows), len(leading)) == (12, 24, 24)
    assert not holds_one_each(lines.rows, cards.rows, leading)
