"""Replay: any archive as a web, whoever wrote it and whatever happened to it since."""

import asyncio
import base64
import gzip
import hashlib
import zlib
from pathlib import Path

import brotli  # type: ignore[import-untyped]  # the package ships no types
import pytest
from warc_writing import HTML, Archive, replayed, skipped

from leadline.errors import NotAPage, NotArchived, TooBig, TooManyRedirects
from leadline.gate.targets import TARGET
from leadline.model.page import Accept, Request, Truncation
from leadline.protocols import Fetcher
from leadline.web.replay import ReplayFetcher
from leadline.web.settings import Limits


@pytest.mark.parametrize("packed", [True, False])
def test_a_page_comes_back_as_it_was(tmp_path: Path, packed: bool) -> None:
    """Status, headers, body, date and address of an archived page are those of the capture."""
    archive = Archive(tmp_path / "a.warc", packed=packed)
    archive.other("urn:info", "warcinfo", b"software: test\r\n")
    archive.response(
        "http://example.com/a",
        b"<p>one",
        Date="2020-01-02T03:04:05Z",
        IP_Address="192.0.2.7",
        status="404 Not Found",
    )
    (found,) = replayed(archive.done(), "http://example.com/a")
    assert (found.status, found.body, found.headers) == (404, b"<p>one", HTML)
    assert (found.url, found.fetched_at, found.address) == ("http://example.com/a", 1577934245.0, "192.0.2.7")
    assert (found.hops, found.truncated) == ((), None)


def test_it_is_a_fetcher(tmp_path: Path) -> None:
    """A replay can stand wherever the web can, and says which URLs it holds."""
    archive = Archive(tmp_path / "a.warc.gz")
    archive.response("http://EXAMPLE.com:80/a#top", b"x")
    fetcher = ReplayFetcher.open([archive.done()], Limits())
    assert isinstance(fetcher, Fetcher)
    assert list(fetcher.urls()) == ["http://example.com/a"]
    asyncio.run(fetcher.close())


