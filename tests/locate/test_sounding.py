"""`sounding`: what it believes, and what it does with that."""

import json
import math
from dataclasses import replace

import pytest

from leadline.errors import BadConfiguration
from leadline.learn.encoded import EncodedPatterns
from leadline.learn.online import BayesianLogistic
from leadline.locate.link_features import LinkReader
from leadline.locate.settings import LocateSettings, SoundingSettings
from leadline.locate.site_record import SiteRecord
from leadline.locate.strategies.sounding import Sounding
from leadline.model.events import Failure, Finding, Outcome
from leadline.model.page import Link
from leadline.protocols import Advice, OpenGroup, Prior, Rerank

TOPIC = Prior(topic={"car": 10.0, "us": 6.0, "cook": -10.0})
HOME = "http://cars.example/"


def named(url: str, anchor: str, *, tags: str = "html/body/nav/a") -> Link:
    return Link(url, anchor, "", tags, frozenset(), url.startswith(HOME))


def fetched(number: int, to: Link, **more: object) -> Outcome:
    """The page behind a link of the home page."""
    site = to.url.split("/")[2]
    group = f"{site} {LinkReader({}).read(to)[0]}"
    given: dict[str, object] = {"depth": 1, "path": (to,), "final_url": to.url, "status": 200, "on_topic": 0.9}
    return Outcome(number=number, url=to.url, group=group, **(given | more))  # type: ignore[arg-type]


def made(**options: object) -> Sounding:
    strategy = Sounding(LocateSettings(sounding=SoundingSettings(**options)), TOPIC)  # type: ignore[arg-type]
    strategy.start([HOME])
    return strategy


def total(*said: Advice) -> dict[str, float]:
    """URL → what decides its turn: the key of the link and the weight of its group, as last said."""
    commands = [command for advice in said for command in advice.commands if isinstance(command, OpenGroup)]
    weights = {command.group: command.weight or 0.0 for command in commands}
    return {one.url: one.key + weights[one.group] for advice in said for one in advice.links}


def test_one_example_moves_each_weight_by_its_share_of_what_is_uncertain() -> None:
    """By hand: two features of variances 1 and 0.5, P = ½: gain ½ / (1 + ¼ · 1.5) = 4/11."""
    model = BayesianLogistic({"bias": (0.0, 1.0)}, variance=0.5)
    model.update(["bias", "search"], 1.0)
    assert model.score(["bias"]) == pytest.approx(4 / 11)
    assert model.score(["search"]) == pytest.approx(2 / 11)
    assert model.beliefs()["bias"][1] == pytest.approx(1 - 0.25 / 1.375)
    assert model.uncertainty(["bias", "search"]) < 1.5
    assert model.score(["never met"]) == 0.0


def test_many_patterns_are_scored_as_each_by_itself() -> None:
    """While the model learns, features come in, and more patterns come than are kept."""
    models = [BayesianLogistic({"bias": (-1.0, 0.5)}, variance=0.3) for _ in range(2)]
    encoded = EncodedPatterns(most=7)
    patterns = [f"bias word{n} word{n % 3} bias" for n in range(6)]
    for step in range(5):
        models[0].update(["bias", f"word{step}"], 1.0)
        models[1].update(["word1", f"mark{step}"], 0.0)
        more = [*patterns[: step + 2], f"mark{step} word{step}"]
        for found, model in zip(encoded.scores(more, *models), models, strict=True):
            assert found == pytest.approx([model.score(pattern.split(" ")) for pattern in more], rel=1e-12)
    for step in range(200):  # more lessons than a model remembers
        models[0].update(["bias", f"word{step % 5}"], 0.0)
    assert encoded.scores(patterns[:2], *models)[0] == [models[0].score(p.split(" ")) for p in patterns[:2]]
    restored = BayesianLogistic({"bias": (-1.0, 0.5)}, variance=0.3)
    assert encoded.scores(["bias word1"], restored) == [[-1.0]]
    restored.restore(models[0].state())
    assert encoded.scores(["bias word1"], restored) == encoded.scores(["bias word1"], models[0])
    assert encoded.scores([], *models) == [[], []]


def test_what_is_rare_is_not_unlearnt_by_what_is_common() -> None:
    """A hundred pages without a form cost a link like the one that led to a form less than that form gave it."""
    model = BayesianLogistic({"bias": (-4.0, 0.05)}, variance=0.2)
    before = model.score(["bias", "a:find"])
    model.update(["bias", "a:find"], 1.0)
    for number in range(100):
        model.update(["bias", f"a:{number}"], 0.0)
    assert model.score(["bias"]) < before < model.score(["bias", "a:find"])


