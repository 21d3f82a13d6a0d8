"""What is written into one text field: values and words of the records, in the column that the field searches.

| what | when |
|---|---|
| values that the user or a table gives for the field | first, as long as they bring something |
| values, words, pieces of words that records have | always the one with most expected new records a request |
| two words at once | where one alone is cut, and words are looked for together |
| single letters, then two, three … | where pieces of words are found and what records show is through |

Two probes find out whether pieces of words are found: the beginning of a word that several have, and its inside.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from leadline.harvest.evidence import How, tokens_of
from leadline.harvest.planners.cascade.arms import Arm, Candidate, Cutting, Kind, Outlook, Shapes, best_of
from leadline.harvest.planners.cascade.given import GivenTexts
from leadline.harvest.planners.cascade.reach import Match, Reach
from leadline.harvest.planners.cascade.second_words import SecondWords
from leadline.harvest.planners.cascade.survey import HARDLY, SEVERAL, Proposal, Survey, Taken
from leadline.harvest.planners.query_series import FURNITURE
from leadline.harvest.planners.words import takes_words
from leadline.harvest.values.block_distance import similarity
from leadline.harvest.values.supply import fits
from leadline.learn.text import normalise
from leadline.model.field import Field, FieldType
from leadline.model.query import Choice, Reply

_ANY_WORD = {FieldType.KEYWORD: 0.9, FieldType.NAME: 0.4, FieldType.OTHER: 0.5, FieldType.CATEGORY: 0.3}
_SILENT = 8  # texts of known records that find nothing in a field before it is left, unless one ever did
_PROBE = 3  # letters of a piece that is probed


class TextWay:
    def __init__(self, base: Choice, field: Field, lists: Sequence[Sequence[str]], hints: Sequence[str]) -> None:
        self.base, self.field = base, field
        self.reach = Reach()
        self._free = takes_words(field)
        self._given = GivenTexts(lists, hints if self._free else ())
        self._arms: dict[tuple[str, str], Arm] = {}
        self._kinds: dict[str, Kind] = {}
        self._shapes = Shapes()
        self.tried: set[str] = set()
        self.whole: set[str] = set()
        """Words that brought records, all that match: whatever has them besides is there."""
        self._second = SecondWords()
        self._sweep = Arm("sweep", "", 0.5)
        self._letters: list[str] = []
        self._swept: set[str] = set()
        self._probes = 0
        self._mode: Cutting | None = None  # where pieces are found, None where only words are
        self._longest = 0  # letters of the longest text that came whole
        self._shortest = 1
        self._pending: dict[Choice, Candidate] = {}
        self.new = 0
        self._finds = False  # ever, by anything that was written into it
        self._works = Kind()  # texts of known records, of all kinds together
        self._silent = 0  # texts of known records that found nothing
        self._split_by = ""  # the column whose beginnings are asked for (`prefixes`)

    # ── which next ────────────────────────────────────────────────────────────────────────────────────────

    def next(self, survey: Survey) -> Proposal | None:
        if self._silent >= _SILENT and not self._finds:
            return None
        checks = self._checks(survey)
        outlook = Outlook.of(survey, checks=checks)
        self._mode = self._cutting if self.reach.takes_pieces or self.reach.anchored else None
        self._longest = max(map(len, self.whole), default=0)
        found = [*self._given.next(self.tried, survey.records, survey.page, checks=self._checks(survey))]
        found += [] if self.is_split else self._of_arms(survey, outlook)
        if survey.room is not None and self.reach.tells and not self.is_split:
            if not self.reach.anchored:
                found += self._second.candidates(survey, outlook, self.tried, self.whole)
            found += self._letters_left(survey)
        candidates = (one for one in found if self.choice(one.text, survey) not in survey.asked)
        best = max(candidates, key=lambda one: (self._order(one, survey, checks=checks), one.text), default=None)
        if best is not None and best.arm.kind in ("word", "value") and (probe := self._probe(survey)) is not None:
            best = probe
        if best is None:
            return None
        proposal = self._proposal(best, survey)
        self._pending[proposal.choice] = best
        return proposal

    def _checks(self, survey: Survey) -> bool:
        """Whether what it asks for is a part of a root that came whole. Another word than the root's is none."""
        return survey.is_whole(survey.root) and not dict(survey.root).get(self.field.name)

    def _order(self, one: Candidate, survey: Survey, *, checks: bool) -> float:
        """What goes first. Where everything seems to be there, that is what meets most records that one query
        alone has met: that nothing new comes of it is no reason against its kind."""
        return one.promised * one.arm.works if checks else self._proposal(one, survey).rate

    def choice(self, text: str, survey: Survey) -> Choice:
        return survey.joined(self.base, self.field.name, text)

    def _proposal(self, one: Candidate, survey: Survey) -> Proposal:
        shown = one.size if survey.room is None else min(one.size, float(survey.room))
        how = How.PROBE if one.arm.kind == "probe" else How.ADAPTIVE
        new = one.new * self._works.works
        return Proposal(self.choice(one.text, survey), new, max(1.0, shown / survey.page), how)

    def split_by_beginnings(self) -> str | None:
        """The column that has to begin with what is asked for, the first time that one is known to."""
        columns = self.reach.columns & self.reach.anchors
        if self._split_by or not columns:
            return None
        self._split_by = min(columns)
        return self._split_by

    @property
    def is_split(self) -> bool:
        """Whether beginnings are asked for, letter by letter, which leaves nothing to guess: as long as they bring
        the records back that begin so."""
        return self._split_by in self.reach.anchors

    @property
    def is_learnt(self) -> bool:
        """Whether it is known what the field searches, or that it finds nothing that records say."""
        return self.reach.tells or (self._silent >= SEVERAL and not self._finds)

    def is_too_short(self, text: str) -> bool:
        return len(text) < self._shortest or not fits(self.field, text)

    def _skips(self, text: str) -> bool:
        key = text.casefold()
        if key in self.tried or self.is_too_short(text):
            return True
        # All of what has a word of it is there. Where only whole values are found, no word ever is among `whole`.
        if not self.whole:
            return False
        if self._mode is Cutting.VALUE:
            return self._has_whole_piece(key)
        if self._mode is None:
            return any(word in self.whole for word in tokens_of(key))
        return any(map(self._has_whole_piece, tokens_of(key)))

    def _of_arms(self, survey: Survey, outlook: Outlook) -> Iterator[Candidate]:
        self._grow(survey)
        cutting, columns = self._cutting, self.reach.columns if self.reach.tells else frozenset()
        for arm in self._arms.values():
            if columns and arm.column not in columns and arm.is_found_out(free=self._free):
                continue  # another column than the one that is searched
            if arm.is_dead or (arm.kind == "piece" and (survey.room is None or not self.reach.takes_pieces)):
                continue
            if arm.kind == "word" and self.reach.anchored:  # only its first words would be found
                continue
            found = best_of(arm, survey, outlook, self._skips, cutting, self.whole)
            if found is not None:
                yield found

    @property
    def _cutting(self) -> Cutting:
        if self.reach.anchored:
            return Cutting.VALUE
        return Cutting.ANYWHERE if self.reach.match is Match.PART else Cutting.WORD

    def _grow(self, survey: Survey) -> None:
        """Arms for the columns there are by now."""
        if self._free and ("word", "") not in self._arms and survey.known.read:
            prior = _ANY_WORD[self.field.type]
            self._add_arm("word", "", prior)
            self._add_arm("piece", "", prior)
        label = normalise(self.field.called or self.field.label)
        for name in survey.known.columns:
            if ("value", name) not in self._arms:
                alike = similarity(normalise(name), label) if label and name else 0.0
                prior = 0.2 + 0.7 * alike
                self._add_arm("value", name, prior)
                if self._free or alike:
                    self._add_arm("word", name, 0.9 * prior)
                    self._add_arm("piece", name, 0.9 * prior)

    def _add_arm(self, kind: str, column: str, prior: float) -> None:
        self._arms[kind, column] = Arm(kind, column, prior, self._kinds.setdefault(kind, Kind()), self._shapes)

    # ── narrower where one word is cut ────────────────────────────────────────────────────────────────────

    def _letters_left(self, survey: Survey) -> Iterator[Candidate]:
        """Pieces that no record has shown: single letters, and longer ones where shorter ones are cut."""
        if not self.reach.takes_pieces or self._sweep.is_dead:
            return
        if not self._letters and not self._swept:
            self._letters = self._alphabet(survey)[::-1]
            self._swept.update(self._letters)
        while self._letters and (self._letters[-1] in self.tried or self._has_whole_piece(self._letters[-1])):
            self._letters.pop()
        if self._letters:
            yield Candidate(self._letters[-1], self._sweep, 0.5 * min(1.0, survey.unseen), survey.page, [])

    def _alphabet(self, survey: Survey) -> list[str]:
        """The letters that what is searched is written with, the most frequent first."""
        columns = [survey.known.columns[name] for name in self.reach.columns if name in survey.known.columns]
        counts: Counter[str] = Counter()
        for column in columns or [survey.known.words]:
            for word, numbers in column.words.items():
                counts.update(dict.fromkeys(word, len(numbers)))
        return [letter for letter, _ in counts.most_common()]

    def _has_whole_piece(self, text: str) -> bool:
        starts = range(len(text)) if self._mode is Cutting.ANYWHERE else range(1)
        ends = range(1, min(len(text), self._longest) + 1)
        return any(text[a : a + size] in self.whole for a in starts for size in ends)

    def _probe(self, survey: Survey) -> Candidate | None:
        """A piece of a word that several words have, where it is not known yet whether pieces are found."""
        wanted = self._probes == 0 or (self._probes == 1 and self.reach.match is Match.PREFIX)
        if survey.room is None or not wanted or not self.reach.tells:
            return None
        counts: Counter[str] = Counter()
        for word, numbers in survey.known.words.words.items():
            if len(word) > _PROBE + 1 and word.isalpha():
                counts[word[:_PROBE] if self._probes == 0 else word[1 : _PROBE + 1]] += len(numbers)
        words = survey.known.words.words
        for piece, times in counts.most_common(50):
            if piece not in words and piece not in self.tried:
                return Candidate(piece, Arm("probe", "", 0.5), float(times), float(times), [])
        return None

    # ── what came of it ───────────────────────────────────────────────────────────────────────────────────

    def learn(self, taken: Taken, survey: Survey) -> None:
        """An answer to something written into this field, the others as in the base; whoever had it asked."""
        others, base = dict(taken.answer.choice), dict(self.base)
        text = others.pop(self.field.name, "")
        base.pop(self.field.name, None)
        if not text or others != base:
            return
        key = text.casefold()
        self.tried.add(key)
        self.new += taken.answer.new
        self._finds |= bool(taken.numbers) or taken.cut
        self.reach.learn(text, taken)
        self._learn_beginning(key, taken, survey)
        if key in survey.known.words.words and not taken.failed and survey.records > FURNITURE:  # audits as well
            shape = self._shapes.of(key)
            shape.tries += 1
            shape.hits += bool(taken.numbers) or taken.cut
        one, self._pending = self._pending.get(taken.answer.choice), {}
        if one is None:
            self._given.learn(key, taken)
        if one is not None and (survey.records > FURNITURE or not one.postings):
            self._silent += bool(one.postings)
            self._works.tries += bool(one.postings)
            self._works.hits += bool(one.postings) and (bool(taken.numbers) or taken.cut)
            self._judge(one, taken, survey)  # texts of a record that may be none tell nothing
        if taken.answer.reply in (Reply.ERROR, Reply.REQUIRED) and len(text) <= _PROBE:
            self._shortest = max(self._shortest, len(text) + 1)
        if taken.cut and not taken.failed:
            if len(tokens_of(key)) == 1 and one is not None and one.arm.kind == "word":
                self._second.add(key, float(survey.stated(taken.answer) or 0))
            if self.reach.takes_pieces and key.isalnum():
                longer = [key + letter for letter in self._alphabet(survey) if key + letter not in self._swept]
                self._swept.update(longer)
                self._letters += longer[::-1]
        elif taken.numbers and survey.is_whole(taken.answer.choice) and len(tokens_of(key)) == 1 and self._by_word:
            self.whole.add(key)

    def _learn_beginning(self, key: str, taken: Taken, survey: Survey) -> None:
        """Beginnings that do not bring back what begins so are none to the site, whatever it looked like."""
        column = survey.known.columns.get(self._split_by) if self.is_split else None
        if column is None or taken.cut or taken.failed:
            return
        begin = {number for text, numbers in column.values.items() if text.startswith(key) for number in numbers}
        if begin:
            self.reach.learn_beginning(self._split_by, kept=not begin.isdisjoint(taken.numbers))

    @property
    def _by_word(self) -> bool:
        """Whether a text that has a word is found by that word."""
        return self.reach.match is not None and self.reach.match is not Match.EXACT

    def _judge(self, one: Candidate, taken: Taken, survey: Survey) -> None:
        if one.arm.kind == "probe":
            self._probes += 1
            self.reach.found_pieces |= bool(taken.numbers) or taken.cut
            return
        if one.arm is self._second.arm:
            self._second.learn(one.text, taken)
        # What was cut, and says no number, has at least more than comes.
        least = max(one.size, HARDLY * (survey.room or 0)) if taken.cut else taken.answer.records
        one.arm.learn(taken, one, float(survey.stated(taken.answer) or least))
