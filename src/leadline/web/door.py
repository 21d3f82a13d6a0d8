"""The door: settings in, a fetcher out. Nobody else in the house opens a connection."""

import re
import shutil
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, fields
from importlib.util import find_spec
from math import inf
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING

from leadline.errors import BadConfiguration, MissingExtra, OutOfScope
from leadline.model.page import Page, Request, Response
from leadline.model.rest import Rest
from leadline.model.url import canonical, parts_of, site_of
from leadline.protocols import Clock, Fetcher
from leadline.web.clock import WallClock
from leadline.web.rendering import RenderingFetcher
from leadline.web.scope import GivenHeaders, Scope, given_headers
from leadline.web.settings import Limits, WebSettings

if TYPE_CHECKING:
    from leadline.web.neighbours import Neighbours

_LIMITS = tuple(f"limits.{field.name}" for field in fields(Limits) if field.name != "redirects")
_CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


@asynccontextmanager
async def open_door(
    settings: WebSettings,
    clock: Clock | None = None,
    *,
    before_request: Callable[[str, float], None] | None = None,
    on_rest: Callable[[str, Rest], None] | None = None,
    rests: Iterable[tuple[str, Rest]] = (),
    trusted_hosts: Iterable[str] = (),
    cookie_urls: Sequence[str] = (),
    read: Callable[[Response], Page] | None = None,
) -> AsyncIterator[Fetcher]:
    """A fetcher for these settings, closed at the end of the block.

    `before_request(host, next_at)` is called before each request leaves, `on_rest(host, rest)` when a host asks
    for time; `rests` are such times of an earlier process that still have to be kept. `trusted_hosts` are hosts
    the user told us to ask (a search engine on this machine): the guard is against what *pages* name. The user's
    cookies and headers go to the sites of `cookie_urls`, which the user named, and to no other; what is out of
    scope (`web.include`, `web.exclude`) nobody is asked for but trusted hosts. `read` parses a page, for
    whoever wants pages as scripts make them (`web.render`); without it nothing is rendered."""
    check(settings)
    if settings.replay is not None:
        from leadline.web.replay import ReplayFetcher

        fetcher: Fetcher = ReplayFetcher.open([Path(settings.replay)], settings.limits)
        try:
            yield ScopedFetcher(fetcher, Scope.of(settings.include, settings.exclude))
        finally:
            await fetcher.close()
        return
    from leadline.web.connections import GuardedResolver, SystemLookup
    from leadline.web.http import HttpFetcher

    clock = clock or WallClock()
    lookup = SystemLookup()
    resolver = GuardedResolver(
        lookup,
        clock,
        allow_private=settings.allow_private,
        exempt=_named_by_the_user(settings) | frozenset(trusted_hosts),
        seconds=settings.limits.connect_seconds,
    )
    fetcher = live = HttpFetcher(settings, clock, resolver, before_request=before_request, on_rest=on_rest)
    live.outside = frozenset(trusted_hosts)
    live.given = GivenHeaders.of(settings.header, cookie_urls)
    for host, rest in rests:
        live.gate.remember(host, rest.until, rest.refusals)
    try:
        if settings.cookies is not None:
            live.cookies.load(Path(settings.cookies), {site_of(url) for url in cookie_urls})
        if read is not None and settings.render != "never" and chromium(settings) is not None:
            fetcher = RenderingFetcher(live, settings, clock, read)
        yield fetcher
    finally:
        await fetcher.close()
        await resolver.close()
        lookup.close()


@dataclass(frozen=True, slots=True)
class ScopedFetcher:
    """A replay in which the user's scope is kept as it is over sockets."""

    _answers: Fetcher
    _scope: Scope

    async def fetch(self, request: Request) -> Response:
        if (why := self._scope.excluded(request.url)) is not None:
            raise OutOfScope(request.url, why)
        return await self._answers.fetch(request)

    async def close(self) -> None:
        await self._answers.close()


def share(fetcher: Fetcher, neighbours: "Neighbours") -> None:
    """Have a fetcher of `open_door` ask its neighbours before it asks a host; one that replays asks nobody."""
    live = fetcher.plain if isinstance(fetcher, RenderingFetcher) else fetcher
    if (gate := getattr(live, "gate", None)) is not None:
        gate.neighbours = neighbours


