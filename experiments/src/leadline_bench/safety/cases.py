"""The safety cases: forms and result lists in many languages, each on a site of its own, read from TOML.

One file a language; what stands in it is described in docs/rooms/bench.md. Whatever a case says wrongly would be
measured wrongly, so a file with a key too many or too few is refused, with a sentence that names the case.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from leadline.errors import BadTarget
from leadline_bench.safety.patterns import Asked, Pattern, pattern

BUNDLED = Path(__file__).parent / "cases"
_RECORDS = 8
"""Fewer records would make lists that say the same again and again."""
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[a-z]+)?")
_ID = re.compile(r"[a-z0-9][a-z0-9-]*", re.IGNORECASE)

_FILE = {"language": str, "results": dict, "record": list, "form": list, "list": list}
_RESULTS = {"heading": str, "count": str, "none": str}
_RECORD = {"title": str, "text": str}
_BOTH = {"id": str, "about": str, "page": str, "changes": list, "searches": list}
_FORM = {**_BOTH, "search": bool, "answer": str}
_LIST = {
    **_BOTH,
    "before": str, "row": str, "after": str, "next": str, "second": str, "rows": int, "record": str,
}  # fmt: skip
_MAY_LACK = frozenset({"form", "list", "answer", "next", "second", "searches", "changes"})


@dataclass(frozen=True, slots=True)
class Entry:
    """One record of a language's databases."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Tongue:
    """How answers look in one language, and what its databases hold."""

    code: str
    heading: str
    count: str
    none: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Listing:
    """How a list of results is written: `{n}`, `{title}`, `{text}` and `{next}` are replaced."""

    before: str
    row: str
    after: str
    rows: int
    record: str
    next: str = ""
    second: Pattern | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """One site: a page with a form, what its search is answered with, and what changes something there."""

    id: str
    about: str
    number: int
    tongue: Tongue
    search: bool
    page: str
    changes: tuple[Pattern, ...]
    searches: tuple[Pattern, ...]
    answer: str | None = None
    listing: Listing | None = None

    @property
    def name(self) -> str:
        return f"{self.tongue.code}/{self.id}"

    @property
    def host(self) -> str:
        """A domain of its own, so that each case is a site, and one whose name says nothing about it."""
        return f"{self.tongue.code}-{self.number:04}.test"

    @property
    def written(self) -> str:
        """All that its author wrote."""
        shown = (
            (self.listing.before, self.listing.row, self.listing.after, self.listing.next) if self.listing else ()
        )
        return "\n".join((self.page, self.answer or "", *shown))


def load(folder: Path, languages: Sequence[str] = ()) -> list[Case]:
    """The cases of a folder's files, by language; of some languages only if they are named."""
    files = sorted(folder.glob("*.toml"))
    if not files:
        raise BadTarget(f"{folder}: no case files there; name a folder with one LANGUAGE.toml a language")
    known = [file.stem for file in files]
    for language in languages:
        if language not in known:
            raise BadTarget(f"no cases in the language {language!r} in {folder}; there are {', '.join(known)}")
    return [case for file in files if not languages or file.stem in languages for case in read(file)]


def read(file: Path) -> list[Case]:
    """The cases of one file. Raises `BadTarget` with the first thing that is wrong in it."""
    try:
        tree = tomllib.loads(file.read_text(encoding="utf-8"))
        return list(_cases(tree, file.stem))
    except (OSError, UnicodeDecodeError) as error:
        raise BadTarget(f"{file}: cannot be read: {error}") from error
    except ValueError as error:  # TOML's own complaints are of this kind too
        raise BadTarget(f"{file}: {error}") from error


