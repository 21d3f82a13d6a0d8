"""What hosts were promised, kept across processes: when each may be asked again, and how long it wants to rest.

A promise is stored before a request leaves, a rest before anybody sees the answer that asked for it. Read back, a
moment is believed only as far as it can have been meant (`leadline.model.rest`): a clock that jumped or a damaged
folder keeps nobody waiting for ever.
"""

from dataclasses import dataclass

from leadline.model.rest import Rest, RestingHost, told
from leadline.store.codec import dumps
from leadline.store.database import Database


@dataclass(frozen=True, slots=True)
class Remembered:
    """What an earlier process promised, as far as it is believed."""

    promised: tuple[tuple[str, Rest], ...] = ()
    disbelieved: tuple[str, ...] = ()
    """A sentence for each host whose moment was too far away."""


def keep_rest(db: Database, host: str, rest: Rest) -> None:
    """A host asked for time, or answers again; inside a transaction."""
    db.run(
        "INSERT INTO host (name, next_at, requests, rest_until, rest_seconds, refusals) VALUES (?, 0, 0, ?, ?, ?) "
        "ON CONFLICT (name) DO UPDATE SET rest_until = excluded.rest_until, "
        "rest_seconds = excluded.rest_seconds, refusals = excluded.refusals",
        (host, rest.until, rest.seconds, rest.refusals),
    )


def remembered(db: Database, now: float, gap: float) -> Remembered:
    """What still binds us at `now`, where `gap` is the longest pause between two requests to a host.

    What is not believed is corrected in the database, so that the wait ends however often it is resumed.
    """
    promised: list[tuple[str, Rest]] = []
    disbelieved: list[str] = []
    with db.transaction():
        # CAST: a damaged file may hold anything in any column.
        for host, next_at, until, seconds, refusals in db.all(
            "SELECT CAST(name AS TEXT), CAST(next_at AS REAL), CAST(rest_until AS REAL), "
            "CAST(rest_seconds AS REAL), CAST(refusals AS INTEGER) FROM host "
            "WHERE next_at > ? OR rest_until > ? OR refusals > 0 ORDER BY name",
            (now, now),
        ):
            next_believed = min(next_at, now + gap)
            rest = Rest(until, seconds, refusals).believed(now)
            if (next_at, until) != (next_believed, rest.until):
                db.run("UPDATE host SET next_at = ? WHERE name = ?", (next_believed, host))
                keep_rest(db, host, rest)
                disbelieved.append(_sentence(host, max(next_at, until), max(next_believed, rest.until)))
                db.run(
                    "INSERT INTO happening (at, kind, body) VALUES (?, 'disbelieved', ?)",
                    (now, dumps({"host": host, "until": told(max(next_at, until))})),
                )
            promised.append((host, rest._replace(until=max(next_believed, rest.until))))
    return Remembered(tuple(promised), tuple(disbelieved))


def _sentence(host: str, found: float, believed: float) -> str:
    return (
        f"{host}: the folder says that it is not to be asked before {told(found)}, which is longer than it can "
        f"have been meant (a clock that jumped, or a damaged file); it is left alone until {told(believed)}"
    )


def resting(db: Database, now: float) -> tuple[RestingHost, ...]:
    """Hosts that asked for time which is not over, those that come back first at the beginning."""
    rows = db.all(
        "SELECT CAST(name AS TEXT), CAST(rest_until AS REAL), CAST(rest_seconds AS REAL) FROM host "
        "WHERE rest_until > ? ORDER BY rest_until, name",
        (now,),
    )
    return tuple(
        RestingHost(name, told(Rest(until, seconds).believed(now).until)) for name, until, seconds in rows
    )
