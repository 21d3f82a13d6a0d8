"""A database behind a form, in memory: answers choices as a site would, with caps, counts and missing fields."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from leadline.harvest.source import planned
from leadline.model.field import End, Field, FieldGroup, FieldType
from leadline.model.form import Control, Option
from leadline.model.query import Answer, Choice, Reply
from leadline.protocols import QueryPlanner

Row = Mapping[str, str]


def select(name: str, *values: str, anything: bool = True, default: str | None = None) -> Field:
    """A list to choose from, with an "any" in front unless it has none."""
    levels = ("", *values) if anything else values
    chosen = levels[0] if default is None else default
    options = tuple(Option(value, value or "Any", selected=value == chosen) for value in levels)
    control = Control("select-one", name, chosen, (), options)
    return Field((control,), name.title(), type=FieldType.CATEGORY, any_value="" if anything else None)


def text(
    name: str, type_: FieldType = FieldType.KEYWORD, *, required: bool = False, label: str = "", **known: Any
) -> Field:
    """A box; `known` is whatever else is known about it."""
    return Field((Control("text", name, "", (), required=required),), label or name.title(), type=type_, **known)


def end(
    name: str, low_or_high: End, label: str, *, of: str = "", names: tuple[str, ...] = (), **known: Any
) -> Field:
    """A box for a price that is one end of a range; `of` is what stands before both ends."""
    group = FieldGroup("range", of, (), names) if of or names else None
    return planned(text(name, FieldType.PRICE, label=label, end=low_or_high, group=group, **known))


@dataclass
class Database:
    """Rows, asked by equality for selects and by word for `q`."""

    rows: Sequence[Row]
    page: int = 10
    cap: int | None = None
    tells: bool = True
    """Says so where it cuts an answer off."""
    counts: bool = False
    default: str = "all"
    """What nothing in particular brings: `all`, `none` or `required`."""
    defaults: Mapping[str, str] = field(default_factory=dict)
    """What fields have that are not named: lists without an "any"."""
    by_word: Sequence[str] = ()
    """Fields that find words in their column."""
    within: str = ""
    """The field that says in which column `q` is looked for; without `q` nothing is found then."""
    wants: Sequence[str] = ()
    """Fields that have to be given together."""
    asked: list[Choice] = field(default_factory=list)
    seen: set[int] = field(default_factory=set)
    pages: int = 0

    def answer(self, choice: Choice) -> Answer:
        self.asked.append(choice)
        wanted = {**self.defaults, **dict(choice)}
        wanted = {name: value for name, value in wanted.items() if value}
        if (not wanted and self.default == "required") or any(name not in wanted for name in self.wants):
            self.pages += 1
            return Answer(choice, Reply.REQUIRED)
        found = [n for n, row in enumerate(self.rows) if self._matches(row, wanted)]
        if not wanted and self.default == "none":
            found = []
        shown = found[: self.cap]
        new = [n for n in shown if n not in self.seen]
        self.seen.update(new)
        pages = max(1, -(-len(shown) // self.page)) if new else min(2, max(1, -(-len(shown) // self.page)))
        self.pages += pages
        return Answer(
            choice,
            Reply.RESULTS if shown else Reply.EMPTY,
            records=len(shown),
            new=len(new),
            pages=pages,
            size=1000 + 50 * len(shown),
            new_size=50 * len(new),
            seconds=float(pages),
            count=len(found) if self.counts and found else None,
            truncated=self.tells and len(shown) < len(found),
            sample=tuple((name, value) for n in new[:50] for name, value in self.rows[n].items()),
        )

    def _matches(self, row: Row, wanted: Mapping[str, str]) -> bool:
        if self.within:
            return "q" in wanted and _has_words(row[wanted[self.within]], wanted["q"])
        for name, value in wanted.items():
            if name == "q":
                fits = _has_words(" ".join(row.values()), value)
            elif name in self.by_word:
                fits = _has_words(row.get(name, ""), value)
            else:
                fits = row.get(name) == value
            if not fits:
                return False
        return True


def _has_words(text: str, wanted: str) -> bool:
    return set(wanted.lower().split()) <= set(text.lower().split())


def harvest(planner: QueryPlanner, database: Database, most: int = 2000) -> list[Answer]:
    """Ask until the planner is through, or as often as allowed."""
    answers: list[Answer] = []
    while len(answers) < most and (choice := planner.choose()) is not None:
        answers.append(database.answer(choice))
        planner.observe(answers[-1])
    return answers
