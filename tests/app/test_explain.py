"""What a crawl has learnt, seen: why a link has its rank, and every learning step whole."""

import hashlib
import io
import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

import leadline
from leadline.cli.app import app
from leadline.cli.running import run

SEEDS = ["http://motoring.example/"]


def crawl(web: str, out: Path, strategy: str, learn_from: list[Path], **locate: object) -> leadline.open:
    tree = {"strategy": strategy, "open_groups": 1, "links": {"frequency": 1, "threshold": 1}, **locate}
    settings = leadline.Settings.of({"web": {"connect_to": web, "delay": 0.0}, "locate": tree})
    leadline.locate("auto", SEEDS, out, settings=settings, learn_from=learn_from)
    return leadline.open(out)


def waiting(folder: Path) -> list[str]:
    """URLs in the frontier."""
    with closing(sqlite3.connect(folder / "leadline.db")) as database:
        return [url for (url,) in database.execute("SELECT url FROM waiting_link ORDER BY url")]


def digests(folder: Path) -> dict[str, str]:
    """What stands in every file but those SQLite keeps beside a database."""
    files = [file for file in sorted(folder.rglob("*")) if file.is_file() and "-" not in file.suffix]
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


def test_levels_and_features_make_a_rank(builtin_web: str, crawled: Path, tmp_path: Path) -> None:
    """FFC: the probabilities of levels and the features that fired, of links that wait or that were taken."""
    folder = crawl(builtin_web, tmp_path / "a", "ffc", [crawled / "located"], pages=4)
    told = [folder.why(url) for url in waiting(tmp_path / "a")]
    assert told
    for link in told:
        assert link.state == "waiting"
        assert link.key_now == pytest.approx(link.key)
    some = next(link for link in told if any(what.startswith("P(level") for what, _ in link.weights))
    levels = [weight for what, weight in some.weights if what.startswith("P(level")]
    assert sum(levels) == pytest.approx(1)
    assert levels == sorted(levels, reverse=True)
    assert any(what.startswith(("url:", "anchor:", "around:")) for what, _ in some.weights)
    taken = folder.why("http://cars.example/")
    assert (taken.state, taken.key is None) == ("fetched", True)
    assert taken.pattern
    assert taken.weights


def test_the_parts_of_a_site_s_rank_add_up(builtin_web: str, crawled: Path, tmp_path: Path) -> None:
    """SmartCrawler: terms of ST and LT, and SF, are the key between them."""
    folder = crawl(builtin_web, tmp_path / "a", "smart", [crawled / "located"], pages=5)
    told = [folder.why(url) for url in waiting(tmp_path / "a")]
    sites = [one for one in told if one.group and one.group.startswith("sites")]
    links = [one for one in told if one not in sites]
    assert sites
    assert links
    for one in told:
        assert sum(weight for _, weight in one.weights) == pytest.approx(one.key_now)
    assert all(any(what.startswith("SF: named by") for what, _ in one.weights) for one in sites)
    assert any(what.startswith("LT ") for one in links for what, _ in one.weights)


@pytest.mark.parametrize("strategy", ["ache", "sounding"])
def test_it_is_told_from_the_log_alone_and_nothing_is_written(
    builtin_web: str, crawled: Path, tmp_path: Path, strategy: str
) -> None:
    """Without its snapshot the same is told, and no file of the folder has changed."""
    folder = crawl(builtin_web, tmp_path / "a", strategy, [crawled / "located"], pages=6)
    link = waiting(tmp_path / "a")[0]
    shutil.copytree(tmp_path / "a", tmp_path / "b")
    with closing(sqlite3.connect(tmp_path / "b" / "leadline.db")) as database:
        database.execute("DELETE FROM snapshot")
        database.commit()
    before = digests(tmp_path / "b")
    assert leadline.open(tmp_path / "b").why(link) == folder.why(link)
    assert folder.why(link).weights
    assert digests(tmp_path / "b") == before


def test_people_get_sentences(
    builtin_web: str, crawled: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The key, what makes it line by line; a URL nobody has met is one sentence; --json has the same."""
    crawl(builtin_web, tmp_path / "a", "ffc", [crawled / "located"], pages=4)
    link = waiting(tmp_path / "a")[0]
    assert run(app, ["status", str(tmp_path / "a"), "--why", link]) == 0
    said = capsys.readouterr().out.splitlines()
    (at,) = [n for n, line in enumerate(said) if line.startswith("Its key is ")]
    assert said[at].endswith("under what is known now. What makes it:")
    assert said[at + 1].startswith("+")
    assert run(app, ["status", str(tmp_path / "a"), "--why", link, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert {"what", "weight"} == set(document["weights"][0])
    assert document["key_now"] == pytest.approx(document["key"])
    assert run(app, ["status", str(tmp_path / "a"), "--why", "http://nobody.example/"]) == 0
    assert capsys.readouterr().out == "http://nobody.example/ was never met.\n"


def test_no_code_of_a_folder_is_run(builtin_web: str, crawled: Path, tmp_path: Path) -> None:
    """A strategy from outside, and a configuration that cannot be read, are said; all else is told."""
    folder = crawl(builtin_web, tmp_path / "a", "ffc", [crawled / "located"], pages=4)
    config = tmp_path / "a" / "config.toml"
    link, text = waiting(tmp_path / "a")[0], config.read_text("utf-8")
    for strategy, says in (("somewhere:Else", "code from outside"), ("zigzag", "'zigzag' is not known")):
        config.write_text(text.replace('strategy = "ffc"', f'strategy = "{strategy}"'), "utf-8")
        told = folder.why(link)
        assert says in (told.untold or "")
        assert (told.state, told.weights) == ("waiting", ())


def test_every_learning_step_is_kept_whole(builtin_web: str, tmp_path: Path) -> None:
    """`export DIR learned`: after which event, which version, and all that was learnt: ACHE's Table 2."""
    folder = crawl(builtin_web, tmp_path / "a", "ache-online", [])
    out = io.BytesIO()
    assert folder.export("learned", "jsonl", out) == 2
    first, second = (json.loads(line) for line in out.getvalue().splitlines())
    assert (first["version"], second["version"]) == (1, 2)
    assert first["number"] < second["number"]
    for step in (first, second):
        assert set(step["learned"]["features"]["1"]) == {"url", "anchor", "around"}
        assert step["learned"]["links"]["1"] > 0
    folder.export("learned", "csv", out := io.BytesIO())
    assert out.getvalue().startswith(b"number,version,patterns,learned")
