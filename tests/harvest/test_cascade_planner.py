"""`cascade` brings up all that a form can reach, whatever cuts its answers, and says on what grounds it ends."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import chain

import pytest
from small_database import select, text

from leadline.harvest.evidence import Ending, How
from leadline.harvest.planners.cascade import CascadePlanner
from leadline.harvest.settings import HarvestSettings
from leadline.harvest.source import planned
from leadline.harvest.values.supply import Supplies
from leadline.model.field import Field
from leadline.model.form import Control
from leadline.model.query import Answer, Choice, Reply
from leadline_bench.harvest.databases import Case, Database

_WORDS = ("red", "blue", "green", "grey", "white", "black", "brown")


def harvested(case: Case, most: int = 400, hint: str = "") -> tuple[CascadePlanner, Database, list[Answer]]:
    """`hint` is a word that the form's page has."""
    database, supplies = Database(case), Supplies(words=[(hint, 1.0)] if hint else [])
    planner = CascadePlanner(database.fields, HarvestSettings(), 0, supplies)
    answers: list[Answer] = []
    while len(answers) < most and (choice := planner.choose()) is not None:
        answers.append(database.answer(choice))
        planner.observe(answers[-1])
    return planner, database, answers


def share(database: Database) -> float:
    return len(database.seen) / database.case.size


def values(asked: Sequence[Choice], name: str) -> list[str]:
    return [value for choice in asked for field, value in choice if field == name]


@pytest.mark.parametrize(
    "case",
    [
        Case("range", 1_013, 50),
        Case("range", 1_013, 50, counts=True),
        Case("range", 1_013, 50, ranking="price", tells=False),
        Case("range", 1_013, 100, refuses=True, default="none"),
        Case("selects", 811, 100, counts=True),
        Case("selects", 811, 100, refuses=True, default="none"),
    ],
    ids=lambda case: case.name,
)
def test_what_a_range_or_a_list_splits_is_reached(case: Case) -> None:
    """All of it, told by the site or not, in whatever order answers come; a range in 3.5 queries for every full
    answer."""
    planner, database, answers = harvested(case)
    assert share(database) >= 0.995
    if case.form == "range":
        assert len(answers) <= 3.5 * case.size / (case.cap or case.size)
    assert planner.ending is not None
    assert planner.why


def test_parts_that_came_whole_are_a_proof() -> None:
    """A range whose pieces all came uncut, checked by the answer that was cut, ends as complete."""
    planner, database, _ = harvested(Case("range", 1_013, 50))
    assert (planner.ending, share(database)) == (Ending.COMPLETE, 1.0)
    assert {one.how for one in planner.asked} == {How.DEFAULT, How.RANGE}
    assert any(one.is_proof for one in planner.partitions())


def test_beginnings_are_split_letter_by_letter() -> None:
    """A box that finds what begins with it: a … z, and where that is cut aa … zz, by the letters of the values."""
    planner, database, _ = harvested(Case("prefix", 613, 50), 300)
    assert share(database) >= 0.99
    asked = values(database.asked, "title")
    cut = {value for value in asked if len(value) == 1} & {value[0] for value in asked if len(value) > 1}
    assert cut, "no letter was split further"
    assert planner.ending in (Ending.COMPLETE, Ending.COVERED)


def test_pieces_of_words_are_asked_for_where_they_are_found() -> None:
    """A box that finds what stands anywhere: pieces whose answers are just not cut."""
    _, database, _ = harvested(Case("substring", 613, 50, counts=True), 250)
    assert share(database) >= 0.97
    words = {word for row in database.rows for word in row["Title"].casefold().split()}
    assert any(value not in words for value in values(database.asked, "title"))


