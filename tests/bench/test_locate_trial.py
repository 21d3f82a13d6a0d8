"""One strategy on one domain of one world: the same crawl whether pages are parsed or looked up."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from leadline.errors import BadConfiguration
from leadline.gate.targets import TARGET
from leadline.locate.critic import Critic, RelevantForms
from leadline.locate.critic import finder as named_finder
from leadline.locate.loop import Crawl
from leadline.locate.settings import LocateSettings
from leadline.locate.state import CrawlParts
from leadline.locate.strategies import strategy
from leadline.locate.visit import Visitor, WebVisitor
from leadline.model.page import Request
from leadline.protocols import Finder
from leadline.store.sqlite.store import SqliteStore
from leadline.topics.bundled import bundled
from leadline.topics.classify import classifier
from leadline_bench import virtual
from leadline_bench.locate.cache import PageCache
from leadline_bench.locate.laboratory import Laboratory
from leadline_bench.locate.trial import Trial, judge_of, run
from leadline_bench.locate.truth import TrueForms
from leadline_bench.locate.visitor import CachedVisitor
from leadline_lab.spec import SCALES, spec
from leadline_lab.web import Ask

DOMAIN = "hotel"
PAGES = 60


@pytest.fixture(scope="module")
def laboratory() -> Laboratory:
    return Laboratory(spec("small", seed=1))


@pytest.fixture
def cache(tmp_path: Path) -> PageCache:
    return PageCache(tmp_path / "pages.db")


def trial(name: str, **more: object) -> Trial:
    given: dict[str, object] = {
        "domain": DOMAIN,
        "world": 1,
        "role": "tuning",
        "sites": SCALES["small"],
        "pages": PAGES,
    }
    return Trial(strategy=name, **(given | more))  # type: ignore[arg-type]  # values by name


def log(visitor: Visitor, laboratory: Laboratory, name: str) -> list[str]:
    """The log of a crawl, line by line."""
    settings = LocateSettings(strategy=name, open_groups=1, pages=PAGES, seed=1)
    store = SqliteStore(Path(":memory:"))

    async def main() -> None:
        parts = CrawlParts(store, strategy(name, settings), visitor, virtual.VirtualClock())
        await Crawl(parts, settings).run(laboratory.seeds(DOMAIN))

    virtual.run(main())
    lines = list(store.pages.lines("log"))
    store.close()
    return lines


@pytest.mark.parametrize(
    ("name", "critic"), [("random", "truth"), ("best-first-sc", "rule"), ("scdi", "learned"), ("scdi", "truth")]
)
def test_looking_pages_up_changes_nothing(
    laboratory: Laboratory, cache: PageCache, name: str, critic: str
) -> None:
    """Byte for byte the log of a crawl that parses HTML: with an empty cache, and with a full one."""
    finders: dict[str, Callable[[], Finder]] = {
        "truth": lambda: TrueForms(laboratory.models, DOMAIN),
        "rule": lambda: RelevantForms(0.5),
        "learned": lambda: named_finder(LocateSettings(topic=DOMAIN), topical_only=False),
    }
    finder = finders[critic]()
    parsed = log(WebVisitor(laboratory.fetcher, Critic(classifier(bundled(DOMAIN)), finder)), laboratory, name)
    judge = judge_of(trial(name, critic=critic), laboratory, 0.5)
    visitor = CachedVisitor(cache, laboratory.reader, judge)
    assert log(visitor, laboratory, name) == parsed
    misses = cache.misses
    assert log(visitor, laboratory, name) == parsed
    assert cache.misses == misses > 0
    assert any('"found":[[' in line for line in parsed) or name == "random"
    cache.close()


def test_what_the_truth_critic_finds_is_what_is_counted(laboratory: Laboratory, cache: PageCache) -> None:
    """Under the answer key the crawl's own count and the curve agree, and relevant forms are searchable ones."""
    result = run(trial("best-first"), laboratory, cache)
    assert result.pages == PAGES
    assert result.found == len(result.relevant) > 0
    assert set(result.relevant) <= set(result.searchable)
    assert list(result.relevant) == sorted(result.relevant)
    cache.close()


