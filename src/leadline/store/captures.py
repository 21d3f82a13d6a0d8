"""What differs between two runs of the same crawl, kept apart from the log: times, addresses, places."""

from dataclasses import astuple, dataclass, replace

from leadline.errors import BadTarget
from leadline.model.page import Response
from leadline.store.archive import NAME, Place
from leadline.store.codec import dumps
from leadline.store.database import Database


@dataclass(frozen=True, slots=True)
class Capture:
    """How an answer came, and where it lies in the archive."""

    fetched_at: float
    seconds: float
    requests: int
    address: str | None = None
    media_type: str | None = None
    digest: str | None = None
    warc: str | None = None
    warc_offset: int | None = None
    warc_length: int | None = None
    hops: str = "[]"
    """The redirects before it: JSON rows of url, status, offset, length and digest."""

    @classmethod
    def of(cls, response: Response, place: Place | None = None) -> "Capture":
        """What is worth keeping of an answer, and where it was archived."""
        capture = cls(
            fetched_at=response.fetched_at,
            seconds=response.seconds,
            requests=response.attempts,
            address=response.address,
            media_type=response.content_type,
        )
        if place is None:
            return capture
        return replace(
            capture,
            digest=place.digest,
            warc=place.file,
            warc_offset=place.offset,
            warc_length=place.length,
            hops=dumps([astuple(hop) for hop in place.hops]),
        )

    @classmethod
    def failed(cls, when: float, place: Place) -> "Capture":
        """Where it was archived that no answer came."""
        return cls(when, 0.0, 0, warc=place.file, warc_offset=place.offset, warc_length=place.length)


def keep_capture(database: Database, number: int, capture: Capture) -> None:
    """Beside event `number`, in the same transaction."""
    database.run(
        "INSERT INTO capture (number, fetched_at, seconds, requests, address, media_type, digest, warc, "
        "warc_offset, warc_length, hops) VALUES (?,?,?,?,?,?,?,?,?,?,?)",
        (number, *astuple(capture)),
    )


def archive_ends(database: Database) -> dict[str, int]:
    """File of the archive → where its last committed record ends.

    Raises where a name is none of an archive's own files: a database may come from anybody, and whoever asks
    this is going to open, copy or cut those files.
    """
    ends: dict[str, int] = {}
    for name, end, whole in database.each(
        "SELECT warc, max(warc_offset + warc_length), min(typeof(warc_offset) = 'integer' "
        "AND typeof(warc_length) = 'integer' AND warc_offset >= 0 AND warc_length >= 0) "
        "FROM capture WHERE warc IS NOT NULL GROUP BY warc ORDER BY warc"
    ):
        if not isinstance(name, str) or not NAME.fullmatch(name) or not whole or not isinstance(end, int):
            raise BadTarget(
                f"{database.path} names {str(name)[:100]!r} (up to {str(end)[:30]}) as part of its archive, which "
                "no Leadline wrote; nothing was changed"
            )
        ends[name] = end
    return ends
