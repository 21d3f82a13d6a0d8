"""Which form is harvested: the gate is one lock, the classifier another; a user's word lifts what can be."""

import pytest

from leadline.errors import FormRefused
from leadline.forms.settings import FormsSettings
from leadline.harvest.choice import choose
from leadline.harvest.settings import HarvestSettings
from leadline.parse.document import parse_html

HERE = "http://shop.example/"
SEARCH = "<form action=/find role=search><label>Search <input name=q></label><button>Search</button></form>"
LOGIN = "<form action=/in method=post><input name=user><input type=password name=p><button>Log in</button></form>"
NOWHERE = "<form action=mailto:a@shop.example><label>Search <input name=q></label><button>Search</button></form>"
FOREIGN = "<html lang=is><form action=/x method=post><input name=x1><input name=x2><button>Leita</button></form>"


def _chosen(html: str, **settings: object) -> int:
    chosen = choose(parse_html(html, HERE), HarvestSettings(**settings), FormsSettings())  # type: ignore[arg-type]
    return chosen.known.form.index


def test_the_second_lock_is_closed_where_the_classifier_is_not_sure() -> None:
    """A form that passes the gate is refused below `harvest.searchable`, also by its number, and that is said."""
    assert _chosen(SEARCH) == 0
    for number in (None, 0):
        with pytest.raises(FormRefused, match=r"hardly looks like a search .*harvest\.searchable sets that"):
            _chosen(SEARCH, searchable=1.1, form=number)


def test_the_second_lock_is_there_by_default() -> None:
    """Forms that the gate lets through by few signs, and the classifier calls something else, are not taken."""
    assert HarvestSettings().searchable == 0.7


def test_a_search_in_a_language_the_classifier_hardly_knows_is_taken() -> None:
    """The gate's word counts with the classifier's: it reads forty languages."""
    assert _chosen(FOREIGN) == 0


@pytest.mark.parametrize("number", [None, 0])
def test_the_gate_is_no_matter_of_probability(number: int | None) -> None:
    """What the gate refuses is not taken, however low the second lock is set."""
    with pytest.raises(FormRefused, match="it asks for a password"):
        _chosen(LOGIN, searchable=0.0, form=number)


def test_a_users_word_lifts_the_gate() -> None:
    """Spelled out, for the page's only form or for one by its number."""
    assert _chosen(LOGIN, i_know_this_form_is_a_search=True) == 0
    assert _chosen(SEARCH + LOGIN, i_know_this_form_is_a_search=True, form=1) == 1


def test_a_users_word_is_not_for_whatever_form_there_is() -> None:
    """Beside a search box that stands in no form, the page's only form need not be the one that is vouched for."""
    with pytest.raises(FormRefused, match="--form K says which"):
        _chosen("<p>Find <input type=search id=words></p>" + LOGIN, i_know_this_form_is_a_search=True)


@pytest.mark.parametrize("number", [None, 0])
def test_a_users_word_does_not_lift_what_cannot_be_sent(number: int | None) -> None:
    """An action that nobody can fetch stays refused, with the form described in the same words as without it."""
    with pytest.raises(
        FormRefused, match=r"form 0 \(GET .*fields: q\) is not submitted: its action leads nowhere"
    ):
        _chosen(NOWHERE, i_know_this_form_is_a_search=True, form=number)
