"""FFC, ACHE and SmartCrawler as their papers have them, on cases small enough to be worked out by hand."""

import json
import math

import pytest
from test_strategies import HOME, link, made, page, urls

from leadline.learn.contexts import Bags, read_links
from leadline.learn.feature_selection import select_url_terms, split_at
from leadline.learn.feature_spaces import FeatureSpace
from leadline.locate.link_tree import balanced, visits
from leadline.locate.settings import LinkLearning, LocateSettings, SiteRanking
from leadline.locate.strategies import strategy
from leadline.model.events import Backlinks, Finding, Outcome, Starved
from leadline.model.page import Link
from leadline.protocols import AskBacklinks, LoadBatch, OpenGroup, Prior, Ranked, Rerank


def named(url: str, anchor: str, around: str = "", *, same_site: bool = True) -> Link:
    return Link(url, anchor, around, "html/body/a", frozenset(), same_site)


def found(number: int, url: str, *path: Link, **more: object) -> Outcome:
    """A page with a form, reached by these links."""
    return page(number, url, path=path, found=(Finding(f"{url}#f{number}", url, 0.9),), **more)


LEVELS = Prior(
    outcomes=tuple(
        found(
            n,
            f"http://s{n}.example/find",
            named(f"http://s{n}.example/b", "browse"),
            named("http://x/f", "search"),
        )
        for n in range(4)
    )
)
"""Search links led to forms; links to where these stand were called browse."""


def test_afs_feeds_frequent_url_terms_from_longer_words() -> None:
    """ACHE section 3.3: "jobsearch" counts for "job" and for "search", if these are among the k most frequent.

    jobsearch 3, job 2 + 3, search 2 + 3, career 4: job and search are selected, career is not.
    """
    urls_ = [("jobsearch",)] * 3 + [("job",)] * 2 + [("search",)] * 2 + [("career",)] * 4
    assert select_url_terms(urls_, k=4, n=2) == ("job", "search")
    assert select_url_terms(urls_, k=1, n=2) == ("career", "jobsearch")


def test_rank_of_a_site_and_of_a_link() -> None:
    """SmartCrawler section 4.3: w = 1 + log tf; three cosines; Rank(s) = α·ST + (1−α)·log(1 + SF)."""
    space = FeatureSpace.learned(
        [Bags(("book",), ("rare", "book"), ()), Bags(("book",), ("book",), ("shop",))], k=20
    )
    # URL: book tf 2 alone: cosine 1. Anchor: book 1 + ln 2, rare 1. Around: shop alone.
    heavy = 1 + math.log(2)
    anchor = heavy / math.sqrt(heavy**2 + 1)
    assert space.similarity(Bags(("book",), ("book",), ())) == pytest.approx(1 + anchor)
    assert space.similarity(Bags(("abe", "book"), (), ("shop",))) == pytest.approx(1 / math.sqrt(2) + 1)
    crawl = strategy("scdi-al", LocateSettings(sites=SiteRanking(learn_sites=1, alpha=0.25)))
    crawl.start([HOME])
    outside = named("http://wheels.example/", "cars", same_site=False)
    crawl.learn(page(0, group="sites", links=(named(f"{HOME}find", "search"), outside)))
    learned = crawl.learn(found(1, f"{HOME}find", named(f"{HOME}find", "search"), group="cars.example 1", depth=1))
    assert any(isinstance(command, Rerank) for command in learned.commands)
    # FSS: URL (car), nothing else of a seed. U of wheels.example is (wheel): ST 0. One deep site names it: SF 1.
    (pattern,) = [f"wheels.example {read_links([outside])[0]._replace(url=('wheel',))}"]
    assert crawl.keys([pattern]) == pytest.approx([0.75 * math.log(2)])
    # FSL: path (find), anchor (search): a link that has both is like it in two of three.
    assert crawl.keys(["- find|search|"]) == pytest.approx([2.0])


def test_url_words_are_split_at_frequent_terms() -> None:
    """SmartCrawler section 4.1: "abebooks" is abe and book."""
    assert split_at(["abebook", "carbuyer"], ["book", "car"]) == ["abe", "book", "car", "buyer"]


def test_the_link_tree_of_the_paper() -> None:
    """SPEC section 5, V = 50 and N = 91: every directory has its share, those that would have none share one."""
    sizes = {"": 8, "servlet": 9, "products": 9, "books": 47, "docs": 10, "help": 5, "features": 3}
    links = [f"{HOME}{name}/{n}/x" if name else f"{HOME}{n}" for name, many in sizes.items() for n in range(many)]
    chosen = [links[number].removeprefix(HOME).partition("/") for number in balanced(links, [0.0] * 91, 50)]
    shares = {name: sum((first if slash else "") == name for first, slash, _ in chosen) for name in sizes}
    assert shares == {"": 4, "servlet": 5, "products": 5, "books": 26, "docs": 5, "help": 3, "features": 2}
    assert [visits(m, 50 / 91) for m in (26, 11, 3, 4, 3)] == [14, 6, 2, 2, 2]
    assert balanced(links, [0.0] * 91, 91) == list(range(91))


