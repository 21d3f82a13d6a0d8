"""The fold: first queries, then the best proposal of all ways of asking, until a proof or nothing is left.

1. The first queries are those of `auto` (`leadline.harvest.planners.opening`). The best answer is the *root*.
2. A number that bounds answers from outside grows (`limits`); what shows more is the root from then on.
3. A root that was cut, or answers nothing, is split (`cells`). Text fields get values, words and pieces of words
   of the records (`texts`). Whatever promises most new records a request is asked next (`Proposal.rate`).
4. A root that came whole is checked. A query that brings what it had not shows that it was cut without a word.
5. Audits are drawn whenever the estimate wants one. Where nothing comes: `last_resort`.

It ends `complete` by a proof, `covered` by coverage, else `exhausted`, with what stayed cut.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain

from leadline.harvest.estimate import SizeEstimator
from leadline.harvest.evidence import Asked, Ending, How, Partition
from leadline.harvest.planners.cascade.cells import Cells
from leadline.harvest.planners.cascade.checks import Checks, outside
from leadline.harvest.planners.cascade.choices import ChoiceDimension
from leadline.harvest.planners.cascade.dimensions import Dimension
from leadline.harvest.planners.cascade.grounds import Grounds, wanted
from leadline.harvest.planners.cascade.left import LeftAnswers
from leadline.harvest.planners.cascade.limits import Limits
from leadline.harvest.planners.cascade.orders import OrderDimension
from leadline.harvest.planners.cascade.prefixes import PrefixDimension
from leadline.harvest.planners.cascade.ranges import RangeDimension, range_pairs
from leadline.harvest.planners.cascade.resorts import together, told_coverage, told_unreachable, told_within
from leadline.harvest.planners.cascade.survey import SEVERAL, Proposal, Survey, Taken
from leadline.harvest.planners.cascade.texts import TextWay
from leadline.harvest.planners.last_resort import AllTogether, WordsWith, ask_for_help, other_scopes, other_ways
from leadline.harvest.planners.opening import Opening
from leadline.harvest.planners.query_series import FAILURES, FURNITURE, Progress
from leadline.harvest.planners.words import takes_words, word_lists
from leadline.harvest.settings import HarvestSettings
from leadline.harvest.values.supply import Supplies, learn_form, learn_results
from leadline.model.field import Field
from leadline.model.query import Answer, Choice, Estimate, Reply


class CascadePlanner:
    name = "cascade"

    def __init__(self, fields: Sequence[Field], settings: HarvestSettings, seed: int, values: Supplies) -> None:
        """Raises `MissingValue` where a field insists on a value and nothing suggests one."""
        self._fields = tuple(fields)
        self._all_settings, self._settings, self._values = settings, settings.cascade, values
        self.table = values.table.copy()  # what was known and what was learnt; for the next form
        learn_form(self.table, self._fields)
        self._listed = self.table.copy()  # without what records say, which `texts` knows better
        self._opening = Opening(self._fields, self.table, values, self._settings.openers.split())
        self._survey = Survey((*self._fields, *values.orders), seed)
        pairs = range_pairs(self._fields)
        orders = [OrderDimension(field) for field in values.orders]
        self._ranged = {field.name for pair in pairs for field in pair}
        self._choices = [ChoiceDimension(field) for field in self._fields if field.finite and field.narrowing]
        dimensions: list[Dimension] = [*(RangeDimension(*pair) for pair in pairs), *self._choices, *orders]
        self._cells = Cells(dimensions, self._survey, self._settings.depth)
        self._limits = Limits([one for one in self._fields if not one.finite and one.name not in self._ranged])
        self._texts: list[TextWay] = []
        self._checks: Checks | None = None
        self._sizes = SizeEstimator(self._fields, wanted(settings), seed=seed, within=values.within)
        self._asking: dict[Choice, How] = {}
        self._first: list[Taken] = []  # answers of the first queries, which text fields learn from
        self._together: AllTogether | None = None
        self._left = LeftAnswers(self._settings.worth)
        elsewhere = (partial(self._words_with, other_scopes), partial(self._words_with, other_ways))
        self._stages = iter((*elsewhere, self._left.begin, self._pairs_without_any, self._all_combinations))
        self._prepared = False
        self._shown: Choice = ()  # the query that showed most when the root was chosen
        self._missed = False  # the last answer had no record
        self._beyond = 0  # records of narrower queries that a root which came whole had not
        self._progress = Progress()
        self._grounds = Grounds(settings, self._survey, self._sizes, self._progress)
        self._closed: frozenset[str] = frozenset()
        self.asked: list[Asked] = []
        self.ending: Ending | None = None
        self.why: str | None = None

    def choose(self) -> Choice | None:
        """The next query. Raises `MissingValue` where the site wants a value that nothing suggests."""
        if self.why is None and not self._prepared:
            if (found := self._opening.next()) is not None:
                return self._to_ask(found, How.DEFAULT if found in ((), self._opening.base) else How.PROBE)
            self._prepare()
        if self.why is None:
            self._look_at_proof()
        doubts = self._sizes.doubts(self.partitions()) if self.why is None else frozenset()
        if doubts and (beyond := outside(doubts, self._choices, self._survey)) is not None:
            return self._to_ask(beyond.choice, beyond.how)
        if self.why is None and self._grounds.are_checked(self._cells):
            self._conclude(f"{self._progress.barren} queries in a row brought nothing that is not there")
        if self.why is None and self._wants_audit() and (drawn := self._sizes.draw()) is not None:
            return self._to_ask(drawn, How.POOL)
        while self.why is None and self._together is None:
            best = self._best()
            if best is not None and self._grounds.are_enough(best, self._cells):
                self._end(told_coverage(self.estimate()), Ending.COVERED)
            elif best is not None:
                return self._to_ask(best.choice, best.how)
            else:
                self._out_of_ways()
        return self._combined(self._together) if self._together is not None and self.why is None else None

    def _to_ask(self, choice: Choice, how: How) -> Choice:
        self._asking = {choice: how}
        return choice

    def _best(self) -> Proposal | None:
        found = [self._limits.next(self._survey), self._cells.best(), self._left.next(self._survey)]
        if not self._grounds.are_dry:
            texts = [way.next(self._survey) for way in self._texts if not (self._cells.is_part and way.is_learnt)]
            found += [
                one for one in texts if one is not None and one.rate > self._grounds.worth_beside(self._cells)
            ]
        if self._checks is not None and not self._cells.is_part:
            found.append(self._checks.next(self._survey, missed=self._missed))
        best = max(filter(None, found), key=lambda one: one.rate, default=None)
        return best or outside(self._sizes.guesses, self._choices, self._survey)

    def _wants_audit(self) -> bool:
        """Where nothing new comes, every other query may as well tell how much is left, unless checks do."""
        if self._progress.known < SEVERAL or self._survey.is_whole(self._survey.root):
            return self._sizes.wants_audit()
        return self.asked[-1].how is not How.POOL and self._sizes.wants_last_audit()

    def _prepare(self) -> None:
        self._prepared = True
        root = self._opening.root
        self._shown = root.choice if root is not None else ()
        rests_on_words = self._opening.rests_on_words and not self._opening.insists
        self._build_on(self._opening.base if rests_on_words else self._shown)

    def _build_on(self, base: Choice) -> None:
        """Make a query the root."""
        survey, self._texts, self._checks = self._survey, [], None
        self._cells = Cells(self._cells.dimensions, survey, self._settings.depth)
        survey.root = base
        if (taken := survey.asked.get(base)) is None or not taken.numbers:  # it has everything, and shows nothing
            survey.everything = base
            survey.unsettle(base)
        if base in survey.cut:
            self._cells.cut(base)
        else:
            self._checks = Checks(base, self._cells.dimensions, self._cells.swept)
        for dimension in self._choices:
            if dimension.field.anything is None and not dimension.is_part and len(dimension.field.narrowing) > 1:
                self._cells.sweep(base, dimension)
        for field in self._fields:
            if not (field.finite or field.name in self._ranged or field.name in self._limits.binding):
                self._texts.append(self._text_way(field, base))

    def _text_way(self, field: Field, base: Choice, words: int | None = None) -> TextWay:
        first = field is next(filter(takes_words, self._fields), None)  # what is tried with any word, there
        openers = self._settings.openers.split() if first and base in self._survey.cut else []
        lists = word_lists(field, self._listed, self._values, openers)
        lists = lists if words is None else [[*chain.from_iterable(lists)][:words]]
        way = TextWay(base, field, lists, self._opening.words.get(field.name, ())[:words])
        for taken in self._first:
            way.learn(taken, self._survey)
        return way

    def observe(self, answer: Answer) -> None:
        survey = self._survey
        was_whole, (taken, late) = survey.is_whole(answer.choice), survey.take(answer)
        how = survey.evidence(self._asking.get(answer.choice, How.ADAPTIVE), taken)
        self.asked.append(Asked(answer.choice, how))
        self._left.learn(taken)
        # Also what was cut without a word, and numbers that have proven true.
        seen = replace(answer, truncated=answer.truncated or taken.cut, count=survey.stated(answer))
        self._sizes.observe(self.asked[-1], seen)
        self._missed = not answer.records
        self._progress.add(answer, cut=taken.cut, echo=survey.is_echo(answer))
        if answer.new:
            self._progress.restart()
        if answer.reply is Reply.BLOCKED:
            self._end("the site blocks us")
        elif self._progress.failures >= FAILURES:
            self._end(f"{self._progress.failures} queries in a row failed")
        learn_results(self.table, answer, self._all_settings.hiwe.seen_weight)
        self._opening.believes |= survey.believes
        if not self._prepared:
            self._opening.observe(answer)
            self._first.append(taken)
        elif self._together is not None:
            self._together.liddle.observe(answer)
        else:
            self._cells.learn(taken)
            for way in self._texts:
                way.learn(taken, survey)
                if survey.room is not None and (column := way.split_by_beginnings()) is not None:
                    self._cells.add(PrefixDimension(way.field.name, column, way.reach), survey.root)
            self._beyond += answer.new if was_whole else 0
            self._note_cut(late, contradicted=was_whole and answer.new > 0 and self._beyond > FURNITURE)
        if (wider := self._limits.learn(taken, survey)) is not None:
            self._shown = wider
            self._build_on(wider)
        if self._prepared and (closed := self._sizes.closed - self._closed):
            self._close(closed)
        survey.stated_total = self._opening.total_of(survey.records)
        survey.estimated = (self._sizes.estimate() or Estimate("")).total

    def _close(self, names: frozenset[str]) -> None:
        """What was taken for the "any" of a list is one of its values: there is more outside of it."""
        self._closed |= names
        closed = [replace(one, any_value=None) if one.name in names else one for one in self._fields]
        self._fields = tuple(closed)
        self._survey.close([one for one in closed if one.name in names])
        for dimension in self._choices:
            dimension.field = self._survey.fields[dimension.field.name]
        self._build_on(self._shown)
        self._note_cut(tuple(self._survey.cut), contradicted=False)

    def _note_cut(self, late: Sequence[Choice], *, contradicted: bool) -> None:
        if contradicted and self._shown not in self._survey.cut:
            # Who asked for less found more: whatever the root said, it had not given everything.
            self._survey.unsettle(self._shown)
            self._checks = None
            self._cells.cut(self._shown)
        for choice in late:
            if all(self._survey.fields[name].finite for name, _ in choice):
                self._cells.cut(choice)

    def _look_at_proof(self) -> None:
        proof = self._sizes.proof(self.partitions())
        if proof is not None and not self._cells.is_sweeping:
            self._end(proof, Ending.COMPLETE)

    def _out_of_ways(self) -> None:
        for stage in self._stages:
            stage()
            if self.why is not None or self._together is not None or self._best() is not None:
                return
        barren = f"{self._progress.barren} queries in a row brought nothing new"
        why = barren if self._grounds.are_dry else "nothing is left to ask that records, page or values suggest"
        self._conclude(f"{why}{told_unreachable(self.unreachable)}")

    def _conclude(self, why: str) -> None:
        """End as what the evidence supports."""
        if not self._survey.records:
            self._end(ask_for_help(self._fields, insists=self._opening.insists), Ending.EXHAUSTED)
        self._look_at_proof()
        estimate = self.estimate()
        if (
            estimate is not None
            and (estimate.coverage_low or 0.0) >= wanted(self._all_settings)
            and not self._sizes.guesses
        ):
            self._end(told_coverage(estimate), Ending.COVERED)
        self._end(why + told_within(self._values.within), Ending.EXHAUSTED)

    def _words_with(self, choices: Callable[[Sequence[Field], Choice], WordsWith]) -> None:
        """Nothing came: with another choice of a list words may find something."""
        field = next((one for one in self._fields if takes_words(one)), None)
        if not self._survey.records and field is not None:
            with_words = choices(self._fields, self._opening.base)
            self._texts += [self._text_way(field, choice, with_words.most) for choice in with_words.choices]

    def _pairs_without_any(self) -> None:
        """Of fields without an "any" that brought new records only combinations reach everything."""
        for choice, dimension in together(self._choices, self._survey, self._opening.base):
            self._cells.sweep(choice, dimension)

    def _all_combinations(self) -> None:
        """Nothing came: fields may only work together."""
        if not self._survey.records and AllTogether.helps(self._fields):
            self._together = AllTogether(self._fields, self._all_settings.liddle, self._survey.seed, self._values)

    def _combined(self, together: AllTogether) -> Choice | None:
        choice = None if together.is_hopeless(self._progress) else together.next(self._survey.asked)
        if choice is None:
            self._conclude(together.why)
            return None
        return self._to_ask(choice, How.PARTITION)

    def _end(self, why: str, ending: Ending | None = None) -> None:
        if self.why is None:
            self.why, self.ending = why, ending

    @property
    def unreachable(self) -> Sequence[Choice]:
        """Queries that stayed cut and that no field splits further."""
        return tuple(choice for choice in self._cells.unreachable if not self._survey.is_whole(choice))

    @property
    def guesses(self) -> frozenset[str]:
        """Lists whose "any" nothing bears out so far: nothing is covered before another choice was looked at."""
        return self._sizes.guesses

    def partitions(self) -> Sequence[Partition]:
        return tuple(self._cells.partitions())

    def estimate(self) -> Estimate | None:
        return self._sizes.estimate(self.partitions())
