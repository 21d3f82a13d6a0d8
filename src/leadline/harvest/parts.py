"""What a harvest is made of."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from leadline.harvest.profile import SourceProfile
from leadline.harvest.source import HarvestSource
from leadline.protocols import Fetcher, QueryPlanner
from leadline.store.archive import Archive
from leadline.store.protocols import Store
from leadline.web.tasks import Reader

if TYPE_CHECKING:
    from leadline.harvest.loop import Harvest


@dataclass(frozen=True, slots=True)
class HarvestParts:
    store: Store
    archive: Archive
    fetcher: Fetcher
    stop: asyncio.Event
    """Set from outside (Ctrl-C); the loop sees it between and during requests."""
    source: HarvestSource
    planner: QueryPlanner
    profile: SourceProfile
    """What is known about the source when the run begins."""
    reader: Reader | None = None
    """Reads what is large beside the loop."""
    watch: Callable[["Harvest"], None] = field(default=lambda _: None)
    """Told after every page: progress lines."""
