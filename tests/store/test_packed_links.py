"""A page's links as one blob, and back."""

import json
import pickle
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.errors import ArchiveError
from leadline.model.later_links import urls_of
from leadline.model.page import Link
from leadline.model.url import url_digest
from leadline.store.codec import pack_links, unpack_links
from leadline.store.packed import PackedLinks

texts = st.text(st.characters(), max_size=8)
links = st.builds(Link, texts, texts, texts, texts, st.frozensets(texts, max_size=2), st.booleans(), st.just(""))


@given(st.lists(links, max_size=6))
def test_what_comes_out_is_what_went_in(given_links: list[Link]) -> None:
    """Whatever texts hold: nothing, NUL, half a character, spaces in a rel."""
    assert unpack_links(pack_links(given_links)) == tuple(given_links)


def test_links_of_an_older_store_are_read() -> None:
    """Blobs of rows in JSON, as they were written before columns."""
    link = Link(
        "http://a.example/é", "anchor", "around", "html/body/a", frozenset({"nofollow", "me"}), same_site=False
    )
    rows = [[link.url, link.anchor, link.around, link.tag_path, sorted(link.rel), link.same_site]]
    blob = zlib.compress(json.dumps(rows, ensure_ascii=False).encode())
    assert unpack_links(blob) == (link,)


def test_columns_are_smaller_than_rows() -> None:
    """Equal things side by side: a page of eighty links takes less than its rows in JSON."""
    page = [
        Link(f"http://a.example/{n}", f"to {n}", "words before and after", "html/body/ul/li/a") for n in range(80)
    ]
    rows = [[k.url, k.anchor, k.around, k.tag_path, [], True] for k in page]
    assert len(pack_links(page)) < len(zlib.compress(json.dumps(rows).encode(), 1))


def test_links_that_were_packed_are_taken_apart_when_somebody_looks() -> None:
    """A coordinator reads addresses alone; what does not make sense is found where it is looked at."""
    links = tuple(Link(f"http://a.example/{n}", f"to {n}", "around", "html/body/a") for n in range(3))
    sent = pickle.loads(pickle.dumps(PackedLinks.of(links)))
    assert sent == links
    assert (len(sent), sent[1], sent.digests) == (3, links[1], tuple(url_digest(link.url) for link in links))
    broken = PackedLinks(b"", ("http://a.example/",), (1,))
    assert list(urls_of(broken)) == ["http://a.example/"]
    with pytest.raises(ArchiveError):
        broken[0]
