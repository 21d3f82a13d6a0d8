"""Addresses of records and of pages of a list, by their letters alone."""

import pytest

from leadline.answers.paging.addresses import asks_for_more, is_other_resource
from leadline.answers.records.urls import (
    VISIT,
    record_key,
    without_list_state,
    without_list_steps,
    without_way_back,
)


def test_the_order_of_parameters_makes_no_other_record() -> None:
    """The same parameters in another order lead to the same record."""
    assert record_key("http://e.org/?p=a.git;a=commit;h=9f8") == record_key("http://e.org/?a=commit;h=9f8;p=a.git")


def test_a_name_that_may_be_the_key_goes_only_where_another_tells_records_apart() -> None:
    """`ref` is a place one came from, or all there is."""
    assert record_key("http://e.org/item?ref=12") == "http://e.org/item?ref=12"
    assert record_key("http://e.org/item?ref=list&id=12") == "http://e.org/item?id=12"


def test_what_was_asked_stays_where_only_the_visit_is_left_out() -> None:
    """The manual page that a query names is the record."""
    asked = "http://e.org/man.cgi?query=ls&section=1"
    assert record_key(asked, level=VISIT) == asked


def test_the_state_of_a_list_stays_where_nothing_else_is_left() -> None:
    """A parameter that the list was asked with may be the record's key."""
    assert (
        without_list_state("http://e.org/show.php?id=7", frozenset({("id", "7")})) == "http://e.org/show.php?id=7"
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
    ],
)
def test_the_way_back_to_the_list_is_left_out(url: str, here: str, left: str) -> None:
    """An address in a parameter is the way back only if it is the list's."""
    assert without_way_back(url, here) == left


@pytest.mark.parametrize(
    ("url", "left"),
    [
        ("http://e.org/item/7/tags/red", "http://e.org/item/7"),
        ("http://e.org/tags/red/7", "http://e.org/tags/red/7"),
    ],
)
def test_steps_of_the_list_are_left_out_at_the_end(url: str, left: str) -> None:
    """They say in which list the record was met; before the record they are its place."""
    assert without_list_steps(url, "http://e.org/tags/red") == left


def test_another_parameter_is_no_other_thing() -> None:
    """Lists are asked with many."""
    assert not is_other_resource("http://e.org/s?q=1", "http://e.org/s?c=2")


def test_a_smaller_number_asks_for_less() -> None:
    """Only a number that has grown asks for more of a list."""
    assert not asks_for_more("http://e.org/log?rev=x&count=20", "http://e.org/log?rev=x&count=10")
