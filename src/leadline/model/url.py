"""URLs as the WHATWG sees them: the only place that takes one apart.

A URL is a plain `str` in canonical form (http or https, no fragment, no credentials, host in ASCII, default
port dropped), so that millions of them cost what their letters cost. IPv4 hosts come out dotted whatever way
they were written (`0x7f.1`, `2130706433`, `0177.0.0.1`), which is what the address guard relies on.

In one point this is not the WHATWG's: the dot at the end of a full name (`a.test.`) is dropped. To a browser
`a.test` and `a.test.` are two origins, to DNS and to the server behind them they are one machine, which would be
asked twice as often, by rules and with cookies of two jars. A name that ends in an empty label is none.

>>> canonical("HTTP://Exa%6Dple.com:80/a/../b?q=1#top")
'http://example.com/b?q=1'
>>> canonical("http://0x7f.1/"), canonical("http://a.test.:8080/b./"), canonical("http://a.test../")
('http://127.0.0.1/', 'http://a.test:8080/b./', None)
>>> join("http://example.com/a/b", "../c?d")
'http://example.com/c?d'
>>> join("http://example.com/", "javascript:void(0)") is None
True
>>> site_of("http://www.shop.example.co.uk/x"), site_of("http://me.github.io/"), site_of("http://[::1]:8080/")
('example.co.uk', 'me.github.io', '[::1]')
"""

import hashlib
import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

import ada_url
from publicsuffixlist import PSLFILE, PublicSuffixList

_SCHEMES = ("http://", "https://")
MAX_URL = 8_192  # longer ones are traps or data in disguise; browsers and servers give up near here too

_DEFAULT_PORTS = {"http": 80, "https": 443}
_NAME = r"(?!xn--)(?:[a-z0-9][a-z0-9-]*\.(?!xn--))*[a-z]{2,}"
_BYTE = r"(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)"
IPV4 = rf"{_BYTE}(?:\.{_BYTE}){{3}}"
PORT = r"[1-9]\d{1,3}|[1-5]\d{4}|6[0-4]\d{3}"
_REST = r"(/(?!\.)(?:[\w~!$&()*+,;=:-]|/(?!\.)|\.)*)(?:\?([\w~!$&()*+,;=:/?.%-]+))?"
_PLAIN = re.compile(rf"(https?)://({_NAME}){_REST}", re.ASCII)
"""URLs that are canonical already and say so by their letters: a name for a host, no port, no escapes and no
step that begins with a dot in the path. Most are, and a look costs a quarter to a half of taking one
apart."""
_WITH_PORT = re.compile(rf"(https?)://({_NAME}|{IPV4})(?::({PORT}))?{_REST}", re.ASCII)
"""The same with a port, or with an IPv4 address for a host: of what is known to be canonical."""
_HOST = len("http://") + 1  # where the first / of a canonical URL's path may be looked for
_HOST_ENDS = re.compile(r"[/:?]")


class UrlParts(NamedTuple):
    """A canonical URL taken apart; `host` keeps the brackets of IPv6, `port` is always a number."""

    scheme: str
    host: str
    port: int
    path: str
    query: str

    @property
    def origin(self) -> str:
        shown = "" if _DEFAULT_PORTS[self.scheme] == self.port else f":{self.port}"
        return f"{self.scheme}://{self.host}{shown}"


def canonical(url: str) -> str | None:
    """The canonical form, or None if this is not a fetchable URL."""
    if len(url) <= MAX_URL and _PLAIN.fullmatch(url) is not None:
        return url
    return _kept(url, None)


def join(base: str, href: str) -> str | None:
    """The canonical URL that `href` on a page at `base` leads to, or None if it leads nowhere fetchable."""
    return _kept(href, base)


