"""The strategy that has seen the answer key."""

from dataclasses import replace
from pathlib import Path

import pytest

from leadline.errors import WorkNotDone
from leadline.locate.settings import LocateSettings
from leadline.model.events import Outcome, Starved
from leadline.model.page import Link
from leadline.protocols import Advice
from leadline_bench import virtual
from leadline_bench.locate.cache import PageCache
from leadline_bench.locate.laboratory import Laboratory
from leadline_bench.locate.oracle import Oracle
from leadline_bench.locate.trial import Trial, run
from leadline_bench.locate.ways import Ways
from leadline_lab.spec import SCALES, spec

DOMAIN = "hotel"


@pytest.fixture(scope="module")
def laboratory() -> Laboratory:
    return Laboratory(spec("small", seed=1))


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> PageCache:
    return PageCache(tmp_path_factory.mktemp("oracle") / "pages.db")


def trial(name: str, pages: int = 100, k: int = 1) -> Trial:
    return Trial(name, DOMAIN, 1, "tuning", SCALES["small"], pages, k)


def urls(advice: Advice) -> list[str]:
    return [ranked.url for ranked in advice.links]


def outcome(number: int, url: str, *links: str, **more: object) -> Outcome:
    given: dict[str, object] = {"group": "ways", "depth": 0, "final_url": url, "status": 200}
    found = tuple(Link(link, "", "", "") for link in links)
    return Outcome(number=number, url=url, links=found, **(given | more))  # type: ignore[arg-type]  # by name


def test_it_finds_far_more_than_those_who_know_nothing(laboratory: Laboratory, cache: PageCache) -> None:
    """Several times the forms of the others with the same budget, or with less."""
    knows = run(trial("oracle"), laboratory, cache)
    others = [run(trial(name), laboratory, cache) for name in ("random", "scdi")]
    assert len(knows.relevant) > 2 * max(len(other.relevant) for other in others)
    assert knows.pages <= 100


def test_nearly_every_way_leads_where_it_should() -> None:
    """With a budget that is large enough it meets nine of ten forms of two domains, and then it stops."""
    there = met = 0
    laboratory = Laboratory(spec("small", seed=2))
    cache = PageCache(Path(":memory:"))
    for domain in (DOMAIN, "auto"):
        there += sum(treasure.forms for treasure in Ways(laboratory.world, domain).treasures.values())
        result = run(replace(trial("oracle", 2_000), domain=domain, world=2), laboratory, cache)
        assert result.stopped_by == "frontier empty"
        met += len(result.relevant)
    cache.close()
    assert 0.9 * there <= met <= there


def test_many_at_once_find_the_same_forms(laboratory: Laboratory, cache: PageCache) -> None:
    """K = 16: other pages perhaps, and in the end the forms of K = 1."""
    one = run(trial("oracle", pages=2_000), laboratory, cache)
    many = run(trial("oracle", pages=2_000, k=16), laboratory, cache)
    assert len(many.relevant) == len(one.relevant)


def test_it_asks_only_for_what_is_linked(laboratory: Laboratory) -> None:
    """Its next page is a seed, or a link of a page it was shown; and no page twice."""
    oracle = Oracle(laboratory.world, DOMAIN, LocateSettings(open_groups=1))
    seeds = laboratory.seeds(DOMAIN)
    linked, fetched = set(seeds), set()
    asked = urls(oracle.start(seeds))
    for number in range(80):
        if not asked:
            break
        (url,) = asked
        assert url in linked
        assert url not in fetched
        fetched.add(url)
        found = _links(laboratory, url)
        linked |= set(found)
        asked = urls(oracle.learn(outcome(number, url, *found)))
    assert len(fetched) > 20


def test_a_page_that_fails_shows_nothing(laboratory: Laboratory) -> None:
    """What was hoped for there stays wanted: another page with the same form is asked for."""
    ways = Ways(laboratory.world, DOMAIN)
    number = next(n for n, treasure in ways.treasures.items() if treasure.everywhere)
    home = f"http://{laboratory.world.hosts[number]}/"
    oracle = Oracle(laboratory.world, DOMAIN, LocateSettings(open_groups=1))
    assert urls(oracle.start([home])) == [home]
    about = next(url for url in _links(laboratory, home) if url.startswith(home) and url != home)
    assert urls(oracle.learn(outcome(0, home, about, status=None))) == [about]


def test_what_the_loop_dropped_is_given_up(laboratory: Laboratory) -> None:
    """When nothing is under way although it asked for something, it goes on with something else."""
    oracle = Oracle(laboratory.world, DOMAIN, LocateSettings(open_groups=1))
    (first,) = urls(oracle.start(laboratory.seeds(DOMAIN)))
    (second,) = urls(oracle.learn(Starved(0)))
    assert first != second


def test_it_is_not_taken_up_in_the_middle(laboratory: Laboratory) -> None:
    """It keeps no state: an experiment begins anew."""
    oracle = Oracle(laboratory.world, DOMAIN, LocateSettings())
    with pytest.raises(WorkNotDone, match="not taken up"):
        oracle.restore(oracle.state())


def _links(laboratory: Laboratory, url: str) -> list[str]:
    """The links of a page, as a crawl sees them."""
    answer = virtual.run(laboratory.reader.read(url))
    assert answer.page is not None
    return [link.url for link in answer.page.links]
