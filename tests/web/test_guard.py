"""Where we may go, address by address."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.errors import AddressRefused, BadUrl
from leadline.web.guard import check_address, check_name, check_url, literal_address, refusal

ADDRESSES = {
    "8.8.8.8": None,
    "93.184.215.14": None,
    "2a00:1450:4001::1": None,
    "64:ff9b::808:808": None,
    "2002:808:808::1": None,
    "::ffff:8.8.8.8": None,
    "0.0.0.0": "the unspecified address",
    "::": "the unspecified address",
    "0.1.2.3": "a private address",
    "127.0.0.1": "a loopback address",
    "127.255.255.254": "a loopback address",
    "::1": "a loopback address",
    "::ffff:127.0.0.1": "a loopback address",
    "::127.0.0.1": "a loopback address",
    "64:ff9b::7f00:1": "a loopback address",
    "2002:7f00:1::": "a loopback address",
    "10.255.0.1": "a private address",
    "172.31.255.255": "a private address",
    "192.168.0.1": "a private address",
    "100.64.0.1": "a private address",
    "192.0.0.8": "a private address",
    "198.19.255.255": "a private address",
    "64:ff9b:1::808:808": "a private address",
    "fc00::1": "a private address",
    "fd12:3456::1": "a private address",
    "2001:db8::1": "a private address",
    "3fff::1": "a private address",
    "169.254.169.254": "a link-local address",
    "fe80::1": "a link-local address",
    "fe80::1%eth0": "a link-local address",
    "224.0.0.1": "a multicast address",
    "ff02::1": "a multicast address",
    "": "not an IP address",
    "example.com": "not an IP address",
    "1.2.3": "not an IP address",
}


@pytest.mark.parametrize("address", ADDRESSES)
def test_addresses(address: str) -> None:
    """Public addresses pass; every special one is refused, with what it is, also inside an IPv6 address."""
    assert refusal(address) == ADDRESSES[address]


@given(st.integers(0, 2**32 - 1))
def test_a_carried_address_is_judged_as_itself(number: int) -> None:
    """An IPv4 address is allowed in every IPv6 disguise exactly if it is allowed bare."""
    bare = refusal(".".join(str(b) for b in number.to_bytes(4, "big")))
    high, low = f"{number >> 16:x}", f"{number & 0xFFFF:x}"
    disguises = [f"::ffff:{high}:{low}", f"64:ff9b::{high}:{low}", f"2002:{high}:{low}::1"]
    assert all((refusal(disguise) is None) == (bare is None) for disguise in disguises)


@pytest.mark.parametrize(
    ("host", "literal"),
    [("example.com", None), ("127.0.0.1", "127.0.0.1"), ("[::1]", "::1"), ("a1.b2", None), ("1.example", None)],
)
def test_literals(host: str, literal: str | None) -> None:
    """A host is an address only if it spells one; canonical URLs have no other spellings left."""
    assert literal_address(host) == literal


def test_the_refusal_says_what_to_do() -> None:
    """The message names the address, what is wrong with it, and the option that lifts the guard."""
    with pytest.raises(AddressRefused, match=r"leads to 10\.0\.0\.1, a private address; use --allow-private"):
        check_address("http://inside.example/", "10.0.0.1")


@pytest.mark.parametrize("host", ["localhost", "a.localhost", "localhost.", "127.0.0.1", "[::1]", "10.0.0.1"])
def test_names_of_this_machine(host: str) -> None:
    """Behind a proxy no name is looked up, so those that mean this machine are refused by their spelling."""
    with pytest.raises(AddressRefused):
        check_name(f"http://{host}/", host)


@pytest.mark.parametrize("host", ["example.com", "localhost.example", "notlocalhost", "8.8.8.8"])
def test_other_names(host: str) -> None:
    """Every other name passes there."""
    check_name(f"http://{host}/", host)


def test_urls() -> None:
    """A URL comes back canonical; other schemes and other protocols' ports do not come back."""
    assert check_url("HTTP://Example.com:80/a/../b#c") == "http://example.com/b"
    for bad in ("mailto:a@b.example", "http://a.example:25/", "https://a.example:6667/", "nothing"):
        with pytest.raises(BadUrl):
            check_url(bad)
