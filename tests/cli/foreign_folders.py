"""Folders of crawls that somebody else has had his hands on, and what the program may do with them."""

import hashlib
import io
import shutil
import sqlite3
import subprocess
from contextlib import closing, redirect_stderr, redirect_stdout
from pathlib import Path

from leadline.cli.app import app
from leadline.cli.running import run


def called(*words: str) -> subprocess.CompletedProcess[str]:
    """The program without the price of a new interpreter: same words, same ending."""
    said, told = io.BytesIO(), io.BytesIO()
    out, err = (io.TextIOWrapper(stream, encoding="utf-8", write_through=True) for stream in (said, told))
    with redirect_stdout(out), redirect_stderr(err):
        code = run(app, words)
    return subprocess.CompletedProcess(
        words, code, said.getvalue().decode(errors="replace"), told.getvalue().decode()
    )


def copy_of(crawled: Path, kind: str, where: Path) -> Path:
    """A folder as it arrives: whole, in a place of its own."""
    return Path(shutil.copytree(crawled / kind, where / "foreign"))


def altered(folder: Path, *statements: str) -> Path:
    """Its database after some statements."""
    with closing(sqlite3.connect(folder / "leadline.db")) as database:
        for statement in statements:
            database.execute(statement)
        database.commit()
    return folder


def configured(folder: Path, section: str, line: str) -> Path:
    """Its configuration with a line more (or another) in a section."""
    key = line.partition(" =")[0]
    lines = (folder / "config.toml").read_text(encoding="utf-8").splitlines()
    start = lines.index(f"[{section}]")
    end = next((n for n in range(start + 1, len(lines)) if lines[n].startswith("[")), len(lines))
    kept = [one for one in lines[start + 1 : end] if not one.startswith(f"{key} =")]
    text = "\n".join([*lines[: start + 1], line, *kept, *lines[end:]])
    (folder / "config.toml").write_text(text, encoding="utf-8")
    return folder


def contents(folder: Path) -> dict[str, str]:
    """A digest of every file, but for the lock and what SQLite keeps beside a database."""
    passing = ("leadline.lock", "leadline.db-wal", "leadline.db-shm")
    return {
        str(file.relative_to(folder)): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted(folder.rglob("*"))
        if file.is_file() and file.name not in passing
    }


def one_sentence(done: subprocess.CompletedProcess[str]) -> str:
    assert done.stderr.count("\n") == 1, done.stderr
    assert done.stderr.startswith("leadline: ")
    return done.stderr
