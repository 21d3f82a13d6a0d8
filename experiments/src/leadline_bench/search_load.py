"""The two halves of `leadline bench search` that are measured in a process of their own.

`python -m leadline_bench.search_load index DIR` indexes a crawl; `… ask DIR QUERIES SEED` asks its dashboard over
HTTP, three words at a time, and for single pages by their number between them.
"""

import json
import random
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import quote

from leadline.app.folders import Folder
from leadline.app.search import search
from leadline.errors import WorkNotDone

_ADDRESS = re.compile(r"http://(127\.0\.0\.1):(\d+)/")
_WORDS = 3
_TEXTS = 200  # pages whose words are asked for


def index(folder: Path) -> dict[str, object]:
    """Index everything; how many documents there are."""
    return {"documents": search([folder], "kind:page", most=1).total}


def ask(folder: Path, queries: int, seed: int) -> dict[str, object]:
    """Seconds of each search and of each look-up, taken in turn."""
    rng = random.Random(seed)  # noqa: S311  # an experiment
    texts = [str(found.hit.snippet) for found in search([folder], "kind:page", most=_TEXTS).hits]
    numbers = [int(row["number"]) for row in Folder(folder).pages if row["status"] == 200]
    searched, looked_up, found = list[float](), list[float](), 0
    with _served(folder) as (connection, name):
        for _ in range(queries):
            words = rng.sample(re.findall(r"[a-z]{3,}", rng.choice(texts).lower()) + ["of"] * _WORDS, _WORDS)
            seconds, answer = _timed(connection, f"/api/search?q={quote(' '.join(words))}&limit=10")
            searched.append(seconds)
            found += bool(answer["total"])
            number = rng.choice(numbers)
            seconds, answer = _timed(connection, f"/api/folders/{name}/pages/{number}")
            looked_up.append(seconds)
            if answer["page"]["number"] != number:
                raise WorkNotDone(f"page {number} was asked for, and another came")
    return {"searched": searched, "looked_up": looked_up, "found": found}


@contextmanager
def _served(folder: Path) -> Iterator[tuple[HTTPConnection, str]]:
    command = [sys.executable, "-m", "leadline", "serve", str(folder), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:  # noqa: S603  # ours
        try:
            assert process.stdout is not None
            lines = (_ADDRESS.search(line) for line in process.stdout)
            address = next((match for match in lines if match is not None), None)
            if address is None:
                raise WorkNotDone("leadline serve said no address")
            connection = HTTPConnection(address[1], int(address[2]), timeout=300)
            _, folders = _timed(connection, "/api/folders")
            yield connection, str(folders["folders"][0]["name"])
        finally:
            process.terminate()


def _timed(connection: HTTPConnection, path: str) -> tuple[float, dict[str, Any]]:
    began = time.perf_counter()
    connection.request("GET", path)
    response = connection.getresponse()
    body = response.read()
    seconds = time.perf_counter() - began
    if response.status != 200:
        raise WorkNotDone(f"{path} was answered with {response.status}: {body[:200]!r}")
    return seconds, json.loads(body)


if __name__ == "__main__":
    what, where, *more = sys.argv[1:]
    done = index(Path(where)) if what == "index" else ask(Path(where), *map(int, more))
    sys.stdout.write(json.dumps(done))
