"""`make mutants` itself, on a small tree: what it calls killed, and what it does not."""

import subprocess
import sys
from pathlib import Path

import pytest

TOOL = Path(__file__).parents[2] / "tools" / "mutants.py"
FILES = {
    "src/adding.py": "def add(a, b):\n    return a + b  # as people do\n",
    "tests/test_adding.py": "from adding import add\n\ndef test_add():\n    assert add(1, 2) == 3\n",
    "tests/test_lazy.py": "from adding import add\n\ndef test_add():\n    assert add(1, 0) == 1\n",
    "tests/test_wrong.py": "def test_wrong():\n    assert False\n",
}
CASES = {
    "noticed": ("killed", "a + b", "a - b", "test_adding"),
    "lazy": ("SURVIVED", "a + b", "a - b", "test_lazy"),
    "equal": ("SURVIVED", "as people do", "as machines do", "test_adding"),
    "gone": ("GONE", "a * b", "a - b", "test_adding"),
    "twice": ("GONE", "a", "b", "test_adding"),
    "nonsense": ("BROKEN", "a + b", "a +* b", "test_adding"),
    "untested": ("BROKEN", "a + b", "a - b", "test_gone"),
    "failing": ("BROKEN", "a + b", "a - b", "test_wrong"),
}
"""Name → verdict, old text, new text, test."""


def tree(root: Path) -> Path:
    listed = "\n".join(
        f'[[mutant]]\nid = "sum-{name}"\nfile = "src/adding.py"\nold = "{old}"\nnew = "{new}"\n'
        f'why = "sums are wrong"\ntests = ["tests/{test}.py"]\n'
        for name, (_, old, new, test) in CASES.items()
    )
    for name, text in {**FILES, "tools/mutants/list.toml": listed}.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root


def mutants(root: Path, *words: str) -> subprocess.CompletedProcess[str]:
    done = [sys.executable, str(TOOL), "--root", str(root), *words]
    return subprocess.run(done, capture_output=True, text=True, timeout=120, check=False)


@pytest.fixture(scope="module")
def tried(tmp_path_factory: pytest.TempPathFactory) -> subprocess.CompletedProcess[str]:
    root = tree(tmp_path_factory.mktemp("tree"))
    done = mutants(root)
    assert {name: (root / name).read_text() for name in FILES} == FILES, "the tree itself is not touched"
    return done


@pytest.mark.parametrize("name", CASES)
def test_what_is_killed_and_what_is_not(name: str, tried: subprocess.CompletedProcess[str]) -> None:
    """Killed is what a test notices that passes without it; a mutant that no longer applies, cannot run or has no
    test that passes counts as surviving."""
    said = {line.split()[1]: line.split()[0] for line in tried.stdout.splitlines() if " s  " in line}
    assert said[f"sum-{name}"] == CASES[name][0], tried.stdout + tried.stderr


def test_too_few_killed_is_a_failure(tried: subprocess.CompletedProcess[str]) -> None:
    """Fewer than 95 % are exit 1, and every survivor is told with what it costs."""
    assert tried.returncode == 1
    assert "12.5% of 8 mutants are killed; at least 95% ARE wanted" in tried.stdout
    assert tried.stdout.count("what is lost: sums are wrong") == len(CASES) - 1


def test_some_of_them_or_only_their_names(tmp_path: Path) -> None:
    """`--only` takes a name or its beginning, `--list` runs nothing, and a name that is none is said."""
    root = tree(tmp_path)
    done = mutants(root, "--only", "sum-no")
    assert done.returncode == 1
    assert "50.0% of 2 mutants" in done.stdout
    assert mutants(root, "--only", "sum-noticed").returncode == 0
    assert [line.split()[0] for line in mutants(root, "--list").stdout.splitlines()] == [f"sum-{n}" for n in CASES]
    done = mutants(root, "--only", "difference")
    assert (done.returncode, done.stderr) == (3, "no mutant is called difference; see --list\n")
