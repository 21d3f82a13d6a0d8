"""`auto` on databases in memory: everything that can be had, in few queries, and no false claims."""

from itertools import product

import pytest
from small_database import Database, harvest, select, text

from leadline.errors import BadConfiguration, MissingValue
from leadline.harvest.planners.auto import AutoPlanner
from leadline.harvest.planners.named import PLANNERS, planner
from leadline.harvest.settings import HarvestSettings
from leadline.harvest.values.supply import Supplies
from leadline.harvest.values.table import LvsTable
from leadline.model.field import Field, FieldType
from leadline.model.query import Answer, Reply

MAKES = tuple(f"make{n}" for n in range(12))
STATES = tuple(f"state{n}" for n in range(20))
NOUNS = ("river", "house", "moon", "garden", "bridge", "winter", "summer", "stone", "letter", "window")
ADJECTIVES = ("red", "blue", "silent", "golden", "broken", "hidden", "early", "last")


def cars(size: int = 600) -> list[dict[str, str]]:
    return [
        {"make": MAKES[n % 13 % 12], "state": STATES[n * n % 20], "title": f"car {NOUNS[n % 10]} {n}"}
        for n in range(size)
    ]


def books() -> list[dict[str, str]]:
    return [
        {"title": f"{one} {other}", "isbn": f"{n:05d}"}
        for n, (one, other) in enumerate(product(ADJECTIVES, NOUNS))
    ]


FORM = (select("make", *MAKES), select("state", *STATES), text("q"))


def auto(fields: tuple[Field, ...] = FORM, supplies: Supplies | None = None, seed: int = 0) -> AutoPlanner:
    return AutoPlanner(fields, HarvestSettings(), seed, supplies or Supplies())


def test_one_query_where_the_site_counts_what_it_gave() -> None:
    """The default query brings all that the site counts: nothing more is asked."""
    asks = auto()
    answers = harvest(asks, Database(cars(), counts=True))
    assert len(answers) == 1
    assert asks.complete
    found = asks.estimate()
    assert found is not None
    assert (found.method, found.total, found.coverage) == ("count", 600.0, 1.0)


def test_a_few_probes_where_nothing_is_counted() -> None:
    """Without a count, eight queries that meet known records alone are enough, not 273 combinations."""
    asks = auto()
    answers = harvest(asks, Database(cars()))
    assert asks.complete
    assert len(answers) <= 20
    found = asks.estimate()
    assert found is not None
    assert found.method == "probes"
    assert found.coverage_low is not None
    assert found.coverage_low > 0.9


@pytest.mark.parametrize(("each", "asked"), [(3, 10), (4, 8)])
def test_thirty_known_records_have_to_be_met_again(each: int, asked: int) -> None:
    """Eight words that meet 32 known records are enough; where they meet 24, two more are asked."""
    words = [(f"word{chr(97 + n)}", 1.0) for n in range(26)]
    asks = auto((text("q"),), Supplies(words=words))
    assert asks.choose() == ()
    asks.observe(Answer((), Reply.RESULTS, records=200, new=200))
    queries = 0
    while (choice := asks.choose()) is not None:
        asks.observe(Answer(choice, Reply.RESULTS, records=each))
        queries += 1
    assert (asks.complete, queries) == (True, asked)


def test_a_count_of_a_narrow_default_is_not_everything() -> None:
    """A form that comes with "make0" chosen counts make0 alone; the open query is asked next and brings all."""
    fields = (select("make", *MAKES, default="make0"), text("q"))
    asks = auto(fields)
    database = Database(cars(), counts=True, defaults={"make": "make0"})
    answers = harvest(asks, database)
    assert answers[1].choice == (("make", ""),)
    assert len(database.seen) == 600
    assert len(answers) == 2


def test_a_truncated_default_is_swept_by_one_field() -> None:
    """600 records, 100 an answer: the sweep of one list brings all, in far fewer than all combinations."""
    asks = auto()
    database = Database(cars(), cap=100)
    answers = harvest(asks, database)
    assert len(database.seen) == 600
    assert asks.complete
    assert len(answers) < 60


