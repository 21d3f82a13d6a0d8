"""What is known about a source while it is harvested: records, what cuts its answers, which queries came whole.

A query is *whole* if all that matches it came. A narrower one then holds nothing new and is never asked (the lazy
slices of Sheng et al., 2012).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from leadline.harvest.evidence import How
from leadline.harvest.planners.cascade.known import KnownRecords
from leadline.harvest.planners.query_series import PAGE, joined
from leadline.harvest.planners.truncation import CapDetector
from leadline.model.field import Field, FieldType
from leadline.model.query import Answer, Choice, Left, Reply

_MANY = 20  # pages that a source is thought to have before anything came
_DEEPEST = 6  # pairs of a choice whose parts are looked up
_UNKNOWN = 4.0  # how much larger than what it shows an answer is taken to be that is cut and states no number
HARDLY = 1.2  # … and one of which more is known, at least
SEVERAL = 3  # what happened so often is no accident
KEPT = 0.9  # how much of what answers did counts at the next one
FULL = 0.8
"""How full an answer is meant to be that must not be cut: what is expected of it is never exact."""
_MOSTLY = 0.95  # most of what answers have lately that is taken to be missing of everything
_OVERHEAD = 2.0
"""Requests that a query costs beside its pages: its last page is half empty, and one of known records has to be
looked at before it is left. So one query for all of a thousand goes before a hundred for ten each."""
_ROOM = 20  # records that answers may have where all that were cut showed none
FAILED = frozenset({Reply.FAILED, Reply.ERROR, Reply.BLOCKED, Reply.REQUIRED})


@dataclass(frozen=True, slots=True)
class Taken:
    """An answer as it was taken in."""

    answer: Answer
    numbers: tuple[int, ...]  # of its records, as `KnownRecords` counts them
    cut: bool  # there is more behind it than came

    @property
    def failed(self) -> bool:
        return self.answer.reply in FAILED

    @property
    def signature(self) -> int:
        """The same for answers with the same records, in whatever order."""
        return hash(frozenset(self.numbers))


@dataclass(frozen=True, slots=True)
class Proposal:
    """A query that somebody would ask next."""

    choice: Choice
    new: float  # records it is expected to bring that are not there yet
    requests: float  # pages it is expected to take
    how: How

    @property
    def rate(self) -> float:
        """New records a request. The records' own pages cost one request each whichever query brings them, which
        makes each rate r into r / (1 + r) and changes no order."""
        return self.new / (_OVERHEAD + max(1.0, self.requests))


class Survey:
    def __init__(self, fields: Sequence[Field], seed: int) -> None:
        self.fields = {field.name: field for field in fields}
        self.order = [field.name for field in fields]
        self._defaults = {
            field.name: field.standing for field in fields if field.finite and field.standing is not None
        }
        """What is asked for where nothing is said, unless that is "any"."""
        self.root: Choice = ()  # what all parts are parts of
        self.everything: Choice | None = None
        """A query that has everything, and answers nothing."""
        self._parts_bring = False  # … and some part of it brought records
        self.seed = seed
        self.known = KnownRecords()
        self.records = 0
        self.page = PAGE
        self.asked: dict[Choice, Taken] = {}
        self.cut: set[Choice] = set()
        self._caps = CapDetector()
        self._longest_cut = self._longest_whole = 0
        self._refuses = False  # an answer that would be too long shows nothing at all
        self._whole: set[frozenset[tuple[str, str]]] = set()
        self.believes = False
        self._agreed: set[int] = set()  # numbers that were stated, and came
        self._odd = self._longest = 0
        self._lately = (0.0, 0.0)  # new records, and all records, of answers of late
        self._shown: frozenset[int] = frozenset()
        self._shown_by: Taken | None = None
        self._compared = [0, 0]  # records of whole answers, and those of them that the root had shown
        self.guesses: dict[Choice, float] = {}
        """How large queries are that were cut and state no number, by what they are parts of."""
        self.stated_total: float | None = None  # of everything, as the site or the estimate says
        self._most_stated = 0  # by any answer with records
        self.estimated: float | None = None

    # ── what comes in ─────────────────────────────────────────────────────────────────────────────────────

    def take(self, answer: Answer) -> tuple[Taken, list[Choice]]:
        """The answer, and queries before it that turn out to have been cut."""
        numbers = tuple(self.known.take(answer))
        found = self._caps.add(answer)
        if self._comes_to_believe(answer):
            found += [choice for choice, one in self.asked.items() if not one.cut and self._is_short(one.answer)]
        is_cut = answer.cut_short or answer.reply is Reply.TOO_MANY or answer.choice in found
        is_cut = (is_cut or self._is_short(answer)) and answer.reply is not Reply.EMPTY  # whatever it counts
        taken = Taken(answer, numbers, is_cut)
        kept = Taken(replace(answer, met=(), rows=(), sample=()), numbers, is_cut)  # memory is for records
        self.asked[answer.choice] = kept
        self.records += answer.new
        self._most_stated = max(self._most_stated, answer.stated or 0) if answer.records else self._most_stated
        self._lately = (self._lately[0] * KEPT + answer.new, self._lately[1] * KEPT + answer.records)
        if answer.records:
            self.page = max(1.0, answer.records / max(1, answer.pages))
        if is_cut:
            self.cut.add(answer.choice)
            self._longest_cut = max(self._longest_cut, answer.records)
            self._refuses |= not answer.records
        elif answer.reply is Reply.RESULTS:
            self._longest_whole = max(self._longest_whole, answer.records)
        self._note_whole(taken)
        self._compare(taken)
        late = [choice for choice in found if choice != answer.choice and choice in self.asked]
        for choice in late:
            self.unsettle(choice)
            self.asked[choice] = replace(self.asked[choice], cut=True)
        return taken, late

    def evidence(self, how: How, taken: Taken) -> How:
        """What a query tells: that a part has nothing, where nothing comes of everything either and no part had a
        record so far, says that the site wants something else, and is no more than a probe."""
        if how is not How.PARTITION or self.everything is None:
            return how
        self._parts_bring |= bool(taken.numbers)
        return how if self._parts_bring else How.PROBE

    def _is_short(self, answer: Answer) -> bool:
        stated = self.stated(answer)
        return stated is not None and answer.left is None and stated > answer.records + max(1, stated // 50)

    def _comes_to_believe(self, answer: Answer) -> bool:
        """Whether numbers of this site are believed from this answer on: because the page's judge does, or because
        answers have what they state, those as long as any excepted, which are cut without a word."""
        if self.believes:
            return False
        stated, records = answer.stated, answer.records
        self._longest = max(self._longest, records)
        if stated is not None and records and answer.left is None:
            if stated == records:
                self._agreed.add(stated)
            elif stated < records or records < self._longest:
                self._odd += 1
        agree = len(self._agreed) >= SEVERAL and self._odd * 10 <= len(self._agreed)
        self.believes = answer.count is not None or agree
        return self.believes

    def _note_whole(self, taken: Taken) -> None:
        answer = taken.answer
        left_full = answer.left is Left.KNOWN and not self._reached(answer)
        if not taken.cut and not taken.failed and not left_full:
            self._whole.add(self._narrowed(answer.choice))

    def _compare(self, taken: Taken) -> None:
        """How much of a whole answer the root had shown: Lincoln and Petersen's two samples."""
        root = self.asked.get(self.root)
        if root is None or not root.cut or taken.cut or taken.answer.choice == self.root or not taken.numbers:
            return
        if self._shown_by is not root:
            self._shown_by, self._shown = root, frozenset(root.numbers)
            self._compared = [0, 0]
        self._compared[0] += len(taken.numbers)
        self._compared[1] += sum(number in self._shown for number in taken.numbers)

    def is_echo(self, answer: Answer) -> bool:
        """Whether an answer counts what the root counts: a field that is ignored brings the root again."""
        root = self.asked.get(self.root)
        same = root is not None and answer.stated is not None and answer.stated == root.answer.stated
        return same and answer.choice != self.root

    def _reached(self, answer: Answer) -> bool:
        """Whether an answer that was left, because its records were known, had come to its end by its count."""
        stated = self.stated(answer)
        return stated is not None and answer.records >= stated

    def stated(self, answer: Answer) -> int | None:
        """How many an answer says it has, if numbers of this site are believed by now."""
        return answer.count if answer.count is not None else answer.stated if self.believes else None

    # ── what is whole ─────────────────────────────────────────────────────────────────────────────────────

    def _narrowed(self, choice: Choice) -> frozenset[tuple[str, str]]:
        said = {**self._defaults, **dict(choice)}
        return frozenset((name, value) for name, value in said.items() if not self.is_open(name, value))

    def is_open(self, name: str, value: str) -> bool:
        """Whether a value asks for nothing in particular: "any", an empty box, an order."""
        field = self.fields.get(name)
        return field is not None and (value == field.anything or field.type is FieldType.SORT)

    def close(self, fields: Sequence[Field]) -> None:
        """Lists without an "any" after all: what seemed to be there by its parts was in part never asked for."""
        self.fields |= {one.name: one for one in fields}
        self._defaults |= {one.name: one.standing for one in fields if one.standing is not None}
        self._whole, self.cut = set(), {choice for choice, taken in self.asked.items() if taken.cut}
        for taken in self.asked.values():
            self._note_whole(taken)

    def settle(self, choice: Choice) -> None:
        """All of a query is there by its parts."""
        self._whole.add(self._narrowed(choice))
        self.cut.discard(choice)

    def unsettle(self, choice: Choice) -> None:
        """Not all of a query is there, nor of a wider one: those came empty, or were cut without a word."""
        self._whole = {one for one in self._whole if not one <= self._narrowed(choice)}
        self.cut.add(choice)

    def is_whole(self, choice: Choice) -> bool:
        """Whether a query, or a wider one, came whole."""
        pairs = self._narrowed(choice)
        if pairs in self._whole:
            return True
        sizes = range(len(pairs) if len(pairs) <= _DEEPEST else 0)
        return any(frozenset(part) in self._whole for size in sizes for part in combinations(pairs, size))

    # ── how much there is ─────────────────────────────────────────────────────────────────────────────────

    @property
    def room(self) -> int | None:
        """How many records an answer may have; None where none was cut so far."""
        if self._caps.cap is not None or self._longest_cut:
            return max(self._longest_cut, self._caps.cap or 0)
        return max(_ROOM, self._longest_whole) if self._refuses else None

    def size(self, choice: Choice) -> float:
        """How many records match a query that was asked."""
        taken = self.asked.get(choice)
        if taken is None or (choice == self.everything and not taken.numbers):
            return max(self.total, _MANY * self.page)
        stated = self.stated(taken.answer)
        if stated is not None:
            return max(float(stated), taken.answer.records)
        if not taken.cut:
            return float(taken.answer.records)
        least = max(taken.answer.records, self.room or 0)
        if choice == self.root:
            return max(HARDLY * least, self.total)
        return max(HARDLY * least, self.guesses.get(choice, _UNKNOWN * least))

    def _root_size(self, root: Taken) -> float:
        """Of one that was cut: by what it states, else by how much of whole answers it had shown."""
        stated, least = self.stated(root.answer), max(root.answer.records, self.room or 0)
        if stated is not None:
            return float(stated)
        if self._compared[0]:
            return max(HARDLY * least, len(self._shown) * (self._compared[0] + 1) / (self._compared[1] + 1))
        return _UNKNOWN * least

    @property
    def total(self) -> float:
        """How many records there may be in all, never less than what is there."""
        if self.stated_total is not None:
            return max(self.stated_total, self.records)
        root = self.asked.get(self.root)
        (new, met), found = self._lately, [float(self.records), self.estimated or 0.0]
        if root is not None and root.cut and root.numbers:  # one that shows nothing tells nothing
            found.append(self._root_size(root))
        found.append(self.records / (1 - min(_MOSTLY, new / met)) if met else 0.0)
        return max(found)

    @property
    def least(self) -> float:
        """How many there are at least, by what the site counts: some query alone has as many."""
        return max(self.stated_total or 0.0, float(self._most_stated) if self.believes else 0.0)

    @property
    def unseen(self) -> float:
        """Records that are not there yet; a little where all seem to be: who goes on asking wants an order."""
        return max(0.5, self.total - self.records, 0.01 * self.records)

    @property
    def unseen_share(self) -> float:
        return min(1.0, self.unseen / max(1.0, self.total))

    # ── making queries ────────────────────────────────────────────────────────────────────────────────────

    def joined(self, base: Choice, name: str, value: str) -> Choice:
        return joined(base, name, value, self.order)

    def proposal(self, choice: Choice, size: float, new: float, how: How) -> Proposal:
        """A query of so many records in all, so many of which are not there yet."""
        shown = size if self.room is None else min(size, float(self.room))
        new = min(new, size)
        return Proposal(choice, new * shown / size if size else 0.0, max(1.0, shown / self.page), how)
