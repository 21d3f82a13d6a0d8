"""What a report tells of folders, as values: each crawl with its curve, how it ended, a sample."""

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import accumulate, islice
from pathlib import Path
from typing import Any

from leadline.app.folders import PROJECT, Folder, Status
from leadline.store.formats import columns_of
from leadline.store.table import TableOptions, as_json

PROBLEMS = "problems.jsonl"
"""In the folder of a project: the forms that were not harvested, and why."""
_SAMPLE = 5  # records shown of a source
_COLUMNS = 8  # columns of these: more are for a table of one's own
_POINTS = 400  # of a curve: as many as its drawing has places
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class PartReport:
    """One crawl or harvest."""

    name: str
    status: Status
    page: str  # of a harvest: where its form stands
    curve: tuple[Point, ...]  # pages asked for and what they brought, both added up
    columns: tuple[str, ...]  # of the sample
    sample: tuple[tuple[str, ...], ...]
    findings: tuple[Mapping[str, Any], ...]  # of a crawl: the forms it found, the surest first
    fields: tuple[str, ...] = ()  # what the source tells of its records


@dataclass(frozen=True, slots=True)
class Report:
    """All of them."""

    folder: Path
    parts: tuple[PartReport, ...]
    problems: tuple[tuple[str, str], ...]  # a page with a form that was not harvested, and why

    @property
    def records(self) -> int:
        return sum(part.status.records for part in self.parts)

    @property
    def sources(self) -> tuple[PartReport, ...]:
        return tuple(part for part in self.parts if part.status.kind == "harvest")

    @property
    def crawls(self) -> tuple[PartReport, ...]:
        return tuple(part for part in self.parts if part.status.kind != "harvest")


def report_on(path: Path, *also: Path) -> Report:
    """What is there to be told of folders; it may be read while they are written."""
    opened = Folder(path, *also)
    parts = tuple(map(_part, opened.sources if opened.kind == PROJECT else (opened,)))
    return Report(path, parts, tuple(_problems(path)))


def _part(folder: Folder) -> PartReport:
    status = folder.status()
    with folder.reading_rows() as store, store.at_one_moment():
        if status.kind != "harvest":
            findings = sorted(store.pages.rows("forms"), key=lambda form: -float(form["score"] or 0))
            at = sorted(int(form["found_at_page"]) for form in findings)
            curve = [(float(page), float(number)) for number, page in enumerate(at, 1)]
            curve.append((float(status.summary.pages), float(len(at))))
            return PartReport(folder.path.name, status, "", _thinned(curve), (), (), tuple(findings))
        queries = [row for row in store.pages.rows("queries") if not row["round"]]
        pages = accumulate(int(row["pages"]) for row in queries)
        brought = accumulate(int(row["new_records"]) for row in queries)
        curve = list(zip(map(float, pages), map(float, brought), strict=True))
        columns = [one for one in columns_of(store, "records", TableOptions()) if not one.belongs_to]
        names = tuple(column.name for column in columns)
        shown = columns[:_COLUMNS]
        first = islice(store.pages.rows("records"), _SAMPLE)
        rows = tuple(tuple(_text(column.cell(row)) for column in shown) for row in first)
    page = str(queries[0]["source"]) if queries else ""
    told = tuple(column.name for column in shown)
    return PartReport(folder.path.name, status, page, _thinned(curve), told, rows, (), names)


def _thinned(curve: list[Point]) -> tuple[Point, ...]:
    step = max(1, len(curve) // _POINTS)
    kept = curve[::step]
    return tuple(kept if not curve or kept[-1] == curve[-1] else [*kept, curve[-1]])


def _text(value: Any) -> str:
    value = as_json(value)
    if isinstance(value, list):
        return ", ".join(_text(one) for one in value)
    return "" if value is None else str(value)


def _problems(path: Path) -> Iterator[tuple[str, str]]:
    file = path / PROBLEMS
    if not file.is_file() or file.is_symlink():
        return
    for line in file.read_text("utf-8", errors="replace").splitlines():
        with suppress(ValueError, KeyError, TypeError):  # a folder may come from anybody: what is no line of ours
            told = json.loads(line)
            yield str(told["page_url"]), str(told["problem"])
