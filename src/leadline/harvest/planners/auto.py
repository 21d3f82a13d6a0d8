"""`auto`: as few queries as will bring everything up, put together from `liddle` and `hiwe` (ALGORITHMS: C8).

1. The first queries (`opening`): the default one, wider ones, words where nothing goes without. The best answer,
   paging included, is the *root*.
2. The root is *resolved* if it brought records and nothing was cut off. If the site counts as many records as
   came, and no field narrows, that is all. Otherwise probes follow: single choices and words, each way of asking
   in turn. If they meet known records and none that is new, that is all (Liddle's sampling, with one field set at
   a time: many fields set at once find next to nothing on most forms).
3. A root that is not resolved is swept: all choices of one field after the other (`Sweep`), and words for text
   fields (`Words`: the user's values, those of HiWE's table and sources, words of results, page and topic). The
   way that brings most new records a page goes first. A truncated answer is refined by sweeping one more field
   within it (`truncation`). A sweep through which nothing was cut off resolves what it swept, and step 2 follows.
4. If nothing brings anything, words may be looked for in another scope (`SearchScopes`), or fields only work
   together (`liddle`).

`complete` is never said on the strength of empty answers.
"""

from collections import Counter
from collections.abc import Sequence

from leadline.harvest.estimate import by_count, by_probes
from leadline.harvest.planners.last_resort import AllTogether, ask_for_help
from leadline.harvest.planners.opening import Opening, SearchScopes
from leadline.harvest.planners.query_series import (
    FAILURES,
    MEETING_NOTHING,
    FieldSweep,
    Progress,
    QuerySeries,
    WordSeries,
)
from leadline.harvest.planners.truncation import CapDetector, Truncations, promise_of
from leadline.harvest.planners.words import Vocabulary, takes_words, word_lists
from leadline.harvest.settings import HarvestSettings
from leadline.harvest.values.supply import Supplies, learn_form, learn_results
from leadline.model.field import Field
from leadline.model.query import Answer, Choice, Estimate, Reply

_LAST_TRIES = 3  # queries a way of asking gets when everything else has run dry
_NOT_ANSWERED = frozenset({Reply.TOO_MANY, Reply.FAILED, Reply.ERROR})


