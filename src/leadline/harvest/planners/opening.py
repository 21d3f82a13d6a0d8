"""The first queries of a form, and what the others are built on: the root.

1. The default query (Liddle's phase 1), with the likeliest values where fields insist on one, and the *open* query
   where a field comes with a choice that narrows ("country: US") although it has one that does not.
2. If these bring nothing, or one or two records, which may be a part of the page: two single choices. If
   they bring records, the form wants some choice.
3. If they do not: the likeliest words for its first text field. The best of them becomes part of the root, because
   such a form answers nothing without a word.

Where none of these finds a word, words may be looked for in another scope (`last_resort`); of these the one that
answers best gets all the words (`SearchScopes`).
"""

from collections.abc import Iterator, Mapping, Sequence

from leadline.errors import MissingValue
from leadline.harvest.planners.last_resort import other_scopes
from leadline.harvest.planners.query_series import FURNITURE, WordSeries, joined
from leadline.harvest.planners.words import Vocabulary, first_words, takes_words, word_lists
from leadline.harvest.values.supply import Supplies
from leadline.harvest.values.table import LvsTable
from leadline.model.field import Field
from leadline.model.query import Answer, Choice, Reply

_SINGLES = 2
_WORDS = 8
_ROUND = 50


class Opening:
    def __init__(self, fields: Sequence[Field], table: LvsTable, values: Supplies, openers: Sequence[str]) -> None:
        """Raises `MissingValue` where a field insists on a value and nothing suggests one."""
        self._fields = fields
        self._order = [field.name for field in fields]
        texts = [field for field in fields if not field.finite]
        self.words = {f.name: first_words(f, word_lists(f, table, values, openers), values) for f in texts}
        """For every text field, the likeliest first."""
        self.base = self._base()
        self.root: Answer | None = None
        """The best of the first answers."""
        self.insists = False
        """The site asked for a value when it got none."""
        self._stages = iter((self._defaults, self._single_choices, self._single_words))
        self._queue: list[Choice] = []
        self.believes = False
        """Counts of this site have come to be believed, also those that were stated before."""

    def next(self) -> Choice | None:
        while not self._queue:
            is_found = self.root is not None and self.root.records > FURNITURE
            stage = None if is_found else next(self._stages, None)
            if stage is None:
                return None
            self._queue = list(dict.fromkeys(stage()))
        return self._queue.pop(0)

    def observe(self, answer: Answer) -> None:
        """Keep the best answer; a single choice shows that choices work, and is no root."""
        self.insists |= answer.reply is Reply.REQUIRED and answer.choice == self.base
        if answer.reply in (Reply.REQUIRED, Reply.ERROR):
            self._leave_shorter(answer.choice)
        single = len(answer.choice) > len(self.base) and self._is_single(answer.choice)
        kept = Answer(self.base, answer.reply) if single else answer
        if single and answer.records:
            self._queue, self._stages = [], iter(())
        if self.root is None or kept.records > self.root.records:
            self.root = kept
        elif not answer.new and min(answer.records, self.root.records) > FURNITURE:
            self._queue = []  # another one has nothing that the best has not

    def _leave_shorter(self, choice: Choice) -> None:
        """A site that wants longer words says so for each shorter one."""
        added = (pair for pair in choice if pair[0] in self.words and pair not in self.base)
        short = {name: len(value) for name, value in added}
        queue = self._queue
        self._queue = [one for one in queue if all(len(value) > short.get(name, 0) for name, value in one)]

    @property
    def rests_on_words(self) -> bool:
        """A word is part of the root: however much it found, others may find more."""
        return self.root is not None and any(value for name, value in self.root.choice if name in self.words)

    def total_of(self, records: int) -> int | None:
        """What the site counts for a root that asks for nothing in particular, now that so many came.

        A number that was stated before counts were believed must not be a cap: neither round nor exceeded."""
        if self.root is None:
            return None
        stated = self.root.stated if self.believes else None
        count = stated if self.root.count is None and stated is not None and records <= stated else self.root.count
        if count is not None and self.root.count is None and count % _ROUND == 0:
            return None
        chosen = dict(self.root.choice)
        narrow = (f for f in self._fields if f.anything is None or chosen.get(f.name, f.default) != f.anything)
        return None if any(narrow) else count

    def _base(self) -> Choice:
        base: Choice = ()
        for field in self._fields:
            if field.wanting:
                found = list(field.narrowing if field.finite else self.words[field.name])
                if not found:
                    raise MissingValue(field.name, field.label or field.name)
                base = joined(base, field.name, found[0], self._order)
        return base

    def _defaults(self) -> Iterator[Choice]:
        yield self.base
        wanting = next((field for field in self._fields if field.wanting and not field.finite), None)
        if wanting is not None:
            words = self.words[wanting.name][1:_WORDS]
            yield from (joined(self.base, wanting.name, word, self._order) for word in words)
        opened = self.base
        for field in self._fields:
            if field.finite and field.standing is not None and field.anything is not None and not field.wanting:
                opened = joined(opened, field.name, field.anything or "", self._order)
        yield opened

    def _single_choices(self) -> Iterator[Choice]:
        finite = [field for field in self._fields if field.finite and not field.composite and not field.end]
        for field in finite[:_SINGLES]:
            values = [value for value in field.narrowing if value != field.default]
            if values:
                yield joined(self.base, field.name, values[len(values) // 2], self._order)

    def _single_words(self) -> Iterator[Choice]:
        field = next((one for one in self._fields if takes_words(one) and not one.wanting), None)
        if field is not None:
            words = self.words[field.name][:_WORDS]
            yield from (joined(self.base, field.name, word, self._order) for word in words)

    def _is_single(self, choice: Choice) -> bool:
        base, open_values = dict(self.base), {field.name: field.anything for field in self._fields if field.finite}
        extra = [(name, value) for name, value in choice if name not in base]
        return len(extra) == 1 and all(n in open_values and value != open_values[n] for n, value in extra)


class SearchScopes:
    """The queries that are left when the default choices found no word."""

    def __init__(
        self, fields: Sequence[Field], words: Mapping[str, Sequence[str]], vocabulary: Vocabulary, most: int
    ) -> None:
        self._fields = fields
        self._words, self._vocabulary, self._most = words, vocabulary, most
        self._tried: list[WordSeries] | None = None

    def series(self, base: Choice, records: int) -> list[WordSeries]:
        """A few words for each other choice if nothing came so far; then all words for the best of them."""
        if self._tried is not None:
            found = max(self._tried, key=lambda series: series.new, default=None)
            self._tried = []
            return [self._words_for(found.base, found.field, (), free=True)] if found and found.new else []
        field = next((one for one in self._fields if takes_words(one)), None)
        if field is None or records:
            return []
        scopes = other_scopes(self._fields, base)
        words = self._words[field.name][: scopes.most]
        self._tried = [self._words_for(choice, field, words, free=False) for choice in scopes.choices]
        return list(self._tried)

    def _words_for(self, base: Choice, field: Field, words: Sequence[str], *, free: bool) -> WordSeries:
        known, most = self._vocabulary, self._most
        return WordSeries(base, field, 1.0, lists=[list(words)], vocabulary=known, free=free, most=most)
