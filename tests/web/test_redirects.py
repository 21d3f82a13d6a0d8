"""Where a redirect leads, by method and status."""

import pytest

from leadline.errors import BadUrl, Refused, TooManyRedirects
from leadline.gate.targets import TARGET
from leadline.model.page import Hop, Request
from leadline.web.guard import check_chain, next_request

HERE = "http://a.example/dir/page"
FORM = Request(HERE, "POST", (("Content-Type", "x/y"), ("X-Own", "1"), ("Cookie", "s=1")), b"q=1", permit=TARGET)


def to(location: str) -> tuple[tuple[str, str], ...]:
    return (("Location", location),)


@pytest.mark.parametrize(
    ("location", "url"),
    [
        ("/x", "http://a.example/x"),
        ("x?y#z", "http://a.example/dir/x?y"),
        ("//b.example/x", "http://b.example/x"),
        ("https://a.example", "https://a.example/"),
        ("?q", "http://a.example/dir/page?q"),
        ("  /spaces  ", "http://a.example/spaces"),
        ("http:/x", "http://a.example/x"),
        ("\\x", "http://a.example/x"),
    ],
)
def test_targets(location: str, url: str) -> None:
    """A Location is read the way browsers read it, relative to where we are."""
    following = next_request(Request(HERE, permit=TARGET), 301, to(location))
    assert following is not None
    assert following.url == url


@pytest.mark.parametrize("status", [200, 201, 300, 304, 305, 306, 309, 404])
def test_no_redirect(status: int) -> None:
    """Only 301, 302, 303, 307 and 308 redirect, and only with a Location."""
    assert next_request(Request(HERE, permit=TARGET), status, to("/x")) is None
    assert next_request(Request(HERE, permit=TARGET), 302, ()) is None


@pytest.mark.parametrize("status", [301, 302, 303])
def test_a_form_becomes_a_get(status: int) -> None:
    """After 301, 302 and 303 a POST goes on as a GET without its body and the headers about it."""
    following = next_request(FORM, status, to("/done"))
    assert following == Request("http://a.example/done", "GET", (("X-Own", "1"), ("Cookie", "s=1")), permit=TARGET)


@pytest.mark.parametrize("status", [307, 308])
def test_a_form_stays_a_form_on_its_site(status: int) -> None:
    """307 and 308 repeat the POST, on the same site only."""
    following = next_request(FORM, status, to("http://www.a.example/in"))
    assert following is not None
    assert (following.method, following.body) == ("POST", b"q=1")
    with pytest.raises(Refused, match="another site"):
        next_request(FORM, status, to("http://b.example/in"))


def test_secrets_stay_with_their_origin() -> None:
    """Headers with secrets a caller gave are not taken along to another origin; others are."""
    request = Request(HERE, headers=(("Authorization", "x"), ("cookie", "y"), ("X-Own", "1")), permit=TARGET)
    same = next_request(request, 302, to("/x"))
    other = next_request(request, 302, to("https://a.example/x"))
    assert same is not None
    assert other is not None
    assert same.headers == request.headers
    assert other.headers == (("X-Own", "1"),)


@pytest.mark.parametrize("location", ["javascript:x", "http://", "ftp://x", "http://a b/", "x" * 9000])
def test_nowhere(location: str) -> None:
    """A Location that leads nowhere fetchable is a BadUrl that says who sent us there."""
    with pytest.raises(BadUrl, match="redirects to"):
        next_request(Request(HERE, permit=TARGET), 302, to(location))


def test_chains() -> None:
    """The same URL may come twice (cookies are set so); a third time, or one hop too many, is an end."""
    same = tuple(Hop(HERE, 302, HERE) for _ in range(3))
    check_chain(same[:2], HERE, 10)
    with pytest.raises(TooManyRedirects, match="circle"):
        check_chain(same, HERE, 10)
    different = tuple(Hop(f"http://a.example/{n}", 302, f"http://a.example/{n + 1}") for n in range(11))
    check_chain(different[:10], "http://a.example/x", 10)
    with pytest.raises(TooManyRedirects, match="after 10 redirects"):
        check_chain(different, "http://a.example/x", 10)
