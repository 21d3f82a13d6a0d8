"""`liddle` on databases in memory: phases, coverage, decisions, thresholds, repetition."""

from collections import Counter
from dataclasses import replace
from itertools import product
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_database import Database, harvest, select, text

from leadline.errors import MissingValue
from leadline.harvest.planners.combinations import Coverage
from leadline.harvest.planners.liddle import LiddlePlanner
from leadline.harvest.planners.named import planner as named
from leadline.harvest.settings import HarvestSettings, LiddleSettings
from leadline.harvest.values.supply import Supplies
from leadline.model.field import Field
from leadline.model.query import Answer, Reply

MAKES = tuple(f"make{n}" for n in range(6))
COLOURS = ("red", "blue", "green")
CARS = [{"make": make, "colour": colour} for make in MAKES for colour in COLOURS for _ in range(4)]
FIELDS = (select("make", *MAKES), select("colour", *COLOURS))


def planner(
    fields: tuple[Field, ...] = FIELDS, seed: int = 0, supplies: Supplies | None = None, **wanted: object
) -> LiddlePlanner:
    return LiddlePlanner(fields, LiddleSettings(**wanted), seed, supplies or Supplies())  # type: ignore[arg-type]


# ── coverage ──────────────────────────────────────────────────────────────────────────────────────────────


def test_the_query_after_table_2() -> None:
    """After the paper's seven queries the next one has b4 and, in the regular order, a1."""
    table2 = [(0, 0), (1, 1), (2, 2), (3, 3), (4, 0), (5, 1), (6, 2)]
    regular = Coverage([7, 4], seed=0, ties="regular")
    assert [regular.take() for _ in range(7)] == table2
    assert regular.take() == (0, 3)
    hashed = Coverage([7, 4], seed=5)
    for one in table2:
        hashed.use(one)
    found = hashed.take()
    assert found is not None
    assert found[1] == 3
    assert found != (3, 3)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(1, 5), min_size=1, max_size=3), st.integers(0, 99))
def test_the_farthest_query_is_taken_each_time(sizes: list[int], seed: int) -> None:
    """Against brute force: the largest sum of Hamming distances to all used, until all are used once."""
    coverage = Coverage(sizes, seed)
    everything = list(product(*map(range, sizes)))
    used: list[tuple[int, ...]] = []
    while (found := coverage.take()) is not None:
        left = [one for one in everything if one not in used]
        far = {one: sum(a != b for other in used for a, b in zip(one, other, strict=True)) for one in left}
        assert far[found] == max(far.values())
        used.append(found)
    assert sorted(used) == sorted(everything)


def test_a_batch_touches_every_level() -> None:
    """C queries use each level of each factor equally often, give or take one."""
    coverage = Coverage([7, 4, 2], seed=3)
    batch = [found for _ in range(28) if (found := coverage.take()) is not None]
    for factor, size in enumerate((7, 4, 2)):
        times = Counter(one[factor] for one in batch)
        assert len(times) == size
        assert max(times.values()) - min(times.values()) <= 2


def test_a_trillion_combinations_cost_what_a_few_do() -> None:
    """The first queries of 10¹² combinations come in the time that as many levels need, not in that of all."""
    times = []
    for sizes in ([1000] * 4, [1000]):
        start = process_time()
        coverage = Coverage(sizes, seed=1)
        assert len({coverage.take() for _ in range(20)}) == 20
        times.append(process_time() - start)
    assert times[0] < 40 * times[1]


# ── phases and decisions ──────────────────────────────────────────────────────────────────────────────────


def test_the_default_query_comes_first_and_is_one_of_n() -> None:
    """N = 7·4, C = 7; the default query is the empty choice and counts among the 28."""
    asks = planner(coverage=1.0)
    assert (asks.n, asks.batch) == (28, 7)
    database = Database(CARS, default="none")
    answers = harvest(asks, database)
    assert answers[0].choice == ()
    assert len(answers) == len(set(database.asked)) == 28
    assert asks.why == "all 28 combinations were asked"
    assert len(database.seen) == len(CARS)