def test_values_of_a_column_go_into_the_box_that_asks_for_it() -> None:
    """Of two boxes that find whole values only, each gets values of its own column, which bring their records
    back; words and values of other columns are given up after a few."""
    _, database, _ = harvested(Case("exact", 409, 50), 120)
    makers = {row["Maker"].casefold() for row in database.rows}
    asked = [value.casefold() for value in values(database.asked, "maker")]
    assert len(makers.intersection(asked)) >= 10
    assert sum(value in makers for value in asked) >= 0.5 * len(asked)


@pytest.mark.parametrize("seed", [0, 100, 200])
def test_words_cover_what_nothing_cuts(seed: int) -> None:
    """Where nothing but words is answered, 90 % come with at most 1.5 times the queries of greedy set cover that
    knows the records, audits and probes left aside. Openers that found nothing beforehand are found out."""
    case = Case("words", 811, None, default="none", seed=seed)
    planner, database, _ = harvested(case, 60, hint="ballad")
    reached = next(queries for queries, seen in database.curve if seen >= 0.9 * case.size)
    own = sum(one.how not in (How.POOL, How.PROBE) for one in planner.asked[:reached])
    assert own <= 1.5 * database.set_cover(0.9)
    assert "a*" not in values(database.asked[:reached], "q")


def test_a_root_that_is_whole_is_checked_by_a_few_queries() -> None:
    """It is not believed by itself, and not asked for again and again either: words that fit on one page come
    whole, and a few of them give an interval."""
    planner, database, answers = harvested(Case("mixed", 613, None))
    assert share(database) == 1.0
    assert 4 <= len(answers) <= 6
    assert planner.ending in (Ending.COMPLETE, Ending.COVERED)


def test_what_cannot_be_split_is_named() -> None:
    """One list, some of whose values are cut: nothing else is asked, and the end names them."""
    planner, database, _ = harvested(Case("list", 811, 20))
    assert planner.ending is Ending.EXHAUSTED
    assert share(database) < 0.9
    assert planner.unreachable
    assert "stayed cut" in (planner.why or "")
    assert str(planner.unreachable[0][0][1]) in (planner.why or "")


def test_a_stored_harvest_replays_to_the_same_state() -> None:
    """The fold over stored answers asks what the first run would have asked next."""
    case = Case("mixed", 409, 20)
    first, _, answers = harvested(case, 40)
    again = CascadePlanner(Database(case).fields, HarvestSettings(), 0, Supplies())
    for answer in answers:
        again.choose()
        again.observe(answer)
    assert again.asked == first.asked
    assert again.choose() == first.choose()


def asked_through(planner: CascadePlanner, answer: Callable[[Choice], Answer], most: int = 60) -> list[Choice]:
    asked: list[Choice] = []
    while len(asked) < most and (choice := planner.choose()) is not None:
        planner.observe(answer(choice))
        asked.append(choice)
    return asked


def test_a_first_answer_of_one_record_is_no_reason_to_stop() -> None:
    """A line of the page that is taken for a record, and that its own words do not find: words of the page are
    asked for all the same, and one of them opens the database."""
    database = Database(Case("words", 409, None, default="none"))
    hints = [(f"menu{number}", 1.0 - number / 100) for number in range(12)]
    planner = CascadePlanner(database.fields, HarvestSettings(), 0, Supplies(words=[*hints, ("ballad", 0.5)]))
    line = Answer((), Reply.RESULTS, 1, 1, met=("line",), rows=(("line", (("title", "Search results"),)),))
    asked_through(planner, lambda choice: database.answer(choice) if choice else line, 80)
    assert share(database) >= 0.95


def test_complaints_about_one_list_after_the_other_are_about_what_is_missing() -> None:
    """A site that wants words says so for every list: after a few of them no list is asked for by itself."""
    database = Database(Case("mixed", 409, None, default="none"))

    def answer(choice: Choice) -> Answer:
        return database.answer(choice) if dict(choice).get("q") else Answer(choice, Reply.REQUIRED)

    planner = CascadePlanner(database.fields, HarvestSettings(), 0, Supplies(words=[("ballad", 1.0)]))
    asked = asked_through(planner, answer)
    assert share(database) >= 0.95
    assert sum("q" not in dict(choice) for choice in asked) <= 8


