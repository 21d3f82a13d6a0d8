"""Which fields of several sources are one column: a value, and a TOML file that people edit.

::

    [[column]]
    name = "Price"
    fields."001-cars.example" = "Price"
    fields."002-autohaus.example" = ["Preis", "Preis inkl. MwSt."]

Of several fields of one source the first that a record has counts. A field that no column names has one of its
own, behind the others: what is taken out of a column is not lost.
"""

import json
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from leadline.errors import BadConfiguration

_HEAD = """\
# Which fields of several sources are one column of a table. Edit it, and have it used:
# leadline export … records --mapping THIS-FILE
# A field that no column names gets a column of its own; of ["A", "B"] the first that a record has counts.
"""
_SHOWN = 40  # names that a sentence lists


@dataclass(frozen=True, slots=True)
class JointColumn:
    """One column of the table: by source, the names of its fields."""

    name: str
    fields: Mapping[str, Sequence[str]]
    why: str = ""  # for people who look over what was matched


def written(columns: Iterable[JointColumn]) -> str:
    """As the text of a mapping file."""
    return "\n".join((_HEAD, *(line for column in columns for line in _lines(column))))


def _lines(column: JointColumn) -> Iterable[str]:
    yield "[[column]]"
    if column.why:
        yield f"# {column.why}"
    yield f"name = {_quoted(column.name)}"
    for source, names in column.fields.items():
        listed = ", ".join(map(_quoted, names))
        yield f"fields.{_quoted(source)} = {listed if len(names) == 1 else f'[{listed}]'}"
    yield ""


def _quoted(text: str) -> str:
    # A JSON string is a TOML one, but for DEL and for halves of characters, which UTF-8 does not have either.
    whole = text.encode("utf-8", "replace").decode()
    return json.dumps(whole, ensure_ascii=False).replace("\x7f", "\\u007f")


def read_mapping(path: Path) -> tuple[JointColumn, ...]:
    """What a mapping file says. Raises `BadConfiguration` with what is wrong in it."""
    try:
        tree = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise BadConfiguration(f"cannot read the mapping {path}: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadConfiguration(f"the mapping {path} is not valid TOML: {error}") from error
    if strange := set(tree) - {"column"}:
        raise BadConfiguration(f"the mapping {path} has '{min(strange)}'; it consists of [[column]] alone")
    listed = tree.get("column", [])
    if not isinstance(listed, list):
        raise BadConfiguration(f"the mapping {path}: write [[column]], with two brackets, before each column")
    return tuple(_column(one, number, path) for number, one in enumerate(listed, 1))


def _column(told: Any, number: int, path: Path) -> JointColumn:
    where = f"the mapping {path}, column {number}"
    if not isinstance(told, dict) or not isinstance(told.get("name"), str) or not told["name"].strip():
        raise BadConfiguration(f'{where} has no name; write name = "…"')
    fields = told.get("fields", {})
    if set(told) - {"name", "fields"} or not isinstance(fields, dict):
        raise BadConfiguration(f'{where} (\'{told["name"]}\'): write name = "…" and fields."SOURCE" = "FIELD"')
    return JointColumn(told["name"], {source: _names(names, where) for source, names in fields.items()})


def _names(told: Any, where: str) -> tuple[str, ...]:
    listed = told if isinstance(told, list) else [told]
    if not listed or not all(isinstance(one, str) for one in listed):
        raise BadConfiguration(f'{where}: a field is a text, or several: "Price" or ["Price", "Cost"]')
    return tuple(listed)


def completed(mapping: Sequence[JointColumn], known: Mapping[str, Sequence[str]]) -> list[JointColumn]:
    """With a column for every field that the mapping does not name. `known` are the fields of each source. Raises
    where it names what is not there, or a field twice."""
    taken: set[tuple[str, str]] = set()
    for column in mapping:
        for source, names in column.fields.items():
            if source not in known:
                raise BadConfiguration(f"the mapping names the source '{source}'; there are {_listed(known)}")
            for name in names:
                if name not in known[source]:
                    there = f"its fields are {_listed(known[source])}"
                    raise BadConfiguration(f"the mapping names '{name}' of {source}, which is not there; {there}")
                if (source, name) in taken:
                    raise BadConfiguration(
                        f"the mapping names '{name}' of {source} twice; a field is one column's"
                    )
                taken.add((source, name))
    left = [
        JointColumn(name, {source: (name,)})
        for source, names in known.items()
        for name in names
        if (source, name) not in taken
    ]
    return [*mapping, *left]


def _listed(names: Iterable[str]) -> str:
    found = list(names)
    more = f" and {len(found) - _SHOWN:,} more" if len(found) > _SHOWN else ""
    return ", ".join(found[:_SHOWN]) + more
