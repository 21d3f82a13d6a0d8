"""URLs: the short way for plain ones is the long way's answer."""

import time

import ada_url
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from leadline.model.url import Parts, canonical, parts_of

LETTERS = "abcxyzABC019-._~!$&()*+,;=:/?%@#[]'^|`{}\\ \t\nxn--é"
ADDRESSES = st.builds(
    "".join,
    st.tuples(
        st.sampled_from(["http://", "https://", "HTTP://", "ftp://", "http:/"]),
        st.text("abcxn0129.-A_", max_size=12),
        st.sampled_from(["", ".example", ".co.uk", ".0x7f", ".1", ".xn--p1ai", ".a.", ":80", ".de:8080"]),
        st.text(LETTERS, max_size=16),
        st.sampled_from(["", "/", "/./a", "/a/../b", "/%2e/", "/a.b/.c", "?", "?q=1&r=a%20b", "?a'b", "#top"]),
    ),
)


def _by_the_standard(url: str) -> str | None:
    try:
        found = ada_url.URL(url)
    except (ValueError, UnicodeError):
        return None
    if found.protocol not in ("http:", "https:"):
        return None
    found.username = found.password = ""
    return str(found.href).partition("#")[0]


@given(ADDRESSES)
@example("http://a.example")
@example("http://a.example/?")
@example("http://a.example/a/..")
@example("http://1.2.3/")
@example("http://a.example/.well-known/x")
def test_every_url_is_what_the_standard_says(url: str) -> None:
    """Whether a URL is taken apart or only looked at: canonical form and parts are the WHATWG's."""
    found = canonical(url)
    assert found == _by_the_standard(url)
    if found is not None:
        apart = ada_url.URL(found)
        port = int(apart.port or {"http:": 80, "https:": 443}[apart.protocol])
        assert parts_of(found) == Parts(
            apart.protocol[:-1], apart.hostname, port, apart.pathname, apart.search.removeprefix("?")
        )


@pytest.mark.parametrize("filling", ["a", "a.", "/", "/.", "a-", "?", "a/"])
def test_no_url_takes_long(filling: str) -> None:
    """A look at the longest URL takes no more than taking it apart does, whatever it is made of."""
    longest = "http://a.example/" + filling * (8_000 // len(filling)) + "\0"
    looking, taking = [], []
    for _ in range(20):
        start = time.perf_counter()
        canonical(longest)
        between = time.perf_counter()
        _by_the_standard(longest)
        looking.append(between - start)
        taking.append(time.perf_counter() - between)
    assert min(looking) < 20 * min(taking) + 0.001
