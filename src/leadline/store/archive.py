"""The archive of a crawl: rolling WARC files that are appended to and never rewritten.

The order is *append, then commit*: `append` returns when the operating system has the bytes; the caller then
commits the `Capture`, which says where they lie, with its event. So a database never points at bytes that are not
there, and what lies behind the last committed place belongs to nobody: `recover` cuts it off before a crawl
is resumed.

What a record holds is in `leadline.store.exchange`. A failure (no answer) has a record too: what a crawl did next
depended on it, so a replay needs it.
"""

import os
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import astuple, dataclass, replace
from pathlib import Path
from typing import BinaryIO

from leadline.errors import ArchiveError
from leadline.model.events import Failure
from leadline.model.page import Response
from leadline.model.travelling import travelling
from leadline.package import __version__
from leadline.store.atomic import atomic_write, copy_part
from leadline.store.batch import Capture
from leadline.store.codec import dumps
from leadline.store.exchange import Piece, RecordWriter
from leadline.store.withholding import emptied_at

NAME = re.compile(r"leadline-([0-9]{5,12})\.warc\.gz")
"""Of the archive's own files; nothing else in the folder is touched."""

REVISIT = "warc/revisit"  # what indexes of archives call a record that repeats another


@travelling
@dataclass(frozen=True, slots=True)
class PackedExchange:
    """All records of an exchange as they are appended, made beforehand by somebody who has the time: a worker."""

    data: bytes
    pieces: tuple[Piece, ...]
    how: Capture


def packed_exchange(response: Response, extra: Mapping[str, str] | None = None) -> PackedExchange:
    """The records name no warcinfo record, since their file is not known yet."""
    writer = RecordWriter(response.fetched_at)
    pieces = writer.exchange(response, extra or {})
    return PackedExchange(writer.written(), tuple(pieces), _how(response))


def capture_of(response: Response) -> Capture:
    """What is worth keeping of an answer that is archived nowhere."""
    how = (response.fetched_at, response.seconds, response.attempts, response.address, response.content_type)
    return Capture(*how)


def _how(response: Response) -> Capture:
    how = capture_of(response)
    return how if response.revisited is None else replace(how, media_type=REVISIT)


