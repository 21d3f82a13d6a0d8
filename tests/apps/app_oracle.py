"""What somebody who knows the records would ask: the fewest requests that bring up every one of them.

An application's `oracle` yields these requests, queries and further pages of their answers alike; pages of single
records are not counted. It uses words, and the values that the form's fields offer, but no operators of a query
language. What a harvest needed is compared with it.
"""

import re
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from math import ceil
from string import ascii_lowercase
from typing import TypeVar
from urllib.parse import urlencode

from app_records import Item

Query = TypeVar("Query", bound=Hashable)
STARTS = 20
"""How many of the largest answers the search for the cheapest cover begins with."""


@dataclass(frozen=True, slots=True)
class Ask:
    """One request to the search: a GET, or a POST of fields, or of a document in JSON as scripts send it."""

    target: str
    posted: tuple[tuple[str, str], ...] = ()
    document: str = ""

    @property
    def body(self) -> bytes | None:
        if self.document:
            return self.document.encode()
        return urlencode(self.posted).encode() if self.posted else None

    @property
    def headers(self) -> dict[str, str]:
        return {"Content-Type": "application/json"} if self.document else {}


Oracle = Callable[[tuple[Item, ...]], Iterable[Ask]]


def pages(records: int, size: int) -> range:
    """The pages of an answer, from 0: as many as it takes to show that many records."""
    return range(ceil(records / size))


def by_letter(items: tuple[Item, ...], told: Callable[[Item], str]) -> dict[str, frozenset[str]]:
    """Which records a letter finds where what is typed is looked for inside words."""
    texts = {item.key: told(item).lower() for item in items}
    return {letter: frozenset(key for key, text in texts.items() if letter in text) for letter in ascii_lowercase}


def by_word(
    items: tuple[Item, ...], told: Callable[[Item], str], word: str = r"\b[a-z]{3,}\b"
) -> dict[str, frozenset[str]]:
    """Which records a word finds where whole words are looked for; `word` is what an application takes for one."""
    found: dict[str, set[str]] = {}
    for item in items:
        for each in re.findall(word, told(item).lower()):
            found.setdefault(each, set()).add(item.key)
    return {each: frozenset(keys) for each, keys in found.items()}


def fewest(found: Mapping[Query, frozenset[str]], size: int = 0) -> list[Query]:
    """Queries that together find all that any of them finds, at the least cost.

    A query costs one request or, with the `size` of a page, the pages of its answer.
    Greedy set cover, once from nothing and once from each of the largest answers: where lists are cut into pages,
    one long list is often cheaper than many that just fill a page, and greedy alone never sees it.
    """
    cost = {query: len(pages(len(keys), size)) if size else 1 for query, keys in found.items() if keys}
    largest = sorted(cost, key=lambda query: len(found[query]), reverse=True)[:STARTS]
    plans = [_greedy(found, cost, start) for start in ([], *([query] for query in largest))]
    return min(plans, key=lambda plan: sum(cost[query] for query in plan))


def _greedy(found: Mapping[Query, frozenset[str]], cost: Mapping[Query, int], start: list[Query]) -> list[Query]:
    chosen = list(start)
    wanted = frozenset[str]().union(*found.values()).difference(*(found[query] for query in chosen))
    while wanted:
        worth = {query: len(found[query] & wanted) / cost[query] for query in cost}
        best = max(worth, key=worth.__getitem__)
        chosen.append(best)
        wanted -= found[best]
    return _needed(found, cost, chosen)


def _needed(found: Mapping[Query, frozenset[str]], cost: Mapping[Query, int], chosen: list[Query]) -> list[Query]:
    """Without the queries that later ones made superfluous, the dearest first."""
    kept = list(chosen)
    for query in sorted(chosen, key=cost.__getitem__, reverse=True):
        others = frozenset[str]().union(*(found[other] for other in kept if other != query))
        if found[query] <= others:
            kept.remove(query)
    return kept
