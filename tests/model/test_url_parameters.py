"""What parameters are for: one list of names for crawling, paging, records, forms and replay."""

import pytest

from leadline.answers.records.urls import NO_SHAPE
from leadline.model.url_parameters import (
    Role,
    belongs_to_visit,
    has_role,
    holds_state,
    is_offset_name,
    is_page_name,
    page_key,
    without_session,
)
from leadline.parse.forms import stable_action

RANDOM = "6ef2dc853f8f83ceb07b30be0370bb0d"


@pytest.mark.parametrize(
    "session",
    [
        "sid=7",
        "PHPSESSID=81",
        "osCsid=a1",
        "zenid=q",
        "sess=4",
        f"session={RANDOM}",
        f"s={RANDOM}",
        "cfid=1&cftoken=2",
    ],
)
def test_a_session_is_one_everywhere(session: str) -> None:
    """What is cut out of a link is cut out of the key of a page, of a record and of a form's action as well."""
    plain = "http://e.org/show.php?id=7"
    assert (
        without_session(f"{plain}&{session}") == without_session(f"http://e.org/show.php?{session}&id=7") == plain
    )
    assert page_key(f"{plain}&{session}") == NO_SHAPE.key(f"{plain}&{session}") == plain
    if session[:2] != "s=":  # a form's `s` is the word that was searched for
        assert stable_action(f"{plain}&{session}") == plain


@pytest.mark.parametrize(
    "path", [f"http://e.org/list;jsessionid={RANDOM}", "http://e.org/(S(lit3py55t21z5v55vlm25s55))/list"]
)
def test_sessions_in_paths_are_too(path: str) -> None:
    """Servers that write the session into the path are known in every room."""
    cut = {without_session(path), page_key(path), NO_SHAPE.key(path), stable_action(path)}
    assert cut == {"http://e.org/list"}


def test_a_session_of_parliament_is_none() -> None:
    """Names that mean other things as well count only with a random value."""
    for url in (
        "http://e.org/acts?session=118",
        "http://e.org/?s=word",
        "http://e.org/list?page_token=9f86d081884c",
    ):
        assert without_session(url) == page_key(url) == url


def test_campaigns_do_not_make_another_page() -> None:
    """A page that was linked to in a newsletter is the page."""
    assert page_key("http://e.org/a?b=1&utm_source=x&fbclid=y&_ga=1.2") == "http://e.org/a?b=1"


def test_list_and_print_parameters_are_no_part_of_a_record() -> None:
    """How a list was sorted, counted and turned says nothing about its records; nor does the version to print."""
    asked = "q=sea&sortby=date&order=asc&startIndex=20&currentPage=3&per_page=50&rank=7&printable=yes"
    assert NO_SHAPE.key(f"http://e.org/show.php?id=7&{asked}") == "http://e.org/show.php?id=7"
    assert NO_SHAPE.key("http://e.org/?p=7&lang=de") == "http://e.org/?lang=de&p=7"


@pytest.mark.parametrize(
    ("name", "page", "offset"),
    [
        ("page", True, False), ("pageNumber", True, False), ("ctl00$page", True, False),
        ("tx_list[page]", False, False), ("items_per_page", False, False), ("start", False, True),
        ("b_start:int", False, True),
        ("q", False, False), ("page%5Bnumber%5D", True, False), ("limitstart", False, True),
    ],
)  # fmt: skip
def test_what_counts_pages(name: str, page: bool, offset: bool) -> None:
    """Pages and offsets go by many names, with a form's or a module's prefix before them."""
    assert (is_page_name(name), is_offset_name(name)) == (page, offset)


def test_hidden_fields_of_one_visit() -> None:
    """Parts of a name tell that a field belongs to a visit; which of these grow old is asked apart."""
    assert all(map(belongs_to_visit, ("csrf_token", "__VIEWSTATE", "my.session.id", "utm_source", "return_url")))
    assert not any(map(belongs_to_visit, ("tokenizer", "category", "s", "reference", "time")))
    assert all(map(holds_state, ("csrfmiddlewaretoken", "form_build_id", "javax.faces.ViewState", "PHPSESSID")))
    assert not any(map(holds_state, ("category", "inside", "lang")))
    assert has_role("order-by", Role.SORT)
    assert not has_role("orders", Role.SORT)
