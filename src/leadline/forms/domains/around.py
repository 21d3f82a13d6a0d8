"""Terms of the page around a form, for a crawl: those that some models know, from words that are numbers already.

Apart from `model`, because it brings numpy along, which inspecting a page has no need of.
"""

from collections.abc import Iterable
from itertools import chain

from leadline.forms.domains.model import (
    AROUND,
    MENU,
    MOST_LETTERS,
    NUMBERS,
    PAGE,
    TITLE,
    DomainModel,
    Terms,
    menu_of,
    space_of,
    unit,
)
from leadline.learn.text import term_counts
from leadline.learn.vocabulary import WeightsByNumber, damped, damped_length, page_words
from leadline.model.page import Page


class Wanted:
    """Terms of pages that some models know, by space: as they stand in a text → as the models have them."""

    def __init__(self, models: Iterable[DomainModel]) -> None:
        self.names: dict[str, dict[str, str]] = {space: {} for space in AROUND}
        for term in chain.from_iterable(model.weights for model in models):
            if (space := space_of(term)) in self.names:
                self.names[space][term.removeprefix(space)] = term
        self.of_text = WeightsByNumber(dict.fromkeys(self.names[PAGE], 1.0) | dict.fromkeys(NUMBERS, -1.0))
        """1 for a term that is wanted of a text, −1 for numbers."""


def wanted_page_terms(page: Page, wanted: Wanted) -> Terms:
    """Those of `page_terms` that are wanted, weighed as if all were there: nine of ten are in no model."""
    found = _of_text(page, wanted)
    for space, counts in zip((TITLE, MENU), term_counts((page.title, menu_of(page))), strict=True):
        names = wanted.names[space]
        known = names.keys() & counts.keys()
        found |= {names[term]: weight for term, weight in unit(counts, known).items()} if known else {}
    return found


def _of_text(page: Page, wanted: Wanted) -> Terms:
    """Of the first `MOST_LETTERS`."""
    words, text = page_words(page), page.text
    if len(text) > MOST_LETTERS:
        cut = text.rfind(" ", 0, MOST_LETTERS) + 1
        rest = text[cut:]
        whole = len(text[:cut].split()) if cut < len(rest) else len(words.numbers) - len(rest.split())
        # A word that the limit cuts in two is another word.
        terms, counts = words.first(whole).counted(words.also(text[cut:MOST_LETTERS]))
    else:
        terms, counts = words.counted()
    weights, names, asked = damped(counts), wanted.names[PAGE], wanted.of_text.of(words.vocabulary, terms)
    length = damped_length(counts[asked >= 0.0])
    told, is_told = words.names, asked > 0.0
    found = zip(terms[is_told].tolist(), weights[is_told].tolist(), strict=True)
    return {names[told[term]]: weight / length for term, weight in found}
