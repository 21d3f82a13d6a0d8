"""What answers of one source have in common: the form's page, answers to nonsense, and a memory of what came.

`Template` is a frozen value that is folded over answers and stored as JSON with a source, so that `resume` judges
as the first run did:

- `form` are the lines of the form's own page: furniture, not an answer.
- `probes` are the answers to nonsense words (`nonsense`). Lines that all of them share and the form's page lacks
  are the *message*: what this site says when nothing matches, in whatever words and language.
- `labels` are the fields of the form's page with what they are called, `marks` how many boxes of it are marked as
  wrong before anything was asked; `answered` are the fields that were filled in where an answer had results, and
  `beside` the lines that stood beside its rows; `blank` the lines that came when nothing was asked and brought no
  results, `numeric` the fields in which numbers brought results, `answers` how many were judged before the first
  results, `earlier` the first questions without results and what they were told (`Earlier`).
- `seen` counts significant portions (HiWE), `head`, `foot` and `rests` serve Liddle's size rule.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from itertools import islice, takewhile
from typing import Any, NamedTuple

from leadline.answers.judge.keys import key_of, keys_of, tokens
from leadline.answers.judge.lines import lines_and_marks
from leadline.answers.judge.nonsense import is_nonsense
from leadline.forms.labels.rules import labels_of
from leadline.forms.layout.source import Source
from leadline.model.form import Form
from leadline.model.query import Choice, Reply
from leadline.model.url_parameters import page_key
from leadline.parse.document import Document

MEMORY = 512  # counts, significant portions and sizes remembered: a bound on what is stored
_LONGEST_TEXT = 100_000  # letters kept of an answer to nonsense: a bound on what is stored
BESIDE = 64  # lines beside rows, and sets of fields, that are remembered: a site has no more of its own
_STAR = " obligatorius "  # in place of the asterisk at a field that must be filled in, which keys leave out


def pairs_of(choice: Choice) -> frozenset[tuple[str, str]]:
    """Fields with the values that they were given."""
    return frozenset((name, said) for name, value in choice if (said := value.strip()))


def filled_in(choice: Choice) -> frozenset[str]:
    """Names of the fields that were given a value."""
    return frozenset(name for name, _ in pairs_of(choice))


class Probe(NamedTuple):
    """An answer to nonsense: its lines' keys in order, and what it is by itself."""

    lines: tuple[str, ...]
    portion: str = ""  # in folders of before
    reply: Reply = Reply.EMPTY
    status: int = 200
    rows: frozenset[str] = frozenset()  # lines of it that stand in something that repeats: suggestions and tips
    text: str = ""  # what a reader reads on it, bounded: for those who cut records
    filled: frozenset[str] = frozenset()  # names of the fields that had a value
    words: frozenset[str] = frozenset()  # those of them that had nonsense
    links: frozenset[str] = frozenset()  # pages it leads to, bounded (`leadline.model.url_parameters.page_key`)


class Earlier(NamedTuple):
    """A question that brought no results, as it is remembered."""

    asked: frozenset[tuple[str, str]]  # field and value, where it had one
    reply: Reply  # what the answer was taken for
    told: frozenset[str] = frozenset()  # keys of its lines
    narrowed: bool = False  # later a narrower question had results: it was not told that nothing matches


