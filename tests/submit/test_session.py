"""What a form needs to be sent again: fresh values, a page loaded anew, the next step."""

import pytest

from leadline.answers.document import read
from leadline.forms.safety import gate
from leadline.gate.targets import TARGET
from leadline.model.form import Form
from leadline.model.page import Page, Request, Response
from leadline.parse.document import Document, parse_html
from leadline.submit.fill import default_query
from leadline.submit.session import Session, expired, has_state, next_step, refreshed, varying

HERE = "http://forms.example/search"
RESULTS = "http://forms.example/results?q=owls"


def _html(token: str = "a1", value: str = "", extra: str = "", action: str = "/results") -> str:
    return (
        f"<form action={action}><input type=hidden name=csrf_token value={token}>"
        f"<input type=hidden name=lang value=en><input name=q value='{value}'>{extra}"
        "<button>Search</button></form>"
    )


def _page(html: str, url: str = HERE) -> Page:
    return parse_html(html, url)


def _form(html: str, url: str = HERE) -> Form:
    return _page(html, url).forms[0]


def _document(html: str, url: str = RESULTS, status: int = 200) -> Document:
    return read(
        Response(Request(url, permit=TARGET), url, status, (("Content-Type", "text/html"),), html.encode(), 0.0)
    )


def _pairs(form: Form | None) -> dict[str, str]:
    assert form is not None
    return dict(default_query(form).assignment)


def test_hidden_values_are_taken_over() -> None:
    """A page loaded again gives its hidden values and its action, session id included."""
    form = _form(_html("a1", action="/results;jsessionid=1"))
    fresh = refreshed(form, _page(_html("b2", action="/results;jsessionid=2")))
    assert _pairs(fresh) == {"csrf_token": "b2", "lang": "en", "q": ""}
    assert fresh is not None
    assert fresh.action.endswith("/results;jsessionid=2")
    assert (fresh.identity, fresh.index, fresh.page_url) == (form.identity, form.index, form.page_url)


def test_what_a_page_of_results_echoes_is_not_taken_over() -> None:
    """On the answer the form holds the question; of its hidden fields only the state is taken."""
    echoed = _html("b2", "owls").replace("value=en", "value=page2")
    assert _pairs(refreshed(_form(_html("a1")), _page(echoed, RESULTS))) == {
        "csrf_token": "b2",
        "lang": "en",
        "q": "",
    }


def test_a_token_whose_name_is_drawn_anew() -> None:
    """Names that a machine drew are replaced with their values."""
    before = "<form action=/results><input type=hidden name=f9f86d081884c7d65 value=1><input name=q></form>"
    after = before.replace("9f86d081884c7d65", "2c26b46b68ffc68ff").replace("value=1", "value=2")
    assert _pairs(refreshed(_form(before), _page(after))) == {"f2c26b46b68ffc68ff": "2", "q": ""}


def test_a_page_without_the_form() -> None:
    """Another form is not taken for it."""
    other = "<form action=/login method=post><input name=user><input type=hidden name=csrf_token value=z></form>"
    assert refreshed(_form(_html()), _page(other)) is None


def test_what_differs_between_two_loads() -> None:
    """Values that change and fields that come and go are told by name."""
    more = _form(_html("b2", extra="<input type=hidden name=t1 value=9>"))
    assert varying(_form(_html("a1")), more) == {"csrf_token", "t1"}
    assert varying(_form(_html()), _form(_html(value="typed"))) == frozenset()


def test_no_page_is_loaded_without_need() -> None:
    """A form is sent again and again with what it has until the site complains."""
    session = Session(_form(_html()))
    for _ in range(3):
        session = session.sent().answered(_document("<p>3 results</p>"))
        assert not session.needs_reload


def test_fresh_values_of_an_answer_are_used() -> None:
    """Where the answer holds the form, its token is the one to send, and it is known to change."""
    session = Session(_form(_html("a1"))).sent().answered(_document(_html("b2", "owls")))
    assert _pairs(session.form)["csrf_token"] == "b2"
    assert session.changing == {"csrf_token"}
    assert not session.spent


STALE = _document("<h2>Sorry</h2><p>Your session has expired. Please start again.</p>")


def test_one_time_values_are_loaded_before_each_submission() -> None:
    """Values refused the second time are refused every second time."""
    session = Session(_form(_html("a1"))).sent().answered(_document("<p>3 results</p>"))
    session = session.sent().answered(STALE)
    assert session.one_time
    assert session.needs_reload
    session = session.loaded(_page(_html("b2")))
    assert not session.needs_reload
    assert session.sent().answered(_document("<p>7 results</p>")).needs_reload


def test_values_that_grow_old_are_loaded_once() -> None:
    """A session that ends after many queries is begun again, without a load before every query after that."""
    session = Session(_form(_html("a1")))
    for _ in range(5):
        session = session.sent().answered(_document("<p>3 results</p>"))
    session = session.sent().answered(STALE)
    assert session.needs_reload
    assert not session.one_time
    session = session.loaded(_page(_html("b2"))).sent().answered(_document("<p>3 results</p>"))
    assert not session.needs_reload


