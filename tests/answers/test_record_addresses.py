"""Addresses of records and of pages of a list, by their letters alone."""

import pytest

from leadline.answers.paging.addresses import asks_for_more, is_other_resource
from leadline.answers.records.boilerplate import list_state
from leadline.answers.records.urls import NO_SHAPE, Address, AddressRow, PartRole, UrlShape


def _of_rows(*urls: str, state: frozenset[str] = frozenset()) -> UrlShape:
    rows = [AddressRow(Address.of(url), state, f"what row {n} says") for n, url in enumerate(urls)]
    return NO_SHAPE.of_rows(rows)


def _without_state(url: str, here: str, **asked: str) -> str:
    state = list_state(Address.of(url), here, asked, frozenset())
    return _of_rows(url, state=state).key(url)


def test_the_order_of_parameters_makes_no_other_record() -> None:
    """The same parameters in another order lead to the same record."""
    key = NO_SHAPE.key
    assert key("http://e.org/?p=a.git;a=commit;h=9f8") == key("http://e.org/?a=commit;h=9f8;p=a.git")


def test_a_name_that_may_be_the_key_goes_only_where_another_tells_records_apart() -> None:
    """`ref` is a place one came from, or all there is."""
    assert NO_SHAPE.key("http://e.org/item?ref=12") == "http://e.org/item?ref=12"
    assert NO_SHAPE.key("http://e.org/item?ref=list&id=12") == "http://e.org/item?id=12"


@pytest.mark.parametrize("name", ["query", "sid", "pos", "ref", "token"])
def test_what_rows_are_told_apart_by_is_the_key_whatever_its_name(name: str) -> None:
    """A name is a prior: where rows that say different things differ in nothing else, it does not count."""
    urls = [f"http://e.org/show.cgi?{name}=tool{n}&section=1" for n in range(5)]
    assert len({_of_rows(*urls).key(url) for url in urls}) == 5


@pytest.mark.parametrize("name", ["query", "sid", "pos", "ref", "token"])
def test_where_something_else_tells_rows_apart_a_name_decides(name: str) -> None:
    """Nothing was seen twice yet: a name that means the visit, the query or the place in the list is believed."""
    urls = [f"http://e.org/show.cgi?{name}=tool{n}&record={n}" for n in range(5)]
    assert _of_rows(*urls).key(urls[3]) == "http://e.org/show.cgi?record=3"


def test_the_state_of_a_list_stays_where_nothing_else_is_left() -> None:
    """A parameter that the list was asked with may be the record's key."""
    here = "http://e.org/list?id=7"
    assert _without_state("http://e.org/show.php?id=7", here, id="7") == "http://e.org/show.php?id=7"
    assert (
        _without_state("http://e.org/rev/9f8?count=20", f"{here}&count=20", count="20") == "http://e.org/rev/9f8"
    )


@pytest.mark.parametrize(
    ("url", "here", "left"),
    [
        (
            "http://e.org/show/?id=7&url=/list/?q%3Dsea%26page%3D2",
            "http://e.org/list/?q=sea&page=2",
            "http://e.org/show/?id=7",
        ),
        ("http://e.org/show?url=http://a.net/", "http://e.org/list/?q=sea", "http://e.org/show?url=http://a.net/"),
        ("http://e.org/7/?_filters=q%3Dsea%26p%3D2&x=1", "http://e.org/list/?q=sea&p=2", "http://e.org/7/?x=1"),
    ],
)
def test_the_way_back_to_the_list_is_left_out(url: str, here: str, left: str) -> None:
    """An address in a parameter is the way back only if it is the list's."""
    assert _without_state(url, here) == left


@pytest.mark.parametrize(
    ("url", "left"),
    [
        ("http://e.org/item/7/tags/red", "http://e.org/item/7"),
        ("http://e.org/tags/red/7", "http://e.org/tags/red/7"),
    ],
)
def test_steps_of_the_list_are_left_out_at_the_end(url: str, left: str) -> None:
    """They say in which list the record was met; before the record they are its place."""
    assert _without_state(url, "http://e.org/tags/red") == left


def test_parts_of_any_place_can_be_left_out() -> None:
    """Sessions and ranks stand in steps, in parameters of steps and in queries written like paths as well."""
    left = tuple((label, PartRole.SESSION) for label in ("/1", "/2;k", "?/0"))
    assert UrlShape(left).key("http://e.org/v/a81/book;k=2;n=7?/x9/12") == "http://e.org/v//book;n=7?//12"


def test_another_parameter_is_no_other_thing() -> None:
    """Lists are asked with many."""
    assert not is_other_resource("http://e.org/s?q=1", "http://e.org/s?c=2")


def test_a_smaller_number_asks_for_less() -> None:
    """Only a number that has grown asks for more of a list."""
    assert not asks_for_more("http://e.org/log?rev=x&count=20", "http://e.org/log?rev=x&count=10")