def test_links_differing_in_their_query_are_one() -> None:
    """The best-ranked of them is it."""
    links = [f"{HOME}list?page={n}" for n in range(5)] + [f"{HOME}find", f"{HOME}about"]
    assert balanced(links, [0, 3, 9, 1, 2, 5, 0], 2) == [2, 5]


class TestLevels:
    """FFC section 3.3."""

    def test_levels_come_from_paths(self) -> None:
        """A link like those that led to forms is of level 1, one like those before of level 2, others of the
        last."""
        crawl = strategy("ffc", LocateSettings(levels=3), LEVELS)
        crawl.start([HOME])
        links = (named(f"{HOME}1", "search"), named(f"{HOME}2", "browse"), named(f"{HOME}3", "weather"))
        kept = crawl.learn(page(0, links=links)).links
        assert [one.group for one in kept] == ["stored 1", "stored 2", "stored 2"]
        assert kept[2].key == pytest.approx(0.1)  # only that the page is near the root of its site

    def test_a_queue_is_filled_from_the_best_of_each_level(self) -> None:
        """When the queues are empty a batch of every level is loaded; seeds are in the first."""
        crawl = strategy("ffc", LocateSettings(levels=2, links=LinkLearning(batch=7)), LEVELS)
        assert {one.group for one in crawl.start([HOME]).links} == {"queue 1"}
        loads = crawl.learn(Starved(1)).commands
        assert loads == (LoadBatch(("stored 1",), "queue 1", 7), LoadBatch(("stored 2",), "queue 2", 7))

    def test_off_topic_pages_are_dead_ends(self) -> None:
        """Nothing is extracted from them."""
        crawl = strategy("ffc", LocateSettings(), LEVELS)
        crawl.start([HOME])
        assert not crawl.learn(page(0, links=(named(f"{HOME}1", "search"),), on_topic=0.4)).links

    def test_the_backward_crawl_teaches_levels(self) -> None:
        """From a form page to those that link to it, and to those that link to these; then links are
        classified."""
        settings = LocateSettings(levels=2, links=LinkLearning(frequency=1))
        crawl = strategy("ffc", settings, Prior(form_pages=(f"{HOME}find",)))
        assert AskBacklinks(f"{HOME}find") in crawl.start([HOME]).commands
        back = crawl.learn(Backlinks(0, f"{HOME}find", (f"{HOME}menu",)))
        assert back.links == (Ranked(f"{HOME}menu", "backward 1", 0.0, ""),)
        menu = page(1, f"{HOME}menu", group="backward 1", links=(named(f"{HOME}find", "search"),))
        assert crawl.learn(menu).commands == (AskBacklinks(f"{HOME}menu"),)
        crawl.learn(Backlinks(2, f"{HOME}menu", (HOME,)))
        crawl.learn(page(3, HOME, group="backward 2", links=(named(f"{HOME}menu", "browse"),)))
        links = (named(f"{HOME}x", "search"), named(f"{HOME}y", "browse"))
        kept = crawl.learn(page(4, f"{HOME}a/b/c", links=links)).links
        assert [one.group for one in kept] == ["stored 1", "stored 2"]


