"""The lab as a fetcher: manners of a real crawl, on virtual time, and typed outcomes for every fault."""

import time
from collections.abc import Awaitable, Callable
from dataclasses import fields, replace
from itertools import pairwise
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlencode

import pytest
from lab_serving import world_of

from leadline.errors import FetchError, NameNotResolved, RobotsDisallowed, TimedOut, TooManyRedirects
from leadline.gate.targets import TARGET
from leadline.locate.critic import Critic, EveryForm
from leadline.locate.loop import Crawl
from leadline.locate.settings import LocateSettings
from leadline.locate.state import CrawlParts
from leadline.locate.strategies import strategy
from leadline.locate.visit import WebVisitor
from leadline.model.page import Request, Response, Truncation
from leadline.protocols import Fetcher
from leadline.store.sqlite.store import SqliteStore
from leadline.topics.bundled import find_topic
from leadline.topics.classify import classifier
from leadline.web.settings import WebSettings
from leadline_bench import virtual
from leadline_lab.seeds import seeds
from leadline_lab.serve import LabFetcher
from leadline_lab.spec import Faults
from leadline_lab.truth import truth
from leadline_lab.web import Ask, Web
from leadline_lab.world import World

T = TypeVar("T")
NONE = Faults(**{f.name: 0.0 for f in fields(Faults)})
RUDE = WebSettings(delay=0.0, robots=False)


@pytest.fixture(scope="module")
def world() -> World:
    return world_of("tiny")


def visiting(
    world: World,
    visit: Callable[[LabFetcher, virtual.VirtualClock], Awaitable[T]],
    faults: Faults = NONE,
    settings: WebSettings = RUDE,
) -> T:
    """Run a visit on virtual time."""

    async def main() -> T:
        clock = virtual.VirtualClock()
        fetcher = LabFetcher(Web(world), faults, clock, settings)
        assert isinstance(fetcher, Fetcher)
        try:
            return await visit(fetcher, clock)
        finally:
            await fetcher.close()

    return virtual.run(main())


def fetch(world: World, request: Request, faults: Faults = NONE, settings: WebSettings = RUDE) -> Response:
    return visiting(world, lambda fetcher, _: fetcher.fetch(request), faults, settings)


def test_a_page_is_what_its_site_answers(world: World) -> None:
    """Body, status and headers are the web's; a redirect to the site's own name is followed and kept."""
    host = next(host for host in world.hosts if host.startswith("www."))
    whole = Web(world).reply(Ask("GET", f"http://{host}/"))
    found = fetch(world, Request(f"http://{host.removeprefix('www.')}/", permit=TARGET))
    assert (found.status, found.body, found.url) == (200, whole.body, f"http://{host}/")
    assert [(hop.status, hop.location) for hop in found.hops] == [(301, f"http://{host}/")]
    assert found.content_type == "text/html"


def test_hosts_nobody_has_do_not_resolve(world: World) -> None:
    """As on the web, the typed outcome is one of DNS."""
    with pytest.raises(NameNotResolved):
        fetch(world, Request("http://nobody.example/", permit=TARGET))


def test_robots_rules_of_the_lab_are_kept() -> None:
    """A part that a site closes is not fetched, and is fetched by who does not ask."""
    world = world_of("small")
    web = Web(world)
    closed = (
        f"http://{host}{line.partition(': ')[2]}"
        for host in world.hosts
        for line in web.reply(Ask("GET", f"http://{host}/robots.txt")).body.decode().splitlines()
        if line.startswith("Disallow: /")
    )
    url = next(url for url in closed)
    with pytest.raises(RobotsDisallowed):
        fetch(world, Request(url, permit=TARGET), settings=WebSettings())
    assert fetch(world, Request(url, permit=TARGET)).status in (200, 404)


def test_hours_of_politeness_pass_in_moments_and_repeat(world: World) -> None:
    """Twenty pages of one host keep their pause on the virtual clock, and every run takes the very same time."""
    url = f"http://{world.hosts[0]}/"

    async def visit(fetcher: LabFetcher, clock: virtual.VirtualClock) -> list[float]:
        return [(await fetcher.fetch(Request(f"{url}?n={n}", permit=TARGET))).fetched_at for n in range(20)]

    began = time.process_time()
    first = visiting(world, visit, settings=WebSettings(delay=60.0, robots=False))
    assert all(b - a > 60 for a, b in pairwise(first))
    assert visiting(world, visit, settings=WebSettings(delay=60.0, robots=False)) == first
    assert time.process_time() - began < first[-1] / 10


@pytest.mark.parametrize(
    ("faults", "error"),
    [(replace(NONE, timeouts=1.0), TimedOut), (replace(NONE, redirect_loops=1.0), TooManyRedirects)],
)
def test_faults_that_bring_no_page_are_typed(world: World, faults: Faults, error: type[FetchError]) -> None:
    """What a socket would have raised is raised here, after the retries and in their time."""
    with pytest.raises(error):
        fetch(world, Request(f"http://{world.hosts[0]}/", permit=TARGET), faults)


