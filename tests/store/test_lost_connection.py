"""The database goes away while a crawl writes: it waits, and nothing is lost or written twice."""

import secrets
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing

import pytest
from store_samples import link, outcome

from leadline.errors import ArchiveError, BadTarget
from leadline.store.batch import Batch, Note
from leadline.store.postgres.database import PostgresDatabase
from leadline.store.postgres.line import Line
from leadline.store.sqlite.store import SqliteStore
from postgres_server import Server, running


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with running() as started:
        yield started


@pytest.fixture
def schema() -> str:
    return f"crawl_{secrets.token_hex(8)}"


def opened(server: Server, schema: str, **how: float) -> SqliteStore:
    return SqliteStore(PostgresDatabase(server.url, schema, making=True, **how))  # type: ignore[arg-type]


def test_a_transaction_goes_on_where_its_connection_was_lost(server: Server, schema: str) -> None:
    """What was written in it before is written once more, once."""
    store = opened(server, schema)
    with store.together():
        store.note(1.0, "before")
        server.throw_out()
        store.note(2.0, "after")
    server.throw_out()
    store.note(3.0, "later")
    store.close()
    with closing(opened(server, schema)) as again:
        told = [row["kind"] for row in again.pages.rows("events")]
    assert told == ["before", "after", "later"]


def test_a_commit_nobody_answered_is_made_once(server: Server, schema: str) -> None:
    """Thrown out at any moment, also between COMMIT and its answer, every batch is there once and in order.

    At most three times for one batch: where the machine is so busy that coming back takes longer than the pause
    between two, it would never get on."""
    store = opened(server, schema)
    stop = threading.Event()
    written, thrown = [0], Counter[int]()

    def disturb() -> None:
        while not stop.wait(0.03):
            if thrown[written[0]] < 3:
                thrown[written[0]] += 1
                server.throw_out()

    disturbing = threading.Thread(target=disturb)
    disturbing.start()
    try:
        for number in range(150):
            with store.together():
                store.commit(Batch(notes=(Note(float(number), "one", {}),)))
                store.commit(Batch(event=outcome(number, f"http://a.example/{number}")))
            written[0] += 1
    finally:
        stop.set()
        disturbing.join()
    store.close()
    with closing(opened(server, schema)) as again:
        assert [row["at"] for row in again.pages.rows("events")] == [float(number) for number in range(150)]
        assert [event.number for event in again.log.events()] == list(range(150))


def test_a_last_word_is_enough(server: Server, schema: str) -> None:
    """The server said that it ends the connection, its end is not here yet, and the driver complains of what it
    waited for: the line is lost. A complaint that the server ends nothing for is told."""
    import psycopg

    line = Line(server.url, schema, writing=True, making=True, patience=5.0)
    lines = []

    def cut_off_at_first() -> bool:
        lines.append(line.connection)
        if len(lines) > 1:
            return True
        try:
            with psycopg.connect(server.url, autocommit=True) as other:
                other.execute("SELECT pg_terminate_backend(pg_backend_pid())")
        except psycopg.Error:
            raise psycopg.OperationalError("cannot exit pipeline mode while busy")  # noqa: B904  # as the driver does
        return False

    assert line.use(cut_off_at_first)
    assert lines[0] is not lines[1]
    assert lines[0].closed
    with pytest.raises(ArchiveError, match="does not exist"):
        line.use(lambda: line.connection.execute("SELECT * FROM nowhere"))
    line.close()


def test_a_server_that_is_restarted_is_waited_for(server: Server, schema: str) -> None:
    store = opened(server, schema)
    store.commit(Batch(event=outcome(0, links=(link("http://b.example/"),))))
    server.stop()
    back = threading.Timer(0.7, server.start)
    back.start()
    began = time.monotonic()
    store.commit(Batch(event=outcome(1)))
    assert time.monotonic() - began > 0.5
    back.join()
    store.close()
    with closing(opened(server, schema)) as again:
        assert [event.number for event in again.log.events()] == [0, 1]


def test_patience_ends(server: Server, schema: str) -> None:
    store = opened(server, schema, patience=0.2)
    server.stop()
    try:
        with pytest.raises(ArchiveError, match="cannot be used"):
            store.note(1.0, "never")
    finally:
        server.start()
    store.close()


def test_one_writes_at_a_time(server: Server, schema: str) -> None:
    """A second writer is refused; one that began while the first was cut off ends the first."""
    first = opened(server, schema)
    with pytest.raises(BadTarget, match="in use"):
        opened(server, schema)
    first.database._line.connection.close()  # type: ignore[attr-defined]  # as a cut cable does
    second = opened(server, schema)
    second.close()
    with pytest.raises(ArchiveError, match="another process began to write"):
        first.note(1.0, "too late")


def test_what_is_not_there_is_said(server: Server, schema: str) -> None:
    with pytest.raises(BadTarget, match="is not there"):
        PostgresDatabase(server.url, schema)


def test_what_was_written_is_read_in_the_same_transaction(server: Server, schema: str) -> None:
    """Writes wait to be sent together; whoever asks gets them, also on a connection that came back."""
    with closing(PostgresDatabase(server.url, schema, making=True)) as database:
        asked = "SELECT digest FROM met ORDER BY digest"
        with database.transaction():
            database.run("INSERT INTO met (digest) VALUES (?)", (1,))
            assert database.all(asked) == [(1,)]
            database.run_many("INSERT INTO met (digest) VALUES (?)", [(n,) for n in range(2, 9)])
            assert database.number("SELECT count(*) FROM met") == 8
            database.run("DELETE FROM met WHERE digest > ?", (3,))
            assert list(database.each(asked)) == [(1,), (2,), (3,)]
            database.run("DELETE FROM met WHERE digest = ?", (1,))
            server.throw_out()
            assert database.named("SELECT min(digest) AS least FROM met") == {"least": 2}
            database.run("INSERT INTO met (digest) VALUES (?)", (9,))
        assert database.all(asked) == [(2,), (3,), (9,)]
