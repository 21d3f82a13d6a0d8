"""`leadline topic new|train|test`, run as a user does."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from pages_of_topics import BOOKS, CARS, GARDEN, MAIL

from leadline.cli.running import run
from leadline.cli.topic import app
from leadline.topics.files import read_topic

Command = Callable[..., tuple[int, str, str]]


@pytest.fixture(name="topic")
def _topic(capsys: pytest.CaptureFixture[str]) -> Command:
    def command(*words: str) -> tuple[int, str, str]:
        code = run(app, [str(word) for word in words])
        said = capsys.readouterr()
        return code, said.out, said.err

    return command


@pytest.fixture(name="pages")
def _pages(tmp_path: Path) -> Path:
    for name, text in (("cars", CARS), ("books", BOOKS), ("gardens", GARDEN), ("mail", MAIL)):
        for number in range(3):
            file = tmp_path / name / f"site{name}{number}" / "page.html"
            file.parent.mkdir(parents=True)
            file.write_text(f"<title>Page {number}</title><body>{text}")
    return tmp_path


def test_new_from_keywords_writes_a_file_people_can_edit(topic: Command, tmp_path: Path) -> None:
    """Keywords become a topic file that the other commands read."""
    file = tmp_path / "cars.toml"
    code, out, _ = topic("new", "cars", "--keywords", "used cars, dealer:0.5", "--out", str(file))
    assert code == 0
    assert f"written: {file}" in out
    assert [keyword.weight for keyword in read_topic(file).keywords] == [1.0, 0.5]
    assert '"used cars"' in file.read_text()


def test_new_overwrites_nothing_silently(topic: Command, tmp_path: Path) -> None:
    """A file that is there stays as it is, and the sentence says how to replace it; so said, it is replaced."""
    file = tmp_path / "cars.toml"
    file.write_text("mine")
    code, _, err = topic("new", "cars", "--keywords", "used cars", "--out", str(file))
    assert (code, file.read_text()) == (3, "mine")
    assert f"{file}: there is a file already; choose another name, or say --overwrite" in err
    assert topic("new", "cars", "--keywords", "used cars", "--out", str(file), "--overwrite")[0] == 0
    assert read_topic(file).name == "cars"


def test_new_train_and_test_one_after_the_other(topic: Command, pages: Path) -> None:
    """From examples to a topic, to a better topic, to its score: each one JSON document."""
    file = str(pages / "cars.toml")
    code, out, _ = topic("new", "cars", "--examples", str(pages / "cars"), "--out", file, "--json")
    made = json.loads(out)
    assert (code, made["learned"], made["positive"], made["specificity"]) == (0, True, 3, None)
    off = ["--negative", str(pages / "books"), "--negative", str(pages / "mail")]
    code, out, _ = topic("train", file, "--positive", str(pages / "cars"), *off, "--json")
    trained = json.loads(out)
    assert (code, trained["negative"], trained["sites"]) == (0, 6, 9)
    assert trained["low"] < trained["accuracy"] <= trained["high"]
    assert [Path(written).name for written in trained["written"]] == ["cars.toml", "cars.weights.json"]
    code, out, _ = topic(
        "test", file, "--positive", str(pages / "cars"), "--negative", str(pages / "gardens"), "--json"
    )
    tested = json.loads(out)
    assert (code, tested["accuracy"], tested["written"]) == (0, 1.0, [])
    assert tested["words"][0].keys() == {"word", "weight"}


def test_a_bundled_topic_can_be_tested(topic: Command, pages: Path) -> None:
    """Accuracy with its interval and the words that decide are printed for people."""
    code, out, _ = topic("test", "book", "--positive", str(pages / "books"), "--negative", str(pages / "cars"))
    assert code == 0
    assert "accuracy 100.0% (95 % interval" in out
    assert "words that decide:" in out


def test_a_bad_topic_ends_with_three_and_one_sentence(topic: Command, tmp_path: Path) -> None:
    """Nothing is started with a topic that cannot be used."""
    code, out, err = topic("test", "no-such-topic")
    assert (code, out) == (3, "")
    assert err.startswith("leadline: topic 'no-such-topic' is neither a file nor bundled")
    assert topic("new", "cars", "--out", str(tmp_path / "x.toml"))[0] == 3


def test_an_example_that_cannot_be_fetched_is_reported(topic: Command, pages: Path) -> None:
    """A refused address is named on standard error and ends with 5; the others are used."""
    words = ["--positive", str(pages / "books"), "--positive", "http://127.0.0.1:9/"]
    code, out, err = topic("test", "book", *words, "--json")
    assert code == 5
    assert "127.0.0.1" in err
    assert json.loads(out)["positive"] == 3
