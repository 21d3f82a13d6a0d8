"""Commands on a crawl's folder: `resume`, `status`, `export`."""

import io
import sys
from pathlib import Path
from typing import Annotated, BinaryIO, cast

import typer

from leadline.cli.network import NetworkOptions, with_network
from leadline.errors import BadTarget

Folder = Annotated[Path, typer.Argument(metavar="DIR", help="The folder of a crawl.")]
Json = Annotated[bool, typer.Option("--json", metavar="", help="Print one JSON document.")]


@with_network
def resume(
    folder: Folder,
    *,
    backlinks: Annotated[
        str | None,
        typer.Option(metavar="SOURCE", help="For a folder of locate that was made with it: the provider again."),
    ] = None,
    i_know: Annotated[
        bool,
        typer.Option(
            "--i-know-this-form-is-a-search",
            metavar="",
            help="For a folder of harvest that was made with it: your word again.",
        ),
    ] = False,
    as_json: Json = False,
    network: NetworkOptions,
) -> int:
    """Go on where a crawl stopped, however it stopped."""
    from leadline.cli import again, harvest, locate
    from leadline.store.folder import CrawlFolder

    own = {"locate.backlinks": backlinks, "harvest.i_know_this_form_is_a_search": i_know}
    with CrawlFolder.open(folder) as opened:
        going = {"locate": locate.go_on, "harvest": harvest.go_on}.get(opened.kind)
        if going is None:
            raise BadTarget(f"{folder} holds a {opened.kind}, which this version cannot resume")
        tree = again.said_again(opened, again.given_tree(opened.kind, network, own))
        return going(opened, tree, as_json=as_json)


def status(
    folder: Folder,
    *,
    why: Annotated[str | None, typer.Option(metavar="URL", help="Tell all that is known about one URL.")] = None,
    as_json: Json = False,
) -> int:
    """How a crawl stands: what it found, what waits, what failed and why."""
    from leadline.cli.standing import explain, stand
    from leadline.store.folder import CrawlFolder

    with CrawlFolder.open(folder, writing=False) as opened:
        store = opened.open_store(writing=False)
        try:
            return explain(store, why, as_json=as_json) if why else stand(opened, store, as_json=as_json)
        finally:
            store.close()


def export(
    folder: Folder,
    what: Annotated[str, typer.Argument(metavar="WHAT", help="pages, forms, records, queries, log or events.")],
    *,
    form: Annotated[
        str, typer.Option("--format", metavar="FORMAT", help="jsonl, csv, parquet, sqlite or warc.")
    ] = "jsonl",
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="Where to; standard output if not given.")
    ] = None,
) -> int:
    """Write what a crawl holds in a format other tools read."""
    from leadline.cli.terminal import EscapedBytes
    from leadline.store import export as exporting
    from leadline.store.folder import CrawlFolder

    target: Path | BinaryIO = sys.stdout.buffer if out is None else out
    if out is None and sys.stdout.isatty():
        if form not in ("jsonl", "csv"):
            raise BadTarget(f"--format {form} is nothing for a terminal; give a file with --out")
        target = cast("BinaryIO", io.BufferedWriter(EscapedBytes(sys.stdout.buffer)))
    with CrawlFolder.open(folder, writing=False) as opened:
        exporting.export(opened, what, form, target)
    if not isinstance(target, Path):
        target.flush()
    return 0
