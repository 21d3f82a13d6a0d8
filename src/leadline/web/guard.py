"""Where we may go: checked on the URL, then on every address its name resolves to, then connected to just those.

The check is on the *address*, never on the name: names lie (`localtest.example` may be 127.0.0.1), answers
change between two look-ups (rebinding), and a number has many spellings, which `leadline.model.url` has
already folded into one.

>>> refusal("93.184.215.14") is None
True
>>> refusal("127.0.0.1"), refusal("::ffff:10.0.0.1"), refusal("169.254.169.254")
('a loopback address', 'a private address', 'a link-local address')
"""

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

from leadline.errors import AddressRefused, BadUrl
from leadline.model.url import canonical, parts_of

Address = IPv4Address | IPv6Address

_NAT64 = IPv6Network("64:ff9b::/96")
"""The last 32 bits are an IPv4 address that the gateway connects to (RFC 6052 section 2.2)."""
_NOT_PUBLIC = tuple(
    IPv4Network(n) if "." in n else IPv6Network(n)
    for n in (
        "0.0.0.0/8",
        "100.64.0.0/10",
        "192.0.0.0/24",
        "64:ff9b:1::/48",
        "fec0::/10",
        "3fff::/20",
        "5f00::/16",
    )
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
    """Raise unless this address may be connected to."""
    why = refusal(address)
    if why is not None:
        raise AddressRefused(
            url, f"leads to {address}, {why}; use --allow-private if this machine or network is what you mean"
        )
