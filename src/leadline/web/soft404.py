"""Pages that say "not found" with a status of 200, told by asking the host for something that cannot exist.

Each host is asked for two made-up paths, once. A host that answers 404 is honest and never asked again. One that
sends unknown paths to one fixed page (mostly its home page) is recognised by that. For the rest the two answers
show what its error page is made of: what both hold is *constant*, what only one holds *varies* (dates,
suggestions, the echo of the path). A page is missing if it holds all of the constant part and nothing of its own
beyond what varies.

Why not similarity with a threshold: pages of one site share their template, so that a page with ten words of its
own is 98 % like the error page. What tells them apart is the difference: an ordinary page lacks the error's words,
and has others. One sentence is enough for either, and in doubt a page is not missing.

>>> fingerprint("No such page", "Oops") == fingerprint("no  SUCH page!", "oops")
True
"""

import asyncio
import hashlib
import re
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import unquote

from leadline.errors import FetchError
from leadline.gate.targets import PROBE
from leadline.lexicon.phrases import plain_parts, plain_text, template
from leadline.model.page import Request, Response
from leadline.model.url import parts_of
from leadline.protocols import Fetcher
from leadline.web.blocks import recognise
from leadline.web.tasks import is_heavy

_WORD = re.compile(r"\w+")
_DIGITS = re.compile(r"\d+")
_MOST_WORDS = 4_000
_SLIPS = 2  # shingles by which two showings of one error page may differ. One word more or less makes three.
_TOO_LITTLE = 4  # words; an emptier answer is the shell of a page that scripts fill in, and says nothing about it
_SYLLABLES = ("ba", "de", "fi", "go", "ku", "la", "me", "ni", "po", "ru", "sa", "te", "vi", "zo", "mar", "len")


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """What a reader sees, as overlapping word triples (case, punctuation and numbers do not count)."""

    title: str
    shingles: frozenset[int]
    length: int


def fingerprint(text: str, title: str = "") -> Fingerprint:
    """The fingerprint of visible text; the first few thousand words decide."""
    words = _words(text)[:_MOST_WORDS]
    padded = ["", "", *words, "", ""] if words else []
    triples = zip(padded, padded[1:], padded[2:], strict=False)
    shingles = frozenset(zlib.crc32(" ".join(triple).encode("utf-8", "replace")) for triple in triples)
    return Fingerprint(" ".join(_words(title)), shingles, len(words))


def _words(text: str) -> list[str]:
    return _WORD.findall(_DIGITS.sub("0", text.lower()))


def made_up_path(host: str, seed: int) -> str:
    """A path that looks like any other and is nobody's; the same for the same host and seed."""
    digest = hashlib.sha256(f"{seed} {host}".encode()).digest()
    syllables = [_SYLLABLES[byte % len(_SYLLABLES)] for byte in digest[:9]]
    return f"/{''.join(syllables[:5])}-{''.join(syllables[5:])}"


Read = Callable[[Response], tuple[str, str]]  # title and visible text of an answer


@dataclass(frozen=True, slots=True)
class _ErrorPage:
    """What two showings of one error page have in common, and by how much they differ."""

    title: str | None
    constant: frozenset[int]
    varying: int

    def shows(self, page: Fingerprint) -> bool:
        if self.title is not None and page.title != self.title:
            return False
        own = len(page.shingles - self.constant)
        return len(self.constant - page.shingles) <= _SLIPS and own <= self.varying + _SLIPS


@dataclass(frozen=True, slots=True)
class _Habit:
    """What a host does with paths it does not know; all empty: it is honest, or we could not find out."""

    sends_to: str | None = None
    plain: _ErrorPage | None = None
    masked: _ErrorPage | None = None


_SHORT = 600
_APOLOGY = template("blocks", r"\b404\b|{apologies}|\b{errors}\b")
_SORRY, _ERRORS = plain_parts("blocks", "apologies"), ("404", *plain_parts("blocks", "errors"))


def worth_asking(url: str, final_url: str, title: str, text: str) -> bool:
    """Whether a page gives any reason to spend two requests on its host's habits.

    A crawl counts every request, and nearly all pages are what they seem: only a page that is short, that
    begins with an apology, or that is the home page under another name is held against a made-up path."""
    if url != final_url and parts_of(final_url).path == "/" != parts_of(url).path:
        return True
    return len(text) < _SHORT or _apologises(f"{title} {text[:_SHORT]}")


