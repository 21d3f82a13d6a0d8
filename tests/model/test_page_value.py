"""A page is a value, whether its facts were given or are read from a tree when somebody asks."""

import copy
import pickle
from dataclasses import FrozenInstanceError, fields, replace

import pytest

from leadline.model.page import Page
from leadline.parse.document import parse_html

HTML = """<html lang=de><title>Find flats</title><link rel=canonical href=/c><p>Two rooms <a href=/b>more</a>
<form action=/s><input name=q></form><input name=loose><meta http-equiv=refresh content="9; url=/soon">"""
URL = "http://a.example/"


def _told(page: Page) -> Page:
    """The same page with all facts given."""
    return Page(**{field.name: getattr(page, field.name) for field in fields(Page)})


def test_a_read_page_is_the_page_with_these_facts() -> None:
    """`==`, `hash` and `repr` do not tell a page that reads from one that was told."""
    read = parse_html(HTML, URL)
    assert read == _told(parse_html(HTML, URL))
    assert hash(read) == hash(_told(read))
    assert repr(parse_html(HTML, URL)) == repr(_told(read))
    assert read.refresh_url == "http://a.example/soon"
    assert [control.name for control in read.loose_controls] == ["loose"]


def test_facts_do_not_depend_on_the_order_of_asking() -> None:
    """Each fact is the same whether it is asked for first or last."""
    names = [field.name for field in fields(Page)]
    forwards, backwards = parse_html(HTML, URL), parse_html(HTML, URL)
    found = {name: getattr(forwards, name) for name in names}
    assert {name: getattr(backwards, name) for name in reversed(names)} == found


def test_a_fact_is_read_once() -> None:
    """Who asks again gets the same object, not another reading."""
    page = parse_html(HTML, URL)
    assert page.links is page.links
    assert page.forms is page.forms
    assert page.whole() is page
    assert page.whole() == parse_html(HTML, URL)


def test_a_page_cannot_be_changed_but_replaced() -> None:
    """Frozen before and after reading; `replace` gives another page and reads what it needs."""
    page = parse_html(HTML, URL)
    with pytest.raises(FrozenInstanceError):
        page.title = "Other"  # type: ignore[misc]
    other = replace(page, title="Other")
    assert (other.title, other.text, page.title) == ("Other", page.text, "Find flats")


def test_a_copy_leaves_the_tree_behind() -> None:
    """Copied, or sent to another process, a page has all its facts."""
    page = parse_html(HTML, URL)
    assert copy.copy(page) == page
    assert pickle.loads(pickle.dumps(parse_html(HTML, URL))) == page


def test_what_a_page_does_not_have_is_an_error() -> None:
    """A misspelt fact is an AttributeError that names it."""
    with pytest.raises(AttributeError, match="a page has no 'linkz'"):
        parse_html(HTML, URL).linkz  # type: ignore[attr-defined]  # noqa: B018