class TestAche:
    """Algorithm 1."""

    def test_a_learning_step_moves_links_between_levels(self) -> None:
        """New relevant forms beyond the threshold: new features, a new classifier, every waiting link placed
        anew."""
        settings = LocateSettings(levels=2, links=LinkLearning(threshold=3))
        crawl = strategy("ache", settings, LEVELS)
        crawl.start([HOME])
        weather = crawl.learn(page(0, links=(named(f"{HOME}w", "weather"),))).links[0]
        assert weather.group == "stored 2"
        forms = [
            found(n, f"http://d{n}.example/q", named(f"http://d{n}.example/q", "weather")) for n in range(1, 4)
        ]
        assert [any(isinstance(c, Rerank) for c in crawl.learn(form).commands) for form in forms] == [
            False,
            False,
            True,
        ]
        ((group, _),) = crawl.places([(weather.group, weather.pattern)])
        assert group == "stored 1"

    def test_what_was_learned_can_be_seen(self) -> None:
        """Features by level and context (the paper's Table 2) go with the step."""
        crawl = strategy("ache-online", LocateSettings(levels=1, links=LinkLearning(threshold=1)))
        crawl.start([HOME])
        advice = crawl.learn(found(0, f"{HOME}find", named(f"{HOME}find", "advanced search", "by make")))
        (step,) = [command for command in advice.commands if isinstance(command, Rerank)]
        features = json.loads(step.learned)["features"]["1"]
        assert features["anchor"] == ["advanc", "search"]
        assert features["around"] == ["make"]

    def test_the_apprentice_learns_from_the_page_classifier(self) -> None:
        """Words of links that led off the topic hold other links back, behind all that wait; off by default."""
        kept = {}
        for least in (0.0, 0.4):
            crawl = strategy("ache", LocateSettings(links=LinkLearning(apprentice=least)), LEVELS)
            crawl.start([HOME])
            for n in range(8):
                anchor, on_topic = (("search jokes", 0.1), ("browse", 0.9))[n % 2]
                crawl.learn(page(n, f"{HOME}{n}", path=(named(f"{HOME}{n}", anchor),), on_topic=on_topic))
            links = (named(f"{HOME}j", "search jokes"), named(f"{HOME}s", "search"), named(f"{HOME}b", "browse"))
            kept[least] = [(one.group, one.key > 0) for one in crawl.learn(page(9, links=links)).links]
        assert kept[0.0] == [("stored 1", True), ("stored 1", True), ("stored 2", True)]
        assert kept[0.4][0] == ("stored 3", False)
        assert kept[0.4][2] == ("stored 2", True)

    def test_the_apprentice_survives_a_snapshot(self) -> None:
        """What it learned is part of the state, and so is what a learning step has collected."""
        settings = LocateSettings(links=LinkLearning(apprentice=0.4, back_crawl=1, threshold=1))
        first, second = strategy("ache", settings, LEVELS), strategy("ache", settings, LEVELS)
        first.start([HOME])
        first.learn(page(0, f"{HOME}j", path=(named(f"{HOME}j", "jokes"),), on_topic=0.1))
        first.learn(found(1, f"{HOME}find", named(f"{HOME}find", "search")))
        second.restore(first.state())
        assert second.state() == first.state()
        assert "anchor:joke" in json.loads(first.state())["apprentice"]

    def test_a_learning_step_may_go_back_for_more_paths(self) -> None:
        """It asks who links to its new form pages; links found there count for the next classifier, by AFS."""
        settings = LocateSettings(levels=2, links=LinkLearning(threshold=1, back_crawl=5))
        crawl = strategy("ache-online", settings)
        crawl.start([HOME])
        step = crawl.learn(found(0, f"{HOME}find", named(f"{HOME}find", "search"))).commands
        assert AskBacklinks(f"{HOME}find") in step
        assert OpenGroup("backward 1", 0, 1_000_000) in step
        crawl.learn(Backlinks(1, f"{HOME}find", ("http://hub.example/",)))
        hub = page(2, "http://hub.example/", group="backward 1", links=(named(f"{HOME}find", "catalogue"),))
        crawl.learn(hub)
        (again,) = [c for c in crawl.learn(page(3, HOME)).commands if isinstance(c, Rerank)]
        assert json.loads(again.learned)["features"]["1"]["anchor"] == ["catalogu", "search"]

    def test_online_begins_as_the_baseline(self) -> None:
        """Without anything learned the order is that of best-first."""
        online, baseline = made("ache-online"), made("best-first-sc")
        online.start([HOME])
        baseline.start([HOME])
        event = page(0, links=(link(f"{HOME}a"),), on_topic=0.83)
        assert online.learn(event).links[0].key == baseline.learn(event).links[0].key


class TestSmart:
    """Section 3.2.1."""

    def test_two_queues(self) -> None:
        """Algorithm 2: links of sites with forms go high; when nothing is left all of the low ones move up."""
        crawl = made("scdi-isp")
        crawl.start([HOME])
        barren = crawl.learn(page(0, group="sites", links=(link("http://a.example/", same_site=False),)))
        assert [one.group for one in barren.links] == ["sites low"]
        rich = crawl.learn(
            found(
                1, f"{HOME}f", group="cars.example 1", depth=1, links=(link("http://b.example/", same_site=False),)
            )
        )
        assert [one.group for one in rich.links] == ["sites"]
        (load,) = crawl.learn(Starved(2)).commands
        assert isinstance(load, LoadBatch)
        assert (load.sources, load.target) == (("sites low",), "sites")

    def test_centre_pages_name_sites(self) -> None:
        """Algorithm 1: asked at the start; a page that names more known sites than the threshold is a centre
        page."""
        crawl = strategy("scdi-rs", LocateSettings(sites=SiteRanking(centre_sites=1)))
        seeds = [HOME, "http://wheels.example/"]
        asked = [one.target for one in crawl.start(seeds).commands if isinstance(one, AskBacklinks)]
        assert len(asked) == 1
        pages = crawl.learn(Backlinks(0, asked[0], ("http://hub.example/links",)))
        assert [(one.url, one.group) for one in pages.links] == [("http://hub.example/links", "centre")]
        known = tuple(link(url, same_site=False) for url in seeds)
        fresh = link("http://fresh.example/x", same_site=False)
        few = crawl.learn(page(1, "http://hub.example/links", group="centre", links=(known[0], fresh)))
        assert urls(few) == []
        many = crawl.learn(page(2, "http://hub.example/more", group="centre", links=(*known, fresh)))
        assert urls(many) == ["http://fresh.example/"]
