"""Where the next page of a list is, and where there is none: links."""

import csv
import gzip
import io
import json
import tarfile
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser

from leadline.answers.document import read
from leadline.answers.paging.addresses import follows, is_other_resource
from leadline.answers.paging.next_page import find_next_page
from leadline.answers.paging.pager import Direction, direction_of
from leadline.gate.targets import TARGET
from leadline.model.form import Form
from leadline.model.page import Request, Response
from leadline.model.url import canonical
from leadline.model.url_parameters import page_key
from leadline.parse.document import Document, parse_html

SHARED = Path(__file__).parents[2] / ".." / "shared" / "data"
DATA, MESSAGES = SHARED / "autopager", SHARED / "result_messages" / "dev_platform_messages.jsonl.gz"
HERE = "http://list.example/results?q=x"
SEARCH = parse_html("<form action=/results><input name=q></form>", "http://list.example/").forms[0]


def _document(html: str, url: str = HERE, charset: str = "utf-8") -> Document:
    body = html.encode(charset)
    return read(
        Response(
            Request(url, permit=TARGET), url, 200, (("Content-Type", f"text/html; charset={charset}"),), body, 0.0
        )
    )


def _next(html: str, url: str = HERE, form: Form | None = None) -> str | None:
    found = find_next_page(_document(html, url), Request(url, permit=TARGET), form)
    assert found is None or (found.form is None and found.request.method == "GET")
    return found.request.url if found is not None else None


@pytest.mark.parametrize(
    "link",
    [
        '<a rel="next" href="/results?q=x&page=2">2</a>',
        '<a href="/results?q=x&page=2">Next</a>',
        '<a href="/results?q=x&page=2">Nächste Seite ›</a>',
        '<a href="/results?q=x&start=10">Suivant</a>',
        '<a href="/results?q=x&offset=20">Siguiente »</a>',
        '<a href="/results?q=x&page=2">Próximo</a>',
        '<a href="/results?q=x&page=2">下一页</a>',
        '<a href="/results?q=x&page=2">&gt;</a>',
        '<a href="/results?q=x&page=2" aria-label="Next page"><i></i></a>',
        '<a href="/results?q=x&page=2"><img src="/i/a.gif" alt="Weiter"></a>',
        '<div class="pagination"><a class="next" href="/results?q=x&cursor=f00">→</a></div>',
        '<p class="pages">1 <a href="/results?q=x&c=a">2</a> <a href="/results?q=x&c=b">3</a></p>',
        '<link rel="next" href="/results?q=x&page=2">',
        '<a href="/results;jsessionid=B2?q=x&page=2">Next</a>',
        '<a href="https://list.example/results?q=x&page=2">Next</a>',
        '<a href="/results?q=x&@startwith=50">next &gt;&gt;</a>',
        '<a href="/results?mark=77&q=x">next 20</a>',
    ],
)
def test_a_next_page_is_found(link: str) -> None:
    """Words in many languages, arrows, markup, addresses and rows of numbers lead to the next page."""
    found = _next(f"<body><p>Results</p>{link}<a href='/help'>Help</a></body>")
    assert found is not None
    assert found.partition("://")[2].startswith("list.example/results")


@pytest.mark.parametrize(
    "link",
    [
        "",
        '<a href="/results?q=x">1</a>',
        '<a href="#next">Next</a>',
        '<a href="javascript:next()">Next</a>',
        '<a rel="prev" href="/results?q=x&page=0">Back</a>',
        '<a href="http://other.example/?page=2">Next</a>',
        '<a href="/news/another-story">Next article: the weather and what it does to us all</a>',
        '<a href="/calendar?month=6">Next month</a>',
        '<a href="/about">Learn more</a>',
        '<a rel="next" href="/news/another-story" class="nav-next">Another story</a>',
        '<a class="next disabled" aria-disabled="true" href="/results?q=x&page=2">Next</a>',
        '<a href="/results?q=x&sid=9">Next</a>',
        '<div class="comments-nav"><a href="/results/comment-page-2">Next comments</a></div>',
        '<a href="/a?q=x">more</a><a href="/b?q=x">more</a><a href="/c?q=x">more</a>',
    ],
)
@pytest.mark.parametrize("form", [None, SEARCH], ids=["list", "answer"])
def test_no_next_page_is_made_up(link: str, form: Form | None) -> None:
    """Links to other things, other sites, the same page, or nowhere are no next page."""
    assert _next(f"<body><p>Results</p>{link}</body>", form=form) is None


