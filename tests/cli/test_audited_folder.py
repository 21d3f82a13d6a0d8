"""What `resume`, `status` and `export` open, change and start, seen by an audit hook of the interpreter."""

import json
import os
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
from foreign_folders import altered, configured, copy_of

import leadline

PROGRAM = Path(__file__).with_name("audited.py")
OWN = tuple(
    str(Path(place).resolve())
    for place in {
        *sysconfig.get_paths().values(),
        sys.prefix,
        sys.base_prefix,
        str(Path(leadline.__file__).parent),
    }
)
SYSTEM = ("/dev/", "/proc/", "/sys/", "/usr/", "/lib", "/etc/")
"""What Python, OpenSSL and the resolver read for themselves; no folder of a test lies there."""


def _outside(seen: Path, folder: Path) -> list[list[str]]:
    """What was touched neither in the folder nor among the program's own files; written at all, if not inside."""
    found = []
    for line in seen.read_text(encoding="utf-8").splitlines():
        event, path, writes = json.loads(line)
        if event == "sqlite3.connect":
            path = path.removeprefix("file:").partition("?")[0]
        if path in ("", ":memory:", "/dev/null"):
            continue
        place = Path(os.path.abspath(folder.parent / path))  # noqa: PTH100  # links are not to be followed here
        if place == folder or folder in place.parents:
            continue
        if not writes and str(place).startswith((*OWN, *SYSTEM)):
            continue
        found.append([event, str(place)])
    return found


def _as_it_is(folder: Path, _: Path) -> None:
    assert folder.is_dir()


def _archive_elsewhere(folder: Path, bait: Path) -> None:
    altered(folder, f"UPDATE capture SET warc = '../../{bait.name}'")


def _links(folder: Path, bait: Path) -> None:
    (folder / "config.toml").unlink()
    (folder / "config.toml").symlink_to(bait)


def _settings(folder: Path, bait: Path) -> None:
    for line in ("chromium", "cookies", "replay"):
        configured(folder, "web", f'{line} = "{bait}"')
    configured(folder, "web", 'render = "always"')


def _graph(folder: Path, bait: Path) -> None:
    configured(folder, "locate", f'backlinks = "hostgraph:{bait}"')


def _topic(folder: Path, bait: Path) -> None:
    text = (folder / "topic.toml").read_text(encoding="utf-8").partition("[learned]")[0]
    (folder / "topic.toml").write_text(f'{text}\n[learned]\nfile = "../{bait.name}"\n', encoding="utf-8")
    configured(folder, "locate", f'topic = "{bait}"')


PLANTS: list[Callable[[Path, Path], None]] = [_as_it_is, _archive_elsewhere, _links, _settings, _graph, _topic]


COMMANDS = ("resume", "status", "export")
NAMED = "named outside"


@pytest.fixture(scope="module")
def onlooked(crawled: Path, builtin_web: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of each plant and command, after the command, and one whose pages went to a file the user named;
    the onlooker is started once for all of them."""
    within = tmp_path_factory.mktemp("onlooked")
    more = {
        "resume": ["--connect-to", builtin_web, "--delay", "0.01"],
        "status": [],
        "export": ["pages", "--format", "warc"],
    }
    words: list[str] = []
    for plant, command in product(PLANTS, COMMANDS):
        place = within / plant.__name__ / command
        place.mkdir(parents=True)
        bait = place / "bait"
        bait.write_text("#!/bin/sh\n")
        bait.chmod(0o755)
        folder = copy_of(crawled, "located", place)
        plant(folder, bait)
        words += ["--", str(place / "seen.jsonl"), command, str(folder), *more[command]]
    place = within / NAMED
    place.mkdir()
    named = ["export", str(copy_of(crawled, "located", place)), "pages", "-o", str(place / "pages.jsonl")]
    words += ["--", str(place / "seen.jsonl"), *named]
    done = subprocess.run(
        [sys.executable, str(PROGRAM), *words[1:]],
        env=os.environ | {"TMPDIR": str(within)},
        capture_output=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return within


@pytest.mark.parametrize("plant", PLANTS)
@pytest.mark.parametrize("command", COMMANDS)
def test_nothing_outside_is_touched(onlooked: Path, plant: Callable[[Path, Path], None], command: str) -> None:
    """Whatever a folder says: no file outside of it is opened or changed, and no program started."""
    place = onlooked / plant.__name__ / command
    assert _outside(place / "seen.jsonl", place / "foreign") == []


def test_the_onlooker_sees(onlooked: Path) -> None:
    """What the user himself names outside is seen, so that seeing nothing means something."""
    place = onlooked / NAMED
    assert ["os.rename", str(place / "pages.jsonl")] in _outside(place / "seen.jsonl", place / "foreign")
