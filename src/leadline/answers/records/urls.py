"""Addresses of records, taken apart: what in them is the program, the list, the visit, the rank, the key.

A `UrlShape` is learned for the links in one place of the rows. What it is told is what stays and what varies: over
the rows of a page (`of_rows`), and over repeated visits of the same record (`source_identity`):

- what the list was asked with, or the way back to it, in every row: **state** of the list;
- another value for the same record: **session**, or **rank** where it counts with the rows;
- what records cannot be told apart without: **key**.

All that is neither stays in the key: what is constant tells nothing apart and does no harm. Names of parameters
(`leadline.model.url_parameters`) are a prior: they decide where rows stay apart either way, as those of a single
page often do, and give way to what was seen.

>>> UrlShape().key("http://e.org/b.php?q=whale&id=7&PHPSESSID=81&pos=3")
'http://e.org/b.php?id=7'
>>> UrlShape((("?zz", PartRole.SESSION), ("/1", PartRole.RANK))).key("http://e.org/hit/3/book/7?zz=a81")
'http://e.org/hit//book/7'
"""

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple
from urllib.parse import unquote_plus

from leadline.answers.records.spelling import unescaped
from leadline.model.url_parameters import SEPARATORS, Role, has_role, is_session, without_path_session

_ONE_VISIT = (Role.TOKEN, Role.TOKEN_PREFIX, Role.VIEW_STATE, Role.TRACKING, Role.STAMP, Role.SEARCH_ID, Role.BACK)
_ASKING = (Role.SESSION_IF_RANDOM, Role.WORDS, Role.RANK, Role.PAGE, Role.OFFSET, Role.SIZE, Role.SORT)
_WEAK = (Role.REFERENCE, Role.ORIGIN_OR_KEY, Role.PRINT, Role.VIEW_OR_KEY, Role.NUMBER_OR_KEY)
_PROGRAM = re.compile(r"\.(?:php\d?|aspx?|jsp|cgi|pl|do|action|cfm|dll|exe|py)$", re.IGNORECASE)
_SLUG = re.compile(r"\d|\w-\w|\.html?")
_DIGITS = re.compile(r"\d+")


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
    parameter, `?/0` a step of a query that is written like a path, `#` the fragment."""

    site: str
    parts: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, url: str, fragment: str = "") -> "Address":
        return _taken_apart(url, fragment)

    def written(self, left_out: Collection[str] = ()) -> str:
        """As an address again, parameters in their order by name."""
        steps, inner = self._steps("/", left_out), self._steps("?/", left_out)
        pairs = sorted(
            f"{name_in(label)}={value}"
            for label, value in self.parts
            if label[0] == "?" and label[1:2] != "/" and label not in left_out
        )
        query = "&".join(pairs) or "".join(f"/{step}" for step in inner)
        mark = "".join(f"#{value}" for label, value in self.parts if label == "#" and label not in left_out)
        return "".join((self.site, *(f"/{step}" for step in steps), f"?{query}" if query else "", mark))

    def _steps(self, kind: str, left_out: Collection[str]) -> list[str]:
        steps: list[str] = []
        kept = 0
        for label, value in self.parts:
            if not label.startswith(kind):
                continue
            stays = label not in left_out
            if ";" in label:
                steps[-1] += f";{label.partition(';')[2]}={value}" if stays else ""
            else:
                steps.append(value if stays else "")
            kept = len(steps) if stays else kept
        return steps[:kept]  # what is left out at the end leaves no slash

    @property
    def last_step(self) -> str:
        return next((value for label, value in reversed(self.parts) if is_step(label)), "")

    def tells(self, left_out: Collection[str]) -> bool:
        """Whether what is left can tell records apart: parameters, or a path that is not a program's alone."""
        if any(label[0] == "?" and label not in left_out for label, _ in self.parts):
            return True
        last = next((v for label, v in reversed(self.parts) if is_step(label) and label not in left_out), "")
        return bool(last) and (not _PROGRAM.search(last) or bool(_DIGITS.search(last)))


def is_step(label: str) -> bool:
    return label[0] == "/" and ";" not in label


def name_in(label: str) -> str:
    """The name in the label of a parameter; a name that comes twice is numbered in the label."""
    return label.lstrip("?").partition("\t")[0]


