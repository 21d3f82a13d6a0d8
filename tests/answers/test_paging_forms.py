"""Answers paged by forms: buttons, lists of pages, view-state postbacks, functions that set a page."""

from urllib.parse import parse_qsl

import pytest

from leadline.answers.document import read
from leadline.answers.paging.next_page import find_next_page
from leadline.answers.paging.safe import NextPage, paging_verdict
from leadline.gate.targets import TARGET
from leadline.model.form import Form
from leadline.model.page import Request, Response
from leadline.parse.document import parse_html
from leadline.submit.fill import default_query
from leadline.submit.submit import request_for

SITE = "http://books.example"
SEARCH_HTML = (
    "<form action=/find method=post role=search><input name=q placeholder=Search><select name=k><option>all"
    "<option>new</select><button>Search</button></form>"
)
SEARCH = parse_html(SEARCH_HTML, f"{SITE}/").forms[0]
ASKED = request_for(SEARCH, default_query(SEARCH, {"q": "owls"}), permit=TARGET)
BUTTONS = (
    "<form action=/find method=post><input type=hidden name=q value=owls>"
    "<input type=hidden name=k value=all>{}</form>"
)


def _following(html: str, asked: Request = ASKED, form: Form | None = SEARCH) -> NextPage | None:
    kind = (("Content-Type", "text/html; charset=utf-8"),)
    document = read(Response(asked, asked.url, 200, kind, f"<body><p>Results</p>{html}".encode(), 0.0))
    found = find_next_page(document, asked, form)
    if found is not None and found.form is not None:
        assert paging_verdict(found.form, document.page, asked, form).safe
    return found


def _sent(found: NextPage | None) -> dict[str, str]:
    assert found is not None
    body = (found.request.body or b"").decode() or found.request.url.partition("?")[2]
    return dict(parse_qsl(body, keep_blank_values=True))


def _asked_for(page: str) -> Request:
    return Request(ASKED.url, "POST", ASKED.headers, f"q=owls&k=all&page={page}".encode(), permit=TARGET)


@pytest.mark.parametrize(
    "buttons",
    [
        "<button name=page value=2>Next</button>",
        "<input type=submit name=page value=1 disabled><input type=submit name=page value=2>",
        "<b>1</b> <button name=page value=2>2</button><button name=page value=3>3</button>",
        "<button name=page value=0>«</button><button name=page value=2>»</button>",
        "<input type=hidden name=page value=2><input type=image alt='Nächste Seite' src=n.gif>",
        "<button name=page value=2>2</button><button name=page value=9>9</button>",
    ],
)
def test_a_button_turns_the_page(buttons: str) -> None:
    """A pager's form is sent with the state of the answer, by the button that leads on."""
    found = _following(BUTTONS.format(buttons))
    sent = _sent(found)
    assert found is not None
    assert found.form is not None
    assert (found.request.method, found.request.url) == ("POST", f"{SITE}/find")
    assert (sent["q"], sent["page"]) == ("owls", "2")


def test_each_button_may_be_a_form() -> None:
    """The page's number may stand in the action of a form of its own; the row tells which comes next."""
    forms = "".join(
        f"<form action='/find?page={n}' method=post><input type=hidden name=q value=owls>"
        f"<input type=submit value={n}></form>"
        for n in (1, 2, 4, 5)
    )
    asked = Request(f"{SITE}/find?page=3", "POST", ASKED.headers, b"q=owls", permit=TARGET)
    found = _following(forms, asked)
    assert found is not None
    assert found.request.url == f"{SITE}/find?page=4"
    assert found.request.body == b"q=owls"


def test_where_rows_of_buttons_are_cut() -> None:
    """1 … 4 *5* 6: the page that was asked for tells which gap is the present one; at the end there is none."""
    row = BUTTONS.format("".join(f"<button name=page value={n}>{n}</button>" for n in (1, 4, 6, 7)))
    assert _sent(_following(row, _asked_for("5")))["page"] == "6"
    last = BUTTONS.format("".join(f"<button name=page value={n}>{n}</button>" for n in (1, 4, 5)))
    assert _following(last, _asked_for("6")) is None


def test_buttons_in_the_search_form_itself() -> None:
    """CGI search engines page by further buttons of the search form, by GET as well."""
    html = (
        "<form action=/cgi-bin/omega><input name=P value=owls><input type=submit value=Search>"
        "<input type=hidden name=TOPDOC value=0><input type=submit name='>' value=Next></form>"
    )
    form = parse_html(
        "<form action=/cgi-bin/omega><input name=P><input type=submit value=Search></form>", f"{SITE}/"
    ).forms[0]
    found = _following(html, Request(f"{SITE}/cgi-bin/omega?P=owls", permit=TARGET), form)
    assert found is not None
    assert found.request.url == f"{SITE}/cgi-bin/omega?P=owls&TOPDOC=0&%3E=Next"


def test_the_button_of_a_search_in_steps_is_no_pager() -> None:
    """A button that the form had before there was an answer sends the question, whatever it says."""
    html = SEARCH_HTML.replace(">Search</button>", ">Next</button>")
    assert _following(html, ASKED, parse_html(html, f"{SITE}/").forms[0]) is None


