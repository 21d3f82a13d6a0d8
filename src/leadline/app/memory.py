"""Values with a memory: what the lists of forms taught at one source serves the next.

The table of labels and values (HiWE's LVS table) is kept as a TOML file that people can read and edit: below the
user's data folder, where `harvest.memory` says, or where environment variable LEADLINE_VALUES does (`off` for
nowhere). `leadline run` has one of its own in its folder beside that. What a user's own `--values` file says is
not kept: it was given for one source.

A harvest is begun with what is known then, which its folder keeps, so `resume` asks as the first run would have.
"""

import fcntl
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from leadline.errors import BadTarget
from leadline.harvest.settings import HarvestSettings
from leadline.harvest.source import HarvestSource
from leadline.harvest.values.supply import learn_form
from leadline.harvest.values.table import LvsTable
from leadline.harvest.values.written import from_csv, from_toml, joined, to_toml, updated
from leadline.store.atomic import atomic_write

VARIABLE = "LEADLINE_VALUES"
OFF, USER = "off", "user"


def memory_file(setting: str, environment: Mapping[str, str] = os.environ) -> Path | None:
    """Where values are kept, None for nowhere."""
    if setting == USER:
        setting = environment.get(VARIABLE) or USER
    if setting == OFF:
        return None
    if setting != USER:
        return Path(setting)
    data = environment.get("XDG_DATA_HOME") or str(Path(environment.get("HOME") or Path.home()) / ".local/share")
    return Path(data) / "leadline" / "values.toml"


@dataclass(frozen=True, slots=True)
class ValueMemory:
    """The files that values are kept in; none where it is switched off."""

    files: tuple[Path, ...] = ()

    @classmethod
    def of(cls, settings: HarvestSettings, beside: Path | None = None) -> "ValueMemory":
        """That of the settings; `beside` is one more file, of a project."""
        file = memory_file(settings.memory)
        named = (beside, file) if settings.memory != OFF else ()
        return cls(tuple(one for one in named if one is not None))

    def recall(self) -> LvsTable:
        table = LvsTable()
        for file in self.files:
            table = joined(table, read_table(file)) if file.exists() else table
        return table

    def text(self) -> str | None:
        """What a harvest is begun with; None where nothing is known."""
        return to_toml(self.recall()) or None

    def learn(self, learned: LvsTable, *, left_out: LvsTable) -> None:
        """Keep what was learned; rows of `left_out` are somebody's own."""
        own = LvsTable()
        own.rows = [row for row in learned.rows if not any(map(left_out.match, row.labels.values()))]
        for file in self.files if own.rows else ():
            with _locked(file):
                known = read_table(file) if file.exists() else LvsTable()
                write_table(file, updated(known, own))


def learned_from(source: HarvestSource, table: LvsTable | None) -> LvsTable:
    """What a form taught: the choices of its lists, and what a planner made of the table."""
    found = table.copy() if table is not None else LvsTable()
    if table is None:
        learn_form(found, source.fields)
    return found


def read_table(file: Path) -> LvsTable:
    """A table of values as a file has it; raises `BadTarget` where it has none."""
    try:
        text = file.read_text(encoding="utf-8")
        return from_csv(text) if file.suffix.lower() == ".csv" else from_toml(text)
    except (OSError, UnicodeDecodeError) as error:
        raise BadTarget(f"{file} cannot be read: {error}") from error
    except BadTarget as error:
        raise BadTarget(f"{file}: {error}; mend it or remove it, or go without: --memory off") from error


def write_table(file: Path, table: LvsTable) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with atomic_write(file) as out:
            out.write(to_toml(table).encode())
    except OSError as error:
        raise BadTarget(f"{file} cannot be written: {error.strerror}; go without: --memory off") from error


@contextmanager
def _locked(file: Path) -> Iterator[None]:
    """Two harvests may end at once, and each is to keep what the other learned."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        lock = os.open(file.with_name(f".{file.name}.lock"), os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise BadTarget(f"{file} cannot be written: {error.strerror}; go without: --memory off") from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)
