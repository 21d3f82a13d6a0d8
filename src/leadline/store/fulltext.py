"""The full-text index of a folder: pages and records, as one list of documents (SQLite's FTS5).

It is derived like `forms.jsonl`: `search.db` holds nothing that leadline.db and the archive do not, is brought up
to date whenever somebody searches, and made anew where it is missing, damaged or not ours. A folder may come from
anybody, so a schema that differs from ours by a letter counts as that. Where nothing can be written, it is made
for this once.
"""

import json
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from leadline.errors import ArchiveError
from leadline.store import common_words, word_blocks
from leadline.store.search_file import opened
from leadline.store.search_query import Filter, SearchQuery, marks, spaced, unspaced

SEARCH = "search.db"
_JOINED = "FROM words JOIN document ON document.id = words.rowid"
_SNIPPET = 28  # words around what was found
HIT, END = "\ue000", "\ue001"
"""Around a word that was looked for; for private use, and taken out of texts before they are indexed."""
_CONDITIONS = {
    "site": "site = ?",
    "source": "instr(source, ?) > 0",
    "kind": "kind = ?",
    "hidden": "hidden = ?",
    "after": "fetched_at >= ?",
    "before": "fetched_at < ?",
    "topic": "coalesce(topic, 0) >= ?",
}


_Ranked = tuple[int, list[tuple[float, str, int]]]
"""How many there are; of the best the score, when it was fetched, and its number."""


@dataclass(frozen=True, slots=True)
class SearchDocument:
    """A page, or a record, as it is looked for and shown."""

    kind: str  # page or record
    name: str
    digest: str
    url: str
    title: str
    text: str
    site: str
    source: str
    fetched_at: str
    hidden: bool
    topic: float | None = None
    fields: tuple[tuple[str, str], ...] = ()
    shown: dict[str, Any] = field(default_factory=dict)  # what else a hit tells: the query behind it, its place


@dataclass(frozen=True, slots=True)
class Hit:
    """A document that was found, the smaller its score the better; `snippet` has `HIT` and `END` in it."""

    score: float
    kind: str
    name: str
    url: str
    site: str
    source: str
    hidden: bool
    fetched_at: str
    topic: float | None
    title: str
    snippet: str
    shown: dict[str, Any]


