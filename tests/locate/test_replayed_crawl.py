"""A crawl and its replay are the same crawl: the archive holds all that the crawl's decisions hung on."""

import asyncio
import itertools
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from little_web import Words
from warcio.archiveiterator import ArchiveIterator  # type: ignore[import-untyped]  # warcio has no types

from leadline.app.locate import LocateReport, crawl
from leadline.app.settings import Settings
from leadline.locate.settings import LocateSettings
from leadline.locate.strategies import STRATEGIES
from leadline.store.folder import CrawlFolder
from leadline.store.sqlite.store import SqliteStore
from leadline.web.settings import WebSettings

SEED = "http://cars.example/"
ROBOTS = b"User-agent: *\nDisallow: /private\n"
WORDS = "used cars of many makes and models, with price and mileage; " * 12
LINKS = (
    "/moved",
    "/target",
    "/cut",
    "/private/list",
    "/gone",
    "/picture",
    "/search",
    "/no-such-page",
    "/moved-away",
)


class _Unruly(BaseHTTPRequestHandler):
    """No two answers are alike, unknown paths are answered with 200, and one page never comes."""

    answers = itertools.count()

    def do_GET(self) -> None:
        if self.path == "/cut":
            self.close_connection = True
            return
        status, headers, body = self._answer()
        self.send_response(status)
        for name, value in (*headers, ("Content-Length", str(len(body)))):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def _answer(self) -> tuple[int, list[tuple[str, str]], bytes]:
        html = [("Content-Type", "text/html; charset=utf-8")]
        match self.path:
            case "/robots.txt":
                return 200, [("Content-Type", "text/plain")], ROBOTS
            case "/moved":
                return 302, [("Location", "/target")], b""
            case "/moved-away":
                return 302, [("Location", "/private/other")], b""
            case "/gone":
                return 404, html, b"gone"
            case "/picture":
                return 200, [("Content-Type", "image/png")], b"\x89PNG"
            case "/" | "/target" | "/search":
                return 200, html, self._page().encode()
        return 200, html, f"<title>Oops</title><p>Sorry, nothing is at {self.path} today.</p>".encode()

    def _page(self) -> str:
        links = "".join(f'<a href="{href}">to {href}</a> ' for href in LINKS)
        form = '<form action="/find"><label>Make <input name="make"></label><button>Search</button></form>'
        title = f"<title>Cars, answer {next(self.answers)}</title>"
        return f"{title}<p>{WORDS}</p>{links}{form if self.path == '/search' else ''}"

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # the parent's name for it
        """Nothing."""


@contextmanager
def _unruly() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Unruly)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield f"127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def _crawl(path: Path, web: WebSettings, strategy: str) -> LocateReport:
    settings = LocateSettings(strategy=strategy, open_groups=1, pages=50, find="every-form")

    async def main(folder: CrawlFolder) -> LocateReport:
        return await crawl(folder, Settings(web=web, locate=settings), Words(), [SEED])

    with CrawlFolder.create(path, "", "locate") as folder:
        return asyncio.run(main(folder))


def _log(path: Path) -> list[str]:
    store = SqliteStore(path / "leadline.db")
    try:
        return list(store.pages.lines("log"))
    finally:
        store.close()


@pytest.fixture(scope="module")
def crawled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one crawl of the unruly web for each strategy."""
    folder = tmp_path_factory.mktemp("crawled")
    with _unruly() as address:
        for strategy in STRATEGIES:
            web = WebSettings(connect_to=address, delay=0.0, retries=0)
            _crawl(folder / strategy, web, strategy)
    return folder


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_replay_has_the_same_log(crawled: Path, tmp_path: Path, strategy: str) -> None:
    """Byte for byte, although every answer was different and much failed, and without a single request."""
    archive = crawled / strategy / "warc" / "leadline-00000.warc.gz"
    report = _crawl(tmp_path / "again", WebSettings(replay=str(archive)), strategy)
    assert _log(tmp_path / "again") == _log(crawled / strategy)
    assert report.requests == 0


def test_the_crawl_met_what_a_replay_could_stumble_over(crawled: Path) -> None:
    """The promise above is about something: each kind of trouble is in the log."""
    log = "\n".join(_log(crawled / "best-first"))
    for trouble in ('"robots"', '"broken-http"', '"not-a-page"', '"soft 404"', '"status 404"'):
        assert trouble in log
    # One URL answered twice, by itself and behind a redirect, each time with another title.
    finals = [line for line in log.splitlines() if '"final_url":"http://cars.example/target"' in line]
    assert len(finals) == 2


def test_a_replay_of_a_replay_is_the_same_again(crawled: Path, tmp_path: Path) -> None:
    """What a replay archives is as good as what it was made from."""
    for name, source in (("second", crawled / "scdi"), ("third", tmp_path / "second")):
        web = WebSettings(replay=str(source / "warc" / "leadline-00000.warc.gz"))
        _crawl(tmp_path / name, web, "scdi")
    assert _log(tmp_path / "third") == _log(crawled / "scdi")


def test_a_failure_is_a_record_others_can_read(crawled: Path) -> None:
    """A request without an answer is a metadata record that names its URL and the reason."""
    with (crawled / "best-first" / "warc" / "leadline-00000.warc.gz").open("rb") as file:
        told = [
            (record.rec_headers.get_header("WARC-Target-URI"), record.content_stream().read().decode())
            for record in ArchiveIterator(file)
            if record.rec_type == "metadata"
        ]
    (failed,) = (text for url, text in told if url == "http://cars.example/private/list")
    assert failed.startswith("failure: robots\r\nfound: ")
    behind = [text for url, text in told if url == "http://cars.example/target"]
    assert [text.endswith("asked: http://cars.example/moved\r\n") for text in behind] == [True, False]


def test_a_failure_is_no_line_of_the_index(crawled: Path) -> None:
    """index.cdxj names answers, and redirects with them; a failure is none."""
    index = (crawled / "best-first" / "index.cdxj").read_text(encoding="utf-8")
    assert "/private" not in index
    assert "/moved" in index
