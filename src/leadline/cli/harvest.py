"""`leadline harvest`: its words, and what is said of the plan and of what came of it."""

import asyncio
import signal
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from leadline.app.estimates import size_sentence
from leadline.cli.estimates import duration
from leadline.cli.network import CrawlOptions, Json, Verbose, argument, named, option, switch, unpacking
from leadline.cli.running import FAILED, INTERRUPTED, LIMITED, say, supervised, write_result
from leadline.errors import BadTarget

if TYPE_CHECKING:
    from leadline.app.settings import Settings
    from leadline.harvest.details import OwnPages
    from leadline.harvest.prepare import HarvestJob, Prepared
    from leadline.harvest.report import HarvestPreview, HarvestReport
    from leadline.model.query import Estimate

EXITS = {
    "complete": 0,
    "covered": 0,
    "exhausted": LIMITED,
    "max-requests": LIMITED,
    "time-limit": LIMITED,
    "resting": LIMITED,
    "scripts": LIMITED,
    "openings": LIMITED,
    "interrupted": INTERRUPTED,
}
"""What the exit code is for what ended a harvest; anything else is a failure of network or site."""
_RESUMABLE = frozenset({"max-requests", "time-limit", "resting", "interrupted", "blocked", "failed"})
_MANY_ALIKE = 0.2  # share of the records from which on it is told

