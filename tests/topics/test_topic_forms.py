"""A user's own topic learns about forms from its example pages, and `locate` judges forms by it."""

import json
import threading
from collections.abc import Iterator
from contextlib import redirect_stdout
from http.server import BaseHTTPRequestHandler, HTTPServer
from io import StringIO
from pathlib import Path

import pytest

from leadline.cli.app import app
from leadline.cli.running import run
from leadline.locate.critic import finder
from leadline.locate.settings import LocateSettings
from leadline.model.page import Page
from leadline.parse.document import parse_html
from leadline.topics.bundled import bundled, find_topic, forms_of
from leadline.topics.files import read_topic

WINES = (
    "Grape <input name=grape> Vintage <input name=year> <button>Search wines</button>",
    "Winery <input name=winery> Region <input name=region> Vintage <input name=v> <button>Search</button>",
    "Wine name <input name=wine> Grape variety <input name=variety> <button>Search wines</button>",
    "Search wine by vineyard <input name=vineyard> Vintage <input name=y> <button>Search</button>",
    "Red or white wine <select name=colour><option>Red<option>White</select><button>Search wines</button>",
)
BOOKS = (
    "Author <input name=author> ISBN <input name=isbn> <button>Search books</button>",
    "Book title <input name=title> Publisher <input name=publisher> <button>Search</button>",
)
WINE_TEXT = (
    "Wines of every vintage: red, white, sparkling. Grapes, vineyards, wineries and cellars, bottle by bottle."
)
BOOK_TEXT = "Novels and textbooks by every author, from every publisher, in paperback and hardcover, page by page."


def page(inside: str, text: str, title: str) -> str:
    return (
        f"<html><title>{title}</title><p>{text}</p><form action=/search method=get>{inside}</form>"
        "<form action=/in method=post>User <input name=u>Password <input type=password name=p></form></html>"
    )


@pytest.fixture(scope="module")
def examples(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Pages of five wine sites and of two bookshops."""
    folder = tmp_path_factory.mktemp("examples")
    on, off = folder / "on", folder / "off"
    for folder, insides, text, title in ((on, WINES, WINE_TEXT, "Wines"), (off, BOOKS, BOOK_TEXT, "Books")):
        for number, inside in enumerate(insides):
            site = folder / f"site{number}"
            site.mkdir(parents=True)
            (site / "index.html").write_text(page(inside, text, title), encoding="utf-8")
    return on, off


@pytest.fixture(scope="module")
def topic(tmp_path_factory: pytest.TempPathFactory, examples: tuple[Path, Path]) -> Path:
    """A topic file made on the command line; to be read only."""
    file = tmp_path_factory.mktemp("topic") / "wine.toml"
    on, off = examples
    with redirect_stdout(StringIO()) as said:
        assert run(app, ["topic", "new", "wine", "--keywords", "wine, vintage, winery", "--out", str(file)]) == 0
        assert run(app, ["topic", "train", str(file), "--positive", str(on), "--negative", str(off)]) == 0
    assert "searches on these pages: 5 positive, 2 negative" in said.getvalue()
    return file


class _Shop(BaseHTTPRequestHandler):
    """One page about wine with two searches."""

    def do_GET(self) -> None:
        here = self.path == "/"
        other = f"<form action=/books>{BOOKS[0]}</form>"
        self.send_response(200 if here else 404)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write((page(WINES[1], WINE_TEXT, "Wines") + other).encode() if here else b"nothing")

    def log_message(self, *_: object) -> None:
        """Tests print nothing."""


@pytest.fixture
def shop() -> Iterator[str]:
    """The address of the shop's server."""
    with HTTPServer(("127.0.0.1", 0), _Shop) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def parsed(inside: str, text: str, title: str) -> Page:
    return parse_html(page(inside, text, title), "http://shop.example/")


def test_training_learns_forms_and_keeps_them(topic: Path) -> None:
    """The weights beside a topic file hold a model of its forms, and reading gives it back."""
    learned = read_topic(topic).learned
    assert learned is not None
    assert learned.forms is not None
    wine = parsed("Winery <input name=w> Vintage <input name=v><button>Search</button>", WINE_TEXT, "Wine shop")
    assert learned.forms.probability(wine.forms[0], wine) > 0.5


def test_a_topic_without_searches_has_no_model_of_forms(tmp_path: Path) -> None:
    """Pages that hold no search teach nothing about forms; a bundled topic keeps its own."""
    on = tmp_path / "on"
    on.mkdir()
    for number in range(3):
        (on / f"{number}.html").write_text(f"<title>Wines</title><p>{WINE_TEXT} {number}</p>", encoding="utf-8")
    file = tmp_path / "wine.toml"
    assert run(app, ["topic", "new", "wine", "--examples", str(on), "--out", str(file)]) == 0
    learned = read_topic(file).learned
    assert learned is not None
    assert learned.forms is None
    assert forms_of(read_topic(file)) is None
    assert forms_of(bundled("hotel")) is not None


def test_a_file_of_a_bundled_name_is_not_the_bundled_topic(tmp_path: Path) -> None:
    """Whose file is called hotel means their own hotels."""
    file = tmp_path / "hotel.toml"
    file.write_text('name = "hotel"\nkeywords = ["doghouse", "kennel"]\n', encoding="utf-8")
    assert forms_of(find_topic(str(file))) is None


def test_the_finder_judges_by_what_was_learned(topic: Path) -> None:
    """On a page of the topic a wine search is a goal, and a search for books beside it is none."""
    learned = read_topic(topic).learned
    assert learned is not None
    goals = finder(LocateSettings(topic=str(topic)), learned=learned.forms)
    wine = parsed(WINES[1], WINE_TEXT, "Wines")
    book = parsed(BOOKS[0], "Welcome to our shop.", "Shop")
    assert len(list(goals.find(wine, 0.9))) == 1
    assert list(goals.find(book, 0.9)) == []
    unlearned = finder(LocateSettings(topic=str(topic)))
    assert len(list(unlearned.find(book, 0.9))) == 1


def test_the_test_command_scores_forms(
    topic: Path, examples: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    """`topic test --json` says how many searches are found and how many turned away."""
    on, off = examples
    assert run(app, ["topic", "test", str(topic), "--positive", str(on), "--negative", str(off), "--json"]) == 0
    forms = json.loads(capsys.readouterr().out)["forms"]
    assert forms == {"positive": 5, "negative": 2, "found": 1.0, "turned_away": 1.0}


def test_locate_keeps_the_topics_own_forms(topic: Path, shop: str, tmp_path: Path) -> None:
    """Of two searches on one page about the topic, `locate --topic FILE` brings the one its examples speak for."""
    seeds, out = tmp_path / "seeds.txt", tmp_path / "crawl"
    seeds.write_text("http://shop.example/\n", encoding="utf-8")
    words = ["--topic", str(topic), "--seeds", str(seeds), "--out", str(out), "--connect-to", shop]
    assert run(app, ["locate", *words, "--delay", "0", "--pages", "1", "--json"]) == 0
    found = [json.loads(line)["url"] for line in (out / "forms.jsonl").read_text("utf-8").splitlines()]
    assert found == ["http://shop.example/search"]
