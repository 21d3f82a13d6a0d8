"""Addresses of records, taken apart: what in them is the program, the list, the visit, the rank, the key.

A `UrlShape` is learned for the links in one place of the rows. What it is told is what stays and what varies: over
the rows of a page (`of_rows`), and over repeated visits of the same record (`source_identity`):

- what the list was asked with, or the way back to it, in every row: **state** of the list;
- another value for the same record: **session**, or **rank** where it counts with the rows;
- what records cannot be told apart without: **key**.

All that is neither stays in the key: what is constant tells nothing apart and does no harm. A part is a step or a
parameter, and within it a run of letters and digits (`hit-3-book-7` has four). Names of parameters
(`leadline.model.url_parameters`) are a prior: they decide where rows stay apart either way, as those of a single
page often do, and give way to what was seen.

>>> UrlShape().key("http://e.org/b.php?q=whale&id=7&PHPSESSID=81&pos=3")
'http://e.org/b.php?id=7'
>>> UrlShape((("?zz", PartRole.SESSION), ("/0~1", PartRole.RANK))).key("http://e.org/hit-3-book-7?zz=a81")
'http://e.org/hit--book-7'
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple
from urllib.parse import unquote_plus

from leadline.answers.records.spelling import unescaped_path
from leadline.model.url_parameters import SEPARATORS, Role, has_role, is_session, without_path_session

_OF_VISIT = (Role.TOKEN, Role.TOKEN_PREFIX, Role.VIEW_STATE, Role.TRACKING, Role.STAMP, Role.SEARCH_ID, Role.BACK)
_ASKING = (Role.SESSION_IF_RANDOM, Role.WORDS, Role.RANK, Role.PAGE, Role.OFFSET, Role.SIZE, Role.SORT)
_OR_KEY = (Role.REFERENCE, Role.ORIGIN_OR_KEY, Role.PRINT, Role.VIEW_OR_KEY, Role.NUMBER_OR_KEY)
"""Names that are a place where one came from or the record's very key (`ref`, `from`)."""
_PROGRAM = re.compile(r"\.(?:php\d?|aspx?|jsp|cgi|pl|do|action|cfm|dll|exe|py)$", re.IGNORECASE)
_SLUG = re.compile(r"\d|\w-\w|\.html?")
_DIGITS = re.compile(r"\d+")
_RUN = re.compile(r"[^\W_]+")


class PartRole(StrEnum):
    """What a part of an address is there for; what has none is the program's or the key's, and stays."""

    STATE = "state"  # of the list
    SESSION = "session"
    RANK = "rank"
    PRIOR = "prior"  # left out by its name alone
    KEY = "key"  # stays, whatever its name says


@dataclass(frozen=True, slots=True)
class Address:
    """An address in parts, each with the label of its place: `/0` a step, `/0;x` a parameter of a step, `?x` a
    parameter, `?/0` a step of a query that is written like a path, `#` the fragment; `/0~1` is a run in a step."""

    site: str
    parts: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, url: str, fragment: str = "") -> "Address":
        return _taken_apart(url, fragment)

    def written(self, left_out: Collection[str] = ()) -> str:
        """As an address again, parameters in their order by name."""
        in_part = {label.partition("~")[0] for label in left_out if "~" in label}
        steps: list[str | None] = []
        inner: list[str | None] = []
        pairs: list[str] = []
        mark = ""
        for label, whole in self.parts:
            value = _without_runs(label, whole, left_out) if label in in_part else whole
            stays = label not in left_out
            if label == "#":
                mark = f"#{value}" if stays else ""
            elif label[0] == "?" and label[1:2] != "/":
                name = name_in(label)
                pairs += [f"{name}={value}" if name else f"{value}="] if stays else []
            elif ";" in label:
                steps[-1] = f"{steps[-1] or ''};{label.partition(';')[2]}={value}" if stays else steps[-1]
            else:
                (inner if label[0] == "?" else steps).append(value if stays else None)
        query = "&".join(sorted(pairs)) or _joined(inner)
        return f"{self.site}{_joined(steps)}{'?' if query else ''}{query}{mark}"

    @property
    def last_step(self) -> str:
        return next((value for label, value in reversed(self.parts) if is_step(label)), "")

    def tells(self, left_out: Collection[str]) -> bool:
        """Whether what is left can tell records apart: parameters, or a path that is not a program's alone."""
        if any(label[0] == "?" and label not in left_out for label, _ in self.parts):
            return True
        last = next((v for label, v in reversed(self.parts) if is_step(label) and label not in left_out), "")
        return bool(last) and (not _PROGRAM.search(last) or bool(_DIGITS.search(last)))

    def names_one(self, left_out: Collection[str]) -> bool:
        """Whether parameters are left, or a path that ends like the name of one thing."""
        has_more = any(label[0] == "?" and label not in left_out for label, _ in self.parts)
        return has_more or _SLUG.search(self.last_step) is not None

    def runs(self) -> Iterator[tuple[str, str]]:
        """Its parts, those with several runs of letters and digits run by run."""
        for label, value in self.parts:
            runs = list(_runs(value))
            yield from ((f"{label}~{at}", run) for at, run in runs) if len(runs) > 1 else ((label, value),)

    def changes(self, other: "Address") -> Iterator[str]:
        """Labels of the parts that have another value in the other: runs of them where something in them stays."""
        here, there = dict(self.parts), dict(other.parts)
        for label in {**here, **there}:
            if here.get(label) == there.get(label):
                continue
            old, new = (dict(_runs(one.get(label, ""))) for one in (here, there))
            changed = [at for at in {**old, **new} if old.get(at) != new.get(at)]
            stays = any(old.get(at) == run for at, run in new.items())
            yield from (f"{label}~{at}" for at in changed) if stays else (label,)


