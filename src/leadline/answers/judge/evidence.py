"""One page of an answer beside what is known of its source.

The page's lines are set against four things: the form's own page (furniture), the answers to nonsense (this site's
way to say nothing), what stood beside rows of earlier results or came when nothing was asked, and the records that
were cut (a line within a record speaks about that record only).
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from leadline.answers.judge.counts import Count, count_among, count_of
from leadline.answers.judge.keys import ECHO, echoes, key_of, keyed, tokens
from leadline.answers.judge.lines import Line, Message, lines_and_marks, message_of, says
from leadline.answers.judge.template import BESIDE, Template, filled_in
from leadline.answers.records.cut import Records
from leadline.model.form import Form
from leadline.model.page import cached_property
from leadline.model.query import Choice
from leadline.parse.document import Document

LIST = 6  # records beyond which they are neither a message with its advice nor suggestions beside one
_NEW_SHARE = 3
"""A record is new if one in so many of its words is: labels and frequent values stand on other pages as well."""


def words_in(key: str) -> int:
    """Words and numbers of a line."""
    return tokens((key,)) + key.count("#")


def record_lines(keys: Sequence[str], cuts: Iterable[str]) -> Iterator[range]:
    """Where records (keys of their texts, in document order) stand among the lines of their page."""
    bare = [_bare(key) for key in keys]
    begins: dict[str, list[int]] = {}
    for place, key in enumerate(bare):
        if key:
            begins.setdefault(key.partition(" ")[0], []).append(place)
    at = 0
    for cut in map(_bare, cuts):
        starts = begins.get(cut.partition(" ")[0], [])
        first = bisect_left(starts, at)
        ends = ((start, _end(bare, start, cut)) for start in starts[first : first + BESIDE])
        for start, stop in ends:
            if stop:
                yield range(start, stop)
                at = stop
                break


def _bare(key: str) -> str:
    """Without numbers: on one line "4 120" is one number, on two it is two."""
    return " ".join(key.replace("#", " ").split())


def _end(bare: Sequence[str], start: int, rest: str) -> int:
    """Where a record ends that may begin here; 0 if it does not begin here."""
    for place in range(start, len(bare)):
        if not rest.startswith(bare[place]):
            return 0
        rest = rest[len(bare[place]) :].lstrip()
        if not rest:
            return place + 1
    return 0


@dataclass(frozen=True)
class Notice:
    """A line that says something about the search, and where it stands among the page's lines."""

    kind: Message
    text: str
    place: int


@dataclass(frozen=True)
class Evidence:
    """Everything is worked out on demand."""

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
        # What the form's page or an answer to nonsense has is furniture, though a word of it was asked for.
        told = self._told
        return tuple((line, told.get(key_of(line.text), key) if ECHO in key else key) for line, key in found)

    @cached_property
    def _told(self) -> dict[str, str]:
        """Known lines as they read on an answer to this question, with their keys: `tags named …` has "tags" by
        itself where that is asked for, beside the place where it repeats the question."""
        known = self.template.known
        asked = list(filter(None, map(key_of, self.repeated)))
        repeats = [key for key in known if ECHO in key and key != ECHO]
        return {key.replace(ECHO, value): key for key in repeats for value in asked} | {key: key for key in known}

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

    # ── records ───────────────────────────────────────────────────────────────────────────────────────────

    @cached_property
    def rows(self) -> tuple[range, ...]:
        """The records that repeat and are new, or a long list in which something is; empty where a single one of a
        short list is left, which repeats nothing: it may be the part of the page that a message stands in."""
        if self.records.shape is None:
            return ()
        cuts = (key for cut in self.records.cuts if (key := key_of(cut.text, self.repeated)))
        rows = tuple(record_lines([key for _, key in self.lines], cuts))
        new = tuple(row for row in rows if self._is_new(row))
        if len(new) > 1:
            return new
        # In a long list a line with the question in it is a title, and one line may be all that differs from what
        # the form's page lists.
        spans = self.lines[rows[0].start : rows[-1].stop] if len(rows) > LIST else ()
        return rows if any(key not in self.known and key != ECHO for _, key in spans) else ()

    def _is_new(self, row: range) -> bool:
        """Enough of it is neither furniture, nor what nonsense brings, nor a line about the search."""
        words = new = 0
        for line, key in self.lines[row.start : row.stop]:
            count = tokens((key,))
            words += count
            if key not in self.known and not (len(row) == 1 and self._is_remark(line.text, key)):
                new += count
        return new * _NEW_SHARE >= words and new > 0

    def _is_remark(self, text: str, key: str) -> bool:
        """A line about the search itself: the query repeated, a message, a suggestion."""
        return ECHO in key or message_of(text, self.document.page.language) is not None or says(text, "suggestion")

    @cached_property
    def within(self) -> frozenset[int]:
        """Places of the lines of records."""
        return frozenset(place for row in self.rows for place in row)

    @property
    def row_keys(self) -> frozenset[str]:
        return frozenset(self.lines[place][1] for place in self.within)

    @property
    def leads_nowhere(self) -> bool:
        """No record has a page of its own."""
        return all(cut.url == self.document.url for cut in self.records.cuts)

    @property
    def first_row(self) -> int:
        """Place of the first line of the first record; after all lines if there is none."""
        return self.rows[0].start if self.rows else len(self.lines)

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

    # ── what is new ───────────────────────────────────────────────────────────────────────────────────────

    @cached_property
    def known(self) -> frozenset[str]:
        return self.template.known

    @cached_property
    def message(self) -> frozenset[str]:
        """What all answers to nonsense share and answers with results do not say as well."""
        return self.template.message - self.template.beside or self.template.message

    @cached_property
    def rest(self) -> tuple[str, ...]:
        """Keys of lines that neither the form's page nor an answer to nonsense has."""
        return tuple(key for _, key in self.lines if key not in self.known and key != ECHO)

    @cached_property
    def apart(self) -> tuple[tuple[int, Line, str], ...]:
        """The first lines beside records that the form's page has not: where a site says something about the
        question, it is among them."""
        form, within = self.template.form, self.within
        lines = ((at, line, key) for at, (line, key) in enumerate(self.lines))
        return tuple(islice((one for one in lines if one[0] not in within and one[2] not in form), BESIDE))

    @cached_property
    def beside(self) -> tuple[str, ...]:
        return tuple(key for _, _, key in self.apart)

    @cached_property
    def said(self) -> tuple[tuple[Line, str], ...]:
        """Those of them that no answer to nonsense has either."""
        return tuple((line, key) for _, line, key in self.apart if key not in self.known and key != ECHO)

    @cached_property
    def notices(self) -> tuple[Notice, ...]:
        """Lines about the search among those beside records."""
        language = self.document.page.language
        read = ((message_of(line.text, language), line.text, at) for at, line, _ in self.apart)
        return tuple(Notice(kind, text, at) for kind, text, at in read if kind is not None)

    def first(self, kind: Message) -> Notice | None:
        return next((notice for notice in self.notices if notice.kind == kind), None)
