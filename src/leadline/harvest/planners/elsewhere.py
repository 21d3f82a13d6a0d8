"""Where words are looked for: the other choices of a "search in" whose default finds none of them.

A box beside "Shelf mark / Author / Title" answers nothing but shelf marks until another choice is made, and
neither a word nor a choice alone brings anything. So when words found nothing, a few of them are asked with every
other choice of the fields that have no "any"; the choice that answers best gets all the words.
"""

from collections.abc import Mapping, Sequence

from leadline.harvest.planners.arms import Words, Yielded, joined
from leadline.harvest.planners.vocabulary import Vocabulary
from leadline.harvest.planners.wordlists import takes_words
from leadline.model.field import Field
from leadline.model.query import Choice

_WORDS = 6
_CHOICES = 12
"""Choices that are tried: a list of hundreds is no "search in"."""


class Elsewhere:
    """The ways of asking that are left when the default choices found no word."""

    def __init__(
        self, fields: Sequence[Field], words: Mapping[str, Sequence[str]], vocabulary: Vocabulary, most: int
    ) -> None:
        self._fields = fields
        self._order = [field.name for field in fields]
        self._words, self._vocabulary, self._most = words, vocabulary, most
        self._tried: list[Words] | None = None

    def ways(self, base: Choice, records: int) -> list[Words]:
        """A few words for each other choice if nothing came so far; then all words for the best of them."""
        if self._tried is not None:
            found = max(self._tried, key=lambda way: way.yielded.new, default=None)
            self._tried = []
            return [self._way(found.base, found.field, (), free=True)] if found and found.yielded.new else []
        field = next((one for one in self._fields if takes_words(one)), None)
        if field is None or records:
            return []
        words = self._words[field.name][:_WORDS]
        self._tried = [self._way(choice, field, words, free=False) for choice in self._others(base)]
        return list(self._tried)

    def _others(self, base: Choice) -> list[Choice]:
        """Single choices beside the default, of fields each of whose choices narrows."""
        narrow = [one for one in self._fields if one.finite and one.anything is None and not one.end]
        found = [
            joined(base, one.name, value, self._order)
            for one in narrow
            if len(one.levels) <= _CHOICES and not one.composite
            for value in one.levels
            if value != dict(base).get(one.name, one.default)
        ]
        return found[:_CHOICES]

    def _way(self, base: Choice, field: Field, words: Sequence[str], *, free: bool) -> Words:
        return Words(base, field, [list(words)], self._vocabulary, free, self._most, Yielded(1.0))
