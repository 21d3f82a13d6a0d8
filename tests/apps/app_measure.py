"""How much of a collection a harvest brought up as single records.

A true record counts as brought up when exactly one harvested record holds its key and holds no other record's key.
Held twice it is a duplicate, held only together with others it is a piece of a page: neither counts.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from app_front import Asked
from app_kit import Served
from app_records import Item

KEY = re.compile(r"(?<![0-9a-z])mk\d{4}(?![0-9])", re.IGNORECASE)
CONTENT = ("fields", "text")
"""What a record holds; where it came from and by which query is no part of it."""
PAGES_AND_IMAGES = frozenset(("GET", "HEAD"))


@dataclass(frozen=True, slots=True)
class Score:
    """What came up, of `size` true records."""

    size: int
    single: int
    doubled: int
    """Held alone, but by several harvested records."""
    mixed: int
    """Held only together with other keys."""
    without_key: int
    """Harvested records that hold no key at all: menus and the like."""

    @property
    def share(self) -> float:
        return self.single / self.size

    @property
    def missing(self) -> int:
        return self.size - self.single - self.doubled - self.mixed


def score(items: tuple[Item, ...], harvested: Iterable[Mapping[str, object]]) -> Score:
    """The share of the items that are single records among the harvested ones."""
    held = [frozenset(_keys([record.get(name) for name in CONTENT])) for record in harvested]
    alone = Counter(key for keys in held if len(keys) == 1 for key in keys)
    anywhere = set().union(*held)
    keys = [item.key for item in items]
    return Score(
        size=len(items),
        single=sum(alone[key] == 1 for key in keys),
        doubled=sum(alone[key] > 1 for key in keys),
        mixed=sum(key in anywhere and not alone[key] for key in keys),
        without_key=sum(not keys for keys in held),
    )


def _keys(value: object) -> Iterator[str]:
    """The keys in every text of a value, whatever its shape."""
    if isinstance(value, str):
        yield from (found.lower() for found in KEY.findall(value))
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from _keys(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _keys(part)


def harvested_records(folder: Path) -> list[dict[str, object]]:
    """The lines of records.jsonl."""
    path = folder / "records.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def unsafe(log: Iterable[Asked], served: Served) -> list[str]:
    """Requests that were neither for a page nor a search by POST."""
    return [
        f"{asked.method} {asked.target} {asked.body[:200]!r}"
        for asked in log
        if asked.method not in PAGES_AND_IMAGES
        and not (asked.method == "POST" and asked.target.partition("?")[0] in served.search_posts)
    ]
