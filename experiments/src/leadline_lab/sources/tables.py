"""Open databases: one SQLite table in memory a source, made when it is first needed, and a bounded number of them.

A table holds what queries need (folded, typed) and no more: what is shown is composed anew from the record's
number. Keywords are looked up by `instr` over one column of text (`like`) or in an FTS5 index (`words`), which is
only made when the first keyword comes. The matches of recent queries are kept as numbers, so that the hundredth
page of an answer costs no more than the first.
"""

import sqlite3
import threading
from array import array
from collections import OrderedDict
from collections.abc import Sequence

from leadline_lab.randomness import number
from leadline_lab.sources.model import Setting, Source
from leadline_lab.sources.question import Question, fold
from leadline_lab.sources.records import Composer, Record, composer_of
from leadline_lab.world import Site

_PRIME = 2_147_483_647
_BATCH = 1_000


class Table:
    """One source's records, ready to be queried."""

    def __init__(self, composer: Composer) -> None:
        self.composer = composer
        self.source = composer.source
        columns = self.source.attributes
        self._places = [i for i, a in enumerate(columns) if a.askable or a.name in _ordering(self.source)]
        self._searched = [i for i, a in enumerate(columns) if a.searched]
        self._title = next(i for i, a in enumerate(columns) if a.name == self.source.title)
        self._filled = self._indexed = False
        # The lab's server may answer from several threads; `Shelf` lets one in at a time.
        self._sql = sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None)
        typed = "".join(f", c{i} {'INTEGER' if columns[i].numeric else 'TEXT'}" for i in self._places)
        text = ", text TEXT" if self.source.keyword == "like" else ""
        self._sql.execute(f"CREATE TABLE record (n INTEGER PRIMARY KEY, salt INTEGER, title TEXT{typed}{text})")

    @property
    def bytes(self) -> int:
        (pages,), (size,) = (
            self._sql.execute(f"PRAGMA {what}").fetchone() for what in ("page_count", "page_size")
        )
        return int(pages) * int(size)

    def close(self) -> None:
        self._sql.close()

    def matches(self, question: Question, sort: str) -> "array[int]":
        """Numbers of the records that match, in the order the site shows them."""
        self._fill(index=bool(question.words) and self.source.keyword == "words")
        where, told = self._where(question)
        order, ranked = self._order(question, sort)
        found = self._sql.execute(f"SELECT n FROM record{where} ORDER BY {order}", [*told, *ranked])  # noqa: S608 – columns are numbered
        return array("I", (n for (n,) in found))

    def _fill(self, index: bool) -> None:
        """Make what is not there yet: the records, the index of their words, or both in one go."""
        records, index = not self._filled, index and not self._indexed
        if not records and not index:
            return
        if index:
            # No positions and no text, because nothing asks for them. FTS5 cuts words as `question.tokens`
            # does, at whatever is neither a letter nor a digit.
            self._sql.execute("CREATE VIRTUAL TABLE found USING fts5(text, content='', detail=none)")
        like = self.source.keyword == "like"
        marks = ", ".join("?" * (3 + len(self._places) + like))
        self._sql.execute("BEGIN")
        for start in range(0, self.source.size, _BATCH):
            numbers = range(start, min(start + _BATCH, self.source.size))
            batch = [self.composer.record(n, text=like or index) for n in numbers]
            if records:
                self._sql.executemany(f"INSERT INTO record VALUES ({marks})", map(self._line, batch))  # noqa: S608 – only marks
            if index:
                lines = ((record.number, self._text(record)) for record in batch)
                self._sql.executemany("INSERT INTO found (rowid, text) VALUES (?, ?)", lines)
        self._sql.execute("COMMIT")
        self._filled, self._indexed = True, self._indexed or index

    def _line(self, record: Record) -> tuple[str | int, ...]:
        values = [v if isinstance(v, int) else fold(v) for v in (record.values[i] for i in self._places)]
        text = [self._text(record)] if self.source.keyword == "like" else []
        return record.number, record.salt, fold(str(record.values[self._title])), *values, *text

    def _text(self, record: Record) -> str:
        return fold(" ".join(str(record.values[i]) for i in self._searched))

    def _where(self, question: Question) -> tuple[str, list[str | int]]:
        clauses: list[str] = []
        told: list[str | int] = []
        if question.words and self.source.keyword == "words":
            clauses.append("n IN (SELECT rowid FROM found WHERE found MATCH ?)")
            told.append(" ".join(f'"{word}"' for word in question.words))
        elif question.words:
            clauses += ["instr(text, ?)"] * len(question.words)
            told += question.words
        for name, values in question.equal:
            clauses.append(f"{self._column(name)} IN ({', '.join('?' * len(values))})")
            told += values
        for name, alternatives in question.within:
            column = self._column(name)
            # A lone accent folds to nothing, and nothing is found by it.
            ways = [" AND ".join([f"instr({column}, ?)"] * len(words)) or "0" for words in alternatives]
            clauses.append("(" + " OR ".join(f"({way})" for way in ways) + ")")
            told += [word for words in alternatives for word in words]
        for comparison, ends in ((">=", question.least), ("<=", question.most)):
            clauses += [f"{self._column(name)} {comparison} ?" for name, _ in ends]
            told += [end for _, end in ends]
        return (" WHERE " + " AND ".join(clauses) if clauses else ""), told

    def _order(self, question: Question, sort: str) -> tuple[str, Sequence[str | int]]:
        if sort in self.source.sorts:
            return self._by(sort), ()
        if self.source.ranking == "random":
            # Two numbers of the query make a different order for every query, the same one for the same.
            said = number("order", question)
            return f"(salt * ? + ?) % {_PRIME}, n", (1 + said % (_PRIME - 1), (said >> 32) % _PRIME)
        words = (*question.words, *(w for _, ways in question.within for way in ways for w in way))
        if self.source.ranking == "relevance" and words:
            return " + ".join(["(instr(title, ?) > 0)"] * len(words)) + " DESC, n", words
        return (self._by(self.source.order) if self.source.order else "n"), ()

    def _by(self, order: str) -> str:
        return f"{self._column(order.removeprefix('-'))}{' DESC' if order.startswith('-') else ''}, n"

    def _column(self, name: str) -> str:
        return f"c{next(i for i in self._places if self.source.attributes[i].name == name)}"


