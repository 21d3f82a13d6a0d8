"""What people decided about a source: one line a decision in `decisions.jsonl` of its folder, never rewritten.

It stands beside what the program found out and over it: what was corrected stays corrected whenever the source is
harvested on or again. The last word about a thing counts. A decision makes a harvest narrower or says what
something is; none of them lets a form be sent that the gate refuses, since a folder may come from anybody.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from leadline.errors import BadConfiguration, BadTarget, FormRefused
from leadline.harvest.source import planned
from leadline.model.field import Field, FieldType

DECISIONS = "decisions.jsonl"
_MOST = 10_000  # values of one field


@dataclass(frozen=True, slots=True)
class Decision:
    """About a field (its label, its type, whether it is filled, the values that are tried in it) or, without one,
    about the form: whether it may be asked at all. None is what was not said."""

    at: str
    field: str | None = None
    label: str | None = None
    type: str | None = None
    use: bool | None = None
    values: tuple[str, ...] | None = None
    forbidden: bool | None = None

    def check(self, names: Sequence[str]) -> None:
        if self.field is not None and self.field not in names:
            raise BadTarget(f"the form has no field {self.field[:80]!r}; it has {', '.join(names)}")
        if self.type is not None and self.type not in set(FieldType):
            raise BadTarget(f"{self.type[:80]!r} is no type of a field; they are {', '.join(FieldType)}")
        if self.values is not None and len(self.values) > _MOST:
            raise BadTarget(f"{len(self.values):,} values are more than {_MOST:,}; give them with --values FILE")


def decided(folder: Path) -> list[Decision]:
    """In the order they were made. Raises `BadConfiguration` where the file is not as we write it."""
    file = folder / DECISIONS
    if not file.is_file():
        return []
    try:
        return [_read(json.loads(line)) for line in file.read_text("utf-8").splitlines() if line.strip()]
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise BadConfiguration(f"{file} cannot be read: {error}; correct it, or delete it") from error


def _read(said: dict[str, Any]) -> Decision:
    values = said.pop("values", None)
    if not (values is None or (isinstance(values, list) and all(isinstance(one, str) for one in values))):
        raise ValueError("values are a list of texts")
    if not all(isinstance(said.get(name, ""), str) for name in ("at", "field", "label", "type")):
        raise ValueError("names, labels and types are texts")
    return Decision(**said, values=tuple(values) if values is not None else None)


def decide(folder: Path, decision: Decision) -> None:
    """One line more, with the system when this returns."""
    with (folder / DECISIONS).open("a", encoding="utf-8") as out:
        out.write(json.dumps({name: said for name, said in asdict(decision).items() if said is not None}) + "\n")


def together(decisions: Sequence[Decision]) -> Mapping[str | None, Decision]:
    """The last word about each field, and about the form, under None."""
    found: dict[str | None, Decision] = {}
    for one in decisions:
        before = found.get(one.field, Decision(one.at, one.field))
        said = {name: value for name, value in asdict(one).items() if value is not None}
        found[one.field] = replace(before, **said)
    return found


def with_decisions(
    folder: Path, fields: Sequence[Field], given: Mapping[str, Sequence[str]]
) -> tuple[Sequence[Field], Mapping[str, Sequence[str]]]:
    """The fields and values as people have them. Raises `FormRefused` where they forbade the form."""
    known = together(decided(folder))
    form = known.get(None)
    if form is not None and form.forbidden:
        raise FormRefused(
            f"{folder / DECISIONS} says that somebody forbade this form on {form.at}; nothing is sent"
        )
    kept: list[Field] = []
    values = dict(given)
    for field in fields:
        one = known.get(field.name)
        if one is None:
            kept.append(field)
            continue
        if one.use is False:
            continue
        only = frozenset(one.values) if one.values and field.finite else field.only
        if one.values and not field.finite:
            values[field.name] = list(one.values)
        kind = FieldType(one.type) if one.type is not None and one.type in set(FieldType) else field.type
        label = one.label if one.label is not None else field.label
        kept.append(planned(replace(field, label=label, type=kind, only=only)))
    return kept, values
