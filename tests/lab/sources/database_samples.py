"""Sites with databases, and a reader of queries that shares nothing with the one under test but the records."""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache, lru_cache

from leadline_lab.sources import Answer, Attribute, Source, ask, records_of, sources_of
from leadline_lab.spec import Role, WorldSpec
from leadline_lab.words import LANGUAGES, domains
from leadline_lab.world import Site

Row = tuple[str, ...]
_DATES = {"iso": "%Y-%m-%d", "dmy": "%d/%m/%Y", "mdy": "%m/%d/%Y", "dots": "%d.%m.%Y"}


@dataclass(frozen=True)
class SpecOnly:
    """A world of which only the spec is known."""

    spec: WorldSpec


WORLD = SpecOnly(WorldSpec(seed=11))
REPORT = SpecOnly(WorldSpec(seed=11, role=Role.REPORTING))


def deep_site(n: int, language: str = "", role: Role = Role.TUNING, others: tuple[str, ...] = ()) -> Site:
    known = domains(role)
    spoken = language or LANGUAGES[n % len(LANGUAGES)]
    return Site(n, f"www.host{n}.com", "deep", known[n % len(known)], others, n % 2, spoken, "", 50)


@lru_cache
def databases(sites: int, world: SpecOnly = WORLD) -> tuple[tuple[Site, Source], ...]:
    """All databases of the first sites."""
    return tuple(pair for n in range(sites) for pair in _databases_of(n, world))


@cache
def _databases_of(number: int, world: SpecOnly) -> tuple[tuple[Site, Source], ...]:
    site = deep_site(number, role=world.spec.role)
    return tuple((site, source) for source in sources_of(world, site))


@lru_cache(maxsize=64)
def all_rows(site: Site, source: Source, world: SpecOnly = WORLD) -> dict[str, Row]:
    return dict(records_of(world, site, source))


def whole_answer(
    site: Site, source: Source, asked: Mapping[str, Sequence[str]], sort: str = "", world: SpecOnly = WORLD
) -> tuple[list[str], list[Answer]]:
    """Keys of all pages in order, and the pages."""
    first = ask(world, site, source, asked, 0, sort)
    pages = [first, *(ask(world, site, source, asked, n, sort) for n in range(1, first.pages))]
    return [key for page in pages for key in page.keys], pages


def plain(text: str) -> str:
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in apart if not unicodedata.combining(c))


def measure(a: Attribute, cell: str) -> int:
    """The number or day that a cell shows."""
    if a.type == "date":
        return datetime.strptime(cell, _DATES[a.format]).toordinal() - date(2026, 1, 1).toordinal()  # noqa: DTZ007
    found = re.search(r"-?\d[\d.,\u00a0]*", cell)
    assert found, (a, cell)
    return int(re.sub(r"[^\d-]", "", found.group()))


def typed(a: Attribute, number: int) -> str:
    """A number or day as a form might send it."""
    return date.fromordinal(number + date(2026, 1, 1).toordinal()).isoformat() if a.type == "date" else str(number)


def expected(source: Source, rows: Mapping[str, Row], asked: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Keys of the records that match, by looking at every one."""
    for key, row in rows.items():
        cells = dict(zip((a.name for a in source.attributes), row, strict=True))
        if all(_fits(source, cells, name, values) for name, values in asked.items()):
            yield key


def _fits(source: Source, cells: Mapping[str, str], name: str, values: Sequence[str]) -> bool:
    if name == "keyword":
        text = plain(" ".join(cells[a.name] for a in source.attributes if a.searched))
        words = re.findall(r"[^\W_]+", text)
        return all(
            word in (words if source.keyword == "words" else text) for word in plain(" ".join(values)).split()
        )
    base, _, end = name.partition(".")
    a = source.attribute(base)
    assert a is not None
    if end:
        number, limit = measure(a, cells[base]), _untyped(a, values[0])
        return number >= limit if end == "low" else number <= limit
    if a.ask == "contains":
        return any(all(word in plain(cells[base]) for word in plain(value).split()) for value in values)
    if a.numeric:
        return measure(a, cells[base]) in [_untyped(a, value) for value in values]
    return plain(cells[base]) in [plain(value) for value in values]


def _untyped(a: Attribute, text: str) -> int:
    return date.fromisoformat(text).toordinal() - date(2026, 1, 1).toordinal() if a.type == "date" else int(text)
