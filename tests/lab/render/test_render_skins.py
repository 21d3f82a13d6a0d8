"""How sites look: by seed, number, family and language, never by what they hold."""

import os
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from render_sheets import URL, Author, AWorld, changed, links_page, site_of, skin_of

from leadline.model.page import Page
from leadline.parse.document import parse_html
from leadline_lab.anatomy import FormModel, Sheet, Zone
from leadline_lab.render import FAMILIES, REPORTING_FAMILIES, families, render, skin
from leadline_lab.spec import Role, WorldSpec


def test_two_families_are_kept_for_reporting() -> None:
    """Tuning worlds have ten families or more, and none of the two that reporting worlds have beside them."""
    tuning = families(Role.TUNING)
    assert len(tuning) >= 10
    assert set(FAMILIES) - set(tuning) == set(REPORTING_FAMILIES)
    assert len(REPORTING_FAMILIES) == 2
    assert families(Role.REPORTING) == FAMILIES


@pytest.mark.parametrize("family", FAMILIES)
def test_what_a_site_holds_does_not_show_in_its_skin(family: str) -> None:
    """The same site with another kind, subject, host, company and size looks the same."""
    world = AWorld(WorldSpec(seed=2))
    for number in range(5):
        deep = site_of(number, family)
        other = changed(
            deep, kind="off", subject="gardening", host="b.example", others=("hotel",), community=1, size=9
        )
        assert skin(world, deep) == skin(world, other)


@pytest.mark.parametrize("family", FAMILIES)
def test_what_a_form_is_for_shows_in_class_names_of_a_third(family: str) -> None:
    """Only sites that name their forms by purpose write a search form otherwise than the same contact form."""
    form = replace(Author(3).form(), kind="contact")
    told = 0
    for number in range(60):
        worn = skin_of(number, family, language="xx")
        pages = [page_with(replace(form, kind=kind)) for kind in ("contact", "search")]
        differ = render(pages[0], worn) != render(pages[1], worn)
        assert differ == worn.habits.names_forms
        told += differ
    assert 8 <= told <= 35


def page_with(form: FormModel) -> Sheet:
    return Sheet(URL, "t", "en", (Zone("main", (form,)),))


def test_a_third_of_all_sites_name_forms_by_purpose() -> None:
    """The share holds over sites of all families."""
    told = [skin_of(number, FAMILIES[number % len(FAMILIES)]).habits.names_forms for number in range(390)]
    assert 0.26 <= sum(told) / len(told) <= 0.41


def test_sites_of_a_family_differ_in_names() -> None:
    """Forty sites of a family have many class names for the same part, and all five styles occur."""
    for family in ("semantic", "floats"):
        skins = [skin_of(number, family) for number in range(40)]
        assert len({worn.names.attribute("menu") for worn in skins}) >= 15
    styles = {skin_of(number, family).names.style for number in range(40) for family in FAMILIES}
    assert styles == {"words", "blocks", "hashes", "short", "none"}


def tag_paths(page: Page) -> tuple[str, ...]:
    return tuple(sorted({link.tag_path for link in page.links}))


@pytest.mark.parametrize("regularity", [1.0, 0.9, 0.6, 0.2])
def test_paths_are_as_regular_as_the_knob_says(regularity: float) -> None:
    """The share of pages with the commonest tag paths of their site and type is the knob's, within 6 points."""
    shares = []
    for number, family in enumerate(FAMILIES):
        worn = skin_of(number, family, regularity=regularity)
        sheet = replace(links_page(10), type="item")
        pages = [replace(sheet, url=f"http://cars.example/{number}/{n}") for n in range(30)]
        paths = Counter(tag_paths(parse_html(render(page, worn), page.url)) for page in pages)
        shares.append(paths.most_common(1)[0][1] / len(pages))
    assert sum(shares) / len(shares) == pytest.approx(regularity, abs=0.06)


@pytest.mark.parametrize("family", FAMILIES)
def test_pages_of_a_type_share_their_paths(family: str) -> None:
    """Pages of one type with more and fewer entries have the same tag paths, zone by zone."""
    for number in range(6):
        worn = skin_of(number, family)
        short, long = (parse_html(render(links_page(links), worn), URL) for links in (20, 60))
        assert tag_paths(short) == tag_paths(long)


def test_types_of_pages_have_paths_of_their_own() -> None:
    """At most sites, some types of pages wrap their main part otherwise than others do."""
    differing = 0
    for number in range(40):
        worn = skin_of(number, FAMILIES[number % len(FAMILIES)])
        kinds = ("home", "section", "item", "form", "results")
        pages = [parse_html(render(replace(links_page(12), type=kind), worn), URL) for kind in kinds]
        differing += len({tag_paths(page) for page in pages}) > 1
    assert differing >= 28


_DIGEST = """
import hashlib, sys
sys.path.insert(0, sys.argv[1])
from render_sheets import Author, skin_of
from leadline_lab.render import FAMILIES, render
digest = hashlib.sha256()
for number, family in enumerate(FAMILIES):
    digest.update(render(Author(number).sheet(), skin_of(number, family)).encode())
print(digest.hexdigest())
"""


def test_the_same_bytes_in_every_process() -> None:
    """Nothing depends on the order of sets or on hashing, which differ between processes."""
    here = str(Path(__file__).parent)
    digests = {
        subprocess.run(
            [sys.executable, "-c", _DIGEST, here],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(digests) == 1