def _apologises(said: str) -> bool:
    """Hardly any page does. Looking for forty phrases takes a quarter of the time of one pattern for them all."""
    plain = plain_text(said)
    if plain is None or any(map(plain.__contains__, _SORRY)) or any(_begins_word(plain, one) for one in _ERRORS):
        return _APOLOGY.search(said) is not None
    return False


def _begins_word(text: str, word: str) -> bool:
    at = text.find(word)
    while at > 0 and (text[at - 1].isalnum() or text[at - 1] == "_"):
        at = text.find(word, at + 1)
    return at >= 0


class SoftNotFound:
    """Learns each host's habit once, through the given fetcher, so with its manners."""

    def __init__(self, fetcher: Fetcher, *, read: Read, seed: int = 0) -> None:
        self._fetcher = fetcher
        self._read = read
        self._seed = seed
        self._habits: dict[str, _Habit] = {}
        self._learning: dict[str, asyncio.Lock] = {}

    async def is_missing(self, url: str, final_url: str, status: int, title: str, text: str) -> bool:
        """Whether the answer to `url`, which came from `final_url`, is a "not found" in disguise (or openly)."""
        if status in (404, 410):
            return True
        if not 200 <= status < 300 or parts_of(url).path == "/":
            return False
        habit = await self._habit(url)
        if habit.sends_to is not None:
            return final_url == habit.sends_to and url != final_url
        if habit.plain is not None and habit.plain.shows(fingerprint(text, title)):
            return True
        return habit.masked is not None and habit.masked.shows(_masked(url, title, text))

    async def _habit(self, url: str) -> _Habit:
        origin = parts_of(url).origin
        async with self._learning.setdefault(origin, asyncio.Lock()):
            if origin not in self._habits:
                self._habits[origin] = await self._learn(origin)
            return self._habits[origin]

    async def _learn(self, origin: str) -> _Habit:
        first = await self._ask(origin, 2 * self._seed)
        second = await self._ask(origin, 2 * self._seed + 1) if first else None
        if first is None or second is None:
            return _Habit()
        if first.hops and first.url == second.url:
            return _Habit(sends_to=first.url)
        seen = [(response.request.url, *await self._title_and_text(response)) for response in (first, second)]
        plain = _error_page(*(fingerprint(text, title) for _, title, text in seen))
        masked = _error_page(*(_masked(*page) for page in seen))
        return _Habit(plain=plain, masked=masked)

    async def _title_and_text(self, response: Response) -> tuple[str, str]:
        return await asyncio.to_thread(self._read, response) if is_heavy(response.body) else self._read(response)

    async def _ask(self, origin: str, seed: int) -> Response | None:
        """The answer to a made-up path, if it is one that could be taken for a page."""
        request = Request(origin + made_up_path(origin, seed), permit=PROBE)
        try:
            response = await self._fetcher.fetch(request)
        except FetchError:  # then we cannot know, and in doubt no page is missing
            return None
        return response if response.ok and recognise(response) is None else None


def _error_page(a: Fingerprint, b: Fingerprint) -> _ErrorPage | None:
    constant = a.shingles & b.shingles
    if min(a.length, b.length) < _TOO_LITTLE or not constant:
        return None
    varying = max(len(a.shingles - constant), len(b.shingles - constant))
    return _ErrorPage(a.title if a.title == b.title else None, constant, varying)


def _masked(url: str, title: str, text: str) -> Fingerprint:
    """Fingerprint with the echo of the URL left out: "nothing found for <path>" is the same for every path."""
    parts = parts_of(url)
    path = unquote(parts.path).lower()
    last = path.rstrip("/").rpartition("/")[2]
    echoes = [e for e in (url.lower(), path, path.strip("/"), last) if len(e) > 3]
    spoken = [re.sub(r"[-_/.+]+", " ", e).strip() for e in echoes]
    pattern = "|".join(re.escape(e) for e in sorted({*echoes, *spoken}, key=len, reverse=True))
    mask = (lambda seen: re.sub(pattern, " _echo_ ", seen.lower())) if pattern else str.lower
    return fingerprint(mask(text), mask(title))