def test_words_carry_their_context_and_marks_mean_the_same_everywhere() -> None:
    """What a link says of the topic is told in steps; words mean something within one crawl only."""
    arm, features = LinkReader(TOPIC.topic).read(named(f"{HOME}find/used-cars.html", "Search used cars"))
    found = features.split(" ")
    assert {"a:car", "u:car", "anchor-topic4", "url-topic4", "anchor-search", "in-nav", "in"} <= set(found)
    assert arm == LinkReader({}).read(named(f"{HOME}find/trucks.html", "Trucks"))[0]
    assert arm != LinkReader({}).read(named(f"{HOME}help/trucks.html", "Trucks"))[0]
    away = LinkReader(TOPIC.topic).read(named("http://cook-at-home.example/", "Recipes"))[1].split(" ")
    assert {"h:cook", "host-topic-", "out"} <= set(away)


def test_numbers_of_an_address_only_part_its_words() -> None:
    """Links that differ in numbers alone look the same; digits of escapes are letters of words."""
    reader = LinkReader(TOPIC.topic)
    first, second = (
        reader.read(named(f"{HOME}{path}", "Car")) for path in ("lot7/car12used?p=1", "lot88/car3used?p=20")
    )
    assert first == second
    assert {"u:lot", "u:car", "u:us"} <= set(first[1].split(" "))
    escaped = reader.read(named(f"{HOME}caf%C3%A9/1", "Coffee"))[1].split(" ")
    assert "u:café" in escaped


def test_links_about_the_topic_and_to_searches_go_first() -> None:
    """Before anything was learnt: a search for cars before cars, cars before recipes."""
    links = (
        named(f"{HOME}find", "Search used cars"),
        named(f"{HOME}new", "New cars"),
        named(f"{HOME}cook", "Cook books"),
    )
    strategy = made()
    keys = total(strategy.learn(fetched(0, named(HOME, "Cars"), links=links)))
    assert sorted(keys, key=keys.__getitem__, reverse=True) == [link.url for link in links]


def test_links_like_those_that_led_to_forms_go_up() -> None:
    """A word that nothing was known about is worth more after one form was found behind it."""
    strategy = made()
    tried = named("http://other.example/quarry", "Quarry")
    pattern = strategy.learn(fetched(0, named(HOME, ""), links=(tried,))).links[0].pattern
    before = strategy.keys([pattern])[0]
    strategy.learn(fetched(1, named(f"{HOME}quarry", "Quarry"), found=(Finding("f", HOME, 0.9),)))
    assert strategy.keys([pattern])[0] > before + 0.3


@pytest.mark.parametrize(
    "answer", [{"status": None, "on_topic": None, "failure": Failure("timeout", "nothing")}, {"found": ()}]
)
def test_a_site_that_gives_nothing_sinks(answer: dict[str, object]) -> None:
    """Whether it does not answer or has no forms: after twenty pages its links wait behind those of a new site."""
    strategy = made()
    said = [strategy.learn(fetched(number, named(f"{HOME}{number}", "Cars"), **answer)) for number in range(20)]
    old = named(f"{HOME}more", "Cars")
    new = Link("http://new.example/more", "Cars", "", "html/body/nav/a", frozenset(), True)
    said.append(strategy.learn(fetched(20, named(f"{HOME}20", "Cars"), links=(old, new), **answer)))
    keys = total(*said)
    assert keys[new.url] > keys[old.url]


def test_it_sinks_ever_further() -> None:
    """However long it goes on: no number of pages is so large that more of them say nothing."""
    strategy = made()
    weights = []
    for number in range(1_025):
        said = strategy.learn(fetched(number, named(f"{HOME}{number}", "Cars")))
        if number in (64, 256, 1_024):
            weights.append(next(one.weight or 0.0 for one in said.commands if isinstance(one, OpenGroup)))
    assert weights == sorted(weights, reverse=True)
    assert weights[0] - weights[-1] > 1.0


def test_sites_that_several_about_the_topic_name_go_up() -> None:
    """Once for each site that names them, however many pages of it do."""
    strategy = made()
    new = Link("http://new.example/a", "", "", "html/body/p/a", frozenset(), False)

    def weight(number: int, host: str) -> float | None:
        page = named(f"http://{host}/{number}", "")
        said = strategy.learn(fetched(number, page, links=(new, new._replace(url=f"{new.url}{number}"))))
        opened = [one for one in said.commands if isinstance(one, OpenGroup)]
        return next((one.weight for one in opened if one.group.startswith("new.example")), None)

    first, again, second = (
        weight(n, host) for n, host in enumerate(("one.example", "one.example", "two.example"))
    )
    assert again is None, "said anew"
    assert first is not None
    assert second is not None
    assert second > first