def test_a_complete_database_is_recognised_after_the_sample() -> None:
    """Default query and C more: they meet 30 records again and bring none that is new."""
    asks = planner()
    answers = harvest(asks, Database(CARS))
    assert asks.complete
    assert len(answers) == 1 + asks.batch
    found = asks.estimate()
    assert found is not None
    assert (found.total, found.coverage) == (len(CARS), 1.0)


@pytest.mark.parametrize(("met", "enough"), [(4, False), (5, True)])
def test_thirty_records_met_again_are_enough(met: int, enough: bool) -> None:
    """A sample of seven queries that meets 28 known records is continued with single choices, one that meets 35
    is not: 30 say with 95 % confidence that at least 90 % is there."""
    asks = planner()
    assert asks.choose() == ()
    asks.observe(Answer((), Reply.RESULTS, records=50, new=50))
    for _ in range(asks.batch):
        choice = asks.choose()
        assert choice is not None
        assert not asks.complete
        asks.observe(Answer(choice, Reply.RESULTS, records=met))
    assert asks.batch == 7
    assert asks.complete is enough
    while (choice := asks.choose()) is not None:
        asks.observe(Answer(choice, Reply.RESULTS, records=2))
        assert not enough
    assert asks.complete
    assert asks.why is not None
    assert f"met {35 if enough else 30} of its records" in asks.why


def test_an_empty_sample_is_no_proof() -> None:
    """Where combinations find nothing, single choices are asked before "complete" is said."""
    rows = [{"make": make, "colour": "red", "n": str(n)} for make in MAKES[:2] for n in range(40)]
    fields = (*FIELDS, select("door", "x", "y"), select("seat", "x", "y"))
    asks = planner(fields)
    answers = harvest(asks, Database(rows))
    assert asks.complete
    assert 1 + asks.batch < len(answers) <= 1 + 2 * asks.batch


def test_it_is_not_called_complete_where_nothing_is_met_again() -> None:
    """A default query that gives records no other query finds (news of the day) proves nothing."""
    asks = planner()
    choice = asks.choose()
    assert choice == ()
    asks.observe(Answer((), Reply.RESULTS, records=20, new=20))
    while (choice := asks.choose()) is not None:
        asks.observe(Answer(choice, Reply.EMPTY))
    assert not asks.complete
    assert asks.why is not None
    assert "nothing else tells" in asks.why


@pytest.mark.parametrize("told", [{"truncated": True}, {"count": 500}])
def test_it_is_not_called_complete_where_the_site_says_more(told: dict[str, int]) -> None:
    """A default query that was cut off, or counts more than it gives, is never everything."""
    asks = planner(coverage=1.0)
    asks.choose()
    asks.observe(Answer((), Reply.RESULTS, records=50, new=50, **told))  # type: ignore[arg-type]
    asked = 1
    while (choice := asks.choose()) is not None:
        asks.observe(Answer(choice, Reply.RESULTS, records=10))
        asked += 1
    assert not asks.complete
    assert asked == asks.n


def test_never_a_false_complete() -> None:
    """Databases that hold back a part from the default query, in many ways: none is called complete."""
    for hidden in range(1, 30):
        rows = [{"make": MAKES[n % 6], "colour": COLOURS[n % 3 if n % 2 else 0]} for n in range(60)]
        for tells in (False, True):
            asks = planner(seed=hidden)
            database = Database(rows, cap=60 - hidden, tells=tells)
            harvest(asks, database)
            assert not asks.complete or len(database.seen) >= 0.9 * 60


def test_failed_answers_do_not_count_as_nothing_new() -> None:
    """A site that fails during the sample is not complete; after five failures in a row it is left."""
    asks = planner()
    asks.choose()
    asks.observe(Answer((), Reply.RESULTS, records=72, new=72))
    while (choice := asks.choose()) is not None:
        asks.observe(Answer(choice, Reply.FAILED))
    assert not asks.complete
    assert asks.why == "5 queries in a row failed"