def _joined(steps: Sequence[str | None]) -> str:
    """What is left out at the end leaves no slash."""
    kept = max((n for n, step in enumerate(steps, 1) if step is not None), default=0)
    return "".join(f"/{step or ''}" for step in steps[:kept])


def _runs(value: str) -> Iterator[tuple[int, str]]:
    """Runs of letters and digits by their place: counted from whichever end is nearer."""
    found = _RUN.findall(value)
    yield from ((n if 2 * n < len(found) else n - len(found), run) for n, run in enumerate(found))


def _without_runs(label: str, value: str, left_out: Collection[str]) -> str:
    places = iter([at for at, _ in _runs(value)])
    return _RUN.sub(lambda found: "" if f"{label}~{next(places)}" in left_out else found[0], value)


def is_step(label: str) -> bool:
    return label[0] == "/" and ";" not in label


def name_in(label: str) -> str:
    """The name in the label of a parameter; a name that comes twice is numbered in the label."""
    return label.lstrip("?").partition("\t")[0]


@lru_cache(maxsize=65_536)
def _taken_apart(url: str, fragment: str) -> Address:
    path, _, query = without_path_session(url, origin=True).partition("?")
    pieces = unescaped_path(path).split("/")
    parts: list[tuple[str, str]] = []
    for number, step in enumerate(pieces[3:]):
        bare, *more = step.split(";")
        parts.append((f"/{number}", bare))
        parts += [(f"/{number};{one.partition('=')[0]}", one.partition("=")[2]) for one in more]
    if query.startswith("/") and "=" not in query:
        parts += [(f"?/{number}", step) for number, step in enumerate(query[1:].rstrip("/").split("/"))]
    else:
        met: dict[str, int] = {}
        for one in filter(None, SEPARATORS.split(query)):
            name, value = pair_of(one) if "=" in one else ("", one)
            met[name] = many = met.get(name, 0) + 1
            parts.append((f"?{name}" if many == 1 else f"?{name}\t{many}", value))
    if _DIGITS.search(fragment):
        parts.append(("#", fragment))
    return Address("/".join(pieces[:3]), tuple(parts))


class AddressRow(NamedTuple):
    """The address in one place of a row, with what it is held against."""

    address: Address
    state: frozenset[str]  # labels of the parts that repeat what the list was asked with
    says: str  # what the whole row says


