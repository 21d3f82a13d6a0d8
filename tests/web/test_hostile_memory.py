"""The worst answers one after another, with the real limits, in a process that may not grow."""

import gzip
import json
import subprocess
import sys
import zlib
from pathlib import Path

import pytest
from hostile_server import HostileServer, Script, endless, page

CHILD = """
import asyncio, json, resource, sys
from leadline.errors import FetchError
from leadline.gate.targets import TARGET
from leadline.model.page import Request
from leadline.web.door import open_door
from leadline.web.settings import Limits, WebSettings

async def main(address, paths):
    limits = Limits(total_seconds=6.0, first_byte_seconds=3.0)
    found = {}
    settings = WebSettings(delay=0, retries=0, robots=False, connect_to=address, limits=limits)
    async with open_door(settings) as fetcher:
        await fetcher.fetch(Request("http://a.example/good", permit=TARGET))
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for path in paths:
            try:
                response = await fetcher.fetch(Request("http://a.example" + path, permit=TARGET))
                found[path] = str(response.truncated)
            except FetchError as error:
                found[path] = error.kind
        await fetcher.fetch(Request("http://a.example/good", permit=TARGET))
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    print(json.dumps({"found": found, "grown_mib": grown / 1024}))

resource.setrlimit(resource.RLIMIT_AS, (768 * 2**20, 768 * 2**20))
asyncio.run(main(sys.argv[1], sys.argv[2:]))
"""

MIB = 2**20
OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n"


def bomb(mebibytes: int) -> bytes:
    """Gzip of so many zeros, without ever holding them."""
    machine, zeros = zlib.compressobj(6, zlib.DEFLATED, 31), bytes(MIB)
    return b"".join(machine.compress(zeros) for _ in range(mebibytes)) + machine.flush()


def packed(body: bytes, encoding: str) -> Script:
    return page(body, f"Content-Type: text/html\r\nContent-Encoding: {encoding}")


@pytest.mark.skipif(sys.platform != "linux", reason="limits on a process's memory are Linux's")
def test_the_worst_in_a_row(tmp_path: Path) -> None:
    """Bombs, endless streams and floods with the default limits cost a process less than 100 MiB in all."""
    script = tmp_path / "child.py"
    script.write_text(CHILD)
    zeros = bomb(200)
    scripts: dict[str, Script] = {
        "/bomb": packed(zeros, "gzip"),
        "/bombs": packed(gzip.compress(gzip.compress(zeros)), "gzip, gzip, gzip"),
        "/members": endless(OK + b"Content-Encoding: gzip\r\n\r\n", gzip.compress(bytes(MIB)) * 16),
        "/endless": endless(OK + b"\r\n", b"x" * 65_536),
        "/chunks": endless(OK + b"Transfer-Encoding: chunked\r\n\r\n", b"10000\r\n" + b"x" * 65_536 + b"\r\n"),
        "/headers": endless(OK, b"X-Flood: " + b"y" * 8_000 + b"\r\n"),
        "/hints": endless(b"", b"HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n" * 1000),
        "/video": endless(b"HTTP/1.1 200 OK\r\nContent-Type: video/mp4\r\n\r\n", bytes(65_536)),
        "/nothing": endless(OK + b"Content-Encoding: deflate\r\n\r\n", b"\x00\x00\x00\xff\xff" * 8000),
    }
    with HostileServer(scripts) as server:
        child = subprocess.run(
            [sys.executable, str(script), server.address, *scripts],
            capture_output=True, text=True, timeout=120, check=False,
        )  # fmt: skip
    assert child.returncode == 0, child.stderr
    assert not child.stderr
    report = json.loads(child.stdout)
    assert report["found"] == {
        "/bomb": "too-big", "/bombs": "too-big", "/members": "too-big", "/endless": "size", "/chunks": "size",
        "/headers": "headers-too-big", "/hints": "broken-http", "/video": "not-a-page", "/nothing": "size",
    }  # fmt: skip
    assert report["grown_mib"] < 100