def test_no_query_is_repeated_when_the_default_query_fails() -> None:
    """A default query without an answer, or with a complaint, is asked once; the sample follows."""
    for reply in (Reply.FAILED, Reply.ERROR):
        asks = planner()
        asks.choose()
        asks.observe(Answer((), reply))
        assert asks.choose() not in ((), None)


# ── thresholds and estimates ──────────────────────────────────────────────────────────────────────────────


def sparse_and_dense() -> tuple[tuple[tuple[Field, ...], list[dict[str, str]]], ...]:
    """The shapes of figures 5 and 7: few of 59 × 36 cells hold anything; most of 8 × 23 do."""
    a, b = tuple(f"a{n}" for n in range(59)), tuple(f"b{n}" for n in range(36))
    sparse = [{"a": a[(7 * n) % 12], "b": b[(5 * n) % 9]} for n in range(100)]
    c, d = a[:8], b[:23]
    dense = [{"a": one, "b": other} for one in c for other in d for _ in range(3)]
    return (
        ((select("a", *a, anything=False), select("b", *b, anything=False)), sparse),
        ((select("a", *c, anything=False), select("b", *d, anything=False)), dense),
    )


def test_stopping_at_80_percent_saves_much_when_sparse_and_little_when_dense() -> None:
    """Figures 5 and 7 in shape: more than a third of 2,124 queries saved, no more than a quarter or so of 184."""
    saved = []
    for fields, rows in sparse_and_dense():
        asks = planner(fields, coverage=0.8)
        answers = harvest(asks, Database(rows, defaults={"a": "a0", "b": "b0"}), most=3000)
        saved.append(1 - len(answers) / asks.n)
        assert asks.why is not None
        assert "80% wanted" in asks.why
        assert len(answers) % asks.batch == 1  # the default query, then whole batches
    assert saved[0] > 0.3
    assert saved[1] < 0.26


def test_ninety_five_percent_are_wanted_by_default() -> None:
    """Without a threshold of its own a harvest goes on until 95 % of the estimate is there."""
    fields, rows = sparse_and_dense()[0]
    asks = planner(fields)
    harvest(asks, Database(rows, defaults={"a": "a0", "b": "b0"}), most=3000)
    assert asks.why is not None
    assert "95% wanted" in asks.why


@pytest.mark.parametrize(
    ("wanted", "told"),
    [
        ({"queries": 10}, "queries were asked"),
        ({"size": 1500}, "bytes are there"),
        ({"seconds": 12.0}, "seconds were spent"),
        ({"empty_in_a_row": 3}, "in a row brought nothing new"),
        ({"coverage": 0.5}, "50% wanted"),
    ],
)
def test_each_threshold_stops_at_the_end_of_a_batch(wanted: dict[str, float], told: str) -> None:
    """Five rules, each alone, with the others off."""
    rows = [{"make": MAKES[0], "colour": "red"}] * 40 + CARS[:30]
    settings_ = replace(LiddleSettings(coverage=1.0), **wanted)  # type: ignore[arg-type]  # names of its fields
    asks = LiddlePlanner(FIELDS, settings_, 0, Supplies())
    answers = harvest(asks, Database(rows, default="none"))
    assert asks.why is not None
    assert told in asks.why
    assert len(answers) % asks.batch == 1
    assert len(answers) < asks.n


def test_space_and_time_are_told_before_the_third_phase() -> None:
    """S and T are those of the sampling batch: N/C times its bytes, (N − C)/C times its seconds."""
    asks = planner(coverage=1.0)
    database = Database(CARS, default="none")
    answers = harvest(asks, database, most=1 + asks.batch)
    sample = answers[1:]
    assert asks.space == pytest.approx(28 / 7 * sum(one.size for one in sample))
    assert asks.seconds_left == pytest.approx(21 / 7 * sum(one.seconds for one in sample))


