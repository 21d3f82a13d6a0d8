"""A command from its start to its exit code: progress on standard error, then one sentence where it failed.

Nobody is shown a traceback unless they ask for one with LEADLINE_DEBUG=1: a fault of ours is written to a
file, and the sentence says where it is, so that a bug report can hold it.
"""

import asyncio
import io
import json
import os
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import closing, suppress
from typing import TYPE_CHECKING, Any, TypeVar

from leadline.errors import LeadlineError, escaped, escaped_json
from leadline.package import __version__
from leadline.store.atomic import FAILING

if TYPE_CHECKING:
    import typer

    from leadline.app.progress import CrawlProgress, HarvestProgress, Progress, Supervisor
    from leadline.protocols import Decisions

T = TypeVar("T")

LIMITED, FAILED, INTERRUPTED, FAULT = 4, 5, 130, 1
"""Exit codes: stopped by a limit or waiting for somebody, resumable · network or site · Ctrl-C · our own fault."""
DEBUG = "LEADLINE_DEBUG"
_LIVE_SECONDS = 0.25
_PLAIN_SECONDS = 10.0


def run(app: "typer.Typer", words: Sequence[str] | None = None) -> int:
    """Run one command to its exit code. `words` are those after the program's name, sys.argv's by default."""
    import typer

    _never_stumble_over_letters()
    try:
        code = app(args=words, prog_name="leadline", standalone_mode=False)
        sys.stdout.flush()
    except LeadlineError as error:
        say(str(error))
        return error.exit_code
    except typer.TyperException as error:  # a usage error of any kind
        if error.format_message():  # a group without a command has shown its help instead
            say(_usage_sentence(error))
        return error.exit_code
    except (KeyboardInterrupt, typer.Abort):
        say("interrupted")
        return INTERRUPTED
    except (BrokenPipeError, SystemExit) as end:
        if isinstance(end, SystemExit) and not isinstance(end.__context__, BrokenPipeError):
            raise
        _give_up_standard_output()  # whoever reads us has seen enough, as in `leadline export … | head`
        return 0
    except OSError as error:
        return _disk_failed(error) if error.errno in FAILING else _fault(error)
    except Exception as error:  # noqa: BLE001  # the last line of defence: report, never a bare traceback
        return _fault(error)
    if code == INTERRUPTED:  # typer turns Ctrl-C into this exit
        say("interrupted")
    return code if isinstance(code, int) else 0


def until_stopped(work: Callable[[asyncio.Event], Awaitable[T]]) -> T:
    """Run a use-case; Ctrl-C and a polite kill let it end cleanly."""

    async def watched() -> T:
        stop = asyncio.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
        return await work(stop)

    return asyncio.run(watched())


def supervised(
    work: "Callable[[Supervisor], Awaitable[T]]", decisions: "Decisions | None" = None, *, verbose: bool = False
) -> T:
    """The same, what it tells written to standard error."""
    from leadline.app.progress import Supervisor

    with closing(ProgressLines(verbose=verbose)) as lines:
        return until_stopped(lambda stop: work(Supervisor(lines, stop, decisions)))


# ── what is said ──────────────────────────────────────────────────────────────────────────────────────────


def say(sentence: str) -> None:
    """One line on standard error, whatever bytes its parts came from."""
    sys.stderr.write(f"leadline: {escaped(sentence)}\n")


def write_json(document: object, indent: int | None = 2) -> None:
    """A document on standard output: readable letters where it can carry them, escapes where it cannot."""
    unicode = sys.stdout.encoding.lower().replace("-", "") == "utf8"
    # Half a surrogate pair (a file name that is no UTF-8) is written as \\udcNN: standard output is set to
    # replace with backslashes, which is just what JSON calls it.
    sys.stdout.write(escaped_json(json.dumps(document, ensure_ascii=not unicode, indent=indent)) + "\n")
    sys.stdout.flush()


def write_result(document: object, lines: Iterable[str], *, as_json: bool) -> None:
    """What a command brought: a document for programs, or lines for people."""
    from leadline.cli.terminal import console

    if as_json:
        write_json(document)
        return
    out = console(soft_wrap=True)
    for line in lines:
        out.print(line)


