"""A WARC as the web: `--replay FILE.warc.gz`, repeatable experiments, regression tests on real pages.

`ReplayFetcher.open` reads the given files once and remembers where each answer lies; `fetch` reads it from there,
undoes its encodings under the same caps as the live fetcher, and follows redirects inside the archive.

- **Which capture**: of the very URL; else of one that differs only in http or https, `www.`, a slash at the end,
  the order of query parameters or a session. The newest success wins, then the newest redirect, then the newest
  answer.
- **Our own archives** also say where an answer came by redirects, and which requests brought none. A page that
  was asked for twice, directly and by a redirect, is answered each way as it was; a request that failed fails
  again, in the same words. So a crawl that is replayed is the same crawl.
- **POST** is answered only by a capture of a POST with the same data, or by one whose data the archive did not
  keep: any other answer would be that of another query.
- **Revisits** are answered with the record they repeat and the date of the visit; `resource` records are a 200.
- **Damage** is in `skipped`; everything else is served. A file with no record at all is an `ArchiveError`.
- **Packing**: `.warc`, `.warc.gz`, `.arc`, `.arc.gz` are read in place. A `.zst`, and a `.gz` that was packed as
  one piece, cannot be entered in the middle; it is unpacked into a temporary file first.
- **Encodings**: some archives store the bytes of the wire, some store chunking or compression already undone but
  leave the headers that announce them. So an announcement is believed only if the bytes bear it out.

>>> block = b"HTTP/1.1 200 OK\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n4\\r\\nnoun\\r\\n0\\r\\n\\r\\n"
>>> answer(block, "http://example.com/", Limits())[2]
b'noun'
"""

import re
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from leadline.errors import ArchiveError, BadUrl, BrokenEncoding, BrokenHttp, FetchError, NotArchived, fetch_error
from leadline.model.page import Headers, Hop, Request, Response, Revisited, Truncation, header
from leadline.model.url import canonical
from leadline.web.content_encoding import BodyDecoder
from leadline.web.guard import follow
from leadline.web.replay_index import Capture, ReplayIndex, moment
from leadline.web.settings import Limits
from leadline.web.transport import refuse_downloads
from leadline.web.warc import HEAD, ArchivedRecord, Damage, http_parts, read_at, walk
from leadline.web.warc_stream import RecordPosition, is_zstd, unpack_whole

_FAR = 1 << 20  # unpacking this much to reach one record is where a temporary file becomes cheaper
_REFERENCE = re.compile(r"(\w[\w-]*\.warc\.gz)#([0-9]{1,15})")
_TRUNCATIONS = {"length": Truncation.SIZE, "time": Truncation.TIME}


class ReplayFetcher:
    """`leadline.protocols.Fetcher` over archive files."""

    def __init__(self, index: ReplayIndex, limits: Limits, unpacked_files: ExitStack) -> None:
        self._index = index
        self._limits = limits
        self._unpacked_files = unpacked_files

    @classmethod
    def open(cls, paths: Sequence[Path], limits: Limits) -> "ReplayFetcher":
        """Read the files once. Raises `ArchiveError` on one that cannot be read or holds no record."""
        index = ReplayIndex()
        with ExitStack() as stack:
            for path in paths:
                file = path
                if _in_one_piece(path):
                    folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="leadline-replay-"))
                    file = Path(folder) / "unpacked.warc"
                    unpack_whole(path, file, limits.expansion)
                if not index.add(file, shown=path):
                    raise ArchiveError(_no_archive(path))
            index.finish()
            return cls(index, limits, stack.pop_all())

    @property
    def skipped(self) -> list[Damage]:
        """What is truncated or broken in the files."""
        return self._index.damages

    def urls(self) -> Iterator[str]:
        return iter(self._index)

    async def close(self) -> None:
        self._unpacked_files.close()

    async def fetch(self, request: Request) -> Response:
        url = canonical(request.url)
        if url is None:
            raise BadUrl(request.url, "is not an http or https URL")
        failed = self._index.failure(url) if request.method == "GET" else None
        if failed is not None:
            raise fetch_error(failed.kind, url, failed.found)
        found = await follow(replace(request, url=url), self._held, self._limits.redirects)
        return replace(found, request=request)

    async def _held(self, request: Request, hops: tuple[Hop, ...]) -> Response:
        capture = self._index.find(request, tuple(hop.url for hop in hops))
        if capture is None:
            asked = " as a POST with this data" if request.method == "POST" else ""
            where = f"{hops[-1].url} redirects there, and it " if hops else ""
            raise NotArchived(request.url, f"{where}is not in the archive{asked}")
        found = self._read(replace(request, url=capture.url), capture)
        refuse_downloads(request, found.status, found.headers)
        return found

    def _read(self, request: Request, capture: Capture) -> Response:
        source = capture.original or capture
        limits = self._limits
        try:
            record = read_at(source.file, source.place, limits.body + HEAD)
        except (ArchiveError, OSError) as error:
            raise NotArchived(capture.url, f"was in the archive, but cannot be read any more: {error}") from error
        if record.kind == "resource":
            status, body, cut = 200, *unpacked(record.block, "", capture.url, limits)
            headers: Headers = (("Content-Type", record.get("content-type") or "application/octet-stream"),)
        else:
            status, headers, body, cut = answer(record.block, capture.url, limits)
        cut, address = cut or _truncation(record), record.get("warc-ip-address")
        return Response(request, capture.url, status, headers, body, capture.when, address=address, truncated=cut)


