"""Forget: records of a harvest deleted on request, from the database, the archive and all that is derived, for
good.

Three steps, each of which can be done again, in an order that leaves nothing half done:

1. The archive: every answer that shows a record loses its body, every record of the archive with its address loses
   that too (`leadline.store.withholding`). The database still knows the record, so whoever is killed here begins
   again with the same words.
2. The database, in one transaction: the record, what it said before, and whatever else names it. What is kept is a
   digest of what it went by.
3. What was freed is overwritten, derived files are made anew. That this is due stands in the database until it is
   done, and any `forget` in the folder does it first.
"""

import re
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from html import unescape
from pathlib import Path
from typing import Any

from leadline.app.folders import folders_of
from leadline.app.forget_traces import Traces, traces_of
from leadline.errors import BadTarget
from leadline.store.folder import CrawlFolder
from leadline.store.forgetting import SWEEP, Forgetting, digest_of_id, digest_of_url
from leadline.store.fulltext import SEARCH
from leadline.store.protocols import Store
from leadline.store.servers import OLD_DATABASE
from leadline.store.withholding import Keeps, Withheld, found_in, originals, withhold
from leadline.web.charset import decode
from leadline.web.warc import ArchivedRecord, http_parts

_DERIVED = ("records.jsonl", "report.html", SEARCH, f"{SEARCH}-wal", f"{SEARCH}-shm", OLD_DATABASE)
"""Files of ours that may hold it: made anew from what is left, or a copy of what was."""
_TAG = re.compile(r"<[^<>]*>")
_LARGEST = 1 << 30  # of a file that is looked through for what an export left there
Wanted = tuple[str, str]
"""A field and what it says."""
OnStep = Callable[[str], object]


@dataclass(frozen=True, slots=True)
class ForgetPlan:
    """What forgetting takes away, told before it is done."""

    records: int
    pages: int = 0  # answers in the archive that lose their bodies
    others: int = 0  # other records on those pages: they stay, and can not be cut anew
    addresses: int = 0  # records of the archive that lose their addresses
    queries: int = 0  # whose values give a record away

    def as_json(self) -> dict[str, object]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class ForgetReport:
    """What was done; `is_done` is false where nobody agreed to it."""

    plan: ForgetPlan
    is_done: bool
    known: int = 0  # of what was named: forgotten before
    elsewhere: tuple[str, ...] = ()  # files in the folder that are none of ours and still hold it

    def as_json(self) -> dict[str, object]:
        done = {"done": self.is_done, "forgotten_before": self.known, "elsewhere": list(self.elsewhere)}
        return {**self.plan.as_json(), **done}


def forget(
    path: Path,
    named: Sequence[str],
    where: Sequence[Wanted],
    agree: Callable[[ForgetPlan], bool],
    on_step: OnStep = lambda _: None,
) -> ForgetReport:
    """Forget the records that go by a name (identity, address, or what their first field says), or of which all of
    `where` is true. In a project, all its folders are gone through."""
    parts = [_Part(one, named, where) for one in folders_of(path)]
    found = [part for part in parts if part.records]
    known = sum(part.known for part in parts)
    for part in parts:
        if part.is_due:
            part.swept(on_step)
    if not found:
        if known or any(part.is_due for part in parts):
            return ForgetReport(ForgetPlan(0), is_done=True, known=known)
        raise BadTarget(
            f"{path} has no record like that; 'leadline export {path} records --provenance' shows what they go by"
        )
    traces = Traces.together([part.traces for part in found])
    plans = [part.planned(traces) for part in parts]
    plan = ForgetPlan(*(sum(values) for values in zip(*(astuple_of(one) for one in plans), strict=True)))
    if not agree(plan):
        return ForgetReport(plan, is_done=False, known=known)
    for part in parts:
        part.done(on_step)
    left = tuple(str(file) for part in parts for file in part.left_over(traces))
    return ForgetReport(plan, is_done=True, known=known, elsewhere=left)


def astuple_of(plan: ForgetPlan) -> tuple[int, ...]:
    return plan.records, plan.pages, plan.others, plan.addresses, plan.queries


