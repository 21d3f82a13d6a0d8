"""What a page shows that bears on the question whether it has results.

The page's lines are set against three things: the form's own page (furniture), the answers to nonsense (this
site's way to say nothing), and the records that were cut (a line within a record speaks about that record only).
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from leadline.answers.judge.counts import Count, count_among, count_of
from leadline.answers.judge.lines import Line, Message, lines_and_marks, message_of, says
from leadline.answers.judge.template import ECHO, Template, echoes, filled_in, key_of, keyed, tokens
from leadline.answers.records.cut import Records
from leadline.model.form import Form
from leadline.model.page import cached_property
from leadline.model.query import Choice
from leadline.parse.document import Document

_LEAST_ROWS = 2  # one row repeats nothing
_LIST = 6  # records beyond which nobody cuts a message with its advice into as many
_MOST_OF_IT = 0.9  # a heading that results share with nonsense is often longer than the sentence that differs
_NEW_SHARE = 3
"""A record is new if one in so many of its words is: labels and frequent values stand on other pages as well."""
_FURTHER_ON = 200
"""Lines that begin like a record and are looked at for it: no row of a list stands further behind the last."""
_LOOKED_AT = 40  # new lines beside records: a message with its advice has fewer
_MESSAGE_WORDS = 60  # new words in front of which a message stands: itself, its advice and a heading
_UNKNOWN_WORDS = 400  # the same where the head and the menu of the page are new as well


def words_in(key: str) -> int:
    """Words and numbers of a line."""
    return tokens((key,)) + key.count("#")


def record_lines(lines: Sequence[tuple[Line, str]], cuts: Iterable[str]) -> Iterator[range]:
    """Where records (keys of their texts, in document order) stand among the lines of their page."""
    bare = [_bare(key) for _, key in lines]
    begins: dict[str, list[int]] = {}
    for place, key in enumerate(bare):
        if key:
            begins.setdefault(key.partition(" ")[0], []).append(place)
    at = 0
    for cut in map(_bare, cuts):
        starts = begins.get(cut.partition(" ")[0], [])
        first = bisect_left(starts, at)
        for start in starts[first : first + _FURTHER_ON]:
            if (stop := _end(bare, start, cut)) is not None:
                yield range(start, stop)
                at = stop
                break


def _bare(key: str) -> str:
    """Without numbers: on one line "4 120" is one number, on two it is two."""
    return " ".join(key.replace("#", " ").split())


def _end(bare: Sequence[str], start: int, cut: str) -> int | None:
    """Where a record ends that may begin here; None if it does not begin here."""
    rest = cut
    for place in range(start, len(bare)):
        if not rest.startswith(bare[place]):
            return None
        rest = rest[len(bare[place]) :].lstrip()
        if not rest:
            return place + 1
    return None


def _is_remark(text: str, key: str, language: str | None) -> bool:
    """A line about the search itself: the query repeated, a message, a suggestion."""
    return ECHO in key or message_of(text, language) is not None or says(text, "suggestion")


@dataclass(frozen=True)
class Notice:
    """A line that says something about the search, and where it stands among the page's lines."""

    kind: Message
    text: str
    place: int


