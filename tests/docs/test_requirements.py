"""The requirements files: everything pinned with hashes, nothing that names a machine or an index."""

import re
import tomllib

import pytest

from console_blocks import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
RUNTIME = [*PROJECT["project"]["dependencies"], *PROJECT["build-system"]["requires"]]
EXTRAS = [
    line for extra in ("test", "lint", "browser") for line in PROJECT["project"]["optional-dependencies"][extra]
]


def _name(requirement: str) -> str:
    found = re.match(r"[\w.-]+", requirement)
    assert found is not None
    return re.sub(r"[-_.]+", "-", found[0]).lower()


def _pinned(file: str) -> dict[str, int]:
    """Name → number of hashes."""
    pinned: dict[str, int] = {}
    for entry in re.split(r"\n(?! )", (ROOT / file).read_text(encoding="utf-8").strip()):
        assert re.match(r"[\w.-]+==\S+", entry), f"{file}: {entry[:80]!r} is not an exact version"
        pinned[_name(entry)] = entry.count("--hash=sha256:")
    return pinned


@pytest.mark.parametrize(
    ("file", "wanted"), [("requirements.txt", RUNTIME), ("requirements-dev.txt", [*RUNTIME, *EXTRAS])]
)
def test_every_dependency_is_pinned(file: str, wanted: list[str]) -> None:
    """What pyproject.toml asks for is in the file, each with at least one hash."""
    pinned = _pinned(file)
    assert sorted({_name(requirement) for requirement in wanted} - set(pinned)) == []
    assert [name for name, hashes in pinned.items() if hashes == 0] == []


def test_both_files_agree() -> None:
    """Development runs with exactly the versions users run with."""
    versions = re.compile(r"^[\w.-]+==\S+.*?(?= \\$)", re.MULTILINE)
    runtime = set(versions.findall((ROOT / "requirements.txt").read_text(encoding="utf-8")))
    development = set(versions.findall((ROOT / "requirements-dev.txt").read_text(encoding="utf-8")))
    assert runtime - development == set()
    assert runtime


@pytest.mark.parametrize("file", ["requirements.txt", "requirements-dev.txt"])
def test_no_address_and_no_path(file: str) -> None:
    """No index, no file and no comment that names the machine it was made on."""
    text = (ROOT / file).read_text(encoding="utf-8")
    assert re.findall(r"://|^-|#|/", text, re.MULTILINE) == []
