"""The web of a world: every request has its one answer."""

import hashlib
import subprocess
import sys
from dataclasses import replace
from urllib.parse import urljoin

import pytest
from reading_sheets import anchors

from leadline.parse.document import parse_html
from leadline_lab.plan import HOME, Page, plan_of
from leadline_lab.spec import Faults, WorldSpec, spec
from leadline_lab.web import Ask, Web
from leadline_lab.world import World, open_world

NO_HABITS = Faults(soft_404_sites=0.0, calendar_sites=0.0, session_sites=0.0)


@pytest.fixture(scope="module")
def world() -> World:
    return open_world(replace(spec("small", seed=8), faults=NO_HABITS))


@pytest.fixture(scope="module")
def web(world: World) -> Web:
    return Web(world)


def _with(**faults: float) -> Web:
    return Web(open_world(replace(spec("tiny", seed=8), faults=replace(NO_HABITS, **faults))))


def _digest(world: WorldSpec) -> str:
    web = Web(open_world(world))
    told = hashlib.blake2b(digest_size=8)
    for n in range(0, len(web.world), 4):
        plan = plan_of(web.world, web.world.site(n))
        for page in list(plan.pages())[::9]:
            told.update(web.reply(Ask("GET", plan.url(page))).body)
    return told.hexdigest()


def test_the_same_spec_gives_the_same_bytes_in_another_process() -> None:
    """Pages repeat byte for byte, whatever the hash seed of the process."""
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); from test_web_pages import _digest;"
        "from leadline_lab.spec import spec; print(_digest(spec('tiny', seed=9)))"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", code, __file__.rpartition("/")[0]],
            env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True,
        ).stdout.strip()
        for seed in ("1", "2")
    }  # fmt: skip
    assert told == {_digest(spec("tiny", seed=9))}
    assert told != {_digest(spec("tiny", seed=10))}


def test_a_page_says_in_html_what_its_sheet_says(web: Web, world: World) -> None:
    """Links read back from the HTML are those of the sheet."""
    for n in range(0, len(world), 60):
        plan = plan_of(world, world.site(n))
        for page in list(plan.pages())[:12]:
            reply = web.reply(Ask("GET", plan.url(page)))
            assert reply.sheet is not None
            charset = dict(reply.headers)["Content-Type"].partition("charset=")[2]
            read = parse_html(reply.body.decode(charset), plan.url(page))
            meant = {urljoin(reply.sheet.url, anchor.href) for anchor in anchors(reply.sheet)}
            here = {urljoin(reply.sheet.url, anchor.href) for anchor in anchors(reply.sheet) if anchor.href} & {
                plan.url(page)
            }
            found = {link.url for link in read.links}
            assert meant - here <= found | {plan.url(page)}


def test_a_page_that_is_not_there_is_a_404(web: Web, world: World) -> None:
    """Unknown paths get a page with status 404 in the looks of the site."""
    for n in range(0, len(world), 40):
        reply = web.reply(Ask("GET", f"http://{world.site(n).host}/no/such-page.html"))
        assert (reply.status, reply.submitted) == (404, None)
        assert reply.sheet is not None
        assert reply.sheet.zones


def test_some_sites_answer_200_to_everything() -> None:
    """With soft 404s everywhere, nothing is ever missing."""
    web = _with(soft_404_sites=1.0)
    replies = [web.reply(Ask("GET", f"http://{host}/no/such-page")) for host in web.world.hosts]
    assert {reply.status for reply in replies} == {200}


def test_head_is_get_without_a_body(web: Web, world: World) -> None:
    """Status and headers are the same, the body is empty."""
    url = f"http://{world.site(3).host}/"
    got, head = web.reply(Ask("GET", url)), web.reply(Ask("HEAD", url))
    assert (head.status, head.headers, head.body) == (got.status, got.headers, b"")
    assert got.body


def test_the_other_host_name_redirects(web: Web, world: World) -> None:
    """A site has one host; with or without `www.` one is sent there, and the sheet is the same."""
    host = world.site(5).host
    other = host.removeprefix("www.") if host.startswith("www.") else f"www.{host}"
    reply = web.reply(Ask("GET", f"http://{other}/a?b=c"))
    assert (reply.status, dict(reply.headers)["Location"]) == (301, f"http://{host}/a?b=c")
    assert web.sheet(f"http://{other}/") == web.sheet(f"http://{host}/")


def test_hosts_outside_the_world_and_odd_methods_are_refused(web: Web, world: World) -> None:
    """No page is made up for a host that is not there or a method nobody understands."""
    assert web.reply(Ask("GET", "http://elsewhere.invalid/")).status == 421
    assert web.sheet("http://elsewhere.invalid/") is None
    assert web.reply(Ask("DELETE", f"http://{world.site(1).host}/")).status == 405


