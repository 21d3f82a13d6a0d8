"""How much there is: each method on sources whose truth is known, and what is never claimed."""

from random import Random
from typing import Any

import pytest
from word_worlds import crawl, world

from leadline.harvest.estimate import SizeEstimator
from leadline.harvest.evidence import Asked, How, Partition
from leadline.model.field import Field, FieldType
from leadline.model.form import Control, Option
from leadline.model.query import Answer, Choice, Left, Reply


def _list(name: str, values: int, *, open_choice: bool = True) -> Field:
    first = (Option("", "Any", selected=True),) if open_choice else ()
    options = (*first, *(Option(f"v{n}", f"v{n}", selected=not n and not first) for n in range(values)))
    control = Control("select-one", name, "", (), options)
    return Field((control,), name, type=FieldType.CATEGORY, any_value="" if open_choice else None)


GENRE = _list("genre", 20)


def _answer(choice: Choice, numbers: range, *, known: int = 0, **said: Any) -> Answer:
    met = tuple(f"r{number}" for number in numbers)
    reply = Reply.RESULTS if met else Reply.EMPTY
    new = sum(number >= known for number in numbers)
    return Answer(choice, reply, len(met), new, met=met, **said)


def _part(n: int, size: int = 7) -> tuple[Choice, range]:
    return (("genre", f"v{n}"),), range(n * size, (n + 1) * size)


def test_a_believed_count_is_the_size_and_its_proof() -> None:
    """A count that small answers bear out is exact; reached, with known records met again, it is a proof."""
    sizes = SizeEstimator([GENRE])
    sizes.observe(Asked((), How.DEFAULT), _answer((), range(141), count=141, stated=141))
    assert sizes.proof() is None  # nothing but the site's own word so far
    for n in range(6):
        choice, numbers = _part(n)
        sizes.observe(Asked(choice, How.PARTITION, ("genre",)), _answer(choice, numbers, known=141, count=7))
    said = sizes.estimate()
    assert said is not None
    assert (said.method, said.total, said.low, said.high, said.coverage_low) == ("count", 141, 141, 141, 1.0)
    assert "141" in (sizes.proof() or "")


def test_rounded_counts_leave_a_unit_open() -> None:
    """ "About 1,800" is 1,750 to 1,850, and reaching it proves nothing."""
    sizes = SizeEstimator([GENRE])
    sizes.observe(Asked((), How.DEFAULT), _answer((), range(1_790), count=1_800, stated=1_800))
    said = sizes.estimate()
    assert said is not None
    assert (said.low, said.high) == (1_790, 1_850)
    assert sizes.proof() is None


def test_a_count_that_is_passed_is_no_size() -> None:
    """Who holds more than the site counts does not go by that count."""
    sizes = SizeEstimator([GENRE])
    sizes.observe(Asked((), How.DEFAULT), _answer((), range(50), count=50, stated=50))
    choice: Choice = (("genre", "v1"),)
    sizes.observe(Asked(choice, How.PARTITION, ("genre",)), _answer(choice, range(40, 63), known=50, count=23))
    said = sizes.estimate()
    assert said is not None
    assert said.method != "count"
    assert sizes.proof() is None


def _swept(parts: int, **said: Any) -> SizeEstimator:
    sizes = SizeEstimator([GENRE])
    top = range(0, 140, 4)
    met = tuple(f"r{number}" for number in top)
    sizes.observe(Asked((), How.DEFAULT), Answer((), Reply.RESULTS, len(met), len(met), truncated=True, met=met))
    for n in range(parts):
        choice, numbers = _part(n)
        sizes.observe(Asked(choice, How.PARTITION, ("genre",)), _answer(choice, numbers, **said))
    return sizes


def test_parts_that_all_came_whole_are_a_proof() -> None:
    """Every value of a list, each answered whole, and nothing outside: complete; one part less is not."""
    assert "genre" in (_swept(20).proof() or "")
    assert _swept(19).proof() is None


