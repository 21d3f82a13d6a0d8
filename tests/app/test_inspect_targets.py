"""Many targets: in order, one failure not hurting the others, one exit code."""

import asyncio
import io
import socket
from pathlib import Path

import pytest

from leadline.app.describe import describe
from leadline.app.inspect import Failed, Inspected, Inspection, inspect_targets
from leadline.app.progress import Progress, TargetInspected
from leadline.app.settings import Settings
from leadline.cli.shown import Printer
from leadline.errors import BadTarget, ConnectFailed, RobotsDisallowed
from leadline.web.settings import WebSettings


def _inspected(words: list[str], web: WebSettings, stdin: bytes = b"") -> list[Inspection]:
    shown: list[Inspection] = []

    def show(event: Progress) -> None:
        assert isinstance(event, TargetInspected)
        shown.append(event.result)

    results = asyncio.run(inspect_targets(words, Settings(web=web), show, stdin=io.BytesIO(stdin)))
    assert shown == results
    return results


def test_results_come_in_the_order_of_the_words(builtin_web: str, tmp_path: Path) -> None:
    """Files, standard input, pages and failures are reported in the order they were asked for."""
    page = tmp_path / "page.html"
    page.write_text("<title>saved</title>")
    words = ["http://town.example/", str(page), "nothing", "-", "http://jobs.example/staff/"]
    results = _inspected(words, WebSettings(connect_to=builtin_web, delay=0), b"<title>piped</title>")
    assert [result.source for result in results] == words
    titles = [result.page.title for result in results if isinstance(result, Inspected)]
    errors = [type(result.error) for result in results if isinstance(result, Failed)]
    assert titles == ["Town of Millbrook", "saved", "piped"]
    assert errors == [BadTarget, RobotsDisallowed]
    assert Printer("jsonl").finish(results) == 5


def test_bad_input_alone_is_exit_3(tmp_path: Path) -> None:
    """Without a failed fetch the worst that can be is bad input."""
    page = tmp_path / "page.html"
    page.write_text("<p>")
    assert Printer("jsonl").finish(_inspected([str(page), "nothing"], WebSettings())) == 3


def test_a_closed_port_is_a_typed_outcome() -> None:
    """A server that is not there is reported as such, with the stable word for it."""
    with socket.socket() as unused:  # bound and not listening: connections are refused
        unused.bind(("127.0.0.1", 0))
        settings = WebSettings(connect_to=f"127.0.0.1:{unused.getsockname()[1]}", delay=0, retries=0)
        (result,) = _inspected(["http://gone.example/"], settings)
    assert isinstance(result, Failed)
    assert isinstance(result.error, ConnectFailed)
    assert Printer("jsonl").finish([result]) == 5
    described = describe(result)
    assert described["error"] == {"kind": "connect", "message": str(result.error)}
    assert (described["url"], described["source"]) == ("http://gone.example/", "http://gone.example/")


def test_a_report_that_fails_ends_everything(builtin_web: str) -> None:
    """An error of the one who takes the results comes out, and no task is left behind."""

    def refuse(event: Progress) -> None:
        raise BrokenPipeError

    async def run() -> int:
        settings = WebSettings(connect_to=builtin_web, delay=0)
        words = ["http://town.example/", "http://cars.example/"]
        with pytest.raises(BrokenPipeError):
            await inspect_targets(words, Settings(web=settings), refuse)
        return len(asyncio.all_tasks())

    assert asyncio.run(run()) == 1
