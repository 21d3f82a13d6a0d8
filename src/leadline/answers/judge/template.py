"""What answers of one source have in common: the form's page, answers to nonsense, and a memory of what came.

`Template` is a frozen value that is folded over answers and stored as JSON with a source, so that `resume` judges
as the first run did:

- `form` are the lines of the form's own page: furniture, not an answer.
- `probes` are the answers to nonsense words (`nonsense`). Lines that all of them share and the form's page lacks
  are the *message*: what this site says when nothing matches, in whatever words and language.
- `seen` counts significant portions (HiWE), `head`, `foot` and `rests` serve Liddle's size rule.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from hashlib import blake2b
from itertools import takewhile
from typing import Any, NamedTuple

from leadline.answers.judge.lines import keys_of, significant_hash, tokens
from leadline.model.query import Choice, Reply
from leadline.parse.document import Document

_MEMORY = 512  # significant portions and sizes remembered, the latest; error pages come often, so they stay
_LONGEST_TEXT = 100_000


class Probe(NamedTuple):
    """An answer to nonsense: its lines' keys in order, its significant portion, and what its words alone say."""

    lines: tuple[str, ...]
    portion: str
    reply: Reply = Reply.EMPTY
    status: int = 200
    rows: frozenset[str] = frozenset()  # lines of it that stand in something that repeats: suggestions and tips
    text: str = ""  # what a reader reads on it, bounded: for those who cut records


@dataclass(frozen=True, slots=True)
class Template:
    """See the module. The empty template knows nothing and is what a source without text fields keeps."""

    form: frozenset[str] = frozenset()
    probes: tuple[Probe, ...] = ()
    seen: tuple[tuple[str, int], ...] = ()
    head: tuple[str, ...] | None = None
    foot: tuple[str, ...] = ()
    rests: tuple[tuple[int, int], ...] = ()

    @classmethod
    def of_form(cls, page: Document) -> "Template":
        """The template before any probe: the form's page."""
        return cls(form=frozenset(keys_of(page, ())))

    def with_probe(
        self, document: Document, choice: Choice, reply: Reply = Reply.EMPTY, rows: Iterable[str] = ()
    ) -> "Template":
        """After one more answer to nonsense that is `reply` by its own words; `learnt` reads it and calls this."""
        lines, portion = keys_of(document, choice), significant_hash(document, choice)
        text = document.page.text[:_LONGEST_TEXT]
        probe = Probe(lines, portion, reply, document.status, frozenset(rows), text)
        return replace(self, probes=(*self.probes, probe))

    def with_answer(self, document: Document, choice: Choice) -> "Template":
        """After one more answer of any kind; HiWE's and Liddle's rules live on what is counted here."""
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
        return cls(
            form=frozenset(stored["form"]),
            probes=tuple(
                Probe(tuple(lines), portion, Reply(reply), status, frozenset(rows), text)
                for lines, portion, reply, status, rows, text in stored["probes"]
            ),
            seen=tuple((portion, n) for portion, n in stored["seen"]),
            head=tuple(stored["head"]) if stored["head"] is not None else None,
            foot=tuple(stored["foot"]),
            rests=tuple((rest, n) for rest, n in stored["rests"]),
        )


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
    surplus = len(table) - _MEMORY
    for key in [key for key, n in table.items() if n == 1][: max(surplus, 0)]:
        del table[key]
    return tuple(table.items())


# ── nonsense ──────────────────────────────────────────────────────────────────────────────────────────────

_FIRST = "qxzjvkw"
_VOWELS = "uoaie"
_LAST = "xqzvjkwg"
_PAIRS = 4


def nonsense(seed: int, n: int) -> str:
    """The n-th word under a seed that no database holds: a probe that makes a site say that it found nothing.

    Letters only, so that fields for words take it, and rare neighbours throughout, so that searches by part of a
    word or by sound find nothing either.

    >>> nonsense(0, 0) == nonsense(0, 0) != nonsense(0, 1)
    True
    >>> nonsense(7, 2).isalpha(), len(nonsense(7, 2))
    (True, 12)
    """
    rolls = blake2b(f"nonsense {seed} {n}".encode(), digest_size=3 * _PAIRS).digest()
    return "".join(
        _FIRST[a % len(_FIRST)] + _VOWELS[b % len(_VOWELS)] + _LAST[c % len(_LAST)]
        for a, b, c in zip(rolls[0::3], rolls[1::3], rolls[2::3], strict=True)
    )
