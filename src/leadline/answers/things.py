"""Which things in data are one list: those of one kind in a mixed one, and an object that is a list by name.

>>> family([{"name": "Owl", "wings": 2}, {"colour": "#fff", "width": 3}, {"name": "Bat", "wings": 2}])
[{'name': 'Owl', 'wings': 2}, {'name': 'Bat', 'wings': 2}]
>>> named_things({f"bird-{n}": {"size": n, "song": f"song {n}"} for n in range(3)})[1]
{'key': 'bird-1', 'size': 1, 'song': 'song 1'}
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

_DEEPEST = 14
_ALIKE = 0.5  # share of their names that things of one list have in common
_SOME = 2  # things of a list from which on it is one
_SOME_NAMED = 3  # things by name from which on they are a list: two parts of one thing are often alike
_MOST_KINDS = 16  # kinds of things in one list that are told apart: a bound on time
_KEY = "key"


def family(listed: Sequence[Any]) -> list[Any]:
    """The things of a list that have like names, most of it; none where nothing has names or no kind is most."""
    kinds: list[tuple[frozenset[str], list[Any]]] = []
    for thing in listed:
        if not isinstance(thing, dict) or not thing:
            continue
        names = frozenset(thing)
        for leader, some in kinds:
            if len(leader & names) >= _ALIKE * max(len(leader), len(names)):
                some.append(thing)
                break
        else:
            if len(kinds) < _MOST_KINDS:
                kinds.append((names, [thing]))
    largest = max((some for _, some in kinds), key=len, default=[])
    return largest if len(largest) >= _SOME and 2 * len(largest) > len(listed) else []


def named_things(found: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The things that an object holds by name, with their keys as a value of theirs; none where it is one thing.

    All of them have to be alike, and to differ in what they say. What holds lists of things is no thing but a
    place for them."""
    things = list(found.values())
    if len(things) < _SOME_NAMED or len(family(things)) < len(things) or any(map(_holds_things, things)):
        return []
    return keyed(found) if varies(things) else []


def keyed(found: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What an object holds by name, as a list."""
    things = {str(name): thing for name, thing in found.items() if isinstance(thing, dict)}
    if are_named_within(things) or any(_KEY in thing for thing in things.values()):
        return list(things.values())
    return [{_KEY: name, **thing} for name, thing in things.items()]


def are_named_within(things: Mapping[str, Any]) -> bool:
    """Whether every thing says itself what it is called: such names are data, as the number of a record is."""
    return all(name in map(str, thing.values()) for name, thing in things.items())


def listed_at(found: Any) -> list[Any] | None:
    """What stands at the place of a list, as one; None where there is none."""
    if isinstance(found, list):
        return found
    is_named = isinstance(found, dict) and all(isinstance(thing, dict) for thing in found.values())
    return keyed(found) if is_named else None


def varies(things: Sequence[Any]) -> int:
    """How much varies among things, in texts: what is the same in all of them says nothing about any."""
    texts = {text for thing in things for text in set(texts_of(thing))}
    return len(texts) if len(texts) >= len(things) else 0


def texts_of(thing: Any, depth: int = 0) -> Iterator[str]:
    """Words in a thing that a reader could be shown."""
    if isinstance(thing, str) and any(c.isalpha() for c in thing) and "://" not in thing:
        yield " ".join(thing.split())
    elif isinstance(thing, dict | list) and depth < _DEEPEST:
        for one in thing.values() if isinstance(thing, dict) else thing:
            yield from texts_of(one, depth + 1)


def _holds_things(thing: Any, depth: int = 0) -> bool:
    if isinstance(thing, dict) and depth < _DEEPEST:
        return any(_holds_things(one, depth + 1) for one in thing.values())
    return isinstance(thing, list) and any(isinstance(one, dict) for one in thing)
