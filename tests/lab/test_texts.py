"""Worlds that speak with the words of real pages: which sites do, what of theirs, and what stays as it was."""

import json
from itertools import islice

import pytest

from leadline.errors import BadConfiguration
from leadline_lab.plan import HOME, Page, outline_of, plan_of
from leadline_lab.settings import REAL_TEXTS, at_setting
from leadline_lab.spec import Role, WorldSpec
from leadline_lab.texts import ANYTHING, voice_of
from leadline_lab.web import Ask, Web
from leadline_lab.world import World, open_world


def said(subject: str, number: int) -> dict[str, object]:
    """A voice of which every word says whose it is."""
    mark = f"{'any' if subject == ANYTHING else subject}voice{'abcdefghi'[number]}"
    return {
        "subject": subject,
        "name": mark,
        "menu": [f"{mark} menu {n}" for n in range(12)],
        "anchors": [f"{mark} anchor {n}" for n in range(30)],
        "titles": [f"{mark} title {n}" for n in range(9)],
        "path_words": [f"{mark}{letter}" for letter in "abcdefgh"],
        "pages": [" ".join(f"{mark}page{n}word{w}" for w in range(600)) for n in range(3)],
    }


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> str:
    place = tmp_path_factory.mktemp("texts") / "texts.json"
    place.write_text(json.dumps([said(s, n) for s in ("book", "cooking", ANYTHING) for n in range(9)]), "utf-8")
    return str(place)


@pytest.fixture(scope="module")
def world(file: str) -> World:
    return open_world(at_setting(WorldSpec(4, 600), REAL_TEXTS, lambda: file))


def body(world: World, number: int, page: Page) -> str:
    reply = Web(world).reply(Ask("GET", plan_of(world, world.site(number)).url(page)))
    assert reply.status == 200
    return reply.body.decode(errors="replace")


def english(world: World, subject: str) -> int:
    numbers = [*world.of("deep", subject), *world.of("topical", subject), *world.of("off", subject)]
    return next(n for n in numbers if world.site(n).language == "en" and outline_of(world, n).voice == subject)


def test_a_site_speaks_with_one_voice_of_its_subject(world: World) -> None:
    """Running text in its own order, menu, titles and addresses; sites of other subjects have other voices."""
    number = english(world, "book")
    site = world.site(number)
    voice = voice_of(world, site, "book")
    assert voice is not None
    html = body(world, number, HOME)
    assert f"{voice.name}page" in html
    assert f"{voice.name} menu" in html
    assert any(f"page{n}word{w} {voice.name}page{n}word{w + 1}" in html for n in range(3) for w in range(599))
    plan = plan_of(world, site)
    assert any(voice.name in plan.outline.titles.slug(item) for item in range(plan.outline.items))
    assert f"{voice.name} title" in plan.outline.titles.title(0)


def test_who_has_no_voice_keeps_the_words_of_the_lab(world: World) -> None:
    """A domain without pages, and sites in other languages; off-topic subjects take pages at large."""
    hotel = world.site(english(world, "hotel"))
    assert voice_of(world, hotel, "hotel") is None
    gardening = voice_of(world, world.site(english(world, "gardening")), "gardening")
    assert gardening is not None
    assert gardening.name.startswith("anyvoice")
    foreign = next(n for n in range(len(world)) if world.site(n).language != "en")
    assert voice_of(world, world.site(foreign), "book") is None


def test_sites_links_and_forms_stay_as_they_are(world: World) -> None:
    """Real words change no host, no link between sites, and no form."""
    plain = open_world(WorldSpec(4, 600))
    assert world.hosts == plain.hosts
    assert (world.graph.targets == plain.graph.targets).all()
    for number in world.of("deep", "book"):
        ours, theirs = (plan_of(w, w.site(number)) for w in (world, plain))
        assert [(f.key, f.depth) for f in ours.forms] == [(f.key, f.depth) for f in theirs.forms]


def test_every_page_is_found_under_its_address(world: World) -> None:
    """Words of real addresses lead back to their pages."""
    for number in range(0, len(world), 40):
        plan = plan_of(world, world.site(number))
        for page in islice(plan.pages(), 0, None, 9):
            assert plan.page(plan.url(page)) == page


def test_some_voices_are_kept_for_reporting(world: World, file: str) -> None:
    """Tuning worlds hear about two thirds of them."""
    reporting = open_world(at_setting(WorldSpec(4, 600, Role.REPORTING), REAL_TEXTS, lambda: file))
    heard = [_names(each) for each in (world, reporting)]
    assert heard[0] < heard[1]


def _names(world: World) -> set[str]:
    voices = [voice_of(world, world.site(n), "book") for n in range(len(world))]
    return {voice.name for voice in voices if voice is not None}


def test_without_the_texts_there_is_no_such_setting() -> None:
    """The lab alone has no development data, and says who has."""
    with pytest.raises(BadConfiguration, match="bench locate"):
        at_setting(WorldSpec(), REAL_TEXTS)
