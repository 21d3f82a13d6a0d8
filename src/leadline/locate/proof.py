"""Post-query proof: a form counts as a search once nonsense and words that may be there are answered differently.

What a form says of itself can be wrong, and what comes back cannot: two made-up words bring what the site says
when nothing matches, and what both bring is the same; a word of the site itself, or of the topic, brings something
that neither brought. At most six requests a form, each with the gate's permit for that form; a form that the gate
refuses, or that has no box for words, is asked nothing and stays as it was judged.

Compared are the lines of answers, freed of what was asked and of numbers (`leadline.answers.judge.template`), so
that a page which only repeats the question, counts milliseconds or shows a token says nothing.

>>> empty = frozenset({"no car found", "imprint"})
>>> differs(frozenset({"imprint", "red golf", "blue golf", "a third one"}), [empty, empty])
True
>>> differs(frozenset({"imprint", "no car found"}), [empty, empty])
False
"""

import asyncio
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import islice, zip_longest

from leadline.answers.document import read
from leadline.answers.judge.keys import keys_of
from leadline.answers.judge.nonsense import nonsense
from leadline.errors import BadTarget, FetchError, MissingValue
from leadline.forms.safety import gate, permit
from leadline.forms.understand import understand
from leadline.lexicon.tables import code_of, table
from leadline.model.field import Field, FieldType, Verdict
from leadline.model.form import Form
from leadline.model.page import Page, Request
from leadline.parse.document import Document
from leadline.protocols import Fetcher
from leadline.submit.fill import button_for, default_query
from leadline.submit.submit import request_for
from leadline.web.blocks import recognise

MOST = 6  # requests of one form
_NONSENSE = 2
_FEWEST = 3
"""Lines that an answer has, or lacks, beside what nonsense brings before it is another one: a message and a
headline are two."""
_WORD_TYPES = (FieldType.KEYWORD, FieldType.NAME, FieldType.OTHER, FieldType.CATEGORY)
"""Types of fields that take any word, the likeliest first."""
_WORD = re.compile(r"[^\W\d_]{4,}")
_LETTER = "a"
_OWN = 20  # words of a page among which some are asked
_LETTERS = 200_000
_TYPED_IN = frozenset({"text", "search"})


class Proof(StrEnum):
    PROVEN = "proven"
    REFUTED = "refuted"  # it answers, and whatever it is asked it answers the same
    UNKNOWN = "unknown"  # not asked, or not answered


DOUBTS = {
    "no": frozenset[Proof](),
    "refuted": frozenset({Proof.REFUTED}),
    "proven": frozenset({Proof.REFUTED, Proof.UNKNOWN}),
}
"""What a form must not be to count, by the setting `locate.prove`."""


def differs(answer: frozenset[str], empty: Sequence[frozenset[str]]) -> bool:
    """Whether an answer is another one than those to nonsense, which may differ among themselves."""
    usual = frozenset.union(*empty)
    always = frozenset.intersection(*empty)
    noise = len(usual) - len(always)
    return max(len(answer - usual), len(always - answer)) >= _FEWEST + 2 * noise


@dataclass(eq=False)
class FormProver:
    """Asks forms, each once."""

    fetcher: Fetcher
    topic_words: Sequence[str] = ()
    seed: int = 0
    requests: int = 0  # that were sent
    _known: dict[str, "asyncio.Task[Proof]"] = field(default_factory=dict)

    async def prove(self, identity: str, form: Form, document: Document) -> Proof:
        """What asking a form shows; `identity` tells it from others."""
        if identity not in self._known:
            # A form of the header stands on many pages that are read at the same time.
            self._known[identity] = asyncio.ensure_future(self._asked(form, document))
        return await asyncio.shield(self._known[identity])

    async def _asked(self, form: Form, document: Document) -> Proof:
        verdict = gate(form, document.page)
        box = _box(form, document)
        if not verdict.safe or box is None:
            return Proof.UNKNOWN
        seen = _Asking(self.fetcher, form, document, verdict, box)
        try:
            empty = [await seen.answer(nonsense(self.seed, number)) for number in range(_NONSENSE)]
            known = [one for one in empty if one is not None]
            if len(known) < _NONSENSE:
                return Proof.UNKNOWN
            told = False
            for word in islice(_seed_words(document.page, self.topic_words), MOST - _NONSENSE):
                answer = await seen.answer(word)
                told = told or answer is not None
                if answer is not None and differs(answer, known):
                    return Proof.PROVEN
            return Proof.REFUTED if told else Proof.UNKNOWN
        except (FetchError, MissingValue, BadTarget):
            return Proof.UNKNOWN  # the site's habits, or the form's demands: nothing is known by that
        finally:
            self.requests += seen.sent


@dataclass(eq=False)
class _Asking:
    fetcher: Fetcher
    form: Form
    document: Document
    verdict: Verdict
    box: Field
    sent: int = 0

    async def answer(self, word: str) -> frozenset[str] | None:
        """The lines of the answer to a word; None where the site has none to give."""
        self.sent += 1
        response = await self.fetcher.fetch(self._request(word))
        if response.status >= 500 or response.rest_until is not None or recognise(response) is not None:
            return None
        return frozenset(keys_of(read(response), ((self.box.name, word),)))

    def _request(self, word: str) -> Request:
        page, sets = self.document.page, {self.box.name: word}
        button = button_for(self.form, sets, page.language)
        query, allowed = default_query(self.form, sets, button), permit(self.form, self.verdict)
        return request_for(self.form, query, page.charset, button=button, base_url=page.base_url, permit=allowed)


def _box(form: Form, document: Document) -> Field | None:
    """The field that a word is put into."""
    fields = understand(form, document).fields
    names = [one.name for one in fields]
    free = [
        one
        for one in fields
        if one.control in _TYPED_IN
        and one.name
        and names.count(one.name) == 1
        and one.type in _WORD_TYPES
        and one.first.invisible is None
    ]
    return min(free, key=lambda one: _WORD_TYPES.index(one.type), default=None)


def _seed_words(page: Page, topic: Iterable[str]) -> Iterator[str]:
    """Words that many databases have something for: what opens one (a letter where parts of words are looked for,
    a function word of the language), then the topic's and the page's own."""
    words = table(code_of(page.language or "") or "en", "words")
    yield from (_LETTER, *words.get("function", ())[:1])
    text = " ".join([page.text[:_LETTERS], page.title, *(link.anchor for link in page.links)])
    own = (word for word, _ in Counter(_WORD.findall(text.lower())).most_common(_OWN))
    turns = zip_longest(topic, own)
    yield from dict.fromkeys(word for turn in turns for word in turn if word is not None)
