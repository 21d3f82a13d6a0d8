"""`cascade` asks for words of the records for as long as nothing shows that all is there."""

from collections.abc import Callable, Mapping
from random import Random

from small_database import select, text

from leadline.harvest.evidence import Ending, How
from leadline.harvest.planners.cascade import CascadePlanner
from leadline.harvest.settings import HarvestSettings
from leadline.harvest.values.supply import Supplies
from leadline.model.field import Field
from leadline.model.query import Answer, Choice, Reply

_PAGE = 10
_WORDS = tuple(f"w{chr(97 + n % 26)}{chr(97 + n // 26)}" for n in range(120))


def searched(
    records: Mapping[str, Mapping[str, str]],
    finds: Callable[[str, Mapping[str, str]], bool],
    *hints: str,
    most: int,
    coverage: float | None = None,
) -> tuple[CascadePlanner, set[str]]:
    """A planner after so many queries, and what came. `finds` says whether a word finds a record; `coverage` is
    the share that is asked for."""
    seen: set[str] = set()

    def answer(choice: Choice) -> Answer:
        word = dict(choice).get("q", "")
        met = tuple(name for name, fields in records.items() if word and finds(word, fields))
        new, rows = len({*met} - seen), tuple((name, tuple(records[name].items())) for name in met)
        seen.update(met)
        reply, pages = Reply.RESULTS if met else Reply.EMPTY, len(met) // _PAGE + 1
        return Answer(choice, reply, len(met), new, pages, met=met, rows=rows)

    fields: tuple[Field, ...] = (text("q"), select("titles", "y", default="y"))
    words = [(hint, 1.0 - place / 100) for place, hint in enumerate(hints)]
    planner = CascadePlanner(fields, HarvestSettings(coverage=coverage), 0, Supplies(words=words))
    for _ in range(most):
        if (choice := planner.choose()) is None:
            break
        planner.observe(answer(choice))
    return planner, seen


def has_word(word: str, fields: Mapping[str, str]) -> bool:
    return any(word in told.split() for told in fields.values())


def test_what_is_wider_and_brings_nothing_proves_no_word_to_have_brought_everything() -> None:
    """A box that is ticked as the form comes is also asked for open: without a word either brings nothing, so
    that what a word found is taken for no more than that word found."""
    random = Random(1)
    said = [[*random.sample(_WORDS, 3), str(1700 + random.randrange(200)), f"mk{n:04}"] for n in range(340)]
    records = {f"r{n}": {"text": " ".join([*one, "and"] if n % 3 else one)} for n, one in enumerate(said)}
    planner, seen = searched(records, has_word, "and", most=200)
    assert (planner.ending, len(seen)) == (Ending.COVERED, len(records)), planner.why


def test_a_column_that_most_records_lack_is_not_the_one_that_is_searched() -> None:
    """A single letter brings most records, and three words of the page one line each, of another make: what the
    letter brought is asked for by its words all the same."""
    random = Random(2)
    said = [" ".join(random.sample(_WORDS, 4)) for _ in range(240)]
    books = {f"r{n}": {"text": f"{one} a" if n % 2 else one} for n, one in enumerate(said)}
    remarks = {word: {"remark": f"asked {word}"} for word in ("menu", "start", "login")}
    planner, seen = searched({**books, **remarks}, has_word, *remarks, most=200, coverage=0.99)
    assert len(seen) >= 0.98 * len(books), planner.why


def test_words_of_every_column_are_tried_before_one_is_the_one_that_is_searched() -> None:
    """Only words of the notes were asked for, so that notes explain every answer; what has no note in common with
    the others is found by a word of its title."""
    random, titles = Random(3), [f"t{chr(97 + n)}" for n in range(25)]
    said = [" ".join(["and", *random.sample(_WORDS, 5)]) if n % 3 else f"mk{n:04}" for n in range(300)]
    records = {f"r{n}": {"note": one, "title": titles[n % len(titles)]} for n, one in enumerate(said)}
    planner, seen = searched(records, has_word, "and", most=220)
    assert len(seen) == len(records), planner.why


def _chosen(planner: CascadePlanner, is_one: Callable[[str], bool]) -> int:
    """How often such a word was asked for because it promised most."""
    return sum(one.how is How.ADAPTIVE and is_one(dict(one.choice).get("q", "")) for one in planner.asked)


def test_words_with_letters_beyond_a_to_z_are_left_where_they_find_nothing() -> None:
    """A search that fails over an accent finds what its records say without one."""
    random = Random(5)
    said = [random.sample(_WORDS, 3) for _ in range(240)]
    records = {f"r{n}": {"title": " ".join([*one[:2], f"{one[2]}é"])} for n, one in enumerate(said)}
    planner, seen = searched(records, lambda w, f: w.isascii() and has_word(w, f), said[0][0], most=90)
    assert _chosen(planner, lambda word: not word.isascii()) <= 6
    assert len(seen) >= 180, planner.why


def test_parts_that_hold_everything_go_before_words() -> None:
    """A form that wants something: towns hold all records, each fewer than an answer may have. A word brings more
    at once than a town does, and nothing that the towns would not bring as well."""
    random, towns = Random(6), [f"town{n}" for n in range(45)]
    titles = [" ".join(random.sample(_WORDS[:12], 2)) for _ in range(420)]
    records = {f"r{n}": {"title": title, "town": random.choice(towns)} for n, title in enumerate(titles)}
    seen: set[str] = set()

    def answer(choice: Choice) -> Answer:
        word, town = dict(choice).get("q", ""), dict(choice).get("town", "")
        found = [
            name
            for name, one in records.items()
            if (word or town) and town in ("", one["town"]) and (not word or has_word(word, one))
        ]
        met = tuple(found[:100])
        new, rows = len({*met} - seen), tuple((name, tuple(records[name].items())) for name in met)
        seen.update(met)
        reply, pages = Reply.RESULTS if met else Reply.EMPTY, len(met) // _PAGE + 1
        return Answer(choice, reply, len(met), new, pages, met=met, rows=rows, truncated=len(found) > len(met))

    planner = CascadePlanner((text("q"), select("town", *towns)), HarvestSettings(), 0, Supplies())
    while len(planner.asked) < 120 and (choice := planner.choose()) is not None:
        planner.observe(answer(choice))
    assert len(seen) == len(records), planner.why
    assert planner.ending in (Ending.COMPLETE, Ending.COVERED), planner.why
    assert _chosen(planner, bool) <= 4
