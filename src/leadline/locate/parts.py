"""What a crawl is made of, handed in from outside."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from leadline.locate.visit import Visitor
from leadline.protocols import BacklinkSource, Clock, Strategy
from leadline.store.archive import Archive
from leadline.store.protocols import Store

if TYPE_CHECKING:
    from leadline.locate.loop import Crawl


@dataclass(frozen=True, slots=True)
class Parts:
    """What a crawl is made of."""

    store: Store
    strategy: Strategy
    visitor: Visitor
    clock: Clock
    archive: Archive | None = None
    backlinks: BacklinkSource | None = None
    watch: Callable[["Crawl"], None] = field(default=lambda _: None)
    """Told after every event: progress bars."""
    stop: asyncio.Event | None = None
    """Set from outside (Ctrl-C): what is under way is dropped and waits again at `resume`."""
    patience: float = 0.0
    """Seconds for which a request waits at a host that asked for time (`web.max_retry_after`)."""