class ProgressLines:
    """Takes whatever a use-case tells and writes it to standard error: a live line for a crawl on a terminal, a
    plain one now and then elsewhere; `verbose`: a line a page for a harvest."""

    def __init__(self, *, verbose: bool = False) -> None:
        self._verbose = verbose
        self._live: Any = None
        # A short run that nobody watches need not say that it began.
        self._shown = 0.0 if sys.stderr.isatty() else time.monotonic()
        self._began: tuple[float, int] | None = None

    def close(self) -> None:
        if self._live is not None:
            self._live.stop()

    def __call__(self, event: "Progress") -> None:
        from leadline.app import progress

        match event:
            case progress.Warned():
                say(event.text)
            case progress.FormChosen():
                others = ", ".join(f"form {index}" for index in event.others)
                say(f"form {event.form} was taken; {others} could be harvested as well (--form K)")
            case progress.SourceFinished():
                brought = f"{event.records:,} records, {event.requests:,} requests ({event.stopped_by})"
                say(event.problem or f"{event.page_url}: {brought}")
            case progress.HarvestProgress():
                self._harvested(event)
            case progress.CrawlProgress():
                self._crawled(event)
            case progress.RecutProgress():
                self._now_and_then(f"{event.pages:,} of {event.of:,} pages read again · {event.records:,} records")
            case _:  # that a target is through shows in the result, that a crawl began in what follows
                pass

    def _harvested(self, event: "HarvestProgress") -> None:
        from leadline.cli.estimates import progress_line

        if self._verbose:
            new = f"{event.queries:,} queries, {event.new_records:,} new by the last, {event.pages:,} pages"
            sys.stderr.write(f"{progress_line(event)} · {new}\n")
        else:
            self._now_and_then(progress_line(event))

    def _crawled(self, event: "CrawlProgress") -> None:
        now = time.monotonic()
        began, before = self._began = self._began or (now, event.pages - 1)
        rate = (event.pages - before) / max(now - began, 1e-9)
        line = (
            f"{event.pages:,} of {event.max_pages:,} pages · {rate:.1f}/s · {event.forms:,} forms "
            f"({event.forms / max(event.pages, 1):.2%} of pages) · {event.waiting:,} waiting · "
            f"{event.under_way} under way · {event.errors:,} errors"
        )
        self._now_and_then(line)

    def _now_and_then(self, line: str) -> None:
        now, watched = time.monotonic(), sys.stderr.isatty()
        if now - self._shown < (_LIVE_SECONDS if watched else _PLAIN_SECONDS):
            return
        self._shown = now
        if not watched:
            sys.stderr.write(f"{line}\n")
            return
        from rich.live import Live
        from rich.text import Text

        from leadline.cli.terminal import console

        if self._live is None:
            self._live = Live(console=console(sys.stderr), auto_refresh=False, transient=True)
            self._live.start()
        self._live.update(Text(line), refresh=True)


# ── how it ends ───────────────────────────────────────────────────────────────────────────────────────────


def _usage_sentence(error: "typer.TyperException") -> str:
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "leadline"
    return f"{error.format_message().rstrip('.')} (see: {command} --help)".replace("\n", " ")


def _disk_failed(error: OSError) -> int:
    """Nothing of ours is wrong: there is no room, or what is written to does not work."""
    say(f"{error.filename or 'standard output'} cannot be written: {error.strerror}")
    if error.filename is None:
        _give_up_standard_output()
    return LeadlineError.exit_code


def _give_up_standard_output() -> None:
    """Or the interpreter fails once more when it puts away what is left."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fault(error: Exception) -> int:
    if os.environ.get(DEBUG):
        traceback.print_exception(error)
        return FAULT
    fault = f"a fault of Leadline itself ({type(error).__name__})"
    try:
        with tempfile.NamedTemporaryFile(
            "w", prefix="leadline-fault-", suffix=".txt", delete=False, encoding="utf-8", errors="backslashreplace"
        ) as file:
            file.write(f"leadline {__version__}, Python {sys.version}\n")
            traceback.print_exception(error, file=file)
    except OSError as full:
        say(f"{fault}, and no room to report it: {full.strerror}")
    else:
        say(f"{fault}; please report it with {file.name}, or see it with {DEBUG}=1")
    return FAULT


def _never_stumble_over_letters() -> None:
    """A terminal that cannot show a letter gets its number: a page's text must not end the run."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
