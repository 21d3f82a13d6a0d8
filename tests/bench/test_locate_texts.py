"""Real texts for the lab: what is taken of each set of the development data."""

import gzip
import io
import json
import tarfile
from pathlib import Path

import pytest

from leadline.errors import BadConfiguration
from leadline_bench.locate.experiment import Plan, experiment
from leadline_bench.locate.texts import texts_file, voices

_TALES = ("Harbour", "Winter", "Orchard", "Silver", "Distant", "Lonely")


def archive(file: Path, pages: dict[str, str]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    with tarfile.open(file, "w:xz") as tar:
        for name, text in pages.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(text.encode())
            tar.addfile(entry, io.BytesIO(text.encode()))


def page(title: str, words: str) -> str:
    menu = "".join(f"<li><a href='/{name}'>{name} shelf</a>" for name in ("poetry", "history", "travel"))
    links = f"<a href='/x'>{title} and more</a>"
    return f"<html><title>{title} | A shop</title><ul>{menu}</ul><h1>{title}</h1><p>{words} {links}</p></html>"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A folder laid out as the development data is, with pages of our own."""
    folder = tmp_path / "data"
    names = [f"book/book-shop({n})/{k:04}.htm" for n in (1, 2) for k in range(6)]
    pages = {name: page(f"{_TALES[n % 6]} tale", f"story number {n}") for n, name in enumerate(names)}
    archive(folder / "swde" / "dev_pages.tar.xz", pages)
    with gzip.open(folder / "swde" / "dev_page_urls.tsv.gz", "wt", encoding="utf-8") as lines:
        where = "http://shop.example/novel-corner/second-hand/books"
        lines.writelines(f"{name}\t{where}/{n}\n" for n, name in enumerate(names))
    archive(folder / "recipe_sites" / "dev.tar.xz", {"a/a.testhtml": page("Soup", "boil"), "a/a.json": "{}"})
    archive(
        folder / "ache_ebola" / "dev.tar.xz", {"positive/http%3A%2F%2Fh.example%2Ffever": page("Fever", "ill")}
    )
    archive(folder / "webkb" / "dev.tar.xz", {"webkb/course/cornell/x": "Server: x\n\n" + page("CS 1", "exam")})
    archive(folder / "formasaurus" / "dev_html.tar.xz", {"html/1.html": page("Misc", "anything")})
    index = {"html/1.html": {"url": "http://m.example/some/where"}}
    (folder / "formasaurus" / "dev_index.json").write_text(json.dumps(index), encoding="utf-8")
    return folder


def test_voices_have_what_their_pages_say(data: Path) -> None:
    """Titles without what all share, menus, link texts, words of addresses, running text."""
    found = {voice["name"]: voice for voice in voices(data)}
    assert set(found) == {"book-shop(1)", "book-shop(2)", "cooking 0", "health 0", "universities 0", "* 0"}
    shop = found["book-shop(1)"]
    assert shop["subject"] == "book"
    assert shop["titles"] == ["Harbour", "Silver"]
    assert "poetry shelf" in shop["menu"]
    assert "Silver tale and more" in [*shop["menu"], *shop["anchors"]]
    assert shop["path_words"][:2] == ["novel", "corner"]
    assert any("story number 3" in text for text in shop["pages"])
    assert "Server" not in found["universities 0"]["pages"][0]


def test_the_file_is_made_once(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second time it is there; without the data nothing is begun."""
    monkeypatch.setenv("LEADLINE_DATA", str(data))
    first = texts_file(tmp_path)
    made = Path(first).stat().st_mtime_ns
    assert (texts_file(tmp_path), Path(first).stat().st_mtime_ns) == (first, made)
    monkeypatch.setenv("LEADLINE_DATA", str(tmp_path / "nowhere"))
    with pytest.raises(BadConfiguration, match="LEADLINE_DATA"):
        texts_file(tmp_path)


def test_an_experiment_runs_on_real_texts(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The setting by name, with the file in the experiment's cache."""
    monkeypatch.setenv("LEADLINE_DATA", str(data))
    plan = Plan(("random",), ("book",), worlds=1, pages=10, scale="tiny", seed=3, setting="real-texts")
    (result,) = experiment(plan, tmp_path / "out", tmp_path / "pages", 1, lambda _: None)
    assert result.pages == 10
    assert list((tmp_path / "pages").glob("texts-*.json"))