def test_truncated_choices_are_refined_by_a_second_field() -> None:
    """With 20 an answer, a make (50 records) is cut off as well: states within it bring the rest."""
    asks = auto((select("make", *MAKES), select("state", *STATES)))
    database = Database(cars(), cap=20)
    harvest(asks, database)
    assert len(database.seen) == 600
    assert any(len(choice) == 2 for choice in database.asked)


def test_a_silent_cap_is_noticed() -> None:
    """Answers that end at the same number again and again are taken for cut off, though nobody says so."""
    asks = auto((select("make", *MAKES), select("state", *STATES)))
    database = Database(cars(), cap=20, tells=False)
    harvest(asks, database)
    assert len(database.seen) >= 0.97 * 600


def test_a_form_that_wants_a_choice_is_swept() -> None:
    """Nothing for the default query: each choice of one list brings its share."""
    asks = auto((select("make", *MAKES), select("state", *STATES)))
    database = Database(cars(), default="none")
    answers = harvest(asks, database)
    assert len(database.seen) == 600
    assert asks.complete
    assert len(answers) < 60


def test_fields_that_only_work_together_are_asked_together() -> None:
    """Where two fields have to be given at once, single choices fail and combinations follow."""
    rows = [{"make": make, "state": state} for make in MAKES[:4] for state in STATES[:5] for _ in range(3)]
    asks = auto((select("make", *MAKES[:4]), select("state", *STATES[:5])))
    database = Database(rows, wants=("make", "state"))
    harvest(asks, database)
    assert len(database.seen) == len(rows)


def test_lists_without_any_are_combined() -> None:
    """Two lists that narrow whatever is chosen: all 15 combinations are reached, not the 7 of single changes."""
    one, other = MAKES[:3], STATES[:5]
    rows = [{"make": a, "state": b, "n": str(n)} for a in one for b in other for n in range(4)]
    asks = auto((select("make", *one, anything=False), select("state", *other, anything=False)))
    database = Database(rows, defaults={"make": one[0], "state": other[0]}, counts=True)
    harvest(asks, database)
    assert len(database.seen) == len(rows)


def test_a_bare_keyword_box_is_filled_with_words_of_results() -> None:
    """One word of the page is enough to begin with: results bring the next ones, until nothing is new."""
    asks = auto((text("q"),), Supplies(words=[("river", 1.0), ("imprint", 0.5)]))
    database = Database(books(), default="none")
    answers = harvest(asks, database)
    assert len(database.seen) == len(books())
    assert len(answers) < 45
    assert not asks.complete  # words found nothing more; that is no proof


def test_a_field_is_filled_with_words_of_its_own_column() -> None:
    """An author box takes words that stood under "author" in records, not those of titles."""
    names = [
        f"{first} {last}" for first in ("ada", "grace", "alan") for last in ("moore", "stone", "field", "brook")
    ]
    rows = [{"title": f"{NOUNS[n % 10]} {n}", "author": names[n * 5 % 12]} for n in range(120)]
    asks = auto((text("author", FieldType.NAME),), Supplies(given={"author": ["ada moore"]}))
    database = Database(rows, default="none", by_word=["author"])
    harvest(asks, database)
    asked = [dict(choice).get("author", "") for choice in database.asked]
    assert len(database.seen) == 120
    own = {word for name in names for word in name.split()}
    last = max(asked.index(word) for word in own if word in asked)
    assert not set(asked[:last]) & set(NOUNS) - own


def test_a_root_that_is_disproved_is_not_complete() -> None:
    """A default query that is silently cut off: once a word finds more, words alone do not make it complete."""
    rows = [{"title": f"{one} {other} {n}"} for n, (one, other) in enumerate(product(ADJECTIVES, NOUNS))]
    asks = auto((text("q"),))
    database = Database(rows, cap=40, tells=False)
    harvest(asks, database)
    assert len(database.seen) > 40
    assert not asks.complete