def test_what_is_empty_is_not_cut_whatever_number_the_page_has() -> None:
    """The size of the index stands below every answer: an empty one is no reason to look closer."""
    database = Database(Case("words", 409, None, default="none"))

    def answer(choice: Choice) -> Answer:
        found = database.answer(choice)
        return found if found.records else replace(found, stated=409, truncated=True)

    planner = CascadePlanner(database.fields, HarvestSettings(), 0, Supplies(words=[("ballad", 1.0)]))
    asked = asked_through(planner, answer, 80)
    assert share(database) >= 0.95
    assert not any(" " in value for value in values(asked, "q")), "two words at once, as if one were cut"


def test_words_are_tried_with_other_ways_of_looking_where_nothing_came() -> None:
    """A dictionary whose box wants a whole entry unless a list beside it, which has an "any", says otherwise:
    neither a word nor a choice alone finds anything."""
    database = Database(Case("substring", 211, None, default="none"))
    how = select("how", "whole", "sound", "inside", "end")

    def answer(choice: Choice) -> Answer:
        asked = tuple(pair for pair in choice if pair[0] != "how")
        found = (
            database.answer(asked)
            if dict(choice).get("how") == "inside" and asked
            else Answer(choice, Reply.EMPTY)
        )
        return replace(found, choice=choice)

    planner = CascadePlanner([*database.fields, how], HarvestSettings(), 0, Supplies(words=[("menu", 1.0)]))
    asked_through(planner, answer, 120)
    assert share(database) >= 0.95


def test_a_beginning_with_an_asterisk_opens_a_source_in_another_language() -> None:
    """Records in a language that neither the page nor its words are in: beginnings of words find the first."""
    database = Database(Case("words", 211, None, default="none"))

    def answer(choice: Choice) -> Answer:
        word = dict(choice).get("q", "")
        begun = (row["Kind"] for row in database.rows if len(word) > 1 and word.endswith("*"))
        found = next((kind for kind in begun if kind.startswith(word[:-1])), word)
        return replace(database.answer((("q", found),)), choice=choice)

    planner = CascadePlanner(database.fields, HarvestSettings(), 0, Supplies(words=[("the", 1.0), ("menu", 1.0)]))
    asked_through(planner, answer, 80)
    assert share(database) >= 0.95


@pytest.mark.parametrize(("preset", "number"), [("20", None), ("", "40")], ids=["preset", "found out"])
def test_a_number_that_bounds_answers_grows(preset: str, number: str | None) -> None:
    """A log that shows its last 20 entries: a box beside it says so, and a larger number in it shows all."""
    database = Database(Case("words", 211, None))
    bound = planned(Field((Control("text", "last", preset, ()),), "Last"))

    def answer(choice: Choice) -> Answer:
        last = dict(choice).get("last", "")
        shown = range(min(211, int(last) if last.isdecimal() else 20))
        new = [one for one in shown if one not in database.seen]
        database.seen.update(new)
        rows = tuple((str(one), (("Entry", f"{_WORDS[one % 7]} {number}"),)) for one in shown)
        return Answer(choice, Reply.RESULTS, len(shown), len(new), met=tuple(map(str, shown)), rows=rows)

    planner = CascadePlanner([bound], HarvestSettings(), 0, Supplies())
    asked_through(planner, answer, 40)
    assert share(database) == 1.0
    assert max(map(int, filter(str.isdecimal, values([one.choice for one in planner.asked], "last")))) <= 20_000


