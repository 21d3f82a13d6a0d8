"""A record deleted on request: what is taken out of the database, and by what it is known if it comes again.

Kept is a digest of what the record went by, its identity and the address of its own page; of what it said nothing.
Whatever else names it (the address of its page in the log, a word that was asked for and that no other record has)
is overwritten where it stands.
"""

import json
import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Protocol

from leadline.model.query import Record
from leadline.model.url_parameters import page_key

FORGOTTEN_URL = "http://forgotten.invalid/"
"""Stands for an address that is not to be known any more: RFC 2606 keeps that name from ever being anybody's."""
WITHHELD = "X-Leadline-Withheld"
"""The header of an archived answer whose body was taken out."""
SWEEP = "forget.sweep"
"""The decision that says how far a deletion is: `begun`, `due` (freed bytes and derived files may still hold it),
`done`. Where it stands, pages of the archive may have lost what they said."""


def digest_of_id(identity: str) -> str:
    return _digest("id", identity)


def digest_of_url(url: str) -> str:
    return _digest("url", page_key(url))


def _digest(kind: str, text: str) -> str:
    return blake2b(f"{kind} {text}".encode("utf-8", "replace"), digest_size=16, person=b"forgotten").hexdigest()


class Needles:
    """Texts that give a record away, looked for as whole words: an address may be the beginning of another."""

    def __init__(self, texts: Iterable[str], urls: Iterable[str]) -> None:
        self.texts = tuple(sorted(set(texts), key=lambda text: (-len(text), text)))
        self.urls = tuple(sorted(set(urls), key=lambda url: (-len(url), url)))
        self._text = _whole(self.texts, r"\w", re.IGNORECASE)
        self._url = _whole(self.urls, r"[\w%&=?/.~-]", 0)

    def __bool__(self) -> bool:
        return bool(self.texts or self.urls)

    @property
    def spellings(self) -> Iterable[str]:
        """As they may stand in a column, also as JSON writes them."""
        for one in (*self.texts, *self.urls):
            yield from dict.fromkeys((one, json.dumps(one)[1:-1], json.dumps(one, ensure_ascii=False)[1:-1]))

    def stand_in(self, text: str) -> bool:
        return any(found is not None and found.search(text) for found in (self._text, self._url))

    def scrubbed(self, stored: str) -> str:
        """The same without them; what is JSON stays JSON."""
        return over_texts(stored, self._without)

    def _without(self, text: str) -> str:
        if self._url is not None:
            text = self._url.sub(FORGOTTEN_URL, text)
        return self._text.sub("", text) if self._text is not None else text


def _whole(texts: Sequence[str], part: str, flags: int) -> re.Pattern[str] | None:
    if not texts:
        return None
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, texts))})(?!{part})", flags)


def over_texts(stored: str, change: Callable[[str], str]) -> str:
    """Change every text of a JSON document, names of its keys left alone; any other text as a whole."""
    if stored[:1] in ("{", "["):
        try:
            document = json.loads(stored)
        except ValueError:
            return change(stored)
        changed = _walked(document, change)
        return stored if changed == document else json.dumps(changed, separators=(",", ":"))
    return change(stored)


def _walked(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list):
        return [_walked(one, change) for one in value]
    if isinstance(value, dict):
        return {name: _walked(one, change) for name, one in value.items()}
    return value


@dataclass(frozen=True, slots=True)
class Forgetting:
    """What is taken out of a database at once."""

    at: float
    records: tuple[str, ...] = ()
    digests: tuple[str, ...] = ()
    queries: tuple[int, ...] = ()  # those whose values give it away
    emptied: tuple[tuple[str, int], ...] = ()  # (file, offset) of answers whose bodies were taken out
    decisions: tuple[tuple[str, str], ...] = ()  # what was learnt, without it
    needles: Needles = Needles((), ())  # noqa: RUF009  # nobody changes it


@dataclass(frozen=True, slots=True)
class ShowingPage:
    """A page of an answer that shows some of these records: where it lies, and which records it had."""

    file: str
    offset: int
    met: tuple[str, ...]


class ForgottenRecords(Protocol):
    """What was deleted on request."""

    def among(self, records: Collection[Record]) -> frozenset[str]:
        """The identities of those that were forgotten; they are not brought up again."""

    def leads_there(self, urls: Callable[[], Iterable[str]]) -> bool:
        """Whether one of these is the address of a forgotten record's own page; collected only where that can
        be."""

    def is_known(self, digest: str) -> bool: ...

    def shown_on(self, ids: Collection[str]) -> list[ShowingPage]:
        """Pages of answers in the archive that had one of these records."""

    def addresses(self, queries: Collection[int] | None = None) -> frozenset[str]:
        """Where pages of answers were asked for, of all queries or of some, and where the forms are."""

    def forget(self, what: Forgetting) -> None:
        """Take records out, all or nothing; `sweep` has to follow."""

    def sweep(self) -> None:
        """Overwrite what was freed. Raises `ArchiveError` where somebody else still reads it."""
