"""Values with a memory: what the lists of one form taught fills the boxes of the next."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import shop_site
from catalogue_server import Catalogue, catalogue
from test_harvest_command import _in_this_process

from leadline.app.memory import ValueMemory, memory_file, read_table
from leadline.harvest.settings import HarvestSettings
from leadline.harvest.values.table import LvsTable

POLITE_ENOUGH = ("--allow-private", "--delay", "0", "--option", "harvest.details=never")
FREE = (
    '<form action="/find" role="search"><label>Sort of thing <input name="thing"></label>'
    '<label>Colour <input name="colour"></label>'
    "<label><input type=radio name=order value=a checked> Cheapest</label>"
    "<label><input type=radio name=order value=b> Newest</label><button>Search</button></form>"
)


def _without_lists(path: str, pairs: list[tuple[str, str]]) -> tuple[int, str]:
    """The same shop with boxes where the other one has lists."""
    asked = [(name, value.lower()) for name, value in pairs]
    status, body = shop_site.answer(path, asked)
    return status, body.replace(shop_site.FORM, FREE)


@pytest.fixture
def shops() -> Iterator[tuple[Catalogue, Catalogue]]:
    with catalogue(shop_site.answer) as lists, catalogue(_without_lists) as boxes:
        yield lists, boxes


def harvest(shop: Catalogue, out: Path, *more: str) -> dict[str, Any]:
    done = _in_this_process("harvest", shop.url("/"), "--out", str(out), "--json", *POLITE_ENOUGH, *more)
    assert done.returncode in (0, 4), done.stderr  # on what grounds it ends is tested elsewhere
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def colours_asked(shop: Catalogue) -> set[str]:
    found = {dict(pairs).get("colour", "") for _, path, pairs in shop.asked if path == "/find"}
    return found & {"Red", "Green", "Blue", "White"}


def test_what_one_source_taught_serves_the_next(shops: tuple[Catalogue, Catalogue], tmp_path: Path) -> None:
    """The choices of a list go into a box of the same name at another source, unless that is switched off; what is
    kept can be read, and the folder knows what it was begun with."""
    lists, boxes = shops
    memory = tmp_path / "kept" / "values.toml"
    once = ("--planner", "once")
    harvest(lists, tmp_path / "lists", "--memory", str(memory), *once)
    assert dict(read_table(memory).values_for("Colour")).keys() == {"Red", "Green", "Blue", "White"}
    some = ("--max-requests", "60")
    harvest(boxes, tmp_path / "off", "--memory", "off", *some)
    assert not colours_asked(boxes)
    harvest(boxes, tmp_path / "boxes", "--memory", str(memory), *some)
    assert colours_asked(boxes)


def test_it_is_where_the_user_says(tmp_path: Path) -> None:
    """Below the user's data folder unless a variable or a setting says otherwise; nothing is kept where it is
    switched off."""
    home = {"HOME": "/home/ada"}
    assert memory_file("user", home) == Path("/home/ada/.local/share/leadline/values.toml")
    assert memory_file("user", {**home, "XDG_DATA_HOME": "/data"}) == Path("/data/leadline/values.toml")
    assert memory_file("user", {**home, "LEADLINE_VALUES": "/elsewhere.toml"}) == Path("/elsewhere.toml")
    assert memory_file("user", {**home, "LEADLINE_VALUES": "off"}) is None
    assert memory_file("off", home) is None
    assert ValueMemory.of(HarvestSettings(memory="off"), tmp_path / "values.toml").files == ()
    assert ValueMemory.of(HarvestSettings(), tmp_path / "values.toml").files == (tmp_path / "values.toml",)


def test_learning_keeps_what_was_known_and_takes_later_weights(tmp_path: Path) -> None:
    """Rows of a user's own file are not kept; a weight that fell stays low."""
    memory = ValueMemory((tmp_path / "values.toml",))
    first, later, own = LvsTable(), LvsTable(), LvsTable()
    first.add(["City"], [("Hamburg", 1.0), ("Altona", 1.0)])
    later.add(["City"], [("Altona", 0.2), ("Bremen", 1.0)])
    later.add(["Code name"], [("secret", 1.0)])
    own.add(["Code name"], [("secret", 1.0)])
    memory.learn(first, left_out=LvsTable())
    memory.learn(later, left_out=own)
    assert memory.recall().values_for("city") == (("Hamburg", 1.0), ("Altona", 0.2), ("Bremen", 1.0))
    assert memory.recall().match("code name") is None


