"""`auto` where the default of a "search in" finds no word."""

from itertools import product

from small_database import Database, harvest, select, text

from leadline.harvest.planners.auto import AutoPlanner
from leadline.harvest.settings import HarvestSettings
from leadline.harvest.values.supply import Supplies

THINGS = ("river", "house", "moon", "garden", "bridge", "winter", "summer", "stone", "letter", "window")
LOOKS = ("red", "blue", "silent", "golden", "broken", "hidden", "early", "last")
FIELDS = (text("q"), select("in", "shelf", "maker", "title", anything=False, default="shelf"))
BOOKS = [
    {"title": f"{look} {thing}", "shelf": f"{n:05}", "maker": f"x{n}"}
    for n, (look, thing) in enumerate(product(LOOKS, THINGS))
]


def auto(*words: str) -> AutoPlanner:
    return AutoPlanner(FIELDS, HarvestSettings(), 0, Supplies(words=[(word, 0.5) for word in words]))


def test_words_are_looked_for_where_another_choice_looks_for_them() -> None:
    """The box looks for shelf marks unless another choice is made: words find everything by title then."""
    database = Database(BOOKS, within="in", defaults={"in": "shelf"})
    asks = auto("river", "red")
    harvest(asks, database)
    assert len(database.seen) == len(BOOKS)
    assert not asks.complete


def test_a_form_that_answers_nothing_is_left_after_a_few_words_elsewhere() -> None:
    """Where no choice finds any word, each gets a handful of words and no more."""
    database = Database([], within="in", defaults={"in": "shelf"})
    asks = auto(*THINGS, *LOOKS)
    harvest(asks, database)
    elsewhere = [dict(choice) for choice in database.asked if dict(choice).get("q") and "in" in dict(choice)]
    assert {choice["in"] for choice in elsewhere} == {"maker", "title"}
    assert len(elsewhere) <= 12
    assert asks.why == "nothing that was asked brought any record"
