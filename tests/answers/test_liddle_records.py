"""Liddle's records, unique bytes and new data (SPEC section 3)."""

import pytest

from leadline.answers.records.liddle import is_new_data, split_liddle, unique_bytes


@pytest.mark.parametrize("mark", ["</tr>", "<hr>", "<P align=left>", "</TABLE>", "</blockquote>", "</html>"])
def test_a_page_is_split_at_six_tags(mark: str) -> None:
    """Each of the six tags ends a record; tags within are stripped."""
    assert [piece.text for piece in split_liddle(f"<b>one</b> &amp; 1{mark}two")] == ["one & 1", "two"]


def test_a_page_without_them_is_one_record() -> None:
    """`<pre>` and `<param>` are not `<p>`; nothing but `</html>`: one record. Equal records are one."""
    assert [p.text for p in split_liddle("<div>a</div><pre>b</pre><li>c</html>")] == ["a b c"]
    assert len(split_liddle("x<hr>x<hr>x")) == 1


def test_code_and_comments_are_no_text() -> None:
    """Scripts, style sheets and comments are left out, also where they do not end."""
    assert [p.text for p in split_liddle("<script>var a='<p>'</script>a<!-- <hr> -->b<style>p{}")] == ["a b"]


def test_unique_bytes_are_those_of_new_records() -> None:
    """U counts bytes, not letters, of the records that were not seen."""
    pieces = split_liddle("Käse<hr>Brot")
    assert unique_bytes(pieces, set()) == 5 + 4
    assert unique_bytes(pieces, {pieces[0].id}) == 4


@pytest.mark.parametrize(
    ("unique", "previous", "new"),
    [(1000, [5000], True), (999, [5000, 999], False), (999, [998, 5000], True), (0, [0, 0], False), (1, [], True)],
)
def test_new_data_by_bytes(unique: int, previous: list[int], new: bool) -> None:
    """1000 bytes are new data; fewer are if they exceed the least of the previous C queries."""
    assert is_new_data(unique, previous) is new


def test_new_data_by_share() -> None:
    """The variant by percentage asks for the new share of the answer."""
    assert is_new_data(50, [], size=500, share=0.1)
    assert not is_new_data(49, [9], size=500, share=0.1)
    assert not is_new_data(0, [], size=0, share=0.1)
