"""A model of one's own domain from a few forms: what it tells apart, and that it is the same every time."""

import pytest

from leadline.errors import BadTarget
from leadline.forms.domains.background import bundled_background
from leadline.forms.domains.model import form_terms
from leadline.forms.domains.train import FormExample, train
from leadline.model.form import Form
from leadline.model.page import Page
from leadline.parse.document import parse_html

WINES = (
    "Grape <input name=grape> Vintage <input name=year> <button>Search wines</button>",
    "Winery <input name=winery> Region <input name=region> Vintage <input name=v> <button>Find wine</button>",
    "Wine name <input name=wine> Grape variety <input name=variety> <button>Go</button>",
    "Bottle price <input name=price> Vineyard <input name=vineyard> Vintage <input name=y> <button>Go</button>",
    "Red or white wine <select name=colour><option>Red<option>White</select> Grape <input name=g>",
)
BOOKS = (
    "Author <input name=author> ISBN <input name=isbn> <button>Search books</button>",
    "Book title <input name=title> Publisher <input name=publisher> <button>Find</button>",
)
UNSEEN = "Vintage <input name=vintage> Winery <input name=w> <button>Search</button>"


def made(inside: str, number: int = 0) -> tuple[Form, Page]:
    page = parse_html(f"<form action=/go>{inside}</form><p>Some text.</p>", f"http://site{number}.example/")
    return page.forms[0], page


def shown(insides: tuple[str, ...], *, truth: bool) -> list[FormExample]:
    return [(*made(inside, number), truth) for number, inside in enumerate(insides)]


def test_five_forms_make_a_domain() -> None:
    """Without any negative example: the background stands in for the rest of the web."""
    model = train(shown(WINES, truth=True))
    assert model.probability(made(UNSEEN, 9)[0]) > 0.5
    assert all(model.probability(made(inside, 9)[0]) < 0.5 for inside in BOOKS)


def test_negative_examples_are_learned_from() -> None:
    """A near miss that was shown is told apart."""
    near = ("Beer name <input name=beer> Brewery <input name=brewery> Vintage <input name=vintage>",) * 2
    without = train(shown(WINES, truth=True))
    told = train([*shown(WINES, truth=True), *shown(near, truth=False)])
    form = made(near[0], 9)[0]
    assert told.probability(form) < without.probability(form)


def test_the_same_examples_give_the_same_model() -> None:
    """Nothing in training is left to chance."""
    examples = [*shown(WINES, truth=True), *shown(BOOKS, truth=False)]
    assert train(examples) == train(examples)


def test_what_was_known_is_kept() -> None:
    """A model taken for prior still tells what the new examples say nothing about."""
    first = train(shown(WINES, truth=True))
    more = shown(("Cellar <input name=cellar> Cork <input name=cork>",), truth=True)
    form = made(UNSEEN, 9)[0]
    assert train(more).probability(form) < 0.5 < train(more, prior=first).probability(form)


def test_a_site_counts_once() -> None:
    """Showing the same form of one site twice over changes nothing."""
    once = shown(WINES, truth=True)
    first, again = train(once), train([*once, *once])
    assert again.weights == pytest.approx(first.weights, abs=1e-3)
    assert again.bias == pytest.approx(first.bias, abs=1e-3)


def test_few_examples_have_not_said_everything() -> None:
    """A form that shares one word with three examples is taken for theirs; forms about something else are not."""
    model = train(shown(WINES[:3], truth=True))
    poor = made("Wine <input name=w> Cellar <input name=where> <button>Go</button>", 9)[0]
    assert model.probability(poor) > 0.5
    assert all(model.probability(made(inside, 9)[0]) < 0.1 for inside in BOOKS)


def test_nothing_to_learn_from_is_refused() -> None:
    """Without a positive example that has words, it is said what is missing."""
    with pytest.raises(BadTarget, match="show at least one form"):
        train(shown(BOOKS, truth=False))


def test_a_domain_is_not_its_own_negative() -> None:
    """Forms of the background that resemble what is taught are not imagined against it."""
    background = bundled_background()
    books = [form_terms(made(inside)[0]) for inside in BOOKS]
    resemblance = {name: background.resemblance(group, books) for name, group in background.groups.items()}
    assert max(resemblance, key=lambda name: resemblance[name]) == "book"
    assert len(background.imagine(3, 0)) == 3 * len(background.groups)


def test_a_model_survives_being_stored() -> None:
    """As plain JSON values."""
    model = train(shown(WINES, truth=True))
    assert type(model).from_dict(model.to_dict()) == model
