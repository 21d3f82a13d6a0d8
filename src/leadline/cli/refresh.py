"""`leadline refresh`: its words, and the one line that is said of what came of it."""

import sys
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated, ClassVar

from leadline.cli.network import CrawlOptions, Json, argument, named, option, switch, unpacking
from leadline.cli.running import FAILED, INTERRUPTED, LIMITED, ProgressLines, say, until_stopped, write_json
from leadline.errors import BadTarget, LeadlineError, escaped

if TYPE_CHECKING:
    from leadline.app.progress import Progress
    from leadline.app.refresh import RefreshReport

ALARM = 6
"""Exit code: the work is done, and the source is not what it was."""
EXITS = {"done": 0, "form": ALARM, "max-requests": LIMITED, "resting": LIMITED, "interrupted": INTERRUPTED}
EPILOG = (
    "Examples:\n"
    "leadline refresh my-harvest\n"
    "leadline refresh my-harvest --quiet --log-file refresh.log || mail-somebody"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RefreshOptions(CrawlOptions):
    section: ClassVar[str] = "harvest"
    max_requests: str | None = option("N", "Requests to spend, as many as for the harvest if not given.")
    i_know_this_form_is_a_search: bool | None = option(
        "", "For a folder of harvest that was made with it: your word again."
    )


@unpacking(RefreshOptions)
def refresh(
    folder: Annotated[Path, argument("DIR", "The folder of a harvest.")],
    *,
    full: Annotated[
        bool, switch("--full", "Ask everything anew, not only what brings the known records.")
    ] = False,
    quiet: Annotated[
        bool, switch("--quiet", "Say nothing unless something changed, is alarming or failed.")
    ] = False,
    log_file: Annotated[Path | None, named("FILE", "Also append what is said to this file, with times.")] = None,
    as_json: Json = False,
    words: RefreshOptions,
) -> int:
    """Harvest a known source again: what is new, what changed, what is gone."""
    from dataclasses import replace

    from leadline.app.progress import Supervisor
    from leadline.app.refresh import refresh
    from leadline.app.resume import confirmed
    from leadline.store.folder import CrawlFolder

    given = words.given()
    if full:
        given = replace(given, options=(*given.options, "harvest.refresh.full=true"))
    with ExitStack() as stack:
        log = _Log(stack.enter_context(_opened(log_file)) if log_file is not None else None)
        lines = None if quiet else ProgressLines()
        if lines is not None:
            stack.callback(lines.close)

        def on_progress(event: "Progress") -> None:
            log.progress(event)
            if lines is not None:
                lines(event)

        try:
            with CrawlFolder.open(folder) as opened:
                if opened.kind != "harvest":
                    what = f"{folder} holds a {opened.kind}, which has no records"
                    raise BadTarget(f"{what}; give the folder of a harvest")
                settings = confirmed(opened, given.tree("forms", "harvest"), command="refresh")
                report = until_stopped(lambda stop: refresh(opened, settings, Supervisor(on_progress, stop)))
        except LeadlineError as error:
            log.line(str(error))
            raise
        return ended(report, as_json=as_json, quiet=quiet, log=log)


def _opened(file: Path) -> IO[str]:
    try:
        return file.open("a", encoding="utf-8", errors="backslashreplace")
    except OSError as error:
        raise BadTarget(f"--log-file {file} cannot be written: {error.strerror}") from error


class _Log:
    """Lines with times, for who looks later; nowhere if no file was named."""

    def __init__(self, file: IO[str] | None) -> None:
        self._file = file
        self._said = 0

    def line(self, text: str) -> None:
        if self._file is not None:
            at = datetime.now(UTC).isoformat(timespec="seconds")
            self._file.write(f"{at} {escaped(text)}\n")
            self._file.flush()

    def progress(self, event: "Progress") -> None:
        from leadline.app import progress

        if isinstance(event, progress.Warned):
            self.line(event.text)
        elif isinstance(event, progress.Started):
            self.line(f"refresh of {event.folder} {'goes on' if event.resumed else 'begins'}")
        elif isinstance(event, progress.HarvestProgress) and event.requests >= self._said + _NOW_AND_THEN:
            self._said = event.requests
            self.line(f"{event.records:,} records, {event.queries:,} queries, {event.requests:,} requests")


_NOW_AND_THEN = 100  # requests between two lines of a log


def ended(report: "RefreshReport", *, as_json: bool, quiet: bool = False, log: _Log | None = None) -> int:
    """Say what came of it."""
    log = log or _Log(None)
    code = EXITS.get(report.stopped_by, FAILED)
    code = ALARM if code == 0 and report.alarms else code
    summary = summed_up(report)
    log.line(f"{summary} Exit code {code}.")
    if as_json:
        write_json(report.as_json())
    elif not quiet or report.has_news or code:
        sys.stdout.write(f"{escaped(summary)}\n")
    sentences = [f"alarm ({alarm.kind}): {alarm.why}" for alarm in report.alarms]
    if report.why is not None and report.stopped_by != "form":
        sentences.append(report.why)
    for sentence in sentences:
        log.line(sentence)
        say(sentence)
    return code


def summed_up(report: "RefreshReport") -> str:
    """All of it in one line."""
    counted = [f"{report.new:,} new", f"{report.changed:,} changed"]
    if report.gone is not None:
        counted.append(f"{report.gone:,} gone")
    counted += [f"{report.returned:,} back again"] if report.returned else []
    counted += [f"{report.unconfirmed:,} not met, perhaps gone"] if report.unconfirmed else []
    counted.append(f"{report.same:,} as before")
    line = f"{report.records:,} records: {', '.join(counted)} ({report.requests:,} requests)."
    if report.volatile:
        named = ", ".join(name or "text" for name in report.volatile)
        line += f" Different whenever one looks, and not counted: {named}."
    return line if report.gone is not None else f"{line} Not through ({report.stopped_by}): refresh goes on there."
