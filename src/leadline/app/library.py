"""Several folders to be looked at as one: crawls, projects, and folders that hold some of them, each by a name.

A name is what the dashboard and its API know a folder by. Names are made from what is there and looked up among
what is there: nothing that is typed becomes a path. What is there is looked at anew whenever somebody asks, so a
crawl that begins elsewhere meanwhile appears.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from leadline.app.folders import Folder, Status, folders_of
from leadline.errors import BadTarget, NotHere
from leadline.store.folder import in_use
from leadline.store.place import has_database, stamp

_PLAIN = re.compile(r"[^A-Za-z0-9._-]+")


@dataclass(frozen=True, slots=True)
class Shelved:
    """One crawl or harvest, and the name it goes by."""

    name: str
    path: Path

    @property
    def stamp(self) -> tuple[int, ...]:
        """What changes when something is written there; nothing where a server keeps the crawl."""
        return stamp(self.path)

    @property
    def running(self) -> bool:
        """Whether somebody writes there now."""
        return in_use(self.path)


@dataclass(eq=False)
class Library:
    """The folders that were named, to be read only."""

    roots: Sequence[Path]
    _known: dict[Path, tuple[tuple[int, ...], Status]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for root in self.roots:
            if not root.is_dir():
                raise BadTarget(f"{root} is no folder; give one of a crawl, of a project, or one that holds some")

    @property
    def home(self) -> Path | None:
        """Where a new harvest may be put: a folder that holds folders, not one that is a crawl itself."""
        return next((root for root in self.roots if not has_database(root)), None)

    def all(self) -> list[Shelved]:
        names: dict[str, Path] = {}
        for path in dict.fromkeys(path for root in self.roots for path in _crawls(root)):
            name, number = _named(path), 1
            while name in names:
                number += 1
                name = f"{_named(path)}-{number}"
            names[name] = path
        return [Shelved(name, path) for name, path in names.items()]

    def find(self, name: str) -> Shelved:
        """Raises `NotHere` where nothing has that name."""
        found = next((one for one in self.all() if one.name == name), None)
        if found is None:
            raise NotHere(f"there is no folder called {name[:80]!r} here; the overview lists them")
        return found

    def status(self, one: Shelved) -> Status:
        """How it stands; what was counted once is kept until something is written there."""
        stamp, known = one.stamp, self._known.get(one.path)
        if known is None or known[0] != stamp or not stamp:
            known = self._known[one.path] = (stamp, Folder(one.path).status())
        return known[1]


def _crawls(root: Path) -> Iterator[Path]:
    """Those in a folder: itself, or of every folder in it, projects' included; its own, where it is a project."""
    if has_database(root):
        yield root
        return
    for inside in (root, *sorted(root.iterdir())):
        if inside.is_dir() and not inside.is_symlink() and _holds(inside):
            yield from folders_of(inside)


def _holds(path: Path) -> bool:
    parts = [path, path / "located", *(path / "harvested").glob("*")]
    return any(has_database(part) for part in parts)


def _named(path: Path) -> str:
    """The name of its folder; of a part of a project, after that of the project."""
    whole = path.resolve()
    words = [whole.name]
    if whole.name == "located":
        words = [whole.parent.name, whole.name]
    elif whole.parent.name == "harvested":
        words = [whole.parent.parent.name, whole.name]
    return "~".join(_PLAIN.sub("-", word).strip(".-") or "crawl" for word in words)