# ── settings that cannot work ─────────────────────────────────────────────────────────────────────────────


def check(settings: WebSettings) -> None:
    """Raise on settings that cannot work, before anything is started."""
    for name in (
        "delay",
        "retry_seconds",
        "max_retry_after",
        "max_crawl_delay",
        "retries",
        "adapt",
        "limits.redirects",
    ):
        value = attrgetter(name)(settings)
        if not 0 <= value < inf:  # written so that "nan" fails too
            raise BadConfiguration(f"web.{name} = {value} cannot be kept to; it has to be 0 or more")
    for name in ("concurrency", "address_share", "render_share", *_LIMITS):
        value = attrgetter(name)(settings)
        if not 0 < value < inf:
            raise BadConfiguration(f"web.{name} = {value} lets nothing through; it has to be more than 0")
    agent = settings.user_agent + (settings.contact or "")
    if not settings.user_agent.strip() or not agent.isprintable() or not agent.isascii():
        raise BadConfiguration("web.user_agent and web.contact have to be plain printable text")
    if settings.connect_to is not None:
        _host_of(settings.connect_to)
    if settings.proxy is not None and canonical(settings.proxy) is None:
        raise BadConfiguration(f"web.proxy = {settings.proxy!r} is not an http:// or https:// address")
    for name in ("cookies", "replay"):
        file = getattr(settings, name)
        if file is not None and not Path(file).is_file():
            raise BadConfiguration(f"web.{name}: there is no file {file}")
    if settings.replay is not None and settings.connect_to is not None:
        raise BadConfiguration("--replay stands for the whole web, so it cannot go with --connect-to")
    _check_given(settings)
    _check_render(settings)


def _check_given(settings: WebSettings) -> None:
    if settings.time_limit is not None and not 0 < settings.time_limit < inf:
        raise BadConfiguration(f"web.time_limit = {settings.time_limit} leaves no time; it has to be more than 0")
    Scope.of(settings.include, settings.exclude)
    given_headers(settings.header)


def _check_render(settings: WebSettings) -> None:
    if settings.render not in ("auto", "never", "always"):
        raise BadConfiguration(f"web.render = {settings.render!r} is not known; known: auto, never, always")
    if settings.render == "always":
        if settings.replay is not None:
            why = "so it cannot go with --replay, which asks for nothing"
            raise BadConfiguration(f"--render always asks for parts of pages, {why}")
        needed_chromium(settings)


def chromium(settings: WebSettings) -> str | None:
    """Where the browser is, if there is one and what drives it is installed."""
    if find_spec("playwright") is None:
        return None
    names = (settings.chromium,) if settings.chromium else _CHROMIUM
    return next((found for name in names if (found := shutil.which(name))), None)


def needed_chromium(settings: WebSettings) -> str:
    """Where the browser is; raises with what to install."""
    found = chromium(settings)
    if found is None:
        where = f" (web.chromium = {settings.chromium!r} is no program)" if settings.chromium else ""
        also = f", and a Chromium: apt install chromium, or any chromium or google-chrome on the PATH{where}"
        raise MissingExtra("Rendering pages (--render always)", "browser", also)
    return found


def _named_by_the_user(settings: WebSettings) -> frozenset[str]:
    """Hosts the user told us to connect to: the guard is against what *pages* name."""
    target = {_host_of(settings.connect_to)} if settings.connect_to is not None else set()
    proxy = {parts_of(canonical(settings.proxy) or "").host} if settings.proxy is not None else set()
    return frozenset(target | proxy)


def _host_of(target: str) -> str:
    host, _, port = target.rpartition(":")
    url = canonical(f"http://{target}/")
    # ASCII digits alone: str.isdigit is true for "²" as well, which int refuses.
    whole = url is not None and parts_of(url)[3:] == ("/", "") and re.fullmatch("[0-9]{1,5}", port)
    if url is None or not host or "@" in host or not whole or not 0 < int(port) < 65_536:
        raise BadConfiguration(f"--connect-to {target!r} is not HOST:PORT, for example 127.0.0.1:8080")
    return parts_of(url).host