class FullText:
    """The index of one folder; use it as a context."""

    def __init__(self, folder: Path, place: Path | None = None) -> None:
        """It is in the folder itself unless another `place` is given."""
        self._folder = place or folder
        self._away: tempfile.TemporaryDirectory[str] | None = None
        try:
            self._connection = opened(self._folder / SEARCH)
        except (sqlite3.Error, OSError):
            self._away = tempfile.TemporaryDirectory()
            self._connection = opened(Path(self._away.name) / SEARCH)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()
        if self._away is not None:
            self._away.cleanup()

    @property
    def pages(self) -> int:
        """The number of the first event that is not in here."""
        return int(self._connection.execute("SELECT pages FROM indexed").fetchone()[0])

    @property
    def seen(self) -> str:
        """How the folder was when all of it was in here."""
        return str(self._connection.execute("SELECT seen FROM indexed").fetchone()[0])

    def saw(self, state: str) -> None:
        self._connection.execute("UPDATE indexed SET seen = ?", (state,))

    def digests(self, kind: str) -> dict[str, str]:
        """What is in here, by name: how each was when it was indexed."""
        return dict(self._connection.execute("SELECT name, digest FROM document WHERE kind = ?", (kind,)))

    @contextmanager
    def updating(self) -> Iterator[None]:
        """All of it, or nothing."""
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self._connection.execute("ROLLBACK")
                raise
            self._connection.execute("COMMIT")
        except sqlite3.Error as error:
            raise ArchiveError(
                f"{self._folder / SEARCH} cannot be written: {error}; nothing of the crawl is lost: make room, or "
                "delete that file, and search again"
            ) from error

    def put(self, document: SearchDocument) -> None:
        """In the place of what had its name."""
        self.drop(document.kind, [document.name])
        values = (document.kind, document.name, document.digest, document.url, document.site, document.source)
        more = (int(document.hidden), document.fetched_at, document.topic, json.dumps(document.shown))
        row = self._connection.execute(
            "INSERT INTO document (kind, name, digest, url, site, source, hidden, fetched_at, topic, shown) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (*values, *more),
        ).lastrowid
        words = (_plain(document.title), _plain(document.text), marks(iter(document.fields)))
        self._connection.execute(
            "INSERT INTO words (rowid, title, body, marks) VALUES (?, ?, ?, ?)", (row, *words)
        )

    def drop(self, kind: str, names: Iterable[str]) -> None:
        for name in names:
            named = (kind, name)
            found = self._connection.execute(
                "SELECT id FROM document WHERE kind = ? AND name = ?", named
            ).fetchone()
            if found is not None:
                word_blocks.forget(self._connection, found[0])
                self._connection.execute("DELETE FROM words WHERE rowid = ?", found)
                self._connection.execute("DELETE FROM document WHERE id = ?", found)

    def indexed_to(self, number: int) -> None:
        self._connection.execute("UPDATE indexed SET pages = ?", (number,))

    def settle(self) -> None:
        """Count what questions would count over and over again, once enough has come in. Where that cannot be
        written they do."""
        with self._complaining("searched"), suppress(sqlite3.OperationalError):
            word_blocks.count(self._connection)

    def search(self, query: SearchQuery, most: int) -> tuple[int, list[Hit]]:
        """How many there are, and the best of them."""
        matched = "words MATCH ? AND " if query.words else ""
        told = f"SELECT {_shown_columns(query)} {_JOINED} WHERE {matched}"
        with self._complaining("searched"), self._at_one_moment():
            # The best first, then what is shown of them: else texts of all that have the words would be read.
            reckoned = common_words.reckoned(self._connection, query.terms) if query.terms else None
            total, best = self._ranked_with(reckoned, query, most) if reckoned else self._ranked(query, most)
            words = (query.words,) if query.words else ()
            rows = [
                (score, *self._connection.execute(f"{told} words.rowid = ?", (*words, id_)).fetchone())
                for score, _, id_ in best
            ]
        return total, [_hit(row) for row in rows]

    def _ranked(self, query: SearchQuery, most: int, behind: int = 0) -> _Ranked:
        where, values = _where(query)
        if behind:
            where, values = f"{where} AND words.rowid > ?", [*values, behind]
        score = common_words.BM25 if query.words else "0.0"
        joined = _JOINED if query.filters or not query.words else "FROM words"
        total = self._connection.execute(f"SELECT count(*) {joined} WHERE {where}", values).fetchone()[0]
        best = self._connection.execute(
            f"SELECT {score} AS score, fetched_at, document.id {_JOINED} WHERE {where} "
            "ORDER BY score, fetched_at DESC, document.id LIMIT ?",
            (*values, most),
        ).fetchall()
        return int(total), best

    def _ranked_with(self, reckoned: common_words.Reckoned, query: SearchQuery, most: int) -> _Ranked:
        """What the blocks say, and the index about the rest."""
        total, best = self._ranked(query, most, reckoned.until)
        total += len(reckoned.documents)
        for score, id_ in reckoned.best(most):
            when = self._connection.execute("SELECT fetched_at FROM document WHERE id = ?", (id_,)).fetchone()
            best.append((score, when[0], id_))
        best.sort(key=lambda one: one[2])
        best.sort(key=lambda one: one[1], reverse=True)
        best.sort(key=lambda one: one[0])
        return total, best[:most]

    @contextmanager
    def _at_one_moment(self) -> Iterator[None]:
        self._connection.execute("BEGIN")
        try:
            yield
        finally:
            self._connection.execute("ROLLBACK")

    @contextmanager
    def _complaining(self, wanted: str) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, ValueError, TypeError, LookupError, ArithmeticError) as error:
            raise ArchiveError(
                f"{self._folder / SEARCH} cannot be {wanted}: {error}; delete it and try again"
            ) from error


def _shown_columns(query: SearchQuery) -> str:
    snippet = f"snippet(words, 1, '{HIT}', '{END}', ' … ', {_SNIPPET})" if query.words else "substr(body, 1, 200)"
    return f"kind, name, url, site, source, hidden, fetched_at, topic, title, {snippet}, shown"


def _hit(row: tuple[Any, ...]) -> Hit:
    score, kind, name, url, site, source, hidden, fetched_at, topic, title, snippet, shown = row
    told = (unspaced(title), unspaced(snippet), json.loads(shown))
    return Hit(score, kind, name, url, site, source, bool(hidden), fetched_at, topic, *told)


def _where(query: SearchQuery) -> tuple[str, list[Any]]:
    parts: list[str] = ["words MATCH ?"] if query.words else []
    values: list[Any] = [query.words] if query.words else []
    for one in query.filters:
        parts.append(_condition(one))
        values.append(one.value)
    return " AND ".join(parts), values


def _condition(one: Filter) -> str:
    condition = _CONDITIONS[one.name]
    return f"NOT ({condition})" if one.excluded else condition


def _plain(text: str) -> str:
    return spaced(text.replace(HIT, "").replace(END, ""))
