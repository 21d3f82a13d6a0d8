"""The archive: what a server said comes back from it, here and in other tools."""

import asyncio
import gzip
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from store_samples import place_of, response
from warcio_reading import ReadRecord, problems, read, read_folder

from leadline.errors import ArchiveError, NameNotResolved
from leadline.gate.targets import TARGET
from leadline.model.events import Failure
from leadline.model.page import Headers, Hop, Request, Response, Truncation, header
from leadline.package import __version__
from leadline.store.archive import Archive
from leadline.web.replay import ReplayFetcher, read_answer_at, repeated
from leadline.web.settings import Limits


def archived(folder: Path, *answers: Response) -> Path:
    archive = Archive(folder)
    for answer in answers:
        archive.append(answer)
    archive.close()
    assert problems(folder) == 0
    return folder


def replayed(folder: Path, *requests: Request) -> list[Response]:
    fetcher = ReplayFetcher.open(sorted(folder.glob("*.warc.gz")), Limits())
    assert fetcher.skipped == []

    async def fetch_all() -> list[Response]:
        try:
            return [await fetcher.fetch(request) for request in requests]
        finally:
            await fetcher.close()

    return asyncio.run(fetch_all())


def records(folder: Path) -> list[ReadRecord]:
    return [record for _, record in read_folder(folder)]


NAMES = st.text(st.characters(codec="ascii", categories=["L", "N"]), min_size=1, max_size=8).map("X-{}".format)
VALUES = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), max_size=20)
WIRE = st.sampled_from(
    [
        (),
        (("Content-Encoding", "gzip"),),
        (("Transfer-Encoding", "chunked"),),
        (("content-length", "12"), ("content-encoding", "br")),
        (("Content-Length", "999999"),),
    ]
)


@given(body=st.binary(max_size=400), extra=st.lists(st.tuples(NAMES, VALUES), max_size=4), wire=WIRE)
@example(body=gzip.compress(b"a file that is gzip itself"), extra=[], wire=(("Content-Encoding", "gzip"),))
@example(body=b"5\r\nhello\r\n0\r\n\r\n", extra=[], wire=(("Transfer-Encoding", "chunked"),))
@example(body=b"\r\n\r\nHTTP/1.1 500 No\r\n\r\n", extra=[], wire=())
@settings(max_examples=60, deadline=None)
def test_any_answer_comes_back(body: bytes, extra: list[tuple[str, str]], wire: Headers) -> None:
    """Body, status, URL, media type and all other headers are what they were, whatever the wire had done."""
    kind = ("Content-Type", "text/html; charset=koi8-r")
    answer = response(body=body, headers=(kind, *extra, *wire), status=404)
    with TemporaryDirectory() as folder:
        (again,) = replayed(archived(Path(folder), answer), answer.request)
    assert (again.body, again.status, again.url) == (body, 404, answer.url)
    assert again.content_type == "text/html"
    assert again.headers[: 1 + len(extra)] == (kind, *extra)
    assert header(again.headers, "content-length") == str(len(body))
    assert again.fetched_at == answer.fetched_at
    assert again.address == answer.address


def test_archiving_a_replay_changes_nothing(tmp_path: Path) -> None:
    """An archive of an archive says the same about every answer."""
    answer = response(headers=(("Content-Encoding", "gzip"), ("Content-Length", "3")))
    (once,) = replayed(archived(tmp_path / "one", answer), answer.request)
    (twice,) = replayed(archived(tmp_path / "two", once), answer.request)
    assert once == twice
    assert header(once.headers, "x-archive-orig-content-length") == "3"
    assert header(once.headers, "x-archive-orig-content-encoding") == "gzip"


@pytest.mark.parametrize("not_modified", [None, (("ETag", '"7"'),)])
def test_what_is_said_again_is_a_revisit(tmp_path: Path, not_modified: Headers | None) -> None:
    """It takes no second copy, says where the first one lies, also after a second visit, and is read as the answer
    it repeats with the time of the visit."""
    answer = response(body=b"<p>A page" * 1000, headers=(("ETag", '"7"'),))
    archive = Archive(tmp_path)
    place = archive.append(answer)
    for hours in (1, 2):
        file = archive.path(place.warc or "")
        same = replace(repeated(file, place.warc_offset or 0), not_modified=not_modified)
        place = archive.append(replace(answer, fetched_at=answer.fetched_at + 3600 * hours, revisited=same))
    archive.close()
    assert problems(tmp_path) == 0
    revisits = [record for record in records(tmp_path) if record.kind == "revisit"]
    assert [len(record.block) < 200 for record in revisits] == [True, True]
    profile = "identical-payload-digest" if not_modified is None else "server-not-modified"
    assert all(record.headers["WARC-Profile"].endswith(profile) for record in revisits)
    assert len({record.headers["WARC-Refers-To-Date"] for record in revisits}) == 1
    (again,) = replayed(tmp_path, answer.request)
    at = (answer.request, answer.url, answer.fetched_at + 7200, Limits())
    read_back = read_answer_at(archive.path(place.warc or ""), place.warc_offset or 0, *at)
    assert (again.body, again.fetched_at) == (read_back.body, read_back.fetched_at)
    assert (again.body, again.fetched_at) == (answer.body, answer.fetched_at + 7200)


