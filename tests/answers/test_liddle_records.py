"""Liddle's records (SPEC section 3)."""

import pytest

from leadline.answers.records.cut import split_liddle


@pytest.mark.parametrize("mark", ["</tr>", "<hr>", "<P align=left>", "</TABLE>", "</blockquote>", "</html>"])
def test_a_page_is_split_at_six_tags(mark: str) -> None:
    """Each of the six tags ends a record; tags within are stripped."""
    assert split_liddle(f"<b>one</b> &amp; 1{mark}two") == ("one & 1", "two")


def test_a_page_without_them_is_one_record() -> None:
    """`<pre>` and `<param>` are not `<p>`; nothing but `</html>`: one record. Equal records are one."""
    assert split_liddle("<div>a</div><pre>b</pre><li>c</html>") == ("a b c",)
    assert len(split_liddle("x<hr>x<hr>x")) == 1


def test_code_and_comments_are_no_text() -> None:
    """Scripts, style sheets and comments are left out, also where they do not end."""
    assert split_liddle("<script>var a='<p>'</script>a<!-- <hr> -->b<style>p{}") == ("a b",)
