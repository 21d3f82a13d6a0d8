"""A disk of a few kilobytes that can be made larger: a tmpfs where mounting is allowed, or a limit on file sizes.

The limit (RLIMIT_FSIZE) is the next best thing that needs no rights: writes fail in the middle as they do on a
full disk, only file by file.
"""

import ctypes
import os
import resource
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_LIBC = ctypes.CDLL(None, use_errno=True)
_REMOUNT, _READ_ONLY, _BIND = 32, 1, 4096


class SmallDisk:
    """Programs run with `run` find `size` bytes of room in `folder`."""

    def __init__(self, folder: Path, size: int, *, mounted: bool) -> None:
        self.folder = folder
        self._size = size
        self._mounted = mounted

    def run(self, words: list[str]) -> subprocess.CompletedProcess[str]:
        limit = None if self._mounted else self._size

        def limited() -> None:
            if limit is not None:
                resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

        return subprocess.run(
            words, capture_output=True, text=True, timeout=120, check=False, preexec_fn=limited, cwd=self.folder
        )

    def grow(self) -> None:
        self._size = 2**28
        if self._mounted:
            _mount("tmpfs", self.folder, "tmpfs", _REMOUNT, f"size={self._size}")


@contextmanager
def small_disk(folder: Path, size: int, *, mount: bool = True) -> Iterator[SmallDisk]:
    """An empty disk of that size."""
    folder.mkdir()
    mounted = mount and _mount("tmpfs", folder, "tmpfs", 0, f"size={size}")
    try:
        yield SmallDisk(folder, size, mounted=mounted)
    finally:
        if mounted:
            _LIBC.umount2(os.fsencode(folder), 2)


@contextmanager
def read_only(folder: Path) -> Iterator[bool]:
    """The folder as on a medium that cannot be written; False where that cannot be had."""
    mounted = _mount(str(folder), folder, "", _BIND, "") and _mount(
        "none", folder, "", _REMOUNT | _BIND | _READ_ONLY, ""
    )
    try:
        yield mounted
    finally:
        _LIBC.umount2(os.fsencode(folder), 2)


def _mount(source: str, target: Path, kind: str, flags: int, data: str) -> bool:
    return not _LIBC.mount(source.encode(), os.fsencode(target), kind.encode(), flags, data.encode())