def test_words_are_not_asked_twice() -> None:
    """No query is repeated, and words that differ in their ending only are one."""
    asks = auto((text("q"),), Supplies(words=[("rivers", 1.0), ("river", 0.9)]))
    database = Database(books(), default="none")
    harvest(asks, database)
    assert len(set(database.asked)) == len(database.asked)
    asked = [dict(choice).get("q") for choice in database.asked]
    assert not {"river", "rivers"} <= set(asked)


def test_too_broad_words_are_joined() -> None:
    """Where single words are cut off, pairs of them bring what is below the cap."""
    rows = [
        {"title": f"{a} {b}", "n": str(n)} for n, (a, b) in enumerate(product(ADJECTIVES, NOUNS)) for _ in range(5)
    ]
    asks = auto((text("q"),), Supplies(words=[(word, 1.0) for word in (*ADJECTIVES, *NOUNS)]))
    database = Database(rows, cap=12)
    harvest(asks, database)
    assert any(" " in dict(choice).get("q", "") for choice in database.asked)
    assert len(database.seen) > 0.9 * len(rows)


def test_a_required_word_comes_from_the_page_or_is_missing() -> None:
    """Every query has a word where the form insists on one; with no word at all the field is named."""
    fields = (text("isbn", FieldType.ZIP, required=True, label="ISBN"), select("make", *MAKES))
    with pytest.raises(MissingValue, match="ISBN"):
        auto(fields)
    asks = auto((text("q", required=True),), Supplies(words=[("red", 1.0)]))
    database = Database(books(), default="required")
    harvest(asks, database)
    assert all(dict(choice).get("q") for choice in database.asked)
    assert len(database.seen) == len(books())


def test_a_word_the_site_insists_on_is_kept_in_every_query() -> None:
    """The form does not say that it wants a word, the site does: choices are asked with one."""
    rows = [{"title": f"all {row['title']}", "make": MAKES[n % 3]} for n, row in enumerate(books())]
    asks = auto((text("q"), select("make", *MAKES[:3], anything=False)), Supplies(words=[("all", 1.0)]))
    database = Database(rows, wants=("q",), defaults={"make": MAKES[0]})
    harvest(asks, database)
    assert len(database.seen) == len(rows)


def test_a_site_that_wants_what_nobody_knows_asks_for_it() -> None:
    """A field for values of a kind, without any value for it: the label is told."""
    asks = auto((text("zip", FieldType.ZIP, label="Postcode"),))
    with pytest.raises(MissingValue, match="Postcode"):
        harvest(asks, Database(cars(), default="required"))


def test_values_of_the_table_fill_fields_of_their_label() -> None:
    """A text field that has a row takes its values, before any word."""
    table = LvsTable()
    table.add(["Make"], [(make, 1.0) for make in MAKES])
    asks = auto((text("make", FieldType.CATEGORY, label="Make"),), Supplies(table))
    database = Database(cars(), default="none")
    harvest(asks, database)
    assert len(database.seen) == 600


def test_given_values_go_first() -> None:
    """What the user gave for a field is asked before anything else is tried in it."""
    asks = auto((text("q"),), Supplies(given={"q": ["winter", "summer"]}, words=[("red", 1.0)]))
    database = Database(books(), default="none")
    harvest(asks, database)
    assert [dict(choice)["q"] for choice in database.asked[1:3]] == ["winter", "summer"]


def test_empty_answers_prove_nothing() -> None:
    """A default query whose records no other query meets is not called complete."""
    asks = auto((select("make", *MAKES),))
    assert asks.choose() == ()
    asks.observe(Answer((), Reply.RESULTS, records=20, new=20))
    while (choice := asks.choose()) is not None:
        asks.observe(Answer(choice, Reply.EMPTY))
    assert not asks.complete