class _Part:
    """One folder of a crawl, and what is to be taken out of it."""

    def __init__(self, path: Path, named: Sequence[str], where: Sequence[Wanted]) -> None:
        self.path = path
        with CrawlFolder.open(path) as folder, folder.working() as (store, _):
            self.is_due = store.decisions.get(SWEEP) == "due"
            self.records = [row for row in store.pages.rows("history") if _is_meant(row, named, where)]
            ids = frozenset(str(row["id"]) for row in self.records)
            # All that each of them ever said, not only what was meant by it.
            self.records = [row for row in store.pages.rows("history") if row["id"] in ids]
            self.ids = tuple(sorted(ids))
            self.traces = traces_of(store, self.records)
            digests = [digest for one in named for digest in (digest_of_id(one), digest_of_url(one))]
            self.known = sum(store.forgotten.is_known(digest) for digest in digests)
        self._emptied: tuple[tuple[str, int], ...] = ()
        self._queries: tuple[int, ...] = ()
        self._found: dict[str, list[Withheld]] = {}
        self._all = Traces()

    def planned(self, traces: Traces) -> ForgetPlan:
        self._all = traces
        with CrawlFolder.open(self.path) as folder, folder.working() as (store, archive):
            pages = store.forgotten.shown_on(self.ids)
            self._queries = traces.queries(store)
            shown = originals(folder.warc, [(page.file, page.offset) for page in pages])
            self._emptied = tuple(sorted(shown))
            asked = store.forgotten.addresses(self._queries)
            for name in store.pages.archive_ends():
                must = frozenset(offset for file, offset in shown if file == name)
                self._found[name] = list(_found(archive.path(name), must, traces, asked))
        everything = [one for found in self._found.values() for one in found]
        others = {id_ for page in pages for id_ in page.met} - set(self.ids)
        emptied = sum(one.kind == "response" for one in everything if one.keeps is Keeps.HEAD)
        wiped = sum(one.keeps is Keeps.NOTHING for one in everything)
        return ForgetPlan(len(self.ids), emptied, len(others), wiped, len(self._queries))

    def done(self, on_step: OnStep) -> None:
        with CrawlFolder.open(self.path) as folder, folder.working() as (store, archive):
            _tidied(folder)
            store.decide(SWEEP, "begun")  # from here on pages may lie there without what they said
            for name, found in self._found.items():
                if found:
                    on_step(f"archive {name}")
                    withhold(archive.path(name), found)
            on_step("database")
            store.forgotten.forget(self._forgetting(store))
        self.swept(on_step)

    def _forgetting(self, store: Store) -> Forgetting:
        emptied = {
            (name, one.offset)
            for name, found in self._found.items()
            for one in found
            if one.kind in ("response", "revisit")
        }
        return Forgetting(
            time.time(),
            self.ids,
            tuple(self._all.digests(self.ids)),
            self._queries,
            tuple(sorted({*emptied, *self._emptied})),
            tuple(self._all.decisions(store, self.ids)),
            self._all.needles,
        )

    def swept(self, on_step: OnStep) -> None:
        """Nothing of it is left in what was freed or derived."""
        with CrawlFolder.open(self.path) as folder:
            on_step("derived files")
            had_report = folder.report.exists()
            for name in _DERIVED:
                (self.path / name).unlink(missing_ok=True)
            _tidied(folder)
            with folder.working() as (store, _):  # which derives at its end
                on_step("sweep")
                store.forgotten.sweep()
                store.decide(SWEEP, "done")
        if had_report:
            on_step("report")

    def left_over(self, traces: Traces) -> list[Path]:
        """Files of others in the folder that hold it: exports somebody put there."""
        own = {"leadline.db", "leadline.lock", "config.toml", *_DERIVED}
        files = (one for one in self.path.rglob("*") if one.is_file() and one.name not in own)
        return [one for one in files if one.parent.name != "warc" and _holds(one, traces)]


def _tidied(folder: CrawlFolder) -> None:
    """What a killed process left beside the files it was going to replace."""
    for left in [*folder.path.glob(".*.[0-9]*"), *folder.warc.glob(".*.[0-9]*")]:
        left.unlink()


def _is_meant(row: dict[str, Any], named: Sequence[str], where: Sequence[Wanted]) -> bool:
    if row["id"] in named or row["url"] in named:
        return True
    fields = [(name, said) for name, value in row["fields"].items() for said in _values(value)]
    if fields and _plain(fields[0][1]) in map(_plain, named):
        return True
    return bool(where) and all(
        any(_plain(name) == _plain(wanted) and _plain(said) == _plain(value) for name, said in fields)
        for wanted, value in where
    )


def _values(value: object) -> list[str]:
    return [str(one) for one in value] if isinstance(value, list) else [str(value)]


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()


def _found(path: Path, must: frozenset[int], traces: Traces, asked: frozenset[str]) -> list[Withheld]:
    def judge(record: ArchivedRecord) -> Keeps:
        about = "\n".join(value for _, value in record.headers)
        parts = http_parts(record.block) if record.kind in ("response", "revisit") else None
        if record.get("warc-target-uri") in asked or traces.needles.stand_in(about):
            return Keeps.ALL if "forgotten.invalid" in about else Keeps.NOTHING
        if parts is None:
            return Keeps.NOTHING if traces.needles.stand_in(_shown(record.block, None)) else Keeps.ALL
        _, headers, body = parts
        if any(traces.needles.stand_in(value) for _, value in headers):
            return Keeps.NOTHING
        shows = record.place.start in must or traces.stand_on(_shown(body, dict(headers).get("Content-Type")))
        return Keeps.HEAD if body and shows else Keeps.ALL

    return list(found_in(path, judge))


def _shown(body: bytes, content_type: str | None) -> str:
    """What a page says, roughly: without tags, entities and line ends, and with the addresses in its tags."""
    text = unescape(decode(body, content_type).text)
    return " ".join(_TAG.sub(" ", text).split()) + "\n" + text


def _holds(file: Path, traces: Traces) -> bool:
    if file.stat().st_size > _LARGEST:
        return False
    text = file.read_bytes().decode("utf-8", "replace")
    return traces.needles.stand_in(text)
