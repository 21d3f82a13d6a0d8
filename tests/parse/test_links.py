"""Links with their contexts."""

import string

from hypothesis import given
from hypothesis import strategies as st

from leadline.model.url import join, site_of
from leadline.parse.document import parse_html
from leadline.parse.links import MOST, Addresses

URL = "http://www.example.org/dir/page.html"


def links(html: str) -> list[tuple[str, str]]:
    return [(link.url, link.anchor) for link in parse_html(html, URL).links]


def test_all_kinds_of_links() -> None:
    """Anchors, areas, frames and links in drawings count; those to nowhere do not; repetition is kept."""
    html = (
        "<a href=a>A</a><a href=a>again</a><a name=n>no</a><a href='javascript:x()'>no</a>"
        "<a href=mailto:x@y>no</a>"
        "<map><area href=b alt=B></map><iframe src=c title=C></iframe><svg><a xlink:href=d>D</a></svg>"
    )
    base = "http://www.example.org/dir/"
    assert links(html) == [
        (base + "a", "A"),
        (base + "a", "again"),
        (base + "b", "B"),
        (base + "c", "C"),
        (base + "d", "D"),
    ]
    assert links("<frameset><frame src=x></frameset>") == [(base + "x", "")]


def test_anchor_falls_back_to_what_stands_for_an_image() -> None:
    """A link without text is named by its image, label or title."""
    assert links(
        "<a href=/1><img alt=' a  picture '></a><a href=/2 aria-label=label></a><a href=/3 title=t> </a>"
    ) == [
        ("http://www.example.org/1", "a picture"),
        ("http://www.example.org/2", "label"),
        ("http://www.example.org/3", "t"),
    ]


def test_ten_words_on_each_side() -> None:
    """Words around are the ten before and ten after, the anchor left out."""
    before = " ".join(f"b{n}" for n in range(15))
    after = " ".join(f"a{n}" for n in range(15))
    (link,) = parse_html(f"<p>{before} <a href=x>the <b>anchor</b></a> {after}", URL).links
    assert link.anchor == "the anchor"
    assert link.around.split() == [f"b{n}" for n in range(5, 15)] + [f"a{n}" for n in range(10)]


def test_hidden_links_keep_their_anchor() -> None:
    """A link in a folded menu is a link with its text, though the page's text lacks it."""
    page = parse_html("<p>seen<div style='display:none'>near <a href=x>menu</a></div>", URL)
    assert page.text == "seen"
    assert (page.links[0].anchor, page.links[0].around) == ("menu", "near")


def test_tag_path_has_classes_and_ids() -> None:
    """The way from the root, as the site wrote it."""
    (link,) = parse_html("<div class='nav main' id=top><ul><li><a class=x href=y>z</a>", URL).links
    assert link.tag_path == "html/body/div.nav.main#top/ul/li/a.x"


def test_rel_and_same_site() -> None:
    """rel is a set of lower-case words; hosts of one registrable domain are one site."""
    page = parse_html(
        "<a rel='NoFollow  ugc' href=//shop.example.org/>a</a><a href=http://example.com/>b</a><a href=/>c</a>",
        URL,
    )
    assert [link.same_site for link in page.links] == [True, False, True]
    assert page.links[0].rel == {"nofollow", "ugc"}


def test_links_are_capped() -> None:
    """A page of links without end gives as many as we keep."""
    assert len(parse_html("<a href=x>" * (MOST + 5), URL).links) == MOST


_HREF = st.one_of(
    st.text(alphabet=string.printable + "äß%", max_size=30),
    st.from_regex(r"/?[a-z./%2eE~@:;,!$&'()*+=-]{0,12}(\?[a-z=&/%'\[\]|^`{}]{0,8})?(#.{0,4})?", fullmatch=True),
    st.from_regex(r"https?:/{0,3}[a-zA-Z0-9.\-@:]{0,14}(/[a-z./]{0,8})?(\?[a-z=&]{0,5})?", fullmatch=True),
)


@given(
    _HREF,
    st.sampled_from(
        ["http://e.org/", "https://a.e.org:8080/x/y?z", "http://e.org/a;b/c.html", "http://127.0.0.1/q"]
    ),
)
def test_the_short_way_leads_where_the_standard_does(href: str, base: str) -> None:
    """Whatever stands in an href, the quick join answers what the URL standard's answers."""
    url = join(base, href)
    found = Addresses(base, base).find(href)
    assert (found and found[0]) == url
    if found:
        assert found[1] == (site_of(found[0]) == site_of(base))
