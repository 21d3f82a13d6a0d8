"""Write src/leadline/cli/help.txt: what `leadline --help` shows without and with the experiments, as they draw it.

python tools/help_page.py    write it (`make help-page`); a test says when it is stale
"""

import os
import subprocess
import sys

from leadline.cli.start import PAGE, PARTED, WIDTH

DRAW = """
import sys
if sys.argv[1] == "without":
    sys.modules |= {"leadline_lab": None, "leadline_bench": None}
from leadline.cli.app import app
from leadline.cli.running import run
raise SystemExit(run(app, ["--help"]))
"""


def page() -> str:
    """The pages as they would be drawn now, for a terminal with colours."""
    return PARTED.join((_drawn("without"), _drawn("with")))


def _drawn(experiments: str) -> str:
    kept = {name: value for name, value in os.environ.items() if "COLOR" not in name and name != "GITHUB_ACTIONS"}
    shown = {"FORCE_COLOR": "1", "TERM": "xterm", "COLUMNS": str(WIDTH), "PYTHONUTF8": "1"}
    done = subprocess.run(  # noqa: S603  # our own words
        [sys.executable, "-c", DRAW, experiments], env=kept | shown, stdout=subprocess.PIPE, check=True
    )
    return done.stdout.decode()


if __name__ == "__main__":
    with open(PAGE, "w", encoding="utf-8") as file:  # noqa: PTH123  # PAGE is text: `leadline.cli.start` says why
        file.write(page())
