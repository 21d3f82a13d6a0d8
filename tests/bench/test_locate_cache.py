"""Pages of a world on disk: what comes out is what went in."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leadline.errors import WorkNotDone
from leadline.model.events import Failure
from leadline.model.page import Link
from leadline.store.codec import pack_links
from leadline_bench.locate.cache import Answer, Contents, PageCache
from leadline_bench.locate.facts import FormFact

words = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=12)
links = st.builds(
    Link, words, words, words, words, st.frozensets(st.sampled_from(["nofollow", "next", "me"])), st.booleans()
)
shares = st.floats(0, 1)
likely = st.lists(shares, max_size=3).map(tuple)
facts = st.builds(FormFact, words, words, shares, words, words, words, shares, likely, likely, shares)
numbers = st.integers(-(2**63), 2**63 - 1)
pages = st.builds(
    Contents,
    st.none() | numbers,
    numbers,
    st.lists(facts, max_size=3).map(tuple),
    st.dictionaries(words, st.integers(1, 999), max_size=5),
    st.lists(links, min_size=1, max_size=5).map(pack_links),
)
answers = st.builds(
    Answer,
    words,
    st.none() | st.integers(100, 599),
    st.none() | st.builds(Failure, words, words),
    st.none() | words,
    st.none() | pages,
)


@given(st.lists(answers, max_size=6))
@settings(max_examples=60, deadline=None)
def test_what_comes_out_is_what_went_in(
    tmp_path_factory: pytest.TempPathFactory, given_answers: list[Answer]
) -> None:
    """Every kind of answer is the same again, at once and from another connection after closing."""
    path = tmp_path_factory.mktemp("cache") / "pages.db"
    cache = PageCache(path)
    for number, answer in enumerate(given_answers):
        cache.keep(f"http://a.example/{number}", answer)
    assert [cache.find(f"http://a.example/{n}") for n in range(len(given_answers))] == given_answers
    cache.close()
    again = PageCache(path)
    assert [again.find(f"http://a.example/{n}") for n in range(len(given_answers))] == given_answers
    assert again.find("http://a.example/none") is None
    again.close()


def _page(text: str, **more: int) -> Answer:
    form = FormFact("identity", "http://a.example/find", 0.75, "key", "search", "hotel")
    link = Link("http://a.example/next", text, "around", "html/body/a")
    return Answer("http://a.example/", 200, page=Contents(1, 2, (form,), {"room": 3, **more}, pack_links([link])))


def test_two_may_fill_one_file(tmp_path: Path) -> None:
    """What one process kept and flushed the other finds; the first to keep a page wins."""
    one, two = PageCache(tmp_path / "pages.db"), PageCache(tmp_path / "pages.db")
    one.keep("http://a.example/1", _page("first"))
    two.keep("http://a.example/1", _page("first"))
    two.keep("http://a.example/2", _page("second"))
    one.flush()
    two.flush()
    assert one.find("http://a.example/2") == _page("second")
    assert len(one) == len(two) == 2
    one.close()
    two.close()


def test_forms_are_found_without_the_page(tmp_path: Path) -> None:
    """The forms of a kept page can be asked for alone; of a page that was never kept they cannot."""
    cache = PageCache(tmp_path / "pages.db")
    cache.keep("http://a.example/", _page("x"))
    assert [form.key for form in cache.forms("http://a.example/")] == ["key"]
    with pytest.raises(WorkNotDone, match="nobody kept"):
        cache.forms("http://a.example/never")
    cache.close()


def test_a_text_that_would_fall_apart_is_refused(tmp_path: Path) -> None:
    """The character that parts texts inside the cache cannot be kept in one of them."""
    cache = PageCache(tmp_path / "pages.db")
    with pytest.raises(WorkNotDone, match="parts the texts"):
        cache.keep("http://a.example/", _page("x", **{"a\0b": 1}))
    cache.close()