def test_a_calendar_never_ends() -> None:
    """From month to month there is always a next one, far beyond what a site has pages."""
    web = _with(calendar_sites=1.0)
    plan = plan_of(web.world, web.world.site(0))
    for month in (24_000, 60_000, 1_000_000):
        sheet = web.sheet(plan.url(Page("calendar", month)))
        assert sheet is not None
        assert sheet.type == "calendar"
        assert plan.addresses.path(Page("calendar", month + 1)) in {
            a.href.removeprefix(plan.root) for a in anchors(sheet)
        }


def test_session_ids_make_ever_new_addresses_of_the_same_pages() -> None:
    """Links carry an id; the page behind is the same with any id; some sites hand out a new one on each page."""
    web = _with(session_sites=1.0)
    fresh = 0
    for n in range(0, len(web.world), 3):
        plan = plan_of(web.world, web.world.site(n))
        first = web.sheet(f"{plan.root}/")
        assert first is not None
        inside = [urljoin(plan.root, a.href) for a in anchors(first)]
        inside = [url for url in inside if url.startswith(plan.root)]
        again = web.sheet(inside[0])
        assert again is not None
        assert (again.title, again.type, again.status) == (first.title, "home", 200)
        links = [{urljoin(plan.root, a.href) for a in anchors(sheet)} for sheet in (first, again)]
        fresh += links[0] != links[1]
        assert all(sheet.status == 200 for url in inside[:40:5] if (sheet := web.sheet(url)) is not None)
    assert 0 < fresh < len(web.world) / 3


def test_copies_may_say_what_they_are_copies_of(web: Web, world: World) -> None:
    """Print views and addresses with a reference hold the item's text; half of the sites name the original."""
    said = set()
    for n in range(len(world)):
        plan = plan_of(world, world.site(n))
        if plan.outline.print_views:
            sheet = web.sheet(plan.url(Page("print", 0)))
            original = web.sheet(plan.url(Page("item", 0)))
            assert sheet is not None
            assert original is not None
            assert sheet.title == original.title
            said.add(sheet.canonical in ("", original.url) and bool(sheet.canonical))
    assert said == {True, False}


def test_robots_rules_stand_on_most_sites(web: Web, world: World) -> None:
    """84 % have a robots.txt; most close nothing that matters, a few the program behind a search."""
    texts = [web.reply(Ask("GET", f"http://{host}/robots.txt")) for host in world.hosts]
    there = [reply.body.decode() for reply in texts if reply.status == 200]
    assert 0.79 < len(there) / len(texts) < 0.89
    assert all(text.startswith("User-agent: *\n") for text in there)
    closed = 0
    for n, reply in enumerate(texts):
        plan = plan_of(world, world.site(n))
        rules = reply.body.decode().splitlines() if reply.status == 200 else []
        closed += any(f"Disallow: {action}" in rules for action in plan.actions)
    assert 0 < closed < 0.08 * len(world)


def test_sitemaps_name_pages_that_exist(web: Web, world: World) -> None:
    """A third of the sites have one, and what it lists is there."""
    found = 0
    for n in range(0, len(world), 10):
        host = world.site(n).host
        reply = web.reply(Ask("GET", f"http://{host}/sitemap.xml"))
        if reply.status == 200:
            found += 1
            urls = [part.partition("</loc>")[0] for part in reply.body.decode().split("<loc>")[1:]]
            assert urls[0] == f"http://{host}/"
            plan = plan_of(world, world.site(n))
            assert all(plan.page(url.replace("&amp;", "&")) is not None for url in urls)
    assert 0.2 < found / 60 < 0.5


def test_descriptions_of_searches_stand_on_as_many_sites_as_published() -> None:
    """5.5 % of all sites have an OpenSearch description, 3.2 % a SearchAction; both lead to answers."""
    world = open_world(replace(spec("medium", seed=4), faults=NO_HABITS))
    web = Web(world)
    described = marked = sites = 0
    for n in range(0, len(world), 8):
        plan = plan_of(world, world.site(n))
        sites += 1
        sheet = web.sheet(plan.url(HOME))
        assert sheet is not None
        described += bool(sheet.opensearch)
        marked += bool(sheet.search_action)
        if sheet.opensearch:
            text = web.reply(Ask("GET", plan.root + sheet.opensearch)).body.decode()
            template = text.partition('template="')[2].partition('"')[0].replace("&amp;", "&")
            assert "{searchTerms}" in template
            assert web.reply(Ask("GET", template.replace("{searchTerms}", "new"))).submitted is not None
        if sheet.search_action:
            assert web.reply(Ask("GET", sheet.search_action.replace("{search_term_string}", "new"))).submitted
    assert 0.03 < described / sites < 0.09
    assert 0.015 < marked / sites < 0.06
