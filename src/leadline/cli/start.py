"""Where the `leadline` script begins. `leadline --help` ends here: its page is kept in a file, ready to be shown.

Nine tenths of the time that page took were imports of what draws it. `make help-page` writes the file anew, and a
test says when it is stale.
"""

import os
import sys

from leadline.package import __version__

PAGE = os.path.join(os.path.dirname(__file__), "help.txt")  # noqa: PTH118, PTH120  # pathlib alone takes 8 ms
PARTED = "\f"
"""Between the page without the commands of experiments and the one with them."""
WIDTH = 80
_INTERRUPTED = 130
_OTHERWISE = ("COMPLETE", "COLOR", "TERMINAL_WIDTH", "GITHUB_ACTIONS", "TTY_")
"""Parts of the names of variables that ask for another page than the one kept."""


def main() -> None:
    """Entry point of the `leadline` script and of `python -m leadline`."""
    try:
        if _shown(sys.argv[1:]):
            raise SystemExit(0)
        from leadline.cli.app import app
        from leadline.cli.running import run
    except KeyboardInterrupt:  # an impatient Ctrl-C, before there is anybody to say so
        raise SystemExit(_INTERRUPTED) from None
    raise SystemExit(run(app))


def plain(page: str) -> str:
    """The page without its colours."""
    first, *rest = page.split("\x1b[")
    return first + "".join(part.partition("m")[2] for part in rest)


def _shown(words: list[str]) -> bool:
    """Whether these words asked for what is kept, and got it."""
    try:
        if (text := _kept(words)) is None:
            return False
        sys.stdout.write(text)
        sys.stdout.flush()
    except (
        OSError
    ):  # no file, a closed pipe, a full disk: the long way round meets it again, and has a sentence for it
        return False
    return True


def _kept(words: list[str]) -> str | None:
    """What these words ask for, if it is kept and fits where it goes."""
    if sys.stdout.encoding.lower() != "utf-8" or any(part in name for name in os.environ for part in _OTHERWISE):
        return None
    if words == ["--version"]:
        return f"leadline {__version__}\n"
    if words not in ([], ["-h"], ["--help"]):
        return None
    terminal = sys.stdout.isatty()
    if (columns := os.environ.get("COLUMNS", "")).isdecimal():
        width = int(columns)
    else:
        width = os.get_terminal_size(sys.stdout.fileno()).columns if terminal else WIDTH
    if width < WIDTH:
        return None
    with open(PAGE, encoding="utf-8") as file:  # noqa: PTH123  # the same
        page = file.read().split(PARTED)[_has_experiments()]
    return page if terminal and os.environ.get("TERM", "dumb") not in ("dumb", "unknown") else plain(page)


def _has_experiments() -> bool:
    # As importlib.util.find_spec, whose module takes longer than all the rest here.
    return any(finder.find_spec("leadline_lab", None) for finder in sys.meta_path)
