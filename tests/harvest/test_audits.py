"""Queries drawn by lot: where they come, what they cost, and what parts that were cut tell."""

from random import Random

from word_worlds import WordWorld, abridged, crawl, world

from leadline.harvest.endings import SizeWatch
from leadline.harvest.estimate import SizeEstimator
from leadline.harvest.evidence import Asked, How
from leadline.harvest.planners.named import planner
from leadline.harvest.settings import HarvestSettings
from leadline.harvest.values.supply import Supplies
from leadline.model.field import Field, FieldType
from leadline.model.form import Control, Option
from leadline.model.query import Answer, Choice, Estimate, Reply

WORDS = Field((Control("text", "q", "", (), ()),), "Words", type=FieldType.KEYWORD)
GENRE = Field(
    (Control("select-one", "genre", "", (), (Option("", "Any"), *(Option(f"v{n}", f"v{n}") for n in range(10)))),),
    "Genre",
    type=FieldType.CATEGORY,
    any_value="",
)


def _source(seed: int, records: int, vocabulary: int) -> WordWorld:
    """Words of letters only: `auto` takes words with digits for codes."""
    made = world(Random(seed), records, vocabulary)
    letters = str.maketrans("0123456789", "abcdefghij")
    return WordWorld(
        [frozenset(f"w{int(word[1:]):03}".translate(letters) for word in one) for one in made.records]
    )


def _harvested(source: WordWorld, name: str) -> tuple[list[Choice], set[str], SizeWatch, Estimate | None]:
    """What was asked, which records came, and what is said at the end."""
    first = max(source.index, key=lambda word: len(source.index[word]))
    asks = planner(name, [WORDS], HarvestSettings(planner=name), 0, Supplies(openers=[first]))
    sizes = SizeWatch([WORDS], None)
    asked: list[Choice] = []
    known: set[str] = set()
    while len(asked) < 200 and (choice := sizes.choose(asks)) is not None:
        asked.append(choice)
        answer = source.answer(dict(choice).get("q", "").casefold(), known)
        known.update(answer.met)
        asks.observe(Answer(choice, answer.reply, answer.records, answer.new, met=answer.met, rows=answer.rows,
                            sample=tuple(pair for _, fields in answer.rows for pair in fields)))  # fmt: skip
        sizes.observe(asks, Answer(choice, answer.reply, answer.records, answer.new, met=answer.met,
                                   rows=answer.rows))  # fmt: skip
    return asked, known, sizes, sizes.estimate(asks)


def test_a_box_for_words_gets_an_interval_at_a_bounded_cost() -> None:
    """Nothing but words can be asked: audits tell how much there is, and are at most 30 at the end."""
    for seed in range(3):
        source = _source(seed, 200, 300)
        asked, known, sizes, said = _harvested(source, "auto")
        assert said is not None
        assert said.low is not None
        assert said.high is not None
        assert 0 < sizes.audits <= max(30, len(asked) / 2)
        assert said.low <= source.reachable + 0.5
        assert said.high >= len(known)


def test_short_texts_weigh_more_where_rows_show_a_part_of_long_ones() -> None:
    """A row of six words may be all of a text or a quarter of it. What is missing is short: whoever takes both for
    alike says that there is less."""
    held: list[bool] = []
    for seed in range(5):
        source, marks = abridged(Random(seed), 400, 600), [0.8, 0.85, 0.9, 0.95]
        for moment in crawl(source, Random(seed), most=120):
            share, said = moment.known / source.reachable, moment.estimator.estimate()
            if marks and share >= marks[0] and said is not None and said.low is not None and said.high is not None:
                marks = [mark for mark in marks if mark > share]
                held.append(said.low - 0.5 <= source.reachable <= said.high + 0.5)
            if not marks:
                break
    assert len(held) >= 16
    assert sum(held) >= 0.8 * len(held)


def test_planners_of_papers_ask_what_the_papers_ask() -> None:
    """No audit is put between the queries of `hiwe` and `liddle`."""
    for name in ("hiwe", "liddle", "once"):
        assert _harvested(_source(1, 100, 200), name)[2].audits == 0


def test_audits_are_drawn_alike_again() -> None:
    """A harvest that is resumed replays its answers: the same lots are drawn."""
    assert _harvested(_source(5, 120, 200), "auto")[0] == _harvested(_source(5, 120, 200), "auto")[0]


def _part(n: int, records: int, stated: int) -> Answer:
    met = tuple(f"r{n}-{number}" for number in range(records))
    return Answer((("genre", f"v{n}"),), Reply.RESULTS, records, records, met=met, count=stated, stated=stated,
                  truncated=stated > records)  # fmt: skip


def test_what_was_cut_is_missing_whatever_came() -> None:
    """Nine of ten parts were asked for and three were cut: what the site says they hold besides is missing."""
    sizes = SizeEstimator([GENRE])
    for n in range(9):
        answer = _part(n, 20, 50) if n % 3 == 0 else _part(n, 17, 17)
        sizes.observe(Asked(answer.choice, How.PARTITION, ("genre",)), answer)
    said = sizes.estimate()
    assert said is not None
    assert said.method == "parts"
    assert said.total is not None
    assert said.low is not None
    assert said.total >= sizes.records + 3 * 30
    assert not sizes.covers(0.9)


def test_an_answer_shorter_than_another_is_no_cap() -> None:
    """Twenty records may be a cap where nothing longer came; where thirty-one came as well they are all."""
    sizes = SizeEstimator([GENRE])
    for n in range(10):
        answer = _part(n, 31 if n == 9 else 20, 31 if n == 9 else 20)
        plain = Answer(answer.choice, answer.reply, answer.records, answer.new, met=answer.met)
        assert sizes.estimate() is None or sizes.estimate().high is None  # type: ignore[union-attr]
        sizes.observe(Asked(answer.choice, How.PARTITION, ("genre",)), plain)
    said = sizes.estimate()
    assert said is not None
    assert said.high is not None
