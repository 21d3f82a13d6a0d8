"""Both wheels as somebody without a checkout gets them: what is in them, and what works with one and with both.

Built and installed without a network: by the backend that is installed, into empty environments that can see the
dependencies of the tests, and neither Leadline nor the lab.
"""

import json
import os
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest

from leadline.demo.server import serving

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module", name="wheels")
def _wheels(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The wheels of `leadline` and `leadline-lab`, by the name of their distribution."""
    folder = tmp_path_factory.mktemp("wheels")
    _pip("wheel", "--no-build-isolation", "--wheel-dir", str(folder), str(ROOT), str(ROOT / "experiments"))
    return {file.name.partition("-")[0]: file for file in folder.glob("*.whl")}


@pytest.fixture(scope="module", name="alone")
def _alone(wheels: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `leadline` of an environment without the lab."""
    return _installed(tmp_path_factory.mktemp("alone"), wheels["leadline"])


@pytest.fixture(scope="module", name="both")
def _both(wheels: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `leadline` of an environment with the lab."""
    return _installed(tmp_path_factory.mktemp("both"), wheels["leadline"], wheels["leadline_lab"])


@pytest.fixture(scope="module", name="web")
def _web() -> Iterator[list[str]]:
    with serving() as address:
        yield ["--connect-to", address, "--delay", "0.01"]


def _pip(*words: str) -> None:
    quiet = ["--quiet", "--disable-pip-version-check", "--no-index", "--no-deps"]
    done = subprocess.run(
        [sys.executable, "-m", "pip", *words, *quiet], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def _installed(folder: Path, *wheels: Path) -> Path:
    venv.create(folder, with_pip=False, symlinks=True)
    # Most of what is in them is never run here: what is compiles itself.
    _pip("--python", str(folder / "bin" / "python"), "install", "--no-compile", *map(str, wheels))
    # A path file adds this one folder and follows none inside it: an editable install there stays unseen.
    inside = next((folder / "lib").glob("python*/site-packages"))
    (inside / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return folder / "bin" / "leadline"


def _run(program: Path, *words: str) -> subprocess.CompletedProcess[str]:
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return subprocess.run([program, *words], capture_output=True, text=True, env=clean, check=False, cwd="/")


def test_wheels_hold_what_runs_and_nothing_else(wheels: dict[str, Path]) -> None:
    """Each holds its own packages, with data files and the mark of types; no tests, and Leadline's no lab."""
    inside = {name: set(ZipFile(file).namelist()) for name, file in wheels.items()}
    assert inside.keys() == {"leadline", "leadline_lab"}
    tops = {name: {entry.partition("/")[0] for entry in entries} for name, entries in inside.items()}
    assert tops["leadline"] == {"leadline", "leadline-0.1.0.dist-info"}
    assert tops["leadline_lab"] == {"leadline_lab", "leadline_bench", "leadline_lab-0.1.0.dist-info"}
    sources = {"leadline": ROOT / "src", "leadline_lab": ROOT / "experiments" / "src"}
    for name, source in sources.items():
        there = {
            str(file.relative_to(source))
            for file in source.rglob("*")
            if file.is_file() and "__pycache__" not in file.parts
        }
        assert {entry for entry in inside[name] if ".dist-info/" not in entry} == there
    needed = {"py.typed", "lexicon/en.toml", "topics/data/auto.toml", "forms/kinds/data/kinds.json"}
    assert {f"leadline/{file}" for file in needed} <= inside["leadline"]
    assert not [entry for entries in inside.values() for entry in entries if "test" in Path(entry).parts]


def test_leadline_works_without_the_lab(alone: Path, web: list[str], tmp_path: Path) -> None:
    """Inspect, locate and harvest, from the wheel alone, on the built-in web."""
    told = _run(alone, "inspect", "http://cars.example/", "--json", *web)
    assert [form["kind"] for form in json.loads(told.stdout)["forms"]] == ["search"], told.stderr
    seeds = tmp_path / "seeds.txt"
    seeds.write_text("http://motoring.example/\n")
    crawl = ["--topic", "auto", "--seeds", str(seeds), "--pages", "30", "--out", str(tmp_path / "crawl"), "--json"]
    told = _run(alone, "locate", *crawl, *web)
    assert json.loads(told.stdout)["relevant_forms"] == 2, told.stderr
    told = _run(alone, "harvest", "http://cars.example/", "--out", str(tmp_path / "cars"), "--json", *web)
    assert json.loads(told.stdout)["records"] == 26, told.stderr
    told = _run(alone.with_name("python"), "-c", "import leadline; print(leadline.__file__)")
    assert told.stdout.startswith(str(alone.parents[1]))


@pytest.fixture(scope="module", name="helps")
def _helps(alone: Path, both: Path) -> tuple[str, str]:
    """What `leadline --help` says without the lab and with it."""
    return _run(alone, "--help").stdout, _run(both, "--help").stdout


@pytest.mark.parametrize("name", ["lab", "bench"])
def test_experiments_come_with_their_wheel(alone: Path, both: Path, helps: tuple[str, str], name: str) -> None:
    """Without it the command is not shown, and asked for it says how to get it; with it, it is there."""
    assert f" {name} " not in helps[0]
    for words in ((name,), (name, "describe", "--help")):
        told = _run(alone, *words)
        sentence = f"leadline: leadline {name} needs an optional part: pip install leadline-lab\n"
        assert (told.returncode, told.stdout, told.stderr) == (3, "", sentence)
    assert f" {name} " in helps[1]
    told = _run(both, name, "--help")
    assert (told.returncode, told.stderr) == (0, "")


def test_the_lab_serves_from_its_wheel(both: Path) -> None:
    """The lab's data files came along: a small world is made and described."""
    told = _run(both, "lab", "describe", "--scale", "tiny", "--json")
    assert told.returncode == 0, told.stderr
    assert json.loads(told.stdout)