def test_what_a_site_did_is_in_its_groups_and_in_no_key() -> None:
    """A page changes the weights of its site's arms; keys change with a re-rank, ever rarer."""
    strategy = made(rerank_pages=10)
    said = [strategy.learn(fetched(n, named(f"{HOME}{n}", "Cars"))).commands for n in range(40)]
    reranks = [n for n, commands in enumerate(said) if any(isinstance(one, Rerank) for one in commands)]
    assert reranks == [9, 19, 29, 39]
    assert all(any(isinstance(one, OpenGroup) for one in commands) for commands in said)
    (step,) = (one for one in said[39] if isinstance(one, Rerank))
    assert json.loads(step.learned).keys() == {"pages", "a page", "on topic", "a new form", "arms"}


def test_a_link_is_offered_once() -> None:
    """The loop would drop it; reading it again costs as much as the first time."""
    strategy = made()
    page = fetched(0, named(HOME, ""), links=(named(f"{HOME}a", "A"), named(f"{HOME}a", "A again")))
    assert [one.url for one in strategy.learn(page).links] == [f"{HOME}a"]
    assert strategy.learn(replace(page, number=1)).links == ()


@pytest.mark.parametrize("part", ["text", "arms", "credit", "sites"])
def test_parts_can_be_left_out(part: str) -> None:
    """An ablation changes what is believed of a link."""
    found = (Finding("f", HOME, 0.9),)
    way = (named(f"{HOME}list", "Stock list"), named(f"{HOME}list/find", "Find"))

    def believed(strategy: Sounding) -> float:
        strategy.learn(fetched(0, way[0]))
        advice = strategy.learn(replace(fetched(1, way[1], found=found), path=way))
        assert advice.links == ()
        group = fetched(2, way[0]).group
        pattern = strategy.learn(fetched(2, named(HOME, ""), links=(named(f"{HOME}x", "Stock"),))).links[0].pattern
        return math.fsum(weight for _, weight in strategy.why(group, pattern))

    assert believed(made(without=part)) != believed(made())


def test_earlier_crawls_teach_words() -> None:
    """With `--learn-from` a link like those that led to forms begins higher."""
    way = named("http://old.example/quarry", "Quarry")
    taught = Prior(outcomes=(fetched(0, way, found=(Finding("f", HOME, 0.9),)),))
    links = (named(f"{HOME}quarry", "Quarry"),)
    keys = []
    for prior in (Prior(), taught):
        strategy = Sounding(LocateSettings(), prior)
        strategy.start([HOME])
        keys.append(strategy.learn(fetched(0, named(HOME, ""), links=links)).links[0].key)
    assert keys[1] > keys[0]


def test_a_record_tells_counts_in_steps() -> None:
    record = SiteRecord()
    assert record.topic_marks() == ("site-topic?",)
    for number in range(5):
        record.count("nav", int(number == 1), 0.7)
    assert record.form_marks() == (
        "site-topic3", "site-forms1", "site-barren1", "site-barren2", "site-seed0",
    )  # fmt: skip
    assert record.arm_marks("nav") == ("arm-found1", "arm-missed1", "arm-missed2", "arm-missed3")
    assert record.arm_marks("other") == ()


def test_a_box_that_says_nothing_teaches_less_than_a_form_that_does() -> None:
    """And is no form of its site's record."""

    def learnt(scope: str) -> float:
        strategy = made()
        link = named(f"{HOME}find", "Find it")
        strategy.learn(fetched(0, link, found=(Finding("a#1", link.url, 0.9, scope),)))
        return total(strategy.learn(fetched(1, named(HOME, "Cars"), links=(named(f"{HOME}b", "Find it"),))))[
            f"{HOME}b"
        ]

    assert learnt("topic") > learnt("site")


@pytest.mark.parametrize(
    ("options", "says"),
    [({"variance": 0.0}, "lets nothing be learnt"), ({"without": "arms,legs"}, "'legs' is no part")],
)
def test_settings_that_cannot_work_are_refused(options: dict[str, object], says: str) -> None:
    """Before a folder is made, with what would work."""
    with pytest.raises(BadConfiguration, match=says):
        made(**options)


