"""URLs: the short way for plain ones is the long way's answer."""

import time
from pathlib import Path

import ada_url
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from publicsuffixlist import PSLFILE, PublicSuffixList

from leadline.model.url import UrlParts, canonical, host_of, join, parts_of, site_of

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
    if found.hostname.endswith("."):
        if found.hostname.endswith("..") or found.hostname == ".":
            return None
        found.hostname = found.hostname[:-1]
    return str(found.href).partition("#")[0]


@given(ADDRESSES)
@example("http://a.example")
@example("http://a.example/?")
@example("http://a.example/a/..")
@example("http://1.2.3/")
@example("http://a.example/.well-known/x")
@example("http://a.example./b./c")
@example("http://a.example.:8080")
@example("http://a.example../")
@example("http://u:p@a.example.?q")
@example("http://./")
def test_every_url_is_what_the_standard_says(url: str) -> None:
    """Whether a URL is taken apart or only looked at: canonical form and parts are the WHATWG's, but for the dot
    at the end of a full name."""
    found = canonical(url)
    assert found == _by_the_standard(url)
    if found is not None:
        apart = ada_url.URL(found)
        port = int(apart.port or {"http:": 80, "https:": 443}[apart.protocol])
        assert parts_of(found) == UrlParts(
            apart.protocol[:-1], apart.hostname, port, apart.pathname, apart.search.removeprefix("?")
        )


@pytest.mark.parametrize("written", ["http://a.test./x", "http://A.test.:80/x", "http://a.test\u3002/x"])
def test_a_full_name_and_its_short_form_are_one_host(written: str) -> None:
    """`a.test.` is `a.test`: as an address, as a link of a page, as a host and as a site; and stays so."""
    assert canonical(written) == join("http://b.test/", written) == "http://a.test/x"
    found = canonical(written) or ""
    assert (canonical(found), host_of(found), site_of(found)) == (found, "a.test", "a.test")


@pytest.mark.parametrize("filling", ["a", "a.", "/", "/.", "a-", "?", "a/"])
def test_no_url_takes_long(filling: str) -> None:
    """A look at the longest URL takes no more than taking it apart does, whatever it is made of."""
    longest = "http://a.example/" + filling * (8_000 // len(filling)) + "\0"
    looking, taking = [], []
    for _ in range(20):
        start = time.process_time()
        canonical(longest)
        between = time.process_time()
        _by_the_standard(longest)
        looking.append(between - start)
        taking.append(time.process_time() - between)
    assert min(looking) < 20 * min(taking) + 0.001


def test_sites_are_those_of_the_whole_list() -> None:
    """Of the public suffixes only those that end as a name does are read for it: it makes no difference to any."""
    with Path(PSLFILE).open(encoding="utf-8") as lines:
        rules = [line.split(" ")[0].strip() for line in lines if line.strip() and not line.startswith("//")]
    whole, asked = PublicSuffixList(), 0
    for rule in rules[::3]:
        url = canonical(f"http://a.b.{rule.lstrip('!').replace('*', 'c')}/")
        if url is not None:  # some rules are no names a browser would take
            asked += 1
            assert site_of(url) == (whole.privatesuffix(host_of(url)) or host_of(url))
    assert asked > 3_000
