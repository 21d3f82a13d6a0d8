"""What a form is for, and why: the learned judge on forms anybody would agree about."""

import re

import pytest

from leadline.forms.kinds.model import KINDS, judge
from leadline.model.field import Judgement
from leadline.parse.document import parse_html


def _judged(html: str) -> Judgement:
    page = parse_html(html, "http://forms.example/page")
    return judge(page.forms[0], page)


SEARCH = "<form action=/search id=finder><input name=q placeholder='Find a book'><button>Search</button></form>"
LOG_IN = (
    "<form action=/login method=post>User name <input name=user>Password <input type=password name=pw>"
    "<button>Log in</button></form>"
)


@pytest.mark.parametrize(
    ("html", "kind"),
    [
        (SEARCH, "search"),
        (LOG_IN, "login"),
        (
            (
                "<form action=/register method=post><input name=username><input type=email name=email><input"
                " type=password name=p1><input type=password name=p2><button>Create account</button></form>"
            ),
            "registration",
        ),
        (
            (
                "<form action=/subscribe method=post>Newsletter <input type=email name=e>"
                "<button>Subscribe</button></form>"
            ),
            "mailing-list",
        ),
        (
            (
                "<form action=/contact method=post>Name <input name=name>E-mail <input type=email name=email>"
                "Message <textarea name=message></textarea><button>Send message</button></form>"
            ),
            "contact",
        ),
        (
            (
                "<form action=/cart/add method=post>Quantity <input name=qty value=1>"
                "<input type=hidden name=product value=3><button>Add to cart</button></form>"
            ),
            "order",
        ),
        (
            (
                "<form action=/forgot method=post>Forgot your password? <input type=email name=email><button>Reset"
                " password</button></form>"
            ),
            "password-recovery",
        ),
    ],
)
def test_plain_forms_of_each_kind(html: str, kind: str) -> None:
    """Textbook forms are told apart."""
    assert _judged(html).kind == kind


@pytest.mark.parametrize(
    "html",
    [
        (
            "<form action=/go method=post>Jump to: <select name=f><option value=1>News<option value=2>Talk"
            "</select><button>Go</button></form>"
        ),
        (
            "<form action=/x><select name=to onchange='go()'><option value=''>Our sites<option value=/a/>A"
            "<option value=/b/>B<option value=http://c.example/>C</select></form>"
        ),
        (
            "<form action=/x method=post><select name=lang><option value=en>English<option value=de>Deutsch"
            "</select><button>OK</button></form>"
        ),
    ],
)
def test_menus_of_pages_and_switches_are_navigation(html: str) -> None:
    """Jump menus and language switches are neither searches nor anything else that was annotated."""
    judgement = _judged(html)
    assert judgement.kind == "navigation"
    assert sum(judgement.kinds.values()) == pytest.approx(1.0)


def test_a_choice_of_makes_is_no_navigation() -> None:
    """Choices that look something up stay what they are."""
    html = "<form action=/cars/search>Make <select name=make><option>Any<option>Ford</select><button>Search</form>"
    judgement = _judged(html)
    assert judgement.kind == "search"
    assert set(judgement.kinds) == set(KINDS)


def test_why_names_what_stands_in_the_form() -> None:
    """The reasons of a search and of a log-in quote their own button, action and fields."""
    told = _judged(SEARCH).why
    assert "for: the button says “Search”" in told
    assert "for: its action is /search" in told
    against = _judged(LOG_IN).why
    assert "against: a password field" in against
    assert "against: the button says “Log in”" in against


@pytest.mark.parametrize(
    "html",
    [
        SEARCH,
        LOG_IN,
        "<form></form>",
        "<form><input></form>",
        "<form action='http://a b/'><input name='x y'><button></button></form>",
        "<form action=/a><select name=s><option>1</select><input type=image><input type=hidden name=h>",
    ],
)
def test_every_reason_is_a_short_sentence(html: str) -> None:
    """No empty quotation, no count of nothing, no feature's internal name, none longer than a line."""
    for reason in _judged(html).why:
        assert re.match(r"(for|against): [a-z]", reason), reason
        assert len(reason) <= 110
        assert not re.search(r"“\s*”|\b0\b|[=~]|  ", reason), reason
        assert reason == reason.strip()


def test_reasons_are_told_once() -> None:
    """Many features speak of one button; it is told once."""
    told = _judged(SEARCH).why
    assert len(set(told)) == len(told)
    assert sum("the button says" in reason for reason in told) == 1
