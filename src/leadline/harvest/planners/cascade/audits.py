"""Audits: words drawn by lot from a pool that is stated once, to tell how much of it is there (ALGORITHMS: D4)."""

from leadline.harvest.evidence import Pool
from leadline.harvest.planners.cascade.survey import Survey
from leadline.harvest.planners.cascade.texts import TextWay
from leadline.harvest.planners.combinations import hashed
from leadline.model.query import Choice

_FEWEST = 60  # words of a pool
_LARGEST = 20_000
_RECORDS = 60  # known records before a pool is made of their words
_ROOMY = 0.5  # of a full answer: what is cut tells nothing
_TRIES = 20


class Audits:
    def __init__(self) -> None:
        self.pool: Pool | None = None
        self._way: TextWay | None = None
        self._drawn = 0

    def draw(self, ways: list[TextWay], survey: Survey) -> Choice | None:
        """The next query by lot; None where there is no pool, or all of it was asked for."""
        if self.pool is None:
            self._make(ways, survey)
        if self.pool is None or self._way is None:
            return None
        for _ in range(_TRIES):
            self._drawn += 1
            word = self.pool.values[hashed(survey.seed, "audit", self._drawn) % self.pool.size]
            choice = self._way.choice(word, survey)
            if choice not in survey.asked:
                return choice
        return None

    def _make(self, ways: list[TextWay], survey: Survey) -> None:
        usable = [way for way in ways if way.reach.tells and way.finds_words]
        if not usable or survey.known.read < _RECORDS:
            return
        way = max(usable, key=lambda one: len(one.tried))
        columns = way.reach.columns
        most = _ROOMY * survey.room if survey.room is not None else float("inf")
        scale = survey.total / max(1, survey.known.read)
        found: dict[str, int] = {}
        for name in columns or survey.known.columns:
            column = survey.known.columns.get(name)
            for word, numbers in column.words.items() if column is not None else ():
                found[word] = max(found.get(word, 0), len(numbers))
        usable_words = [word for word, n in found.items() if n * scale <= most and not way.is_too_short(word)]
        # A word that one record has tells about one record.
        often = [word for word in usable_words if found[word] > 1]
        words = often if len(often) >= _FEWEST else usable_words
        if len(words) >= _FEWEST:
            kept = sorted(sorted(words, key=lambda word: hashed(survey.seed, "pool", word))[:_LARGEST])
            self._way, template = way, (*(name for name, _ in way.base), way.field.name)
            self.pool = Pool(template, tuple(kept), columns, base=way.base)
