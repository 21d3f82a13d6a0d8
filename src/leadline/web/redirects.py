"""Where an answer sends us on to, as the Fetch standard has it (section 4.4, HTTP-redirect fetch)."""

from collections.abc import Callable
from dataclasses import replace

from leadline.errors import BadUrl, Refused, TooManyRedirects
from leadline.model.page import Headers, Hop, Request, header
from leadline.model.url import join, parts_of, site_of

_STATUSES = frozenset({301, 302, 303, 307, 308})
_SAME_URL_TWICE = 3
"""Some sites set a cookie and send the visitor to the same URL again; a third time is a loop."""
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


def check_chain(hops: tuple[Hop, ...], target: str, most: int) -> None:
    """Raise on a loop or a chain that is too long."""
    if sum(hop.url == target for hop in hops) >= _SAME_URL_TWICE:
        raise TooManyRedirects(target, f"redirects in a circle ({len(hops)} redirects followed)")
    if len(hops) > most:
        raise TooManyRedirects(target, f"is still a redirect after {most} redirects")
