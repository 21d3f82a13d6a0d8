"""Lists that data holds in another way: as columns beside each other, and as things by their names.

A place says so with a step of its own, `#columns` or `#named`, so that whoever follows a place needs to know of
neither.

>>> columns = {"files": ["a.html", "b.html", "c.html"], "titles": ["Owl", "Bat", "Elk"], "version": 3}
>>> as_list(columns, COLUMNS)[1]
{'files': 'b.html', 'titles': 'Bat'}
>>> named = {"t1": {"state": "done", "n": 1}, "t2": {"state": "late", "n": 2}, "t3": {"state": "done", "n": 3}}
>>> as_list(named, NAMED)[0]
{'key': 't1', 'state': 'done', 'n': 1}
>>> list(views(named)), list(views(columns)), list(views({"a": 1}))
(['#named'], ['#columns'], [])
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

COLUMNS, NAMED = "#columns", "#named"
VIEWS = frozenset({COLUMNS, NAMED})
_SOME = 3  # things from which on they are a list
_ALIKE = 0.5  # share of their names that things by name have in common
_LOOKED_AT = 100
_WAYS = ("key", "#key", "##key")  # what the name of a thing is called, where it has no value of that name


def views(found: Mapping[str, Any]) -> Iterator[str]:
    """In which of these ways a mapping is a list."""
    if len(_columns(found)) > 1:
        yield COLUMNS
    if _are_alike(found):
        yield NAMED


def as_list(found: Any, view: str) -> list[dict[str, Any]] | None:
    if not isinstance(found, dict):
        return None
    if view == NAMED:
        return _by_name(found)
    columns = _columns(found)
    names = list(columns)
    rows = zip(*columns.values(), strict=True)
    return [dict(zip(names, row, strict=True)) for row in rows]


def _columns(found: Mapping[str, Any]) -> dict[str, list[Any]]:
    """Lists of plain values with one length: the length that most letters stand in."""
    plain = {
        name: values
        for name, values in found.items()
        if isinstance(values, list)
        and len(values) >= _SOME
        and not any(isinstance(value, dict | list) for value in values)
    }
    lengths = Counter(len(values) for values in plain.values() if any(isinstance(v, str) for v in values))
    tables = [length for length, times in lengths.items() if times > 1]
    longest = max(tables, default=None)
    return {name: values for name, values in plain.items() if len(values) == longest}


def _are_alike(found: Mapping[str, Any]) -> bool:
    """Whether the values of a mapping are alike things, with more in each than a name."""
    things = list(found.values())
    if len(things) < _SOME or not all(isinstance(thing, dict) and len(thing) > 1 for thing in things):
        return False
    if any(_holds_things(value) for thing in things[:_LOOKED_AT] for value in thing.values()):
        return False  # lists by name, which are lists of their own
    names = [frozenset(thing) for thing in things[:_LOOKED_AT]]
    return len(frozenset.intersection(*names)) >= max(1.0, _ALIKE * max(map(len, names)))


def _holds_things(value: Any) -> bool:
    return isinstance(value, list) and len(value) > 1 and isinstance(value[0], dict)


def _by_name(found: Mapping[str, Any]) -> list[dict[str, Any]]:
    things = {name: thing for name, thing in found.items() if isinstance(thing, dict)}
    taken = {name for thing in things.values() for name in thing}
    called = next((way for way in _WAYS if way not in taken), _WAYS[0])
    return [{called: name, **thing} for name, thing in things.items()]
