"""The door: settings in, a fetcher out. Nobody else in the house opens a connection."""

import re
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import fields
from math import inf
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING

from leadline.errors import BadConfiguration
from leadline.model.page import Page, Response
from leadline.model.rest import Rest
from leadline.model.url import canonical, parts_of, site_of
from leadline.protocols import Clock, Fetcher
from leadline.web.chromium import check_program, program
from leadline.web.settings import Limits, WebSettings

if TYPE_CHECKING:
    from leadline.web.http import HttpFetcher

_LIMITS = tuple(f"limits.{field.name}" for field in fields(Limits) if field.name != "redirects")


def check(settings: WebSettings) -> None:
    """Raise on settings that cannot work, before anything is started."""
    for name in ("delay", "retry_seconds", "max_retry_after", "max_crawl_delay", "retries", "limits.redirects"):
        value = attrgetter(name)(settings)
        if not 0 <= value < inf:  # written so that "nan" fails too
            raise BadConfiguration(f"web.{name} = {value} cannot be kept to; it has to be 0 or more")
    for name in ("concurrency", "address_share", "render_share", *_LIMITS):
        value = attrgetter(name)(settings)
        if not 0 < value < inf:
            raise BadConfiguration(f"web.{name} = {value} lets nothing through; it has to be more than 0")
    if not settings.user_agent.strip() or not settings.agent.isprintable() or not settings.agent.isascii():
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
    _check_render(settings)


def _check_render(settings: WebSettings) -> None:
    if settings.render not in ("auto", "never", "always"):
        raise BadConfiguration(f"web.render = {settings.render!r} is not known; known: auto, never, always")
    if settings.render == "always":
        if settings.replay is not None:
            raise BadConfiguration(
                "--render always asks for parts of pages, so it cannot go with --replay, which asks for nothing"
            )
        check_program(settings)


@asynccontextmanager
async def open_door(
    settings: WebSettings,
    clock: Clock | None = None,
    *,
    departing: Callable[[str, float], None] | None = None,
    resting: Callable[[str, Rest], None] | None = None,
    promised: Iterable[tuple[str, Rest]] = (),
    named: Iterable[str] = (),
    visited: Iterable[str] = (),
    read: Callable[[Response], Page] | None = None,
) -> AsyncIterator[Fetcher]:
    """A fetcher for these settings, closed at the end of the block.

    `departing(host, next_at)` is told before each request leaves, `resting(host, rest)` when a host asks for time;
    `promised` is what an earlier process was told and still has to keep (see `leadline.web.turnstile`). `named`
    are hosts the user told us to ask (a search engine on this machine): the guard is against what *pages* name.
    `visited` are the addresses the user named: the user's cookies go to their sites and to no other. `read` parses
    a page, for whoever wants pages as scripts make them (`web.render`); without it nothing is rendered.
    """
    check(settings)
    if settings.replay is not None:
        from leadline.web.replay import ReplayFetcher

        fetcher: Fetcher = ReplayFetcher.open([Path(settings.replay)], settings.limits)
        try:
            yield fetcher
        finally:
            await fetcher.close()
        return
    from leadline.web.clock import WallClock
    from leadline.web.http import HttpFetcher
    from leadline.web.resolve import GuardedResolver, SystemLookup

    clock = clock or WallClock()
    lookup = SystemLookup()
    resolver = GuardedResolver(
        lookup,
        clock,
        allow_private=settings.allow_private,
        exempt=_named_by_the_user(settings) | frozenset(named),
        seconds=settings.limits.connect_seconds,
    )
    fetcher = live = HttpFetcher(settings, clock, resolver, departing=departing, resting=resting)
    for host, rest in promised:
        live.turnstile.remember(host, rest.until, rest.refusals)
    try:
        if settings.cookies is not None:
            live.cookies.load(Path(settings.cookies), {site_of(url) for url in visited})
        fetcher = live if read is None else _rendering(live, settings, clock, read)
        yield fetcher
    finally:
        await fetcher.close()
        await resolver.close()
        lookup.close()


def _rendering(
    live: "HttpFetcher", settings: WebSettings, clock: Clock, read: Callable[[Response], Page]
) -> Fetcher:
    """With a browser behind it, where one is wanted and there is one."""
    if settings.render == "never" or program(settings) is None:
        return live
    from leadline.web.browser import BrowserFetcher

    return BrowserFetcher(live, settings, clock, read)


def _named_by_the_user(settings: WebSettings) -> frozenset[str]:
    """Hosts the user told us to connect to: the guard is against what *pages* name."""
    named = set()
    if settings.connect_to is not None:
        named.add(_host_of(settings.connect_to))
    if settings.proxy is not None:
        named.add(parts_of(canonical(settings.proxy) or "").host)
    return frozenset(named)


def _host_of(target: str) -> str:
    host, _, port = target.rpartition(":")
    url = canonical(f"http://{target}/")
    # ASCII digits alone: str.isdigit is true for "²" as well, which int refuses.
    whole = url is not None and parts_of(url)[3:] == ("/", "") and re.fullmatch("[0-9]{1,5}", port)
    if url is None or not host or "@" in host or not whole or not 0 < int(port) < 65_536:
        raise BadConfiguration(f"--connect-to {target!r} is not HOST:PORT, for example 127.0.0.1:8080")
    return parts_of(url).host
