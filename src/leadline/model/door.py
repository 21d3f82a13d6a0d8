"""A side door: a list of a site's records beside its search form, and what is known about how complete it is."""

import json
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Checked:
    """What queries of the form said about a door: `rows` of their answers were looked for in it, `found` are
    there; `counted` is how many records the form says there are, None where it does not say or is not believed."""

    rows: int
    found: int
    counted: int | None = None

    @property
    def share(self) -> float:
        return self.found / self.rows if self.rows else 0.0


@dataclass(frozen=True, slots=True)
class Door:
    """One side door. All it takes to go through it again is in it: addresses that are asked for by GET."""

    kind: str
    url: str
    named_by: str  # who names it, in a few words: a link, robots.txt
    parts: tuple[str, ...] = ()  # the addresses its lists begin at; more than one for an index
    size: int = 0  # records it listed, or says it has
    whole: bool = False  # all it lists was read, and as much came as it says it has
    shapes: tuple[str, ...] = ()  # what addresses of records look like, where a door lists other pages as well
    checked: Checked | None = None

    @property
    def leads_on(self) -> bool:
        """Whether it names records without telling them: their own pages do."""
        return self.kind == "sitemap"

    def to_json(self) -> str:
        return json.dumps(asdict(self), ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> "Door":
        """As `to_json` wrote it; raises KeyError, TypeError or ValueError on anything else."""
        known: dict[str, Any] = json.loads(text)
        for name in ("kind", "url", "named_by"):
            if not isinstance(known[name], str):
                raise TypeError(f"{name} is no text")
        checked = known["checked"]
        made = Checked(int(checked["rows"]), int(checked["found"]), checked["counted"]) if checked else None
        parts, shapes = (tuple(map(str, known[name])) for name in ("parts", "shapes"))
        size, whole = int(known["size"]), bool(known["whole"])
        return cls(known["kind"], known["url"], known["named_by"], parts, size, whole, shapes, made)


@dataclass(frozen=True, slots=True)
class DoorVerdict:
    """A door that was looked at, and what became of it, in a sentence."""

    door: Door
    used: bool
    why: str


@dataclass(frozen=True, slots=True)
class Listed:
    """One thing that a door lists."""

    url: str = ""
    title: str = ""
    fields: tuple[tuple[str, str], ...] = ()
    key: str = ""  # what tells it from all others there, where the door says that


@dataclass(frozen=True, slots=True)
class DoorPage:
    """What one answer of a door has: what it lists, the lists it names instead, and where it goes on."""

    listed: tuple[Listed, ...] = ()
    parts: tuple[str, ...] = ()
    following: str | None = None
    total: int | None = None  # how many the whole list has, by its own word
    is_cut: bool = False  # it is longer than what was read of it
