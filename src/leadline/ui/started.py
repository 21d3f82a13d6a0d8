"""Harvests that are started from a page: the program itself as a process of its own, so that what it does to a
site and to its folder is what the command does, and the dashboard stays quick whatever a page costs to read."""

import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import IO
from urllib.parse import urlsplit

from leadline.errors import BadTarget
from leadline.model.url import canonical

_AT_ONCE = 4  # each may keep a core busy
_PATIENCE = 10.0  # seconds in which a harvest that is told to end commits what it has
_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,80}")
_NO_LETTERS = re.compile(r"[^a-z0-9]+")
_TOLD = 4_000


@dataclass(eq=False)
class StartedHarvest:
    """One of them; `sentence` is the last it said."""

    url: str
    path: Path
    process: subprocess.Popen[bytes]
    log: IO[bytes]

    @property
    def code(self) -> int | None:
        """None while it runs."""
        return self.process.poll()

    def sentence(self) -> str:
        self.log.seek(0, 2)
        self.log.seek(max(0, self.log.tell() - _TOLD))
        lines = self.log.read().decode("utf-8", "replace").splitlines()
        return next((line.removeprefix("leadline: ") for line in reversed(lines) if line.strip()), "")

    def as_json(self) -> dict[str, object]:
        return {
            "url": self.url,
            "name": self.path.name,
            "running": self.code is None,
            "exit_code": self.code,
            "said": self.sentence(),
        }


@dataclass(eq=False)
class StartedHarvests:
    """`words` are network options that every harvest gets, as they were given to `leadline serve`."""

    words: Sequence[str] = ()
    all: list[StartedHarvest] = field(default_factory=list)
    _lock: Lock = field(default_factory=Lock)

    def start(
        self, target: str, home: Path | None, *, name: str = "", max_requests: int | None = None
    ) -> StartedHarvest:
        """Raises `BadTarget` where it cannot be begun; whether the form may be sent the harvest itself says."""
        if home is None:
            raise BadTarget("a new harvest needs a place: start `leadline serve` with a folder that holds folders")
        url = canonical(target.strip()) if target.strip().lower().startswith(("http://", "https://")) else None
        if url is None:
            raise BadTarget(f"{target[:200]!r} is not a URL; write it in full, http://… or https://…")
        with self._lock:
            if sum(one.code is None for one in self.all) >= _AT_ONCE:
                raise BadTarget(f"{_AT_ONCE} harvests run already; wait for one of them, or stop it")
            named = name.strip() or _NO_LETTERS.sub("-", (urlsplit(url).hostname or "").lower())
            path = _free(home, named, {one.path for one in self.all if one.code is None})
            limit = ["--max-requests", str(max_requests)] if max_requests is not None else []
            log = tempfile.TemporaryFile()  # noqa: SIM115  # it lives as long as the harvest is shown
            command = [sys.executable, "-m", "leadline", "harvest", url, "--out", str(path), *limit, *self.words]
            process = subprocess.Popen(  # noqa: S603  # our own program; its words are a URL and a name that were checked
                command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=log, start_new_session=True
            )
            one = StartedHarvest(url, path, process, log)
            self.all.append(one)
            return one

    def stop(self, name: str) -> StartedHarvest:
        """As Ctrl-C does: cleanly, to be resumed."""
        found = next((one for one in self.all if one.path.name == name and one.code is None), None)
        if found is None:
            raise BadTarget(f"no harvest called {name[:80]!r} was started from here and still runs")
        found.process.send_signal(signal.SIGINT)
        return found

    def close(self) -> None:
        """All end, to be resumed."""
        running = [one for one in self.all if one.code is None]
        for one in running:
            one.process.send_signal(signal.SIGINT)
        for one in running:
            try:
                one.process.wait(_PATIENCE)
            except subprocess.TimeoutExpired:
                one.process.kill()
                one.process.wait()
        for one in self.all:
            one.log.close()


def _free(home: Path, name: str, begun: set[Path]) -> Path:
    """A name in that folder and nowhere else."""
    if _NAME.fullmatch(name) is None or ".." in name:
        raise BadTarget(f"{name[:80]!r} is no name of a folder; small letters, digits, '-', '_' and '.' make one")
    taken = (home / name, *(home / f"{name}-{number}" for number in range(2, 1000)))
    return next(path for path in taken if path not in begun and not path.exists())
