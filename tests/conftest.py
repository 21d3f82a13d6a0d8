"""Fixtures that several rooms' tests share: the program as users run it, and the built-in web."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from leadline.demo.server import serving

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def leadline(tmp_path: Path) -> Run:
    """Run `python -m leadline` in an empty folder; standard output and error are UTF-8 text."""

    def run(
        *words: str, stdin: bytes = b"", cwd: Path | None = None, **variables: str
    ) -> subprocess.CompletedProcess[str]:
        kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "FORCE_COLOR")}
        done = subprocess.run(
            [sys.executable, "-m", "leadline", *words],
            input=stdin,
            capture_output=True,
            cwd=cwd or tmp_path,
            env=kept | {"PYTHONIOENCODING": "utf-8"} | variables,
            timeout=60,
            check=False,
        )
        out, err = (stream.decode(errors="replace") for stream in (done.stdout, done.stderr))
        return subprocess.CompletedProcess(done.args, done.returncode, out, err)

    return run


@pytest.fixture(scope="session")
def builtin_web() -> Iterator[str]:
    """HOST:PORT of the demo's pages, for `--connect-to`."""
    with serving() as address:
        yield address
