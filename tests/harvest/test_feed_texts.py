"""What feeds say: HTML that is escaped once more than XML is read as the page would show it."""

import pytest

from leadline.doors.adapters.xml_lists import feed
from leadline.gate.targets import TARGET
from leadline.model.page import Request, Response

HERE = "http://notes.example/feed.xml"
ATOM = "<feed xmlns='http://www.w3.org/2005/Atom'><entry>{}<link href='/n/1'/></entry></feed>"
RSS = "<rss><channel><item>{}<link>/n/1</link></item></channel></rss>"


def _said(body: str) -> dict[str, str]:
    page = feed(Response(Request(HERE, permit=TARGET), HERE, 200, (), body.encode(), 0.0))
    assert page is not None
    (listed,) = page.listed
    return {"Listed": listed.title, **dict(listed.fields)}


@pytest.mark.parametrize(
    ("written", "body", "name", "seen"),
    [
        (ATOM, "<title type='html'>The miller&amp;#39;s &lt;b>boat&lt;/b></title>", "Listed", "The miller's boat"),
        (ATOM, "<summary type='html'>Salt &amp;amp; bread, 3 &amp;lt; 5 > 2</summary>", "summary",
         "Salt & bread, 3 < 5 > 2"),
        (ATOM, "<content type='html'>&amp;amp;amp; is a sign</content>", "content", "&amp; is a sign"),
        (ATOM, "<summary>How to write &amp;amp;</summary>", "summary", "How to write &amp;"),
        (RSS, "<description>&lt;p>It&amp;#8217;s old&lt;/p></description>", "description", "It\u2019s old"),
    ],
)  # fmt: skip
def test_escaped_html_is_undone_once(written: str, body: str, name: str, seen: str) -> None:
    """Where Atom says that a text is HTML, and in descriptions of RSS; a text that is none keeps its signs, and
    what looks like a tag only after that is none."""
    assert _said(written.format(body))[name] == seen