def read_answer_at(file: Path, offset: int, request: Request, url: str, when: float, limits: Limits) -> Response:
    """The answer that lies at a place of an archive of our own; where that repeats another, the other."""
    try:
        record = read_at(file, RecordPosition(offset, 0), limits.body + HEAD)
        if record.kind == "revisit":
            original, place = original_place(file, record)
            record = read_at(original, place, limits.body + HEAD)
        status, headers, body, cut = answer(record.block, url, limits)
    except (ArchiveError, FetchError, OSError) as error:
        raise ArchiveError(
            f"{file} cannot be read at {offset:,}: {error}; put the file back from a backup, and run this again"
        ) from error
    return Response(request, url, status, headers, body, when, truncated=cut or _truncation(record))


def repeated(file: Path, offset: int) -> Revisited:
    """What lies at a place of an archive of our own, or what that repeats, for an answer that says it again."""
    record = read_at(file, RecordPosition(offset, 0), HEAD)
    place = record.place
    if record.kind == "revisit":
        file, place = original_place(file, record)
        record = read_at(file, place, HEAD)
    url, digest = record.get("warc-target-uri"), record.get("warc-payload-digest")
    if record.kind != "response" or url is None or digest is None:
        raise ArchiveError(f"{file} has no answer at {place.start:,}, where the database names one: it is damaged")
    return Revisited(url, moment(record.get("warc-date")), file.name, place.start, digest)


def original_place(file: Path, revisit: ArchivedRecord) -> tuple[Path, RecordPosition]:
    """Where it says that the other one lies: in a file beside it."""
    found = _REFERENCE.fullmatch(revisit.get("x-leadline-refers-to") or "")
    if found is None:
        raise ArchiveError(f"{file}: a revisit does not say what it repeats")
    return file.with_name(found[1]), RecordPosition(int(found[2]), 0)


def _truncation(record: ArchivedRecord) -> Truncation | None:
    if record.torn:
        return Truncation.CONNECTION
    if record.length > len(record.block):
        return Truncation.SIZE
    reason = record.get("warc-truncated")
    return _TRUNCATIONS.get(reason.lower(), Truncation.CONNECTION) if reason else None


def _in_one_piece(path: Path) -> bool:
    """Whether records lie so deep in one compressed piece that reading one means unpacking much before it."""
    try:
        if is_zstd(path):
            return True
        for number, found in enumerate(walk(path)):
            place = found.place if isinstance(found, ArchivedRecord) else None
            if place is not None and place.inner > _FAR:
                return True
            if number and place is not None and place.inner == 0:
                return False
    except OSError as error:
        raise ArchiveError(f"cannot read archive {path}: {error.strerror or error}") from error
    return False


def _no_archive(path: Path) -> str:
    with path.open("rb") as file:
        beginning = file.read(24)
    if not beginning:
        return f"{path} is empty, so there is nothing to replay; was the crawl that wrote it interrupted at once?"
    consequence = f"{path} holds no WARC or ARC record (it begins with {beginning!r}), so nothing can be replayed."
    if beginning.startswith(b"PK"):
        remedy = "It is a ZIP file: unpack it and give the files in its archive/ folder if it is a WACZ."
    else:
        remedy = "Give a .warc, .warc.gz, .warc.zst, .arc or .arc.gz file."
    return f"{consequence} {remedy}"


# ── HTTP answers as they lie in archives ──────────────────────────────────────────────────────────────────

_CHUNK_SIZE = re.compile(rb"[ \t]*([0-9a-fA-F]{1,8})[ \t]*(?:;[^\r\n]{0,200})?\r?\n")
_STEP = 1 << 18
_TEXT = re.compile(rb"\s*[<{\[#\xef\w]")


def answer(block: bytes, url: str, limits: Limits) -> tuple[int, Headers, bytes, Truncation | None]:
    """Take an answer apart; a bomb raises `TooBig`, a body that cannot be undone `BrokenEncoding`."""
    parts = http_parts(block)
    if parts is None:
        raise BrokenHttp(url, "the archived answer has no HTTP status line")
    (status, headers, body), truncated = parts, None
    if (header(headers, "transfer-encoding") or "").lower().endswith("chunked"):
        body, truncated = _unchunked(body)
    body, cut = unpacked(body, header(headers, "content-encoding") or "", url, limits)
    return status, headers, body, cut or truncated


def _unchunked(body: bytes) -> tuple[bytes, Truncation | None]:
    pieces: list[bytes] = []
    at = 0
    while size := _CHUNK_SIZE.match(body, at):
        length = int(size[1], 16)
        if not length:
            return b"".join(pieces), None
        piece = body[size.end() : size.end() + length]
        pieces.append(piece)
        at = size.end() + length
        if body[at : at + 2] == b"\r\n":
            at += 2
        elif body[at : at + 1] == b"\n":
            at += 1
    if not pieces:  # chunking was undone before archiving
        return body, None
    return b"".join(pieces), Truncation.CONNECTION


def unpacked(body: bytes, encodings: str, url: str, limits: Limits) -> tuple[bytes, Truncation | None]:
    """Undo content encodings, at most `limits.body` bytes."""
    found = BodyDecoder(url, encodings, limits.body, limits.expansion)
    try:
        for start in range(0, len(body), _STEP):
            if not found.feed(body[start : start + _STEP]):
                break
        return found.finish()
    except BrokenEncoding:
        if _TEXT.match(body):  # unpacked before archiving, the header left as it was
            return body[: limits.body], Truncation.SIZE if len(body) > limits.body else None
        raise