def test_a_log_out_that_says_next_does_not_hide_the_next_page() -> None:
    """The gate judges before the best link is taken, so the second best is found behind a deed."""
    deed = '<a rel="next" class="next" href="/results/logout?q=x&page=2">Next page</a>'
    link = '<a href="/results?q=x&page=2">Next</a>'
    assert _next(f'<div class="pagination">{deed}</div>', form=SEARCH) is None
    assert _next(f'<div class="pagination">{deed} {link}</div>', form=SEARCH) == f"{HERE}&page=2"


def test_an_id_names_another_thing() -> None:
    """On a page nobody asked a query for, "next" with an id is the next product, unless pages are counted."""
    assert _next('<div class="pager"><a href="/show?id=7&q=x">Next »</a></div>') is None
    assert _next('<div class="pager"><a href="/results?id=7&q=x&page=2">Next »</a></div>') is not None


def test_the_number_after_the_present_one() -> None:
    """In a row of page numbers it is the one behind the one that is no link, not the first or the last."""
    row = "".join(f'<a href="/results?q=x&n={n * 7}">{n}</a> ' if n != 4 else "<b>4</b> " for n in range(1, 8))
    assert _next(f'<div class="pages">{row}</div>') == "http://list.example/results?q=x&n=35"


@pytest.mark.parametrize(("asked", "wanted"), [("", "start=20"), ("&start=20", "start=40"), ("&start=40", None)])
def test_offsets_behind_numbers(asked: str, wanted: str | None) -> None:
    """Where nothing but numbers stands there, all of them links, the addresses tell which one we are on."""
    row = "".join(f'<a href="/results?q=x&start={20 * (n - 1)}">{n}</a> ' for n in (1, 2, 3))
    found = _next(f'<div class="pages">{row}</div>', f"{HERE}{asked}")
    assert found == (f"{HERE}&{wanted}" if wanted else None)


def test_rows_of_ranges() -> None:
    """A row may tell records instead of pages."""
    row = '<a href="/results?q=x&b=1">1-20</a> | 21-40 | <a href="/results?q=x&b=41">41-60</a>'
    assert _next(f'<p class="pager">{row}</p>', f"{HERE}&b=21") == f"{HERE}&b=41"


def test_the_last_page_has_no_next() -> None:
    """Where the row of numbers ends with the present one, there is nothing more."""
    row = "".join(f'<a href="/results?q=x&page={n}">{n}</a> ' for n in range(1, 4))
    page = f'<div class="pager">{row}<b>4</b></div><a href="/results?q=x&page=3">« Previous</a>'
    assert _next(page, f"{HERE}&page=4") is None
    assert _next(page, f"{HERE}&page=4", SEARCH) is None


def test_older_leads_on_in_an_answer() -> None:
    """An answer is walked from its start, so older entries come next there, on whatever side the link stands."""
    blog = (
        '<div class="nav-previous"><a href="/page/3/?s=x"><span>←</span> Older posts</a></div>'
        '<div class="nav-next"><a href="/?s=x">Newer posts →</a></div>'
    )
    asked = "http://list.example/page/2/?s=x"
    assert _next(blog, asked, SEARCH) == "http://list.example/page/3/?s=x"
    assert _next(blog, asked) == "http://list.example/?s=x"


def test_a_plain_next_is_enough_in_an_answer() -> None:
    """A program of another name may show the rest: "Next" and nothing else leaves no doubt after a query."""
    page = '<p>Results</p><a href="/cgi-bin/more?set=7a&from=rec11">Next</a>'
    assert _next(page, form=SEARCH) == "http://list.example/cgi-bin/more?set=7a&from=rec11"
    assert _next(page) is None


@pytest.mark.parametrize(
    ("current", "other", "order"),
    [
        ("http://e.org/l?page=1", "http://e.org/l?page=2", True),
        ("http://e.org/l?page=2", "http://e.org/l?page=4", False),
        ("http://e.org/l", "http://e.org/l?page=1", True),
        ("http://e.org/l?start=20&q=a", "http://e.org/l?q=a&start=30", True),
        ("http://e.org/l?start=20", "http://e.org/l?start=10", False),
        ("http://e.org/a/page/9/", "http://e.org/a/page/10/", True),
        ("http://e.org/list.html", "http://e.org/list-2.html", True),
        ("http://e.org/board/24/", "http://e.org/board/24/?page=1", True),
        ("http://e.org/l?board=18.0", "http://e.org/x?board=18.1", None),
        ("http://e.org/l;jsessionid=A?page=1", "http://e.org/l;jsessionid=B?page=2", True),
        ("https://e.org/l?page=1&PHPSESSID=a", "http://e.org/l?page=2&PHPSESSID=b", True),
        ("http://e.org/l?page=3&per_page=50", "http://e.org/l?page=4&per_page=50", True),
        ("http://e.org/l?b_start:int=0", "http://e.org/l?b_start:int=20", True),
    ],
)
def test_what_addresses_tell(current: str, other: str, order: bool | None) -> None:
    """Page numbers and offsets in addresses are counted up, wherever they stand, whoever is asking."""
    assert follows(current, other) is order


