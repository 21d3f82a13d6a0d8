"""Worlds at an end of their knobs, by name or knob by knob.

A claim about strategies is made at both ends of what the lab assumes about the web (docs/rooms/lab.md has the
figures of real pages beside them): where pages, home pages, anchors and layouts tell least, and where they tell
most.

>>> from leadline_lab.spec import WorldSpec
>>> at_setting(WorldSpec(), "least-telling,deep_entries=0.8").deep_entries
0.8
"""

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

from leadline.errors import BadConfiguration
from leadline_lab.spec import WorldSpec

SETTINGS: dict[str, dict[str, float]] = {
    "default": {},
    "least-telling": {
        "telling_homes": 0.1,
        "telling_pages": 0.35,
        "dull_anchors": 0.6,
        "path_regularity": 0.3,
        "deep_seeds": 1.0,
    },
    "most-telling": {
        "telling_homes": 1.0,
        "telling_pages": 1.6,
        "dull_anchors": 0.02,
        "path_regularity": 1.0,
    },
    "as-measured": {"deep_entries": 0.75, "header_boxes": 1.0, "dull_anchors": 0.02},
}

"""`as-measured`: the knobs whose value real pages tell, where they tell it."""

REAL_TEXTS = "real-texts"
"""Worlds whose sites speak with the words of real pages, where these are at hand."""

_APART = ("seed", "sites", "role", "faults", "texts")
KNOBS: tuple[str, ...] = tuple(f.name for f in fields(WorldSpec) if f.name not in _APART)
"""What may be set one by one."""


def at_setting(world: WorldSpec, said: str, texts: Callable[[], str] | None = None) -> WorldSpec:
    """The world with its knobs as said: names of settings and `knob=value`, with commas between; later words
    win. `texts` brings the file of real texts, if it is asked for."""
    for word in said.split(","):
        name, equals, value = word.partition("=")
        changes: dict[str, Any] = {name: _number(name, value)} if equals else {**_named(name, texts)}
        world = replace(world, **changes)
    return world


def _named(name: str, texts: Callable[[], str] | None) -> dict[str, Any]:
    if name == REAL_TEXTS:
        if texts is None:
            raise BadConfiguration(f"only `leadline bench locate` has worlds with {REAL_TEXTS}")
        return {"texts": texts()}
    if name not in SETTINGS:
        known = ", ".join((*SETTINGS, REAL_TEXTS))
        raise BadConfiguration(f"setting {name!r} is not known; known: {known}, or KNOB=VALUE")
    return SETTINGS[name]


def _number(knob: str, value: str) -> float:
    if knob not in KNOBS:
        raise BadConfiguration(f"worlds have no knob {knob!r}; known: {', '.join(KNOBS)}")
    try:
        return float(value)
    except ValueError:
        raise BadConfiguration(f"knob {knob} takes a number, not {value!r}") from None
