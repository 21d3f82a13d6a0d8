"""How far one command reaches: files entered, bodies decoded, trees built.

    python tools/trace_reading.py              `inspect` of one URL and `harvest --planner once` of four pages
    python tools/trace_reading.py --files      the files entered as well

Both run on the built-in web. A file of `leadline` is *entered* when a function of it runs; what runs because it is
being imported does not count. *Bodies* are the pages that came, robots.txt not among them. A *decode* turns a body
into text, a *tree* is one document made by the HTML parser, a *copy* one that was copied from another tree, which
takes a sixth of the time.
"""

import argparse
import inspect
import json
import os
import pkgutil
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from contextlib import redirect_stdout, suppress
from importlib import import_module
from pathlib import Path
from types import CodeType, FrameType

_ROOM = f"{os.sep}leadline{os.sep}"
_FUNCTION = 1
"""CO_OPTIMIZED: bodies of modules and classes do not have it."""
_DECODES = ("web/charset.py", "decode")
_FETCH = "fetch"
"""What every fetcher calls it (`leadline.protocols.Fetcher`)."""
COMMANDS = {
    "inspect": ["inspect", "http://autohaus.example/search.html", "--json"],
    "harvest": [
        *("harvest", "http://cars.example/", "--planner", "once", "--option", "harvest.details=never"),
        *("--delay", "0.01", "--json"),
    ],
}


class Trace:
    """What ran, seen through the interpreter's profiler."""

    def __init__(self, root: Path) -> None:
        self._root = f"{root}{os.sep}"
        self.calls: Counter[tuple[str, str]] = Counter()
        self._known: set[CodeType] = set()
        self.trees = self.copies = 0
        self.bodies: dict[int, object] = {}

    def __call__(self, frame: FrameType, event: str, value: object) -> None:
        code = frame.f_code
        if event == "return" and code.co_name == _FETCH and type(value).__name__ == "Response":
            # A coroutine returns each time it waits, and a fetcher that has another hands its answer on.
            self.bodies[id(value)] = value
        if event != "call" or code in self._known:
            return
        if not (code.co_flags & _FUNCTION and self._is_ours(frame)):
            self._known.add(code)
        elif not self._importing(frame):
            called = code.co_filename.removeprefix(self._root), code.co_name
            self.calls[called] += 1
            if called != _DECODES:  # only those are counted again
                self._known.add(code)

    def _is_ours(self, frame: FrameType) -> bool:
        return frame.f_code.co_filename.startswith(self._root)

    def _importing(self, frame: FrameType | None) -> bool:
        above = frame and frame.f_back
        while above is not None:
            if above.f_code.co_name == "<module>" and self._is_ours(above):
                return True
            above = above.f_back
        return False

    def count_trees(self) -> None:
        """Must come before the parser is imported by anybody."""
        from selectolax import lexbor

        trace = self

        class Counted(lexbor.LexborHTMLParser):
            def __init__(self, *args: object, **named: object) -> None:
                trace.trees += not trace._importing(inspect.currentframe())
                super().__init__(*args, **named)  # type: ignore[arg-type]  # handed on as it came

            def clone(self) -> lexbor.LexborHTMLParser:
                trace.copies += 1
                return super().clone()

        lexbor.LexborHTMLParser = Counted  # type: ignore[misc]


def traced(words: list[str]) -> dict[str, object]:
    """One command, run in this process."""
    import leadline

    trace = Trace(Path(leadline.__file__).parent)
    trace.count_trees()
    for module in pkgutil.walk_packages(leadline.__path__, "leadline."):
        if not module.name.endswith("__main__"):
            import_module(module.name)  # watched, this took several times as long, and counts for nothing
    threading.setprofile(trace)
    sys.setprofile(trace)
    from leadline.cli import main

    sys.argv = ["leadline", *words]
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere, redirect_stdout(nowhere), suppress(SystemExit):
        main()
    sys.setprofile(None)
    files = sorted({file for file, _ in trace.calls})
    return {
        "files": files,
        "decodes": trace.calls[_DECODES],
        "trees": trace.trees,
        "copies": trace.copies,
        "bodies": len(trace.bodies),
    }


def of_commands() -> dict[str, dict[str, object]]:
    """Both commands, each in a process of its own."""
    from leadline.demo.server import serving

    found = {}
    with serving() as address, tempfile.TemporaryDirectory() as folder:
        for name, words in COMMANDS.items():
            out = ["--out", f"{folder}/{name}"] if name == "harvest" else []
            asked = [sys.executable, __file__, "--words", *words, *out, "--connect-to", address]
            done = subprocess.run(asked, capture_output=True, text=True, check=True)  # noqa: S603  # our own
            found[name] = json.loads(done.stdout.splitlines()[-1])
    return found


def _main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", action="store_true", help="list the files entered")
    parser.add_argument("--words", nargs=argparse.REMAINDER, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.words:
        print(json.dumps(traced(given.words)))
        return
    for name, found in of_commands().items():
        files = found["files"]
        assert isinstance(files, list)
        counts = ", ".join(f"{found[of]} {of}" for of in ("bodies", "decodes", "trees", "copies"))
        print(f"{name}: {len(files)} files, {counts}")
        if given.files:
            print("\n".join(f"  {file}" for file in files))


if __name__ == "__main__":
    _main()
