"""Other processes of the same crawl, which may ask the same hosts."""

from dataclasses import dataclass
from typing import Protocol


class Neighbours(Protocol):
    async def ask(self, host: str, gap: float) -> float:
        """From which moment on this host is ours; it is until `leave`."""

    def leave(self, host: str) -> None:
        """Let others ask it; also where it is not ours yet."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A host that is asked for, given back like a semaphore."""

    neighbours: Neighbours
    host: str

    def release(self) -> None:
        self.neighbours.leave(self.host)
