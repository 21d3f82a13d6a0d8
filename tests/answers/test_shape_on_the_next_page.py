"""Records of one page and of the next: what was found by its shape is cut as it was the first time."""

from leadline.answers.records.cut import cut_records
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