@pytest.mark.parametrize("reply", [Reply.FAILED, Reply.BLOCKED])
def test_a_site_that_fails_or_blocks_is_left(reply: Reply) -> None:
    """After five failures in a row, or at the first block page; and it is not complete."""
    asks = auto()
    asked = 0
    while (choice := asks.choose()) is not None:
        asks.observe(Answer(choice, reply))
        asked += 1
    assert asked == (1 if reply is Reply.BLOCKED else 5)
    assert not asks.complete


def test_never_a_false_complete() -> None:
    """Caps told and untold, several sizes and seeds: where complete is said, at least 95 % are there."""
    for cap, tells, default, seed in product((7, 30, 90, 250), (True, False), ("all", "none"), range(2)):
        asks = auto(seed=seed)
        database = Database(cars(300), cap=cap, tells=tells, default=default)
        harvest(asks, database, most=150)
        assert not asks.complete or len(database.seen) >= 285, (cap, tells, default, seed)


@pytest.mark.parametrize("cap", [None, 20])
@pytest.mark.parametrize("default", ["all", "none", "required"])
def test_replaying_answers_gives_the_same_state(cap: int | None, default: str) -> None:
    """Every choice follows from the answers: a stored harvest replays, and goes on with the same next query."""
    words = Supplies(words=[("river", 1.0), ("car", 0.5)])
    first = auto(supplies=words, seed=3)
    answers = harvest(first, Database(cars(200), cap=cap, default=default), most=60)
    second = auto(supplies=words, seed=3)
    for stored in answers:
        assert second.choose() == stored.choice
        second.observe(stored)
    assert second.choose() == first.choose()
    assert (second.why, second.complete, second.estimate()) == (first.why, first.complete, first.estimate())
    assert second.table.state() == first.table.state()


def test_planners_are_made_by_name() -> None:
    """Each of the three by its name; an unknown one names the known."""
    for name in PLANNERS:
        assert planner(name, FORM).name == name
    with pytest.raises(BadConfiguration, match="auto, hiwe, liddle"):
        planner("best", FORM)


def test_a_field_that_changes_nothing_is_given_up_after_two_choices() -> None:
    """Where everything is there, a list that changes nothing is not gone through."""
    idle = select("shown", *(f"style {n}" for n in range(30)), anything=False)
    asks = auto((idle, text("q")))
    asked = []
    while (choice := asks.choose()) is not None:
        asked.append(choice)
        asks.observe(Answer(choice, Reply.RESULTS, records=60, new=60 if len(asked) == 1 else 0))
    assert sum("shown" in dict(choice) for choice in asked) <= 3


def test_a_count_stated_before_it_was_believed_ends_the_probing() -> None:
    """The first answer states as many as it brought; the first other count that is believed confirms it."""
    asks = auto()
    assert asks.choose() == ()
    asks.observe(Answer((), Reply.RESULTS, records=613, new=613, stated=613, sample=(("title", "red river"),)))
    choice = asks.choose()
    assert choice is not None
    assert "q" in dict(choice)
    asks.observe(Answer(choice, Reply.RESULTS, records=10, count=47, stated=47))
    assert asks.choose() is None
    assert asks.complete


def test_a_stated_count_that_may_be_a_cap_is_not_everything() -> None:
    """A round number that came before counts were believed proves nothing."""
    asks = auto()
    asks.choose()
    asks.observe(Answer((), Reply.RESULTS, records=100, new=100, stated=100, sample=(("title", "red river"),)))
    choice = asks.choose()
    assert choice is not None
    asks.observe(Answer(choice, Reply.RESULTS, records=10, count=47, stated=47))
    assert asks.choose() is not None


def test_words_that_are_too_short_are_left_out_once_the_site_says_so() -> None:
    """A site that refuses a word of one letter is not asked for other such words."""
    asks = auto((text("q"),))
    asked = []
    for _ in range(3):
        choice = asks.choose()
        assert choice is not None
        asked.append(dict(choice).get("q", ""))
        asks.observe(Answer(choice, Reply.REQUIRED if len(asked[-1]) < 2 else Reply.EMPTY))
    assert asked == ["", "*", "the"]