def test_what_is_not_there_says_nothing_about_the_topic() -> None:
    """Ten links of a site about cars that lead nowhere: its next page is about cars all the same."""
    missing = {"status": 404, "on_topic": None, "set_aside": "status 404"}
    record = SiteRecord()
    record.count("nav", 0, 0.9)
    marks = record.topic_marks(), record.form_marks()
    for _ in range(10):
        record.miss("nav")
    assert (record.topic_marks(), record.form_marks()) == marks
    strategy = made()
    said = [strategy.learn(fetched(0, named(HOME, "")))]
    said += [
        strategy.learn(fetched(n, named(f"{HOME}gone/{n}", "Cars", tags="a"), **missing)) for n in range(1, 9)
    ]
    gone, other = named(f"{HOME}gone/more", "Cars", tags="a"), named(f"{HOME}used/more", "Cars", tags="a")
    keys = total(*said, strategy.learn(fetched(9, named(f"{HOME}there", ""), links=(gone, other))))
    assert keys[other.url] > keys[gone.url]


def test_an_arm_is_believed_as_its_site_until_it_was_tried() -> None:
    """By hand: one page of four links, where half of all links lead to one: (1 + ½) / (4 + 1) = 0.3 of the site;
    an arm with two links that led nowhere (0 + 0.3) / (2 + 1) = 0.1."""
    record = SiteRecord()
    record.count("nav", 0, 0.9)
    for arm in ("main", "main", "foot"):
        record.miss(arm)
    assert record.says("new", 0.5) == pytest.approx(0.3)
    assert record.says("main", 0.5) == pytest.approx(0.1)
    assert record.says("nav", 0.5) == pytest.approx((1 + 0.3) / 2)


def test_a_search_that_is_new_on_each_page_is_paid_once() -> None:
    """A form within each of many pages, with their numbers in its address, does not make a site fruitful."""
    strategy, marks = made(), []
    for n in range(3):
        found = (Finding(f"form {n}", f"{HOME}book/{n}17/search?in={n}17", 0.9, "topic"),)
        strategy.learn(fetched(n, named(f"{HOME}book/{n}17", "Book"), found=found))
        marks.append(json.loads(strategy.state())["sites"]["records"]["cars.example"][1])
    assert marks == [1, 1, 1]
    both = tuple(Finding(name, f"{HOME}cars", 0.9, "topic") for name in ("simple", "advanced"))
    strategy.learn(fetched(3, named(f"{HOME}find", "Find"), found=both))
    assert json.loads(strategy.state())["sites"]["records"]["cars.example"][1] == 3


def test_what_stands_on_page_after_page_is_another_arm_mark() -> None:
    """By hand: two links that four more pages have are met again four times each, what changes with each page
    never."""
    strategy, template = made(), [named(f"{HOME}help/{name}", name) for name in ("find", "sell")]
    lots = [named(f"{HOME}lot/{n}", "Lot", tags="html/body/div/p/a") for n in range(5)]
    said = [
        strategy.learn(fetched(n, named(f"{HOME}lots/{n}", "Lots"), links=(*template, new)))
        for n, new in enumerate(lots)
    ]
    arms = json.loads(strategy.state())["sites"]["records"]["cars.example"][7]
    reader = LinkReader({})
    assert arms[reader.arm(template[0])] == [0, 0, 2, 8]
    assert arms[reader.read(lots[0])[0]] == [0, 0, 5, 0]
    opened = [one.group for one in said[-1].commands if isinstance(one, OpenGroup)]
    assert f"cars.example {reader.arm(template[0])}" in opened, "its weight changed"
    group = f"cars.example {reader.arm(template[0])}"
    assert "arm-again3" in [name.split(": ")[1] for name, _ in strategy.why(group, "bias")]


def test_what_a_link_says_of_the_topic_matters_less_where_all_is_about_it() -> None:
    """Five pages of a site about cars were about cars, whatever led there: links to doors are as good a guess as
    those to cars. Each part by itself, a link paid for what it did not say as on a site that nobody knows."""
    door, cars = named(f"{HOME}z/door", "Door"), named(f"{HOME}z/cars", "Cars")

    def gap(pages: int) -> float:
        strategy = made()
        for n in range(pages):
            strategy.learn(fetched(n, named(f"{HOME}page{n}", "More")))
        page = fetched(pages, named(f"{HOME}page{pages}", "More"), links=(door, cars))
        keys = {one.url: one.key for one in strategy.learn(page).links}
        return keys[cars.url] - keys[door.url]

    assert gap(5) < gap(0) / 2


def test_a_restored_strategy_knows_what_is_usual() -> None:
    """A link met after a crawl was taken up again has the key it would have had."""
    strategy, again = made(), made()
    for n in range(5):
        strategy.learn(fetched(n, named(f"{HOME}page{n}", "More")))
    again.restore(strategy.state())
    last = fetched(5, named(f"{HOME}page5", "More"), links=(named(f"{HOME}door", "Door"),))
    assert again.learn(last) == strategy.learn(last)
