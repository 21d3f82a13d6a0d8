"""The answer key agrees with what is served."""

import json
from collections import Counter

import pytest
from lab_serving import world_of

from leadline.errors import BadConfiguration
from leadline_lab.anatomy import FormModel
from leadline_lab.seeds import seeds
from leadline_lab.sources import sources_of
from leadline_lab.truth import WHAT, truth
from leadline_lab.web import Ask, Web


def test_every_kind_of_line_is_json_and_of_its_site() -> None:
    """All five kinds can be written down; asking for a host gives that host's lines alone."""
    world = world_of("tiny")
    deep = next(world.site(n) for n in range(len(world)) if world.site(n).kind == "deep")
    for what in WHAT:
        lines = list(truth(world, what, [deep.host]))
        assert lines, what
        assert json.loads(json.dumps(lines)) == lines
        assert {line.get("host", line.get("from")) for line in lines} == {deep.host}
    assert [line["host"] for line in truth(world, "sites")] == world.hosts


def test_forms_stand_where_the_key_says() -> None:
    """Each page that the key names for a form shows that form: same action, kind and field names."""
    world = world_of("tiny")
    web = Web(world)
    lines = [line for n in range(12) for line in truth(world, "forms", [world.hosts[n]])]
    for line in lines:
        for url in line["pages"]:
            sheet = web.sheet(url)
            assert sheet is not None
            shown = [b for zone in sheet.zones for b in zone.blocks if isinstance(b, FormModel)]
            (form,) = [form for form in shown if form.key == line["key"]]
            assert f"http://{line['host']}{form.action}" == line["action"]
            assert (form.kind, form.method, form.searchable) == (line["kind"], line["method"], line["searchable"])
            assert [i.name for i in form.inputs] == [f["name"] for f in line["fields"]]
    assert len(lines) > 12


def test_records_and_sources_count_the_same() -> None:
    """A source's size is the number of its records, each with its own key and all attributes."""
    world = world_of("tiny")
    sites = (world.site(n) for n in range(len(world)))
    site = min(
        (site for site in sites if site.kind == "deep"),
        key=lambda site: sum(source.size for source in sources_of(world, site)),
    )
    sizes = {line["key"]: line["records"] for line in truth(world, "sources", [site.host])}
    lines = list(truth(world, "records", [site.host]))
    assert Counter(line["source"] for line in lines) == sizes
    assert len({(line["source"], line["key"]) for line in lines}) == len(lines)


def test_links_are_the_graph() -> None:
    """One line an edge, in and out degrees as the sites' lines have them."""
    world = world_of("tiny")
    edges = [(line["from"], line["to"]) for line in truth(world, "links")]
    assert len(set(edges)) == len(edges)
    out, into = Counter(a for a, _ in edges), Counter(b for _, b in edges)
    for line in truth(world, "sites"):
        assert (out[line["host"]], into[line["host"]]) == (line["links_out"], line["links_in"])


def test_what_is_not_known_is_named() -> None:
    """Unknown kinds, hosts and topics end with the known ones."""
    world = world_of("tiny")
    with pytest.raises(BadConfiguration, match="known: sites, forms"):
        list(truth(world, "weather"))
    with pytest.raises(BadConfiguration, match=r"has the host nobody\.example"):
        list(truth(world, "sites", ["nobody.example"]))
    with pytest.raises(BadConfiguration, match="known: airfare, apartment"):
        seeds(world, "zeppelins", 3)


def test_seeds_are_home_pages_about_the_topic() -> None:
    """As many as asked, all different, of sites about the topic, with databases and without; draws differ."""
    world = world_of("medium")
    found = seeds(world, "hotel", 30)
    about = {line["url"]: line for line in truth(world, "sites", [url.split("/")[2] for url in found])}
    assert len(about) == 30
    assert {line["subject"] for line in about.values()} == {"hotel"}
    assert "off" not in {line["kind"] for line in about.values()}
    assert {"deep", "topical"} <= {line["kind"] for line in about.values()}
    assert Web(world).reply(Ask("GET", found[0])).status == 200
    assert seeds(world, "hotel", 30) == found != seeds(world, "hotel", 30, draw=1)
