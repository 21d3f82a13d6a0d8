"""The way to a PostgreSQL server: what may be used, what is refused, and how its complaints are told."""

from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit, urlunsplit

from leadline.errors import ArchiveError, BadConfiguration

if TYPE_CHECKING:
    import psycopg

    Connection = psycopg.Connection[tuple[Any, ...]]

_OLDEST = 130000  # the first that tells whether a transaction was committed, by its number
_KEEPALIVE = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3}
"""A server that is gone without a word is noticed after half a minute."""
_FATAL = ("FATAL", "PANIC")
_SCHEMES = ("postgresql", "postgres")


def without_password(url: str) -> str:
    """For sentences, logs and files."""
    parts = urlsplit(url)
    user, at, host = parts.netloc.rpartition("@")
    return urlunsplit(parts._replace(netloc=f"{user.partition(':')[0]}{at}{host}", query=""))


def check_url(url: str) -> None:
    """Raise where this names no PostgreSQL database."""
    if urlsplit(url).scheme not in _SCHEMES:
        raise BadConfiguration(
            f"{without_password(url)!r} names no database; write --db postgresql://user@host/name"
        )


def connect(url: str) -> "Connection":
    """A connection without transactions of its own. `psycopg.Error` where there is none."""
    psycopg = driver()
    check_url(url)
    connection: Connection = psycopg.connect(url, autocommit=True, connect_timeout=10, **_KEEPALIVE)
    if connection.info.server_version < _OLDEST:
        connection.close()
        raise ArchiveError(f"{without_password(url)} is PostgreSQL older than 13; upgrade it, or use another")
    # `sum` of whole numbers is of a type of its own there, and ours are all whole.
    connection.adapters.register_loader("numeric", _whole_number_loader())
    connection.execute("SET client_encoding TO 'UTF8'")
    return connection


def driver() -> Any:  # imported where it is used: it takes longer than all of `leadline --help`
    try:
        import psycopg
    except ImportError as error:
        raise BadConfiguration(
            "PostgreSQL was asked for, and its driver is not installed; install leadline[postgres]"
        ) from error
    return psycopg


def _whole_number_loader() -> Any:
    from psycopg.adapt import Loader

    class WholeNumber(Loader):
        def load(self, data: Any) -> int:
            return int(bytes(data))

    return WholeNumber


def in_our_words(url: str, error: Exception) -> ArchiveError:
    """What the server complains about, as a sentence."""
    text = " ".join(str(error).split())
    return ArchiveError(f"{without_password(url)} cannot be used: {text}; see to it, then run the command again")


def is_fatal(error: BaseException | None) -> bool:
    """Whether the server ended the connection with this error, or with one it was raised upon."""
    psycopg = driver()
    while error is not None:
        if isinstance(error, psycopg.Error) and error.diag.severity_nonlocalized in _FATAL:
            return True
        error = error.__cause__ or error.__context__
    return False
