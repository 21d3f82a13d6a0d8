"""What can end a harvest, and the sign that is held up from outside."""

import asyncio

DONE, COVERED, REQUESTS, INTERRUPTED, BLOCKED, FAILED, ROBOTS, UNANSWERED, RESTING = (
    "done",
    "coverage",
    "max-requests",
    "interrupted",
    "blocked",
    "failed",
    "robots",
    "unanswered",
    "resting",
)
"""What can end a harvest (`stopped_by`)."""


class StopSign:
    """Held up from outside (Ctrl-C); the loop sees it between and during requests."""

    def __init__(self) -> None:
        self._up = asyncio.Event()

    def hold_up(self) -> None:
        self._up.set()

    @property
    def is_up(self) -> bool:
        return self._up.is_set()

    async def seen(self) -> None:
        await self._up.wait()