class Shelf:
    """Open tables and recent answers; the ones longest unused make room."""

    def __init__(self, room: int = 96 << 20, recent: int = 4_000_000) -> None:
        self._room, self._recent = room, recent
        self._tables: OrderedDict[object, tuple[Table, int]] = OrderedDict()
        self._answers: OrderedDict[object, Sequence[int]] = OrderedDict()
        self._numbers = 0
        self._lock = threading.RLock()

    def matches(
        self, world: Setting, site: Site, source: Source, question: Question, sort: str = ""
    ) -> Sequence[int]:
        """Numbers of the matching records in the order shown."""
        plain = not question and sort not in source.sorts
        if plain and source.ranking != "random" and not source.order:
            return range(source.size)
        with self._lock:
            place = (world.spec, site.number, source)
            asked = (*place, question, sort)
            if asked not in self._answers:
                self._answers[asked] = found = self._table(world, site, source, place).matches(question, sort)
                self._numbers += len(found)
            self._answers.move_to_end(asked)
            while self._numbers > self._recent and len(self._answers) > 1:
                self._numbers -= len(self._answers.popitem(last=False)[1])
            self._weigh(place)
            return self._answers[asked]

    def close(self) -> None:
        """Forget everything."""
        with self._lock:
            for table, _ in self._tables.values():
                table.close()
            self._tables.clear()
            self._answers.clear()
            self._numbers = 0

    @property
    def bytes(self) -> int:
        """What the open tables take."""
        return sum(size for _, size in self._tables.values())

    def _table(self, world: Setting, site: Site, source: Source, place: object) -> Table:
        if place not in self._tables:
            self._tables[place] = Table(composer_of(world, site, source)), 0
        self._tables.move_to_end(place)
        return self._tables[place][0]

    def _weigh(self, place: object) -> None:
        """A table grows when its index is made, so it is weighed after every new question."""
        if place in self._tables:
            self._tables[place] = self._tables[place][0], self._tables[place][0].bytes
        while self.bytes > self._room and len(self._tables) > 1:
            self._tables.popitem(last=False)[1][0].close()


SHELF = Shelf()
"""The one that `ask` uses."""


def _ordering(source: Source) -> set[str]:
    return {name.removeprefix("-") for name in (source.order, *source.sorts) if name}