@pytest.mark.parametrize(
    ("rule", "expected"), [("size", [True, False, False, True]), ("share", [True, True, False, False])]
)
def test_the_papers_rules_for_new_data(rule: str, expected: list[bool]) -> None:
    """1000 bytes, else more than the least of the last C; or a twentieth of the answer."""
    asks = planner(new_data=rule, coverage=1.0)
    for new_size, size in ((2000, 5000), (300, 3000), (0, 3000), (90, 3000)):
        choice = asks.choose()
        assert choice is not None
        asks.observe(Answer(choice, Reply.RESULTS, records=1, size=size, new_size=new_size))
    assert asks._history.new == expected


@pytest.mark.parametrize("kind", ["levels", "pairs"])
def test_productive_levels_are_asked_first(kind: str) -> None:
    """Where two of nine makes hold everything, steering has it in much fewer queries than the plain way."""
    makes = tuple(f"m{n}" for n in range(9))
    rows = [{"make": makes[1 + n % 2], "colour": f"c{n % 9}", "n": str(n)} for n in range(180)]
    fields = (
        select("make", *makes, anything=False),
        select("colour", *(f"c{n}" for n in range(9)), anything=False),
    )
    needed = []
    for productivity in ("none", kind):
        asks = planner(fields, coverage=1.0, productivity=productivity)
        database = Database(rows, defaults={"make": "m0", "colour": "c0"})
        count = 0
        while len(database.seen) < 162 and (choice := asks.choose()) is not None:
            asks.observe(database.answer(choice))
            count += 1
        needed.append(count)
    assert needed[1] < 0.7 * needed[0]


def test_coverage_of_the_harvest_is_its_threshold() -> None:
    """`--coverage` says which share of the estimated data is enough: half of it takes fewer queries than all."""
    rows = [{"make": f"m{n % 9}", "colour": f"c{n // 9 % 9}"} for n in range(81)]
    fields = tuple(
        select(name, *(f"{name[0]}{n}" for n in range(9)), anything=False) for name in ("make", "colour")
    )

    def asked(share: float) -> int:
        asks = named("liddle", fields, HarvestSettings(coverage=share))
        return len(harvest(asks, Database(rows, defaults={"make": "m0", "colour": "c0"})))

    assert asked(0.5) < asked(1.0)


# ── text fields, repetition ───────────────────────────────────────────────────────────────────────────────


def test_text_is_left_empty_or_takes_the_users_values() -> None:
    """Without values a text box is no factor; with two it is one of three levels."""
    assert planner((*FIELDS, text("q"))).n == 28
    assert planner((*FIELDS, text("q")), supplies=Supplies(given={"q": ["red", "blue"]})).n == 84


def test_a_required_text_field_wants_a_value() -> None:
    """Without one it fails with the field's label; with one, every query has it, the default query too."""
    fields = (*FIELDS, text("q", required=True))
    with pytest.raises(MissingValue, match="'Q'"):
        planner(fields)
    asks = planner(fields, supplies=Supplies(given={"q": ["red"]}))
    assert asks.choose() == (("q", "red"),)
    assert asks.n == 28


def test_a_site_that_wants_a_value_asks_for_it_after_the_sample() -> None:
    """Nothing but "required field" to default query and sample: the text field is named, N is not used up."""
    asks = planner((*FIELDS, text("q", label="Search for")))
    database = Database(CARS, wants=("q",))
    with pytest.raises(MissingValue, match="Search for"):
        harvest(asks, database)
    assert len(database.asked) == 1 + asks.batch


@pytest.mark.parametrize("productivity", ["none", "levels", "pairs"])
def test_replaying_answers_gives_the_same_state(productivity: str) -> None:
    """Equal settings, seed and answers: equal choices, and a planner in the middle goes on as the first did."""
    first = planner(seed=7, coverage=1.0, productivity=productivity)
    answers = harvest(first, Database(CARS, default="none"))
    second = planner(seed=7, coverage=1.0, productivity=productivity)
    for stored in answers:
        assert second.choose() == stored.choice
        second.observe(stored)
    assert second.choose() is None
    assert (second.why, second.estimate()) == (first.why, first.estimate())
    other = planner(seed=8, coverage=1.0)
    assert [one.choice for one in harvest(other, Database(CARS, default="none"))] != [a.choice for a in answers]
