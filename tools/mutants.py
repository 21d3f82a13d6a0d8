"""Break the program on purpose, one line at a time, and see whether a test notices: `make mutants`.

The list is in `tools/mutants/*.toml`, one table a mutant:

    [[mutant]]
    id = "guard-loopback"                  # a name of its own
    file = "src/leadline/web/guard.py"
    old = "(ip.is_loopback,"               # text that stands in the file once
    new = "(False,"                        # what takes its place
    why = "this machine could be asked"    # what a user would lose
    tests = ["tests/web/test_guard.py"]    # paths or node ids, those most likely to notice first
    survives = "…"                         # only for one that changes nothing: why it does not

Each mutant is put into a copy of the tree, never into the tree itself, and its tests are run until the first one
fails. The tests of the whole list are run on the unchanged copy first: one that fails anyway notices nothing.

| verdict | |
|---|---|
| killed | a test failed, or ran into the time limit |
| SURVIVED | all tests passed |
| GONE | the old text is not there, or more than once: counts as surviving until the mutant is rewritten |
| BROKEN | it cannot be imported, or its tests are not there or fail anyway: counts as surviving, too |
"""

import argparse
import ast
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

ROOT = Path(__file__).resolve().parent.parent
LEAST = 0.95
"""Share of the mutants that has to be killed."""
SECONDS = 180.0
"""For the tests of one mutant; they take a few seconds, and a mutant may make a loop endless."""
_COPIED = ("src", "experiments", "tests", "tools", "docs", "pyproject.toml", "README.md", "Makefile")
_KEYS = frozenset({"id", "file", "old", "new", "why", "tests", "survives"})
_MAY_LACK = frozenset({"survives"})
KILLED, SURVIVED, GONE, BROKEN = "killed", "SURVIVED", "GONE", "BROKEN"
_BUNCH = 4
"""Tests that are looked at together before anything is changed: within the time of one mutant."""
_PASSED, _FAILED = 0, 1
"""Exit codes of pytest; all others mean that it could not do its work."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change that a test has to notice."""

    id: str
    file: str
    old: str
    new: str
    why: str
    tests: tuple[str, ...]
    survives: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one mutant."""

    mutant: Mutant
    verdict: str
    told: str = ""
    """The test that noticed, or what is wrong."""
    seconds: float = 0.0


def load(folder: Path) -> list[Mutant]:
    """The mutants of all lists in a folder. Raises ValueError with the first thing that is wrong."""
    found: list[Mutant] = []
    for file in sorted(folder.glob("*.toml")):
        for number, told in enumerate(tomllib.loads(file.read_text(encoding="utf-8")).get("mutant", []), 1):
            where = f"{file.name}, mutant {told.get('id', number)!r}"
            if wrong := (told.keys() - _KEYS) or (_KEYS - _MAY_LACK - told.keys()):
                raise ValueError(f"{where}: unknown or missing: {', '.join(sorted(wrong))}")
            if not told["tests"] or told["old"] == told["new"]:
                raise ValueError(f"{where}: it names no test, or changes nothing")
            found.append(Mutant(**{**told, "tests": tuple(told["tests"])}))
    if doubled := [name for name, times in Counter(one.id for one in found).items() if times > 1]:
        raise ValueError(f"several mutants have the id {', '.join(doubled)}")
    return found


class Workshop:
    """A copy of the tree in which one mutant at a time is tried."""

    def __init__(self, root: Path, folder: Path) -> None:
        self._folder = folder
        for name in _COPIED:
            if (root / name).is_dir():
                shutil.copytree(root / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
            elif (root / name).exists():
                shutil.copy2(root / name, folder / name)
        # Compiled once, and checked by content: a change within the clock's resolution is not overlooked.
        compiled = [sys.executable, "-m", "compileall", "-q", "--invalidation-mode", "checked-hash", "src"]
        subprocess.run(compiled, cwd=folder, check=True)  # noqa: S603  # words of our own

    def passes(self, tests: Iterable[str]) -> tuple[int | None, str]:
        """Run these tests until one fails: pytest's exit code, None where time ran out, and what it said last."""
        words = [sys.executable, "-m", "pytest", "-x", "-q", "--no-header", "-p", "no:cacheprovider", *tests]
        path = os.pathsep.join(str(self._folder / part) for part in ("src", "experiments/src"))
        variables = os.environ | {"PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
        with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as out:
            process = subprocess.Popen(  # noqa: S603  # tests named in our own list
                words,
                cwd=self._folder,
                env=variables,
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            try:
                code: int | None = process.wait(SECONDS)
            except subprocess.TimeoutExpired:
                code = None
            finally:
                if process.poll() is None:
                    os.killpg(process.pid, signal.SIGKILL)
                    process.wait()
            out.seek(0)
            return code, out.read()

    def tried(self, mutant: Mutant) -> Outcome:
        """Put the mutant in, run its tests, and take it out again."""
        path = self._folder / mutant.file
        source = path.read_text(encoding="utf-8") if path.is_file() else ""
        if (times := source.count(mutant.old)) != 1:
            return Outcome(mutant, GONE, f"its text stands {times} times in {mutant.file}")
        changed = source.replace(mutant.old, mutant.new)
        if path.suffix == ".py" and (wrong := _syntax(changed)):
            return Outcome(mutant, BROKEN, wrong)
        began = time.monotonic()
        path.write_text(changed, encoding="utf-8")
        try:
            code, said = self.passes(mutant.tests)
        finally:
            path.write_text(source, encoding="utf-8")
        took = time.monotonic() - began
        if code is None:
            return Outcome(mutant, KILLED, f"no end within {SECONDS:g} s", took)
        if code not in (_PASSED, _FAILED):
            return Outcome(mutant, BROKEN, _last(said, "ERROR") or f"pytest ended with {code}", took)
        return Outcome(mutant, SURVIVED if code == _PASSED else KILLED, _last(said, "FAILED"), took)


def _syntax(source: str) -> str:
    try:
        ast.parse(source)
    except SyntaxError as error:
        return f"not Python: {error}"
    return ""


def _last(said: str, word: str) -> str:
    """The first line of pytest's summary with this word, without its message."""
    lines = (line for line in said.splitlines() if line.startswith(f"{word} "))
    return next(lines, "").removeprefix(f"{word} ").partition(" - ")[0]


def run(mutants: Sequence[Mutant], root: Path, processes: int) -> list[Outcome]:
    """Try all mutants, in the order of the list."""
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        shops: SimpleQueue[Workshop] = SimpleQueue()
        for number in range(processes):
            shops.put(Workshop(root, Path(folder) / str(number)))
        with ThreadPoolExecutor(processes) as pool:
            tests = sorted({test for mutant in mutants for test in mutant.tests})
            bunches = [tests[at : at + _BUNCH] for at in range(0, len(tests), _BUNCH)]
            failing = frozenset().union(*pool.map(lambda bunch: _failing(shops, bunch), bunches))
            return list(pool.map(lambda mutant: _one(shops, mutant, failing), mutants))


def _failing(shops: "SimpleQueue[Workshop]", tests: Sequence[str]) -> frozenset[str]:
    """Which of these fail without any mutant; one that fails only now and then does not count."""
    shop = shops.get()
    try:
        if shop.passes(tests)[0] == _PASSED:
            return frozenset()
        return frozenset(test for test in tests if shop.passes([test])[0] != _PASSED)
    finally:
        shops.put(shop)


def _one(shops: "SimpleQueue[Workshop]", mutant: Mutant, failing: frozenset[str]) -> Outcome:
    shop = shops.get()
    try:
        useless = failing.intersection(mutant.tests)
        told = f"fails without the mutant, too: {', '.join(sorted(useless))}"
        outcome = Outcome(mutant, BROKEN, told) if useless else shop.tried(mutant)
    finally:
        shops.put(shop)
    _say(f"{outcome.verdict:9} {mutant.id:34} {outcome.seconds:5.1f} s  {outcome.told}")
    return outcome


def summary(outcomes: Sequence[Outcome]) -> bool:
    """Tell how many were killed and name the others; True if enough were."""
    rooms: dict[str, list[Outcome]] = {}
    for one in outcomes:
        rooms.setdefault(one.mutant.id.partition("-")[0], []).append(one)
    _say(f"\n{'':16} {'mutants':>8} {'killed':>8}")
    for room, found in (*sorted(rooms.items()), ("all", list(outcomes))):
        _say(f"{room:16} {len(found):8} {sum(one.verdict == KILLED for one in found):8}")
    left = [one for one in outcomes if one.verdict != KILLED]
    for one in left:
        reason = one.mutant.survives or "no reason is recorded: write a test that notices it"
        _say(f"\n{one.verdict} {one.mutant.id} ({one.mutant.file}; {one.told or 'all tests passed'})")
        _say(f"  what is lost: {one.mutant.why}\n  why it is here: {reason}")
    share = 1 - len(left) / len(outcomes)
    enough = share >= LEAST
    wanted = f"at least {LEAST:.0%} {'are' if enough else 'ARE'} wanted"
    _say(f"\n{share:.1%} of {len(outcomes)} mutants are killed; {wanted}")
    return enough


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _chosen(mutants: Sequence[Mutant], only: Sequence[str]) -> list[Mutant]:
    wanted = [one for one in mutants if not only or one.id.startswith(tuple(only))]
    if not wanted:
        raise ValueError(f"no mutant is called {', '.join(only) or 'anything'}; see --list")
    return wanted


def main() -> int:
    arguments = argparse.ArgumentParser(description="Break the program on purpose and see whether tests notice.")
    arguments.add_argument(
        "--only", action="append", default=[], metavar="ID", help="this one, or all that begin so"
    )
    arguments.add_argument("--list", action="store_true", help="show the list, run nothing")
    arguments.add_argument("--processes", type=int, default=2)
    arguments.add_argument("--root", type=Path, default=ROOT, help="the tree; its list is in tools/mutants")
    given = arguments.parse_args()
    try:
        wanted = _chosen(load(given.root / "tools" / "mutants"), given.only)
        if given.list:
            for one in wanted:
                _say(f"{one.id:34} {one.file:46} {one.why}")
            return 0
        return 0 if summary(run(wanted, given.root, given.processes)) else 1
    except ValueError as error:
        sys.stderr.write(f"{error}\n")
        return 3


if __name__ == "__main__":
    raise SystemExit(main())
