"""`leadline harvest`: the words of the command, what is said about the form, and how it ends."""

import asyncio
import signal
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

from leadline import config
from leadline.cli.ending import INTERRUPTED, say
from leadline.cli.network import NetworkOptions, unpacking, with_network
from leadline.errors import BadConfiguration, BadTarget
from leadline.harvest.settings import HarvestSettings

if TYPE_CHECKING:
    from leadline.harvest.loop import Harvest, StopSign
    from leadline.harvest.run import HarvestReport, Orders, Prepared
    from leadline.store.folder import CrawlFolder
    from leadline.web.settings import WebSettings

EXITS = {"done": 0, "max-requests": 4, "interrupted": INTERRUPTED}
"""What the exit code is for what ended a harvest; anything else is a failure of network or site."""
RESUMABLE = frozenset({"max-requests", "interrupted", "blocked", "failed"})
_FAILED = 5

EPILOG = (
    "Examples:\n"
    "leadline harvest https://www.example.com/search --out found --dry-run\n"
    "leadline harvest https://www.example.com/search --out found --set q=whales\n"
    "leadline harvest saved.html --base-url https://www.example.com/ --out found --form 1"
)


def _option(flag: str, metavar: str, text: str) -> Any:  # typer.Option itself returns Any
    return typer.Option(flag, metavar=metavar, help=text, show_default=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """What was typed about the form; each field is an option of the command."""

    form: Annotated[
        str | None, _option("--form", "K", "Which form of the page, counted from 0, if there are several.")
    ] = None
    max_requests: Annotated[
        str | None, _option("--max-requests", "N", "Requests to spend, 100 if not given; then stop, resumable.")
    ] = None
    sets: Annotated[list[str] | None, _option("--set", "NAME=VALUE", "A value for a field; can be repeated.")] = (
        None
    )
    base_url: Annotated[str | None, _option("--base-url", "URL", "Where a page from a file came from.")] = None
    i_know: Annotated[
        bool,
        _option(
            "--i-know-this-form-is-a-search",
            "",
            "Submit a form the safety gate refuses. Only if you have read what it does.",
        ),
    ] = False

    def settings(self, tree: config.Tree) -> HarvestSettings:
        """File and --option, then options of their own; every value judged."""
        settings = config.fill(HarvestSettings(), tree.get("harvest", {}), "harvest")
        typed = {"form": self.form, "max_requests": self.max_requests}
        settings = config.fill(settings, {k: v for k, v in typed.items() if v is not None}, "harvest")
        known = settings.i_know_this_form_is_a_search or self.i_know
        for name in ("max_requests", "max_pages", "barren_pages"):
            if getattr(settings, name) < 1:
                raise BadConfiguration(
                    f"harvest.{name} = {getattr(settings, name)} leaves nothing to do; at least 1"
                )
        return replace(settings, i_know_this_form_is_a_search=known)


@with_network
@unpacking(Words)
def harvest(
    target: Annotated[
        str, typer.Argument(metavar="TARGET", help="The page with the form: a URL or an .html file.")
    ],
    *,
    out: Annotated[Path, typer.Option(metavar="DIR", help="A new folder for everything this brings.")],
    dry_run: Annotated[
        bool,
        typer.Option("--dry-run", metavar="", help="Say what would be sent; ask for the page, submit nothing."),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", metavar="", help="Print one JSON document.")] = False,
    words: Words,
    network: NetworkOptions,
) -> int:
    """Submit a search form as it is, follow its pages and bring up the records behind it."""
    from leadline.harvest.run import check_new, rehearse, start

    tree = network.tree("harvest")
    web = network.settings(tree)
    settings = words.settings(tree)
    orders = _orders(target, words, web, settings)
    if dry_run:
        tell_plan(asyncio.run(rehearse(orders)), as_json=as_json)
        return 0
    check_new(out)
    text = config.dump({"web": web, "harvest": settings})
    return _run(lambda watch, sign: start(out, text, orders, watch, sign), out, as_json=as_json)


def go_on(folder: "CrawlFolder", *, as_json: bool) -> int:
    """Resume the harvest a folder describes."""
    from leadline.harvest.run import resume
    from leadline.web.settings import WebSettings

    tree = config.read(folder.config, [], sections=["web", "harvest"])
    web = config.fill(WebSettings(), tree.get("web", {}), "web")
    settings = config.fill(HarvestSettings(), tree.get("harvest", {}), "harvest")
    return _run(lambda watch, sign: resume(folder, web, settings, watch, sign), folder.path, as_json=as_json)


def _orders(target: str, words: Words, web: "WebSettings", settings: HarvestSettings) -> "Orders":
    from leadline.harvest.run import Orders
    from leadline.inspect.targets import Kind, read_target, target_of
    from leadline.model.url import canonical

    base = canonical(words.base_url) if words.base_url is not None else None
    if words.base_url is not None and base is None:
        raise BadTarget(f"--base-url {words.base_url}: not a URL; write it in full, http://… or https://…")
    values: dict[str, str] = {}
    for given in words.sets or []:
        name, equals, value = given.partition("=")
        if not equals or not name:
            raise BadTarget(f"--set {given!r} is not of the form NAME=VALUE")
        # Bytes of the command line that are no text in this locale cannot be sent as any.
        values[name] = value.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    found = target_of(target, base)
    saved = None if found.kind is Kind.URL else read_target(found, sys.stdin.buffer, web.limits.body)
    return Orders(web, settings, found.url, values, saved)


Work = Callable[[Callable[["Harvest"], None], "StopSign"], Awaitable["HarvestReport"]]


def _run(work: Work, out: Path, *, as_json: bool) -> int:
    from leadline.harvest.loop import StopSign

    async def main() -> "HarvestReport":
        sign = StopSign()
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, sign.hold_up)
        return await work(tell_progress, sign)

    report = asyncio.run(main())
    if as_json:
        from leadline.cli.printing import write_json  # brings the parser along

        write_json(report.as_json())
    else:
        tell(report, out)
    if report.why is not None:
        say(report.why)
    return EXITS.get(report.stopped_by, _FAILED)


def tell_progress(harvest: "Harvest") -> None:
    """One line a page on standard error: at a polite pace that is one a second."""
    records, queries, pages = harvest.queries.counts()
    sys.stderr.write(
        f"{pages:,} pages of {queries:,} queries · {records:,} records · {harvest.spent:,} requests\n"
    )


def tell(report: "HarvestReport", out: Path) -> None:
    """The end of a harvest in a few lines."""
    console = Console(highlight=False, markup=False)
    console.print(
        f"{report.records:,} records from {report.pages:,} pages of {report.queries:,} queries "
        f"({report.requests:,} requests). Stopped by: {report.stopped_by}."
    )
    if report.robots_blocked:
        console.print("robots.txt kept us from what is behind this form: it stays unknown.")
    console.print(f"Records are in {out / 'records.jsonl'}", soft_wrap=True)
    if report.stopped_by in RESUMABLE:
        console.print(f"Go on with: leadline resume {out}", soft_wrap=True)


def tell_plan(prepared: "Prepared", *, as_json: bool) -> None:
    """Form, query and request, as they would be sent."""
    from leadline.cli.printing import write_json
    from leadline.cli.shown import harmless

    form, request = prepared.judged.form, prepared.request
    body = request.body.decode("latin-1") if request.body is not None else None
    document: dict[str, object] = {
        "url": prepared.page.url,
        "form": {
            "index": form.index,
            "id": form.identity,
            "searchable": round(prepared.judged.searchable, 4),
            "safe": prepared.judged.verdict.safe,
            "refused": list(prepared.judged.verdict.refused),
        },
        "query": [list(pair) for pair in prepared.query.assignment],
        "request": {
            "method": request.method,
            "url": request.url,
            "headers": [list(pair) for pair in request.headers],
            "body": body,
        },
    }
    if as_json:
        write_json(document)
        return
    out = Console(highlight=False, markup=False)
    out.print(f"form {form.index} of {harmless(prepared.page.url)}", soft_wrap=True)
    out.print(
        f"  searchable {prepared.judged.searchable:.2f}, safe: {'yes' if prepared.judged.verdict.safe else 'no'}"
    )
    for name, value in prepared.query.assignment:
        out.print(f"  {harmless(name)} = {harmless(value)}", soft_wrap=True)
    out.print(f"would be sent: {request.method} {harmless(request.url)}", soft_wrap=True)
    if body:
        out.print(f"  {harmless(body)}", soft_wrap=True)
