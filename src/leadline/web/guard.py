"""Where a request may go, and what goes with it: addresses, redirects, cookies.

The check is on the *address*, never on the name: names lie (`localtest.example` may be 127.0.0.1), answers change
between two look-ups (rebinding), and a number has many spellings, which `leadline.model.url` has already folded
into one. So it is made on the URL, on every address its name resolves to, and the connection goes to just those.
Redirects are the Fetch standard's (section 4.4, HTTP-redirect fetch), without the secrets that are another site's.
Cookies are kept one jar a registrable domain: no site sets one for another, whatever its Domain attribute says.

>>> refusal("93.184.215.14") is None
True
>>> refusal("127.0.0.1"), refusal("::ffff:10.0.0.1"), refusal("169.254.169.254")
('a loopback address', 'a private address', 'a link-local address')
"""

import time
import warnings
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Iterable
from dataclasses import replace
from http.cookiejar import Cookie, LoadError, MozillaCookieJar
from http.cookies import CookieError, Morsel, SimpleCookie
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from pathlib import Path

import aiohttp
from yarl import URL

from leadline.errors import AddressRefused, BadConfiguration, BadUrl, Refused, TooManyRedirects
from leadline.model.page import Headers, Hop, Request, Response, header
from leadline.model.url import canonical, join, parts_of, site_of, site_of_host

Address = IPv4Address | IPv6Address
REMEDY = "use --allow-private if this machine or network is what you mean"

_NAT64 = IPv6Network("64:ff9b::/96")
"""The last 32 bits are an IPv4 address that the gateway connects to (RFC 6052 section 2.2)."""
_NOT_PUBLIC: tuple[IPv4Network | IPv6Network, ...] = (
    *map(IPv4Network, ("0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24")),
    *map(IPv6Network, ("64:ff9b:1::/48", "fec0::/10", "3fff::/20", "5f00::/16")),
)
"""Entries of IANA's special-purpose registries that `ipaddress` knows in some Python versions only."""

# Ports of services that speak something else and can be talked into acting on an HTTP request: the Fetch
# standard (section 2.9, port blocking) lets no browser connect to them; we keep to the ones that matter.
# fmt: off
_PORTS = frozenset((
    1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
    109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
    526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
    3659, 4045, 4190, 5060, 5061, 6000, 6379, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080, 11211,
))
# fmt: on


def check_url(url: str) -> str:
    """The canonical form of a URL that may be asked for, or the refusal as an error."""
    found = canonical(url)
    if found is None:
        raise BadUrl(url, "not a fetchable URL; Leadline fetches http:// and https:// addresses only")
    port = parts_of(found).port
    if port in _PORTS:
        raise BadUrl(url, f"port {port} belongs to another protocol, so it is not asked")
    return found


def refusal(address: str) -> str | None:
    """Why this address is not to be connected to, or None if it is an ordinary public one."""
    try:
        # A zone (`fe80::1%eth0`) names an interface of this machine.
        ip: Address = ip_address(address.partition("%")[0])
    except ValueError:
        return "not an IP address"
    return _special(_innermost(ip))


def _special(ip: Address) -> str | None:
    for named, what in (
        (ip.is_unspecified, "the unspecified address"),
        (ip.is_loopback, "a loopback address"),
        (ip.is_link_local, "a link-local address"),
        (ip.is_multicast, "a multicast address"),
        (ip.is_private or any(ip in network for network in _NOT_PUBLIC), "a private address"),
        (ip.is_reserved, "a reserved address"),
        (not ip.is_global, "not a public address"),
    ):
        if named:
            return what
    return None


def _innermost(ip: Address) -> Address:
    """IPv6 has several ways to carry an IPv4 address; the carried one is where the packets go."""
    if isinstance(ip, IPv4Address):
        return ip
    carried = ip.ipv4_mapped or ip.sixtofour or (ip.teredo[1] if ip.teredo else None)
    if carried is None and ip in _NAT64:
        carried = IPv4Address(int(ip) & 0xFFFFFFFF)
    if carried is None and int(ip) >> 32 == 0 and int(ip) > 1:
        carried = IPv4Address(int(ip))  # the old "IPv4-compatible" form ::a.b.c.d
    return carried or ip