def test_redirects_are_followed_the_same_way(tmp_path: Path) -> None:
    """Each hop is a record of its own, so a replay takes the same way, from any point of it."""
    hops = (
        Hop("http://a.example/", 301, "https://a.example/"),
        Hop("https://a.example/", 302, "https://a.example/home"),
    )
    answer = response("https://a.example/home", hops=hops)
    whole, rest = replayed(
        archived(tmp_path, answer), answer.request, Request("https://a.example/", permit=TARGET)
    )
    assert (whole.url, whole.hops, whole.body) == (answer.url, hops, answer.body)
    assert (rest.url, rest.hops) == (answer.url, hops[1:])


def test_posts_are_told_apart_by_their_data(tmp_path: Path) -> None:
    """The body of a POST is in its request record: another query has another answer."""
    asked = [
        Request("http://a.example/s", "POST", (("Content-Type", "x/y"),), body, permit=TARGET)
        for body in (b"q=1", b"q=2")
    ]
    answers = [response(request.url, b"for " + (request.body or b""), request=request) for request in asked]
    again = replayed(archived(tmp_path, *answers), *reversed(asked))
    assert [found.body for found in again] == [b"for q=2", b"for q=1"]


def test_a_post_that_was_redirected_goes_on_as_a_get(tmp_path: Path) -> None:
    """303 turns a POST into a GET, 307 does not; the request records say so."""
    post = Request("http://a.example/s", "POST", (), b"q=1", permit=TARGET)
    hops = (
        Hop("http://a.example/s", 307, "http://a.example/t"),
        Hop("http://a.example/t", 303, "http://a.example/r"),
    )
    answer = response("http://a.example/r", request=post, hops=hops)
    (again,) = replayed(archived(tmp_path, answer), post)
    assert (again.url, again.hops) == (answer.url, hops)
    sent = [record.block for record in records(tmp_path) if record.kind == "request"]
    assert [block.split(b" ")[0] for block in sent] == [b"POST", b"POST", b"GET"]
    assert [block.endswith(b"q=1") for block in sent] == [True, True, False]


@pytest.mark.parametrize(
    ("why", "word"),
    [
        (Truncation.SIZE, "length"),
        (Truncation.TIME, "time"),
        (Truncation.CONNECTION, "disconnect"),
        (Truncation.ENCODING, "unspecified"),
    ],
)
def test_a_cut_answer_says_so(tmp_path: Path, why: Truncation, word: str) -> None:
    """WARC-Truncated has the standard's word for why a body is not whole."""
    answer = replace(response(), truncated=why)
    (again,) = replayed(archived(tmp_path, answer), answer.request)
    assert again.truncated is not None
    said = [record.headers.get("WARC-Truncated") for record in records(tmp_path)]
    assert said == [None, None, None, word]


def test_an_exchange_has_its_records(tmp_path: Path) -> None:
    """A file begins with warcinfo; an exchange is request, metadata and response that refer to each other."""
    archive = Archive(tmp_path)
    archive.append(response(), extra={"outcome": "17", "query": "a\r\nb"})
    archive.close()
    info, request, metadata, answer = records(tmp_path)
    kinds = [record.kind for record in (info, request, metadata, answer)]
    assert kinds == ["warcinfo", "request", "metadata", "response"]
    assert f"software: Leadline/{__version__}\r\n".encode() in info.block
    assert request.block == b"GET / HTTP/1.1\r\nHost: a.example\r\n\r\n"
    assert metadata.block == b"outcome: 17\r\nquery: a  b\r\nfetchTimeMs: 500\r\n"
    identity = answer.headers["WARC-Record-ID"]
    for record in (request, metadata):
        assert record.headers["WARC-Concurrent-To"] == identity
        assert record.headers["WARC-Warcinfo-ID"] == info.headers["WARC-Record-ID"]
    assert answer.headers["WARC-Target-URI"] == "http://a.example/"
    assert answer.headers["WARC-Date"] == "2023-11-14T22:13:20.250000Z"
    assert answer.headers["WARC-IP-Address"] == "192.0.2.7"


