"""PostgreSQL servers for tests: one for all tests of a process, or one of a test's own."""

import atexit
import contextlib
import shutil
from collections.abc import Iterator
from functools import cache

import pytest

from leadline_bench.postgres_server import Server, new_folder, reason_to_skip

__all__ = ["Server", "new_folder", "reason_to_skip", "running", "shared"]


@cache
def shared() -> Server:
    """One for all tests of a process, until that ends."""
    folder = new_folder()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    server = Server(folder)
    server.start()
    atexit.register(server.stop)
    return server


@contextlib.contextmanager
def running() -> Iterator[Server]:
    """A server of its own for as long as the block lasts."""
    if why := reason_to_skip():
        pytest.skip(why)
    server = Server(folder := new_folder())
    server.start()
    try:
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)
