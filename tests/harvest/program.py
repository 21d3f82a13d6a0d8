"""`leadline harvest`, `resume` and `status` as a process of their own, ended the way the real program ends."""

import typer

from leadline.cli.folders import resume, status
from leadline.cli.harvest import EPILOG, harvest
from leadline.cli.refresh import refresh
from leadline.cli.running import run

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
app.command(epilog=EPILOG)(harvest)
app.command()(resume)
app.command()(refresh)
app.command()(status)

if __name__ == "__main__":
    raise SystemExit(run(app))
