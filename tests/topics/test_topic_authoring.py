"""Examples from disk, and what `leadline topic` does with them."""

from pathlib import Path

import pytest
from pages_of_topics import BOOKS, CARS, GARDEN, MAIL, page

from leadline.errors import BadConfiguration, BadTarget
from leadline.topics.authoring import examine, keywords_of, new, train
from leadline.topics.background import bundled_background
from leadline.topics.bundled import bundled
from leadline.topics.examples import ExamplePage, fetched, gather
from leadline.topics.topic import Keyword, Topic


def saved(file: Path, text: str, head: str = "") -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"<html><head>{head}</head><body>{text}</body></html>", "utf-8")
    return file


def shown(text: str, count: int, name: str, *, on_topic: bool = True) -> list[ExamplePage]:
    return [ExamplePage(page(f"{text} Number {n}."), f"{name}{n}.example", on_topic) for n in range(count)]


def off(text: str, count: int, name: str) -> list[ExamplePage]:
    return shown(text, count, name, on_topic=False)


def test_a_file_a_folder_and_urls_are_examples(tmp_path: Path) -> None:
    """Files and folders are read, URLs handed back for fetching, comments in lists left out."""
    one = saved(tmp_path / "one.html", CARS)
    saved(tmp_path / "more" / "two.html", BOOKS)
    saved(tmp_path / "more" / "deep" / "three.htm", MAIL)
    (tmp_path / "list.txt").write_text("# examples\nhttp://example.com/a\n\nHTTPS://Example.com/b\n")
    pages, urls = gather([str(one), str(tmp_path / "more"), str(tmp_path / "list.txt"), "http://example.org"])
    assert len(pages) == 3
    assert urls == ["http://example.com/a", "https://example.com/b", "http://example.org/"]
    assert "mileage" in pages[0].page.text


def test_sites_of_files_come_from_the_best_evidence(tmp_path: Path) -> None:
    """The URL in the name, else the canonical link, else the sub-folder, else the file itself."""
    spelt = saved(tmp_path / "http%3A%2F%2Fwww.shop.co.uk%2Fcars", CARS)
    linked = saved(tmp_path / "b.html", CARS, '<link rel="canonical" href="http://news.example.com/x">')
    saved(tmp_path / "folder" / "acme" / "1.html", CARS)
    saved(tmp_path / "folder" / "2.html", CARS)
    found, _ = gather([str(spelt), str(linked), str(tmp_path / "folder")])
    assert [s.site for s in found] == ["shop.co.uk", "example.com", str(tmp_path / "folder" / "2.html"), "acme"]


def test_a_fetched_page_counts_for_its_registrable_domain() -> None:
    """Two hosts of one owner are one site."""
    assert fetched(page(CARS, "http://a.b.example.com/x")).site == "example.com"


@pytest.mark.parametrize(
    ("word", "said"),
    [("missing.html", "cannot be read: No such file"), ("empty", "has no files"), ("bad.txt", "not a URL")],
)
def test_examples_that_are_none_are_named(tmp_path: Path, word: str, said: str) -> None:
    """A missing file, an empty folder, a list of something else: the word and the reason."""
    (tmp_path / "empty").mkdir()
    (tmp_path / "bad.txt").write_text("just words\n")
    with pytest.raises(BadTarget, match=said):
        gather([str(tmp_path / word)])


@pytest.mark.parametrize("written", ["car:heavy", "car:0", "car:2", "the", "car, and"])
def test_keywords_that_tell_nothing_are_refused(written: str) -> None:
    """A weight that is none, or a word that is a stop-word, is said to be so."""
    with pytest.raises(BadConfiguration, match="keyword"):
        keywords_of(written)


def test_a_topic_of_keywords_works_at_once() -> None:
    """No example is needed; the report says that there is no score and which words count."""
    report = new("cars", keywords_of("used cars, dealer, mileage:0.5"), [], bundled_background())
    assert report.score is None
    assert report.unscored is not None
    assert {word for word, _ in report.words} == {"used", "cars", "dealer", "mileage"}
    assert (
        examine(report.topic, shown(CARS, 2, "c") + off(MAIL, 2, "m"), bundled_background()).as_json()["accuracy"]
        == 1.0
    )


def test_a_topic_of_examples_alone_is_scored_on_unseen_sites() -> None:
    """Pages of several sites make a topic, with a score for finding them and a note on what is unknown."""
    report = new("gardens", (), shown(GARDEN, 4, "g"), bundled_background())
    assert report.topic.learned is not None
    assert report.topic.learned.card["positive pages"] == 4
    assert report.score is not None
    assert report.score.specificity is None
    assert "no negative examples" in str(report.unscored)
    judged = examine(report.topic, shown(GARDEN, 1, "h") + off(CARS, 3, "c"), bundled_background())
    assert judged.score is not None
    assert judged.score.accuracy == 1.0


@pytest.mark.parametrize("model", ["linear", "naive-bayes"])
def test_both_learners_train_and_are_scored(model: str) -> None:
    """Training gives weights, a score with its interval and the words that decide, as the pages write them."""
    report = train(
        Topic("cars", keywords=(Keyword("car"),)),
        shown(CARS, 4, "c") + off(BOOKS, 4, "b"),
        bundled_background(),
        model,
    )
    assert report.score is not None
    assert report.score.accuracy == 1.0
    assert 0.5 < report.score.low < 1.0 == report.score.high
    assert report.unscored is None
    assert {"cars", "mileage", "isbn", "author", "books"} & {word for word, _ in report.words}
    assert report.as_json()["sites"] == 8


def test_one_site_gives_a_topic_but_no_score() -> None:
    """A score over unseen sites needs two; the topic is made all the same."""
    report = new("gardens", (), [ExamplePage(page(GARDEN), "g.example")] * 3, bundled_background())
    assert report.topic.learned is not None
    assert report.score is None
    assert "one site" in str(report.unscored)


def test_nothing_makes_no_topic() -> None:
    """Neither words nor pages, an unknown learner, a bad name: said before anything is done."""
    with pytest.raises(BadConfiguration, match="--keywords, --examples or both"):
        new("empty", (), [], bundled_background())
    with pytest.raises(BadConfiguration, match="known: linear, naive-bayes"):
        train(bundled("auto"), shown(CARS, 2, "c"), bundled_background(), "forest")
    with pytest.raises(BadConfiguration, match="one word"):
        new("two words", keywords_of("car"), [], bundled_background())
    with pytest.raises(BadTarget, match="no example"):
        examine(bundled("auto"), [], bundled_background())