@dataclass(frozen=True, slots=True)
class UrlShape:
    """What the parts of the addresses in one place of the rows are there for, as far as anything tells."""

    roles: tuple[tuple[str, PartRole], ...] = ()

    def key(self, url: str, fragment: str = "") -> str:
        """What an address says about the record alone."""
        return _key(self, url, fragment)

    @property
    def left_out(self) -> frozenset[str]:
        return frozenset(label for label, role in self.roles if role is not PartRole.KEY)

    def with_role(self, label: str, role: PartRole) -> "UrlShape":
        return replace(self, roles=tuple(sorted({**dict(self.roles), label: role}.items())))

    def of_rows(self, rows: Sequence[AddressRow]) -> "UrlShape":
        """This one with what the rows of a page tell. What repeats the list goes where something is left that
        tells records apart: it may be their key. Then names are tried, those that mean a visit first, and the rows
        decide whether they are right."""
        shape, addresses = self, [row.address for row in rows]
        for label in sorted(frozenset[str].intersection(*(row.state for row in rows)) if rows else ()):
            left_out = {label, *shape.left_out}
            apart = len({address.written(left_out) for address in addresses})
            if label not in dict(shape.roles) and (apart > 1 or all(one.tells(left_out) for one in addresses)):
                shape = shape.with_role(label, PartRole.STATE)
        for strength in range(3):
            for label in _named(addresses, strength):
                if label not in dict(shape.roles):
                    shape = shape.tried(label, rows, strength)
        return shape

    def tried(self, label: str, rows: Sequence[AddressRow], strength: int) -> "UrlShape":
        """What rows are not told apart without stays."""
        kept, dropped = self.with_role(label, PartRole.KEY), self.with_role(label, PartRole.PRIOR)
        left_out = dropped.left_out
        is_right = dropped.merges(rows) <= kept.merges(rows)
        if strength:
            keys = [{row.address.written(one) for row in rows} for one in (kept.left_out, left_out)]
            is_right &= len(keys[0]) == len(keys[1])
            is_right &= len(rows) > 1 or all(row.address.tells(left_out) for row in rows)
        if strength > 1:
            is_right &= all(row.address.names_one(left_out) for row in rows)
        return dropped if is_right else kept

    def merges(self, rows: Sequence[AddressRow]) -> int:
        """Rows that say something else than an earlier one of the same key."""
        said: dict[str, str] = {}
        left_out = self.left_out
        return sum(said.setdefault(row.address.written(left_out), row.says) != row.says for row in rows)


NO_SHAPE = UrlShape()
"""Nothing is known: names decide."""


@lru_cache(maxsize=65_536)
def _key(shape: UrlShape, url: str, fragment: str) -> str:
    address, known = Address.of(url, fragment), dict(shape.roles)
    if any(label not in known for label, _ in address.parts):
        shape = shape.of_rows([AddressRow(address, frozenset(), "")])
    return address.written(shape.left_out)


def counts_up(values: Sequence[str]) -> bool:
    """Whether values count the rows they stand in."""
    if len(values) < 2 or not all(value.isdecimal() and value.isascii() for value in values):
        return False
    return all(int(after) - int(before) == 1 for before, after in pairwise(values))


def _named(addresses: Sequence[Address], strength: int) -> list[str]:
    """Labels of the parameters whose names say that they are no part of the record: a visit's, what asks for the
    list, what may do so."""
    found: dict[str, bool] = {}
    for label, value in (part for address in addresses for part in address.parts if part[0][0] == "?"):
        name = name_in(label)
        fits = has_role(name, *(_OF_VISIT, _ASKING, _OR_KEY)[strength])
        found[label] = found.get(label, True) and (fits or (not strength and is_session(name, value)))
    return [label for label, is_one in found.items() if is_one]


def pairs_of(url: str) -> frozenset[tuple[str, str]]:
    """The parameters of an address that have a value."""
    pairs = (pair_of(one) for one in SEPARATORS.split(url.partition("?")[2]) if one)
    return frozenset((name, value) for name, value in pairs if value)


def pair_of(written: str) -> tuple[str, str]:
    name, _, value = written.partition("=")
    return unquote_plus(name).strip("[]"), value


@lru_cache(maxsize=65_536)
def pattern_of(url: str) -> str:
    """An address with its numbers, its last step and the values of its parameters left out: the program behind it.

    >>> pattern_of("http://e.org/book/12-moby-dick?x=1"), pattern_of("http://e.org/b.php?id=7")
    ('http://e.org/book/*?x', 'http://e.org/b.php?id')
    """
    path, _, query = url.partition("?")
    names = sorted(pair.rpartition("=")[0].partition("=")[0] for pair in SEPARATORS.split(query) if pair)
    head, _, last = path.rpartition("/")
    shown = last if names and "." in last else "*"
    return f"{_DIGITS.sub('#', head)}/{shown}" + (f"?{'&'.join(names)}" if names else "")