def test_a_time_out_takes_its_time(world: World) -> None:
    """Three attempts at thirty seconds each, and the pauses between them: longer ones, since the host is slow."""

    async def visit(fetcher: LabFetcher, clock: virtual.VirtualClock) -> float:
        with pytest.raises(TimedOut):
            await fetcher.fetch(Request(f"http://{world.hosts[0]}/", permit=TARGET))
        return clock.now()

    assert 95 < visiting(world, visit, replace(NONE, timeouts=1.0)) < 130


def test_cut_and_refused_answers_are_answers(world: World) -> None:
    """A cut body says so; a server that is always busy is answered with its status in the end."""
    url = f"http://{world.hosts[0]}/"
    whole = fetch(world, Request(url, permit=TARGET))
    cut = fetch(world, Request(url, permit=TARGET), replace(NONE, truncated=1.0))
    assert (cut.truncated, cut.body) == (Truncation.CONNECTION, whole.body[: len(whole.body) // 2])
    busy = fetch(world, Request(url, permit=TARGET), replace(NONE, too_many=1.0))
    assert (busy.status, busy.attempts) == (429, 3)
    assert fetch(world, Request(url, permit=TARGET), replace(NONE, server_errors=1.0)).status >= 500


def test_retries_succeed_at_the_rate_they_should(world: World) -> None:
    """With half of the requests failing, three attempts bring seven of eight pages."""
    urls = [f"http://{host}/robots.txt" for host in world.hosts]

    async def visit(fetcher: LabFetcher, clock: virtual.VirtualClock) -> list[Response]:
        return [await fetcher.fetch(Request(url, permit=TARGET)) for url in urls]

    found = visiting(world, visit, replace(NONE, server_errors=0.5))
    good = sum(response.status < 500 for response in found)
    assert 0.72 * len(urls) < good < len(urls)
    assert max(response.attempts for response in found) == 3


def test_slow_answers_come_late(world: World) -> None:
    """Five seconds at the least, and before anybody gives up."""
    slow = fetch(world, Request(f"http://{world.hosts[0]}/", permit=TARGET), replace(NONE, slow=1.0))
    assert slow.status == 200
    assert 5 < slow.seconds < 30


def test_submissions_are_counted_by_kind(world: World) -> None:
    """Whatever is sent to a form is in the ledger, also if the answer was lost; looking at its page is not."""
    forms = [line for line in truth(world, "forms") if line["steps"] == 1]
    search = next(f for f in forms if f["kind"] == "search" and f["method"] == "get")
    login = next(f for f in forms if f["kind"] == "login" and f["method"] == "post")
    lost = replace(NONE, timeouts=1.0)

    async def visit(fetcher: LabFetcher, clock: virtual.VirtualClock) -> dict[str, object]:
        for request in (_submitted(search), _submitted(login), Request(login["pages"][0], permit=TARGET)):
            try:
                await fetcher.fetch(request)
            except TimedOut:
                continue
        return fetcher.ledger.as_json()

    told = visiting(world, visit)
    assert told["submissions"] == {"login": 1, "search": 1}
    assert told["unsafe_submissions"] == 1
    # A GET is tried three times, a POST never again.
    assert visiting(world, visit, lost)["submissions"] == {"login": 1, "search": 3}


def _submitted(form: dict[str, object]) -> Request:
    named = form["fields"]
    assert isinstance(named, list)
    sent = urlencode({field["name"]: field["default"] or "x" for field in named})
    if form["method"] == "get":
        return Request(f"{form['action']}?{sent}", permit=TARGET)
    kind = (("Content-Type", "application/x-www-form-urlencoded"),)
    return Request(str(form["action"]), "POST", kind, sent.encode(), permit=TARGET)


def test_a_crawl_on_the_lab_repeats_itself(world: World, tmp_path: Path) -> None:
    """The real loop on a rough world, 64 at once, on virtual time: two runs, one log."""
    topic = classifier(find_topic("hotel"))
    rough = Faults(timeouts=0.02, server_errors=0.03, too_many=0.03, truncated=0.02, slow=0.02)

    def crawl(name: str) -> tuple[str, int]:
        store = SqliteStore(tmp_path / name)
        settings = LocateSettings(strategy="scdi", pages=60, soft404=False)

        async def visit(fetcher: LabFetcher, clock: virtual.VirtualClock) -> None:
            parts = CrawlParts(
                store, strategy("scdi", settings), WebVisitor(fetcher, Critic(topic, EveryForm())), clock
            )
            await Crawl(parts, settings).run(seeds(world, "hotel", 5))

        try:
            visiting(world, visit, rough, WebSettings())
            return "\n".join(store.pages.lines("log")), store.log.pages
        finally:
            store.close()

    first = crawl("a.db")
    assert crawl("b.db") == first
    assert first[1] == 60