def literal_address(host: str) -> str | None:
    """The address a URL's host spells out, or None if the host is a name."""
    if host.startswith("["):
        return host[1:-1]
    last = host.rstrip(".").rpartition(".")[2]
    return host if last.isdigit() else None


def check_name(url: str, host: str) -> None:
    """Raise on a host that means this machine by its very spelling: all there is to go by behind a proxy."""
    literal = literal_address(host)
    if literal is not None:
        check_address(url, literal)
    elif host.rstrip(".").rpartition(".")[2] == "localhost":  # RFC 6761 section 6.3
        raise AddressRefused(url, "is a name for this machine; use --allow-private if that is what you mean")


def check_address(url: str, address: str) -> None:
    why = refusal(address)
    if why is not None:
        raise AddressRefused(url, f"leads to {address}, {why}; {REMEDY}")


# ── redirects ──

_STATUSES = frozenset({301, 302, 303, 307, 308})
_SAME_URL_TWICE = 3  # some sites set a cookie and send the visitor to the same URL again; a third time is a loop
_SECRETS = frozenset({"authorization", "cookie", "proxy-authorization", "x-subscription-token"})
"""Headers meant for one origin (Fetch standard, section 4.4 step 13, and what a caller set by hand: cookies, the
key of a search engine)."""


def next_request(request: Request, status: int, headers: Headers) -> Request | None:
    """The request a redirect asks for, or None if this answer is no redirect."""
    location = header(headers, "location")
    if status not in _STATUSES or location is None:
        return None
    target = join(request.url, location.strip())
    if target is None:
        raise BadUrl(location, f"is where {request.url} redirects to, and not fetchable")
    if parts_of(target).origin != parts_of(request.url).origin:
        request = replace(request, headers=_without(request.headers, _SECRETS.__contains__))
    if request.method == "POST" and status in (307, 308):
        if site_of(target) != site_of(request.url):
            raise Refused(target, f"{request.url} asks to send the form's data to another site; it was not sent")
        return replace(request, url=target)
    if request.method == "POST":
        kept = _without(request.headers, lambda name: name.startswith("content-"))
        return replace(request, url=target, method="GET", body=None, headers=kept)
    return replace(request, url=target)


def _without(headers: Headers, dropped: Callable[[str], bool]) -> Headers:
    return tuple((name, value) for name, value in headers if not dropped(name.lower()))


async def follow(
    request: Request, ask: Callable[[Request, tuple[Hop, ...]], Awaitable[Response]], most: int
) -> Response:
    """The answer at the end of the redirects, with the way there. An answer's `request` is what was asked."""
    hops: tuple[Hop, ...] = ()
    current, attempts = request, 0
    while True:
        answer = await ask(current, hops)
        attempts += answer.attempts
        following = next_request(answer.request, answer.status, answer.headers)
        if following is None:
            # Mostly there is nothing to add, and a copy takes twice the time of an answer.
            whole = answer.request is request
            return answer if whole else replace(answer, request=request, hops=hops, attempts=attempts)
        hops = (*hops, Hop(answer.url, answer.status, following.url))
        check_chain(hops, following.url, most)
        current = following


def check_chain(hops: tuple[Hop, ...], target: str, most: int) -> None:
    if sum(hop.url == target for hop in hops) >= _SAME_URL_TWICE:
        raise TooManyRedirects(target, f"redirects in a circle ({len(hops)} redirects followed)")
    if len(hops) > most:
        raise TooManyRedirects(target, f"is still a redirect after {most} redirects")


# ── cookies ──

_SITES = 20_000
_PER_SITE = 100
_LONGEST = 4_096  # of one Set-Cookie header, as in browsers (RFC 6265 section 6.1)
_SITE_BYTES = 8_192
"""Of all cookies of a site. Servers refuse requests with longer headers, so more would lock us out."""