@dataclass(frozen=True, slots=True)
class Template:
    """See the module. The empty template knows nothing and is what a source without text fields keeps."""

    form: frozenset[str] = frozenset()
    probes: tuple[Probe, ...] = ()
    seen: tuple[tuple[str, int], ...] = ()
    head: tuple[str, ...] | None = None
    foot: tuple[str, ...] = ()
    rests: tuple[tuple[int, int], ...] = ()
    labels: tuple[tuple[str, str], ...] = ()
    wanted: frozenset[str] = frozenset()
    marks: int = 0
    answered: tuple[frozenset[str], ...] = ()
    beside: frozenset[str] = frozenset()
    blank: frozenset[str] = frozenset()
    earlier: tuple[Earlier, ...] = ()
    numeric: frozenset[str] = frozenset()
    answers: int = 0

    @classmethod
    def of_form(cls, page: Document, form: Form | None = None) -> "Template":
        """The template before any probe: the form's page; fields are those of the form, or of all forms."""
        source = Source(page) if page.page.forms else None
        forms = [one for one in page.page.forms if form is None or one.index == form.index]
        fields = (field for form in forms if source for field in labels_of(form, source))
        labels = dict.fromkeys((field.controls[0].name, key_of(field.label)) for field in fields)
        lines, marks = lines_and_marks(page)
        starred = " | ".join(key_of(line.text.replace("*", _STAR)) for line in lines if "*" in line.text)
        wanted = {name for name, label in labels if label and f"{label} {_STAR.strip()}" in starred}
        wanted |= {control.name for form in forms for control in form.fields if control.required}
        return cls(frozenset(keys_of(page, ())), labels=tuple(labels), wanted=frozenset(wanted), marks=marks)

    def with_results(self, choice: Choice, beside: Iterable[str] = ()) -> "Template":
        """After an answer with results: what was filled in is enough, and what stands beside its rows is no
        complaint. Only the smallest sets of fields are kept, and the lines of the first answers."""
        filled = filled_in(choice)
        more = [key for key in beside if key not in self.beside][: BESIDE - len(self.beside)]
        if more:
            return replace(self, beside=self.beside.union(more)).with_results(choice)
        if any(known <= filled for known in self.answered):
            return self
        return replace(
            self, answered=(*(known for known in self.answered if not filled <= known), filled)[-BESIDE:]
        )

    def learnt(self, choice: Choice, reply: Reply, beside: Iterable[str]) -> "Template":
        """After an answer that was judged: how many came, what came when nothing was asked, what was told to which
        question."""
        fruitless = 0 if self.answered else 1  # how many came bears on nothing once one had results
        asked, lines = pairs_of(choice), frozenset(beside)
        now = replace(
            self, answers=min(self.answers + fruitless, BESIDE), earlier=self._earlier(asked, reply, lines)
        )
        if reply is Reply.RESULTS:
            digits = (name for name, value in asked if value.isdigit())
            return replace(now, numeric=self.numeric.union(digits)).with_results(choice, beside)
        return now if asked else replace(now, blank=lines)

    def _earlier(
        self, asked: frozenset[tuple[str, str]], reply: Reply, lines: frozenset[str]
    ) -> tuple[Earlier, ...]:
        known = self.earlier
        if reply is Reply.RESULTS:
            return tuple(one._replace(narrowed=one.narrowed or one.asked < asked) for one in known)
        return (*known, Earlier(asked, reply, lines))[:BESIDE]

    def with_probe(
        self, document: Document, choice: Choice, reply: Reply = Reply.EMPTY, rows: Iterable[str] = ()
    ) -> "Template":
        """After one more answer to nonsense that is `reply` by its own words; `learn_probe` reads it."""
        lines = keys_of(document, choice)
        text = document.page.text[:_LONGEST_TEXT]
        words = frozenset(name for name, value in choice if is_nonsense(value))
        links = frozenset(islice((page_key(link.url) for link in document.page.links), MEMORY))
        probe = Probe(lines, "", reply, document.status, frozenset(rows), text, filled_in(choice), words, links)
        return replace(self, probes=(*self.probes, probe))

    def with_answer(self, document: Document, choice: Choice) -> "Template":
        """After one more answer of any kind; HiWE's and Liddle's rules live on what is counted here."""
        from leadline.answers.judge.papers import significant_hash  # only their rules need it

        lines = keys_of(document, choice)
        head = lines if self.head is None else _common(self.head, lines)
        foot = lines[::-1] if self.head is None else _common(self.foot, lines[::-1])
        return replace(
            self,
            seen=_counted(self.seen, significant_hash(document, choice)),
            head=head,
            foot=foot,
            rests=_counted(self.rests, rest_of(lines, head, foot)) if self.head is not None else (),
        )

    # ── what it says ──────────────────────────────────────────────────────────────────────────────────────

    @property
    def message(self) -> frozenset[str]:
        """Lines of every probe that the form's page lacks."""
        if not self.probes:
            return frozenset()
        shared = frozenset.intersection(*(frozenset(probe.lines) for probe in self.probes))
        # What repeats is alike by chance: two lists of suggestions have a town in common.
        chance = frozenset().union(*(probe.rows for probe in self.probes))
        own = frozenset(key for key in shared - self.form if tokens((key,)))
        return own - chance or own

    @property
    def text(self) -> str:
        """The text of the answers to nonsense: nothing that stands there is a record."""
        return "\n".join(probe.text for probe in self.probes)

    @property
    def links(self) -> frozenset[str]:
        """Pages that some answer to nonsense leads to."""
        return frozenset().union(*(probe.links for probe in self.probes))

    @property
    def usual_reply(self) -> Reply:
        """What the probes were: EMPTY, unless their words said something else (a field is required as well)."""
        replies = [probe.reply for probe in self.probes]
        return max(dict.fromkeys(replies), key=replies.count) if replies else Reply.EMPTY

    @property
    def suggests(self) -> bool:
        """Every answer to nonsense lists something."""
        return bool(self.probes) and all(probe.rows for probe in self.probes)

    @property
    def known(self) -> frozenset[str]:
        """Every line of any probe or of the form's page."""
        return self.form | self.probe_lines

    def for_text(self) -> "Template":
        """For answers to a word: what nonsense makes go from the form's page is no furniture, but records."""
        empty = self.probes and self.usual_reply is Reply.EMPTY
        return replace(self, form=self.form & self.probe_lines) if empty else self

    @property
    def probe_lines(self) -> frozenset[str]:
        return frozenset().union(*(probe.lines for probe in self.probes))

    # ── as text ───────────────────────────────────────────────────────────────────────────────────────────

    def to_json(self) -> str:
        stored = {field.name: getattr(self, field.name) for field in fields(self)}
        return json.dumps(stored, ensure_ascii=False, default=sorted)  # sets in an order, probes as lists

    @classmethod
    def from_json(cls, text: str) -> "Template":
        stored: dict[str, Any] = json.loads(text)
        for name, value in stored.items():
            if isinstance(getattr(cls(), name), frozenset):
                stored[name] = frozenset(value)
            elif isinstance(value, list):
                stored[name] = tuple(tuple(one) if isinstance(one, list) else one for one in value)
        stored.pop("empty", None)  # folders of before have it, and fewer of the others
        stored["answered"] = tuple(map(frozenset, stored.get("answered", ())))
        stored["earlier"] = tuple(
            Earlier(frozenset(map(tuple, asked)), Reply(reply), frozenset(told), narrowed)
            for asked, reply, told, narrowed in stored.get("earlier", ())
        )
        stored["probes"] = tuple(
            Probe(tuple(lines), portion, Reply(reply), status, frozenset(rows), text, *map(frozenset, filled))
            for lines, portion, reply, status, rows, text, *filled in stored["probes"]
        )
        return cls(**stored)


def rest_of(lines: tuple[str, ...], head: tuple[str, ...], foot: tuple[str, ...]) -> int:
    """Letters left of a page without its repeated header and footer."""
    end = max(len(lines) - len(foot), len(head))
    return sum(len(line) for line in lines[len(head) : end])


def _common(one: tuple[str, ...], other: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(a for a, _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _counted(counts: Iterable[tuple[Any, int]], what: Any) -> tuple[tuple[Any, int], ...]:
    """One more of it, moved to the end; the oldest single ones are forgotten."""
    table = dict(counts)
    table[what] = table.pop(what, 0) + 1
    surplus = len(table) - MEMORY
    for key in [key for key, n in table.items() if n == 1][: max(surplus, 0)]:
        del table[key]
    return tuple(table.items())
