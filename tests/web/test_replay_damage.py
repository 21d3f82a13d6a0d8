"""Replay of what is torn, broken, packed oddly, written by others, or no archive at all."""

import asyncio
import gzip
import tarfile
import time
import tracemalloc
from pathlib import Path

import pytest
from warc_writing import Archive, replayed, skipped, three_pages

from leadline.errors import ArchiveError, NotArchived
from leadline.gate.targets import TARGET
from leadline.model.page import Accept, Request, Truncation
from leadline.web.replay import ReplayFetcher
from leadline.web.settings import Limits

DATA = Path(__file__).parents[3] / "shared" / "data" / "warc_samples"


@pytest.mark.parametrize("packed", [True, False])
def test_a_torn_end_is_reported(tmp_path: Path, packed: bool) -> None:
    """A file cut at any byte of its last record serves the records before it and reports the damage."""
    archive = three_pages(tmp_path / "a.warc", packed=packed)
    whole = archive.file.read_bytes()
    for size in range(archive.starts[2] + 1, len(whole) - 4, 37):
        archive.file.write_bytes(whole[:size])
        assert len(skipped(archive.file)) >= 1
        found = replayed(archive.file, "http://example.com/0", "http://example.com/1")
        assert [f.body[:9] for f in found] == [b"<p>page 0", b"<p>page 1"]


def test_a_torn_page_says_so(tmp_path: Path) -> None:
    """What is left of the last page of a killed crawl is served, marked as cut."""
    archive = three_pages(tmp_path / "a.warc", packed=False)
    archive.file.write_bytes(archive.file.read_bytes()[:-500])
    (found,) = replayed(archive.file, "http://example.com/2")
    assert found.truncated is Truncation.CONNECTION
    assert found.body.startswith(b"<p>page 2")


@pytest.mark.parametrize("packed", [True, False])
def test_a_broken_record_hides_no_other(tmp_path: Path, packed: bool) -> None:
    """Garbage over the second of three records costs that record alone, and is reported where it is."""
    archive = three_pages(tmp_path / "a.warc", packed=packed)
    data = bytearray(archive.file.read_bytes())
    second = archive.starts[1]
    data[second + 12 : second + 80] = b"\xff" * 68
    archive.file.write_bytes(data)
    found = replayed(archive.file, "http://example.com/0", "http://example.com/2")
    assert [f.body[:9] for f in found] == [b"<p>page 0", b"<p>page 2"]
    fetcher = ReplayFetcher.open([archive.file], Limits())
    assert second in {damage.offset for damage in fetcher.skipped}
    asyncio.run(fetcher.close())


@pytest.mark.parametrize("length", [b"9999999", b"12", b"-1", b"abc"])
def test_a_wrong_length_hides_no_other(tmp_path: Path, length: bytes) -> None:
    """A record that lies about its length is skipped and reported; the one behind it is served."""
    bad = (
        b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://example.com/bad\r\nContent-Length: %s\r\n\r\n"
    )
    block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\nsome text that is here\r\n\r\n"
    archive = three_pages(tmp_path / "a.warc", packed=False)
    archive.file.write_bytes(bad % length + block + archive.file.read_bytes())
    (found,) = replayed(archive.file, "http://example.com/0")
    assert found.body.startswith(b"<p>page 0")
    assert len(skipped(archive.file)) == 1


@pytest.mark.parametrize("copies", [1, 400])
def test_a_file_packed_as_one_piece(tmp_path: Path, copies: int) -> None:
    """A WARC compressed as a whole, small or large, is replayed all the same."""
    archive = Archive(tmp_path / "a.warc", packed=False)
    for number in range(3 * copies):
        archive.response(f"http://example.com/{number}", bytes([65 + number % 26]) * 4_000)
    packed = tmp_path / "a.warc.gz"
    packed.write_bytes(gzip.compress(archive.done().read_bytes()))
    found = replayed(packed, "http://example.com/2", f"http://example.com/{3 * copies - 1}")
    assert [f.body[:1] for f in found] == [b"C", bytes([65 + (3 * copies - 1) % 26])]