@pytest.mark.parametrize(
    ("current", "other", "away"),
    [
        ("http://e.org/2024/pie/", "http://e.org/2024/soup/", True),
        ("http://e.org/news/12", "http://e.org/news/13", False),
        ("http://e.org/search?q=a", "http://e.org/search?c=b", False),
        ("http://e.org/find", "http://e.org/find/more?after=7", False),
        ("http://e.org/find", "http://e.org/other/page/2", True),
        ("http://e.org/a-story/", "http://e.org/x/a-story-p2/", False),
    ],
)
def test_what_leads_elsewhere(current: str, other: str, away: bool) -> None:
    """Another path that counts no pages is another thing."""
    assert is_other_resource(current, other) is away


def test_a_page_is_the_same_for_every_visitor() -> None:
    """Ids of sessions and the order of parameters do not make another page; marks of a place in a list do."""
    one = page_key("http://e.org/s;jsessionid=1?b=2&a=1&PHPSESSID=x")
    assert one == page_key("http://e.org/s?sid=77&a=1&b=2")
    assert one != page_key("http://e.org/s?a=1&b=2&page_token=9f86d081884c7d65")


@pytest.mark.data
@pytest.mark.skipif(
    not MESSAGES.is_file(), reason="the development data (../shared/data/result_messages) is not here"
)
def test_words_of_real_software() -> None:
    """What MediaWiki and WordPress write on their pagers in five languages is understood, never the wrong way."""
    keys = {
        "table_pager_next": Direction.NEXT,
        "Next page": Direction.NEXT,
        "table_pager_prev": Direction.BACK,
        "Previous page": Direction.BACK,
    }
    right = 0
    with gzip.open(MESSAGES, "rt", encoding="utf-8") as lines:
        for message in map(json.loads, lines):
            wanted, got = keys.get(message["key"]), direction_of(message["text"])
            if wanted is None:
                continue
            right += got is wanted
            if message["lang"].partition("-")[0].partition("_")[0] in ("en", "de", "fr", "es", "pt"):
                assert got is wanted, message
            if got is not None:
                assert (got in (Direction.NEXT, Direction.ON)) is (wanted is Direction.NEXT), message
    assert right >= 290


def _truth(html: str, document: Document, selector: str) -> set[str]:
    """Where the marked elements lead: themselves, a link in them, or the link around them."""
    found = set()
    for node in LexborHTMLParser(html).css(selector) if selector else ():
        link = node if node.tag == "a" else node.css_first("a[href]")
        above = node.parent
        while link is None and above is not None:
            link, above = (above if above.tag == "a" else None), above.parent
        if link is not None and (url := document.link(link)):
            found.add(url)
    return found


@pytest.mark.data
@pytest.mark.skipif(not DATA.is_dir(), reason="the development data (../shared/data/autopager) is not here")
def test_next_pages_of_real_lists() -> None:
    """On the development pages at least 95 % of next links are found, and never another one is taken for one.

    The three that are not found: a page that its own next link leads to, a next *article*, and a link from a front
    page to the list it is about. On three pages where nobody marked one there is one all the same: two with "next"
    and `rel=next` in so many letters, one with a row of numbers.
    """
    unmarked = {"9", "161", "190"}
    with (DATA / "dev_data.csv").open(encoding="utf-8") as table:
        rows = {row["File Name"]: row for row in csv.DictReader(table)}
    found, wrong, invented, with_next, without = 0, set(), set(), 0, 0
    with tarfile.open(DATA / "dev_html.tar.xz") as archive:
        for member in archive:
            row = rows.get(Path(member.name).stem)
            stream = archive.extractfile(member)
            if row is None or stream is None:
                continue
            url = canonical(row["Page URL"]) or ""
            text = io.TextIOWrapper(stream, encoding=row["Encoding"] or "utf-8", errors="replace").read()
            document = _document(text, url)
            ahead = find_next_page(document, Request(url, permit=TARGET))
            got = ahead.request.url if ahead is not None else None
            if row["NEXT"]:
                truth = _truth(text, document, row["NEXT"])
                with_next += 1
                found += got in truth
                wrong |= {row["File Name"]} if got is not None and got not in truth else set()
            else:
                without += 1
                invented |= {row["File Name"]} if got is not None else set()
    assert (with_next, without) == (72, 48)
    assert found >= 69
    assert wrong == set()
    assert invented <= unmarked
