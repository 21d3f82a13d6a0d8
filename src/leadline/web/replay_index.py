"""What a set of archives holds: canonical URL → captures, as places, not bodies.

One pass reads every record's header and the head of its block. Requests tell which captures were POSTs, and with
which data; revisits are tied to the record they repeat; metadata of our own tell which answers came by redirects,
and which requests failed. A capture takes some hundred bytes of memory, so archives
of many gigabytes can stand for a web.
"""

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

from leadline.model.events import Failure
from leadline.model.page import Request
from leadline.model.url import canonical, parts_of
from leadline.model.url_parameters import page_key
from leadline.web.warc import HEAD_END, ArchivedRecord, Damage, http_parts, walk
from leadline.web.warc_stream import RecordPosition

_REQUEST = re.compile(rb"([A-Z]{3,10}) \S")
_FIELD = re.compile(rb"^([\w-]+): ([^\r\n]*)", re.MULTILINE)


@dataclass(slots=True)
class Capture:
    """One archived answer. `original` is where the content of a revisit lies."""

    url: str
    file: Path
    place: RecordPosition
    when: float
    status: int
    method: str = "GET"
    posted: str | None = None  # digest of the data that was posted, None where the archive does not say
    original: "Capture | None" = None
    asked: str = ""  # the URL at the other end of the redirects it came by, where the archive says so


@dataclass(slots=True)
class _Sent:
    """A request record, until the answer to it is known."""

    number: int
    url: str
    ids: tuple[str, ...]  # of the answers it says it belongs to, and its own
    method: str
    posted: str | None


@dataclass(slots=True)
class _FileNotes:
    """What is only needed until a file has been read to its end."""

    captures: dict[int, Capture] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)  # of answers, by their own identifier or their request's
    asked: dict[str, str] = field(default_factory=dict)  # identifier of an answer → what was asked for
    sent: list[_Sent] = field(default_factory=list)


class ReplayIndex:
    """Captures by URL; filled with `add`, closed with `finish`, asked with `find`."""

    def __init__(self) -> None:
        self._damages: list[Damage] = []
        self._shown: dict[Path, Path] = {}
        self._captures: dict[str, list[Capture]] = {}
        self._alike: dict[str, list[str]] = {}
        self._ids: dict[str, Capture] = {}
        self._digests: dict[str, Capture] = {}
        self._revisits: list[tuple[Capture, ArchivedRecord]] = []
        self._failures: dict[str, Failure] = {}

    @property
    def damages(self) -> list[Damage]:
        """What cannot be served, under the names the files were given by."""
        return [replace(damage, file=self._shown[damage.file]) for damage in self._damages]

    def __iter__(self) -> Iterator[str]:
        return iter(self._captures)

    def add(self, file: Path, shown: Path) -> int:
        """Read one file, called `shown` in reports; returns how many records it holds."""
        self._shown[file] = shown
        notes = _FileNotes()
        number = 0
        for found in walk(file):
            if isinstance(found, Damage):
                self._damages.append(found)
                continue
            self._note(file, found, number, notes)
            number += 1
        _pair(notes)
        return number

    def _note(self, file: Path, record: ArchivedRecord, number: int, notes: _FileNotes) -> None:
        url = _target(record, "warc-target-uri")
        if url is None:
            return
        if record.kind == "request":
            notes.sent.append(_sent(record, url, number))
        elif record.kind in ("response", "resource", "revisit"):
            self._note_answer(file, record, number, notes, url)
        elif record.kind == "metadata":
            self._note_metadata(record, notes, url)

    def _note_metadata(self, record: ArchivedRecord, notes: _FileNotes, url: str) -> None:
        """Only what we wrote ourselves is understood; anybody else's is passed by."""
        fields = dict(_FIELD.findall(record.block))
        if b"asked" in fields and (answer := record.get("warc-concurrent-to")):
            notes.asked[answer] = fields[b"asked"].decode("utf-8", "replace")
        if b"failure" in fields and b"found" in fields:
            with suppress(ValueError):
                found = str(json.loads(fields[b"found"]))
                self._failures[url] = Failure(fields[b"failure"].decode("utf-8", "replace"), found)

    def _note_answer(self, file: Path, record: ArchivedRecord, number: int, notes: _FileNotes, url: str) -> None:
        capture = Capture(url, file, record.place, moment(record.get("warc-date")), 200)
        if record.kind == "revisit":
            self._revisits.append((capture, replace(record, block=b"")))
        else:
            if record.kind == "response":
                parts = http_parts(record.block)
                if parts is None:
                    why = f"no HTTP answer inside, for {url[:200]}"
                    self._damages.append(Damage(file, record.place.start, why))
                    return
                capture.status = parts[0]
            self._hold(capture, record)
        notes.captures[number] = capture
        notes.numbers[record.get("warc-record-id") or ""] = number
        notes.numbers.setdefault(record.get("warc-concurrent-to") or "", number)

    def _hold(self, capture: Capture, record: ArchivedRecord | None) -> None:
        self._captures.setdefault(capture.url, []).append(capture)
        alike = self._alike.setdefault(_likeness(capture.url), [])
        if capture.url not in alike:
            alike.append(capture.url)
        if record is not None:
            self._ids[record.get("warc-record-id") or ""] = capture
            self._digests.setdefault(record.get("warc-payload-digest") or "", capture)

    def finish(self) -> None:
        """Tie revisits to their originals, which may lie in another file, and forget what was only for that."""
        for capture, record in self._revisits:
            capture.original = self._original(record)
            if capture.original is None:
                why = f"repeats a capture of {capture.url[:200]} that is not in these files"
                self._damages.append(Damage(capture.file, capture.place.start, why))
                continue
            capture.status = capture.original.status
            self._hold(capture, None)
        self._ids.clear()
        self._digests.clear()
        self._revisits.clear()

    def _original(self, revisit: ArchivedRecord) -> Capture | None:
        if found := self._ids.get(revisit.get("warc-refers-to") or "-"):
            return found
        url, when = _target(revisit, "warc-refers-to-target-uri"), moment(revisit.get("warc-refers-to-date"))
        same = (c for c in self._captures.get(url or "", ()) if c.original is None and c.when == when)
        return next(same, None) or self._digests.get(revisit.get("warc-payload-digest") or "-")

    def find(self, request: Request, seen: Sequence[str] = ()) -> Capture | None:
        """The best capture for a request: of this very URL, else of one that differs in what servers ignore.

        `seen` holds the URLs of a redirect chain: a near miss must not lead back into it."""
        asked = seen[0] if seen else ""
        captures = self._captures.get(request.url, ())
        found = _best([c for c in captures if c.asked == asked] or captures, request)
        if found is not None:
            return found
        alike = [u for u in self._alike.get(_likeness(request.url), ()) if u != request.url and u not in seen]
        wanted = parts_of(request.url)
        for url in sorted(alike, key=lambda held: [a != b for a, b in zip(wanted, parts_of(held), strict=True)]):
            if found := _best(self._captures[url], request):
                return found
        return None

    def failure(self, url: str) -> Failure | None:
        """How a request for this very URL failed, if the archive says that it did."""
        return self._failures.get(url)


