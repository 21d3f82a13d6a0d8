"""Section `forms` of the configuration, through `leadline inspect`: who names fields, and who tells a search."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]
SIDES = b"""<form action=/find><table><tr><td>Author<td><input name=a><td>Title<td><input name=t></table>
<p>Format <input type=radio name=f value=1> hardcover <input type=radio name=f value=2> paperback
<p><input name=y size=4> Year of the first edition <button>Search</button></form>"""


def _labels(done: subprocess.CompletedProcess[str]) -> list[str | None]:
    assert done.returncode == 0, done.stderr
    return [field["label"] for field in json.loads(done.stdout)["forms"][0]["fields"]]


def test_labels_by_another_rule(leadline: Run, tmp_path: Path) -> None:
    """`forms.labels` names who says what fields are called, as an option or in a file; ours if nothing is said."""
    ours = _labels(leadline("inspect", "-", "--json", stdin=SIDES))
    naive = _labels(leadline("inspect", "-", "--json", "--option", "forms.labels=naive", stdin=SIDES))
    assert ours == ["Author", "Title", "Format", "Year of the first edition"]
    assert naive == ["Author", "Title", "Format", "paperback"]
    file = tmp_path / "leadline.toml"
    file.write_text('[forms]\nlabels = "hiwe"\n')
    hiwe = _labels(leadline("inspect", "-", "--json", "--config", str(file), stdin=SIDES))
    assert hiwe not in (ours, naive)
    assert hiwe[:2] == ["Author", "Title"]


def test_searches_by_another_judge(leadline: Run) -> None:
    """`forms.searchable` names who says what a search is."""
    answers = {
        judge: json.loads(
            leadline("inspect", "-", "--json", "--option", f"forms.searchable={judge}", stdin=SIDES).stdout
        )["forms"][0]["searchable"]
        for judge in ("learned", "tree14", "rule")
    }
    assert len(set(answers.values())) == 3


@pytest.mark.parametrize("key", ["labels", "searchable"])
def test_a_rule_that_nobody_knows_is_refused(leadline: Run, key: str) -> None:
    """The known ones are named, and nothing is inspected."""
    done = leadline("inspect", "-", "--option", f"forms.{key}=magic", stdin=SIDES)
    assert (done.returncode, done.stdout) == (3, "")
    assert f"forms.{key} = 'magic'" in done.stderr
    assert {"labels": "layout, hiwe, naive", "searchable": "learned, tree14, rule"}[key] in done.stderr