def test_first_words_end_where_one_has_nothing_that_another_has_not() -> None:
    """One letter brings everything, the next one some of it again: the other first words are not asked for all."""
    database = Database(Case("words", 211, None, default="none"))

    def answer(choice: Choice) -> Answer:
        every = dict(choice).get("q") in ("e", "a")
        return replace(database.answer((("q", "ballad"),) if every else choice), choice=choice)

    hints = [(f"menu{number}", 1.0) for number in range(9)]
    planner = CascadePlanner(database.fields, HarvestSettings(), 0, Supplies(words=hints))
    asked_through(planner, answer, 8)
    assert [dict(one.choice).get("q") for one in planner.asked if one.how is How.PROBE] == ["*", "e", "a"]


def test_a_list_that_brings_nothing_by_itself_is_no_partition() -> None:
    """How many hits a page has: nothing comes of it without a word, which does not say that nothing is left."""
    database = Database(Case("words", 211, 20, default="none"))
    most = select("most", *map(str, range(1, 10)), anything=False)

    def answer(choice: Choice) -> Answer:
        asked = tuple(pair for pair in choice if pair[0] == "q")
        return replace(database.answer(asked), choice=choice)

    planner = CascadePlanner([*database.fields, most], HarvestSettings(), 0, Supplies(words=[("ballad", 1.0)]))
    for _ in range(40):
        choice = planner.choose()
        assert choice is not None
        planner.observe(answer(choice))
        estimate = planner.estimate()
        assert estimate is None or estimate.method != "parts" or share(database) > 0.95
    assert {one.choice for one in planner.asked} & {(("most", value),) for value in most.narrowing}


def test_nothing_for_every_part_of_a_list_is_no_size() -> None:
    """A list all of whose values bring nothing proves nothing: the harvest ends exhausted, without a size."""
    fields = [text("q"), select("shelf", "a", "b"), select("kind", "c", "d", "e")]
    planner = CascadePlanner(fields, HarvestSettings(), 0, Supplies(words=[("menu", 1.0)]))
    asked_through(planner, lambda choice: Answer(choice, Reply.EMPTY), 300)
    estimate = planner.estimate()
    assert planner.ending is Ending.EXHAUSTED
    assert estimate is not None
    assert (estimate.total, estimate.high) == (None, None)


def test_parts_of_a_list_without_any_go_before_what_checks_the_first() -> None:
    """The answer to a form as it comes is one part of such a list: nothing narrower is asked before the others.

    Then each part is checked in turn, until the coverage is there: what checks one says nothing of another."""
    rows = [(f"s{int(n**0.4)}", f"k{n % 7}", f"{_WORDS[n % 7]} {n}") for n in range(409)]
    seen: set[str] = set()

    def answer(choice: Choice) -> Answer:
        wanted = {"shelf": "s0", **dict(choice)}
        fits = [row for row in rows if wanted["shelf"] == row[0] and wanted.get("kind", row[1]) == row[1]]
        met = tuple(title for _, _, title in fits)
        new = len({*met} - seen)
        seen.update(met)
        told = tuple((title, (("Shelf", shelf), ("Kind", kind), ("Title", title))) for shelf, kind, title in fits)
        reply = Reply.RESULTS if met else Reply.EMPTY
        return Answer(choice, reply, len(met), new, met=met, rows=told, sample=tuple(chain(*(f for _, f in told))))

    shelves = sorted({shelf for shelf, _, _ in rows})
    rows += [("s0", f"k{n % 7}", f"{_WORDS[n % 7]} {n}") for n in range(409, 450)]
    fields = [select("shelf", *shelves, anything=False), select("kind", *(f"k{n}" for n in range(7)))]
    planner = CascadePlanner(fields, HarvestSettings(), 0, Supplies())
    asked = asked_through(planner, answer)
    assert {name for choice in asked[: len(shelves)] for name, _ in choice} == {"shelf"}
    checked = [dict(choice).get("shelf") for choice in asked[len(shelves) :]]
    assert len({*checked}) > 5
    assert (planner.ending, len(seen)) == (Ending.COVERED, len(rows))
