"""The other databases of the built-in web, each a file of rows and a page that shows those that were asked for.

`site.toml` says what every field of a form does to its database; what a field leaves open narrows nothing down.
The same question gets the same bytes every time.
"""

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any
from urllib.parse import urlencode

from jinja2 import Environment, PackageLoader, StrictUndefined

Row = Mapping[str, str]
Asked = Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class Wish:
    """What one field of a form does: its value `is` the column's, stands in it (`has`), or bounds it (`from`,
    `to`). A column of several names is all of them together."""

    column: str
    how: str

    def is_met(self, row: Row, values: Sequence[str]) -> bool:
        wanted = [value.strip().lower() for value in values if value.strip()]
        if not wanted:
            return True
        here = " ".join(row[name] for name in self.column.split()).lower()
        match self.how:
            case "is":
                return here in wanted
            case "has":
                return all(word in here for word in wanted[0].split())
            case "from":
                return not wanted[0].isdecimal() or int(here) >= int(wanted[0])
            case _:
                return not wanted[0].isdecimal() or int(here) <= int(wanted[0])


@dataclass(frozen=True, slots=True)
class Database:
    """One, as `site.toml` describes it."""

    path: str
    rows: str  # a file
    page: str  # a template, which shows `rows`, `found` (how many there are), `before`, `after`
    fields: Mapping[str, Wish]
    method: str = "GET"
    charset: str = "utf-8"
    per_page: int = 1_000
    most: int = 1_000_000  # of an answer: what comes behind is not shown
    token: Mapping[str, str] = field(default_factory=dict)  # hidden fields that the form brings along

    @property
    def size(self) -> int:
        return len(_rows(self.rows))

    def answer(self, asked: Asked) -> str | None:
        """The page for these fields; None for whoever does not come from the form."""
        if any(list(asked.get(name, ())) != [value] for name, value in self.token.items()):
            return None
        wanted = [(wish, asked.get(name, ())) for name, wish in self.fields.items()]
        found = [row for row in _rows(self.rows) if all(wish.is_met(row, values) for wish, values in wanted)]
        start = int(written) if (written := "".join(asked.get("start", ())[:1])).isdecimal() else 0
        until = min(start + self.per_page, self.most)
        shown = {"rows": found[start:until], "found": len(found), "most": self.most}
        before = self._link(asked, start - self.per_page) if start else None
        after = self._link(asked, until) if until < min(len(found), self.most) else None
        return _pages().get_template(self.page).render(shown, start=start, before=before, after=after)

    def _link(self, asked: Asked, start: int) -> str:
        kept = {name: values for name, values in asked.items() if name != "start"}
        return f"{self.path}?{urlencode({**kept, 'start': [max(start, 0)]}, doseq=True, encoding=self.charset)}"


def databases(described: Mapping[str, Mapping[str, Any]]) -> Iterator[tuple[str, Database]]:
    """(host, its database)."""
    for host, told in described.items():
        fields = {name: Wish(*wish) for name, wish in told["fields"].items()}
        yield host, Database(**{**told, "fields": fields})


@cache
def _rows(file: str) -> list[dict[str, str]]:
    text = resources.files(__package__).joinpath(file).read_text(encoding="utf-8")
    return [{**row, "number": str(number)} for number, row in enumerate(csv.DictReader(text.splitlines()), 1)]


@cache
def _pages() -> Environment:
    pages = PackageLoader("leadline.demo", "pages")
    return Environment(loader=pages, autoescape=True, undefined=StrictUndefined, trim_blocks=True)