def test_values_that_fit_no_field_are_told(shops: tuple[Catalogue, Catalogue], tmp_path: Path) -> None:
    """A label that says the word that counts fits; one that says something else is named in one line, also before
    anything is sent."""
    _, boxes = shops
    values = tmp_path / "values.csv"
    values.write_text("sort,Shoe size\nLamp,42\nChair,43\n", encoding="utf-8")
    words = ("harvest", boxes.url("/"), "--values", str(values), *POLITE_ENOUGH)
    told = "--values: no text field of this form fits Shoe size; its text fields are Sort of thing, Colour"
    rehearsed = _in_this_process(*words, "--out", str(tmp_path / "no"), "--dry-run")
    assert rehearsed.stderr == f"leadline: {told}\n"
    done = _in_this_process(*words, "--out", str(tmp_path / "out"), "--planner", "auto", "--max-requests", "15")
    assert told in done.stderr
    asked = {dict(pairs)["thing"] for _, path, pairs in boxes.asked if path == "/find"}
    assert "Lamp" in asked


def test_pieces_as_liddle_cuts_them(shops: tuple[Catalogue, Catalogue], tmp_path: Path) -> None:
    """With `harvest.records=liddle` every distinct piece of an answer is a record, its furniture too, once."""
    lists, _ = shops
    published = ("records=liddle", "judge=size", "liddle.new_data=size", "liddle.counted=bytes")
    options = [word for one in published for word in ("--option", f"harvest.{one}")]
    harvest(lists, tmp_path / "out", "--planner", "liddle", "--max-requests", "12", *options)
    lines = (tmp_path / "out" / "records.jsonl").read_text(encoding="utf-8").splitlines()
    texts = [json.loads(line)["text"] for line in lines]
    assert texts.count("Since 1970.") == 1
    assert any("things found" in text for text in texts)


@pytest.mark.parametrize("form", ["toml", "csv"])
def test_the_table_is_exported_and_imported(form: str, tmp_path: Path) -> None:
    """What is written is read again, word for word."""
    from leadline.cli.app import app
    from leadline.cli.running import run

    given = tmp_path / "given.csv"
    given.write_text(
        'label,value,weight\nCity|Town,Hamburg,1\nCity|Town,"Quote "" and, comma",0.5\n', encoding="utf-8"
    )
    kept, again = tmp_path / "kept.toml", tmp_path / "again.toml"
    written = tmp_path / f"out.{form}"
    assert run(app, ["values", "import", str(given), "--store", str(kept)]) == 0
    assert run(app, ["values", "export", "--format", form, "--out", str(written), "--store", str(kept)]) == 0
    assert run(app, ["values", "import", str(written), "--store", str(again)]) == 0
    assert again.read_text(encoding="utf-8") == kept.read_text(encoding="utf-8")
    assert read_table(kept).values_for("town") == (("Hamburg", 1.0), ('Quote " and, comma', 0.5))
    assert run(app, ["values", "export"]) == 3  # nothing is remembered in tests


def test_a_file_without_values_is_refused_and_nothing_is_kept(tmp_path: Path) -> None:
    """One word in a file is a label at most; the table is not begun for it."""
    from leadline.cli.app import app
    from leadline.cli.running import run

    (tmp_path / "bad.csv").write_text("x\n")
    given, kept = str(tmp_path / "bad.csv"), str(tmp_path / "kept.toml")
    assert run(app, ["values", "import", given, "--store", kept]) == 3
    assert not (tmp_path / "kept.toml").exists()
