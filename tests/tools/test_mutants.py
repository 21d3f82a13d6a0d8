"""`make mutants` itself, on a small tree: what it calls killed, and what it does not."""

import subprocess
import sys
from pathlib import Path

import pytest

TOOL = Path(__file__).parents[2] / "tools" / "mutants.py"
LIST = """
[[mutant]]
id = "sum-{id}"
file = "src/adding.py"
old = '{old}'
new = '{new}'
why = "sums are wrong"
tests = ["tests/{test}.py"]
"""


def mutants(root: Path, *words: str, **entries: str) -> subprocess.CompletedProcess[str]:
    """Run the tool on a tree whose list has one mutant with these entries."""
    told = {"id": "one", "old": "a + b", "new": "a - b", "test": "test_adding"} | entries
    files = {
        "src/adding.py": "def add(a, b):\n    return a + b  # as people do\n",
        "tests/test_adding.py": "from adding import add\n\ndef test_add():\n    assert add(1, 2) == 3\n",
        "tests/test_lazy.py": "from adding import add\n\ndef test_add():\n    assert add(1, 0) == 1\n",
        "tests/test_wrong.py": "def test_wrong():\n    assert False\n",
        "tools/mutants/list.toml": LIST.format(**told),
    }
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    done = [sys.executable, str(TOOL), "--root", str(root), *words]
    return subprocess.run(done, capture_output=True, text=True, timeout=120, check=False)


@pytest.mark.parametrize(
    ("verdict", "code", "entries"),
    [
        ("killed", 0, {}),
        ("SURVIVED", 1, {"test": "test_lazy"}),
        ("SURVIVED", 1, {"old": "as people do", "new": "as machines do"}),
        ("GONE", 1, {"old": "a * b"}),
        ("GONE", 1, {"old": "a"}),
        ("BROKEN", 1, {"new": "a +* b"}),
        ("BROKEN", 1, {"test": "test_gone"}),
        ("BROKEN", 1, {"test": "test_wrong"}),
    ],
)
def test_what_is_killed_and_what_is_not(verdict: str, code: int, entries: dict[str, str], tmp_path: Path) -> None:
    """Killed is what a test notices that passes without it; a mutant that no longer applies, cannot run or has no
    test counts as surviving, with the reason told. The tree stays as it is."""
    done = mutants(tmp_path, "--processes", "1", **entries)
    assert done.stdout.startswith(verdict), done.stdout + done.stderr
    assert done.returncode == code
    assert f"{100 if code == 0 else 0}.0% of 1 mutants are killed" in done.stdout
    assert "a + b" in (tmp_path / "src" / "adding.py").read_text()


def test_some_of_them_or_only_their_names(tmp_path: Path) -> None:
    """`--list` runs nothing, `--only` takes a name or its beginning, and a name that is none is said."""
    assert mutants(tmp_path, "--list").stdout.split() == ["sum-one", "src/adding.py", "sums", "are", "wrong"]
    assert mutants(tmp_path, "--only", "sum", "--list").stdout.startswith("sum-one")
    done = mutants(tmp_path, "--only", "difference")
    assert (done.returncode, done.stderr) == (3, "no mutant is called difference; see --list\n")
