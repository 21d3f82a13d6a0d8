"""The words of `serve`."""

import asyncio
import sys
from dataclasses import fields
from pathlib import Path
from typing import Annotated

import typer

from leadline.cli.network import NetworkOptions, argument, named, switch, unpacking
from leadline.cli.running import say, until_stopped

EPILOG = (
    "Examples:\n"
    "leadline serve my-harvest\n"
    "leadline serve crawls --contact https://your.site/about\n"
    "leadline serve my-project --read-only --host 0.0.0.0 --port 8000"
)


@unpacking(NetworkOptions)
def serve(
    folders: Annotated[
        list[Path], argument("DIR", "Folders of crawls and projects, or one that holds such folders.")
    ],
    *,
    host: Annotated[str, named("ADDRESS", "Where to listen; elsewhere than on loopback a token is wanted.")] = (
        "127.0.0.1"
    ),
    port: Annotated[int, typer.Option(min=0, max=65_535, help="Where to listen; 0 is any free port.")] = 8080,
    token: Annotated[
        str | None, named("TEXT", "The token; one is made where one is wanted and none is given.")
    ] = None,
    read_only: Annotated[
        bool, switch("--read-only", "Change nothing: no harvests, no decisions, no index.")
    ] = False,
    network: NetworkOptions,
) -> int:
    """Look at what was brought up in a browser: curves, forms, records, search, the archive; a JSON API."""
    from leadline.ui.server import ServeSettings, serve

    network.given().settings("forms", "harvest")  # a bad one ends here, not with the first harvest
    settings = ServeSettings(tuple(folders), host, port, token, read_only, _words(network))

    def on_ready(address: str) -> None:
        sys.stdout.write(f"The dashboard is at {address}\nCtrl-C ends it.\n")
        sys.stdout.flush()

    async def work(stop: asyncio.Event) -> None:
        await serve(settings, stop, on_ready)

    until_stopped(work)
    say("the dashboard has ended")
    return 0


def _words(network: NetworkOptions) -> tuple[str, ...]:
    """The network options as they were typed, for harvests that are started from a page."""
    words: list[str] = []
    for one in fields(network):
        value, flag = getattr(network, one.name), f"--{one.name.replace('_', '-')}"
        if value is True:
            words.append(flag)
        elif isinstance(value, list):
            words += [word for each in value for word in (flag, str(each))]
        elif value is not None and value is not False:
            words += [flag, str(value)]
    return tuple(words)