def test_a_site_that_refuses_fresh_values_is_not_asked_on_and_on() -> None:
    """The second refusal in a row says that loading again does not help."""
    session = Session(_form(_html("a1"))).sent().answered(STALE)
    assert not session.one_time
    assert session.loaded(_page(_html("b2"))).sent().answered(STALE).one_time


def test_another_process_loads_the_page_first() -> None:
    """Tokens belong to cookies that are gone; a form without any is sent as it is."""
    assert Session(_form(_html())).resumed().needs_reload
    assert not Session(_form("<form action=/s><input name=q></form>")).resumed().needs_reload
    assert has_state(_form("<form action='/s;jsessionid=7'><input name=q></form>"))


@pytest.mark.parametrize(
    "notice",
    [
        "<p>Invalid CSRF token.</p>",
        "<div><strong>The security token did not match: token mismatch.</strong></div>",
        "<h1>Page expired</h1>",
        "<p>Ihre Sitzung ist abgelaufen.</p>",
        "<p>Das Formular ist nicht mehr gültig.</p>",
        "<p>Votre session a expiré.</p>",
        "<p>Le jeton de sécurité est invalide.</p>",
        "<p>La sesión ha caducado.</p>",
        "<p>Su sesión ha expirado</p>",
        "<p>A sua sessão expirou.</p>",
        "<p>O token é inválido.</p>",
    ],
)
def test_stale_values_are_complained_about(notice: str) -> None:
    """What sites say about old tokens and sessions is understood in five languages."""
    assert expired(_document(f"<body><h2>Search</h2>{notice}{_html()}"))


@pytest.mark.parametrize(
    "html",
    [
        "<p>3 results</p>",
        "<ul><li><a href=/1>Session expired after login</a></li><li><a href=/2>Invalid token in API</a></li></ul>",
        "<table><tbody><tr><td>Invalid CSRF token</td><td>open</td></tr></tbody></table>",
        "<p>Your session has expired. </p>" * 3,
        f"<p>{'A long story about how a session has expired. ' * 20}</p>",
    ],
)
def test_records_that_speak_of_sessions_are_no_complaint(html: str) -> None:
    """Titles of records, table cells and long texts are not the site speaking."""
    assert not expired(_document(html))


def test_statuses_that_say_it() -> None:
    """Frameworks have numbers for it."""
    assert expired(_document("<p>Oops</p>", status=419))


# ── steps ─────────────────────────────────────────────────────────────────────────────────────────────────

FIRST = _form(
    "<form action=/find method=post role=search><label>Search by make <select name=make><option value=''>any"
    "<option>Saab</select></label><button>Next</button></form>"
)
SECOND = (
    "<form action=/find2 method=post><input type=hidden name=make value=Saab><select name=model><option>900"
    "<option>9000</select><input name=word placeholder=Keyword><button>Search</button></form>"
)


def test_the_second_step_is_found() -> None:
    """A form that carries what was chosen and asks for more goes on with the search."""
    document = _document(f"<body>{SECOND}<form action=/news method=post><input name=email></form>")
    step = next_step(document, FIRST, (("make", "Saab"),))
    assert step is not None
    assert [control.name for control in step.fields] == ["model", "word"]
    assert gate(step, document.page).safe


def test_a_step_has_to_be_a_search_by_itself() -> None:
    """A booking carries all that the search before it has asked; "OK" on it proves nothing."""
    booking = (
        "<form action=/reservation/finalize method=post><input type=hidden name=make value=Saab>"
        "<select name=seat><option>1</select><button>OK</button></form>"
    )
    document = _document(booking)
    step = next_step(document, FIRST, (("make", "Saab"),))
    assert step is not None
    assert not gate(step, document.page).safe


@pytest.mark.parametrize(
    "html",
    [
        "<p>Nothing found</p>",
        "<form action=/find method=post role=search><select name=make><option>any</select></form>",
        "<form action=/find2 method=post><input type=hidden name=make value=Saab><button>2</button></form>",
        "<form action=/news method=post><input name=email><button>Go</button></form>",
    ],
)
def test_no_step_is_made_up(html: str) -> None:
    """The same form again, a pager, and other forms are no second step."""
    assert next_step(_document(html), FIRST, (("make", "Saab"),)) is None


def test_a_form_that_sorts_an_empty_answer_is_no_step() -> None:
    """A choice of order, carrying the question along, asks for nothing more."""
    sorts = (
        "<form action=/models><input type=hidden name=make value=Saab>"
        "<select name={name}><option>relevancy<option>newest</select><button>Go</button></form>"
    )
    choice = (("make", "Saab"),)
    assert next_step(_document(sorts.format(name="sort_by")), FIRST, choice) is None
    assert next_step(_document(sorts.format(name="model")), FIRST, choice) is not None


@pytest.mark.parametrize(
    "field",
    ["<input type=password name=pw>", "<textarea name=message></textarea>", "<input name=email type=email>"],
)
def test_a_step_that_asks_for_more_than_a_search_is_not_sent(field: str) -> None:
    """That the first step was safe does not make the second so."""
    document = _document(SECOND.replace("<button>", f"{field}<button>"))
    step = next_step(document, FIRST, (("make", "Saab"),))
    assert step is not None
    assert not gate(step, document.page).safe