def test_a_crawl_that_believes_its_rule_is_counted_by_the_truth(laboratory: Laboratory, cache: PageCache) -> None:
    """The curve is of truly relevant forms also where the crawl takes others for relevant."""
    believed = run(trial("fixed-depth", critic="rule"), laboratory, cache)
    known = run(trial("fixed-depth"), laboratory, cache)  # learns nothing, so it fetches the same pages
    assert believed.relevant == known.relevant
    assert believed.found != known.found
    cache.close()


def test_many_at_once_are_the_same_crawl_every_time(laboratory: Laboratory, cache: PageCache) -> None:
    """K = 64 on virtual time: pages that are read for the first time take no longer than those looked up."""
    first = run(trial("best-first", k=64), laboratory, cache)
    again = run(trial("best-first", k=64), laboratory, cache)
    assert first.read > 0 == again.read
    assert (first.relevant, first.searchable, first.pages) == (again.relevant, again.searchable, again.pages)
    assert first.pages == PAGES
    cache.close()


def test_pages_may_be_judged_by_the_truth(laboratory: Laboratory) -> None:
    """With --pages-critic truth exactly the pages of sites about the domain are on topic."""
    judge = judge_of(trial("random", pages_critic="truth"), laboratory, 0.5)
    world = laboratory.world
    for number in (*world.of("topical", DOMAIN)[:3], *world.of("topical", "book")[:3]):
        url = f"http://{world.hosts[number]}/"
        answer = virtual.run(laboratory.reader.read(url))
        assert answer.page is not None
        on_topic, _ = judge.judge(url, answer.page)
        assert (on_topic > 0.5) == (world.site(number).subject == DOMAIN)


def test_pages_that_robots_txt_closes_are_no_pages(laboratory: Laboratory, cache: PageCache) -> None:
    """What a polite crawler may not fetch is a failure here too, kept like a page."""
    closed = next(url for url in _closed(laboratory))
    answer = virtual.run(laboratory.reader.read(closed))
    assert answer.failure is not None
    assert answer.failure.kind == "robots"
    cache.keep(closed, answer)
    assert cache.find(closed) == answer
    cache.close()


def _closed(laboratory: Laboratory) -> Iterator[str]:
    """URLs of paths that sites ask robots to stay away from."""
    for host in laboratory.world.hosts:
        said = laboratory.web.reply(Ask("GET", f"http://{host}/robots.txt")).body.decode()
        agents, _, rest = said.partition("\n")
        paths = re.findall(r"^Disallow: (/\w[^*\s]*)$", rest, re.MULTILINE)
        if agents == "User-agent: *" and paths:
            yield f"http://{host}{paths[0]}"


def test_every_strategy_begins_at_the_same_pages(laboratory: Laboratory) -> None:
    """Seeds are home pages of sites about the domain, the same whenever they are asked for."""
    seeds = laboratory.seeds(DOMAIN)
    assert seeds == Laboratory(spec("small", seed=1)).seeds(DOMAIN)
    assert len(seeds) == len(set(seeds)) >= 3
    assert all(laboratory.is_of(DOMAIN, url) for url in seeds)
    assert seeds != laboratory.seeds("book")


def test_an_unknown_critic_is_refused(laboratory: Laboratory) -> None:
    """With the known ones, instead of finding nothing."""
    with pytest.raises(BadConfiguration, match="'mood' is not known; known: truth, rule, learned"):
        judge_of(trial("random", critic="mood"), laboratory, 0.5)


def test_redirects_are_followed_in_process(laboratory: Laboratory) -> None:
    """A host without (or with) its www. leads to the site's own."""
    host = laboratory.world.hosts[0]
    other = host.removeprefix("www.") if host.startswith("www.") else f"www.{host}"
    response = virtual.run(laboratory.fetcher.fetch(Request(f"http://{other}/", permit=TARGET)))
    assert response.url == f"http://{host}/"
    assert [hop.status for hop in response.hops] == [301]
    assert laboratory.models(response.url) == laboratory.models(f"http://{host}/")
