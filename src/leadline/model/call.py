"""Calls that scripts of a page make: as they were seen, and as they can be made again with other words.

A *place* says where a value stands in something made of parts: names of keys, numbers of a list, and `#json` or
`#query` where a text holds such parts itself. Requests and answers are both read so (`leadline.submit.calls`).
"""

import json
from dataclasses import dataclass
from typing import Any, Literal

from leadline.model.page import Headers, Response

Place = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class RecordedCall:
    """One call as a script of a page made it, and what came: `answer.request` is what was asked."""

    answer: Response
    typed: str | None = None  # the word that stood in the search box


@dataclass(frozen=True, slots=True)
class Slot:
    """Where a call takes a value: with what stands around it there, or something else instead of it (`always`)
    that goes along with any value."""

    place: Place
    before: str = ""
    after: str = ""
    always: Any = None


@dataclass(frozen=True, slots=True)
class CallField:
    """What can be asked: a control of the page, and the places that its value goes to."""

    name: str
    slots: tuple[Slot, ...]
    control: int = -1  # `Control.place` on the page as scripts made it
    values: tuple[tuple[str, str], ...] = ()
    """Value → label of a field that offers a choice; the first is the one that asks for nothing."""


@dataclass(frozen=True, slots=True)
class Turn:
    """How a place changes from one page of an answer to the next: by a `step`, by as many as the answer before had
    records (`step` 0), or to what is `found` in it. `second` is what the second page has there, where the first
    has nothing."""

    place: Place
    step: int | None = None
    second: str | None = None
    found: Place | None = None


@dataclass(frozen=True, slots=True)
class Held:
    """How answers of a source hold their records, as far as that is known."""

    rows: Place | None = None  # where they stand
    page: str = ""
    """Where the script runs that asks: relative addresses in data are meant there, as browsers resolve them."""
    link: Slot | None = None  # the value of a record that makes its address, with what stands around it there


@dataclass(frozen=True, slots=True)
class Call:
    """A call that can be made again: as it asks for nothing in particular, and what can be asked."""

    method: Literal["GET", "POST"]
    url: str
    headers: Headers = ()
    body: str | None = None
    rows: Place | None = None  # where its answers have their records; None for answers in HTML
    length: int = 0  # records of a full page
    fields: tuple[CallField, ...] = ()
    turns: tuple[Turn, ...] = ()
    page: str = ""  # whose script makes it
    link: Slot | None = None  # how the page makes a record's address
    is_all: bool = False  # the page's search can bring nothing but what this brings
    on_screen: Literal["", "typing", "sending"] = ""
    """No call: words are put into the page's own search in the browser, and what the screen shows is the answer;
    while they are typed, or after they were sent."""

    @property
    def held(self) -> Held:
        return Held(self.rows, self.page, self.link)

    def to_json(self) -> str:
        return json.dumps(_plain(self), ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> "Call":
        """As `to_json` wrote it; raises KeyError, TypeError or ValueError on anything else."""
        known = json.loads(text)
        fields = tuple(
            CallField(
                str(one["name"]),
                tuple(_slot(slot) for slot in one["slots"]),
                int(one["control"]),
                tuple((str(value), str(label)) for value, label in one["values"]),
            )
            for one in known["fields"]
        )
        turns = tuple(
            Turn(
                _place(t["place"]), t["step"], t["second"], _place(t["found"]) if t["found"] is not None else None
            )
            for t in known["turns"]
        )
        if known["method"] not in ("GET", "POST"):
            raise ValueError(f"no method: {known['method']!r}")
        headers = tuple((str(name), str(value)) for name, value in known["headers"])
        rows = _place(known["rows"]) if known["rows"] is not None else None
        page, link = str(known.get("page", "")), known.get("link")
        asked = known["method"], str(known["url"]), headers, known["body"]
        made = _slot(link) if link is not None else None
        whole, screen = bool(known.get("is_all")), known.get("on_screen", "")
        if screen not in ("", "typing", "sending"):
            raise ValueError(f"no way to use a page: {screen!r}")
        return cls(*asked, rows, int(known["length"]), fields, turns, page, made, whole, screen)


def _slot(written: dict[str, Any]) -> Slot:
    return Slot(_place(written["place"]), written["before"], written["after"], written["always"])


def _place(written: list[str | int]) -> Place:
    return tuple(one if isinstance(one, int) else str(one) for one in written)


def _plain(value: Any) -> Any:
    if hasattr(value, "__dataclass_fields__"):
        return {name: _plain(getattr(value, name)) for name in value.__dataclass_fields__}
    return [_plain(one) for one in value] if isinstance(value, tuple) else value
