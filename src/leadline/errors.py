"""Every error Leadline raises, in one tree.

A message says what was tried, what was found, and, where there is a remedy, what to do. `FetchError.kind`
is the stable word under which an outcome is stored and counted.
"""

import re
from typing import ClassVar


class LeadlineError(Exception):
    """Root of the tree; `exit_code` is what the command line ends with."""

    exit_code: ClassVar[int] = 5


class InputError(LeadlineError):
    """Something given to us is wrong; nothing was started."""

    exit_code: ClassVar[int] = 3


class BadTarget(InputError):
    """A target, URL or file that cannot be used."""


class NotHere(BadTarget):
    """Something that was asked for by name, and is not among what is here."""


class BadConfiguration(InputError):
    """A configuration file or option that cannot be used."""


class FormRefused(InputError):
    """A form that is not submitted: the safety gate says no, or nobody said which one is meant."""

    def __init__(self, sentence: str, reasons: tuple[str, ...] = ()) -> None:
        super().__init__(sentence)
        self.reasons = reasons


class MissingValue(LeadlineError):
    """A form wants a value that nobody gave; `name` is what to give it by, `label` what people call it."""

    exit_code: ClassVar[int] = 4

    def __init__(self, name: str, label: str) -> None:
        super().__init__(
            f"the form wants a value for {_printable(label)!r}: give it with --set {_printable(name)}=VALUE"
        )
        self.name = name
        self.label = label


class MissingExtra(InputError):
    """An optional part is not installed."""

    def __init__(self, what: str, extra: str | None = None, also: str = "", package: str = "leadline") -> None:
        wanted = f"'{package}[{extra}]'" if extra else package
        super().__init__(f"{what} needs an optional part: pip install {wanted}{also}")


class NeedsBrowser(InputError):
    """A page that is nothing without its scripts, and no browser to run them."""


class SiteBlocked(LeadlineError):
    """A captcha, a challenge or a denial stands in the place of the page; nothing tries to get past it."""


class ArchiveError(LeadlineError):
    """A WARC or crawl folder that cannot be read or written."""


class BacklinksFailed(LeadlineError):
    """A backlink provider gave no usable answer. `seconds` is for how long asking it again is of no use."""

    def __init__(self, sentence: str, seconds: float = 0.0) -> None:
        super().__init__(_printable(sentence, limit=400))
        self.seconds = seconds


class WorkerLost(LeadlineError):
    """Every process that was given a task ended over it."""


class WorkNotDone(LeadlineError):
    """A benchmark whose work was not done, or not right: it has no figures then."""


class FetchError(LeadlineError):
    """The typed outcome of one request that brought no page."""

    kind: ClassVar[str] = "failed"
    of_kind: ClassVar[dict[str, type["FetchError"]]] = {}

    def __init_subclass__(cls, kind: str) -> None:
        cls.kind = kind
        cls.of_kind[kind] = cls

    def __init__(self, url: str, found: str) -> None:
        super().__init__(f"{_printable(url)}: {_printable(found, limit=300)}")
        self.url = url
        self.found = found


class Refused(FetchError, kind="refused"):
    """We did not send it."""


class BadUrl(Refused, kind="bad-url"):
    """Not a URL, or a scheme other than http and https."""


class AddressRefused(Refused, kind="address-refused"):
    """It leads to a private, loopback or otherwise special address."""


class RobotsDisallowed(Refused, kind="robots"):
    """robots.txt asks us not to."""


class HostResting(Refused, kind="resting"):
    """The host asked for more time than we wait; `until` is when `url` may be asked for again."""

    exit_code: ClassVar[int] = 4

    def __init__(self, url: str, found: str, until: float = float("-inf")) -> None:
        super().__init__(url, found)
        self.until = until


class OutOfRequests(Refused, kind="out-of-requests"):
    """The run has spent the requests it may spend; what was open stays open."""

    exit_code: ClassVar[int] = 4


class OutOfTime(OutOfRequests, kind="out-of-time"):
    """The time of the run is over; what was open stays open."""


