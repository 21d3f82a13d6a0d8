"""Commands on a crawl's folder: `resume`, `recut`, `status`, `export`."""

import csv
import io
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO, cast

from leadline.app.estimates import size_sentence
from leadline.cli.network import CrawlOptions, Json, Server, Verbose, argument, named, option, unpacking
from leadline.cli.running import say, supervised, write_result
from leadline.cli.terminal import EscapedBytes, harmless
from leadline.errors import BadTarget

if TYPE_CHECKING:
    from leadline.app.explain import Explanation
    from leadline.app.folders import Status
    from leadline.harvest.report import IdentityCounts
    from leadline.store.table import TableOptions

_WEIGHTS_SHOWN = 20
DIR = Annotated[Path, argument("DIR", "The folder of a crawl.")]
Out = Annotated[Path | None, named("FILE", "Where to; standard output if not given.", "--out", "-o")]
Also = Annotated[list[Path] | None, named("DIR", "A further folder; can be repeated.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class AgainOptions(CrawlOptions):
    """What only some folders want to hear again."""

    backlinks: str | None = option("SOURCE", "For a folder of locate that was made with it: the provider again.")
    prove: str | None = option("HOW", "For a folder of locate that was made with it: how forms are asked.")
    i_know_this_form_is_a_search: bool | None = option(
        "", "For a folder of harvest that was made with it: your word again."
    )


@unpacking(AgainOptions)
def resume(folder: DIR, *, verbose: Verbose = False, as_json: Json = False, words: AgainOptions) -> int:
    """Go on where a crawl stopped, however it stopped."""
    from leadline.app.locate import LocateReport
    from leadline.app.refresh import RefreshReport
    from leadline.app.resume import resume
    from leadline.cli import harvest, locate, refresh

    given = words.given()
    report, settings = supervised(lambda supervisor: resume(folder, given, supervisor), verbose=verbose)
    if isinstance(report, LocateReport):
        return locate.ended(report, folder, settings, as_json=as_json)
    if isinstance(report, RefreshReport):
        return refresh.ended(report, as_json=as_json)
    return harvest.ended(report, folder, settings, as_json=as_json)


def recut(folder: DIR, *, as_json: Json = False, db: Server = None) -> int:  # noqa: ARG001  # see `Server`
    """Cut a harvest's records anew from its archive, without asking the site: after an update, say."""
    from leadline.app.recut import recut
    from leadline.cli.running import INTERRUPTED

    done = supervised(lambda supervisor: recut(folder, supervisor))
    if done.stopped:
        say("interrupted; the records are those of before")
        return INTERRUPTED
    before = f"{done.records_before:,} were there before, {done.kept:,} of them the same"
    came = f"{done.records:,} records from {done.pages:,} pages of answers; {before}."
    lines = [came, identity_line(done.identity), f"Records are in {folder / 'records.jsonl'}"]
    write_result(done.as_json(), filter(None, lines), as_json=as_json)
    return 0


def identity_line(counts: "IdentityCounts") -> str:
    """How well records are told apart, where there is something to say."""
    if not (counts.doubles or counts.merged or counts.split or counts.recuts):
        return ""
    met = "row was a record" if counts.doubles == 1 else "rows were records"
    told = [f"{counts.doubles:,} {met} met before"]
    if counts.merged:
        told.append(f"{counts.merged:,} say something else than the record they were taken for")
    if counts.split:
        told.append(f"{counts.split:,} say what another record says")
    if counts.recuts:
        told.append(
            f"all records were cut anew {counts.recuts:,} times" if counts.recuts > 1 else "all were cut anew"
        )
    return f"{'; '.join(told)}."


def status(
    folder: DIR,
    *,
    why: Annotated[
        str | None, named("URL", "Tell all that is known about one URL, and what its rank is made of.")
    ] = None,
    as_json: Json = False,
    db: Server = None,  # noqa: ARG001  # see `Server`
) -> int:
    """How a crawl stands: what it found, what waits, what failed and why."""
    from leadline.app.folders import PROJECT, Folder

    opened = Folder(folder)
    if why:
        history = opened.why(why)
        write_result(history.as_json(), _history(history), as_json=as_json)
    elif opened.kind == PROJECT:
        parts = [source.status() for source in opened.sources]
        told = {"kind": PROJECT, "records": sum(part.records for part in parts)}
        sources = [{"folder": str(part.folder), **part.as_json()} for part in parts]
        write_result({**told, "sources": sources}, _project(folder, parts), as_json=as_json)
    else:
        found = opened.status()
        write_result(found.as_json(), _status(found), as_json=as_json)
    return 0


def _project(folder: Path, parts: "Sequence[Status]") -> Iterator[str]:
    sources = [part for part in parts if part.kind == "harvest"]
    yield f"project in {folder}"
    yield f"{sum(part.records for part in sources):,} records from {len(sources):,} sources"
    for part in parts:
        yield ""
        yield from _status(part)


def _status(status: "Status") -> list[str]:
    from leadline.cli.harvest import left_lines

    found = status.summary
    lines = [f"{status.kind} in {status.folder}"]
    if status.kind == "harvest":
        pages = f"{status.answers:,} pages of {status.queries:,} queries"
        lines.append(f"{status.records:,} records from {pages}; {found.requests:,} requests")
        lines += _ending(status)
        lines += filter(None, [identity_line(status.identity)])
        lines += left_lines(status.left_answers, status.own, status.records, status.folder)
    else:
        pages = f"{found.pages:,} pages of {found.sites:,} sites, {found.on_topic:,} on the topic"
        left = f"{found.left_sites:,} sites were left; {found.set_aside:,} pages set aside"
        back = f", {found.backward_pages:,} of them by the backward crawl" if found.backward_pages else ""
        boxes = f", {found.site_searches:,} of them searches of a site," if found.site_searches else ""
        lines += [
            f"{pages}{back}; {found.requests:,} requests",
            f"{found.relevant_forms:,} relevant forms{boxes} among {found.forms:,} forms",
            f"{found.waiting:,} links wait; {left}",
        ]
    lines += [f"  {count:,} × {kind}" for kind, count in found.failures.items()]
    lines += [f"{harmless(one.host)} asked to be left alone until {one.until}" for one in status.resting]
    return lines


def _ending(status: "Status") -> Iterator[str]:
    """How the last run ended, and how much it was taken for."""
    if (last := status.ending) is None:
        return
    why = f": {harmless(last.why)}" if last.why else ""
    yield f"The last run was stopped by: {last.stopped_by}{why}."
    if (size := size_sentence(last.estimate, status.records)) is not None:
        yield size


_STATES = {
    "fetched": "was fetched",
    "failed": "was asked for and brought no page",
    "waiting": "is waiting in the frontier",
    "seen": "was met and dropped",
    "unknown": "was never met",
}


def _history(history: "Explanation") -> list[str]:
    lines = [f"{history.url} {_STATES[history.state]}."]
    if history.number is not None:
        answer = f"status {history.status}" if history.status is not None else f"no page ({history.failure})"
        place = f"group '{history.group}' at depth {history.depth}"
        lines.append(f"It was event {history.number}, taken from {place}: {answer}.")
    if history.permit:
        lines.append(f"It was asked for as {history.permit}.")
    if history.key is not None:
        key = f"key {history.key:g} (pattern {history.pattern!r})"
        lines.append(f"It waits in group '{history.group}' with {key}.")
    if history.group_weight:
        lines.append(f"That group is raised by {history.group_weight:g}.")
    lines += _rank(history)
    if history.on_topic is not None:
        lines.append(f"P(topic) is {history.on_topic:.2f}.")
    if history.set_aside:
        lines.append(f"Its links were not followed: {history.set_aside}.")
    lines += [f"It was linked from {page} as “{anchor}”." for page, anchor in history.way]
    if history.left:
        lines.append(f"Its site was left: {history.left}.")
    return [harmless(line) for line in lines]


def _rank(history: "Explanation") -> list[str]:
    if history.untold:
        return [f"What its rank is made of cannot be told: {history.untold}."]
    if history.key_now is None or not history.weights:
        return []
    waits = history.state == "waiting"
    whose = "Its key" if waits else f"It was taken as {history.pattern!r}; the key of a link like that"
    shown = [f"{weight:+.3f} {what}" for what, weight in history.weights[:_WEIGHTS_SHOWN]]
    more = len(history.weights) - len(shown)
    left = [f"and {more:,} lighter ones; --json has them all"] if more else []
    return [f"{whose} is {history.key_now:g} under what is known now. What makes it:", *shown, *left]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableWords:
    """What is typed about a table; names of fields are names of options."""

    columns: list[str] | None = option("NAMES", "These columns alone, in this order, parted by commas.")  # noqa: RUF009  # it makes a field
    rename: list[str] | None = option("OLD=NEW", "Another name for a column; can be repeated.")  # noqa: RUF009  # as above
    provenance: bool | None = option("", "Records: also id, source, fetched_at, warc, query and the whole text.")
    raw: bool | None = option("", "Records: texts as they stood, no numbers, prices and dates made of them.")
    bom: bool | None = option("", "CSV: begin with the mark by which Excel knows UTF-8.")
    allow_formulas: bool | None = option(
        "", "CSV: leave cells as they are that a spreadsheet would run as formulas; for programs alone."
    )
    mapping: Path | None = option(  # noqa: RUF009  # as above
        "FILE", "Records of several sources: which fields are one column, as 'leadline match' writes it."
    )

    def options(self) -> "TableOptions":
        from leadline.store.field_mapping import read_mapping
        from leadline.store.table import TableOptions

        # Names with commas are quoted as in CSV itself.
        names = [name for line in csv.reader(self.columns or (), skipinitialspace=True) for name in line]
        if self.columns and not any(names):
            raise BadTarget("--columns names no column; write --columns NAME,NAME")
        renamed = dict(map(_old_and_new, self.rename or ()))
        flags = {name: bool(getattr(self, name)) for name in ("provenance", "raw", "bom", "allow_formulas")}
        mapping = None if self.mapping is None else read_mapping(self.mapping)
        return TableOptions(tuple(filter(None, names)), renamed, mapping=mapping, **flags)


def _old_and_new(typed: str) -> tuple[str, str]:
    old, _, new = typed.rpartition("=")
    if not old or not new:
        raise BadTarget(f"--rename {typed} says no two names; write --rename OLD=NEW")
    return old, new


@unpacking(TableWords)
def export(
    folder: DIR,
    what: Annotated[str, argument("WHAT", "pages, forms, records, queries, log, events or learned.")],
    *,
    form: Annotated[
        str, named("FORMAT", "jsonl, csv, parquet, sqlite, warc, wacz, or module:Name of your own.", "--format")
    ] = "jsonl",
    out: Out = None,
    also: Also = None,
    db: Server = None,  # noqa: ARG001  # see `Server`
    words: TableWords,
) -> int:
    """Write what a crawl holds in a format other tools read."""
    from leadline.app.folders import Folder

    options = words.options()
    target: Path | BinaryIO = sys.stdout.buffer if out is None else out
    if out is None and sys.stdout.isatty():
        if form in ("parquet", "sqlite", "warc", "wacz"):
            raise BadTarget(f"--format {form} is nothing for a terminal; give a file with --out")
        target = cast("BinaryIO", io.BufferedWriter(EscapedBytes(sys.stdout.buffer)))
    Folder(folder, *(also or ())).export(what, form, target, options)
    if not isinstance(target, Path):
        target.flush()
    return 0


def match(
    folder: Annotated[Path, argument("DIR", "The folder of a project, or of a harvest.")],
    *,
    also: Also = None,
    out: Out = None,
) -> int:
    """Match the fields of several sources, and write which of them are one column as a file to be edited."""
    from leadline.app.folders import Folder
    from leadline.store.atomic import atomic_write
    from leadline.store.field_mapping import written

    text = written(Folder(folder, *(also or ())).mapping())
    if out is None:
        sys.stdout.write("\n".join(map(harmless, text.split("\n"))))
        return 0
    with atomic_write(out) as file:
        file.write(text.encode())
    say(f"have it used: leadline export {folder} records --mapping {out}")
    return 0
