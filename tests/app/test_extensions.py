"""`module:Name`: code from outside in the place of ours, refused in a sentence where it cannot be used."""

import io
import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO

import pytest

import leadline
from leadline.errors import BadConfiguration
from leadline.harvest.planners.named import planner
from leadline.locate.settings import LocateSettings
from leadline.locate.strategies import strategy
from leadline.model.query import Answer, Choice, Estimate
from leadline.protocols import QueryPlanner


class Twice:
    """The form as it is, two times."""

    name = "twice"
    why: str | None = "it was asked twice"

    def __init__(self, *_: object) -> None:
        self._left = 2

    def choose(self) -> Choice | None:
        self._left -= 1
        return () if self._left >= 0 else None

    def observe(self, answer: Answer) -> None:
        """Nothing follows from it."""

    def estimate(self) -> Estimate | None:
        return None


class Lazy:
    """Lacks nearly everything."""

    name = "lazy"


class Broken:
    """Cannot be made."""

    def __init__(self, *_: object) -> None:
        raise RuntimeError("out of order")


class Counting:
    """An export format: how many rows there are."""

    def write(self, rows: Iterable[Mapping[str, Any]], out: BinaryIO) -> None:
        out.write(f"{sum(1 for _ in rows)} rows".encode())


HERE = __name__


@pytest.fixture
def settings(builtin_web: str) -> leadline.Settings:
    return leadline.Settings.of({"web": {"connect_to": builtin_web, "delay": 0.01}})


def test_a_planner_from_outside_is_asked(builtin_web: str, tmp_path: Path) -> None:
    """Its queries are what is sent, the folder says which planner it was, and it ends as what came supports: that
    "any make" asks for all of them is what no query of its own has shown."""
    own = {"planner": f"{HERE}:Twice", "details": "never", "probes": 0}
    settings = leadline.Settings.of({"web": {"connect_to": builtin_web, "delay": 0.01}, "harvest": own})
    report = leadline.harvest("http://cars.example/", tmp_path / "out", settings=settings)
    assert (report.queries, report.stopped_by) == (2, "exhausted")
    assert f'planner = "{HERE}:Twice"' in (tmp_path / "out" / "config.toml").read_text()


def test_an_exporter_from_outside_gets_the_rows(settings: leadline.Settings, tmp_path: Path) -> None:
    """It writes where our formats write: to a stream, or to a file that is there whole or not at all."""
    leadline.harvest("http://cars.example/", tmp_path / "out", settings=settings)
    stream = io.BytesIO()
    assert leadline.open(tmp_path / "out").export("records", f"{HERE}:Counting", stream) == 26
    assert stream.getvalue() == b"26 rows"
    leadline.open(tmp_path / "out").export("records", f"{HERE}:Counting", tmp_path / "count.txt")
    assert (tmp_path / "count.txt").read_bytes() == b"26 rows"


@pytest.mark.parametrize(
    ("word", "says"),
    [
        ("no_such_module:Name", "module 'no_such_module' cannot be imported: ModuleNotFoundError"),
        (f"{HERE}:Nothing", f"module '{HERE}' has no 'Nothing'"),
        (f"{HERE}:Broken", "cannot be made: RuntimeError: out of order"),
        (f"{HERE}:Lazy", "cannot be made: TypeError"),
        (":Name", "is not of the form module:Name"),
        (f"{HERE}:", "is not of the form module:Name"),
    ],
)
def test_what_cannot_be_used_is_said(word: str, says: str) -> None:
    """A sentence names what was asked for and what is wrong with it."""
    with pytest.raises(BadConfiguration) as caught:
        strategy(word, LocateSettings())
    assert str(caught.value).startswith(f"strategy {word!r}")
    assert says in str(caught.value)


def test_what_lacks_a_part_is_refused() -> None:
    """The sentence lists what is missing, and where it is described."""
    lacking = "has no keys, learn, places, restore, start, state, topical_only: see leadline"
    with pytest.raises(BadConfiguration, match=lacking):
        strategy(f"{HERE}:Twice", LocateSettings())
    asked: QueryPlanner = planner(f"{HERE}:Twice", ())
    assert asked.choose() == ()


def test_code_is_checked_before_anything_is_asked_for(tmp_path: Path) -> None:
    """A planner or a source of values that cannot be had ends a harvest before its page is fetched."""
    for name in ("planner", "value_sources"):
        settings = leadline.Settings.of({"harvest": {name: "no_such_module:Name"}})
        with pytest.raises(BadConfiguration, match="no_such_module"):
            leadline.harvest("http://unknown.invalid/", tmp_path / "out", settings=settings)


@pytest.fixture
def planted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A module that leaves a trace when it is imported, in the folder we are in."""
    trace = tmp_path / "was-imported"
    (tmp_path / "planted.py").write_text(f"open({str(trace)!r}, 'w').close()\nclass Planner: ...\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    yield trace
    sys.modules.pop("planted", None)


def test_a_folder_names_no_code(
    planted: Path, settings: leadline.Settings, builtin_web: str, tmp_path: Path
) -> None:
    """What stands in a folder's configuration is not even imported; said again by the user, it is."""
    out = tmp_path / "out"
    leadline.harvest("http://cars.example/", out, settings=settings)
    text = (out / "config.toml").read_text()
    assert 'planner = "cascade"' in text
    (out / "config.toml").write_text(text.replace('planner = "cascade"', 'planner = "planted:Planner"'))
    said = [f"web.connect_to={builtin_web}", "web.delay=0.01"]
    with pytest.raises(BadConfiguration, match=r"sets harvest\.planner, which a folder cannot do by itself"):
        leadline.resume(out, said)
    assert not planted.exists()
    with pytest.raises(BadConfiguration, match="cannot be made"):
        leadline.resume(out, [*said, "harvest.planner=planted:Planner"])
    assert planted.exists()


def test_rows_are_plain_values(settings: leadline.Settings, tmp_path: Path) -> None:
    """What an exporter gets can be written as JSON as it is."""
    leadline.harvest("http://cars.example/", tmp_path / "out", settings=settings)
    opened = leadline.open(tmp_path / "out")
    for rows in (opened.records, opened.forms, opened.pages, opened.queries):
        assert json.loads(json.dumps(list(rows))) == list(rows)
