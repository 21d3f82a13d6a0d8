"""What every route works with: the folders, who may write, the harvests that were started from here."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from leadline.app.estimates import size_sentence
from leadline.app.folders import Status
from leadline.app.library import Library, Shelved
from leadline.errors import LeadlineError
from leadline.store.folder import CrawlFolder
from leadline.store.protocols import Store
from leadline.ui.guarding import Access
from leadline.ui.started import StartedHarvests


@dataclass(eq=False)
class Desk:
    library: Library
    access: Access
    started: StartedHarvests
    index: Path | None = None  # where full-text indexes are kept if the folders may not be written to
    ending: asyncio.Event = field(default_factory=asyncio.Event)
    _replies: dict[Path, tuple[tuple[int, ...], Counter[str]]] = field(default_factory=dict)

    @property
    def may_start(self) -> bool:
        return not self.access.read_only and self.library.home is not None

    @contextmanager
    def opened(self, one: Shelved) -> Iterator[tuple[CrawlFolder, Store]]:
        with (
            CrawlFolder.open(one.path, writing=False) as folder,
            closing(folder.open_store(writing=False)) as store,
            store.at_one_moment(),
        ):
            yield folder, store

    def told(self, one: Shelved) -> dict[str, Any]:
        """A folder in numbers, as the overview, the API and live updates have it."""
        try:
            status = self.library.status(one)
        except LeadlineError as error:
            return {"name": one.name, "folder": str(one.path), "kind": "", "problem": str(error)}
        return {
            "name": one.name,
            "folder": str(one.path),
            "running": one.running,
            "size": sentence(status),
            "problem": None,
            **status.as_json(),
        }

    def replies(self, one: Shelved) -> Counter[str]:
        """How many queries of a harvest came to what; kept until something is written there."""
        stamp, known = one.stamp, self._replies.get(one.path)
        if known is None or known[0] != stamp:
            with self.opened(one) as (_, store):
                counted = Counter(str(row["reply"] or "open") for row in store.pages.rows("queries"))
            known = self._replies[one.path] = (stamp, counted)
        return known[1]

    def live(self) -> dict[str, dict[str, Any]]:
        return {one.name: self.told(one) for one in self.library.all()}


def sentence(status: Status) -> str | None:
    """How much is there, in words; nothing for a crawl."""
    if status.kind != "harvest":
        return None
    return size_sentence(status.ending.estimate if status.ending is not None else None, status.records)
