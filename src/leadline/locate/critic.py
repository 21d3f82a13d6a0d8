"""What a fetched page is worth: its topic, its goals, and whether it says anything new.

Pure functions and predicates; the loop owns the state.
"""

import hashlib
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from leadline.errors import BadConfiguration
from leadline.forms.searchable import searchable
from leadline.model.events import Finding
from leadline.model.form import Form
from leadline.model.page import Page
from leadline.model.url import site_of
from leadline.protocols import Finder, TopicClassifier


@dataclass(frozen=True, slots=True)
class Critic:
    """The two judges of a crawl: is the page about the topic, and is there what we look for."""

    topic: TopicClassifier
    finder: Finder

    def judge(self, page: Page) -> tuple[float, tuple[Finding, ...]]:
        (on_topic,) = self.topic.probability([page])
        # One form may stand on a page twice; it is one goal.
        found = {f.identity: f for f in self.finder.find(page, on_topic)}
        return round(float(on_topic), 6), tuple(found.values())


def form_identity(page: Page, form: Form) -> str:
    """The same form on two sites is two forms: behind each is another database."""
    return f"{site_of(page.url)}#{form.identity}"


_FORMS_KNOWN = 20_000


class EveryForm:
    """Any form somebody can fill in, on a page of any topic."""

    def find(self, page: Page, on_topic: float) -> Iterator[Finding]:
        for form in page.forms:
            if form.action and any(True for _ in form.fields):
                yield Finding(form_identity(page, form), form.action, on_topic)


class RelevantForms:
    """Forms that look searchable, on pages of the topic."""

    def __init__(self, threshold: float) -> None:
        self._threshold = threshold
        self._known: dict[str, float] = {}

    def find(self, page: Page, on_topic: float) -> Iterator[Finding]:
        if on_topic <= self._threshold:
            return
        for form in page.forms:
            if form.action and (likely := self._searchable(form)) > 0.5:
                yield Finding(form_identity(page, form), form.action, round(min(likely, on_topic), 6))

    def _searchable(self, form: Form) -> float:
        """Understood once: a header form stands on every page of its site. A cache of a pure function."""
        likely = self._known.get(form.signature)
        if likely is None:
            if len(self._known) >= _FORMS_KNOWN:
                self._known.clear()
            likely = self._known[form.signature] = searchable(form)
        return likely


class TopicPages:
    """Pages of the topic themselves (`--find pages`): topical page crawls use the same loop."""

    def __init__(self, threshold: float) -> None:
        self._threshold = threshold

    def find(self, page: Page, on_topic: float) -> Iterator[Finding]:
        if on_topic > self._threshold:
            yield Finding(page.url, page.url, on_topic)


FINDERS: dict[str, Callable[[float], Finder]] = {
    "forms": RelevantForms,
    "every-form": lambda _: EveryForm(),
    "pages": TopicPages,
}


def finder(name: str, threshold: float) -> Finder:
    """What `--find` names."""
    if name not in FINDERS:
        raise BadConfiguration(f"--find '{name}' is not known; known: {', '.join(FINDERS)}")
    return FINDERS[name](threshold)


_TELLING = 200
"""Letters a page has to say before another that says the same counts as its duplicate: framesets and pages
made of scripts say nothing, each in its own way."""


def digest_of(page: Page) -> int | None:
    """What a page says, as 64 bits; the same words on another site are another page's."""
    if len(page.text) < _TELLING:
        return None
    said = f"{site_of(page.url)}\n{page.title}\n{page.text}".encode(errors="replace")
    return int.from_bytes(hashlib.blake2b(said, digest_size=8).digest(), "big", signed=True)


def fingerprint(text: str) -> int:
    """64-bit simhash of a page's words (Charikar 2002): near-duplicates differ in few bits.

    >>> a, b = fingerprint("used cars for sale in Ohio " * 3), fingerprint("used cars for sale in Ohio today " * 3)
    >>> (a ^ b).bit_count() < (a ^ fingerprint("a recipe for onion soup with cheese")).bit_count()
    True
    """
    import numpy as np

    words = set(text.encode(errors="replace").split())  # once for all words: a third of the time
    if not words:
        return 0
    hashes = np.fromiter(map(zlib.crc32, words), dtype=np.uint64, count=len(words))
    # 32 bits of CRC spread over 64 by a multiplication (Fibonacci hashing), since CRC is linear.
    hashes *= np.uint64(0x9E3779B97F4A7C15)
    bits = np.unpackbits(hashes.view(np.uint8).reshape(-1, 8), axis=1)
    majority = bits.sum(axis=0, dtype=np.int64) * 2 > len(words)
    return int.from_bytes(np.packbits(majority).tobytes(), "big", signed=True)
