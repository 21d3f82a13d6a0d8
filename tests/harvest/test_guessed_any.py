"""Which choice of a list asks for nothing is a guess by its words; an end needs more than that."""

from collections.abc import Sequence

import pytest

from leadline.harvest.endings import SizeWatch
from leadline.harvest.evidence import Ending
from leadline.harvest.planners.cascade import CascadePlanner
from leadline.harvest.settings import HarvestSettings
from leadline.harvest.source import planned
from leadline.harvest.values.supply import Supplies
from leadline.model.field import Field, FieldType
from leadline.model.form import Control, Option
from leadline.model.query import Answer, Choice, Reply

BOARDS = ("All inclusive", "Full board", "Half board", "Breakfast")
TOWNS = ("Alder", "Birch", "Cedar", "Dale")
NAMES = ("house", "river", "garden", "tower", "bridge", "meadow", "mill")


def hotels(sizes: Sequence[int]) -> list[dict[str, str]]:
    boards = [board for board, size in zip(BOARDS, sizes, strict=True) for _ in range(size)]
    return [
        {"board": board, "town": TOWNS[n % 4], "name": f"{NAMES[n % 7]} {NAMES[n * 3 % 5]} {n}"}
        for n, board in enumerate(boards)
    ]


def _list(name: str, *values: str) -> Field:
    options = tuple(Option(value, value, selected=not n) for n, value in enumerate(values))
    return planned(Field((Control("select-one", name, values[0], (), options),), name, type=FieldType.CATEGORY))


def _fits(row: dict[str, str], wanted: dict[str, str]) -> bool:
    return all(said in row[name].split() if name == "name" else said == row[name] for name, said in wanted.items())


class Hotels:
    """Answers a form whose list of boards begins with one that sounds as if it asked for nothing."""

    def __init__(self, rows: list[dict[str, str]], first: str, shown: Sequence[str], cap: int | None) -> None:
        self.rows, self.first, self.shown, self.cap = rows, first, shown, cap
        boards = (first, *(board for board in BOARDS if board != first))
        text = Field((Control("text", "name", "", (), ()),), "Name", type=FieldType.KEYWORD)
        self.fields = (_list("board", *boards), _list("town", "Any town", *TOWNS), text)
        self.seen: set[str] = set()

    def answer(self, choice: Choice) -> Answer:
        said = {"board": self.first, "town": "Any town", "name": "", **dict(choice)}
        wanted = {name: value for name, value in said.items() if value not in ("", "Any town", "All boards")}
        found = [(str(n), row) for n, row in enumerate(self.rows) if _fits(row, wanted)]
        came = found[: self.cap]
        new = [key for key, _ in came if key not in self.seen]
        self.seen.update(new)
        return Answer(
            choice,
            Reply.RESULTS if came else Reply.EMPTY,
            len(came),
            len(new),
            max(1, -(-len(came) // 10)),
            count=len(found) if found else None,
            stated=len(found) if found else None,
            truncated=len(came) < len(found),
            met=tuple(key for key, _ in came),
            rows=tuple((key, tuple((name, row[name]) for name in self.shown)) for key, row in came),
        )


def _harvest(site: Hotels, coverage: float | None) -> tuple[CascadePlanner, list[Choice]]:
    planner = CascadePlanner(site.fields, HarvestSettings(coverage=coverage), 0, Supplies())
    sizes = SizeWatch(site.fields, coverage)  # as the loop asks it
    asked: list[Choice] = []
    while not sizes.is_covered(planner) and (choice := sizes.choose(planner)) is not None:
        asked.append(choice)
        planner.observe(site.answer(choice))
    return planner, asked


@pytest.mark.parametrize("coverage", [None, 0.9])
@pytest.mark.parametrize("shown", [("name",), ("name", "board", "town")], ids=["hidden", "shown"])
@pytest.mark.parametrize("cap", [None, 20])
def test_a_value_that_sounds_like_any_is_found_out(
    coverage: float | None, shown: Sequence[str], cap: int | None
) -> None:
    """All of the first board came, and the site counts no more; other boards have others."""
    site = Hotels(hotels((47, 60, 55, 38)), "All inclusive", shown, cap)
    assert site.fields[0].anything == "All inclusive"
    planner, _ = _harvest(site, coverage)
    assert len(site.seen) >= (coverage or 0.995) * len(site.rows)
    if coverage is None:
        assert planner.ending in (Ending.COMPLETE, Ending.COVERED)


def test_what_rows_show_needs_no_query() -> None:
    """Boards of several kinds come where none was chosen: that the list was open is plain."""
    site = Hotels(hotels((47, 60, 55, 38)), "All boards", ("name", "board", "town"), None)
    planner, asked = _harvest(site, 0.9)
    assert (planner.guesses, len(site.seen), len(asked)) == (frozenset(), 200, 1)


def test_an_any_that_rows_do_not_show_is_borne_out_by_another_choice() -> None:
    """One query for each list: what it brings had come before."""
    site = Hotels(hotels((47, 60, 55, 38)), "All boards", ("name",), None)
    planner, asked = _harvest(site, None)
    assert planner.ending is Ending.COMPLETE
    assert {name for choice in asked for name, _ in choice} >= {"board", "town"}


def test_what_one_word_found_is_not_all_there_is() -> None:
    """A site insists on a word, and all that the first one finds comes; other words have found more since then.
    That eight in a row find nothing new says that they were like each other."""
    words = ("ama", "bel", "cor", "dim", "eno", "fur", "gal", "hin", "ivo")
    circles = [[f"{word}{n}" for word in words] for n in range(12)]
    rows: list[set[str]] = []
    for n, own in enumerate(circles):
        following = circles[(n + 1) % len(circles)][0]  # one of twenty leads on
        rows += [{*own, following} if m == 5 else {*own} for m in range(20)]
    text = Field((Control("text", "q", "", (), ()),), "Words", type=FieldType.KEYWORD)
    planner = CascadePlanner([text], HarvestSettings(), 0, Supplies(words=[("ama0", 1.0)]))
    known: set[str] = set()
    for _ in range(400):
        choice = planner.choose()
        if choice is None:
            break
        wanted = dict(choice).get("q", "").split()
        found = [n for n, words in enumerate(rows) if wanted and set(wanted) <= words]
        met = tuple(map(str, found))
        shown = tuple((str(n), (("text", " ".join(sorted(rows[n]))),)) for n in found)
        reply = Reply.RESULTS if found else Reply.EMPTY if wanted else Reply.REQUIRED
        planner.observe(Answer(choice, reply, len(met), len({*met} - known), met=met, rows=shown))
        known.update(met)
    assert len(known) == len(rows)
