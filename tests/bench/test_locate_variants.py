"""Strategies with something changed about them, and what they are taught before they begin."""

from pathlib import Path

import pytest

from leadline.errors import BadConfiguration
from leadline.locate.strategies import scdi, smart
from leadline_bench.locate import lessons, witness
from leadline_bench.locate.cache import PageCache
from leadline_bench.locate.experiment import Plan, experiment
from leadline_bench.locate.laboratory import Laboratory
from leadline_bench.locate.trial import Trial, run
from leadline_bench.locate.variants import Variant
from leadline_lab.spec import SCALES, spec

DOMAIN = "hotel"


@pytest.fixture(scope="module")
def laboratory() -> Laboratory:
    return Laboratory(spec("tiny", seed=3))


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> PageCache:
    return PageCache(tmp_path_factory.mktemp("pages") / "pages.db")


def trial(name: str, pages: int = 40, **more: object) -> Trial:
    return Trial(name, DOMAIN, 3, "tuning", SCALES["tiny"], pages, **more)  # type: ignore[arg-type]  # by name


def test_a_variant_sets_any_setting_of_locate() -> None:
    """Whatever stands behind the name is the crawl's own setting; the rest is scaled to the budget."""
    settings = trial("ffc@levels=2@links.threshold=7", pages=5_000).settings
    assert (settings.levels, settings.links.threshold, settings.sites.learn_forms) == (2, 7, 5)


def test_learning_may_be_scaled_to_another_budget() -> None:
    """So that the first pages of a longer crawl are those of a shorter one."""
    assert trial("ache", pages=6_000, learning_pages=5_000).settings.links.threshold == 5


@pytest.mark.parametrize(
    ("name", "said"),
    [("ffc@lonely", "'lonely' is neither KEY=VALUE nor a word"), ("ffc@depth=2", "locate.depth is not a setting")],
)
def test_what_is_not_known_is_refused(name: str, said: str) -> None:
    """Before the first trial, with what is known."""
    with pytest.raises(BadConfiguration, match=said):
        Variant.of(name)


def test_lessons_are_given_in_another_world() -> None:
    """Never in one that the experiment crawls, and only to those that begin with knowledge."""
    plan = Plan(("ffc", "best-first", "ffc@untaught", "smart@taught"), (DOMAIN,), worlds=4, pages=40, scale="tiny")
    worlds = {t.strategy: t.lesson for t in plan.trials()}
    assert worlds["best-first"] is worlds["ffc@untaught"] is None
    assert worlds["ffc"] == worlds["smart@taught"] is not None
    assert worlds["ffc"] not in {t.world for t in plan.trials()}


def test_a_lesson_is_given_once_and_changes_the_crawl(tmp_path: Path) -> None:
    """Its file stays beside the pages; who was taught ranks links by levels from the first page on."""
    plan = Plan(("ffc", "ffc@untaught", "ffc@levels=1"), (DOMAIN,), worlds=1, pages=30, scale="tiny", seed=3)
    told: list[str] = []
    taught, untaught, _ = experiment(plan, tmp_path, tmp_path, 1, told.append)
    assert [line.split()[0] for line in told] == ["lesson", "1/3", "2/3", "3/3"]
    assert len(list(tmp_path.glob("lesson-hotel-tuning-*.jsonl"))) == 1
    assert [step["version"] for step in taught.learned] == [1]
    assert {"links", "features"} <= taught.learned[0].keys()
    assert untaught.learned == ()


def test_a_lesson_survives_its_file(laboratory: Laboratory, cache: PageCache, tmp_path: Path) -> None:
    """The ways to forms, link by link, and what was found there."""
    given = lessons.teach(trial("oracle"), laboratory, cache)
    with (tmp_path / "lesson.jsonl").open("wb") as out:
        lessons.write(given, out)
    assert given
    kept = lessons.read(tmp_path / "lesson.jsonl")
    assert [(page.path, page.found) for page in kept] == [(page.path, page.found) for page in given]


def test_pages_of_a_backward_crawl_are_counted_apart(laboratory: Laboratory, cache: PageCache) -> None:
    """They are among the pages of the budget, and told beside them; without backlinks there are none."""
    result = run(trial("ffc@backward"), laboratory, cache)
    assert 0 < result.backward < result.pages == 40
    assert run(trial("ffc@backward@alone"), laboratory, cache).backward == 0


def test_ffcs_counting_takes_searchable_forms_of_any_domain(laboratory: Laboratory, cache: PageCache) -> None:
    """The crawl's own count then holds the relevant ones and others, and no more than all that were met."""
    result = run(trial("best-first@searchable"), laboratory, cache)
    assert 0 < len(result.relevant) <= len(result.kept) == result.found <= len(result.searchable)


def test_groups_have_the_names_that_strategies_give_them() -> None:
    """Queues are told by the names of groups, written down twice."""
    assert (witness.SITES, witness.LOW, witness.CENTRE) == (scdi.SITES, smart.LOW, smart.CENTRE)


def test_what_is_met_is_told_by_site(laboratory: Laboratory, cache: PageCache) -> None:
    """Relevant forms by site add up, a site is met with its first form, and judgements are counted."""
    result = run(trial("scdi-rs"), laboratory, cache)
    assert sum(result.by_site.values()) == len(result.relevant)
    assert len(result.deep_sites) == sum(forms > 0 for forms in result.by_site.values())
    assert all(0 < right <= judged for right, judged in result.accuracy.values())
    assert [pages for pages, _, _ in result.queues] == sorted({pages for pages, _, _ in result.queues})
