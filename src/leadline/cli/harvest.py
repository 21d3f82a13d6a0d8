"""`leadline harvest`: the words of the command, what is said about the form, and how it ends."""

import asyncio
import signal
import sys
import tomllib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from leadline import config
from leadline.cli import again
from leadline.cli.ending import INTERRUPTED, LIMITED, say
from leadline.cli.harvest_told import tell, tell_plan, tell_progress
from leadline.cli.network import NetworkOptions, unpacking, with_network
from leadline.cli.terminal import ask
from leadline.errors import BadTarget, MissingValue
from leadline.harvest.settings import HarvestSettings

if TYPE_CHECKING:
    from leadline.forms.settings import FormsSettings
    from leadline.harvest.loop import Harvest
    from leadline.harvest.prepare import Orders
    from leadline.harvest.report import HarvestReport
    from leadline.store.folder import CrawlFolder
    from leadline.web.settings import WebSettings

EXITS = {"done": 0, "coverage": 0, "max-requests": LIMITED, "resting": LIMITED, "interrupted": INTERRUPTED}
"""What the exit code is for what ended a harvest; anything else is a failure of network or site."""
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
        str | None, _option("--max-requests", "N", "Requests to spend, 1000 if not given; then stop, resumable.")
    ] = None
    planner: Annotated[
        str | None,
        _option("--planner", "NAME", "Who says what is asked next: auto (default), liddle, hiwe, or once."),
    ] = None
    coverage: Annotated[
        str | None,
        _option("--coverage", "SHARE", "Stop when so much of what is estimated to be there was brought up."),
    ] = None
    values: Annotated[
        Path | None, _option("--values", "FILE", "Values for text fields: CSV or TOML, see the documentation.")
    ] = None
    sets: Annotated[list[str] | None, _option("--set", "NAME=VALUE", "A value for a field; can be repeated.")] = (
        None
    )
    allow_site: Annotated[
        list[str] | None,
        _option("--allow-site", "HOST", "Another site the form may be sent to; can be repeated."),
    ] = None
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
        typed = {
            "form": self.form,
            "max_requests": self.max_requests,
            "planner": self.planner,
            "coverage": self.coverage,
            "values": str(self.values) if self.values is not None else None,
            "allow_site": ",".join(self.allow_site) if self.allow_site else None,
        }
        settings = config.fill(settings, {k: v for k, v in typed.items() if v is not None}, "harvest")
        known = settings.i_know_this_form_is_a_search or self.i_know
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
    """Bring up the records behind a search form: ask, follow the pages, cut the records, ask again."""
    from leadline.forms.settings import FormsSettings
    from leadline.harvest.prepare import check
    from leadline.harvest.run import check_new, rehearse, start

    tree = network.tree("harvest", "forms")
    web = network.settings(tree)
    settings = words.settings(tree)
    forms = config.fill(FormsSettings(), tree.get("forms", {}), "forms")
    orders = _orders(target, words, web, settings, forms)
    check(orders)
    if dry_run:
        tell_plan(asyncio.run(rehearse(orders)), orders, as_json=as_json)
        return 0
    check_new(out)
    text = config.dump({"web": web, "forms": orders.forms, "harvest": settings})

    async def work(watch: Callable[["Harvest"], None], stop: asyncio.Event) -> "HarvestReport":
        return await start(out, text, orders, watch, stop, say)

    while True:
        try:
            return _run(work, out, again.words_for(tomllib.loads(text), "harvest"), as_json=as_json)
        except MissingValue as missing:
            if not sys.stdin.isatty():
                raise
            value = ask(f"The form wants a value for “{missing.label}”")
            orders = replace(orders, sets={**orders.sets, missing.name: value})


def go_on(folder: "CrawlFolder", tree: config.Tree, *, as_json: bool) -> int:
    """Resume the harvest a folder describes, with these settings."""
    from leadline.forms.settings import FormsSettings
    from leadline.harvest.prepare import Orders, check
    from leadline.harvest.run import resume
    from leadline.web.settings import WebSettings

    web = config.fill(WebSettings(), tree.get("web", {}), "web")
    settings = config.fill(HarvestSettings(), tree.get("harvest", {}), "harvest")
    orders = Orders(web, settings, "", config.fill(FormsSettings(), tree.get("forms", {}), "forms"))
    check(orders)
    words = again.words_for(tree, "harvest")
    return _run(lambda watch, stop: resume(folder, orders, watch, stop, say), folder.path, words, as_json=as_json)


def _orders(
    target: str, words: Words, web: "WebSettings", settings: HarvestSettings, forms: "FormsSettings"
) -> "Orders":
    from leadline.harvest.prepare import Orders
    from leadline.inspect.targets import Kind, read_target, target_of
    from leadline.model.url import canonical

    base = canonical(words.base_url) if words.base_url is not None else None
    if words.base_url is not None and base is None:
        raise BadTarget(f"--base-url {words.base_url}: not a URL; write it in full, http://… or https://…")
    sets: dict[str, str] = {}
    for given in words.sets or []:
        name, equals, value = given.partition("=")
        if not equals or not name:
            raise BadTarget(f"--set {given!r} is not of the form NAME=VALUE")
        # Bytes of the command line that are no text in this locale cannot be sent as any.
        sets[name] = value.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    found = target_of(target, base)
    saved = None if found.kind is Kind.URL else read_target(found, sys.stdin.buffer, web.limits.body)
    return Orders(web, settings, found.url, forms, sets, saved, _text(settings.values))


def _text(file: str | None) -> str | None:
    """What stands in a file of values."""
    if file is None:
        return None
    try:
        return Path(file).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no text in UTF-8"
        raise BadTarget(f"--values {file}: cannot be read: {why}; give a CSV or TOML file") from error


Work = Callable[[Callable[["Harvest"], None], asyncio.Event], Awaitable["HarvestReport"]]


def _run(work: Work, out: Path, words: str, *, as_json: bool) -> int:

    async def main() -> "HarvestReport":
        stop = asyncio.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
        return await work(tell_progress, stop)

    report = asyncio.run(main())
    if as_json:
        from leadline.cli.documents import write_json

        write_json(report.as_json())
    else:
        tell(report, out, words)
    if report.why is not None:
        say(report.why)
    return EXITS.get(report.stopped_by, _FAILED)
