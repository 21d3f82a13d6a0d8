"""Worlds: the same from the same seed, with the sites, sizes and links that they should have."""

import hashlib
import subprocess
import sys

import numpy as np
import pytest

from leadline.model.url import canonical, site_of_host
from leadline_lab.census import DEEP_SHARE
from leadline_lab.spec import Role, WorldSpec, spec
from leadline_lab.words import UNSEEN, domains
from leadline_lab.world import World, open_world


@pytest.fixture(scope="module")
def medium() -> World:
    return open_world(spec("medium", seed=5, role=Role.REPORTING))


def _digest(world: World) -> str:
    told = "\n".join(str(world.site(n)) for n in range(len(world)))
    return hashlib.blake2b(told.encode() + world.graph.targets.tobytes(), digest_size=8).hexdigest()


def test_the_same_seed_is_the_same_world_in_another_process() -> None:
    """Sites and links repeat exactly, whatever the hash seed of the process."""
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); from test_world import _digest;"
        "from leadline_lab.spec import spec; from leadline_lab.world import open_world;"
        "print(_digest(open_world(spec('small', seed=9))))"
    )
    told = [
        subprocess.run(
            [sys.executable, "-c", code, __file__.rpartition("/")[0]],
            env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True,
        ).stdout.strip()
        for seed in ("1", "2")
    ]  # fmt: skip
    assert told[0] == told[1] == _digest(open_world(spec("small", seed=9)))
    assert told[0] != _digest(open_world(spec("small", seed=10)))


def test_host_names_are_distinct_valid_and_found_again(medium: World) -> None:
    """Every site is a registrable domain of its own and can be looked up with and without www."""
    hosts = [medium.site(n).host for n in range(len(medium))]
    assert len({site_of_host(host) for host in hosts}) == len(hosts)
    for n, host in enumerate(hosts):
        assert canonical(f"http://{host}/") == f"http://{host}/"
        assert medium.find(host) == medium.find("www." + host.removeprefix("www.")) == medium.site(n)
    assert medium.find("nowhere.invalid") is None


def test_deep_sites_are_as_rare_as_on_the_web(medium: World) -> None:
    """126 of 2,256 servers have databases; the shares of kinds add up to the world."""
    kinds = [medium.site(n).kind for n in range(len(medium))]
    assert kinds.count("deep") / len(kinds) == pytest.approx(DEEP_SHARE, rel=0.05)
    assert set(kinds) == {"deep", "topical", "off", "directory"}
    assert len(medium) == pytest.approx(medium.spec.sites, rel=0.01)


def test_two_domains_are_kept_for_reporting() -> None:
    """No tuning world has a site about them."""
    tuning, reporting = open_world(spec("small")), open_world(spec("small", role=Role.REPORTING))
    assert set(domains(Role.REPORTING)) - set(domains(Role.TUNING)) == set(UNSEEN)
    for domain in UNSEEN:
        assert not tuning.of("deep", domain)
        assert not tuning.of("topical", domain)
        assert reporting.of("deep", domain)


def test_sizes_are_heavy_tailed(medium: World) -> None:
    """From 10 to 5,000 pages; the largest tenth of the sites has most of the pages."""
    sizes = np.sort([medium.site(n).size for n in range(len(medium))])
    assert 10 <= sizes[0] < 12
    assert 3_000 < sizes[-1] <= 5_000
    assert sizes[-len(sizes) // 10 :].sum() > 0.55 * sizes.sum()


def test_links_keep_to_their_subject_and_community(medium: World) -> None:
    """Seven links of ten stay in the subject, most of those in the sub-community; nobody links to itself."""
    rng = range(0, len(medium), 3)
    same, all_links, community, inside = 0, 0, 0, 0
    for n in rng:
        site = medium.site(n)
        targets = [medium.site(int(t)) for t in medium.out(n)]
        assert n not in {t.number for t in targets}
        assert len({t.number for t in targets}) == len(targets)
        if site.kind in ("deep", "topical"):
            same += sum(t.subject == site.subject for t in targets)
            all_links += len(targets)
            inside += sum(t.subject == site.subject for t in targets)
            community += sum(t.subject == site.subject and t.community == site.community for t in targets)
    assert 0.6 <= same / all_links <= 0.8
    assert 0.7 <= community / inside <= 0.95


def test_backward_is_forward_turned_round(medium: World) -> None:
    """`into` lists exactly the sites whose `out` names the site."""
    for n in range(0, len(medium), 97):
        for origin in medium.into(n):
            assert n in medium.out(int(origin))
        for target in medium.out(n):
            assert n in medium.into(int(target))


def test_directories_name_many_sites_of_their_domain(medium: World) -> None:
    """A hub has several times the links of an ordinary site, four of five to its own domain."""
    hubs = [n for domain in domains(Role.REPORTING) for n in medium.of("directory", domain)]
    plain = [n for n in range(len(medium)) if medium.site(n).kind == "topical"]
    hub_links = np.mean([len(medium.out(n)) for n in hubs])
    assert hub_links > 3 * np.mean([len(medium.out(n)) for n in plain])
    own = [medium.site(int(t)).subject == medium.site(n).subject for n in hubs for t in medium.out(n)]
    assert np.mean(own) > 0.8


def test_knobs_move_what_they_name() -> None:
    """No foreign languages when the spec says so; 15 % by default."""
    silent = open_world(WorldSpec(sites=600, foreign_languages=0.0))
    assert {silent.site(n).language for n in range(len(silent))} == {"en"}
    usual = open_world(WorldSpec(sites=4_000))
    foreign = np.mean([usual.site(n).language != "en" for n in range(len(usual))])
    assert 0.12 < foreign < 0.18
