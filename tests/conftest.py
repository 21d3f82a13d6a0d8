"""Fixtures that several rooms' tests share: the program as users run it, and the built-in web."""

import fcntl
import gc
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from leadline.demo.server import serving
from prepared_program import Started, can_run, prepared, prepared_command, share

if TYPE_CHECKING:
    from dashboards import Dashboard

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A job started in the background ignores Ctrl-C and hands that down, to the programs we interrupt as well.
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Nothing that is collected can be thrown away: sweeps begin where collecting ends.
gc.disable()

# An example of 2 ms took over 200 once, while the machine did something else: time is measured where it is meant.
settings.register_profile("leadline", deadline=None)
settings.load_profile("leadline")

Run = Callable[..., subprocess.CompletedProcess[str]]

_PATIENCE = 240  # seconds for a program that takes a few, on a machine that is as busy as can be

os.environ["LEADLINE_VALUES"] = "off"
"""No test learns from, or writes to, what the user of this machine has."""


_LONG = (
    "harvest/test_on_screen.py", "harvest/test_scripted.py", "docs/test_commands_in_docs.py",
    "web/test_hostile_neighbour.py",
    "locate/test_kill.py", "web/test_browser.py", "bounds/test_large_pages.py",
    "locate/test_kill_learning.py", "bench/test_throughput_bench.py", "topics/test_topic_development.py",
    "cli/test_audited_folder.py", "locate/test_resting_hosts.py", "locate/test_processes.py",
    "packages/test_wheels.py", "harvest/test_harvest_entrance.py", "bench/test_search_bench.py",
    "bounds/test_patterns.py", "forms/test_types_on_development_data.py", "store/test_forget.py",
    "harvest/test_harvest_waiting.py", "cli/test_db_command.py", "cli/test_run_processes.py",
    "bench/test_frontier_bench.py", "bench/test_forms_bench.py", "bench/test_harvest_bench.py",
    "forms/test_labels_development.py", "forms/test_forms_on_development_data.py",
    "cli/test_damaged_folder.py", "harvest/test_side_doors.py", "answers/test_record_shapes.py",
)  # fmt: skip
"""Files that take longest, longest first."""


def pytest_configure(config: pytest.Config) -> None:
    """The processes of one run share the interpreter that forks the program: its start takes seconds."""
    if not hasattr(config, "workerinput"):
        share(begin=bool(config.getoption("numprocesses", None)))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes long begins first: at the end one core would wait for the other's last file."""
    places = {Path(__file__).parent / name: place for place, name in enumerate(_LONG)}
    items.sort(key=lambda item: places.get(item.path, len(places)))


def pytest_collection_finish() -> None:
    """What thousands of collected tests take up is not swept again and again while they run: a tenth of the
    suite's time went there, and a sweep in the middle of a measurement failed a test once."""
    gc.freeze()
    gc.enable()
    gc.set_threshold(10_000, 20, 20)


def run_in(folder: Path, *words: str, stdin: bytes = b"", **variables: str) -> subprocess.CompletedProcess[str]:
    """Run `leadline` in a folder; standard output and error are UTF-8 text."""
    kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "FORCE_COLOR")}
    everything = kept | {"PYTHONIOENCODING": "utf-8"} | variables
    with ExitStack() as files:
        given, out, err = (files.enter_context(tempfile.TemporaryFile()) for _ in range(3))
        given.write(stdin)
        given.seek(0)
        streams = [given.fileno(), out.fileno(), err.fileno()]
        if can_run(variables):
            code = Started(prepared(), list(words), str(folder), everything, streams).wait(_PATIENCE)
        else:
            command = [sys.executable, "-m", "leadline", *words]
            code = subprocess.call(
                command, cwd=folder, env=everything, stdin=given, stdout=out, stderr=err, timeout=_PATIENCE
            )
        for stream in (out, err):
            stream.seek(0)
        said, told = (stream.read().decode(errors="replace") for stream in (out, err))
    return subprocess.CompletedProcess(words, code, said, told)


@pytest.fixture
def leadline(tmp_path: Path) -> Run:
    """The program, run in an empty folder of the test's own."""

    def run(
        *words: str, stdin: bytes = b"", cwd: Path | None = None, **variables: str
    ) -> subprocess.CompletedProcess[str]:
        return run_in(cwd or tmp_path, *words, stdin=stdin, **variables)

    return run


@pytest.fixture(scope="session")
def shell_command() -> str:
    """The program as a word of a shell, before those it is given."""
    return shlex.join(prepared_command())


@pytest.fixture(scope="session")
def builtin_web() -> Iterator[str]:
    """HOST:PORT of the demo's pages, for `--connect-to`."""
    with serving() as address:
        yield address


@pytest.fixture(scope="session")
def crawled(builtin_web: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with `located` and `harvested`, made by the commands on the built-in web; to be read only.

    Whichever process of a run needs it first makes it; the others have copies."""
    own = tmp_path_factory.mktemp("crawled")
    if "PYTEST_XDIST_WORKER" not in os.environ:
        return _made_by_commands(own, builtin_web)
    shared = tmp_path_factory.getbasetemp().parent / "crawled"
    with shared.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not shared.exists():
            _made_by_commands(own, builtin_web)
            shutil.copytree(own, shared.with_suffix(".new")).rename(shared)
            return own
    return shutil.copytree(shared, own, dirs_exist_ok=True)


def _made_by_commands(folder: Path, builtin_web: str) -> Path:
    (folder / "seeds.txt").write_text("http://motoring.example/\n")
    web = ["--connect-to", builtin_web, "--delay", "0.01"]
    given = ["--topic", "auto", "--seeds", "seeds.txt", "--option", "locate.open_groups=1"]
    for words in (
        ["locate", *given, "--out", "located"],
        ["harvest", "http://cars.example/", "--out", "harvested"],
    ):
        done = run_in(folder, *words, *web, "--json")
        assert done.returncode == 0, done.stderr
        (folder / f"{words[0]}.json").write_text(done.stdout, encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def shelf(crawled: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds a harvest (`cars`) and a crawl (`forms`), for the dashboard."""
    folder = tmp_path_factory.mktemp("shelf")
    shutil.copytree(crawled / "harvested", folder / "cars")
    shutil.copytree(crawled / "located", folder / "forms")
    return folder


@pytest.fixture(scope="session")
def shown(shelf: Path) -> "Iterator[Dashboard]":
    """A dashboard over it, on a real socket."""
    from dashboards import dashboard  # brings a server along that most tests do without

    with dashboard(shelf) as served:
        yield served
