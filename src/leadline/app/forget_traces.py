"""By what a record is known wherever it stands: the texts that it alone says, and the address of its own page.

What another record says too, or the form's page, gives nobody away; neither does a short value, which stands on
pages by chance.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from leadline.answers.records.source_identity import SourceIdentity
from leadline.harvest.profile import IDENTITY, REMEMBERED, HarvestStart, scrubbed_start
from leadline.store.forgetting import Needles, digest_of_id, digest_of_url
from leadline.store.protocols import Store

_TELLING = 8
"""Letters from which on a value that no other record has is looked for on pages. Shorter ones (a year, a price)
are met by chance, and each page that is met so would lose all it says."""
Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Traces:
    """Of some records together."""

    texts: frozenset[str] = frozenset()
    urls: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()  # all they say, word by word, where no other record has the word

    @classmethod
    def together(cls, several: Sequence["Traces"]) -> "Traces":
        return cls(*(frozenset().union(*(getattr(one, name) for one in several)) for name in cls.__slots__))

    @property
    def needles(self) -> Needles:
        return Needles(self.texts, self.urls)

    def stand_on(self, page: str) -> bool:
        """Whether a page shows one of them: pages name addresses by their ends."""
        return Needles(self.texts, {*self.urls, *(end for url in self.urls for end in _ends(url))}).stand_in(page)

    def digests(self, ids: Iterable[str]) -> Iterator[str]:
        yield from map(digest_of_id, ids)
        yield from map(digest_of_url, sorted(self.urls))

    def queries(self, store: Store) -> tuple[int, ...]:
        """Those that asked for a word which these records alone have."""
        asked = (
            (row["query"], [value for _, value in row["assignment"] or ()]) for row in store.pages.rows("queries")
        )
        return tuple(number for number, values in asked if any(_plain(one) in self.words for one in values))

    def decisions(self, store: Store, ids: Collection[str]) -> Iterator[tuple[str, str]]:
        """What was learnt about the source, without them."""
        if (identity := store.decisions.get(IDENTITY)) is not None:
            rows = store.decisions.get(REMEMBERED) or "[]"
            yield REMEMBERED, SourceIdentity.from_json(identity, rows).without(ids).remembered_json()
        if HarvestStart.is_kept(store.decisions):
            yield scrubbed_start(HarvestStart.recalled(store.decisions), self.needles)


def traces_of(store: Store, records: Sequence[Row]) -> Traces:
    """`records` may hold several versions of one."""
    ids = {row["id"] for row in records}
    if not ids:
        return Traces()
    texts = {text for row in records for text in _said(row) if len(text) >= _TELLING and _is_worded(text)}
    words = {word for row in records for text in _said(row) for word in (*text.split(), text)}
    urls = {str(row["url"]) for row in records if row["url"]}
    for row in store.pages.rows("history"):
        if row["id"] in ids:
            continue
        theirs = "\n".join(_said(row)).casefold()
        texts = {text for text in texts if text.casefold() not in theirs}
        words -= set(theirs.split()) | set(theirs.splitlines())
        urls.discard(str(row["url"]))
    words = {_plain(word) for word in words if len(word) > 2} - _known_words(store)
    common = store.forgotten.addresses()
    return Traces(frozenset(texts), frozenset(urls - common), frozenset(words))


def _known_words(store: Store) -> set[str]:
    """What the form's page offers: that is nobody's."""
    if not HarvestStart.is_kept(store.decisions):
        return set()
    page = HarvestStart.recalled(store.decisions).response.body.decode("utf-8", "replace").casefold()
    return set(page.replace("<", " ").replace(">", " ").replace('"', " ").split())


def _said(row: Row) -> list[str]:
    values = [one for value in row["fields"].values() for one in (value if isinstance(value, list) else [value])]
    return [" ".join(str(text).split()) for text in (row["text"], *values) if str(text).strip()]


def _is_worded(text: str) -> bool:
    return any(letter.isalpha() for letter in text)


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()


def _ends(url: str) -> Iterator[str]:
    """How a page of the same site may write it."""
    parts = urlsplit(url)
    path = f"{parts.path}?{parts.query}" if parts.query else parts.path
    for end in (
        path,
        path.rpartition("/")[2]
        if "?" not in path
        else path.partition("?")[0].rpartition("/")[2] + "?" + parts.query,
    ):
        if len(end) >= _TELLING:
            yield end
