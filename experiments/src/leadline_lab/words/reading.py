"""Data files of the vocabularies → lists.

Lists are written as blocks of text, because a reader sees them better so and they parse many times faster than
TOML arrays: single words are separated by blanks, phrases by `|` or ends of lines. Blocks stand in single quotes:
tomllib walks double-quoted strings one character at a time. In attributes `@name` stands for a list of
`shared.toml` and `#10-99` for a run of whole numbers.
"""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from leadline.errors import BadConfiguration

DATA = Path(__file__).with_name("data")


@cache
def table(name: str) -> dict[str, Any]:
    """One data file as it is written; not to be changed by its readers."""
    path = DATA / f"{name}.toml"
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        known = ", ".join(sorted(p.stem for p in DATA.glob("*.toml")))
        raise BadConfiguration(f"the lab has no vocabulary {name!r}; it has {known}") from None


def words(block: str) -> tuple[str, ...]:
    """Single words.

    >>> words("red green blue")
    ('red', 'green', 'blue')
    """
    return tuple(block.split())


def phrases(block: str) -> tuple[str, ...]:
    """Phrases.

    >>> phrases("click here | more\\nread on")
    ('click here', 'more', 'read on')
    """
    parts = block.replace("\n", "|").split("|")
    return tuple(phrase for part in parts if (phrase := part.strip()))


def values(block: str) -> tuple[str, ...]:
    """Phrases, a shared list, or a run of numbers.

    >>> values("#8-11")
    ('8', '9', '10', '11')
    """
    if block.startswith("@"):
        return phrases(table("shared")[block[1:]])
    if block.startswith("#"):
        low, high = block[1:].split("-")
        return tuple(map(str, range(int(low), int(high) + 1)))
    return phrases(block)


def given(entry: str | dict[str, str]) -> dict[str, tuple[str, ...]]:
    """Values that depend on another value, by that value."""
    said: dict[str, str] = table("shared")[entry[1:]] if isinstance(entry, str) else entry
    return {key: phrases(block) for key, block in said.items()}