@pytest.mark.parametrize(
    ("data", "hint"),
    [
        (b"", "empty"),
        (b"<!doctype html><p>hello", "no WARC or ARC record"),
        (gzip.compress(b"just text\n", mtime=0), "no WARC or ARC record"),
        (b"PK\x03\x04" + b"\0" * 100, "archive/ folder"),
        (bytes(range(256)) * 50, r"\.warc\.gz"),
    ],
)
def test_what_is_no_archive_is_refused_in_words(tmp_path: Path, data: bytes, hint: str) -> None:
    """A file without a single record is refused with what it is, what follows and what to give instead."""
    file = tmp_path / "a.warc.gz"
    file.write_bytes(data)
    with pytest.raises(ArchiveError, match=hint):
        ReplayFetcher.open([file], Limits())
    with pytest.raises(ArchiveError, match="cannot read"):
        ReplayFetcher.open([tmp_path / "absent.warc"], Limits())


def test_memory_does_not_grow_with_bodies(tmp_path: Path) -> None:
    """The index holds places, not bodies: 40 MB of pages take a small fraction of that."""
    archive = Archive(tmp_path / "a.warc", packed=False)
    for number in range(40):
        archive.response(f"http://example.com/{number}", b"x" * 1_000_000)
    file = archive.done()
    del archive
    tracemalloc.start()
    fetcher = ReplayFetcher.open([file], Limits())
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(list(fetcher.urls())) == 40
    assert peak < 2_000_000
    asyncio.run(fetcher.close())


@pytest.mark.data
@pytest.mark.parametrize("name", ["pywb_sample_archive.tar.gz", "warcio_test_data.tar.gz"])
def test_archives_of_other_programs(tmp_path: Path, name: str) -> None:
    """Every sample of wget, wpull, pywb and warcio opens; what it holds is served or named as missing."""
    if not (DATA / name).exists():
        pytest.skip("development data (warc_samples) is not beside the project")
    with tarfile.open(DATA / name) as tar:
        tar.extractall(tmp_path, filter="data")
    files = [p for p in tmp_path.rglob("*") if p.is_file() and ".arc" in p.name.replace("warc", "arc")]
    served: dict[str, int] = {}

    async def replay(file: Path) -> None:
        fetcher = ReplayFetcher.open([file], Limits())
        for url in fetcher.urls():
            try:
                answer = await fetcher.fetch(Request(url, accept=Accept.ANY, permit=TARGET))
            except NotArchived:
                continue
            served[file.name] = served.get(file.name, 0) + bool(answer.body)
        await fetcher.close()

    for file in files:
        asyncio.run(replay(file))
    assert len(files) >= 15
    assert served["example.arc"] == served["example.arc.gz"] == 1
    assert served["example-bad.warc.gz.bad"] == 1
    if "pywb" in name:
        assert served["iana.warc.gz"] >= 40
    else:
        assert served["example-wrong-chunks.warc.gz"] == served["example-iana.org-chunked.warc"] == 1
        assert skipped(next(f for f in files if f.name == "example-trunc.warc"))


@pytest.mark.parametrize(
    "noise", [b"\n", b"no archive\n", b"WARC/1.0\r\n\r\n"], ids=["lines", "text", "beginnings"]
)
def test_noise_costs_time_in_proportion(tmp_path: Path, noise: bytes) -> None:
    """Megabytes of noise before a record are passed over, or given up on, in time that grows with their size."""
    archive = three_pages(tmp_path / "a.warc", packed=False)
    pages = archive.file.read_bytes()

    def seconds(size: int) -> float:
        archive.file.write_bytes(noise * (size // len(noise)) + pages)
        start = time.process_time()
        try:
            assert replayed(archive.file, "http://example.com/2")[0].ok
        except ArchiveError as error:
            assert "broken records" in str(error)  # noqa: PT017  (either end is right here)
        return time.process_time() - start

    small = min(seconds(500_000) for _ in range(2))
    assert seconds(4_000_000) < 40 * max(small, 0.01)