def _kept(url: str, base: str | None) -> str | None:
    if len(url) > MAX_URL:
        return None
    try:
        href: str = ada_url.normalize_url(url) if base is None else ada_url.join_url(base, url)
    except (ValueError, UnicodeError):  # lone surrogates cannot be encoded
        return None
    if not href.startswith(_SCHEMES):
        return None
    cut = href.find("#")
    href = href if cut < 0 else href[:cut]
    if "@" in href:
        found = ada_url.URL(href)
        found.username = found.password = ""
        href = str(found.href)
    if len(href) > MAX_URL:
        return None
    return _without_last_dot(href) if "./" in href or ".:" in href else href


def _without_last_dot(href: str) -> str | None:
    start = href.index("//") + 2
    ended = _HOST_ENDS.search(href, start)
    end = ended.start() if ended else len(href)
    host = href[start:end]
    # Nothing but a name ends in a dot: IPv6 ends in a bracket, and the standard drops the one behind an IPv4.
    if not host.endswith("."):
        return href
    named = host[:-1]
    return href[:start] + named + href[end:] if named and not named.endswith(".") else None


@lru_cache(maxsize=8_192)  # the links of a hundred pages; more of them only give the collector work
def parts_of(url: str) -> UrlParts:
    """Take a canonical URL apart."""
    if (plain := _WITH_PORT.fullmatch(url)) is not None:
        scheme, host, written, path, query = plain.groups("")
        return UrlParts(scheme, host, int(written) if written else _DEFAULT_PORTS[scheme], path, query)
    found = ada_url.URL(url)
    scheme = found.protocol[:-1]
    port = int(found.port) if found.port else _DEFAULT_PORTS[scheme]
    return UrlParts(scheme, found.hostname, port, found.pathname, found.search.removeprefix("?"))


def host_of(url: str) -> str:
    """The host of a canonical URL, without its port: what politeness counts by."""
    end = url.find("/", _HOST)
    return _host_of_origin(url[:end] if end > 0 else url)


def site_of(url: str) -> str:
    """The registrable domain, private suffixes counted as public: two users of one host are two sites."""
    end = url.find("/", _HOST)
    return _site_of_origin(url[:end] if end > 0 else url)


def rest_of(url: str) -> str:
    """Path and query of a canonical URL, as they stand in it.

    >>> rest_of("http://example.com:8080/a/b?c=d")
    '/a/b?c=d'
    """
    return url[url.find("/", _HOST) :]


@lru_cache(maxsize=65_536)
def _host_of_origin(origin: str) -> str:
    """Links are new and their origins are not: looking one up costs a fifth of taking a URL apart."""
    return parts_of(f"{origin}/").host


@lru_cache(maxsize=65_536)
def _site_of_origin(origin: str) -> str:
    return site_of_host(_host_of_origin(origin))


@lru_cache(maxsize=65_536)
def site_of_host(host: str) -> str:
    if host.startswith("[") or host.replace(".", "").isdigit():
        return host
    named = host.rstrip(".")
    return _suffixes(named.rpartition(".")[2]).privatesuffix(named) or host


@lru_cache(maxsize=256)
def _suffixes(end: str) -> PublicSuffixList:
    """The public suffixes that end so: a name never asks for another rule, and there are ten thousand."""
    return PublicSuffixList(_rules().get(end, ()))


@lru_cache(maxsize=1)
def _rules() -> Mapping[str, list[str]]:
    """The lines of the list by the last label of their rule, as names have it."""
    rules: dict[str, list[str]] = {}
    for line in Path(PSLFILE).read_text("utf-8").splitlines():
        rule = line.partition(" ")[0].rstrip().lower()
        if rule and not rule.startswith("//"):
            rules.setdefault(rule.rpartition(".")[2], []).append(rule)
    return {end if end.isascii() else end.encode("idna").decode(): listed for end, listed in rules.items()}


def readable(url: str) -> str:
    """Percent-escapes undone where that gives text: for eyes and features, not for fetching."""
    if "%" not in url:
        return url
    try:
        return unquote(url, errors="strict")
    except UnicodeDecodeError:
        return url


def url_digest(url: str) -> int:
    """64 bits of a URL: among 10 million a collision has probability 3 in a million."""
    return int.from_bytes(hashlib.blake2b(url.encode(), digest_size=8).digest(), "big", signed=True)
