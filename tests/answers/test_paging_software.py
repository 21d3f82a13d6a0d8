"""Pagers as well-known software writes them, each asked for on its first, a middle, or its last page."""

import pytest

from leadline.answers.document import read
from leadline.answers.paging.next_page import find_next_page
from leadline.gate.targets import TARGET
from leadline.model.page import Request, Response
from leadline.parse.document import parse_html

SEARCH = parse_html("<form action=/s role=search><input name=q></form>", "http://a.example/").forms[0]

CASES = {
    "wiki, first": (
        "/w/index.php?title=Special:Search&search=owl&fulltext=1",
        (
            "(previous 20 | "
            "<a href='/w/index.php?title=Special:Search&limit=20&offset=20&search=owl' class=mw-nextlink>"
            "next 20</a>) (<a href='/w/index.php?title=Special:Search&limit=20&offset=0&search=owl'>20</a> | "
            "<a href='/w/index.php?title=Special:Search&limit=50&offset=0&search=owl'>50</a>)"
        ),
        "/w/index.php?title=Special:Search&limit=20&offset=20&search=owl",
    ),
    "wiki, last": (
        "/w/index.php?title=Special:Search&limit=20&offset=40&search=owl",
        (
            "("
            ""
            "<a href='/w/index.php?title=Special:Search&limit=20&offset=20&search=owl' "
            "class=mw-prevlink>previous 20</a>"
            " | next 20) (<a href='/w/index.php?title=Special:Search&limit=50&offset=40&search=owl'>50</a> | "
            "<a href='/w/index.php?title=Special:Search&limit=100&offset=40&search=owl'>100</a>)"
        ),
        None,
    ),
    "blog, old theme": (
        "/?s=owl",
        (
            "<div class=navigation><div class=nav-previous><a href='/?s=owl&paged=2'><span class=meta-nav>&larr;"
            "</span> "
            "Older posts</a></div><div class=nav-next></div></div>"
        ),
        "/?s=owl&paged=2",
    ),
    "blog, new theme": (
        "/page/2/?s=owl",
        (
            "<nav class='navigation pagination'><a class='prev page-numbers' href='/?s=owl'>Previous</a>"
            "<a class=page-numbers href='/?s=owl'>1</a>"
            "<span aria-current=page class='page-numbers current'>2</span>"
            "<a class=page-numbers href='/page/3/?s=owl'>3</a>"
            "<a class='next page-numbers' href='/page/3/?s=owl'>Next</a>"
        ),
        "/page/3/?s=owl",
    ),
    "tracker with spans": (
        "/search?q=owl&page=2",
        (
            "<span class=pagination><ul class=pages><li class='previous page'>"
            "<a href='/search?page=1&q=owl'>« Previous</a>"
            "<li class=page><a href='/search?page=1&q=owl'>1</a><li class=current><span>2</span>"
            "<li class='next page'>"
            "<a href='/search?page=3&q=owl'>Next »</a></ul></span>"
        ),
        "/search?page=3&q=owl",
    ),
    "tracker with startwith": (
        "/issue?@search_text=owl&@startwith=50&@pagesize=50",
        (
            "<table><tr class=navigation><th>"
            "<a href='issue?@search_text=owl&@startwith=0&@pagesize=50'>&lt;&lt; previous"
            "</a></th><th>51..100 out of 312</th><th>"
            "<a href='issue?@search_text=owl&@startwith=100&@pagesize=50'>next "
            "&gt;&gt;</a></th></tr></table>"
        ),
        "/issue?@search_text=owl&@startwith=100&@pagesize=50",
    ),
    "tickets": (
        "/Search/Results.html?Query=owl&Page=1",
        (
            "<div class=paging>Page 1 of 3: <a href='/Search/Results.html?Page=1&Query=owl'>1</a> "
            "<a href='/Search/Results.html?Page=2&Query=owl'>2</a> "
            "<a href='/Search/Results.html?Page=3&Query=owl'>3</a> "
            "<a href='/Search/Results.html?Page=2&Query=owl'>Next</a></div>"
        ),
        "/Search/Results.html?Page=2&Query=owl",
    ),
    "repository viewer": (
        "/?p=a.git;a=search;s=owl;st=commit",
        (
            "<div class=page_nav>first &sdot; prev &sdot; <a accesskey=n title='Alt-n' "
            "href='/?p=a.git;a=search;s=owl;st=commit;pg=1'>next</a></div>"
        ),
        "/?p=a.git;a=search;s=owl;st=commit;pg=1",
    ),
    "timeline": (
        "/timeline?s=owl&n=50",
        "<div class=submenu><a class=label href='/timeline?b=20240101120000&s=owl&n=50'>Older</a></div>",
        "/timeline?b=20240101120000&s=owl&n=50",
    ),
    "board": (
        "/search.php?keywords=owl&start=10",
        (
            "<div class=pagination>Search found 25 matches <ul><li class='arrow previous'><a rel=prev "
            "href='./search.php?keywords=owl'>Previous</a><li><a href='./search.php?keywords=owl'>1</a>"
            "<li class=active><span>2</span><li><a href='./search.php?keywords=owl&start=20'>3</a>"
            "<li class='arrow next'>"
            "<a rel=next href='./search.php?keywords=owl&start=20'>Next</a></ul></div>"
        ),
        "/search.php?keywords=owl&start=20",
    ),
    "catalogue with images": (
        "/cgi-bin/koha/opac-search.pl?q=owl",
        (
            "<nav><ul class=pagination><li class=disabled><a href='#'>1</a><li>"
            "<a href='/cgi-bin/koha/opac-search.pl?q=owl"
            "&offset=20'>2</a><li>"
            "<a href='/cgi-bin/koha/opac-search.pl?q=owl&offset=20' aria-label='Go to the next page'>"
            "Next <i class='fa fa-angle-right'></i></a></ul></nav>"
        ),
        "/cgi-bin/koha/opac-search.pl?q=owl&offset=20",
    ),
    "content system with batches": (
        "/search?SearchableText=owl",
        (
            "<nav class=pagination><ul><li class=active>1<li>"
            "<a href='/search?SearchableText=owl&b_start:int=10'>2</a>"
            "<li class=next><a href='/search?SearchableText=owl&b_start:int=10'>Next 10 items »</a></ul></nav>"
        ),
        "/search?SearchableText=owl&b_start:int=10",
    ),
    "old search engine": (
        "/cgi-bin/htsearch?words=owl",
        (
            "Pages: <img src=/b1.gif alt=1> <a href='/cgi-bin/htsearch?words=owl;page=2'>"
            "<img src=/b2.gif alt=2></a> "
            "<a href='/cgi-bin/htsearch?words=owl;page=2'><img src=/buttonr.gif alt='[next]'></a>"
        ),
        "/cgi-bin/htsearch?words=owl;page=2",
    ),
    "publications": (
        "/spip.php?page=recherche&recherche=owl",
        (
            "<p class=pagination><strong>0</strong> | "
            "<a href='spip.php?page=recherche&recherche=owl&debut_articles=10"
            "#pagination_articles'>10</a> | <a href='spip.php?page=recherche&recherche=owl&debut_articles=20'>20"
            "</a></p>"
        ),
        "/spip.php?page=recherche&recherche=owl&debut_articles=10",
    ),
    "a single record at once": (
        "/record/12",
        (
            "<h1>Owl</h1><a href=/record/11 class=prev>Previous record</a> "
            "<a href=/record/13 class=next>Next record</a>"
        ),
        None,
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_pagers_of_known_software(name: str) -> None:
    """The next page is the one a reader would go to, and none where there is none."""
    address, html, wanted = CASES[name]
    asked = Request(f"http://a.example{address}", permit=TARGET)
    body = f"<!doctype html><title>Owls</title><body><div>{html}</div>".encode()
    document = read(Response(asked, asked.url, 200, (("Content-Type", "text/html; charset=utf-8"),), body, 0.0))
    found = find_next_page(document, asked, SEARCH)
    assert (found.request.url if found else None) == (f"http://a.example{wanted}" if wanted else None)
