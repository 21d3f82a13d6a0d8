"""What `--backlinks` says, turned into a provider.

`hostgraph:FOLDER`, `hostgraph:FILE,FILE,…` · `searxng:URL` · `brave`, `brave:URL`. The word is kept in the folder
of a crawl, so that `resume` asks the same provider; a key comes from the environment and is written nowhere.
"""

import os
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from leadline.errors import BadConfiguration
from leadline.locate.backlinks.search import BRAVE, TOKEN, Brave, Engine, SearchBacklinks, Searxng
from leadline.locate.settings import LocateSettings
from leadline.model.url import canonical, host_of
from leadline.protocols import BacklinkSource, Clock, Fetcher
from leadline.store.archive import Archive
from leadline.web.settings import WebSettings

_KNOWN = "hostgraph:FOLDER, hostgraph:FILE,FILE, searxng:URL, brave or brave:URL"


Door = Callable[..., AbstractAsyncContextManager[Fetcher]]
"""`leadline.web.door.open_door`, what belongs to the crawl filled in: asked with `settings, *, trusted_hosts`."""


class Graph(NamedTuple):
    files: tuple[Path, ...]
    folder: Path | None  # of its index


def check(settings: LocateSettings, environment: Mapping[str, str] = os.environ) -> None:
    """Raise on a provider that cannot work, before anything is started."""
    chosen = _chosen(settings, environment)
    if isinstance(chosen, Graph):
        from leadline.locate.backlinks.graph_files import find_files
        from leadline.locate.backlinks.hostgraph import find_index

        if find_index(*chosen) is None:
            find_files(chosen.files)


def prepare(settings: LocateSettings, tell: Callable[[str], None]) -> None:
    """Make the index of a host graph if there is none yet: hours for a whole web, so not inside of a crawl."""
    if settings.backlinks.partition(":")[0] == "hostgraph":
        from leadline.locate.backlinks.hostgraph import prepare as prepared

        prepared(*_graph(settings), tell)


def settled(settings: LocateSettings) -> LocateSettings:
    """Paths in full: a crawl may be resumed from another folder."""
    if settings.backlinks.partition(":")[0] != "hostgraph":
        return settings
    files, index = _graph(settings)
    word = "hostgraph:" + ",".join(str(file.absolute()) for file in files)
    return replace(settings, backlinks=word, backlinks_index=str(index.absolute()) if index else "")


@asynccontextmanager
async def open_backlinks(
    settings: LocateSettings,
    web: WebSettings,
    door: Door,
    clock: Clock,
    note: Callable[[str], None],
    archive: Archive | None = None,
) -> AsyncIterator[BacklinkSource | None]:
    """The provider these settings name, None where they name none; closed at the end of the block."""
    chosen = _chosen(settings, os.environ)
    if chosen is None:
        yield None
    elif isinstance(chosen, Graph):
        from leadline.locate.backlinks.hostgraph import HostGraph
        from leadline.locate.backlinks.hostgraph import prepare as prepared

        # Whoever has people watching has called `prepare` before; a note would count as a failure.
        yield HostGraph(prepared(*chosen, lambda _: None))
    else:
        from leadline.locate.visit import ArchivingFetcher

        # robots.txt speaks to crawlers that come by themselves, not to programs which their user points to an API.
        url = chosen.request("", 0).url
        async with door(replace(web, robots=False), trusted_hosts=(host_of(canonical(url) or ""),)) as fetcher:
            asked = fetcher if archive is None else ArchivingFetcher(fetcher, archive, "backlinks", TOKEN)
            yield SearchBacklinks(chosen, asked, clock, note)


def _chosen(settings: LocateSettings, environment: Mapping[str, str]) -> Graph | Engine | None:
    kind, _, rest = settings.backlinks.partition(":")
    if kind == "hostgraph" and rest:
        return _graph(settings)
    if kind == "searxng" and rest:
        return Searxng(_endpoint(rest))
    if kind == "brave":
        key = environment.get(settings.backlinks_key, "").strip()
        if not key or not key.isascii() or not key.isprintable():
            raise BadConfiguration(
                f"--backlinks brave wants a key in environment variable {settings.backlinks_key} "
                "(another one: --option locate.backlinks_key=NAME)"
            )
        return Brave(key, settings.backlinks_key, _endpoint(rest or BRAVE))
    if settings.backlinks:
        raise BadConfiguration(f"--backlinks {settings.backlinks!r} is not known; known: {_KNOWN}")
    return None


def _graph(settings: LocateSettings) -> Graph:
    names = settings.backlinks.partition(":")[2].split(",")
    index = Path(settings.backlinks_index) if settings.backlinks_index else None
    return Graph(tuple(Path(name) for name in names if name), index)


def _endpoint(word: str) -> str:
    """An address without secrets in it: it is going to be written into the folder of the crawl."""
    url = canonical(word)
    if url is None:
        example = "for example http://127.0.0.1:8888/"
        raise BadConfiguration(f"--backlinks: {word!r} is not an http(s) address, {example}")
    if "?" in word or "@" in word:
        raise BadConfiguration(
            "--backlinks: an address with a password or a query would be written into the folder of the crawl; "
            "give the plain address, and a key in the environment"
        )
    return url
