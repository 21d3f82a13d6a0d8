"""Which fields of a form stand together: lines of a range or of a split date, sections under one text."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from leadline_lab.anatomy import Input

_DATE_PARTS = frozenset({"day", "month", "year"})


@dataclass(frozen=True, slots=True)
class Line:
    """Fields beside each other; `head` is the text they share."""

    inputs: tuple[Input, ...]
    head: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """Lines under one text."""

    legend: str
    lines: tuple[Line, ...]


def arranged(inputs: Sequence[Input]) -> list[Line | Section]:
    """The visible fields in their order. Traps stand on lines of their own."""
    parts: list[Line | Section] = []
    for group, members in _runs(inputs):
        lines = tuple(_lines(members))
        if not group:
            parts.extend(lines)
        elif len(lines) == 1 and (len(lines[0].inputs) > 1 or not _says(lines[0].inputs[0], group)):
            parts.append(Line(lines[0].inputs, group))
        else:
            parts.append(Section(group, lines))
    return parts


def _says(field: Input, group: str) -> bool:
    """Whether a field alone in its group has a label beside the group's text."""
    return bool(field.label) and field.label != group and field.placement != "missing"


def _runs(inputs: Sequence[Input]) -> Iterator[tuple[str, list[Input]]]:
    """Neighbours of the same group. A trap among them stays where it is without dividing them."""
    run: list[Input] = []
    group = ""
    for place, field in enumerate(inputs):
        own = _group_around(inputs, place, group) if field.honeypot else field.group
        if run and own != group:
            yield group, run
            run = []
        group = own
        run.append(field)
    if run:
        yield group, run


def _group_around(inputs: Sequence[Input], place: int, group: str) -> str:
    following = next((field for field in inputs[place:] if not field.honeypot), None)
    return group if following is not None and following.group == group else ""


def _lines(fields: Iterable[Input]) -> Iterator[Line]:
    line: list[Input] = []
    for field in fields:
        if line and not _continues(line, field):
            yield Line(tuple(line))
            line = []
        line.append(field)
    if line:
        yield Line(tuple(line))


def _continues(line: Sequence[Input], field: Input) -> bool:
    last = line[-1]
    if field.honeypot or last.honeypot or field.meaning != last.meaning:
        return False
    if len(line) == 1 and (last.end, field.end) == ("low", "high"):
        return field.type == last.type
    parts = field.type in _DATE_PARTS and last.type in _DATE_PARTS
    return parts and field.end == last.end and all(field.type != earlier.type for earlier in line)
