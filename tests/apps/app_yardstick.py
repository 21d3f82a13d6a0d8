"""Put an application's oracle to the proof: send what it asks, look which records stand in the answers."""

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.request import Request, urlopen

from app_front import PATIENCE, Front
from app_measure import KEY
from app_oracle import Ask


@dataclass(frozen=True, slots=True)
class Yardstick:
    """What the oracle's requests brought."""

    requests: int
    """As the front counted them: a redirection is one more."""
    stood: frozenset[str]


def measured(front: Front, asks: Iterable[Ask]) -> Yardstick:
    """Send every request, in order, through the front."""
    before, stood = len(front.log), set()
    for ask in asks:
        with urlopen(
            Request(front.url(ask.target), data=ask.body, headers=ask.headers), timeout=PATIENCE
        ) as answer:
            stood |= {key.lower() for key in KEY.findall(answer.read().decode("utf-8", "replace"))}
    return Yardstick(len(front.log) - before, frozenset(stood))
