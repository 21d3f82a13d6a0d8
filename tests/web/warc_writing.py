"""WARC files for tests, written with warcio, and what a replay of them answers."""

import asyncio
import io
from collections.abc import Sequence
from pathlib import Path

from warcio.statusandheaders import StatusAndHeaders  # type: ignore[import-untyped]  # ships no types
from warcio.warcwriter import WARCWriter  # type: ignore[import-untyped]  # ships no types

from leadline.gate.targets import TARGET
from leadline.model.page import Request, Response
from leadline.web.replay import ReplayFetcher
from leadline.web.settings import Limits

HTML = (("Content-Type", "text/html; charset=utf-8"),)
Pairs = Sequence[tuple[str, str]]


class Archive:
    """Writes a WARC with warcio, an independent implementation of the format."""

    def __init__(self, file: Path, *, packed: bool = True) -> None:
        self.file = file
        self._stream = io.BytesIO()
        self._writer = WARCWriter(self._stream, gzip=packed)
        self.starts: list[int] = []

    def response(
        self, url: str, body: bytes, *, status: str = "200 OK", headers: Pairs = HTML, **warc: str
    ) -> str:
        message = StatusAndHeaders(status, list(headers), protocol="HTTP/1.1")
        return self._write(url, "response", body, message, warc)

    def request(self, url: str, method: str, body: bytes, **warc: str) -> str:
        line = StatusAndHeaders(f"{method} / HTTP/1.1", [("Host", "x")], is_http_request=True)
        return self._write(url, "request", body, line, warc)

    def other(self, url: str, kind: str, body: bytes, **warc: str) -> str:
        return self._write(url, kind, body, None, warc)

    def _write(self, url: str, kind: str, body: bytes, http: object, warc: dict[str, str]) -> str:
        names = {"WARC-" + name.replace("_", "-"): value for name, value in warc.items() if name != "Content_Type"}
        if "Content_Type" in warc:
            names["Content-Type"] = warc["Content_Type"]
        record = self._writer.create_warc_record(
            url, kind, payload=io.BytesIO(body), http_headers=http, warc_headers_dict=names
        )
        self.starts.append(self._stream.tell())
        self._writer.write_record(record)
        for stream in (record.raw_stream, getattr(record, "_orig_stream", None)):
            if stream is not None:
                stream.close()  # warcio leaves its temporary files open
        return str(record.rec_headers.get_header("WARC-Record-ID"))

    def done(self) -> Path:
        self.file.write_bytes(self._stream.getvalue())
        return self.file


def replayed(
    paths: Path | Sequence[Path], *requests: Request | str, limits: Limits | None = None
) -> list[Response]:
    """What a replay of the files answers."""

    async def run() -> list[Response]:
        fetcher = ReplayFetcher.open([paths] if isinstance(paths, Path) else paths, limits or Limits())
        try:
            return [await fetcher.fetch(Request(r, permit=TARGET) if isinstance(r, str) else r) for r in requests]
        finally:
            await fetcher.close()

    return asyncio.run(run())


def skipped(path: Path) -> list[str]:
    """What a replay reports as broken; the fetcher is closed again."""
    fetcher = ReplayFetcher.open([path], Limits())
    found = [damage.why for damage in fetcher.skipped]
    assert all(damage.file == path for damage in fetcher.skipped)
    asyncio.run(fetcher.close())
    return found


def three_pages(file: Path, *, packed: bool) -> Archive:
    archive = Archive(file, packed=packed)
    for number in range(3):
        archive.response(f"http://example.com/{number}", b"<p>page %d " % number * 200)
    archive.done()
    return archive