# fastwarc 1.1 warns about its own old names while it is imported.
@pytest.mark.filterwarnings("ignore:Use the new Reader and Writer classes:DeprecationWarning")
def test_archives_of_fastwarc(tmp_path: Path) -> None:
    """What our own archive library writes, gzip and Zstandard, is replayed."""
    from fastwarc.stream_io import GzipWriter, ZstdWriter
    from fastwarc.warc import WarcRecord, WarcRecordType

    for name, writer in (("a.warc.gz", GzipWriter), ("a.warc.zst", ZstdWriter)):
        with writer(str(tmp_path / name)) as stream:
            for number in range(3):
                record = WarcRecord()
                record.init_headers(WarcRecordType.response)
                record.headers["WARC-Target-URI"] = f"http://example.com/{number}"
                record.headers["Content-Type"] = "application/http; msgtype=response"
                record.set_bytes_content(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\npage %d" % number)
                record.write(stream)
        (found,) = replayed(tmp_path / name, "http://example.com/2")
        assert found.body == b"page 2"


def _raw_deflate(data: bytes) -> bytes:
    machine = zlib.compressobj(wbits=-15)
    return machine.compress(data) + machine.flush()


@pytest.mark.parametrize(
    ("name", "value", "body"),
    [
        ("Content-Encoding", "gzip", gzip.compress(b"<p>text", mtime=0)),
        ("Content-Encoding", "deflate", zlib.compress(b"<p>text")),
        ("Content-Encoding", "deflate", _raw_deflate(b"<p>text")),
        ("Content-Encoding", "br", brotli.compress(b"<p>text")),
        ("Transfer-Encoding", "chunked", b"3\r\n<p>\r\n4;x=y\r\ntext\r\n0\r\n\r\n"),
        ("Content-Encoding", "gzip", b"<p>text"),
        ("Content-Encoding", "br", b"<p>text"),
        ("Transfer-Encoding", "chunked", b"<p>text"),
    ],
)
def test_encodings_are_undone_where_they_are(tmp_path: Path, name: str, value: str, body: bytes) -> None:
    """Bodies stored as sent are unpacked; those an archiver already unpacked are left as they are."""
    archive = Archive(tmp_path / "a.warc.gz")
    archive.response("http://example.com/", body, headers=[*HTML, (name, value)])
    (found,) = replayed(archive.done(), "http://example.com/")
    assert found.body == b"<p>text"


def test_the_live_caps_hold(tmp_path: Path) -> None:
    """A long page is cut and says so, and a bomb is refused, as on the live web."""
    archive = Archive(tmp_path / "a.warc.gz")
    archive.response("http://example.com/long", b"x" * 50_000)
    bomb = gzip.compress(b"\0" * 30_000_000, mtime=0)
    archive.response("http://example.com/bomb", bomb, headers=[*HTML, ("Content-Encoding", "gzip")])
    file, limits = archive.done(), Limits(body=10_000, expansion=2)
    (found,) = replayed(file, "http://example.com/long", limits=limits)
    assert (len(found.body), found.truncated) == (10_000, Truncation.SIZE)
    with pytest.raises(TooBig, match="bomb"):
        replayed(file, "http://example.com/bomb", limits=Limits(body=20_000_000))


@pytest.mark.parametrize(
    "asked",
    [
        "https://www.example.com/list?a=1&b=2",
        "http://example.com/list?a=1&b=2",
        "https://example.com/list/?a=1&b=2",
        "https://example.com/list?b=2&a=1",
        "https://example.com/list?sid=9&a=1&b=2",
    ],
)
def test_near_misses_are_answered(tmp_path: Path, asked: str) -> None:
    """Scheme, www., a slash at the end, the order of parameters and sessions hide no page; other values do."""
    archive = Archive(tmp_path / "a.warc.gz")
    archive.response("https://example.com/list?a=1&b=2", b"held")
    (found,) = replayed(archive.done(), asked)
    assert (found.body, found.url) == (b"held", "https://example.com/list?a=1&b=2")
    with pytest.raises(NotArchived):
        replayed(archive.file, asked.replace("a=1", "a=3"))


def test_the_very_url_beats_a_near_miss(tmp_path: Path) -> None:
    """Where both are archived, the URL that was asked for is served."""
    archive = Archive(tmp_path / "a.warc.gz")
    archive.response("https://example.com/", b"https")
    archive.response("http://example.com/", b"http")
    found = replayed(archive.done(), "http://example.com/", "https://example.com/")
    assert [f.body for f in found] == [b"http", b"https"]


def test_the_newest_success_wins(tmp_path: Path) -> None:
    """Of several captures the newest success is served, even if a later one failed, from whichever file."""
    old, new = Archive(tmp_path / "old.warc.gz"), Archive(tmp_path / "new.warc.gz")
    new.response("http://example.com/", b"second", Date="2021-01-01T00:00:00Z")
    new.response("http://example.com/", b"gone", Date="2022-01-01T00:00:00Z", status="500 Oops")
    old.response("http://example.com/", b"first", Date="2020-01-01T00:00:00Z")
    (found,) = replayed([new.done(), old.done()], "http://example.com/")
    assert found.body == b"second"


def test_redirects_are_followed_inside(tmp_path: Path) -> None:
    """Redirects lead to other captures and are recorded hop by hop."""
    archive = Archive(tmp_path / "a.warc.gz")
    archive.response("http://example.com/a", b"", status="301 Moved", headers=[("Location", "/b")])
    archive.response("http://example.com/b", b"", status="302 Found", headers=[("Location", "c?d=1")])
    archive.response("http://example.com/c?d=1", b"end")
    (found,) = replayed(archive.done(), "http://example.com/a")
    assert (found.url, found.body) == ("http://example.com/c?d=1", b"end")
    assert [(h.url, h.status) for h in found.hops] == [
        ("http://example.com/a", 301),
        ("http://example.com/b", 302),
    ]


def test_redirects_end(tmp_path: Path) -> None:
    """Circles, long chains and redirects out of the archive end in a typed outcome."""
    archive = Archive(tmp_path / "a.warc.gz")
    moved = "301 Moved"
    archive.response("http://example.com/circle", b"", status=moved, headers=[("Location", "/circle")])
    archive.response("http://example.com/out", b"", status=moved, headers=[("Location", "http://other.example/")])
    archive.response(
        "http://example.com/tls", b"", status=moved, headers=[("Location", "https://example.com/tls")]
    )
    for number in range(20):
        link = [("Location", f"/{number + 1}")]
        archive.response(f"http://example.com/{number}", b"", status=moved, headers=link)
    file = archive.done()
    for path in ("circle", "0"):
        with pytest.raises(TooManyRedirects):
            replayed(file, f"http://example.com/{path}")
    with pytest.raises(NotArchived, match="redirects there"):
        replayed(file, "http://example.com/out")
    with pytest.raises(NotArchived, match="redirects there"):
        replayed(file, "http://example.com/tls")


def post(url: str, body: bytes) -> Request:
    return Request(url, method="POST", body=body, permit=TARGET)


@pytest.mark.parametrize("order", ["request-first", "response-first", "linked"])
def test_posts_are_told_apart_by_their_data(tmp_path: Path, order: str) -> None:
    """A POST gets the answer to its own data, whatever order the archiver wrote records in; a GET gets none."""
    archive = Archive(tmp_path / "a.warc.gz")
    url = "http://example.com/search"
    answers = []
    for word in (b"rose", b"thorn"):
        if order == "request-first":
            archive.request(url, "POST", b"q=" + word)
        answer = archive.response(url, word)
        answers.append((word, answer))
        if order == "response-first":
            archive.request(url, "POST", b"q=" + word)
    if order == "linked":
        for word, answer in reversed(answers):
            archive.request(url, "POST", b"q=" + word, Concurrent_To=answer)
    found = replayed(archive.done(), post(url, b"q=rose"), post(url, b"q=thorn"))
    assert [f.body for f in found] == [b"rose", b"thorn"]
    for other in (post(url, b"q=leaf"), Request(url, permit=TARGET)):
        with pytest.raises(NotArchived):
            replayed(archive.file, other)


def test_posts_of_unknown_or_multipart_data(tmp_path: Path) -> None:
    """A POST whose data was not kept answers any; multipart data is compared without its random boundary."""
    archive = Archive(tmp_path / "a.warc.gz")
    archive.request("http://example.com/any", "POST", b"")
    archive.response("http://example.com/any", b"any")
    form = b"--%s\r\nContent-Disposition: form-data; name=q\r\n\r\nrose\r\n--%s--\r\n"
    archive.request("http://example.com/form", "POST", form % (b"AAA", b"AAA"))
    archive.response("http://example.com/form", b"form")
    found = replayed(
        archive.done(),
        post("http://example.com/any", b"x=1"),
        post("http://example.com/form", form % (b"ZZZZZ", b"ZZZZZ")),
    )
    assert [f.body for f in found] == [b"any", b"form"]


def test_revisits_and_resources(tmp_path: Path) -> None:
    """A revisit is answered with what it repeats, across files, at its own date; a resource is a 200."""
    first, second = Archive(tmp_path / "1.warc.gz"), Archive(tmp_path / "2.warc.gz")
    digest = "sha1:" + base64.b32encode(hashlib.sha1(b"same").digest()).decode()
    original = first.response("http://example.com/", b"same", Date="2020-01-01T00:00:00Z")
    second.other("http://example.com/", "revisit", b"", Refers_To=original, Date="2021-01-01T00:00:00Z")
    second.other("http://example.com/copy", "revisit", b"", Payload_Digest=digest, Date="2021-01-01T00:00:00Z")
    second.other("http://example.com/lost", "revisit", b"", Payload_Digest="sha1:CD")
    second.other("http://example.com/data.json", "resource", b"{}", Content_Type="application/json")
    files = [second.done(), first.done()]
    found = replayed(files, "http://example.com/", "http://example.com/copy", "http://example.com/data.json")
    assert [f.body for f in found] == [b"same", b"same", b"{}"]
    assert found[0].fetched_at == 1609459200.0
    assert (found[2].status, found[2].content_type) == (200, "application/json")
    with pytest.raises(NotArchived):
        replayed(files, "http://example.com/lost")
    assert any("lost" in why for why in skipped(files[0]))


def test_downloads_are_refused_as_on_the_live_web(tmp_path: Path) -> None:
    """An archived image is no page; asked for as anything, it is served."""
    archive = Archive(tmp_path / "a.warc.gz")
    archive.response("http://example.com/i", b"\x89PNG", headers=[("Content-Type", "image/png")])
    with pytest.raises(NotAPage):
        replayed(archive.done(), "http://example.com/i")
    (found,) = replayed(archive.file, Request("http://example.com/i", accept=Accept.ANY, permit=TARGET))
    assert found.body == b"\x89PNG"