class Cookies:
    """Needs a running event loop, as aiohttp's jar does."""

    def __init__(self) -> None:
        self._jars: OrderedDict[str, aiohttp.CookieJar] = OrderedDict()

    def header_for(self, url: str) -> str | None:
        jar = self._jars.get(site_of(url))
        if jar is None:
            return None
        found = jar.filter_cookies(URL(url, encoded=True))
        return "; ".join(f"{m.key}={m.coded_value}" for m in found.values()) or None

    def take(self, url: str, headers: Headers) -> None:
        for name, value in headers:
            if name.lower() == "set-cookie" and len(value) <= _LONGEST:
                self._keep(url, value)

    def _keep(self, url: str, value: str) -> None:
        try:
            parsed = SimpleCookie(value)
        except CookieError:  # a cookie no browser would keep either
            return
        if not parsed or not _sendable(parsed.values()):
            return
        jar = self._jar(site_of(url))
        kept = {morsel.key: _weight(morsel) for morsel in jar}
        kept.update((name, _weight(morsel)) for name, morsel in parsed.items())
        if len(kept) <= _PER_SITE and sum(kept.values()) <= _SITE_BYTES:
            jar.update_cookies(parsed, URL(url, encoded=True))

    def _jar(self, site: str) -> aiohttp.CookieJar:
        jar = self._jars.get(site)
        if jar is None:
            jar = self._jars[site] = aiohttp.CookieJar(unsafe=True)
            if len(self._jars) > _SITES:
                self._jars.popitem(last=False)
        self._jars.move_to_end(site)
        return jar

    def load(self, file: Path, sites: Collection[str]) -> None:
        """Add the cookies of a file in Netscape format, as browsers' extensions and curl write it: only those of
        the `sites` the user named, since a form or a redirect may lead to any other the user is logged in to."""
        source = MozillaCookieJar(str(file))
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # it calls a bad line a bug of its own, with a traceback
                source.load(ignore_discard=True, ignore_expires=True)
            for cookie in source:
                # 0 marks a session's cookie, which lives as long as we do.
                lives = not cookie.expires or cookie.expires > time.time()
                host = cookie.domain.lstrip(".").lower()
                URL(f"http://{host}/")  # raises ValueError for what is no host: a file of nonsense
                if lives and site_of_host(host) in sites:
                    self._add(cookie)
        except (LoadError, OSError, ValueError) as error:
            raise BadConfiguration(
                f"cannot read cookies from {file}: {error}; it has to be in Netscape format ('# Netscape HTTP "
                "Cookie File' in its first line), which curl and browser extensions write"
            ) from error

    def _add(self, cookie: Cookie) -> None:
        morsel: Morsel[str] = Morsel()
        # Morsel.set refuses names that browsers accept and export; restoring one as pickle does takes them.
        state = {"key": cookie.name, "value": cookie.value or "", "coded_value": cookie.value or ""}
        morsel.__setstate__(state)  # type: ignore[attr-defined]  # typeshed leaves it out
        host = cookie.domain.strip(".").lower()  # a dot at the end is the full name of the same host
        if cookie.domain.startswith("."):
            morsel["domain"] = host
        morsel["path"] = cookie.path
        scheme = "https" if cookie.secure else "http"
        if cookie.secure:
            morsel["secure"] = True
        self._jar(site_of_host(host)).update_cookies([(cookie.name, morsel)], URL(f"{scheme}://{host}/"))


def _weight(morsel: Morsel[str]) -> int:
    return len(morsel.key) + len(morsel.coded_value) + len(morsel["path"]) + len(morsel["domain"])


def _sendable(morsels: Iterable[Morsel[str]]) -> bool:
    """No control characters: they would break the header that sends the cookie back."""
    return all(morsel.key.isprintable() and morsel.coded_value.isprintable() for morsel in morsels)
