"""The archive as WACZ 1.1.1: one ZIP with WARC files, their index, a list of pages, and a package that names all
with their digests. ReplayWeb.page and other players open it as it is.

WARC files are stored as they are, not packed once more, so that a player reads single records out of them.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from leadline.errors import ArchiveError
from leadline.package import __version__
from leadline.store.atomic import copy_part
from leadline.store.cdxj import write_index
from leadline.store.protocols import Store

VERSION = "1.1.1"
_HEAD: dict[str, Any] = {"format": "json-pages-1.0", "id": "pages", "title": "All pages"}
_MEDIA = ("text/html", "application/xhtml+xml")
Part = tuple[str, Path, Store]
"""A name for the folder, where its WARC files are, its store."""


def write_wacz(parts: Sequence[Part], out: BinaryIO, made: datetime | None = None) -> int:
    """All archives as one file; how many WARC files that are. `made` is the time it says it was made at."""
    package = _Package(out, made or datetime.now(UTC))
    alone = len(parts) == 1
    count = 0
    for name, folder, store in parts:
        for file, end in store.pages.archive_ends().items():
            package.archive(f"archive/{_called(name, file, alone=alone)}", folder / file, end)
            count += 1
    with package.writing("indexes/index.cdx") as file_in_zip:
        write_index([(store, partial(_called, name, alone=alone)) for name, _, store in parts], file_in_zip)
    with package.writing("pages/pages.jsonl") as file_in_zip:
        for line in chain([_HEAD], *(_pages(store) for _, _, store in parts)):
            file_in_zip.write(f"{json.dumps(line, ensure_ascii=False)}\n".encode("utf-8", "replace"))
    package.end()
    return count


def _called(name: str, file: str, *, alone: bool) -> str:
    """Archives of several folders have the same names."""
    return file if alone else f"{name.replace('/', '-')}-{file}"


def _pages(store: Store) -> Iterator[dict[str, Any]]:
    for row in store.pages.rows("pages"):
        if row["status"] == 200 and row["warc"] and row["media_type"] in _MEDIA:
            at = datetime.fromtimestamp(float(row["fetched_at"]), UTC)
            url = row["final_url"] or row["url"]
            yield {"id": str(row["number"]), "url": url, "ts": at.isoformat(timespec="seconds"), "title": url}


class _Hashed:
    """Passes bytes on, and knows their digest."""

    def __init__(self, out: Any) -> None:  # a writer of zipfile has no name for its type
        self._out, self._hash, self.size = out, hashlib.sha256(), 0

    def write(self, data: bytes) -> int:
        self._hash.update(data)
        self.size += len(data)
        return int(self._out.write(data))

    @property
    def digest(self) -> str:
        return f"sha256:{self._hash.hexdigest()}"


class _Package:
    """The ZIP as it is written."""

    def __init__(self, out: BinaryIO, made: datetime) -> None:
        self._zip = ZipFile(out, "w", ZIP_STORED)
        self._made = made
        self.resources: dict[str, dict[str, Any]] = {}

    @contextmanager
    def writing(self, path: str, packing: int = ZIP_DEFLATED) -> Iterator["_Hashed"]:
        """A file of the package, named in it when it is through."""
        info = ZipInfo(path, self._made.timetuple()[:6])
        info.compress_type = packing
        with self._zip.open(info, "w", force_zip64=True) as raw:
            written = _Hashed(raw)
            yield written
        name = path.rpartition("/")[2].lower()
        self.resources[path] = {"name": name, "path": path, "hash": written.digest, "bytes": written.size}

    def archive(self, path: str, source: Path, end: int) -> None:
        with self.writing(path, ZIP_STORED) as hashed:
            if left := copy_part(source, end, hashed):
                raise ArchiveError(f"{source} ends {left:,} bytes before what the database knows of")

    def add(self, path: str, told: object) -> None:
        with self.writing(path) as out:
            out.write(json.dumps(told, indent=2).encode())

    def end(self) -> None:
        package = {
            "profile": "data-package",
            "wacz_version": VERSION,
            "software": f"Leadline/{__version__}",
            "created": self._made.isoformat(timespec="seconds"),
            "resources": list(self.resources.values()),
        }
        self.add("datapackage.json", package)
        digest = self.resources["datapackage.json"]["hash"]
        self.add("datapackage-digest.json", {"path": "datapackage.json", "hash": digest})
        self._zip.close()