def _best(captures: Sequence[Capture], request: Request) -> Capture | None:
    """The newest success, else the newest redirect, else the newest answer, among those to such a request."""
    fitting = [c for c in captures if c.method == request.method]
    if request.method == "POST":
        digest = posted_digest(request.body or b"")
        same = [c for c in fitting if c.posted == digest]
        fitting = same or [c for c in fitting if c.posted is None]
    return max(fitting, key=lambda c: (c.status // 100 == 2, c.status // 100 == 3, c.when), default=None)


def posted_digest(body: bytes) -> str:
    """Equal for equal data; the boundary of multipart data is random, so it is left out."""
    if body.startswith(b"--"):
        body = body.replace(body.partition(b"\r\n")[0], b"--")
    return hashlib.sha1(body, usedforsecurity=False).hexdigest()


def _sent(record: ArchivedRecord, url: str, number: int) -> _Sent:
    method = _REQUEST.match(record.block)
    name = method[1].decode() if method else "GET"
    head = HEAD_END.search(record.block)
    body = record.block[head.end() :] if head else b""
    posted = posted_digest(body) if name == "POST" and body and len(record.block) == record.length else None
    ids = [value for key, value in record.headers if key == "warc-concurrent-to"]
    return _Sent(number, url, (*ids, record.get("warc-record-id") or "-"), name, posted)


def _pair(notes: _FileNotes) -> None:
    """Tell each capture by which request it came: by the records' own word, else by neighbourhood."""
    for identity, asked in notes.asked.items():
        if identity in notes.numbers:
            notes.captures[notes.numbers[identity]].asked = asked
    taken: set[int] = set()
    for sent in notes.sent:
        stated = [notes.numbers[identity] for identity in sent.ids if identity in notes.numbers]
        for number in (*stated, sent.number - 1, sent.number + 1):
            capture = notes.captures.get(number)
            if capture is not None and number not in taken and capture.url == sent.url:
                capture.method, capture.posted = sent.method, sent.posted
                taken.add(number)
                break


def _likeness(url: str) -> str:
    parts = parts_of(page_key(url))
    port = "" if parts.port in (80, 443) else f":{parts.port}"
    return f"{parts.host.removeprefix('www.')}{port}{parts.path.rstrip('/')}?{parts.query}"


def _target(record: ArchivedRecord, name: str) -> str | None:
    return canonical((record.get(name) or "").strip("<> "))


def moment(date: str | None) -> float:
    """Seconds since the epoch; 0 where the archive does not say."""
    try:
        moment = datetime.fromisoformat(date or "")
    except ValueError:
        return 0.0
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