class AutoPlanner:
    name = "auto"

    def __init__(self, fields: Sequence[Field], settings: HarvestSettings, seed: int, values: Supplies) -> None:
        """Raises `MissingValue` where a field insists on a value and nothing suggests one."""
        self._fields = tuple(fields)
        self._order = [field.name for field in fields]
        self._all_settings, self._settings = settings, settings.auto
        self._seed, self._values = seed, values
        self.table = values.table.copy()
        """What was known and what was learnt; for the next form."""
        learn_form(self.table, fields)
        self._opening = Opening(fields, self.table, values, self._settings.openers.split())
        self._vocabulary = Vocabulary(seed, values.words)
        self._scopes = SearchScopes(fields, self._opening.words, self._vocabulary, self._settings.words)
        self._open = Truncations(fields, settings.auto.depth)
        self._caps = CapDetector()
        self._series: list[QuerySeries] = []
        self._asked: dict[Choice, QuerySeries | None] = {}
        self._samples: list[tuple[tuple[str, str], ...]] = []
        self._together: AllTogether | None = None
        self._prepared = False
        self._progress = Progress()
        self.complete = False
        """All is there, as far as probes and the site's own count can tell."""
        self.why: str | None = None

    # ── which next ────────────────────────────────────────────────────────────────────────────────────────

    def choose(self) -> Choice | None:
        """The next query. Raises `MissingValue` where the site wants a value that nothing suggests."""
        found: Choice | None = None
        if self.why is None and not self._prepared:
            found = self._opening.next()
            if found is None:
                self._prepare()
        while found is None and self.why is None and self._together is None:
            series = self._best()
            if series is None:
                self._out_of_ways()
                continue
            found = series.next(self._order, self._asked.keys())
            if found is None:
                self._close(series)
            else:
                self._asked[found] = series
        if found is None and self.why is None and self._together is not None:
            found = self._combined(self._together)
        if found is not None:
            self._asked.setdefault(found, None)
        return found

    def _prepare(self) -> None:
        self._prepared = True
        root = self._opening.root
        base = root.choice if root is not None else ()
        if root is not None and not root.records:
            self._open.add(root.choice)
        self._progress.restart()
        for field in self._fields:
            if field.finite and field.narrowing:
                # What a word found whole holds nothing new for who looks closer, unless a field narrows it.
                if not self._opening.rests_on_words or field.anything is None or base in self._open:
                    self._sweep(base, field, self._progress.page * promise_of(field))
            elif not field.finite:
                self._write_in(field, base)

    def _write_in(self, field: Field, base: Choice) -> None:
        """Words for a text field. What is tried with any word is tried in the first field that takes words."""
        free = takes_words(field)
        first = field is next(filter(takes_words, self._fields), None)
        openers = self._settings.openers.split() if first and not self._resolved else []
        times = Counter(value for sample in self._samples for _, value in sample)
        lists = word_lists(field, self.table, self._values, openers, {one for one in times if times[one] == 1})
        if self._opening.rests_on_words and not self._opening.insists:
            base = self._opening.base
        if lists or free:
            promise, most = self._progress.page * promise_of(field), self._settings.words
            known = self._vocabulary
            words = WordSeries(base, field, promise, lists=lists, vocabulary=known, free=free, most=most)
            for sample in self._samples:
                words.read(sample)
            words.skip(value for choice in self._asked for name, value in choice if name == field.name)
            self._series.append(words)

    def _sweep(self, base: Choice, field: Field, promise: float) -> None:
        if self._open.begin(base, field):
            self._series.append(FieldSweep(base, field, promise, seed=self._seed))

    def _best(self) -> QuerySeries | None:
        if self._resolved and self._probed_enough():
            return None
        return max(self._series, key=self._promise, default=None)

    def _promise(self, series: QuerySeries) -> tuple[bool, float, int]:
        """Which way goes first. Where all seems to be there, a word shows soonest whether the site counts."""
        first = self._resolved and isinstance(series, WordSeries) and series.free and not series.asked
        return first, series.rate, -series.asked

    def _close(self, series: QuerySeries) -> None:
        self._series.remove(series)
        if not isinstance(series, FieldSweep):
            return
        was_resolved = self._resolved
        self._open.close(series)
        if self._resolved and not was_resolved:
            self._progress.restart()
        for base, field, promise in self._open.after(series, self._progress.page):
            self._sweep(base, field, promise)

    # ── what came of it ───────────────────────────────────────────────────────────────────────────────────

    def observe(self, answer: Answer) -> None:
        series = self._asked.get(answer.choice)
        self._asked.setdefault(answer.choice, None)
        self._progress.add(answer)
        self._opening.believes |= answer.count is not None
        if answer.reply is Reply.BLOCKED:
            self._end("the site blocks us")
        elif self._progress.failures >= FAILURES:
            self._end(f"{self._progress.failures} queries in a row failed")
        self._learn(answer)
        if self._together is not None:
            self._together.liddle.observe(answer)
            return
        if not self._prepared:
            self._opening.observe(answer)
        elif series is not None:
            self._taken(series, answer)
        self._note_cut(series, answer)
        self._look_at_count()

    def _learn(self, answer: Answer) -> None:
        if answer.sample:
            self._vocabulary.read(answer.sample)
            self._samples += [answer.sample] if not self._prepared else []
            for series in self._series:
                if isinstance(series, WordSeries):
                    series.read(answer.sample)
            learn_results(self.table, answer, self._all_settings.hiwe.seen_weight)

    def _taken(self, series: QuerySeries, answer: Answer) -> None:
        series.learn(answer)
        if isinstance(series, FieldSweep):
            series.beside_all = self._resolved
            self._open.learn(series, answer)
        if answer.new and self._resolved and series.field.anything is not None and self._opening.root is not None:
            # Who asked for less found more: whatever the root said, it had not given everything.
            self._open.add(self._opening.root.choice)
        total = self._opening.total_of(self._progress.records)
        limit = self._progress.limit(self._settings.barren, total)
        dry_all_over = self._progress.barren >= limit and series.asked >= _LAST_TRIES
        if series in self._series and (series.is_dry(_LAST_TRIES if dry_all_over else limit)):
            self._close(series)

    def _note_cut(self, series: QuerySeries | None, answer: Answer) -> None:
        """Truncated answers, said to be or found to be: each is refined."""
        cut = self._caps.add(answer)
        if answer.cut_short or answer.reply in _NOT_ANSWERED:
            cut.append(answer.choice)
        for choice in dict.fromkeys(cut):
            self._open.add(choice)
            known = answer if choice == answer.choice else Answer(choice, Reply.RESULTS, answer.records)
            is_of_series = self._prepared and (series is not None or choice != answer.choice)
            if is_of_series and known.reply is not Reply.FAILED:
                for base, field, promise in self._open.within(known, self._progress.page):
                    self._sweep(base, field, promise)

    # ── when it is through ────────────────────────────────────────────────────────────────────────────────

    @property
    def _resolved(self) -> bool:
        root = self._opening.root
        found = root is not None and self._progress.records > 0 and root.choice not in self._open
        return found and self._prepared and not self._opening.rests_on_words

    def _look_at_count(self) -> None:
        total = self._opening.total_of(self._progress.records)
        if total and self._progress.records >= total * self._settings.coverage:
            self.complete = self._progress.records >= total
            self._end(f"{self._progress.records} of {total} records are there, as the site counts them")

    def _probed_enough(self) -> bool:
        """Enough probes brought nothing new; fields that narrow whatever is chosen are swept first."""
        if any(isinstance(series, FieldSweep) and series.field.anything is None for series in self._series):
            return False
        wanted = max(self._settings.probes, min(len(self._series), 2 * self._settings.probes))
        progress = self._progress
        if progress.has_probed(wanted, self._settings.probe_records):
            self.complete = True
            self._end(f"{progress.known} more queries met {progress.met} known records and none that is new")
        elif progress.barren >= MEETING_NOTHING * self._settings.probes:
            self._end(f"{progress.barren} queries in a row brought nothing new")
        return self.why is not None

    def _out_of_ways(self) -> None:
        self._series += self._scopes.series(self._opening.base, self._progress.records) if self.why is None else ()
        if self.why is not None or self._series:
            return
        if not self._progress.records and AllTogether.helps(self._fields):
            self._together = AllTogether(self._fields, self._all_settings.liddle, self._seed, self._values)
        elif not self._progress.records:
            self._end(ask_for_help(self._fields, insists=self._opening.insists))
        else:
            self.complete = self._resolved and self._progress.met > 0
            self._end("no way of asking is left that brings anything new")

    def _combined(self, together: AllTogether) -> Choice | None:
        if together.is_hopeless(self._progress):
            self._end(ask_for_help(self._fields, insists=self._opening.insists))
            return None
        choice = together.next(self._asked)
        if choice is None:
            self.complete = together.liddle.complete
            self._end(together.why)
        return choice

    def _end(self, why: str) -> None:
        self.why = self.why or why

    def estimate(self) -> Estimate | None:
        """The site's own count; what probes say; or no more than what was seen."""
        records = float(self._progress.records)
        if not self._asked:
            return None
        if (total := self._opening.total_of(self._progress.records)) is not None and total >= records:
            return by_count(records, total)
        if self.complete and self._progress.met:
            return by_probes(records, self._progress.met)
        return Estimate("seen", None, records)