class Archive:
    """The WARC files in one folder; one writer at a time, which the lock of the crawl's folder sees to."""

    def __init__(self, folder: Path, *, roll_bytes: int = 2**30) -> None:
        self._folder = folder
        self._roll_bytes = roll_bytes
        self._file: BinaryIO | None = None
        self._info: str | None = None
        self._size = 0
        try:
            folder.mkdir(parents=True, exist_ok=True)
            # Files that are there may have a torn end: without `recover` a new one is begun.
            self._number = 1 + max((number for number, _ in self._files()), default=-1)
        except OSError as error:
            raise ArchiveError(f"the archive in {folder} cannot be opened: {error.strerror}") from error

    def path(self, name: str) -> Path:
        """Where one of its files lies. Raises where the name is none of them: a store may come from anybody."""
        if NAME.fullmatch(name) is None:
            raise ArchiveError(f"{self._folder} has no file {name!r}, which the database names: it is damaged")
        return self._folder / name

    def append(self, response: Response, *, extra: Mapping[str, str] | None = None) -> Capture:
        """Write request, metadata and response; with the system when this returns."""
        writer = self._writer(response.fetched_at)
        pieces = writer.exchange(response, extra or {})
        return self._put(writer.written(), pieces, _how(response))

    def append_packed(self, packed: PackedExchange) -> Capture:
        """The same of records that are there already."""
        begins = self._info is None or self._size >= self._roll_bytes
        before = self._writer(packed.how.fetched_at).written() if begins else b""
        return self._put(before + packed.data, packed.pieces, packed.how, len(before))

    def withhold(self, capture: Capture) -> Capture:
        """Take the body out of what was appended last, before anybody commits it."""
        assert capture.warc is not None
        assert capture.warc_offset is not None
        assert capture.warc_length is not None
        if capture.media_type == REVISIT:
            return capture  # it has none
        try:
            emptied_at(self.path(capture.warc), capture.warc_offset, capture.warc_length)
        except OSError as error:
            raise ArchiveError(f"{self.path(capture.warc)} cannot be written: {error.strerror}") from error
        return replace(capture, digest=None)

    def append_failure(self, url: str, failure: Failure, when: float) -> Capture:
        """Write that a request brought no answer, and why; with the system when this returns."""
        writer = self._writer(when)
        pieces = [writer.failure(url, failure)]
        return self._put(writer.written(), pieces, Capture(when, 0.0, 0))

    def _put(self, data: bytes, pieces: Sequence[Piece], how: Capture, begin: int = 0) -> Capture:
        """`pieces` count from `begin` on."""
        begin += self._size
        *before, last = pieces
        hops = [astuple(replace(hop, offset=begin + hop.offset)) for hop in before]
        name = self._name
        self._write(data)
        came = (how.fetched_at, how.seconds, how.requests, how.address, how.media_type)
        place = (last.digest, name, begin + last.offset, last.length)
        return Capture(*came, *place, dumps(hops) if hops else how.hops)

    def _writer(self, when: float) -> RecordWriter:
        if self._size >= self._roll_bytes:
            self._begin_next_file()
        writer = RecordWriter(when, self._info)
        if self._info is None:
            # Also where a resumed crawl goes on in a file: the software may be another one now.
            self._info = writer.head(self._name, f"Leadline/{__version__}")
        return writer

    def recover(self, committed: Mapping[str, int]) -> None:
        """Cut off what nobody committed; `committed` says for each file where its last committed place ends.

        Call it before the first `append`; that one then goes on in the last file."""
        assert self._file is None, "recover comes before the first append"
        try:
            for name, end in committed.items():
                self._check(self._folder / name, end)
            for name, end in committed.items():
                _cut(self._folder / name, end)
            for _, path in self._files():
                if path.name not in committed:
                    path.unlink()
        except OSError as error:
            raise ArchiveError(f"the archive in {self._folder} cannot be recovered: {error}") from error
        self._number = 0
        self._size = 0
        for number, path in self._files():
            self._number, self._size = number, path.stat().st_size
            if path.stat().st_nlink > 1:  # an export shares it, and must not grow
                self._number, self._size = number + 1, 0

    def close(self) -> None:
        """Put the present file on the disk and give it back."""
        if self._file is not None:
            file, self._file = self._file, None
            try:
                with file:
                    os.fsync(file.fileno())
            except OSError as error:
                raise ArchiveError(
                    f"{self._folder / self._name} cannot be put on the disk: {error.strerror}"
                ) from error

    def _begin_next_file(self) -> None:
        self.close()
        self._number += 1
        self._size = 0
        self._info = None

    @property
    def _name(self) -> str:
        return f"leadline-{self._number:05}.warc.gz"

    def _files(self) -> list[tuple[int, Path]]:
        named = ((NAME.fullmatch(path.name), path) for path in self._folder.iterdir())
        return sorted((int(match[1]), path) for match, path in named if match)

    def _write(self, data: bytes) -> None:
        path = self._folder / self._name
        try:
            if self._file is None:
                self._file = os.fdopen(_no_link(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT), "ab", 0)
            left = memoryview(data)
            while left:
                left = left[self._file.write(left) :]
        except OSError as error:
            self._undo_torn_write()
            raise ArchiveError(f"{path} cannot be written: {error.strerror or error}") from error
        self._size += len(data)

    def _undo_torn_write(self) -> None:
        """A full disk tears records like a crash does. What cannot be cut now, `recover` will cut."""
        if self._file is not None:
            with suppress(OSError), self._file as torn:
                torn.truncate(self._size)
            self._file = None
        self._begin_next_file()

    @staticmethod
    def _check(path: Path, end: int) -> None:
        size = path.stat().st_size if path.is_file() else 0
        if size < end:
            raise ArchiveError(
                f"{path} has {size:,} bytes, but the database knows of {end:,}: part of the archive is lost. "
                "Put the whole file back (from a backup, or from where the folder was copied) and resume again"
            )


def _no_link(path: Path, flags: int) -> int:
    return os.open(path, flags | os.O_NOFOLLOW, 0o644)


def _cut(path: Path, end: int) -> None:
    found = path.stat(follow_symlinks=False)
    if found.st_size <= end:
        return
    if found.st_nlink > 1:  # another name keeps its bytes: an export's, or one that is none of our business
        with atomic_write(path) as out:
            copy_part(path, end, out)
        return
    with os.fdopen(_no_link(path, os.O_WRONLY), "wb") as file:
        file.truncate(end)
