"""Finished crawls as rows that are kept beside the results, so that an experiment of hours grows over sittings.

One file a world, `world-SEED.jsonl.gz`. Each row is a gzip member of its own: it is appended without reading the
others, and one that a killed process left torn is written over by the next.

A row says which code made it. Code changes between two sittings, mostly without changing what a crawl finds; so a
strategy whose code has changed runs one of its finished crawls again, and where that comes out as before the rows
are as good as new. That the two agree is told by the second row of the same trial, with the other code.
"""

import gzip
import json
import zlib
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from operator import attrgetter
from pathlib import Path

from leadline.errors import WorkNotDone
from leadline_bench.locate.trial import Result, Trial

BULKY = ("by_site", "queues", "learned")
"""Fields of a result that are kept only where a figure is made from them: most of a row's bytes."""
_COMPARED = attrgetter(
    "pages", "relevant", "searchable", "found", "on_topic", "sites", "errors", "backlink_calls", "stopped_by",
    "kept", "deep_sites",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class KeptRun:
    """One row."""

    result: Result
    code: str
    """Digest of the code behind it (`experiment.code_behind`)."""
    commit: str
    """Where that code can be found; empty if nobody could tell."""


def trimmed(result: Result, read: Collection[str]) -> Result:
    """Without the bulky fields that nobody reads; of a learning step it stays known when it was."""
    return replace(
        result,
        by_site=result.by_site if "by_site" in read else {},
        queues=result.queues if "queues" in read else (),
        learned=result.learned if "learned" in read else tuple({"pages": s["pages"]} for s in result.learned),
    )


def is_same(one: Result, other: Result) -> bool:
    """Whether two crawls of one trial met the same things at the same pages."""
    return bool(_COMPARED(one) == _COMPARED(other))


class KeptRuns:
    """The rows of a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._whole: dict[Path, int] = {}
        """Bytes of each file up to the end of its last whole row."""
        self._rows: list[KeptRun] = []
        for file in sorted(folder.glob("world-*.jsonl.gz")):
            self._whole[file] = 0
            for row, end in _members(file.read_bytes()):
                self._rows.append(_unpacked(row, file))
                self._whole[file] = end

    @property
    def results(self) -> dict[Trial, Result]:
        """By trial; of several rows the first."""
        found: dict[Trial, Result] = {}
        for row in self._rows:
            found.setdefault(row.result.trial, row.result)
        return found

    def commits(self) -> dict[str, int]:
        """Who made how many of the results."""
        found: dict[str, int] = {}
        for row in {row.result.trial: row for row in reversed(self._rows)}.values():
            found[row.commit] = found.get(row.commit, 0) + 1
        return found

    def unproven(self, strategy: str, code: str) -> list[Trial]:
        """Trials of a strategy (by its plain name) made by code that is neither this nor proved to find the same,
        in the order they were run."""
        mine = [row for row in self._rows if row.result.trial.variant.name == strategy]
        codes: dict[Trial, set[str]] = {}
        for row in mine:
            codes.setdefault(row.result.trial, set()).add(row.code)
        good, known = {code}, 0
        while len(good) > known:
            known = len(good)
            good.update(*(some for some in codes.values() if some & good))
        return [row.result.trial for row in mine if row.code not in good]

    def add(self, row: KeptRun) -> None:
        """At the end of its world's file."""
        file = self._folder / f"world-{row.result.trial.world}.jsonl.gz"
        packed = gzip.compress(_packed(row), 9, mtime=0)
        self._folder.mkdir(parents=True, exist_ok=True)
        with file.open("r+b" if file.exists() else "xb") as out:
            out.truncate(self._whole.get(file, 0))
            out.seek(self._whole.get(file, 0))
            out.write(packed)
        self._whole[file] = self._whole.get(file, 0) + len(packed)
        self._rows.append(row)


def _packed(row: KeptRun) -> bytes:
    body = {"code": row.code, "commit": row.commit, "result": row.result.as_json()}
    return json.dumps(body, separators=(",", ":")).encode() + b"\n"


def _unpacked(row: bytes, file: Path) -> KeptRun:
    try:
        body = json.loads(row)
        return KeptRun(Result.of_json(body["result"]), body["code"], body["commit"])
    except (ValueError, LookupError, TypeError) as error:
        raise WorkNotDone(f"{file} holds a row that is no finished crawl ({error}); put the file back") from error


def _members(data: bytes) -> Iterator[tuple[bytes, int]]:
    """What each whole member holds, and where it ends."""
    end = 0
    while end < len(data):
        unpacking = zlib.decompressobj(zlib.MAX_WBITS | 16)
        try:
            row = unpacking.decompress(data[end:])
        except zlib.error:
            return
        if not unpacking.eof:
            return
        end = len(data) - len(unpacking.unused_data)
        yield row, end
