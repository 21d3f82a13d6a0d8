"""WebKB replayed: the graph as the archive has it, crawls of it, and what is said about them."""

import io
import tarfile
from pathlib import Path

import pytest

from leadline.errors import BadConfiguration, BadTarget
from leadline_bench.cli.webkb import WebkbWords
from leadline_bench.webkb.campus import ARCHIVE, Campus, campuses, oracle
from leadline_bench.webkb.report import Plan, experiment, keep, report
from leadline_bench.webkb.trial import Task, order, topic_of, ways

NAMES = ("alpha", "beta", "gamma")


def campus_pages(name: str) -> dict[str, str]:
    """A department, lists of its courses and people, and what they link to: 47 pages in the archive's way."""
    courses = "".join(f"<a href='http://cs.{name}.edu/courses/cs{n}.html'>Course {n}</a>" for n in range(8))
    people = "".join(f"<a href='/~p{n}/'>Person {n}</a>" for n in range(36))
    found = {
        "department/^": "<a href='/courses/index.html'>Courses</a> <a href='/people'>People</a>"
        "<a href='/nowhere.html'>Lost</a> <a href='http://far.example/'>Far away</a>",
        "other/^courses^": f"<h1>Our courses</h1>{courses}",
        "other/^people^index.html": f"<h1>Students</h1>{people}",
    }
    found |= {f"course/^courses^cs{n}.html": f"syllabus homework lecture exam {n} " * 9 for n in range(8)}
    found |= {f"student/^~p{n}^": f"my hobbies resume friends music {n} " * 9 for n in range(36)}
    head = "Server: x\r\n\r\n"
    return {
        f"webkb/{kind}/{name}/http\uf03a^^www.cs.{name}.edu{path}": f"{head}<html><body>{html}</body></html>"
        for (kind, _, path), html in ((key.partition("/"), html) for key, html in found.items())
    }


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    (folder / ARCHIVE).parent.mkdir()
    with tarfile.open(folder / ARCHIVE, "w:xz") as tar:
        for name in NAMES:
            for path, text in campus_pages(name).items():
                entry = tarfile.TarInfo(path)
                entry.size = len(text.encode())
                tar.addfile(entry, io.BytesIO(text.encode()))
    return folder


@pytest.fixture(scope="module")
def known(data: Path) -> list[Campus]:
    return campuses(data)


def test_a_university_is_a_closed_graph(known: list[Campus]) -> None:
    """Other names of a page are the same page; what nobody saved is not there."""
    assert [campus.name for campus in known] == ["alpha.edu", "beta.edu", "gamma.edu"]
    campus = known[0]
    assert campus.start == "http://www.cs.alpha.edu/"
    assert len(campus.pages) == 47
    start = campus.pages[campus.start]
    assert [link.anchor for link in start.links] == ["Courses", "People"]
    assert all(link.url in campus.pages for page in campus.pages.values() for link in page.links)
    assert len(campus.of_kind("course")) == 8


def test_the_oracle_goes_for_what_is_wanted(known: list[Campus]) -> None:
    """The start, the list of courses, the courses, and nothing else."""
    wanted = known[0].of_kind("course")
    fetched = oracle(known[0], wanted)
    assert len(fetched) == 10
    assert wanted <= set(fetched)


@pytest.mark.parametrize("name", ["sounding", "best-first", "random", "ache", "ffc@untaught", "smart"])
def test_every_strategy_fetches_every_page_once(known: list[Campus], name: str) -> None:
    """One site, no rule that leaves it: crawls differ in their order alone, and repeat it."""
    campus = known[0]
    topic = topic_of("course", campus, known)
    task = Task(campus, "course", topic, ways(Task(known[1], "course", topic)))
    fetched = order(task, name)
    assert sorted(fetched) == sorted(campus.pages)
    assert order(task, name) == fetched


def test_ways_end_at_wanted_pages(known: list[Campus]) -> None:
    """What strategies are taught are the links that lead to pages of the class, at another university."""
    topic = topic_of("course", known[0], known)
    taught = ways(Task(known[1], "course", topic))
    assert {way.url for way in taught} == known[1].of_kind("course")
    assert all(way.path for way in taught)


def test_the_report_compares_over_universities(data: Path, tmp_path: Path) -> None:
    """Areas by strategy and university, ratios by pairs, and files to keep."""
    plan = Plan(("oracle", "best-first", "random"), ("course", "project"), draws=2)
    results = experiment(plan, data, lambda _: None)
    said = report(plan, results)
    assert said.figures["universities"] == 3
    assert said.figures["area.oracle"] > said.figures["area.best-first"]
    assert said.figures["over_random_low.best-first"] <= said.figures["over_random.best-first"]
    by_class = said.tables[2]
    assert by_class.rows[0][2] is None  # nobody has projects
    keep(plan, results, tmp_path)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["found.svg", "report.json", "report.md"]


def test_what_is_not_known_is_refused(tmp_path: Path) -> None:
    """Words of the command and a folder without the archive."""
    for words in (WebkbWords(find="lunch"), WebkbWords(strategies="nosuch"), WebkbWords(critic="mood")):
        with pytest.raises(BadConfiguration):
            words.plan(quick=True)
    with pytest.raises(BadTarget, match="webkb"):
        campuses(tmp_path)