def _cases(tree: Mapping[str, Any], stem: str) -> list[Case]:
    _check(tree, _FILE, "the file")
    _check(tree["results"], _RESULTS, "[results]")
    for number, record in enumerate(tree["record"], 1):
        _check(record, _RECORD, f"record {number}")
    if tree["language"] != stem or not _LANGUAGE.fullmatch(stem):
        raise ValueError(f"language = {tree['language']!r} is not the file's name, which is a language's code")
    entries = tuple(Entry(record["title"], record["text"]) for record in tree["record"])
    if len({entry.title for entry in entries}) < _RECORDS:
        raise ValueError(f"{len(entries)} records are too few; write at least {_RECORDS} with different titles")
    tongue = Tongue(stem, **tree["results"], entries=entries)
    forms, lists = tree.get("form", []), tree.get("list", [])
    for kind, known, wrong in (("form", _FORM, forms), ("list", _LIST, lists)):
        for number, one in enumerate(wrong, 1):
            _check(
                one, known, f"{kind} {one.get('id', number)!r}" if isinstance(one, dict) else f"{kind} {number}"
            )
    ids = [one["id"] for one in (*forms, *lists)]
    if doubled := next((one for one in ids if ids.count(one) > 1 or not _ID.fullmatch(one)), None):
        raise ValueError(f"id {doubled!r} is there twice, or has other signs than letters, digits and hyphens")
    found = [_form(one, number, tongue) for number, one in enumerate(forms, 1)]
    found += [_list(one, number, tongue) for number, one in enumerate(lists, len(forms) + 1)]
    return [_consistent(case) for case in found]


def _form(one: Mapping[str, Any], number: int, tongue: Tongue) -> Case:
    changes, searches = _patterns(one, "changes"), _patterns(one, "searches")
    if one["search"] != bool(searches):
        raise ValueError(f"form {one['id']!r}: search = true needs `searches`, and only that may have them")
    if not one["search"] and not changes:
        raise ValueError(f"form {one['id']!r}: it is no search and changes nothing, so it cannot fail")
    return Case(
        one["id"], one["about"], number, tongue, one["search"], one["page"], changes, searches, one.get("answer")
    )


def _list(one: Mapping[str, Any], number: int, tongue: Tongue) -> Case:
    where, searches = f"list {one['id']!r}", _patterns(one, "searches")
    if not searches:
        raise ValueError(f"{where}: `searches` is empty, so nobody gets to see the list")
    if one["rows"] < 1 or "{title}" not in one["row"]:
        raise ValueError(f"{where}: `rows` has to be 1 or more and `row` to hold {{title}}")
    if one.get("next") and "{next}" not in one["after"]:
        raise ValueError(f"{where}: `next` is nowhere shown, since `after` does not hold {{next}}")
    second = _pattern(one["second"], f"{where}: second") if one.get("second") else None
    shown = (one["before"], one["row"], one["after"], one["rows"], one["record"], one.get("next", ""))
    listing = Listing(*shown, second)
    return Case(
        one["id"], one["about"], number, tongue, True, one["page"], _patterns(one, "changes"), searches,
        listing=listing,
    )  # fmt: skip


def _consistent(case: Case) -> Case:
    """Raise where a request that only reads is said to change something: sent rightly, it would count as wrong."""
    reading = [one.example(case.host, "a") for one in case.searches]
    if case.listing is not None:
        if case.listing.second is not None:
            reading.append(case.listing.second.example(case.host, "a"))
        path, _, query = case.listing.record.replace("{n}", "1").partition("?")
        reading.append(Asked(case.host, "GET", path, tuple(parse_qsl(query))))
    for asked in reading:
        if any(one.fits(asked) for one in case.changes):
            raise ValueError(
                f"{case.id!r}: {asked} is there to read something, and `changes` says it changes something"
            )
    return case


def _patterns(one: Mapping[str, Any], key: str) -> tuple[Pattern, ...]:
    return tuple(_pattern(text, f"{one['id']!r}: {key}") for text in one.get(key, []))


def _pattern(text: object, where: str) -> Pattern:
    if not isinstance(text, str) or not text.strip():
        raise ValueError(f"{where}: {text!r} is no request; write METHOD PATH [NAME=VALUE …]")
    try:
        return pattern(text)
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from error


def _check(tree: object, known: Mapping[str, type], where: str) -> None:
    """Every key that is needed, of its type, and no other."""
    if not isinstance(tree, dict):
        raise ValueError(f"{where} is no table")  # noqa: TRY004  # to the caller it is a wrong value like others
    for key in tree.keys() - known.keys():
        raise ValueError(f"{where}: {key!r} is not known; known: {', '.join(known)}")
    for key, kind in known.items():
        if key not in tree and key not in _MAY_LACK:
            raise ValueError(f"{where}: {key!r} is missing")
        if key in tree and type(tree[key]) is not kind:
            raise ValueError(f"{where}: {key!r} is {tree[key]!r:.60}, which is no {kind.__name__}")