@lru_cache(maxsize=65_536)
def _taken_apart(url: str, fragment: str) -> Address:
    path, _, query = without_path_session(url, origin=True).partition("?")
    path = unescaped(path, in_address=True)
    pieces = path.split("/")
    parts: list[tuple[str, str]] = []
    for number, step in enumerate(pieces[3:]):
        bare, *more = step.split(";")
        parts.append((f"/{number}", bare))
        parts += [(f"/{number};{one.partition('=')[0]}", one.partition("=")[2]) for one in more]
    if query.startswith("/") and "=" not in query:
        parts += [(f"?/{number}", step) for number, step in enumerate(query[1:].rstrip("/").split("/"))]
    else:
        met: dict[str, int] = {}
        for name, value in (pair_of(one) for one in SEPARATORS.split(query) if one):
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

    def left_out(self, address: Address) -> frozenset[str]:
        roles = dict(self.roles)
        known = frozenset(
            label for label, _ in address.parts if roles.get(label, PartRole.KEY) is not PartRole.KEY
        )
        unknown = [(label, value) for label, value in address.parts if label not in roles]
        return _left_out_by_name(address, known, unknown)

    def with_role(self, label: str, role: PartRole) -> "UrlShape":
        return replace(self, roles=tuple(sorted({**dict(self.roles), label: role}.items())))

    # ── learned ───────────────────────────────────────────────────────────────────────────────────────────

    def of_rows(self, rows: Sequence[AddressRow]) -> "UrlShape":
        """This one with what the rows of a page tell."""
        shape = self
        addresses = [row.address for row in rows]
        for label in sorted(frozenset[str].intersection(*(row.state for row in rows)) if rows else ()):
            if label not in dict(shape.roles) and shape.can_do_without(label, addresses):
                shape = shape.with_role(label, PartRole.STATE)
        for group in (_is_of_visit, _asks, _may_ask):
            for label in _labels(addresses, group):
                if label not in dict(shape.roles):
                    shape = shape.tried(label, rows, group)
        return shape

    def can_do_without(self, label: str, addresses: Sequence[Address]) -> bool:
        """Whether something is left that tells records apart: what a list was asked with may be their key."""
        left_out = {label, *(known for known, role in self.roles if role is not PartRole.KEY)}
        apart = len({address.written(left_out) for address in addresses})
        return apart > 1 or all(address.tells(left_out) for address in addresses)

    def tried(self, label: str, rows: Sequence[AddressRow], group: "_ByName") -> "UrlShape":
        """The rows decide whether a name is right: what they are not told apart without stays."""
        kept, dropped = self.with_role(label, PartRole.KEY), self.with_role(label, PartRole.PRIOR)
        addresses = [row.address for row in rows]
        is_right = dropped.merges(rows) <= kept.merges(rows)
        if group is not _is_of_visit:
            is_right &= len(set(map(kept.of, addresses))) == len(set(map(dropped.of, addresses)))
            is_right &= len(rows) > 1 or all(one.tells(dropped.left_out(one)) for one in addresses)
        if group is _may_ask:
            is_right &= all(_has_more(one, dropped.left_out(one)) for one in addresses)
        return dropped if is_right else kept

    def of(self, address: Address) -> str:
        return address.written(self.left_out(address))

    def merges(self, rows: Sequence[AddressRow]) -> int:
        """Rows that say something else than an earlier one of the same key."""
        said: dict[str, str] = {}
        return sum(said.setdefault(self.of(row.address), row.says) != row.says for row in rows)


NO_SHAPE = UrlShape()
"""Nothing is known: names decide."""


@lru_cache(maxsize=65_536)
def _key(shape: UrlShape, url: str, fragment: str) -> str:
    address = Address.of(url, fragment)
    return address.written(shape.left_out(address))


def counts_up(values: Sequence[str]) -> bool:
    """Whether values count the rows they stand in."""
    numbers = [int(value) for value in values if value.isdecimal() and len(value) < 8]
    return len(numbers) == len(values) > 1 and all(after - before == 1 for before, after in pairwise(numbers))


_ByName = Callable[[str, str], bool]


# ── the prior ─────────────────────────────────────────────────────────────────────────────────────────────


def _is_of_visit(label: str, value: str) -> bool:
    return is_session(name_in(label), value) or has_role(name_in(label), *_ONE_VISIT)


def _asks(label: str, _value: str) -> bool:
    return has_role(name_in(label), *_ASKING)


def _may_ask(label: str, _value: str) -> bool:
    """Some names are either a place where one came from or the record's very key (`ref`, `from`)."""
    return has_role(name_in(label), *_WEAK)


def _labels(addresses: Sequence[Address], fits: _ByName) -> list[str]:
    found: dict[str, bool] = {}
    for label, value in (part for address in addresses for part in address.parts if part[0][0] == "?"):
        found[label] = found.get(label, True) and fits(label, value)
    return [label for label, is_one in found.items() if is_one]


def _left_out_by_name(
    address: Address, known: frozenset[str], unknown: Sequence[tuple[str, str]]
) -> frozenset[str]:
    """Where only one address is known: visits go, and what asks as long as something is left that tells."""
    named = [(label, value) for label, value in unknown if label[0] == "?" and label[1:2] != "/"]
    left = known | {label for label, value in named if _is_of_visit(label, value)}
    if address.tells(fewer := left | {label for label, value in named if _asks(label, value)}):
        left = fewer
    fewer = left | {label for label, value in named if _may_ask(label, value)}
    return fewer if fewer != left and _has_more(address, fewer) else left


def _has_more(address: Address, left_out: Collection[str]) -> bool:
    """Whether parameters are left, or a path that ends like the name of one thing."""
    return any(label[0] == "?" and label not in left_out for label, _ in address.parts) or bool(
        _SLUG.search(address.last_step)
    )


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
    names = sorted(pair.partition("=")[0] for pair in SEPARATORS.split(query) if pair)
    head, _, last = path.rpartition("/")
    shown = last if names and "." in last else "*"
    return f"{_DIGITS.sub('#', head)}/{shown}" + (f"?{'&'.join(names)}" if names else "")
