"""Words as numbers say of a page what counting its terms one by one says, whatever was read before."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from leadline.forms.domains.around import Wanted, wanted_page_terms
from leadline.forms.domains.model import bundled, page_terms
from leadline.learn import vocabulary
from leadline.learn.text import term_counts
from leadline.learn.vocabulary import (
    Vocabulary,
    WeightsByNumber,
    Words,
    damped,
    damped_length,
    length_of,
    read,
)
from leadline.model.page import Page
from leadline.parse.document import parse_html
from leadline.topics import bundled as topics
from leadline.topics.classify import classifier

_TEXTS = (
    "Used cars, car parts and used-car dealers: 214 sedans since 1998; v6 or v8?",
    "the of and",
    "",
    "Zürich's größte Auto-Börse, naïve café 日本語 ×",
    " ".join(f"word{n} hotel room-{n % 7} rooms" for n in range(900)),
)


def _page(text: str, title: str = "Used cars & hotels") -> Page:
    links = "".join(f"<a href=/{n}>cheap rooms {n}</a>" for n in range(5))
    return parse_html(f"<title>{title}</title><body>{links}<p>{text}", "http://a.example/")


def _counted(words: Words) -> dict[str, int]:
    terms, counts = words.counted()
    return {words.names[term]: count for term, count in zip(terms.tolist(), counts.tolist(), strict=True)}


@pytest.mark.parametrize("text", _TEXTS)
def test_terms_are_counted_as_one_by_one(text: str) -> None:
    assert _counted(read(text.split())) == term_counts([text])[0]


@pytest.mark.parametrize("text", _TEXTS)
def test_a_topic_says_the_same_of_a_page_and_of_its_counted_terms(text: str) -> None:
    judge, page = classifier(topics.bundled("auto")), _page(text)
    assert judge.probability([page]) == judge.weigh(judge.read([page]))


@pytest.mark.parametrize("repeated", [1, 2, 7])  # in all, beyond the limit of what is read, beyond twice the limit
def test_wanted_terms_of_a_page_weigh_what_they_weigh_among_all(repeated: int) -> None:
    page, models = _page(" ".join(_TEXTS[4:] * repeated) + " hotels"), tuple(bundled().values())
    known = {term for model in models for term in model.weights}
    every = {term: weight for term, weight in page_terms(page).items() if term in known}
    assert wanted_page_terms(page, Wanted(models)) == every
    assert "page:hotel" in every


def test_a_full_vocabulary_is_left_to_those_who_still_use_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vocabulary, "_MOST", 5)
    monkeypatch.setattr(vocabulary, "_present", [Vocabulary()])
    weights = WeightsByNumber({"car": 2.0, "hotel": 3.0})

    def weighed(words: Words) -> float:
        return float(weights.of(words.vocabulary, words.counted()[0]).sum())

    first = read(["cars", "one", "two", "three", "four", "five"])
    second = read(["hotels", "cars"])
    assert first.vocabulary is not second.vocabulary
    assert [weighed(first), weighed(second), weighed(first)] == [2.0, 5.0, 2.0]


def test_threads_that_read_at_once_give_a_word_one_number() -> None:
    """Large pages are read beside the loop."""
    shared = Vocabulary()
    texts = [[f"w{(n * step) % 20_011}" for n in range(20_000)] for step in (1, 3, 7, 11)]
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(lambda words: [shared[word] for word in words], texts))
    assert [[shared[word] for word in words] for words in texts] == found
    assert sorted({number for numbers in found for number in numbers}) == list(range(len(shared)))


@pytest.mark.parametrize("seed", range(40))
def test_a_length_by_counts_is_that_by_terms(seed: int) -> None:
    """To the last bit, whatever the counts; also of those that are too large for the table."""
    chance = np.random.default_rng(seed)
    most = 5_000 if seed % 4 == 0 else 1_024
    counts = np.minimum(chance.zipf(1.3 + chance.random(), int(chance.integers(0, 4_000))), most)
    assert damped_length(counts) == length_of(damped(counts))
