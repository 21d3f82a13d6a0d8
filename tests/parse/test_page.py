"""What a page says, feature by feature."""

import pytest

from leadline.gate.targets import TARGET
from leadline.model.page import Headers, Page, Request, Response
from leadline.parse.document import parse, parse_html

URL = "http://example.org/dir/page.html"


def read(html: str, headers: Headers = ()) -> Page:
    return parse_html(html, URL, headers)


def answered(body: bytes, content_type: str) -> Page:
    return parse(Response(Request(URL, permit=TARGET), URL, 200, (("content-type", content_type),), body, 0.0))


def test_words_of_blocks_stay_apart_and_inline_tags_do_not_split_words() -> None:
    """Cells, items and breaks separate words; formatting within a word does not."""
    page = read(
        "<p>a</p><p>b<br>c</p><table><tr><td>d</td><td>e</td></tr></table><p><u>N</u>ame fo<wbr>o H<sub>2</sub>O"
    )
    assert page.text == "a b c d e Name foo H2O"


@pytest.mark.parametrize(
    "hidden",
    [
        "<script>x</script>",
        "<style>x</style>",
        "<template>x</template>",
        "<noscript>x</noscript>",
        "<p hidden>x</p>",
        "<p style='Display : NONE'>x</p>",
        "<div style='position:absolute;left:-9999px'><b>x</b></div>",
        "<span style='opacity:0'>x</span>",
        "<iframe>x</iframe>",
        "<!-- x -->",
        "<svg><title>x</title></svg>",
    ],
)
def test_what_nobody_sees_is_no_text(hidden: str) -> None:
    """Scripts, styles, templates and hidden elements leave no words in the text."""
    assert read(f"<body>before {hidden} after").text == "before after"


def test_aria_hidden_text_is_seen() -> None:
    """Hidden from assistive technology is not hidden from sight."""
    assert read("<b aria-hidden=true>x</b>").text == "x"


def test_a_body_hidden_until_scripts_ran_has_text() -> None:
    """A style that hides the whole body is undone by scripts everywhere; the page still has its text."""
    assert read("<body style='display:none'>words").text == "words"


def test_title_is_the_documents() -> None:
    """The first title counts, folded, and not one of a drawing."""
    assert read("<title> A \n b </title><svg><title>no</title></svg>").title == "A b"


@pytest.mark.parametrize(
    ("html", "headers", "language"),
    [
        ("<html lang=en-GB>", (), "en"),
        ("<html LANG='DE_at'>", (), "de"),
        ("<html lang=''><meta http-equiv=Content-Language content='fr, en'>", (), "fr"),
        ("<html>", (("Content-Language", "it"),), "it"),
        ("<html lang='{{lang}}'>", (), None),
        ("<html>", (), None),
    ],
)
def test_language(html: str, headers: Headers, language: str | None) -> None:
    """The html element's word goes before meta, meta before the header; nonsense is no language."""
    assert read(html, headers).language == language


def test_base_and_canonical() -> None:
    """The first base href moves links and the canonical address, not the form without action."""
    page = read(
        "<base target=x><base href=/b/><base href=/c/><link rel='x CANONICAL' href=k><a href=l>x</a><form>"
    )
    assert page.base_url == "http://example.org/b/"
    assert page.canonical_url == "http://example.org/b/k"
    assert page.links[0].url == "http://example.org/b/l"
    assert page.forms[0].action == URL


def test_head_elements_survive_a_broken_head() -> None:
    """An image in a noscript of the head closes it; canonical and base after it still count."""
    page = read("<head><noscript><img src=x></noscript><base href=/b/><link rel=canonical href=c><title>t</title>")
    assert (page.base_url, page.canonical_url, page.title) == (
        "http://example.org/b/",
        "http://example.org/b/c",
        "t",
    )


@pytest.mark.parametrize(
    ("html", "headers", "noindex", "nofollow"),
    [
        ("<meta name=robots content='noindex, follow'>", (), True, False),
        ("<meta name=ROBOTS content=NONE>", (), True, True),
        ("", (("X-Robots-Tag", "nofollow"),), False, True),
        ("", (("X-Robots-Tag", "otherbot: noindex"), ("x-robots-tag", "leadline: noindex")), True, False),
        ("<meta name=googlebot content=noindex>", (), False, False),
        ("", (("X-Robots-Tag", "max-snippet:10, noindex"),), True, False),
    ],
)
def test_robots(html: str, headers: Headers, noindex: bool, nofollow: bool) -> None:
    """Meta robots and X-Robots-Tag for everybody or for us count; those of others do not."""
    robots = read(html, headers).robots
    assert (robots.noindex, robots.nofollow) == (noindex, nofollow)


