"""Which code made a file: kept pages and finished runs are as good as the code behind them, and no better.

The digest of a module covers its own text and that of every module of ours it imports, directly or not, with
the data files beside them. Whoever edits a strategy runs that strategy again and nothing else; whoever edits the
lab or the parser begins anew.

>>> digest_of("leadline.locate.traps") == digest_of("leadline.locate.traps")
True
>>> digest_of("leadline.locate.traps") == digest_of("leadline.locate.state")
False
>>> "leadline.model.url" in imported_by("leadline.locate.traps")
True
"""

import hashlib
import re
import subprocess
from collections.abc import Iterable
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from shutil import which

from leadline.errors import BadConfiguration

_ROOT = "leadline"
"""Our packages begin so: leadline, leadline_lab, leadline_bench."""
_IMPORT = re.compile(
    rf"^\s*(?:from ({_ROOT}[\w.]*) import ([\w, ]+|\(.*?\))|import ({_ROOT}[\w.]*))", re.MULTILINE | re.DOTALL
)
_SEEDS = 1_000_000
_DATA = (".toml", ".json", ".npz", ".txt")


def digest_of(*modules: str, without: Iterable[str] = ()) -> str:
    """Sixteen letters that change with the code of these modules, those in `without` not counted."""
    said = hashlib.blake2b(digest_size=8)
    for name in sorted(set().union(*(imported_by(module, tuple(without)) for module in modules))):
        for file in _files(name):
            said.update(f"{name} {file.name}\n".encode())
            said.update(file.read_bytes())
    return said.hexdigest()


@lru_cache(maxsize=64)
def imported_by(module: str, without: tuple[str, ...] = ()) -> frozenset[str]:
    """The module and all modules of ours behind it."""
    found: set[str] = set()
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name in found or name in without:
            continue
        found.add(name)
        waiting += _imports(name)
    return frozenset(found)


def seed_of(word: str) -> int:
    """A seed as it is typed: a number, or `commit`, which nobody can choose after having seen the world.

    >>> seed_of("17")
    17
    """
    if word.isdecimal():
        return int(word)
    if word != "commit":
        raise BadConfiguration(f"--seed '{word}' is neither a number nor 'commit'")
    found = commit()
    if not found:
        raise BadConfiguration("--seed commit needs git and a clone of the repository; give a number")
    return int(found[:12], 16) % _SEEDS


def commit() -> str:
    """The commit of the clone that this code stands in; empty outside of one."""
    try:
        asked = subprocess.run(  # noqa: S603  # git, and nothing that anybody gave
            [which("git") or "git", "rev-parse", "HEAD"],
            cwd=Path(__file__).parent,
            capture_output=True,
            text=True,
            check=True,
            timeout=10,
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return asked.stdout.strip()


@lru_cache(maxsize=1024)
def _imports(module: str) -> tuple[str, ...]:
    text = _file(module).read_text(encoding="utf-8")
    found = []
    for origin, names, whole in _IMPORT.findall(text):
        found.append(origin or whole)
        inside = re.findall(r"\w+", names)
        found += [f"{origin}.{name}" for name in inside if origin and _exists(f"{origin}.{name}")]
    packages = [name.rpartition(".")[0] for name in found]
    return tuple(dict.fromkeys([*found, *(name for name in packages if name and name != _ROOT)]))


def _exists(module: str) -> bool:
    return _file(module).is_file()


@lru_cache(maxsize=4096)
def _file(module: str) -> Path:
    package, *inside = module.split(".")
    found = find_spec(package)
    place = Path(found.origin).parent.joinpath(*inside) if found and found.origin else Path(package)
    return place / "__init__.py" if place.is_dir() else place.with_suffix(".py")


def _files(module: str) -> list[Path]:
    """Its text, and for a package the data in its folders that are no packages."""
    file = _file(module)
    if file.name != "__init__.py":
        return [file]
    data = (f for f in file.parent.rglob("*") if f.suffix in _DATA and not _in_subpackage(f, file.parent))
    return [file, *sorted(data)]


def _in_subpackage(file: Path, package: Path) -> bool:
    return any((folder / "__init__.py").is_file() for folder in file.parents if package in folder.parents)
