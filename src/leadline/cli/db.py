"""`leadline db`: databases on a PostgreSQL server, prepared, looked through and copied."""

from pathlib import Path
from typing import Annotated

import typer

from leadline.cli.network import Json, Server, argument
from leadline.cli.running import FAILED, write_result
from leadline.errors import BadConfiguration

app = typer.Typer(no_args_is_help=True, help="Where crawls are kept: in a file of their folder, or on a server.")


@app.command(epilog="Examples:\nleadline db init --db postgresql://me@db.example.org/crawls")
def init(*, db: Server = None, as_json: Json = False) -> int:
    """See that a server can be used, and bring the crawls on it to this version's tables."""
    from leadline.store.servers import prepare

    schemas = prepare(_named(db))
    write_result(
        {"crawls": schemas}, [f"The database can be used. Crawls in it: {len(schemas)}."], as_json=as_json
    )
    return 0


@app.command(
    epilog="Examples:\nleadline db check --db postgresql://me@db.example.org/crawls\nleadline db check my-crawl"
)
def check(
    folders: Annotated[list[Path] | None, argument("DIR", "Folders of crawls; all on the server if none.")] = None,
    *,
    db: Server = None,
    as_json: Json = False,
) -> int:
    """Look whether what databases hold fits together."""
    from leadline.store.servers import check_folder, check_server

    found = [check_folder(folder) for folder in folders] if folders else list(check_server(_named(db)))
    lines = [f"{one.database}: {one.kind or 'not begun'}, {one.pages:,} pages, {one.records:,} records; "
             f"{', '.join(one.faults) or 'sound'}" for one in found]  # fmt: skip
    write_result([one.as_json() for one in found], lines, as_json=as_json)
    return FAILED if any(one.faults for one in found) else 0


@app.command(epilog="Examples:\nleadline db copy my-crawl --db postgresql://me@db.example.org/crawls")
def copy(
    folder: Annotated[Path, argument("DIR", "The folder of a crawl that nobody is writing to.")],
    *,
    db: Server = None,  # noqa: ARG001  # see `Server`
    as_json: Json = False,
) -> int:
    """Copy a crawl's database to the server, or from there back into its folder; it goes on from the copy."""
    from leadline.store.servers import copy_database

    place, rows = copy_database(folder)
    write_result(
        {"database": place, "rows": rows}, [f"{rows:,} rows copied. The crawl is in {place} now."], as_json=as_json
    )
    return 0


def _named(db: str | None) -> str:
    if db is None:
        raise BadConfiguration("no database was named; say which: --db postgresql://user@host/name")
    return db
