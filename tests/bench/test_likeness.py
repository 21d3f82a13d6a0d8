"""How like real pages the lab's are: what is counted, and that both sides are counted alike."""

from leadline.gate.targets import UNSENT
from leadline.model.page import Page, Request, Response
from leadline.parse.document import parse
from leadline_bench.locate.likeness import ROWS, compared, of_world, traits
from leadline_lab.settings import at_setting
from leadline_lab.spec import WorldSpec

HTML = """<title>Books</title><p>isbn author publisher paperback hardcover novel bookstore edition</p>
<a href="/a">A book</a> <a href="/b"><img src="x.gif"></a> <a href="/c">click here</a>
<a href="http://other.example/">Other</a> <a href="http://third.example/deep/page.html">Third</a>
<form action="/find"><input type="text" name="q"><input type="submit" value="Search"></form>"""


def page(url: str, html: str) -> Page:
    return parse(
        Response(Request(url, permit=UNSENT), url, 200, (("Content-Type", "text/html"),), html.encode(), 0)
    )


def test_traits_of_a_page() -> None:
    """Links by where they lead and what they say, the search box, the topic."""
    found = traits(page("http://shop.example/x", HTML), "book")
    assert (found.links, found.outward, found.deep, found.silent, found.dull) == (5, 2, 1, 1, 1)
    assert found.searches
    assert found.told
    assert traits(page("http://shop.example/x", HTML), "cooking").told is None


def test_knobs_show_in_the_figures() -> None:
    """Links enter in the middle, boxes stand on every page, keywords recognise less."""
    usual = list(of_world(WorldSpec(3, 600), 12))
    said = "deep_entries=1,header_boxes=1,telling_pages=0.1,barren_sites=0.5"
    turned = list(of_world(at_setting(WorldSpec(3, 600), said), 12))
    table = compared({"usual": usual, "turned": turned})
    rows = dict(zip(ROWS, ((row[1], row[2]) for row in table.rows), strict=True))
    assert rows["… and into its middle"][1] == 1.0
    for name, rises in (
        ("pages with a searchable form", True),
        ("pages that keywords of their topic recognise", False),
    ):
        before, after = rows[name]
        assert isinstance(before, float)
        assert isinstance(after, float)
        assert (after > before) is rises
