"""What proves that everything is there, where a list has no "any", and what proves nothing."""

import pytest

from leadline.harvest.estimate import SizeEstimator
from leadline.harvest.evidence import Asked, How, Partition
from leadline.model.field import Field, FieldType
from leadline.model.form import Control, Option
from leadline.model.query import Answer, Choice, Reply


def _list(name: str, *values: str, has_any: bool = True) -> Field:
    first = (Option("", "Any", selected=True),) if has_any else ()
    options = (*first, *(Option(one, one, selected=not (n or has_any)) for n, one in enumerate(values)))
    control = Control("select-one", name, "" if has_any else values[0], (), options)
    return Field((control,), name, type=FieldType.CATEGORY, any_value="" if has_any else None)


WAY = _list("way", "after", "before", has_any=False)
KIND = _list("kind", *(f"k{n}" for n in range(5)))
WORDS = Field((Control("text", "q", "", (), ()),), "Words", type=FieldType.KEYWORD)
AFTER, BEFORE = range(217), range(217, 331)
EVERYTHING = len(AFTER) + len(BEFORE)


def _take(sizes: SizeEstimator, choice: Choice, numbers: range, how: How = How.ADAPTIVE) -> None:
    met = tuple(f"r{number}" for number in numbers)
    new = sum(number >= sizes.records for number in numbers)
    reply = Reply.RESULTS if met else Reply.EMPTY
    sizes.observe(Asked(choice, how), Answer(choice, reply, len(met), new, 1 + len(met) // 30, met=met))


def _both_parts() -> SizeEstimator:
    """What is there after today, which the form begins with, and before."""
    sizes = SizeEstimator([WAY, KIND, WORDS])
    _take(sizes, (), AFTER, How.DEFAULT)
    _take(sizes, (("way", "before"),), BEFORE, How.PARTITION)
    return sizes


AFTER_CHECKS: dict[str, tuple[Choice, range]] = {
    "word": ((("q", "house"),), range(30, 61)),
    "kind": ((("kind", "k1"),), range(100, 122)),
}
BEFORE_CHECK: tuple[Choice, range] = (("q", "river"), ("way", "before")), range(220, 229)


def test_a_list_without_any_is_proven_by_what_narrows_its_parts() -> None:
    """No query can ask outside of it; words and other lists ask within. Both parts have to be met again."""
    sizes = _both_parts()
    assert sizes.proof() is None
    for choice, numbers in AFTER_CHECKS.values():
        _take(sizes, choice, numbers)
    assert sizes.proof() is None  # nobody has looked at what lies before
    _take(sizes, *BEFORE_CHECK)
    said = sizes.estimate()
    assert said is not None
    assert "'way'" in (sizes.proof() or "")
    assert (said.method, said.low, said.high) == ("partition", EVERYTHING, EVERYTHING)


@pytest.mark.parametrize("times", [1, 2])
def test_a_part_that_lacks_what_narrower_queries_bring_is_no_proof(times: int) -> None:
    """One more record by a word, or the same one by two words: a part has not everything."""
    sizes = _both_parts()
    for choice, numbers in (*AFTER_CHECKS.values(), BEFORE_CHECK):
        _take(sizes, choice, numbers)
    for n in range(times):
        _take(sizes, (("q", f"tower{n}"), ("way", "before")), range(325 - n, 332))
    assert sizes.records == EVERYTHING + 1
    assert sizes.proof() is None


def test_a_list_with_any_is_still_checked_from_outside() -> None:
    """Who narrows its parts cannot meet records that have no value of it."""
    kind = Field(KIND.controls, "kind", type=FieldType.CATEGORY, any_value="")
    sizes = SizeEstimator([kind, WORDS])
    for n in range(5):
        _take(sizes, (("kind", f"k{n}"),), range(n * 21, n * 21 + 21), How.PARTITION)
    for n in range(4):
        _take(sizes, (("q", f"w{n}"), ("kind", f"k{n}")), range(n * 21 + 3, n * 21 + 17))
    assert sizes.proof() is None


def test_a_proof_that_nobody_asked_for_does_not_hide_another() -> None:
    """A planner says that all kinds are there, because all of what is wider is; no kind was asked for."""
    sizes = _both_parts()
    for choice, numbers in (*AFTER_CHECKS.values(), BEFORE_CHECK):
        _take(sizes, choice, numbers)
    kinds = frozenset(str((("kind", f"k{n}"),)) for n in range(5))
    told = [Partition((), ("kind",), 5, kinds, covers=True)]
    assert "'way'" in (sizes.proof(told) or "")


def test_a_proof_without_evidence_proves_nothing() -> None:
    """The same where other queries met enough of what is there."""
    sizes = SizeEstimator([KIND, WORDS])
    _take(sizes, (), range(119), How.DEFAULT)
    for n in range(3):
        _take(sizes, (("q", f"w{n}"),), range(30 * n, 30 * n + 24))
    kinds = [str((("kind", f"k{n}"),)) for n in range(5)]
    assert sizes.proof([Partition((), ("kind",), 5, frozenset(kinds), covers=True)]) is None


def test_where_no_part_is_left_none_is_expected() -> None:
    """All parts came whole, and who asked otherwise met nothing else: at most a few more, not a part more. Where
    nobody asked otherwise, nothing is known about what is in no part."""

    def high(*, is_checked: bool) -> float:
        kinds = _list("kind", *(f"k{n}" for n in range(6)))
        sizes = SizeEstimator([kinds, WORDS])
        for n in range(6):
            _take(sizes, (("kind", f"k{n}"),), range(sizes.records, sizes.records + 50 + n), How.PARTITION)
        if is_checked:  # too few to bear it out
            _take(sizes, (("q", "house"),), range(100, 129))
        said = sizes.estimate()
        assert said is not None
        assert (said.method, said.total) == ("parts", 315)
        return said.high or 0.0

    assert high(is_checked=False) > 315 + 47
    assert high(is_checked=True) < 315 + 150


def test_a_list_within_a_part_proves_nothing_about_all_parts() -> None:
    """All kinds came whole, each as far as the form's default lets it: what was before is in none of them."""
    sizes = SizeEstimator([WAY, KIND, WORDS])
    for n in range(5):
        _take(sizes, (("kind", f"k{n}"),), range(sizes.records, sizes.records + 21 + n), How.PARTITION)
    for n in range(4):
        _take(sizes, (("q", f"w{n}"),), range(20 * n, 20 * n + 13))
    kinds = frozenset(str((("kind", f"k{n}"),)) for n in range(5))
    assert sizes.proof([Partition((), ("kind",), 5, kinds, covers=True)]) is None


def test_a_count_within_what_the_page_has_chosen_proves_nothing() -> None:
    """The same answers: where nothing else stands chosen the count is proof enough, else nobody can say."""

    def told(*within: str) -> tuple[str | None, str, float | None]:
        sizes = SizeEstimator([WORDS], within=within)
        for choice, numbers in (
            ((), range(170)),
            ((("q", "house"),), range(30, 61)),
            ((("q", "river"),), range(9)),
        ):
            met = tuple(f"r{number}" for number in numbers)
            answer = Answer(choice, Reply.RESULTS, len(met), 0, count=len(met), stated=len(met), met=met)
            sizes.observe(Asked(choice, How.ADAPTIVE), answer)
        said = sizes.estimate()
        assert said is not None
        return sizes.proof(), said.method, said.high

    assert told() == ("the site counts 170 records, and all of them are here", "count", 170)
    assert told("status") == (None, "seen", None)


def test_what_answers_for_parts_does_not_contradict_them() -> None:
    """Parts of each year by maker: half of the makers came whole by themselves, so that nobody asked for them year
    by year. Their records are in the years, and no sign of more."""
    years, makers = _list("year", "y0", "y1", "y2"), _list("maker", *(f"m{n}" for n in range(6)))
    sizes = SizeEstimator([years, makers])
    known: set[str] = set()

    def take(choice: Choice, met: list[str], *, cut: bool = False) -> None:
        reply = Reply.RESULTS
        answer = Answer(choice, reply, len(met), len({*met} - known), 1, truncated=cut, met=tuple(met))
        sizes.observe(Asked(choice, How.PARTITION), answer)
        known.update(met)

    def of(year: int, maker: int) -> list[str]:
        return [f"{year}-{maker}-{n}" for n in range(40)]

    for year in range(3):
        shown = [key for maker in range(3) for key in of(year, maker)[:34]]
        take((("year", f"y{year}"),), shown, cut=True)
    for maker in range(3):
        take((("maker", f"m{maker}"),), [key for year in range(3) for key in of(year, maker)])
    for year in range(3):
        for maker in range(3, 6):
            take((("year", f"y{year}"), ("maker", f"m{maker}")), of(year, maker))
    bases = frozenset(str((("year", f"y{year}"),)) for year in range(3))
    parts = frozenset(str((("year", "y0"), ("maker", f"m{maker}"))) for maker in range(6))
    told = [Partition((), ("year",), 3, bases, covers=True)]
    told += [Partition((("year", f"y{year}"),), ("maker",), 6, parts, covers=True) for year in range(3)]
    said = sizes.estimate(told)
    assert said is not None
    assert len(known) == 720
    assert said.low is not None
    assert said.low <= 720
