"""`liddle`: fill in bounded fields in all ways, as few of them as will do.

Liddle, Embley, Scott, Yau: *Extracting Data behind Web Forms* (2002); SPEC section 3.

| paper | here |
|---|---|
| 5, phase 1: the default query | `_Phase.DEFAULT` |
| 5.1, phase 2: a batch of C queries; nothing new: the default query had everything | `_Phase.SAMPLE`, `_sampled` |
| 5.1: maximal coverage | `leadline.harvest.planners.combinations` |
| 5.1: U ≥ 1000 bytes, else more than the least of the last C queries | `_is_new`, with `new_data = "size"` |
| 5.2, phase 3: batches of C until a threshold fires or N is used up | `_Phase.EXHAUST`, `_exhaust` |
| 5.2: S, T before it | `space`, `seconds_left` |
| 5.2: D_i, its 95 % bound, windowed p_i | `leadline.harvest.estimate` |
| 7: rank levels by their productivity (figure 8) | `leadline.harvest.planners.combinations` |

Deviations:

- New data is a new record (`new_data = "records"`): the rule of bytes is for pages that were not cut into records,
  and takes the last few records of an evenly filled database for noise.
- "Everything is there" is said only if the sample met records again (`sample_records`): a sample of empty answers,
  usual where many fields are set at once, proves nothing. It is then continued with one factor at a time, where
  the others keep their defaults. It is never said where an answer was truncated or the site counts more.
- A site that calls for a missing value after the whole sample asks for it there, as the paper does.
- A failed answer is no query: it counts neither for nor against new data. The paper aborts.
"""

from collections.abc import Sequence
from enum import Enum

from leadline.errors import MissingValue
from leadline.harvest import estimate
from leadline.harvest.estimate import AnswerTally
from leadline.harvest.planners.combinations import (
    Combination,
    Coverage,
    Productivity,
    choice_of,
    combination_of,
    default_of,
    factors_of,
    hashed,
)
from leadline.harvest.settings import LiddleSettings
from leadline.harvest.values.supply import Supplies
from leadline.model.field import Field
from leadline.model.query import Answer, Choice, Estimate, Reply


class _Phase(Enum):
    DEFAULT = "default query"
    SAMPLE = "sampling"
    CHECK = "one factor at a time"
    EXHAUST = "exhaustive"
    DONE = "done"