EPILOG = (
    "Examples:\n"
    "leadline harvest https://www.example.com/search --out found --dry-run\n"
    "leadline harvest https://www.example.com/search --out found --set q=whales\n"
    "leadline harvest saved.html --base-url https://www.example.com/ --out found --form 1"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class HarvestOptions(CrawlOptions):
    section: ClassVar[str] = "harvest"
    form: str | None = option("K", "Which form of the page, counted from 0, if there are several.")
    max_requests: str | None = option("N", "Requests to spend, 1000 if not given; then stop, resumable.")
    planner: str | None = option(
        "NAME", "Who says what is asked next: cascade (default), auto, liddle, hiwe, once, or your module:Name."
    )
    doors: str | None = option("WHICH", "Side doors of the site: auto (default), never, or only these.")
    coverage: str | None = option("SHARE", "Stop when so much of what is estimated to be there was brought up.")
    values: str | None = option("FILE", "Values for text fields: CSV or TOML, see the documentation.")
    memory: str | None = option("WHERE", "Where values are kept that forms teach: user (default), a file, or off.")
    allow_site: list[str] | None = option(  # noqa: RUF009  # it makes a field
        "HOST", "Another site the form may be sent to; can be repeated."
    )
    i_know_this_form_is_a_search: bool | None = option(
        "", "Submit a form the safety gate refuses. Only if you have read what it does."
    )


@unpacking(HarvestOptions)
def harvest(
    target: Annotated[str, argument("TARGET", "The page with the form: a URL or an .html file.")],
    *,
    out: Annotated[Path, named("DIR", "A new folder for everything this brings.")],
    sets: Annotated[
        list[str] | None, named("NAME=VALUE", "A value for a field; can be repeated.", "--set")
    ] = None,
    base_url: Annotated[str | None, named("URL", "Where a page from a file came from.")] = None,
    dry_run: Annotated[
        bool, switch("--dry-run", "Say what would be sent; ask for the page, submit nothing.")
    ] = False,
    verbose: Verbose = False,
    as_json: Json = False,
    words: HarvestOptions,
) -> int:
    """Bring up the records behind a search form: ask, follow the pages, cut the records, ask again."""
    from leadline.app.harvest import harvest as run_harvest
    from leadline.app.harvest import harvest_job, rehearse, unmatched_line

    settings = words.given().settings("harvest", "forms")
    job = harvest_job(target, settings, values=_values(sets or []), base_url=base_url, stdin=sys.stdin.buffer)
    if dry_run:
        prepared = asyncio.run(rehearse(job))
        show_plan(prepared, job, as_json=as_json)
        if prepared.unmatched:
            say(unmatched_line(prepared))
        return 0
    asking = AskOnTerminal() if sys.stdin.isatty() else None
    report = supervised(lambda supervisor: run_harvest(job, out, supervisor), asking, verbose=verbose)
    return ended(report, out, settings, as_json=as_json)


def _values(sets: list[str]) -> dict[str, str]:
    values: dict[str, str] = {}
    for given in sets:
        name, equals, value = given.partition("=")
        if not equals or not name:
            raise BadTarget(f"--set {given!r} is not of the form NAME=VALUE")
        # Bytes of the command line that are no text in this locale cannot be sent as any.
        values[name] = value.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return values


class AskOnTerminal:
    """`Decisions` of whoever sits at the terminal. Which form is never asked: the richest is taken, and said."""

    def value_for(self, name: str, label: str) -> str | None:  # noqa: ARG002  # people know it by its label
        from leadline.cli.terminal import ask

        # While it is typed, Ctrl-C is to end it, not to be noted for later.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            return ask(f"The form wants a value for “{label}”")
        finally:
            signal.signal(signal.SIGINT, before)

    def which_form(self, page_url: str, forms: Sequence[int]) -> int | None:  # noqa: ARG002  # not asked
        return None


def ended(report: "HarvestReport", folder: Path, settings: "Settings", *, as_json: bool) -> int:
    """Say what came of it."""
    write_result(report.as_json(), _lines(report, folder, settings), as_json=as_json)
    if report.why is not None:
        say(report.why)
    return EXITS.get(report.stopped_by, FAILED)


def _lines(report: "HarvestReport", folder: Path, settings: "Settings") -> Iterator[str]:
    from leadline.app.resume import options_to_repeat
    from leadline.cli.folders import identity_line
    from leadline.harvest.details import OwnPages
    from leadline.harvest.report import IdentityCounts

    yield (
        f"{report.records:,} records from {report.pages:,} pages of {report.queries:,} queries "
        f"({report.requests:,} requests). Stopped by: {report.stopped_by}."
    )
    if (size := size_sentence(_estimate(report), report.records)) is not None:
        yield size
    if report.truncated_queries:
        yield f"{_answers(report.truncated_queries)} cut off by the site: there is more than it gave for them."
    own = OwnPages(report.own_pages_read, report.own_pages_left, report.own_pages_why)
    yield from left_lines(report.left_answers, own, report.records, folder)
    if report.alike > _MANY_ALIKE * report.records:
        yield (
            f"{report.alike:,} of the records say word for word what another one says: "
            "the site may show one record under several addresses."
        )
    if told := identity_line(IdentityCounts(report.doubles, report.merged, report.split, report.recuts)):
        yield told
    if report.robots_blocked:
        yield "robots.txt kept us from what is behind this form: it stays unknown."
    yield from _door_lines(report.doors)
    yield f"Records are in {folder / 'records.jsonl'}"
    if report.stopped_by == "exhausted":
        yield "Nothing is left to ask; values for its text fields (--values FILE) may bring more."
    if report.stopped_by in _RESUMABLE:
        yield f"Go on with: leadline resume {folder}{options_to_repeat(settings)}"


def _door_lines(doors: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Which side doors there were, and what became of each."""
    from leadline.cli.terminal import harmless
    from leadline.doors.kinds import SPOKEN

    for door in doors:
        what = f"{SPOKEN.get(door['kind'], 'side door')} {harmless(door['url'])} ({door['size']:,} records)"
        how = "The records come from its" if door["used"] else "Not taken: the"
        yield f"{how} {what}: {harmless(door['why'])}."


_LEFT = {
    "known": "{} left by Leadline: only known records came lately, and less than one new one was expected a page.",
    "max-pages": "{} left by Leadline at the limit of harvest.max_pages; more is there.",
    "long-page": "{} read in part by Leadline: a page was longer than is read of one; more is there.",
    "no-answer": "{} broken off: the next page did not come, or may not be asked for; more is there.",
    "open": "{} not paged to the end yet; leadline resume {} pages on.",
}


def _answers(count: int) -> str:
    return "1 answer was" if count == 1 else f"{count:,} answers were"


def left_lines(left: Mapping[str, int], own: "OwnPages", records: int, folder: Path) -> Iterator[str]:
    """What was left, by whom and why."""
    for why, count in left.items():
        yield _LEFT[why].format(_answers(count), folder)
    if own.left:
        read = f"own pages read for {own.read:,} of {records:,} records"
        reads_on = f"{read}; leadline resume {folder} reads on"
        yield reads_on if own.why == "limit" else f"{read}: the last of them told nothing that the lists do not"


def _estimate(report: "HarvestReport") -> "Estimate":
    from leadline.model.query import Estimate

    shares = report.coverage, report.coverage_low, report.coverage_high
    return Estimate(report.method or "seen", report.estimated_total, report.low, report.high, *shares)


def show_plan(prepared: "Prepared", job: "HarvestJob", *, as_json: bool) -> None:
    """Form, plan, and the first request as it would be sent."""
    from leadline.cli.terminal import harmless
    from leadline.harvest.report import preview, told_call, told_door

    plan = preview(prepared.source, job.harvest, max(prepared.pause, job.web.delay))
    known, query, request = prepared.judged.known, prepared.first.query, prepared.first.request
    form, verdict, searchable = known.form, known.verdict, known.judgement.searchable
    body = request.body.decode("latin-1") if request.body is not None else None
    document = {
        "url": prepared.source.page.url,
        "form": {
            "index": form.index,
            "id": form.identity,
            "searchable": round(searchable, 4),
            "safe": verdict.safe,
            "refused": verdict.refused,
        },
        "query": query.assignment,
        "request": {"method": request.method, "url": request.url, "headers": request.headers, "body": body},
        "plan": asdict(plan),
        "doors": [told_door(one) for one in prepared.doors],
        "call": told_call(prepared.call) if prepared.call is not None else None,
    }
    lines = [
        f"form {form.index} of {prepared.source.page.url}",
        f"  searchable {searchable:.2f}, safe: {'yes' if verdict.safe else 'no'}",
        *(_call_lines(told_call(prepared.call), prepared.judged.because) if prepared.call is not None else ()),
        *(f"  {name} = {value}" for name, value in query.assignment),
        f"would be sent: {request.method} {request.url}",
        *([f"  {body}"] if body else []),
        f"fields that {plan.planner} may fill:" if plan.fields else "no field is free: one query is all",
    ]
    for field in plan.fields:
        choices = "words" if field.choices is None else f"{field.choices:,} choices"
        lines.append(f"  {field.label or field.name} ({field.type}): {choices}")
    lines += [*_costs(plan), *_door_lines([told_door(one) for one in prepared.doors])]
    shown = (("  " if line.startswith("  ") else "") + harmless(line) for line in lines)
    write_result(document, shown, as_json=as_json)


def _call_lines(call: dict[str, Any], because: str = "") -> Iterator[str]:
    """What stands in the place of a form."""
    if because:
        yield f"  {because}"
        return
    yield f"  no form: the call of the page's own script, {call['method']} {call['url']}"
    for name, places in call["fields"].items():
        yield f"  {name} goes to {', '.join(places)}"
    turning = f"pages turn by {', '.join(call['turns'])}" if call["turns"] else "one answer, no pages"
    yield f"  {turning}; records in {call['rows'] or 'its HTML'}"


def _costs(plan: "HarvestPreview") -> Iterator[str]:
    """Requests and time, by what is known before anything is sent."""
    pace = f"one request in {plan.seconds_per_request:.3g} s"
    yield f"{plan.combinations:,} combinations of choices"
    takes = f"about {plan.requests:,} requests, {duration(plan.hours * 3600)} at {pace}"
    each = f"{plan.requests_per_thousand:,} requests for every thousand records ({plan.page_size} on a page)"
    if plan.records is not None:
        yield f"the page says {plan.records:,} records; to bring them up takes {takes}"
    else:
        yield f"the page does not say how many records there are; to begin with {takes}, and {each}"
    if plan.requests > plan.max_requests:
        yield f"more than --max-requests {plan.max_requests:,} allows: it would stop there, to be resumed"
    if plan.takes_days:
        yield f"it takes days: {pace} is what robots.txt and politeness allow"