def test_a_box_with_an_arrow_is_a_search() -> None:
    """The search box in the head of a page has "»" on its button and turns no page."""
    html = "<form action=/find><input name=q value=owls><button name=go value=1>»</button></form>"
    assert _following(html) is None


def test_a_list_of_sizes_is_no_pager() -> None:
    """How many records a page shows is no page."""
    sizes = "<option value=10 selected>10<option value=20>20<option value=50>50"
    assert _following(BUTTONS.format(f"<select name=per_page>{sizes}</select><button>Go</button>")) is None
    assert _following(BUTTONS.format(f"<select name=pages>{sizes}</select><button>Go</button>")) is None


def test_a_list_of_pages() -> None:
    """The page after the chosen one is sent as the script of the list would send it."""
    options = "<option value=0>1<option value=20 selected>2<option value=40>3"
    html = BUTTONS.format(f"<select name=page onchange='this.form.submit()'>{options}</select>")
    assert _sent(_following(html, _asked_for("20"))) == {"q": "owls", "k": "all", "page": "40"}
    assert _following(html.replace("40", "20").replace(">3", ">2")[:-40], _asked_for("20")) is None


# ── scripts ───────────────────────────────────────────────────────────────────────────────────────────────

POSTBACK = (
    "<form action=/find method=post><input type=hidden name=__VIEWSTATE value='dDw+=='>"
    "<input type=hidden name=__EVENTTARGET><input type=hidden name=__EVENTARGUMENT>"
    "<input name=q value=owls><input type=submit name=go value=Search><table><tr>{}</tr></table></form>"
)


@pytest.mark.parametrize(
    ("links", "argument"),
    [
        (
            (
                "<td><span>1</span></td><td><a href=\"javascript:__doPostBack('grid','Page$2')\">2</a></td>"
                "<td><a href=\"javascript:__doPostBack('grid','Page$3')\">3</a></td>"
            ),
            "Page$2",
        ),
        ("<td><a href=\"javascript:__doPostBack('grid','Page$Next')\">&gt;</a></td>", "Page$Next"),
        ("<td><a href='#' onclick=\"__doPostBack('grid','Page$2'); return false\">Next</a></td>", "Page$2"),
        (
            (
                "<td><a href='javascript:WebForm_DoPostBackWithOptions(new WebForm_PostBackOptions"
                '("grid", "Page$2", true, "", "", false, true))\'>Weiter</a></td>'
            ),
            "Page$2",
        ),
    ],
)
def test_a_postback_carries_the_view_state(links: str, argument: str) -> None:
    """The page's form goes back with its state and the event of the pager, and no button pressed."""
    found = _following(POSTBACK.format(links))
    assert _sent(found) == {
        "__VIEWSTATE": "dDw+==",
        "__EVENTTARGET": "grid",
        "__EVENTARGUMENT": argument,
        "q": "owls",
    }
    assert found is not None
    assert found.form is not None


def test_a_postback_with_a_log_in_around_it_is_left_alone() -> None:
    """One form around the whole page may hold a password; it is not sent then."""
    link = "<td><a href=\"javascript:__doPostBack('grid','Page$2')\">Next</a></td>"
    html = POSTBACK.format(link).replace("<table>", "<input type=password name=pw><table>")
    assert _following(html) is None


def test_a_function_that_sets_the_page() -> None:
    """Nothing is run: the number in the call goes into the hidden field that names a page."""
    hidden = "<input type=hidden name=pageNo value=1>"
    links = '<p>1 <a href="javascript:goTo(2)">2</a> <a href="javascript:goTo(3)">3</a></p>'
    sent = _sent(_following(BUTTONS.format(hidden) + links))
    assert sent == {"q": "owls", "k": "all", "pageNo": "2"}
    assert _following(BUTTONS.format("") + links) is None


# ── what is never sent ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "form",
    [
        "<form action=/basket method=post><input type=hidden name=id value=7><button>Next</button></form>",
        "<form action=/find method=post><input type=password name=pw><button>Next</button></form>",
        "<form action=/find method=post><input name=email><button>Next</button></form>",
        "<form action=/find method=post><textarea name=message></textarea><button>Next</button></form>",
        (
            "<form action=http://other.example/find method=post><input type=hidden name=q value=owls>"
            "<button>Next</button></form>"
        ),
        (
            "<form action=/find method=post><input type=hidden name=q value=owls>"
            "<button name=do value=d>Delete all</button><button name=page value=2>Next</button></form>"
        ),
        "<form action=/poll method=post><input type=radio name=vote value=1><button>Next</button></form>",
        "<form action=/find method=dialog><input type=hidden name=q value=owls><button>Next</button></form>",
        "<form action=/find method=post><input type=hidden name=q value=owls><button>Next article</button></form>",
        "<form action=/find method=post><input type=hidden name=q value=owls><button>Back</button></form>",
        (
            "<form action=/find method=post><input type=hidden name=q value=owls>"
            "<button name=page value=2 disabled>Next</button></form>"
        ),
    ],
)
def test_no_other_form_is_sent(form: str) -> None:
    """Baskets, log-ins, messages, polls, forms of other sites, and forms that also delete do not turn pages."""
    assert _following(form) is None


def test_the_same_request_is_no_next_page() -> None:
    """A pager that asks for what was asked for leads nowhere."""
    again = BUTTONS.format("<button name=page value=2>Next</button>")
    assert _following(again, _asked_for("2")) is None
