"""The projects in `examples/` run as their READMEs say, on the built-in web."""

import json
import re
import shutil
from pathlib import Path

import pytest

from conftest import Run

EXAMPLES = Path(__file__).parents[2] / "examples"
PROJECTS = sorted(file.parent.name for file in EXAMPLES.glob("*/project.toml"))


@pytest.mark.parametrize("name", PROJECTS)
def test_a_project_runs(name: str, leadline: Run, tmp_path: Path, builtin_web: str) -> None:
    """Forms of its topic are located, those that may be asked are harvested, and what came can be exported."""
    place = tmp_path / name
    shutil.copytree(EXAMPLES / name, place)
    web = ("--connect-to", builtin_web, "--delay", "0.01", "--option", "harvest.max_requests=40")
    done = leadline("run", "project.toml", *web, "--json", cwd=place)
    assert done.returncode in (0, 4), done.stderr
    told = json.loads(done.stdout)
    assert told["located"]["relevant_forms"] >= 1
    assert told["harvested"]
    assert leadline("status", "brought-up", cwd=place).returncode == 0
    assert (place / "brought-up" / "report.html").is_file()
    for one in told["harvested"]:
        if one["problem"] is None:  # what values.csv says is kept with each source
            kept = (place / "brought-up" / "harvested" / one["folder"] / "leadline.db").read_bytes()
            assert (place / "values.csv").read_bytes().split(b",")[-2].strip() in kept
    if name == "used-cars":
        assert told["records"] > 20
        table = leadline("export", "brought-up", "records", "--format", "csv", cwd=place)
        assert len(table.stdout.splitlines()) > 20


def test_values_that_are_not_there(leadline: Run, tmp_path: Path) -> None:
    """A file of values that a project names is read before anything is asked for."""
    shutil.copytree(EXAMPLES / "jobs", tmp_path / "jobs")
    (tmp_path / "jobs" / "values.csv").unlink()
    done = leadline("run", "jobs/project.toml")
    assert done.returncode == 3
    assert "values" in done.stderr
    assert not (tmp_path / "brought-up").exists()


def test_three_projects_with_all_their_files() -> None:
    """Each has what its README names, and the README's commands are commands of ours."""
    assert len(PROJECTS) == 3
    for name in PROJECTS:
        readme = (EXAMPLES / name / "README.md").read_text(encoding="utf-8")
        for file in ("project.toml", "seeds.txt", "values.csv"):
            assert f"`{file}`" in readme
            assert (EXAMPLES / name / file).is_file()
        assert set(re.findall(r"^leadline (\w+)", readme, re.MULTILINE)) == {"run", "status", "export", "serve"}
