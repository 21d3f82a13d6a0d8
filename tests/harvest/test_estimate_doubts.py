"""What is not certain: lines that may be no record, numbers that do not fit, answers that seem to have all."""

from dataclasses import replace
from random import Random

import pytest
from word_worlds import WordWorld, world

from leadline.harvest.estimate import SizeEstimator
from leadline.harvest.evidence import Asked, How, Partition
from leadline.model.field import Field, FieldType
from leadline.model.form import Control, Option
from leadline.model.query import Answer, Choice, Estimate, Left, Reply

VALUES = tuple(f"v{n}" for n in range(6))
OPTIONS = (Option("", "Any", selected=True), *(Option(value, value) for value in VALUES))
GENRE = Field((Control("select-one", "genre", "", (), OPTIONS),), "genre", type=FieldType.CATEGORY, any_value="")
WORDS = Field((Control("text", "q", "", (), ()),), "Words", type=FieldType.KEYWORD)


def _answer(
    choice: Choice, numbers: range, known: int = 0, *, stated: int | None = None, pages: int = 1
) -> Answer:
    met = tuple(f"r{number}" for number in numbers)
    new = sum(number >= known for number in numbers)
    return Answer(choice, Reply.RESULTS, len(met), new, pages, met=met, stated=stated)


def _asked_for_words(sizes: SizeEstimator, answers: dict[str, range], known: int) -> Estimate:
    for word, numbers in answers.items():
        choice: Choice = (("q", word),)
        sizes.observe(
            Asked(choice, How.ADAPTIVE, ("q",)), _answer(choice, numbers, known, pages=-(-len(numbers) // 10))
        )
    said = sizes.estimate()
    assert said is not None
    return said


@pytest.mark.parametrize(("came", "is_proved"), [(20, True), (13, False)])
def test_a_partition_that_the_site_counts_more_of_proves_nothing(came: int, *, is_proved: bool) -> None:
    """A planner says that every part came whole. Of one that was cut the site counts 20; what came of it and of
    its own parts is so many, or is not."""
    sizes = SizeEstimator([GENRE])
    cut: Choice = (("genre", "v0"),)
    sizes.observe(Asked(cut, How.PARTITION, ("genre",)), _answer(cut, range(10), stated=20))
    for n, numbers in enumerate((range(10), range(10, came))):
        part: Choice = (*cut, ("year", str(n)))
        sizes.observe(Asked(part, How.RANGE, ("genre", "year")), _answer(part, numbers, len(numbers) and 10))
    for n in range(1, 6):
        choice: Choice = (("genre", f"v{n}"),)
        sizes.observe(Asked(choice, How.PARTITION, ("genre",)), _answer(choice, range(20 * n, 20 * n + 13)))
    _asked_for_words(sizes, {"house": range(5, 10), "river": range(40, 53), "tower": range(60, 73)}, known=200)
    whole = frozenset(VALUES)
    told = [
        Partition((), ("genre",), 6, whole, covers=True),
        Partition(cut, ("year",), 2, frozenset("01"), covers=True),
    ]
    assert (sizes.proof(told) is not None) is is_proved


def test_at_least_so_many_is_no_more_than_came() -> None:
    """Queries for what single records say overlap little, whatever there is: that is no sign of others."""
    said = _asked_for_words(
        SizeEstimator([WORDS]), {f"w{n}": range(10 * n, 10 * n + 11) for n in range(29)}, known=0
    )
    assert (said.method, said.low, said.high) == ("seen", 291, None)


def test_one_line_more_than_the_site_counts_does_not_end_its_count() -> None:
    """A heading came out as a record: 322 of 321. The interval reaches from one number to the other, and proves
    nothing."""
    sizes = SizeEstimator([WORDS])
    sizes.observe(Asked((), How.DEFAULT), _answer((), range(322), stated=321, pages=33))
    choice: Choice = (("q", "house"),)
    answer = _answer(choice, range(17), 322, stated=17)
    sizes.observe(Asked(choice, How.ADAPTIVE, ("q",)), replace(answer, count=17))
    said = sizes.estimate()
    assert said is not None
    assert (said.method, said.low, said.high) == ("count", 321, 322)
    assert sizes.proof() is None


@pytest.mark.parametrize(("records", "pages", "is_told"), [(376, 38, True), (400, 40, False), (17, 2, False)])
def test_pages_that_end_with_the_number_they_state(records: int, pages: int, *, is_told: bool) -> None:
    """They bear that number out, unless a cap might as well; what nobody met again is not proved by it."""
    sizes = SizeEstimator([WORDS])
    sizes.observe(Asked((), How.DEFAULT), _answer((), range(records), stated=records, pages=pages))
    assert sizes.covers(0.9) is is_told
    assert sizes.proof() is None


def test_two_words_that_both_bring_everything_did_not_narrow() -> None:
    """A form that insists on words: two bring all that is known, and others nothing besides. One word alone may
    have found what it is in."""
    checks = {word: range(10 * n, 10 * n + 30) for n, word in enumerate(("house", "river", "tower"))}
    both = _asked_for_words(SizeEstimator([WORDS]), {"e": range(169), "a": range(169), **checks}, known=169)
    assert (both.method, both.low) == ("checks", 169)
    assert (both.high or 0) < 1.1 * 169
    assert _asked_for_words(SizeEstimator([WORDS]), {"e": range(169), **checks}, known=169).method == "seen"


@pytest.mark.parametrize(("tried", "is_told"), [(5, True), (4, False)])
def test_a_list_all_of_whose_values_were_tried_does_not_part_either(tried: int, *, is_told: bool) -> None:
    """Words find something with one value of a list only, and there two bring everything: the other values were
    asked for and brought nothing, or one of them may hold what nobody has seen."""
    kind = Field((Control("select-one", "genre", "v5", (), OPTIONS[1:]),), "genre", type=FieldType.CATEGORY)
    sizes = SizeEstimator([WORDS, kind])
    checks = {word: range(10 * n, 10 * n + 31) for n, word in enumerate(("house", "river", "tower"))}
    for word, numbers in ({"e": range(331), "define": range(331)} | checks).items():
        choice: Choice = (("q", word), ("genre", "v5"))
        sizes.observe(Asked(choice, How.ADAPTIVE, ("q", "genre")), _answer(choice, numbers, 331, pages=34))
    for value in VALUES[:tried]:
        choice = (("q", "e"), ("genre", value))
        sizes.observe(Asked(choice, How.ADAPTIVE, ("q", "genre")), Answer(choice, Reply.EMPTY))
    said = sizes.estimate()
    assert said is not None
    assert (said.method == "checks") is is_told


def test_what_is_ignored_is_no_check() -> None:
    """The same 72 records whatever is asked for: a box that the site does not look at tells nothing of the others,
    neither as a check nor drawn by lot."""
    sizes = SizeEstimator([WORDS])
    rows = tuple((f"r{number}", (("title", f"paper {number} of house {number % 29}00"),)) for number in range(101))
    for word, numbers in {"paper": range(101), **dict.fromkeys(("house", "000", "100"), range(72))}.items():
        choice: Choice = (("q", word),)
        answer = replace(_answer(choice, numbers, 101), rows=rows[: len(numbers)])
        sizes.observe(Asked(choice, How.ADAPTIVE, ("q",)), answer)
    drawn = 0
    while drawn < 12 and (found := sizes.draw()) is not None:
        sizes.observe(Asked(found, How.POOL, ("q",)), replace(_answer(found, range(72), 101), rows=rows[:72]))
        drawn += 1
    said = sizes.estimate()
    assert said is not None
    assert (said.method, said.high) == ("seen", None)


def test_answers_that_we_left_bear_out_what_came() -> None:
    """330 records on 14 pages; three words show 25 of them each on a first page, and nobody reads on."""
    sizes = SizeEstimator([WORDS])
    sizes.observe(Asked((), How.DEFAULT), _answer((), range(330), pages=14))
    for n in range(3):
        choice: Choice = (("q", f"w{n}"),)
        left = replace(_answer(choice, range(40 * n, 40 * n + 25), 330), left=Left.KNOWN)
        sizes.observe(Asked(choice, How.ADAPTIVE, ("q",)), left)
    said = sizes.estimate()
    assert said is not None
    assert (said.method, said.low) == ("checks", 330)


def test_words_bear_out_an_answer_as_long_as_a_cap() -> None:
    """140 records on 14 pages may be cut without a word. Words that meet 90 of them and no other say that they are
    not; parts of a list do not, since the list may be sorted by them."""
    words = {f"w{n}": range(15 * n, 15 * n + 30) for n in range(4)}
    sizes, listed = SizeEstimator([WORDS]), SizeEstimator([GENRE])
    for one in (sizes, listed):
        one.observe(Asked((), How.DEFAULT), _answer((), range(140), pages=14))
    assert _asked_for_words(sizes, words, known=140).method == "checks"
    for n in range(4):
        choice: Choice = (("genre", f"v{n}"),)
        listed.observe(
            Asked(choice, How.PARTITION, ("genre",)), _answer(choice, range(15 * n, 15 * n + 30), 140, pages=3)
        )
    said = listed.estimate()
    assert said is not None
    assert said.method == "seen"


def _crawled(source: WordWorld, doubled: frozenset[str]) -> tuple[SizeEstimator, set[str]]:
    """Every word asked for once; the first one shows `doubled` records under another name."""
    sizes, known = SizeEstimator([WORDS]), set[str]()
    words = sorted(source.index, key=lambda word: -len(source.index[word]))
    for place, word in enumerate(words):
        answer = source.answer(word, known)
        names = {one: f"{one}, other name" for one in answer.met if place == 0 and one in doubled}
        met = tuple(names.get(one, one) for one in answer.met)
        rows = tuple((names.get(one, one), said) for one, said in answer.rows)
        sizes.observe(Asked(answer.choice, How.ADAPTIVE, ("q",)), replace(answer, met=met, rows=rows))
        known.update(met)
    return sizes, known


def test_records_that_came_twice_lower_the_lower_end() -> None:
    """Twelve of 300 came under another name once, and never where their own words were asked for: "at least" is
    said without them. Where nothing is wrong nothing is doubted."""
    source = world(Random(3), 300, 120)
    twelve = frozenset(f"r{number}" for number in source.index["w0"][:12])
    sizes, known = _crawled(source, twelve)
    said = sizes.estimate()
    assert said is not None
    assert len(known) == source.reachable + 12
    assert source.reachable - 6 <= (said.low or 0) <= source.reachable + 6
    clean, known = _crawled(source, frozenset())
    said = clean.estimate()
    assert said is not None
    assert said.low == len(known) == source.reachable
