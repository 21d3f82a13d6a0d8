"""Made-up databases behind forms of one kind each, in memory: what a planner needs where answers are cut.

The lab's sources mix manners as the web does; here one thing is varied at a time (ALGORITHMS: C-REC): the field
that can split, the cap, the order of answers, what the site says about its size.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from leadline.harvest.evidence import tokens_of
from leadline.harvest.source import planned
from leadline.model.field import End, Field, FieldGroup, FieldType
from leadline.model.form import Control, Option
from leadline.model.query import Answer, Choice, Reply
from leadline_lab.randomness import Dice, dice

_LETTERS = "babebodadedofafigagokakilalelomamimonanopararerisasotatitovaviza"
_SYLLABLES = [_LETTERS[place : place + 2] for place in range(0, len(_LETTERS), 2)]
_KINDS = ["atlas", "ballad", "chart", "diary", "essay", "fable", "guide", "hymn"]
_PAGE = 20
_FEW_OFTEN = ((0.0, 0.0), (0.2, 0.004), (0.45, 0.03), (0.65, 0.12), (0.85, 0.45), (1.0, 1.0))
"""Shares of a vocabulary by how often they are used: a fifth of all words are of its first four thousandths."""
_PRICES = ((0.0, 5.0), (0.2, 90.0), (0.5, 300.0), (0.8, 1_100.0), (0.95, 5_000.0), (1.0, 40_000.0))


def _word(number: int) -> str:
    """The same word for the same number, each another."""
    found, number = "", number + 32
    while number:
        found, number = found + _SYLLABLES[number % 32], number // 32
    return found


def _zipf(roll: Dice, most: int) -> int:
    """Small numbers often, large ones seldom."""
    return min(most - 1, int(roll.quantile(_FEW_OFTEN) * most))


@dataclass(frozen=True, slots=True)
class Case:
    """One database and its form."""

    form: str
    """range, selects, list, prefix, substring, words, exact or mixed."""
    size: int
    cap: int | None
    ranking: str = "random"
    """random (another order for each query), static, or price."""
    counts: bool = False
    tells: bool = True
    """Whether it says that an answer was cut."""
    refuses: bool = False
    """Whether it shows nothing where there is too much."""
    default: str = "all"
    """What nothing in particular brings: all or none."""
    seed: int = 0

    @property
    def name(self) -> str:
        says = "counts" if self.counts else "refuses" if self.refuses else "tells" if self.tells else "silent"
        return f"{self.form} n={self.size} cap={self.cap} {self.ranking} {says} {self.default}"


def _text(name: str, label: str, type_: FieldType = FieldType.KEYWORD, end: End = "", of: str = "") -> Field:
    names = (f"{of}_low", f"{of}_high") if end else ()
    group = FieldGroup("range", of.title(), (), names) if end else None
    return planned(Field((Control("text", name, "", ()),), label, type=type_, end=end, group=group))


def _list(name: str, values: list[str]) -> Field:
    options = (Option("", "Any", selected=True), *(Option(value, value) for value in values))
    return planned(Field((Control("select-one", name, "", (), options),), name.title(), type=FieldType.CATEGORY))


@dataclass
class Database:
    case: Case
    asked: list[Choice] = field(default_factory=list)
    seen: set[int] = field(default_factory=set)
    requests: int = 0
    curve: list[tuple[int, int]] = field(default_factory=list)
    """(queries, different records shown by then)."""

    @cached_property
    def rows(self) -> list[dict[str, str]]:
        case = self.case
        roll = dice("databases", case.form, case.size, case.seed)
        makers = [_word(7_000 + number).title() for number in range(60)]
        rows: list[dict[str, str]] = []
        for _ in range(case.size):
            title = " ".join(_word(_zipf(roll, 1_500)) for _ in range(roll.between(2, 4))).title()
            price = int(roll.quantile(_PRICES))
            note = " ".join(_word(_zipf(roll, 3_000)) for _ in range(roll.between(8, 25)))
            maker = makers[min(59, _zipf(roll, 60))]
            year = str(2025 - _zipf(roll, 60))
            rows.append({
                "Title": title, "Maker": maker, "Kind": roll.pick(_KINDS), "Year": year, "Price": str(price),
                "Note": note,
            })  # fmt: skip
        return rows

    @cached_property
    def fields(self) -> list[Field]:
        ranged = [_text("price_low", "from", FieldType.PRICE, "low", "price")]
        ranged.append(_text("price_high", "to", FieldType.PRICE, "high", "price"))
        makers = sorted({row["Maker"] for row in self.rows})
        years = sorted({row["Year"] for row in self.rows})
        lists = [_list("maker", makers), _list("kind", _KINDS), _list("year", years)]
        title, words = _text("title", "Title", FieldType.NAME), _text("q", "Keywords")
        exact = [_text("maker", "Maker", FieldType.NAME), _text("title", "Title", FieldType.NAME)]
        forms: Mapping[str, list[Field]] = {
            "range": ranged, "selects": lists, "list": lists[:1], "prefix": [title], "substring": [title],
            "words": [words], "exact": exact, "mixed": [words, lists[1], *ranged],
        }  # fmt: skip
        return forms[self.case.form]

    def answer(self, choice: Choice) -> Answer:
        case = self.case
        self.asked.append(choice)
        wanted = {name: value for name, value in choice if value}
        found = [number for number, row in enumerate(self.rows) if self._matches(row, wanted)]
        found = [] if not wanted and case.default == "none" else self._ordered(found, choice)
        shown = found[: case.cap] if case.cap is not None else found
        over = len(shown) < len(found)
        refused = over and case.refuses
        shown = [] if refused else shown
        new = [number for number in shown if number not in self.seen]
        self.seen.update(new)
        # A first page of known records is where the loop leaves an answer.
        pages = max(1, -(-len(shown) // _PAGE)) if new else 1
        self.requests += pages
        self.curve.append((len(self.asked), len(self.seen)))
        reply = Reply.TOO_MANY if refused else Reply.RESULTS if shown else Reply.EMPTY
        return Answer(
            choice, reply, len(shown), len(new), pages, size=1_000 + 50 * len(shown), new_size=50 * len(new),
            count=len(found) if case.counts and found else None, stated=len(found) if case.counts else None,
            truncated=over and (case.tells or refused),
            sample=tuple(pair for number in new[:60] for pair in self.rows[number].items()),
            met=tuple(map(str, shown)),
            rows=tuple((str(number), tuple(self.rows[number].items())) for number in shown[:1000]),
        )  # fmt: skip

    def _ordered(self, found: list[int], choice: Choice) -> list[int]:
        if self.case.ranking == "price":
            return sorted(found, key=lambda number: (int(self.rows[number]["Price"]), number))
        about = choice if self.case.ranking == "random" else ()
        salt = dice("order", self.case.seed, about).below(1 << 30) | 1
        return sorted(found, key=lambda number: (number * salt + salt // 3) % 1_000_003)

    def _matches(self, row: Mapping[str, str], wanted: Mapping[str, str]) -> bool:
        return all(self._fits(row, name, value) for name, value in wanted.items())

    def _fits(self, row: Mapping[str, str], name: str, value: str) -> bool:
        if name == "price_low":
            return int(row["Price"]) >= float(value)
        if name == "price_high":
            return int(row["Price"]) <= float(value)
        if name == "q":
            wanted = set(tokens_of(value))  # an asterisk is no word, and finds nothing
            return bool(wanted) and wanted <= set(tokens_of(" ".join(row.values())))
        text, asked = row[name.title()].casefold(), value.casefold()
        if name == "title" and self.case.form == "prefix":
            return text.startswith(asked)
        if name == "title" and self.case.form == "substring":
            return asked in text
        return text == asked

    # ── what one who knows everything would ask ───────────────────────────────────────────────────────────

    def set_cover(self, share: float) -> int:
        """Queries of greedy set cover over single values, words or pieces, until this share is shown."""
        parts = [set(numbers) for numbers in self._answers()]
        missing, wanted = set(range(len(self.rows))), share * len(self.rows)
        queries = 0
        while len(self.rows) - len(missing) < wanted:
            best = max(parts, key=lambda part: len(part & missing), default=set[int]())
            if not best & missing:
                break
            missing -= best
            queries += 1
        return queries

    def _answers(self) -> Iterator[list[int]]:
        """What each query that makes sense would show."""
        texts: dict[str, list[int]] = {}
        for number, row in enumerate(self.rows):
            said = tokens_of(" ".join(row.values())) if self.case.form in ("words", "mixed") else [row["Maker"]]
            for text in set(said):
                texts.setdefault(text, []).append(number)
        for text, numbers in texts.items():
            yield self._ordered(numbers, (("q", text),))[: self.case.cap]
