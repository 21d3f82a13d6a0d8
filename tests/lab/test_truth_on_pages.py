"""The answer key against what a stranger reads in the HTML: all of it is there, and nothing else is."""

from collections import deque
from dataclasses import replace
from urllib.parse import urlencode, urljoin, urlsplit

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from leadline.model.form import Form
from leadline.model.page import Page
from leadline.parse.document import parse_html
from leadline_lab.plan import plan_of
from leadline_lab.spec import Faults, Role, spec
from leadline_lab.truth import form_lines, link_lines, record_lines
from leadline_lab.web import Ask, Web
from leadline_lab.world import World, open_world

_QUIET = Faults(soft_404_sites=0.0, calendar_sites=0.0, session_sites=0.0)


@pytest.fixture(scope="module")
def world() -> World:
    return open_world(replace(spec("medium", seed=14, role=Role.REPORTING), faults=_QUIET))


def _read(web: Web, url: str) -> Page:
    reply = web.reply(Ask("GET", url))
    charset = dict(reply.headers)["Content-Type"].partition("charset=")[2]
    assert reply.status == 200, url
    return parse_html(reply.body.decode(charset), url)


def _seen(form: Form) -> tuple[str, str, frozenset[str]]:
    return urlsplit(form.action).path, form.method, frozenset(c.name for c in form.fields if c.name)


def _small(world: World) -> list[int]:
    return [n for n in range(len(world)) if world.site(n).size <= 25 and world.site(n).kind != "directory"]


@settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(st.data())
def test_a_site_has_the_forms_and_links_of_the_key_and_no_others(world: World, data: st.DataObject) -> None:
    """Whoever reads all pages of a site finds every form and every linked site of the answer key, and no more."""
    site = world.site(data.draw(st.sampled_from(_small(world))))
    web, home = Web(world), f"http://{site.host}/"
    met, waiting = {home}, deque([home])
    forms: set[tuple[str, str, frozenset[str]]] = set()
    linked: set[str] = set()
    while waiting:
        page = _read(web, waiting.popleft())
        forms |= {_seen(form) for form in page.forms}
        for link in page.links:
            host = urlsplit(link.url).netloc
            if host != site.host:
                linked.add(host)
            elif link.url not in met:
                met.add(link.url)
                waiting.append(link.url)
    truth = list(form_lines(world, site))
    key = {
        (
            urlsplit(line["action"]).path,
            line["method"],
            frozenset(f["name"] for f in line["fields"] if f["control"] != "hidden" and f["name"]),
        )
        for line in truth
    }
    assert forms == key
    assert linked == {line["to"] for line in link_lines(world, site)}


def test_a_source_that_gives_everything_shows_the_records_of_the_key_and_no_others(world: World) -> None:
    """Paging through the default answer in the HTML shows each record of the answer key once."""
    web, checked = Web(world), 0
    for domain in world.subjects:
        for number in world.of("deep", domain):
            site = world.site(number)
            plan = plan_of(world, site)
            for line in form_lines(world, site):
                source = plan.sources.get(line["source"])
                if source is None or not source.reachable_by_default or source.size > 1_200 or source.token:
                    continue
                if line["method"] != "get" or line["steps"] > 1 or source.paging in ("post", "more"):
                    continue
                if any(f["required"] or (f["values"] and f["default"]) for f in line["fields"]):
                    continue
                sent = [
                    (f["name"], f["default"]) for f in line["fields"] if f["control"] not in ("radio", "checkbox")
                ]
                titles = [r["fields"][source.attributes[0].name] for r in record_lines(world, site)
                          if r["source"] == source.key]  # fmt: skip
                assert _titles(web, f"{line['action']}?{urlencode(sent)}", set(titles)) == len(titles)
                checked += 1
                break
            if checked >= 4:
                return
    assert checked >= 4


def _titles(web: Web, url: str, known: set[str]) -> int:
    """Records shown on all pages of an answer, each of them known."""
    shown, pages = 0, 0
    while url:
        reply = web.reply(Ask("GET", url))
        assert reply.sheet is not None
        results = [b for zone in reply.sheet.zones for b in zone.blocks if type(b).__name__ == "Results"]
        pagers = [b for zone in reply.sheet.zones for b in zone.blocks if type(b).__name__ == "Pager"]
        charset = dict(reply.headers)["Content-Type"].partition("charset=")[2]
        text = parse_html(reply.body.decode(charset), url).text
        for block in results:
            for row in block.rows:  # type: ignore[union-attr]
                assert any(cell in known for cell in row)
                assert all(" ".join(cell.split()) in text for cell in row if cell)
                shown += 1
        url = urljoin(url, pagers[0].following) if pagers and pagers[0].following else ""  # type: ignore[union-attr]
        pages += 1
        assert pages < 200
    return shown