@pytest.mark.parametrize(("new", "proven"), [(0, True), (1, False)])
def test_parts_of_a_list_without_any_are_checked_within(new: int, proven: bool) -> None:
    """Whatever is asked sets a value of such a list, so nothing can be asked outside of its parts. Who asks for
    less within them meets what came, or shows that a part was cut without a word."""
    shelf, ends = _list("shelf", 4, open_choice=False), (0, 43, 88, 127, 172)
    sizes = SizeEstimator([shelf, GENRE])
    for n in range(4):
        choice: Choice = (("shelf", f"v{n}"),) if n else ()
        sizes.observe(Asked(choice, How.PARTITION, ("shelf",)), _answer(choice, range(ends[n], ends[n + 1])))
    assert sizes.proof() is None  # nobody has looked a second time
    for n in range(4):
        within: Choice = (("shelf", f"v{n}"), ("genre", "v1"))
        met = range(ends[n], ends[n] + 9 + n) if n < 3 else range(162 + new, 172 + new)
        sizes.observe(Asked(within, How.PARTITION, ("genre",)), _answer(within, met, known=172))
    assert ("shelf" in (sizes.proof() or "")) is proven


@pytest.mark.parametrize("said", [{"truncated": True}, {"left": Left.PAGES}, {"left": Left.KNOWN}])
def test_parts_that_were_cut_prove_nothing(said: dict[str, Any]) -> None:
    """Whoever cut them: the site, the limit of pages, or we because their records were known."""
    sizes = _swept(20, **said)
    assert sizes.proof() is None
    found = sizes.estimate()
    assert found is not None
    assert found.coverage_low is None


def test_answers_of_one_round_length_are_cut_silently() -> None:
    """Twenty parts of twenty records each, no count: that is a cap, and everything is not there."""
    sizes = SizeEstimator([GENRE])
    for n in range(20):
        choice, numbers = _part(n, 20)
        sizes.observe(Asked(choice, How.PARTITION, ("genre",)), _answer(choice, numbers))
    assert sizes.proof() is None
    assert not sizes.covers(0.95)


@pytest.mark.parametrize(
    ("records", "pages", "page", "is_told"),
    [(340, 7, 0, True), (350, 7, 0, False), (300, 7, 0, False), (340, 4, 0, False), (340, 4, 99, True)],
)
def test_a_list_whose_last_page_is_shorter_ended_by_itself(
    records: int, pages: int, page: int, *, is_told: bool
) -> None:
    """A round number of records is a cap where it is whole pages or hundreds; else it is the end of the list. How
    much a page holds is also told by another answer, of one page with `page` records."""
    sizes = SizeEstimator([GENRE])
    sizes.observe(Asked((), How.DEFAULT), _answer((), range(records), pages=pages))
    if page:
        word: Choice = (("genre", "v19"),)
        sizes.observe(Asked(word, How.PARTITION, ("genre",)), _answer(word, range(page), known=records))
    for n in range(4):
        choice, numbers = _part(n)
        sizes.observe(Asked(choice, How.PARTITION, ("genre",)), _answer(choice, numbers, known=records))
    said = sizes.estimate()
    assert said is not None
    assert (said.method == "checks") is is_told


def test_a_range_that_a_planner_went_through_is_a_proof_if_others_agree() -> None:
    """Its own word is not enough: records that other queries alone have met refute it."""
    whole = [Partition((), ("low", "high"), 2, frozenset({"a", "b"}), covers=True)]
    sizes = SizeEstimator()
    for n, choice in enumerate([(("high", "10"),), (("low", "11"),)]):
        sizes.observe(Asked(choice, How.RANGE, ("low", "high")), _answer(choice, range(n * 33, n * 33 + 33)))
    word: Choice = (("q", "x"),)
    sizes.observe(Asked(word, How.ADAPTIVE, ("q",)), _answer(word, range(5, 45), known=66))
    assert sizes.proof() is None
    other: Choice = (("q", "y"),)
    sizes.observe(Asked(other, How.ADAPTIVE, ("q",)), _answer(other, range(64, 68), known=66))
    assert sizes.proof(whole) is None


def test_nothing_found_for_each_part_is_no_whole() -> None:
    """A site that wants a word answers every value of a list with nothing; that proves nothing about words."""
    sizes = SizeEstimator([GENRE])
    for n in range(20):
        choice: Choice = (("genre", f"v{n}"),)
        sizes.observe(Asked(choice, How.PARTITION, ("genre",)), Answer(choice, Reply.EMPTY))
    word: Choice = (("q", "x"),)
    sizes.observe(Asked(word, How.ADAPTIVE, ("q",)), _answer(word, range(9)))
    said = sizes.estimate()
    assert said is not None
    assert (sizes.proof(), said.method, said.total, said.low) == (None, "seen", None, 9)