class LiddlePlanner:
    name = "liddle"

    def __init__(self, fields: Sequence[Field], settings: LiddleSettings, seed: int, values: Supplies) -> None:
        self._settings = settings
        self._seed = seed
        self._factors = factors_of(fields, values.given)
        self._text = next((one for one in fields if not one.finite and one.name not in values.given), None)
        sizes = [len(factor.levels) for factor in self._factors]
        self.n = estimate.combinations(sizes)
        """N."""
        self.batch = estimate.batch_size(sizes)
        """C."""
        self._coverage = Coverage(sizes, seed, settings.ties)
        self._productivity = Productivity(sizes, settings.productivity)
        self._history = estimate.History(self.n, self.batch, settings.windowed)
        self._tally = AnswerTally(settings, self.batch)
        self._phase = _Phase.DEFAULT
        self._in_batch = 0
        self._steered: list[Combination] = []
        self.complete = False
        """The sample says that everything is there."""
        self.why: str | None = None

    # ── which next ────────────────────────────────────────────────────────────────────────────────────────

    def choose(self) -> Choice | None:
        """The next query. Raises `MissingValue` where the site wants a value for every one of the sample."""
        # Case (b) of section 3: a required text field, which needs a person.
        insists = self._tally.required == self._history.i >= min(self.n, 1 + self.batch)
        if self._text is not None and insists:
            raise MissingValue(self._text.name, self._text.label or self._text.name)
        combination = self._next()
        if combination is None:
            self._end(f"all {self.n} combinations were asked")
            return None
        self._coverage.use(combination)
        return choice_of(self._factors, combination)

    def _next(self) -> Combination | None:
        if self._phase is _Phase.DONE:
            return None
        if self._phase is _Phase.DEFAULT:
            return default_of(self._factors)
        if self._phase is _Phase.CHECK and (single := self._single()) is not None:
            return single
        if self._phase is _Phase.CHECK:
            self._checked()
            return self._next()
        if self._phase is _Phase.EXHAUST and self._productivity.steers:
            self._steered = self._steered or self._productivity.best(self._coverage.used, self.batch)
            return self._steered.pop(0) if self._steered else None
        return self._coverage.take()

    def _single(self) -> Combination | None:
        """A level that was not asked for by itself yet, the factors in turn."""
        default = default_of(self._factors)
        for turn in range(max((len(factor.levels) for factor in self._factors), default=0)):
            for place, factor in enumerate(self._factors):
                others = set(range(len(factor.levels))) - {factor.default}
                levels = sorted(others, key=lambda level: hashed(self._seed, "single", place, level))
                if turn < len(levels):
                    combination = (*default[:place], levels[turn], *default[place + 1 :])
                    if combination not in self._coverage.used:
                        return combination
        return None

    # ── what came of it ───────────────────────────────────────────────────────────────────────────────────

    def observe(self, answer: Answer) -> None:
        """Take one answer in; at the end of a batch look at the thresholds."""
        combination = combination_of(self._factors, answer.choice)
        self._coverage.use(combination)
        new = self._tally.add(answer)
        if answer.reply is Reply.BLOCKED:
            self._end("the site blocks us")
        elif new is None:
            if self._phase is _Phase.DEFAULT:
                self._start(_Phase.SAMPLE)
            if self._tally.failures_in_a_row >= self._settings.failures_in_a_row:
                self._end(f"{self._tally.failures_in_a_row} queries in a row failed")
        else:
            self._history.add(new=new)
            self._productivity.add(combination, answer.new)
            self._answered(answer, new=new)

    def _answered(self, answer: Answer, *, new: bool) -> None:
        if self._phase is _Phase.DEFAULT:
            self._tally.default = answer
            self._start(_Phase.SAMPLE)
            return
        self._tally.since_default(answer, new=new, sampling=self._phase is _Phase.SAMPLE)
        self._in_batch += 1
        if self._phase is _Phase.CHECK:
            self._check()
        elif self._in_batch >= self.batch or self._history.i >= self.n:
            if self._phase is _Phase.SAMPLE:
                self._sampled()
            else:
                self._exhaust()

    def _sampled(self) -> None:
        if self.n == 1:  # text fields only: the default query is a sample of nothing
            self._end("no field has choices: the default query is all this planner can ask")
        elif self._tally.new_after_default or self._tally.more_than_given or not self._tally.records:
            self._exhaust()
        elif self._tally.met >= self._settings.sample_records or self._history.i >= self.n:
            self._say_complete()
        else:
            self._start(_Phase.CHECK)

    def _check(self) -> None:
        if self._tally.new_after_default or self._tally.more_than_given:
            self._start(_Phase.EXHAUST)
        elif self._tally.met >= self._settings.sample_records:
            self._say_complete()
        elif self._in_batch >= self.batch:
            self._checked()

    def _checked(self) -> None:
        """The check is through, and few records were met again; one at least has to be."""
        if self._tally.met:
            self._say_complete()
        else:
            self._end("only the default query brought records: nothing else tells whether they are all")

    def _say_complete(self) -> None:
        self.complete = True
        self._end(
            f"the default query gave everything: {self._history.i - 1} more queries met "
            f"{self._tally.met} of its records and none that is new"
        )

    def _exhaust(self) -> None:
        self._start(_Phase.EXHAUST)
        if (reason := self._tally.threshold(self._history, self.n)) is not None:
            self._end(reason)

    def _start(self, phase: _Phase) -> None:
        self._phase = phase
        self._in_batch = 0

    def _end(self, why: str) -> None:
        self._phase = _Phase.DONE
        self.why = self.why or why

    @property
    def is_exhaustive(self) -> bool:
        """Whether phase 3 goes on."""
        return self._phase is _Phase.EXHAUST

    # ── how much there is ─────────────────────────────────────────────────────────────────────────────────

    def estimate(self) -> Estimate | None:
        """D_i in records, with its bound."""
        records = float(self._tally.records)
        if not self._history.i or self.n == 1:
            return None
        if self._tally.more_than_given and self._history.i >= self.n:
            # All combinations were asked and some answers were cut off: D_i would call that everything.
            return Estimate("liddle", low=records)
        if not records and not self.complete:  # queries that bring nothing tell nothing about what others would
            return Estimate("liddle", low=records)
        total, high = self._history.size(records), self._history.bound(records)
        if self.complete:
            total = high = records
        coverage = (records / total, records / high, 1.0) if records else ()
        return Estimate("liddle", total, records, high, *coverage)

    @property
    def space(self) -> float | None:
        """S: bytes that all queries would bring; None before the sample is through."""
        return estimate.space(self.n, self._tally.sizes) if self._tally.sizes else None

    @property
    def seconds_left(self) -> float | None:
        """T."""
        return estimate.time_left(self.n, self._tally.seconds) if self._tally.seconds else None