def test_a_failure_comes_back_as_the_same_failure(tmp_path: Path) -> None:
    """A request that brought no answer fails in the replay too, with the same kind and words."""
    archive = Archive(tmp_path)
    said = "no such name:\r\nfailure: other ü"
    place = place_of(archive.append_failure("http://a.example/", Failure("dns", said), 5.0))
    archive.close()
    assert problems(tmp_path) == 0
    assert place.end == (tmp_path / place.file).stat().st_size
    with pytest.raises(NameNotResolved) as caught:
        replayed(tmp_path, Request("http://a.example/", permit=TARGET))
    assert caught.value.found == said


def test_secrets_of_the_visitor_stay_out(tmp_path: Path) -> None:
    """Cookies and passwords we sent are not in an archive that is passed on; other headers are."""
    sent = (("User-Agent", "Leadline"), ("Cookie", "id=hush"), ("Authorization", "Basic hush"))
    archived(tmp_path, replace(response(), sent_headers=sent))
    everything = b"".join(record.block for record in records(tmp_path))
    assert b"User-Agent: Leadline" in everything
    assert b"hush" not in everything


def test_a_server_cannot_write_headers_of_ours(tmp_path: Path) -> None:
    """Line ends inside a header value stay inside it."""
    answer = response(headers=(("X", "a\r\nContent-Type: evil\r\n\r\n<script>"),), body=b"safe")
    (again,) = replayed(archived(tmp_path, answer), answer.request)
    assert (again.body, again.content_type) == (b"safe", "")


def test_a_place_leads_to_its_record(tmp_path: Path) -> None:
    """Offset and length cut exactly one gzip member out of the file, the response; so do those of redirects."""
    hops = (Hop("http://a.example/", 301, "http://b.example/"),)
    archive = Archive(tmp_path)
    places = [place_of(archive.append(response(f"http://b.example/{n}", hops=hops))) for n in range(3)]
    archive.close()
    for number, place in enumerate(places):
        for piece, url in ((place.hops[0], "http://a.example/"), (place, f"http://b.example/{number}")):
            member = (tmp_path / place.file).read_bytes()[piece.offset : piece.offset + piece.length]
            (record,) = read(member)
            assert record.kind == "response"
            assert record.headers["WARC-Target-URI"] == url
            assert record.headers["WARC-Payload-Digest"] == piece.digest
    assert places[-1].end == (tmp_path / places[-1].file).stat().st_size


def test_files_roll(tmp_path: Path) -> None:
    """A full file is followed by the next, each complete in itself."""
    archive = Archive(tmp_path, roll_bytes=2000)
    places = [place_of(archive.append(response(f"http://a.example/{n}"))) for n in range(6)]
    archive.close()
    assert len({place.file for place in places}) > 1
    assert sorted(file.name for file in tmp_path.iterdir()) == sorted({place.file for place in places})
    assert problems(tmp_path) == 0
    kinds = [record.kind for record in records(tmp_path)]
    assert kinds.count("warcinfo") == len({place.file for place in places})
    assert len(replayed(tmp_path, *(Request(f"http://a.example/{n}", permit=TARGET) for n in range(6)))) == 6


@contextmanager
def largest_file(size: int) -> Iterator[None]:
    """A disk that is full behind `size` bytes of a file."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_full_disk_tears_nothing(tmp_path: Path) -> None:
    """What does not fit is a sentence, leaves no half record, and the archive can go on elsewhere."""
    archive = Archive(tmp_path)
    kept = place_of(archive.append(response()))
    with (
        largest_file(kept.end + 100),
        pytest.raises(ArchiveError, match=r"00000\.warc\.gz cannot be written: File"),
    ):
        archive.append(response("http://b.example/"))
    assert (tmp_path / kept.file).stat().st_size == kept.end
    archive.append(response("http://b.example/"))
    archive.close()
    assert problems(tmp_path) == 0
    assert (
        len(
            replayed(
                tmp_path, Request("http://a.example/", permit=TARGET), Request("http://b.example/", permit=TARGET)
            )
        )
        == 2
    )
