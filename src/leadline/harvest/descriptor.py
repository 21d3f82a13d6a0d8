"""`source.toml`: what was found out about a source, written once, to be read and edited by people.

An edit counts from the next `resume` on: `use = false` leaves a field alone, `label` names it for the table of
values, `values` replaces what is tried in it (for a select: which of its choices). The rest tells.
"""

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from leadline.errors import BadConfiguration
from leadline.harvest.fields import planned
from leadline.harvest.profile import SourceProfile
from leadline.harvest.source import HarvestSource
from leadline.model.field import Field

FILE = "source.toml"
_HEAD = """\
# What Leadline found out about this source. You may edit it; `leadline resume` takes the edits up:
# use = false leaves a field alone, label names it, values are what is tried in it.
"""
_WIDEST = 500
"""Choices of one field that are written; a longer list is not edited by hand."""


@dataclass(frozen=True, slots=True)
class Edits:
    """What a descriptor says about the fields."""

    fields: tuple[Field, ...]
    given: Mapping[str, Sequence[str]]
    """Values for text fields, by name."""


def described(source: HarvestSource, profile: SourceProfile) -> str:
    """The descriptor of a source, as TOML."""
    form, counts = source.form, profile.counts
    lines = [
        _HEAD,
        f"url = {_string(source.page_url)}",
        "",
        "[form]",
        f"index = {form.index}",
        f"id = {_string(form.identity)}",
        f"action = {_string(form.action)}",
        f"method = {_string(form.method)}",
        "",
        "[answers]",
        f"counts = {_string('believed' if counts.believed else 'not believed')}",
    ]
    if counts.cap is not None:
        lines.append(f"cap = {counts.cap}")
    if profile.paging is not None:
        lines.append(f"paging = {_string(profile.paging)}")
    for field in source.fields:
        lines += ["", *_field(field)]
    return "\n".join(lines) + "\n"


def _field(field: Field) -> list[str]:
    lines = [
        "[[field]]",
        f"name = {_string(field.name)}",
        f"label = {_string(field.label)}",
        f"type = {_string(field.type.value)}",
        "use = true",
    ]
    if field.required:
        lines.append("required = true")
    if field.finite and len(field.choices) <= _WIDEST:
        lines.append("values = [")
        lines += [f"    {_string(choice.value)},  # {_comment(choice.label)}" for choice in field.choices]
        lines.append("]")
    return lines


def _string(text: str) -> str:
    """A basic string of TOML; JSON's escapes are among its own, but for DEL."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _comment(text: str) -> str:
    return "".join(letter if letter.isprintable() else " " for letter in text)


# ── read back ─────────────────────────────────────────────────────────────────────────────────────────────


def edited(file: Path, fields: Sequence[Field]) -> Edits:
    """The fields as a descriptor has them; as they are where there is no file."""
    if not file.is_file():
        return Edits(tuple(fields), {})
    try:
        tree = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadConfiguration(f"{file} cannot be read: {error}; correct it, or delete it") from error
    written = {str(one.get("name")): one for one in tree.get("field", []) if isinstance(one, dict)}
    used: list[Field] = []
    given: dict[str, list[str]] = {}
    for field in fields:
        one = written.get(field.name, {})
        if one.get("use", True) is not True:
            continue
        values = _values(file, one)
        if values is not None and not field.finite:
            given[field.name] = values
        only = frozenset(values) if values is not None and field.finite else None
        used.append(planned(replace(field, label=str(one.get("label", field.label)), only=only)))
    return Edits(tuple(used), given)


def _values(file: Path, one: Mapping[str, Any]) -> list[str] | None:
    values = one.get("values")
    if values is None:
        return None
    if not isinstance(values, list):
        raise BadConfiguration(f'{file}: values of field {one.get("name")!r} are a list: values = ["a", "b"]')
    return [str(value) for value in values]
