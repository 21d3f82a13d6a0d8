"""kill -9 at any moment: nothing acknowledged is lost, nothing is there twice, the archive is whole."""

import random
from contextlib import suppress
from pathlib import Path

import killed_writer
from warcio_reading import problems, read_folder

from forked import PROCESSES
from leadline.model.events import Outcome
from leadline.store.archive import Archive
from leadline.store.protocols import Store
from leadline.store.sqlite.database import Database
from leadline.store.sqlite.store import SqliteStore

KILLS = 21


def run_and_kill(folder: Path, events: int) -> int:
    """Let the writer commit so many events, then kill it in the middle of the next; the last it acknowledged."""
    said, saying = PROCESSES.Pipe(duplex=False)
    writer = PROCESSES.Process(target=killed_writer.write, args=(folder, saying))
    writer.start()
    saying.close()
    with said:
        acknowledged: list[int] = [said.recv() for _ in range(events + 1)]
        writer.kill()
        with suppress(EOFError):
            while True:
                acknowledged.append(said.recv())
    writer.join()
    writer.close()
    return acknowledged[-1]


def check_log(store: Store) -> dict[str, int]:
    """No gap, no URL twice; URL → number."""
    events = list(store.log.events())
    assert [event.number for event in events] == list(range(store.log.length))
    visited = {event.url: event.number for event in events if isinstance(event, Outcome)}
    assert len(visited) == len(events) == store.log.pages
    return visited


def check_frontier(store: Store, visited: dict[str, int]) -> None:
    """Every URL that a logged page links to is in one place: the log, or waiting."""
    store.frontier.release_all()
    urls = {link.url for event in store.log.events() if isinstance(event, Outcome) for link in event.links}
    histories = map(store.pages.history, {*urls, killed_writer.url_of(0)})
    waiting = [history.url for history in histories if history.state == "waiting"]
    assert store.frontier.waiting() == ({"g": len(waiting)} if waiting else {})
    assert sorted([*visited, *waiting]) == sorted({*visited, *waiting})
    if not visited and not waiting:
        return  # killed before the seed was in
    pages = (int(url.rpartition("/")[2]) for url in visited)
    met = {killed_writer.url_of(to) for page in pages for to in killed_writer.links_of(page)}
    assert met | {killed_writer.url_of(0)} == {*visited, *waiting}


def check_archive(store: Store, folder: Path, visited: dict[str, int]) -> None:
    """Every committed place holds its page; nothing else is left behind."""
    Archive(folder / "warc").recover(store.pages.archive_ends())
    assert problems(folder / "warc") == 0
    found = {
        (file, record.offset): record.headers["WARC-Target-URI"]
        for file, record in read_folder(folder / "warc")
        if record.kind == "response"
    }
    rows = [row for row in store.pages.rows("pages") if row["warc"] is not None]
    assert {(row["warc"], row["warc_offset"]): row["number"] for row in rows} == {
        place: visited[url] for place, url in found.items()
    }


def test_killed_at_any_moment(tmp_path: Path) -> None:
    """After each of many kills in one crawl: log without gaps, every URL in one place, archive recovered.

    With no event to wait for, the kill falls into opening, recovering and putting back.
    """
    rng = random.Random(5)
    for _ in range(KILLS):
        acknowledged = run_and_kill(tmp_path, rng.randrange(12))
        database = Database(tmp_path / "leadline.db")
        store = SqliteStore(database)
        assert store.log.length > acknowledged
        visited = check_log(store)
        check_frontier(store, visited)
        check_archive(store, tmp_path, visited)
        assert database.one("PRAGMA integrity_check") == ("ok",)
        promised = {host for host, _ in store.hosts.promises(0.0, gap=1e9).hosts}
        assert promised >= {f"site{int(url.rpartition('/')[2]) % 5}.example" for url in visited}
        store.close()