@pytest.mark.parametrize("content", ["0; url=/n", "5;URL='/n'", "0,/n", ' 1 ; url = "/n"x', "0;url=/n"])
def test_refresh(content: str) -> None:
    """A refresh leads where browsers would go, however it is written."""
    page = read(f"<meta http-equiv=Refresh content='{content.replace(chr(39), '&#39;')}'>")
    assert page.refresh_url == "http://example.org/n"


def test_refresh_without_url_leads_nowhere() -> None:
    """A page that only reloads itself has no refresh address."""
    assert read("<meta http-equiv=refresh content=30>").refresh_url is None


def test_hints() -> None:
    """OpenSearch, sitemap and feed links are made absolute; other alternates are no feeds."""
    page = read(
        "<link rel=search type=application/opensearchdescription+xml href=/os.xml>"
        "<link rel=sitemap href=/map.xml><link rel=alternate type=application/rss+xml href=f>"
        "<link rel=alternate hreflang=de href=/de><link rel=stylesheet href=s>"
    )
    assert page.hints.opensearch == ("http://example.org/os.xml",)
    assert page.hints.sitemaps == ("http://example.org/map.xml",)
    assert page.hints.feeds == ("http://example.org/dir/f",)


@pytest.mark.parametrize(
    "markup",
    [
        '{"@type":"SearchAction","target":"/s?q={q}"}',
        '[{"@graph":[{"potentialAction":[{"@type":["SearchAction"],"target":{"urlTemplate":"/s?q={q}"}}]}]}]',
        '{"@type":"http://schema.org/SearchAction","target":["/s?q={q}"]}',
    ],
)
def test_search_actions_of_json(markup: str) -> None:
    """A SearchAction is found at any depth of JSON-LD, its template kept with braces."""
    page = read(f"<script type='application/ld+json'>{markup}</script>")
    assert page.hints.search_actions == ("http://example.org/s?q={q}",)


def test_search_actions_of_microdata() -> None:
    """A SearchAction in microdata is found too, and broken JSON is passed over."""
    page = read(
        "<script type=application/ld+json>{SearchAction</script>"
        "<form itemscope itemtype='https://schema.org/SearchAction'>"
        "<meta itemprop=target content='/s?q={q}'></form>"
    )
    assert page.hints.search_actions == ("http://example.org/s?q={q}",)


def test_bytes_are_decoded_as_declared() -> None:
    """The charset of the header reaches the text and the page says which it was."""
    page = answered("<title>Größe</title>".encode("latin-1"), "text/html; charset=iso-8859-1")
    assert (page.title, page.charset) == ("Größe", "windows-1252")


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (b"a  <form><a href=x>b</a></form>", "text/plain"),
        (b'{"a": "<form>"}', "application/json"),
        (b"<rss><channel><link>http://x/</link></channel></rss>", "application/rss+xml"),
    ],
)
def test_other_text_is_text_alone(body: bytes, content_type: str) -> None:
    """Plain text, JSON and feeds have words but neither links nor forms."""
    page = answered(body, content_type)
    assert page.text
    assert (page.links, page.forms) == ((), ())


@pytest.mark.parametrize("content_type", ["text/html", "application/xhtml+xml", "", "text/plain", "text/xml"])
def test_html_under_any_name_is_html(content_type: str) -> None:
    """A document that says it is HTML is read as such, whatever the server calls it."""
    page = answered(b"<!DOCTYPE html><html><form><input name=a></form></html>", content_type)
    assert [c.name for c in page.forms[0].controls] == ["a"]


@pytest.mark.parametrize(
    "body", [b"", b"\0", b"\xff\xfe", b"<", b"<form", b"<!--", b"\xed\xa0\x80<p>x", b"<frameset>"]
)
def test_no_bytes_break_it(body: bytes) -> None:
    """Empty, cut off and undecodable bodies give a page."""
    assert answered(body, "text/html").forms == ()


def test_marks_cannot_be_forged() -> None:
    """NULs, control characters and lone surrogates in a page neither vanish words nor move anchors."""
    html = "<a href=/1>o\0ne</a> \x1f &#0;&#1;2&#x1f; \x002\0 \ud800 <a href=/2>t\x000\0wo</a>"
    page = read(html)
    assert [link.anchor for link in page.links] == ["o\ufffdne", "t\ufffd0\ufffdwo"]
    assert "2" in page.text


def test_a_page_from_a_file_has_absolute_links_only() -> None:
    """Where the page has no address of its own, relative links lead nowhere and a form without action too."""
    page = parse_html("<a href=x>a</a><a href=http://e.org/>b</a><form>", "file:///tmp/x.html")
    assert [link.url for link in page.links] == ["http://e.org/"]
    assert page.forms[0].action == ""