@dataclass(frozen=True)
class Evidence:
    """One page of an answer beside what is known of its source. Everything else is worked out on demand."""

    document: Document
    choice: Choice
    records: Records
    template: Template
    nonsense: bool = False  # nothing can match what was asked

    @cached_property
    def _read(self) -> tuple[tuple[Line, ...], int]:
        return lines_and_marks(self.document)

    @cached_property
    def repeated(self) -> tuple[str, ...]:
        return echoes(self.document, self.choice)

    @cached_property
    def lines(self) -> tuple[tuple[Line, str], ...]:
        found = keyed(self._read[0], self.repeated)
        # What the form's page has is furniture, though a word of it was asked for.
        form = self.template.form
        return tuple(
            (line, plain if ECHO in key and (plain := key_of(line.text)) in form else key) for line, key in found
        )

    @property
    def marks(self) -> int:
        """Boxes and fields marked as wrong that were not before anything was asked."""
        return self._read[1] - self.template.marks

    @cached_property
    def filled(self) -> frozenset[str]:
        return filled_in(self.choice)

    @cached_property
    def forms(self) -> list[Form]:
        """The form shown again, and others with a field of its."""
        ours = {name for name, _ in self.template.labels if name} | self.filled
        return [form for form in self.document.page.forms if any(c.name in ours for c in form.fields)]

    @cached_property
    def within(self) -> frozenset[int]:
        """Places of the lines of records."""
        return frozenset(place for row in self.rows for place in row)

    @cached_property
    def count(self) -> Count | None:
        """The number of matches it states, apart from its records."""
        apart = [one for place, one in enumerate(self.lines) if place not in self.within]
        # How large the whole collection is, the form's page says as well.
        own = count_among(line for line, key in apart if key not in self.template.form)
        if own is not None:
            return own
        return count_among(line for line, _ in apart) if self.rows else count_of(self.document)

    @property
    def counts_some(self) -> bool:
        """It states a number of matches above zero, in a line that the form's page has not."""
        if self.count is None or self.count.total == 0:
            return False
        return key_of(self.count.text) not in self.template.form

    # ── against the template ──────────────────────────────────────────────────────────────────────────────

    @cached_property
    def known(self) -> frozenset[str]:
        return self.template.known

    @cached_property
    def message(self) -> frozenset[str]:
        return self.template.message

    @cached_property
    def rest(self) -> tuple[str, ...]:
        """Keys of lines that neither the form's page nor an answer to nonsense has."""
        known = self.known
        return tuple(key for _, key in self.lines if key not in known and key != ECHO)

    @cached_property
    def said(self) -> tuple[tuple[Line, str], ...]:
        """The first lines beside records that are new: where a site says something about the question, it is
        among them."""
        known, within = self.known, self.within
        new = (one for at, one in enumerate(self.lines) if at not in within and one[1] not in known)
        return tuple(islice((one for one in new if one[1] != ECHO), _LOOKED_AT))

    @property
    def beside(self) -> tuple[str, ...]:
        """Keys of the lines beside records that the form's page has not."""
        form, within = self.template.form, self.within
        return tuple(key for at, (_, key) in enumerate(self.lines) if at not in within and key not in form)

    @cached_property
    def rest_words(self) -> int:
        """Words and numbers of the rest: a record of few words has numbers."""
        return sum(map(words_in, self.rest))

    @cached_property
    def message_share(self) -> float:
        """How much of what all answers to nonsense share stands here: of its words about the search, else of all
        its words. What answers with results say as well is none of it."""
        message, keys = self.message, {key for _, key in self.lines}
        message = message - self.template.beside or message
        telling = {key for key in message if message_of(key, self.document.page.language) is not None}
        if telling:
            return float(telling <= keys)
        return tokens(message & keys) / max(tokens(message), 1)

    @property
    def has_message(self) -> bool:
        return self.message_share >= _MOST_OF_IT

    @cached_property
    def shared_message(self) -> str | None:
        """The line with words about the search that all answers to nonsense share, None if they share none."""
        message = self.message
        return next((notice.text for notice in self.notices if self.lines[notice.place][1] in message), None)

    @property
    def has_new_notice(self) -> bool:
        """It says something about the search that no answer to nonsense says."""
        return any(self.lines[notice.place][1] not in self.known for notice in self.notices)

    # ── records ───────────────────────────────────────────────────────────────────────────────────────────

    @cached_property
    def rows(self) -> tuple[range, ...]:
        """The records that repeat and are new, or a long list in which something is; empty where a single one of a
        short list is left, which repeats nothing: it may be the part of the page that a message stands in."""
        if self.records.shape is None:
            return ()
        cuts = (key for cut in self.records.cuts if (key := key_of(cut.text, self.repeated)))
        rows = tuple(record_lines(self.lines, cuts))
        new = tuple(row for row in rows if self._is_new(row))
        if len(new) >= _LEAST_ROWS:
            return new
        # In a long list a line with the question in it is a title, and one line may be all that differs from what
        # the form's page lists.
        if len(rows) <= _LIST:
            return ()
        known = self.known | {ECHO}
        return rows if any(key not in known for _, key in self.lines[rows[0].start : rows[-1].stop]) else ()

    @property
    def row_keys(self) -> frozenset[str]:
        return frozenset(self.lines[place][1] for place in self.within)

    @property
    def leads_nowhere(self) -> bool:
        """No record has a page of its own."""
        return all(cut.url == self.document.url for cut in self.records.cuts)

    def _is_new(self, row: range) -> bool:
        """Enough of it is neither furniture, nor what nonsense brings, nor a line about the search."""
        known = self.known
        words = new = 0
        for line, key in self.lines[row.start : row.stop]:
            count = tokens((key,))
            words += count
            if key not in known and not (
                len(row) == 1 and _is_remark(line.text, key, self.document.page.language)
            ):
                new += count
        return new * _NEW_SHARE >= words and new > 0

    @property
    def first_row(self) -> int:
        """Place of the first line of the first record; after all lines if there is none."""
        return self.rows[0].start if self.rows else len(self.lines)

    @cached_property
    def new_apart(self) -> bool:
        """Something beside the records is new: a count, a pager, a heading."""
        known = self.known | {ECHO}
        return any(key not in known for place, (_, key) in enumerate(self.lines) if place not in self.within)

    # ── words ─────────────────────────────────────────────────────────────────────────────────────────────

    @cached_property
    def notices(self) -> tuple[Notice, ...]:
        """Lines about the search, apart from records and from what the form's page says anyway."""
        found = []
        passed = 0
        for place, (line, key) in enumerate(self.lines):
            if place in self.within or key in self.template.form:
                continue
            if (kind := message_of(line.text, self.document.page.language)) is not None:
                found.append(Notice(kind, line.text, place))
            passed += words_in(key)
            if passed > self.room_for_words:
                break
        return tuple(found)

    @property
    def room_for_words(self) -> int:
        """New words among which a message still stands in front: beyond them it is a remark below a record. Where
        the form's page is not known, all of the page's head is new."""
        return _MESSAGE_WORDS if self.template.form else _UNKNOWN_WORDS

    def first(self, kind: Message) -> Notice | None:
        return next((notice for notice in self.notices if notice.kind == kind), None)
