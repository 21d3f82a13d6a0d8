"""What hosts were promised, kept across processes: when each may be asked again, and how long it wants to rest.

A promise is stored before a request leaves, a rest before anybody sees the answer that asked for it. Read back, a
moment is believed only as far as it can have been meant (`leadline.model.rest`): a clock that jumped or a damaged
folder keeps nobody waiting for ever.
"""

from leadline.model.rest import Rest, RestingHost, told
from leadline.store.batch import Promises
from leadline.store.codec import dumps
from leadline.store.sqlite.database import Database


class SqliteHosts:
    """`leadline.store.protocols.Hosts`; `promise` and `rest` are called inside a transaction."""

    def __init__(self, database: Database) -> None:
        self._db = database

    def promise(self, host: str, next_at: float) -> None:
        self._db.run(
            "INSERT INTO host (name, next_at, requests) VALUES (?, ?, 1) ON CONFLICT (name) DO UPDATE "
            "SET next_at = excluded.next_at, requests = host.requests + 1",
            (host, next_at),
        )

    def rest(self, host: str, rest: Rest) -> None:
        self._db.run(
            "INSERT INTO host (name, next_at, requests, rest_until, rest_seconds, refusals) "
            "VALUES (?, 0, 0, ?, ?, ?) ON CONFLICT (name) DO UPDATE SET rest_until = excluded.rest_until, "
            "rest_seconds = excluded.rest_seconds, refusals = excluded.refusals",
            (host, rest.until, rest.seconds, rest.refusals),
        )

    def promises(self, now: float, gap: float) -> Promises:
        promised: list[tuple[str, Rest]] = []
        disbelieved: list[str] = []
        with self._db.transaction():
            # CAST: a damaged file may hold anything in any column.
            for host, next_at, until, seconds, refusals in self._db.all(
                "SELECT CAST(name AS TEXT), CAST(next_at AS REAL), CAST(rest_until AS REAL), "
                "CAST(rest_seconds AS REAL), CAST(refusals AS INTEGER) FROM host "
                "WHERE next_at > ? OR rest_until > ? OR refusals > 0 ORDER BY name",
                (now, now),
            ):
                next_believed = min(next_at, now + gap)
                rest = Rest(until, seconds, refusals).believed(now)
                if (next_at, until) != (next_believed, rest.until):
                    self._db.run("UPDATE host SET next_at = ? WHERE name = ?", (next_believed, host))
                    self.rest(host, rest)
                    disbelieved.append(_sentence(host, max(next_at, until), max(next_believed, rest.until)))
                    self._db.run(
                        "INSERT INTO happening (at, kind, body) VALUES (?, 'disbelieved', ?)",
                        (now, dumps({"host": host, "until": told(max(next_at, until))})),
                    )
                promised.append((host, rest._replace(until=max(next_believed, rest.until))))
        return Promises(tuple(promised), tuple(disbelieved))

    def resting(self, now: float) -> tuple[RestingHost, ...]:
        rows = self._db.all(
            "SELECT CAST(name AS TEXT), CAST(rest_until AS REAL), CAST(rest_seconds AS REAL) FROM host "
            "WHERE rest_until > ? ORDER BY rest_until, name",
            (now,),
        )
        return tuple(
            RestingHost(name, told(Rest(until, seconds).believed(now).until)) for name, until, seconds in rows
        )

    def requests(self) -> int:
        return int(self._db.one("SELECT coalesce(sum(requests), 0) FROM host")[0])


def _sentence(host: str, found: float, believed: float) -> str:
    return (
        f"{host}: the folder says that it is not to be asked before {told(found)}, which is longer than it can "
        f"have been meant (a clock that jumped, or a damaged file); it is left alone until {told(believed)}"
    )
