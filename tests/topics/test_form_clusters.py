"""Forms of a crawl in groups: examples for a topic that nobody has named yet."""

from pathlib import Path

import pytest

import leadline
from leadline.app.form_clusters import cluster_folder
from leadline.errors import BadTarget
from leadline.learn.clusters import clusters
from leadline.parse.document import parse_html
from leadline.topics.form_clusters import FoundForm, cluster_forms

FIELDS = {
    "cars": ("Make", "Model", "Mileage up to", "Price"),
    "books": ("Author", "Title", "ISBN", "Publisher"),
    "jobs": ("Job title", "Salary", "Employer", "Keywords"),
}


def found(topic: str, number: int) -> FoundForm:
    """A search of one site: two or three fields of its topic in an order of its own."""
    names = [FIELDS[topic][(number + step) % 4] for step in range(2 + number % 2)]
    fields = "".join(f"<label>{name} <input name=f{n}></label>" for n, name in enumerate(names))
    url = f"http://{topic}{number}.example/find"
    html = f"<form action=/search method=get>{fields}<button>Search</button></form>"
    return FoundForm(parse_html(html, url).forms[0], url, f"{topic}{number}.example")


def test_searches_of_one_topic_come_together() -> None:
    """Three topics, three groups; each says the words of its topic and names its pages."""
    made = cluster_forms([found(topic, n) for n in range(8) for topic in FIELDS], 3)
    assert [(one.forms, one.sites) for one in made] == [(8, 8)] * 3
    for one in made:
        assert len({topic for topic in FIELDS for url in one.pages if topic in url}) == 1
    assert any("isbn" in one.words for one in made)


def test_forms_that_are_no_searches_teach_nothing() -> None:
    """A login among them is left out."""
    page = parse_html("<form method=post><input name=u><input type=password name=p></form>", "http://a.example/")
    assert cluster_forms([FoundForm(page.forms[0], page.url, "a.example")], 3) == []


def test_groups_do_not_depend_on_chance() -> None:
    """The same documents give the same groups, the largest first; fewer documents than groups are no trouble."""
    documents = [{"a": 1.0}, {"b": 1.0, "c": 0.5}, {"b": 1.0}, {"c": 1.0, "b": 1.0}]
    assert clusters(documents, 2) == clusters(documents, 2) == [1, 0, 0, 0]
    assert sorted(set(clusters(documents, 9))) == [0, 1, 2, 3][: len(set(clusters(documents, 9)))]
    assert clusters([], 3) == []


def test_the_groups_of_a_crawl_are_files_of_pages(crawled: Path, tmp_path: Path) -> None:
    """Each page of a found search stands in the file of its group, as `topic train` reads it."""
    done = cluster_folder(crawled / "located", tmp_path / "groups", 2)
    known = {row["page_url"] for row in leadline.open(crawled / "located").forms}
    written = [url for file in done.files for url in file.read_text("utf-8").splitlines()]
    assert set(written) <= known
    assert written
    assert [one["file"] for one in done.as_json()["clusters"]] == list(map(str, done.files))  # type: ignore[attr-defined]  # plain JSON


def test_a_folder_that_is_there_is_kept(tmp_path: Path) -> None:
    """Nothing is written over, and nothing is read before that is clear."""
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(BadTarget, match="there is something already"):
        cluster_folder(tmp_path / "crawl", tmp_path, 3)
