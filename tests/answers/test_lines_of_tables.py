"""Lines of a table in which one cell leads to the record and another says something about it."""

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
