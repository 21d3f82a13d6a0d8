"""Answers that a script loads more of: endpoints in attributes, answers in JSON."""

import json

import pytest

from leadline.answers.document import read
from leadline.answers.paging.next_page import find_next_page
from leadline.answers.paging.safe import NextPage
from leadline.gate.targets import TARGET
from leadline.model.page import Request, Response, header
from leadline.parse.document import Document

SITE = "http://shop.example"
ASKED = Request(f"{SITE}/find?q=owls", permit=TARGET)


def _document(body: str, asked: Request = ASKED, kind: str = "text/html; charset=utf-8") -> Document:
    return read(Response(asked, asked.url, 200, (("Content-Type", kind),), body.encode(), 0.0))


def _following(html: str) -> NextPage | None:
    return find_next_page(_document(f"<body><ul><li>One</ul>{html}"), ASKED)


@pytest.mark.parametrize(
    "element",
    [
        "<button type=button data-url='/find?q=owls&page=2'>Show more</button>",
        "<form action=/x><button type=button data-url='/find?q=owls&page=2'>Mehr anzeigen</button></form>",
        "<div class=load-more data-href='/find?q=owls&page=2'></div>",
        "<div data-next-url='/find?q=owls&page=2'></div>",
        "<a href='#' data-next='?q=owls&amp;page=2'>…</a>",
        "<button hx-get='/find?q=owls&page=2' hx-target='#list'>Load more</button>",
        "<div hx-get='/find?q=owls&page=2' hx-trigger='revealed'></div>",
        "<a class='button' data-endpoint='/find?q=owls&page=2'>Ver más resultados</a>",
    ],
)
def test_an_endpoint_is_found(element: str) -> None:
    """Where a script would load from stands in an attribute; the request says that a script asks."""
    found = _following(element)
    assert found is not None
    assert (found.request.url, found.form) == (f"{SITE}/find?q=owls&page=2", None)
    names = {name.lower() for name, _ in found.request.headers}
    assert names & {"x-requested-with", "hx-request"}
    assert header(found.request.headers, "referer") == ASKED.url


@pytest.mark.parametrize(
    "element",
    [
        "<button data-url='/basket/add?id=7'>Add</button>",
        "<button data-url='http://other.example/more?page=2'>Show more</button>",
        "<button data-url='/find?q=owls'>Show more</button>",
        "<button class='load-more delete-all' data-url='/find?q=owls&page=2'>Show more</button>",
        "<button data-url='/find?q=owls&page=2' data-method=delete>Show more</button>",
        "<button disabled data-url='/find?q=owls&page=2'>Show more</button>",
        "<button data-url='/find?q=owls&page=2' hidden-by=x>Previous</button>",
        "<img class=next data-src='/i/owl.jpg' alt=Owl><div data-url='/item/7'>Owl lamp</div>",
        "<button data-next=2>Show more</button>",
        "<span class=share data-url='/item/7'>More</span>",
        "".join(f"<button hx-get='/find?q=owls&about=x{n}'>Show more</button>" for n in (2, 3, 4)),
    ],
)
def test_no_endpoint_is_made_up(element: str) -> None:
    """Other buttons, other sites, the same page and pictures bring no more of the list."""
    assert _following(element) is None


@pytest.mark.parametrize(
    ("told", "wanted"),
    [
        ({"next": "/find?q=owls&page=3"}, "page=3"),
        ({"meta": {"next_page_url": f"{SITE}/find?q=owls&page=3"}}, "page=3"),
        ({"links": {"next": {"href": "?q=owls&page=3"}}}, "page=3"),
        ({"nextPage": 3}, "page=3"),
        ({"next": "/find/delete?q=owls&page=3"}, None),
        ({"next": "/find?q=owls&page=3&action=trash"}, None),
        ({"next": None}, None),
        ({"next": False}, None),
        ({"has_more": True}, None),
    ],
)
def test_an_answer_in_json(told: dict[str, object], wanted: str | None) -> None:
    """The HTML in it is the answer, and where it says that it goes on is the next page."""
    asked = Request(f"{SITE}/find?q=owls&page=2", permit=TARGET)
    body = json.dumps({"html": "<ul><li>Two <a href=/i/2>owl</a></li></ul>", **told})
    document = _document(body, asked, "application/json")
    assert [link.url for link in document.page.links] == [f"{SITE}/i/2"]
    found = find_next_page(document, asked)
    assert (found.request.url if found else None) == (f"{SITE}/find?q=owls&{wanted}" if wanted else None)


@pytest.mark.parametrize("body", ['{"total": 7}', "{broken", '"text"', "{}", "[1, 2]", "{" * 5_000])
def test_json_without_html_is_text(body: str) -> None:
    """What wraps nothing is a page of text, however broken it is."""
    document = _document(body, kind="application/json")
    assert document.wrapped is None
    assert find_next_page(document, ASKED) is None
