"""Links made absolute, quickly.

`leadline.model.url.join` parses each URL by the standard, which costs more than everything else we do for a
link. Most links on real pages are already in canonical form but for the part they leave out, and only
those take the short way here; what it answers must be what `join` answers, and a test holds it to that.
"""

import re

from leadline.model.url import canonical, join, parts_of, site_of, site_of_host

# Possessive, since no part can match what the next one begins with: a third less time.
_PATH = r"(?:/[\w\-~!$&()*+,;=:@][\w\-.~!$&()*+,;=:@]*+)*+/?+"
_QUERY = r"(?:\?[\w\-.~!$&()*+,;=:@/?%\[\]|]*+)?+"
_ROOTED = re.compile(rf"({_PATH}{_QUERY})(?:\#.*)?", re.ASCII | re.DOTALL).fullmatch
_ABSOLUTE = re.compile(
    rf"(https?://((?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{{2,}})(?=/){_PATH}{_QUERY})(?:\#.*)?",
    re.ASCII | re.DOTALL,
).fullmatch
_SHORT = 1_024
"""Far below what `join` refuses as too long, with room for any origin."""


class Addresses:
    """Makes what stands on one page absolute, and says what belongs to its site."""

    def __init__(self, page_url: str, base_url: str) -> None:
        self._base = base_url
        page, base = canonical(page_url), canonical(base_url)
        self.page = page
        """The page's own address, where it has one that can be fetched: not if it came from a file."""
        self._site = site_of(page) if page else ""
        self._origin = parts_of(base).origin if base else ""
        self._own_root = self._origin if base and site_of(base) == self._site else ""
        self._known: dict[str, tuple[str, bool] | None] = {}

    def find(self, href: str) -> tuple[str, bool] | None:
        """The canonical URL and whether it is on the page's site; None if it leads nowhere fetchable."""
        known = self._known
        if href in known:
            return known[href]
        if href[:1] == "/" and self._own_root and len(href) < _SHORT and (match := _ROOTED(href)):
            found: tuple[str, bool] | None = (self._own_root + match[1], True)
        else:
            url = self._short_way(href) or join(self._base, href)
            found = None if url is None else (url, self._same_site(url))
        known[href] = found
        return found

    def url(self, href: str) -> str | None:
        found = self.find(href)
        return found[0] if found else None

    def _short_way(self, href: str) -> str | None:
        if len(href) < _SHORT and href.startswith("http") and (match := _ABSOLUTE(href)):
            return match[1] if "xn--" not in match[2] else None
        return None

    def _same_site(self, url: str) -> bool:
        return site_of_host(_host_of(url)) == self._site


def _host_of(url: str) -> str:
    """The host of a canonical URL by cutting: `parts_of` would parse it a second time."""
    start = url.find("//") + 2
    authority = url[start : url.find("/", start)].rpartition("@")[2]
    host, colon, port = authority.rpartition(":")
    return host if colon and port.isdigit() else authority
