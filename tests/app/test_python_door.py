"""`import leadline`: few names, imported late, typed, for scripts, notebooks and crawlers."""

import asyncio
import inspect
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import assert_type

import pytest

import leadline
from leadline.app.inspect import Failed
from leadline.app.progress import FormChosen, HarvestProgress, Progress, Started
from leadline.errors import BadTarget, MissingExtra, MissingValue, RobotsDisallowed

PAGE = "<form action='/find'>Title <input name='t'><button>Search</button></form>"


@pytest.fixture
def settings(builtin_web: str) -> leadline.Settings:
    return leadline.Settings.of({"web": {"connect_to": builtin_web, "delay": 0.01}})


def test_there_are_few_names() -> None:
    """At most fifteen, all of them there, and nothing else pretends to be."""
    names = [name for name in leadline.__all__ if name != "__version__"]
    assert len(names) <= 15
    assert all(hasattr(leadline, name) for name in names)
    with pytest.raises(AttributeError, match="'leadline' has no attribute 'crawl_everything'"):
        leadline.crawl_everything  # type: ignore[attr-defined]  # noqa: B018  # that is what is asked


def test_importing_is_cheap() -> None:
    """`import leadline` brings neither an HTTP client nor a parser, nor any room of ours."""
    program = (
        "import sys, leadline\n"
        "heavy = {'aiohttp', 'asyncio', 'selectolax', 'numpy', 'typer', 'rich', 'sqlite3'}\n"
        "ours = {name for name in sys.modules if name.startswith('leadline.')}\n"
        "print(sorted(heavy & set(sys.modules)), sorted(ours))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[] ['leadline.package']\n"


def test_packages_and_functions_of_one_name_live_together() -> None:
    """`leadline.harvest` is called, and what is inside of the package of that name is imported as usual."""
    import leadline.harvest.settings as own
    from leadline.locate.settings import LocateSettings

    assert own.HarvestSettings is leadline.HarvestSettings
    assert LocateSettings is leadline.LocateSettings
    assert callable(leadline.harvest)
    assert callable(leadline.locate)
    assert "target" in inspect.signature(leadline.harvest).parameters
    assert "seeds" in inspect.signature(leadline.locate).parameters


def test_a_page_of_one_s_own_is_understood() -> None:
    """Text and bytes alike, without a network; an address that is none is told."""
    for html in (PAGE, PAGE.encode("utf-16")):
        page = leadline.understand(html, "http://books.example/list")
        assert_type(page, leadline.Inspected)
        assert [field.label for field in page.forms[0].fields] == ["Title"]
        assert page.forms[0].form.action == "http://books.example/find"
        assert page.as_json()["url"] == "http://books.example/list"
    with pytest.raises(BadTarget, match="books: not a URL"):
        leadline.understand(PAGE, "books")


def test_one_target_is_a_page_and_several_are_a_list(settings: leadline.Settings, tmp_path: Path) -> None:
    """A failure is raised where there is one target, and stands in its place where there are several."""
    file = tmp_path / "page.html"
    file.write_text(PAGE)
    page = leadline.inspect(str(file), base_url="http://books.example/")
    assert_type(page, leadline.Inspected)
    assert page.page.url == "http://books.example/"
    with pytest.raises(RobotsDisallowed):
        leadline.inspect("http://jobs.example/staff/", settings=settings)
    results = leadline.inspect(["http://jobs.example/staff/", str(file)], settings=settings)
    assert [type(result) for result in results] == [Failed, leadline.Inspected]


def test_plain_functions_work_where_a_loop_runs(settings: leadline.Settings, tmp_path: Path) -> None:
    """As in a notebook: a harvest from within a coroutine, its progress told, its folder read."""
    events: list[Progress] = []

    async def cell() -> leadline.HarvestReport:
        return leadline.harvest(
            "http://cars.example/", tmp_path / "a", settings=settings, on_progress=events.append
        )

    report = asyncio.run(cell())
    assert (report.records, len(leadline.open(tmp_path / "a").records)) == (26, 26)
    assert events[0] == Started("harvest", tmp_path / "a", resumed=False)
    steps = [event for event in events if isinstance(event, HarvestProgress)]
    assert steps[-1].records == 26
    assert [step.requests for step in steps] == sorted(step.requests for step in steps)


def test_a_harvest_is_stopped_and_resumed(settings: leadline.Settings, builtin_web: str, tmp_path: Path) -> None:
    """An event that is set ends it cleanly; what was brought up is there, and the rest comes with `resume`."""

    async def stopped() -> leadline.HarvestReport:
        stop = asyncio.Event()

        def watch(event: Progress) -> None:
            if isinstance(event, HarvestProgress) and event.records:
                stop.set()

        out = tmp_path / "a"
        return await leadline.aio.harvest(
            "http://cars.example/", out, settings=settings, on_progress=watch, stop=stop
        )

    first = asyncio.run(stopped())
    assert first.stopped_by == "interrupted"
    assert 0 < first.records < 26
    again = leadline.resume(tmp_path / "a", [f"web.connect_to={builtin_web}", "web.delay=0.01"])
    assert isinstance(again, leadline.HarvestReport)
    assert again.records == 26


def test_a_crawl_finds_forms(settings: leadline.Settings, tmp_path: Path) -> None:
    """From one seed to the forms of a topic, as rows of the folder it made."""
    report = leadline.locate("auto", ["http://motoring.example/"], tmp_path / "a", settings=settings)
    assert_type(report, leadline.LocateReport)
    opened = leadline.open(tmp_path / "a")
    assert (report.relevant_forms, opened.kind, repr(opened.path)) == (2, "locate", repr(tmp_path / "a"))
    assert {form["site"] for form in opened.forms} == {"autohaus.example", "cars.example"}
    with pytest.raises(BadTarget, match="the list of seeds holds no seeds"):
        leadline.locate("auto", [], tmp_path / "b", settings=settings)


class Knowing:
    """Somebody who has an answer to everything."""

    def __init__(self) -> None:
        self.asked: list[object] = []

    def value_for(self, name: str, label: str) -> str | None:
        self.asked.append((name, label))
        return "volvo"

    def which_form(self, page_url: str, forms: Sequence[int]) -> int | None:  # noqa: ARG002  # there is one
        self.asked.append(forms)
        return forms[-1]


def _saved(tmp_path: Path, *forms: str) -> str:
    file = tmp_path / "page.html"
    file.write_text("".join(forms))
    return str(file)


def _form(extra: str = "", name: str = "make") -> str:
    button = "<input type=submit value='Search'>"
    return f"<form action='http://cars.example/cgi-bin/search'>Make <input name={name} {extra}>{button}</form>"


def test_a_person_is_asked_for_a_value(settings: leadline.Settings, tmp_path: Path) -> None:
    """What the form insists on is asked for by its label; without an answer the harvest does not begin."""
    page = _saved(tmp_path, _form("required"))
    once = leadline.Settings(settings.web, harvest=leadline.HarvestSettings(planner="once", details="never"))
    with pytest.raises(MissingValue):
        leadline.harvest(page, tmp_path / "a", settings=once, base_url="http://cars.example/")
    person = Knowing()
    leadline.harvest(page, tmp_path / "a", settings=once, base_url="http://cars.example/", decisions=person)
    assert person.asked == [("make", "Make")]
    (query,) = leadline.open(tmp_path / "a").queries
    assert ["make", "volvo"] in query["assignment"]


def test_a_person_is_asked_which_form(settings: leadline.Settings, tmp_path: Path) -> None:
    """Of forms that may all be harvested a person may choose; without an answer one is taken, and told."""
    page = _saved(tmp_path, _form(), _form(name="model"))
    once = leadline.Settings(settings.web, harvest=leadline.HarvestSettings(planner="once", details="never"))
    events: list[Progress] = []
    where = "http://cars.example/"
    leadline.harvest(page, tmp_path / "a", settings=once, base_url=where, on_progress=events.append)
    person = Knowing()
    leadline.harvest(page, tmp_path / "b", settings=once, base_url=where, decisions=person)
    (taken,) = [event for event in events if isinstance(event, FormChosen)]
    assert person.asked == [[0, 1]]
    assert {taken.form, *taken.others} == {0, 1}
    assert "form = 1" in (tmp_path / "b" / "config.toml").read_text()


def test_data_frames_need_pandas(
    settings: leadline.Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without it the sentence says how to get it; with it a frame is made of flat rows."""
    leadline.harvest("http://cars.example/", tmp_path / "a", settings=settings)
    records = leadline.open(tmp_path / "a").records
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(MissingExtra, match=r"pip install 'leadline\[pandas\]'"):
        records.to_pandas()
    frames = SimpleNamespace(from_records=list)  # what is asked of pandas is one call
    monkeypatch.setitem(sys.modules, "pandas", SimpleNamespace(DataFrame=frames))
    frame = records.to_pandas()
    assert len(frame) == 26
    assert (frame[0]["Price"], frame[0]["Price_text"], "id" in frame[0]) == (6900, "$6,900", False)


SPIDER = """
import json, sys
import scrapy
from scrapy.crawler import CrawlerProcess
import leadline

class Spider(scrapy.Spider):
    name = "forms"
    start_urls = ["http://%(address)s/"]
    custom_settings = {
        "LOG_ENABLED": False, "ROBOTSTXT_OBEY": False, "TELNETCONSOLE_ENABLED": False,
        "TWISTED_REACTOR": "twisted.internet.asyncioreactor.AsyncioSelectorReactor",
        "DEFAULT_REQUEST_HEADERS": {"Host": "cars.example"},
    }

    async def parse(self, response):
        own = [f.label for f in leadline.understand(response.body, "http://cars.example/").forms[0].fields]
        settings = leadline.Settings.of({"web": {"connect_to": "%(address)s", "delay": 0.01}})
        page = await leadline.aio.inspect("http://cars.example/", settings=settings)
        print(json.dumps([own, [f.label for f in page.forms[0].fields]]))

process = CrawlerProcess()
process.crawl(Spider)
process.start()
"""


def test_inside_of_a_scrapy_callback(builtin_web: str) -> None:
    """A spider's callback understands its own response, and awaits an inspection on Scrapy's loop."""
    pytest.importorskip("scrapy")
    program = SPIDER % {"address": builtin_web}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    own, fetched = json.loads(done.stdout)
    assert own == fetched
    assert "Make" in own
