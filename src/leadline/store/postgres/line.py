"""The line to a crawl's schema, which may be lost, and comes back.

There is one writer (a lock of the server's and a token of ours see to that), so the state that a transaction began
with is the one it finds again: what was written in it is written once more on the new connection, and it goes on
where it was. Whether a COMMIT that nobody answered took place the server tells by the transaction's number. So a
crawl pauses while its database is away and then goes on; nobody above this file knows.
"""

import logging
import secrets
import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress
from typing import Any, TypeVar

from leadline.errors import ArchiveError, BadTarget
from leadline.store.postgres import schema as schemas
from leadline.store.postgres.connecting import connect, driver, in_our_words, is_fatal, without_password

T = TypeVar("T")
Written = tuple[bytes, Any, bool]
"""A statement, its values, and whether these are many rows."""

_LONGEST = 5.0  # seconds between two attempts: a server that came back is noticed soon
_NOTICED = 2.0  # seconds in which a server notices that a process was killed which had the lock
PATIENCE = 1800.0
"""Seconds that a crawl waits for its database: a server that is upgraded, a network that is mended. After that it
ends, and `resume` goes on."""

_log = logging.getLogger("leadline")


class Line:
    """A connection to `schema` of the database at `url`; whoever is `writing` does so alone."""

    def __init__(self, url: str, schema: str, *, writing: bool, making: bool, patience: float) -> None:
        self._url, self._schema, self._writing, self._patience = url, schema, writing, patience
        self.name = f"{without_password(url)} ({schema})"
        self._driver = driver()
        self._token = secrets.token_hex(8)
        self._journal: list[Written] | None = None
        self._number = ""
        self._is_looking = False
        try:
            self.connection = connect(url)
            try:
                self._prepare(making=making)
            except BaseException:
                self.connection.close()
                raise
        except self._driver.Error as error:
            raise in_our_words(url, error) from error

    def _prepare(self, *, making: bool) -> None:
        if not making and not schemas.exists(self.connection, self._schema):
            raise BadTarget(
                f"{self.name} is not there: the crawl is in another database, or was dropped; give its --db"
            )
        if not self._writing:
            schemas.check_is_current(self.connection, self._schema)
            self._set_up()
            return
        if not self._is_locked_soon():
            raise BadTarget(f"{self.name} is in use: another process writes there; wait for it, or stop it first")
        schemas.migrate(self.connection, self._schema)
        self._set_up()
        with self.connection.transaction():
            self.connection.execute("DELETE FROM writer")
            self.connection.execute("INSERT INTO writer VALUES (%s)", (self._token,))

    def _set_up(self) -> None:
        # The server's own functions come first by themselves: nobody's schema can put others in their place.
        self.connection.execute(f'SET search_path TO "{self._schema}"'.encode())
        if not self._writing:
            self.connection.execute("SET default_transaction_read_only = on")

    def _is_locked_soon(self) -> bool:
        until = time.monotonic() + _NOTICED
        while not self._is_locked():
            if time.monotonic() > until:
                return False
            time.sleep(0.05)
        return True

    def _is_locked(self) -> bool:
        key = int(self._schema.rpartition("_")[2], 16) - (1 << 63)
        row = self.connection.execute("SELECT pg_try_advisory_lock(%s::bigint)", (key,)).fetchone()
        return bool(row and row[0])

    # ── transactions ──────────────────────────────────────────────────────────────────────────────────────

    @property
    def in_transaction(self) -> bool:
        return self._journal is not None

    def begin(self) -> None:
        self.use(self._begin)
        self._journal = []

    def _begin(self) -> None:
        found = self.connection.execute("BEGIN; SELECT pg_current_xact_id()::text")
        found.nextset()
        row = found.fetchone()
        self._number = str(row[0]) if row else ""

    def wrote(self, *written: Written) -> None:
        """Keep what was written until its transaction is over."""
        if self._journal is not None:
            self._journal += written

    def write(self, written: Sequence[Written]) -> None:
        self.use(lambda: self._send(written))
        self.wrote(*written)

    def _send(self, written: Sequence[Written], *, commit: bool = False) -> None:
        """All of it at once: the server's answers are waited for when all is on its way."""
        several = len(written) + commit > 1 and self._driver.Pipeline.is_supported()
        with self.connection.pipeline() if several else nullcontext():
            for sql, values, many in written:
                if many:
                    self.connection.cursor().executemany(sql, values)
                else:
                    self.connection.execute(sql, values)
            if commit:
                self.connection.execute("COMMIT")

    def commit(self, last: Sequence[Written] = ()) -> None:
        """`last` is written before."""
        self.wrote(*last)
        while True:
            try:
                self._send(last, commit=True)
                self._journal = None
                return
            except self._driver.Error as error:
                self._check_lost(error)
                journal, self._journal = self._journal, None
                self._come_back(error)
                if self._is_committed(self._number):
                    return
                self._journal, last = journal, ()
                self._go_on()

    def _go_on(self) -> None:
        """Write again what the lost transaction had written."""
        try:
            self._write_again()
        except self._driver.Error as error:
            self._check_lost(error)
            self._come_back(error)

    def _is_committed(self, number: str) -> bool:
        """As the server tells, also after it was restarted."""
        while True:
            row = self.use(
                lambda: self.connection.execute("SELECT pg_xact_status(%s::xid8)", (number,)).fetchone()
            )
            if row is None or row[0] != "in progress":  # the old connection may be about to end
                return row is not None and row[0] == "committed"
            time.sleep(0.1)

    def _write_again(self) -> None:
        self._begin()
        self._send(self._journal or ())

    def roll_back(self) -> None:
        self._journal = None
        with suppress(self._driver.Error):
            self.connection.execute("ROLLBACK")

    def look(self) -> None:
        """Begin to read what is there at one moment; a line that is lost meanwhile does not come back."""
        self.use(lambda: self.connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"))
        self._is_looking = True

    def looked(self) -> None:
        self._is_looking = False
        with suppress(self._driver.Error):
            self.connection.execute("COMMIT")

    def close(self) -> None:
        with suppress(self._driver.Error):
            self.connection.execute("SELECT pg_advisory_unlock_all()")
        self.connection.close()

    # ── lost, and back ────────────────────────────────────────────────────────────────────────────────────

    def use(self, use: Callable[[], T]) -> T:
        """What `use` gives; it is called again on the new connection where the old one was lost."""
        while True:
            try:
                return use()
            except (self._driver.Error, UnicodeError, OverflowError) as error:
                self._check_lost(error)
                self._come_back(error)

    def _check_lost(self, error: Exception) -> None:
        """Raise what the server complains about; if it says nothing any more, the line is lost."""
        if not self._is_lost(error) or self._is_looking:
            raise in_our_words(self._url, error) from error

    def _is_lost(self, error: Exception) -> bool:
        """The connection has ended, or the server's last word on it was that it ends it.

        Its end may be heard of before it comes, and while several answers are waited for the driver complains of
        the answers that do not come: so what it was busy with when it complained counts too.
        """
        if is_fatal(error):
            self.connection.close()
        return bool(self.connection.closed)

    def _come_back(self, lost: Exception) -> None:
        """Wait for the server and begin again where the transaction was. Raises when patience ends."""
        began, pause = time.monotonic(), 0.1
        _log.warning("%s is away; waiting for it, up to %.0f minutes", self.name, self._patience / 60)
        while True:
            try:
                if self._is_back():
                    break
            except self._driver.Error as error:
                if not self._is_lost(error):
                    raise in_our_words(self._url, error) from error
                lost = error
            if time.monotonic() - began > self._patience:
                raise in_our_words(self._url, lost) from lost
            time.sleep(pause)
            pause = min(2 * pause, _LONGEST)
        _log.warning("%s is back after %.1f s", self.name, time.monotonic() - began)

    def _is_back(self) -> bool:
        self.connection = connect(self._url)
        if self._writing and not self._is_locked():
            self.connection.close()  # the server has not noticed yet that the old one is gone
            return False
        self._set_up()
        if self._writing:
            self._check_token()
        if self._journal is not None:
            self._write_again()
        return True

    def _check_token(self) -> None:
        row = self.connection.execute("SELECT token FROM writer").fetchone()
        if row is None or row[0] != self._token:
            self.connection.close()
            raise ArchiveError(
                f"{self.name}: another process began to write while the connection was away; this one ends here"
            )