def test_a_list_without_any_whose_choices_bring_the_same_parts_nothing() -> None:
    """ "=", "<=", ">=" beside an empty box: the default query has everything, and checks bear it out. A list whose
    other choices bring other records is a partition, and the default one part of it."""
    sign, known = _list("sign", 4, open_choice=False), 143

    def told(beyond: int) -> tuple[str, float | None]:
        sizes = SizeEstimator([sign, GENRE])
        sizes.observe(Asked((), How.DEFAULT), _answer((), range(known)))
        for n in range(1, 3):
            choice: Choice = (("sign", f"v{n}"),)
            asked = range(beyond * n, beyond * n + 40)
            sizes.observe(Asked(choice, How.PARTITION, ("sign",)), _answer(choice, asked, known=known))
        for n in range(4):
            choice, numbers = _part(n)
            sizes.observe(Asked(choice, How.PARTITION, ("genre",)), _answer(choice, numbers, known=known))
        said = sizes.estimate()
        assert said is not None
        return said.method, said.high

    method, high = told(0)
    assert method == "checks"
    assert high is not None
    assert known <= high <= 1.2 * known
    assert told(known)[0] != "checks"


def test_words_alone_say_at_least_so_many() -> None:
    """Words that were chosen because they promise most have a lower bound, and nothing above it."""
    sizes = SizeEstimator()
    for n in range(12):
        choice: Choice = (("q", f"w{n}"),)
        sizes.observe(Asked(choice, How.ADAPTIVE, ("q",)), _answer(choice, range(n * 9, n * 9 + 11)))
    said = sizes.estimate()
    assert said is not None
    assert (said.total, said.high, said.coverage_low) == (None, None, None)
    assert (said.low or 0) >= sizes.records


def test_an_answer_that_is_gone_on_with_is_one_answer() -> None:
    """What came of it before it was left is not met a second time when it is asked for again."""

    def hoped(*asked_for: tuple[int, int, Left | None]) -> float:
        sizes = SizeEstimator()
        for n, records, left in asked_for:
            choice: Choice = (("q", f"w{n}"),)
            met = range(n * 9, n * 9 + records)
            sizes.observe(Asked(choice, How.ADAPTIVE, ("q",)), _answer(choice, met, known=0, left=left))
        return sizes.hoped

    read = [(n, 11, None) for n in range(12)]
    assert hoped((3, 8, Left.KNOWN), *read) == pytest.approx(hoped(*read), rel=0.02)


def test_one_query_is_all_that_is_wanted() -> None:
    """`once`: a stated count that came, or pages read to a last one that is not full, and nothing else."""

    def ended(records: int, pages: int, **said: Any) -> str | None:
        sizes = SizeEstimator(once=True)
        sizes.observe(Asked((), How.DEFAULT), _answer((), range(records), pages=pages, **said))
        return sizes.proof()

    assert ended(23, 3, stated=23) is not None
    assert ended(23, 3) is not None
    assert ended(20, 1) is None  # a page, or all of it
    assert ended(20, 1, stated=20) is None
    assert ended(23, 3, stated=80) is None
    assert ended(23, 3, truncated=True) is None
    assert ended(0, 1) is None


def test_audits_hold_the_truth() -> None:
    """Nominal 95 % intervals by queries drawn by lot hold the truth 90 to 98 % of the time, and who stops by them
    has what he asked for."""
    held: list[bool] = []
    stopped: list[bool] = []
    for seed in range(24):
        random = Random(seed)
        source = world(random, random.choice([200, 400, 800]), random.choice([300, 600]))
        for moment in crawl(source, random, 0.9, most=250):
            share = moment.known / source.reachable
            said = moment.estimator.estimate()
            if moment.queries % 30 == 0 and said is not None and said.high is not None and said.low is not None:
                held.append(said.low - 0.5 <= source.reachable <= said.high + 0.5)
            if moment.estimator.covers(0.9):
                stopped.append(share >= 0.9)
                break
    assert len(stopped) >= 20
    assert sum(stopped) >= 0.9 * len(stopped)
    assert sum(held) >= 0.85 * len(held)
