"""Records as people write them, in several languages: the papers of a small archive, the same on every machine.

They differ from `app_records.collection` in what real collections have: texts from one sentence to a page,
letters beyond ASCII, quotation marks and ampersands, fields that nobody filled in, and titles that stand over more
than one record. A title does not hold the key: an application that lists more than titles is given the
key in the text, one that lists titles only is given it there (`signed`).
"""

import random
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tomllib import loads

from app_records import Item

TONGUES = Path(__file__).with_name("app_natural.toml")
UNKNOWN = 0.15
"""The share of records without a maker, and of those without a place."""
AGAIN = 0.08
"""The share of records whose title another record has too."""
LONGEST = 9
"""Sentences of the longest texts; most have two to four."""


@dataclass(frozen=True, slots=True)
class Tongue:
    """What records in one language are made of."""

    titles: tuple[str, ...]
    sentences: tuple[str, ...]
    words: dict[str, tuple[str, ...]]
    between: str = " "
    """What stands between two sentences; nothing in Japanese."""


def natural(size: int, language: str = "en", seed: int = 3) -> tuple[Item, ...]:
    """The first `size` records in a language; a larger collection starts with the smaller one."""
    chance, tongue = random.Random(f"{seed} {language}"), _tongue(language)
    items: list[Item] = []
    for number in range(1, size + 1):
        items.append(_item(number, chance, tongue, items))
    return tuple(items)


def signed(item: Item) -> str:
    """The title with the key, for lists that show nothing else of a record."""
    return f"{item.title} ({item.key})"


def dated(item: Item) -> str:
    """A day for the record, spread over the years so that lists by date have an order."""
    return f"{2004 + item.number % 17}-{item.number % 12 + 1:02d}-{item.number % 28 + 1:02d}"


def _item(number: int, chance: random.Random, tongue: Tongue, before: list[Item]) -> Item:
    key = f"mk{number:04d}"
    told = {name: chance.choice(words) for name, words in tongue.words.items()}
    told["year"] = str(chance.randint(1702, 1958))
    count = min(LONGEST, 1 + int(chance.expovariate(0.4)))
    parts = [
        sentence.format(**(told | {name: chance.choice(tongue.words[name]) for name in ("thing", "how")}))
        for sentence in chance.sample(tongue.sentences, min(count, len(tongue.sentences)))
    ]
    again = before and chance.random() < AGAIN
    return Item(
        number=number,
        key=key,
        title=chance.choice(before).title if again else chance.choice(tongue.titles).format(**told),
        kind=told["kind"],
        maker="" if chance.random() < UNKNOWN else told["person"],
        place="" if chance.random() < UNKNOWN else told["place"],
        year=int(told["year"]),
        text=tongue.between.join((parts[0], f"[{key}]", *parts[1:])),
    )


@cache
def _tongue(language: str) -> Tongue:
    told = loads(TONGUES.read_text())[language]
    return Tongue(
        titles=tuple(told["titles"]),
        sentences=tuple(told["sentences"]),
        words={name: tuple(part.strip() for part in words.split(",")) for name, words in told["words"].items()},
        between=told.get("between", " "),
    )