class OutOfOpenings(OutOfRequests, kind="out-of-openings"):
    """The run has opened as many pages in the browser as it may; what was open stays open."""


class OutOfScope(Refused, kind="out-of-scope"):
    """The user left it out: `--include`, `--exclude`."""


class Unreachable(FetchError, kind="unreachable"):
    """It never reached a server."""


class NameNotResolved(Unreachable, kind="dns"):
    """DNS has no (usable) answer."""


class ConnectFailed(Unreachable, kind="connect"):
    """No connection, or the proxy refused."""


class TlsFailed(Unreachable, kind="tls"):
    """The certificate or the handshake is bad."""


class TimedOut(FetchError, kind="timeout"):
    """The server was too slow."""


class GivenUp(TimedOut, kind="given-up"):
    """We waited no longer for something that others had to wait for."""


class BadAnswer(FetchError, kind="bad-answer"):
    """The server broke the protocol."""


class BrokenHttp(BadAnswer, kind="broken-http"):
    """Not HTTP, broken chunking, a connection cut before any byte."""


class HeadersTooBig(BadAnswer, kind="headers-too-big"):
    """Header flood."""


class BrokenEncoding(BadAnswer, kind="broken-encoding"):
    """The announced content encoding is unknown or cannot be undone."""


class TooManyRedirects(BadAnswer, kind="redirects"):
    """Loop or chain."""


class TooBig(FetchError, kind="too-big"):
    """A decompression bomb."""


class ReadingTooLong(FetchError, kind="reading-too-long"):
    """The page came, but reading it did not come to an end in time."""


class ScriptsFailed(FetchError, kind="scripts"):
    """The page is made by scripts, and they never came to an end, or their browser died."""


class NotAPage(FetchError, kind="not-a-page"):
    """A video, archive, image …: dropped after its headers."""


class NotArchived(FetchError, kind="not-archived"):
    """A replay has no such page."""


def fetch_error(kind: str, url: str, found: str) -> FetchError:
    """The error that was stored as a `Failure`, again.

    >>> fetch_error("robots", "http://a.example/", "robots.txt says no")
    RobotsDisallowed('http://a.example/: robots.txt says no')
    """
    return FetchError.of_kind.get(kind, FetchError)(url, found)


def _printable(text: str, limit: int = 200) -> str:
    """Hostile bytes end up in messages: no control characters, no endless lines in a terminal or log."""
    clean = escaped(text[: limit + 1])
    return clean if len(text) <= limit else clean[:limit] + "…"


# ── hostile text in messages and output ───────────────────────────────────────────────────────────────────

_STEERING = "\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069"
_IN_JSON = re.compile(f"[{_STEERING}]")
_BUT_LINES = re.compile(f"[\x00-\x08\x0b-\x1f{_STEERING}]")
"""What steers a terminal: controls of both sets (C0, DEL and C1), the line ends that only some programs know
(U+2028, U+2029), and marks that turn the direction of writing, with which a line shows something else than it
says."""


def escaped(text: str) -> str:
    """A sentence on one line: whatever is not to be seen in it is a number.

    >>> escaped("a\\x1b[31mb\\u202ec\\nd")
    'a\\\\x1b[31mb\\\\u202ec\\\\x0ad'
    """
    return text if text.isprintable() else "".join(c if c.isprintable() else _number(ord(c)) for c in text)


def escaped_lines(text: str) -> str:
    """What people read on a terminal, on several lines: their ends stay, and tabs; what steers is a number."""
    return _BUT_LINES.sub(lambda found: _number(ord(found[0])), text)


def escaped_json(document: str) -> str:
    """JSON that means the same: what steers stands inside of strings only, and becomes an escape there.

    >>> escaped_json('{"title": "a\\u202eb"}')
    '{"title": "a\\\\u202eb"}'
    """
    if document.isascii() and "\x7f" not in document:
        return document
    return _IN_JSON.sub(lambda found: f"\\u{ord(found[0]):04x}", document)


def _number(code: int) -> str:
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
