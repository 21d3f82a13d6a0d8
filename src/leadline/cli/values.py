"""`leadline values`: what Leadline remembers of labels and their values, written and read."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from leadline.cli.network import argument, named
from leadline.cli.running import say
from leadline.errors import BadTarget

app = typer.Typer(
    no_args_is_help=True, help="The values that forms taught, which fill the fields of the next source."
)
Store = Annotated[
    Path | None,
    named("FILE", "Another file than the user's own, as that of a project.", "--store"),
]


@app.command(name="export", epilog="Examples:\nleadline values export --format csv --out values.csv")
def export(
    *,
    form: Annotated[str, named("FORMAT", "toml (if not given) or csv.", "--format")] = "toml",
    out: Annotated[Path | None, named("FILE", "Where to; standard output if not given.", "--out", "-o")] = None,
    store: Store = None,
) -> int:
    """Write the table of labels and values."""
    from leadline.app.memory import read_table
    from leadline.cli.terminal import harmless
    from leadline.harvest.values.written import LvsTable, to_csv, to_toml
    from leadline.store.atomic import atomic_write

    if form not in ("toml", "csv"):
        raise BadTarget(f"'{form}' is no format for values; choose from toml, csv")
    file = _file(store)
    table = read_table(file) if file.exists() else LvsTable()
    text = to_toml(table) if form == "toml" else to_csv(table)
    if out is not None:
        with atomic_write(out) as written:
            written.write(text.encode())
        return 0
    if sys.stdout.isatty():
        text = "".join(f"{harmless(line)}\n" for line in text.splitlines())
    sys.stdout.write(text)
    return 0


@app.command(name="import", epilog="Examples:\nleadline values import mine.csv")
def import_(
    file: Annotated[Path, argument("FILE", "CSV or TOML, as for --values.")],
    *,
    store: Store = None,
) -> int:
    """Take labels and values from a file into the table."""
    from leadline.app.memory import ValueMemory, read_table
    from leadline.errors import BadTarget
    from leadline.harvest.values.table import LvsTable

    target, given = _file(store), read_table(file)
    values = sum(len(row.members) for row in given.rows)
    if not values:
        raise BadTarget(f"{file}: there are no values in it; a line of CSV is label,value or label,value,weight")
    ValueMemory((target,)).learn(given, left_out=LvsTable())
    say(f"values taken into {target}: {values:,}, under labels: {len(given.rows):,}")
    return 0


def _file(store: Path | None) -> Path:
    from leadline.app.memory import USER, VARIABLE, memory_file

    file = store or memory_file(USER)
    if file is None:
        raise BadTarget(f"variable {VARIABLE} says that nothing is remembered; name a file with --store")
    return file
