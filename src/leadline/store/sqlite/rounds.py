"""Rounds in SQL: records met again, compared, missed; what they said before."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import Any

from leadline.model.query import Choice, Record
from leadline.store.batch import DetailState, RecordUpdate
from leadline.store.codec import by_name, dumps, loads, pairs, readable, record_line, stored
from leadline.store.rounds import AskedAgain, KnownChoice, RoundChange, RoundStep, Sightings
from leadline.store.sql import SqlDatabase

_TEXT = ""  # stands for what a record says outside of all fields
_VOLATILE = 0.5
"""Share of the records met again from which on a field that changed is the page's, not theirs: ranks, views,
"three days ago". A price list that is rewritten as a whole looks the same: the summary names the field."""
_TELLING = 20  # records met again before that can be told


def said(text: str) -> str:
    """What a record says, in a few letters; blanks do not count."""
    return blake2b(" ".join(text.split()).encode("utf-8", "replace"), digest_size=6).hexdigest()


class SqliteRounds:
    """`leadline.store.rounds.Rounds`. What `Store.commit` calls is called inside of its transaction."""

    def __init__(self, database: SqlDatabase) -> None:
        self._db = database
        self._before: tuple[int, Mapping[str, str]] = (-1, {})
        """The query at hand, and what its records said under the same choice in earlier rounds."""
        database.mirror(self.forget)

    def forget(self) -> None:
        """What is kept in memory is not true any more."""
        self._before = (-1, {})

    @property
    def current(self) -> int:
        return self._db.number("SELECT coalesce(max(number), 0) FROM round WHERE ended IS NULL")

    @property
    def last_number(self) -> int:
        """How many rounds were begun."""
        return self._db.number("SELECT coalesce(max(number), 0) FROM round")

    # ── what a commit writes ──────────────────────────────────────────────────────────────────────────────

    def change(self, change: RoundChange) -> None:
        if change.step is RoundStep.BEGIN:
            self._db.insert("round", number=1 + self.last_number, started=change.at)
        elif change.step is RoundStep.SETTLE:
            self._settle(self.current, all_pages=change.all_pages)
        else:
            number = self.current
            if change.mark_gone:
                where = {"gone": number, "at": change.at, **self._proof(number)}
                self._db.run(
                    f"UPDATE record SET gone = :gone, gone_at = :at WHERE {self._db.statement('missed')}",  # noqa: S608  # ours
                    where,
                )
            self._db.update(
                "round", {"number": number}, ended=change.at, believed=int(change.mark_gone), body=change.body
            )

    def meet_again(self, query_id: int, number: int, record: Record) -> bool:
        """Take in a known record in a round; whether this round meets it for the first time."""
        body, seen, gone_at, detail = self._db.one(
            "SELECT body, seen, gone_at, detail FROM record WHERE id = ?", (record.id,)
        )
        if seen >= number:
            return False
        change: dict[str, Any] = {"seen": number, "row": dumps(record.fields)}
        old, before = loads(body), self._said_before(query_id, number)
        same = before[record.id] == said(record.text) if record.id in before else _alike(old["text"], record.text)
        if gone_at is not None:
            change |= {"gone": None, "gone_at": None}
            self._keep(record.id, number, gone_at, "gone", body)
        if not same:
            line = loads(record_line(record))
            names = _different(old["fields"], line["fields"]) or [_TEXT]
            if gone_at is None:
                self._keep(record.id, number, record.fetched_at, "changed", body, names)
            if detail == DetailState.READ.value:  # until its own page is read again, what that said stays
                line["fields"] |= {n: v for n, v in old["fields"].items() if n not in line["fields"]}
            change["body"] = readable(line)
        self._db.update("record", {"id": record.id}, **change)
        return True

    def read_again(self, update: RecordUpdate, body: str, row: str | None) -> str | None:
        """The body of a record whose own page was read in a round; what it said before is kept where that
        differs. None where nothing is new."""
        number = self.current
        fields = update.fields
        if fields is None and number and row is not None and update.state in (DetailState.READ, DetailState.BARE):
            fields = pairs(loads(row))
        if fields is None:
            return None
        old = loads(body)
        now = {**old, "fields": by_name(dict.fromkeys(fields))}
        names = _different(old["fields"], now["fields"]) if number else []
        if names and not self._db.has("record", id=update.id, round=number):
            (at,) = self._db.one(
                "SELECT max(fetched_at) FROM capture WHERE number = (SELECT max(number) FROM log)"
            )
            self._keep(update.id, number, at or 0.0, "changed", body, names)
        return readable(now)

    def _keep(
        self, record: str, number: int, until: float, why: str, body: str, names: Sequence[str] = ()
    ) -> None:
        row = {"record": record, "round": number, "until": until, "why": why, "fields": dumps(list(names))}
        self._db.insert("version", "ON CONFLICT DO NOTHING", **row, body=body)

    @stored("what a record said")
    def _said_before(self, query_id: int, number: int) -> Mapping[str, str]:
        if self._before[0] != query_id:
            pages = self._db.all(self._db.statement("said_before"), {"query": query_id, "round": number})
            lists = ((loads(met), loads(digests)) for met, digests in pages)
            known = {str(i): str(d) for met, digests in lists for i, d in zip(met, digests, strict=True)}
            self._before = (query_id, known)
        return self._before[1]

    def _settle(self, number: int, *, all_pages: bool = False) -> None:
        volatile = self.drop_volatile(number)
        self._db.update("round", {"number": number}, body=dumps({"volatile": volatile}))
        due = "round = :round OR id IN (SELECT record FROM version WHERE round = :round)"
        if all_pages:
            due += " OR (seen = :round AND detail IN ('read', 'bare'))"
        self._db.run(
            f"UPDATE record SET due = :round, detail = NULL WHERE due < :round AND ({due})",  # noqa: S608  # ours
            {"round": number},
        )

    def drop_volatile(self, number: int) -> list[str]:
        """Forget versions that differ in nothing but what every look changes; which fields those are."""
        met = self._db.number(
            "SELECT count(*) FROM record WHERE seen = :round AND round < :round", {"round": number}
        )
        counts = self._changed_fields(number)
        names = sorted(name for name, times in counts.items() if met >= _TELLING and times > _VOLATILE * met)
        if names:
            self._db.run(self._db.statement("drop_volatile"), {"round": number, "names": dumps(names)})
        return names

    # ── reading ───────────────────────────────────────────────────────────────────────────────────────────

    def choices(self) -> list[KnownChoice]:
        known = self._known(self.current)
        return [
            KnownChoice(pairs(loads(choice)), max(1, pages), unmet)
            for choice, (pages, _) in known.items()
            if (unmet := self._unmet(choice))
        ]

    def unmet(self, choice: Choice) -> int:
        return self._unmet(dumps(choice))

    def _unmet(self, choice: str) -> int:
        number = self.current
        ids = self._ids(choice, number)
        return self._db.number(self._db.statement("unmet"), {"ids": dumps(ids), "round": number})

    def _ids(self, choice: str, number: int) -> list[int]:
        """The queries of a choice before this round that say what it brings: back to the last that came whole."""
        rows = self._db.all(self._db.statement("asked_before"), {"choice": choice, "round": number})
        ids: list[int] = []
        for query, whole in rows:
            ids.append(query)
            if whole:
                break
        return ids

    @stored("a query")
    def _known(self, number: int) -> dict[str, tuple[int, list[int]]]:
        """What was chosen before this round, with pages and queries, in the order it was first asked."""
        rows = self._db.all(
            "SELECT choice, (SELECT count(*) FROM submission WHERE query = max(query.id)) FROM query "
            "WHERE role = 'planned' AND round < ? GROUP BY choice ORDER BY min(id)",
            (number,),
        )
        return {str(choice): (pages, self._ids(choice, number)) for choice, pages in rows}

    def _proof(self, number: int) -> dict[str, Any]:
        """By which queries it is told that a record is gone: those of choices that came whole in this round, and
        those of all others that brought records before."""
        whole = {
            choice
            for (choice,) in self._db.all(
                f"SELECT choice FROM query WHERE round = ? AND {self._db.statement('is_whole')}",  # noqa: S608  # ours
                (number,),
            )
        }
        proven: list[int] = []
        open_: list[int] = []
        for choice, (_, ids) in self._known(number).items():
            (proven if choice in whole else open_).extend(ids)
        return {"round": number, "proven": dumps(proven), "open": dumps(open_)}

    def sightings(self) -> Sightings:
        number = self.current
        count, at = self._db.number, {"round": number}
        met = count("SELECT count(*) FROM record WHERE seen = :round AND round < :round", at)
        returned = count("SELECT count(*) FROM version WHERE round = :round AND why = 'gone'", at)
        missing = count("SELECT count(*) FROM record WHERE seen < :round AND gone IS NULL", at)
        return Sightings(
            known=met - returned + missing,
            met=met - returned,
            new=count("SELECT count(*) FROM record WHERE round = :round AND seen = :round", at),
            returned=returned,
            changed=count("SELECT count(*) FROM version WHERE round = :round AND why = 'changed'", at),
            missing=missing,
            gone=count(f"SELECT count(*) FROM record WHERE {self._db.statement('missed')}", self._proof(number)),  # noqa: S608
            fields=dict(self._changed_fields(number).most_common()),
        )

    def _changed_fields(self, number: int) -> Counter[str]:
        rows = self._db.all(self._db.statement("changed_fields"), {"round": number})
        return Counter({str(name): times for name, times in rows})

    def asked_again(self) -> AskedAgain:
        return AskedAgain(**self._db.named(self._db.statement("asked_again"), {"round": self.current}))

    def volatile(self) -> Sequence[str]:
        row = self._db.maybe("SELECT body FROM round WHERE ended IS NULL ORDER BY number DESC LIMIT 1")
        return tuple(loads(row[0])["volatile"]) if row is not None and row[0] is not None else ()

    def latest(self) -> Iterator[tuple[str, int]]:
        return ((str(url), int(number)) for url, number in self._db.each(self._db.statement("latest_answers")))

    def place(self, event: int) -> tuple[str, int, float] | None:
        row = self._db.maybe(
            "SELECT warc, warc_offset, fetched_at FROM capture WHERE number = ? AND warc IS NOT NULL", (event,)
        )
        return None if row is None else (str(row[0]), int(row[1]), float(row[2]))

    def last(self) -> str | None:
        row = self._db.maybe("SELECT body FROM round WHERE ended IS NOT NULL ORDER BY number DESC LIMIT 1")
        return None if row is None else str(row[0])


def _alike(one: str, other: str) -> bool:
    return one.split() == other.split()


def _different(old: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """Names of fields that say something else now; what a list leaves to a record's own page is not gone."""
    return [name for name, value in now.items() if old.get(name) != value]
