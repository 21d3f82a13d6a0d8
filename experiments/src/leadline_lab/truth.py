"""The answer key of a world, as lines ready for JSON. For `bench` and for people; nothing that crawls sees it.

| what | a line is |
|---|---|
| sites | a site: host, kind, subject, domains of its forms, size, links in and out |
| forms | a form of a site: kind, domain, where it stands and at which depth, where it is sent, its fields |
| sources | a database: size, behaviour, attributes |
| records | a record of a database, all its fields |
| links | a link between two sites |
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from leadline.errors import BadConfiguration
from leadline_lab.anatomy import FormModel
from leadline_lab.pages.models import form_model
from leadline_lab.plan import Page, SitePlan, plan_of
from leadline_lab.plan.page import HOME
from leadline_lab.sources import records_of, sources_of, truth_of
from leadline_lab.world import Site, World

Line = dict[str, Any]


def truth(world: World, what: str, hosts: Iterable[str] = ()) -> Iterator[Line]:
    """All lines of a kind, of all sites or of those with these hosts."""
    if what not in WHAT:
        raise BadConfiguration(f"the answer key has no {what!r}; known: {', '.join(WHAT)}")
    for site in _sites(world, hosts):
        yield from WHAT[what](world, site)


def _sites(world: World, hosts: Iterable[str]) -> Iterator[Site]:
    wanted = list(hosts)
    if not wanted:
        yield from (world.site(number) for number in range(len(world)))
    for host in wanted:
        site = world.find(host)
        if site is None:
            raise BadConfiguration(f"no site of this world has the host {host}; 'sites' lists them")
        yield site


def site_lines(world: World, site: Site) -> Iterator[Line]:
    sources = sources_of(world, site)
    yield {
        "host": site.host,
        "url": f"http://{site.host}/",
        "kind": site.kind,
        "subject": site.subject,
        "domains": sorted({source.domain for source in sources}),
        "community": site.community,
        "language": site.language,
        "family": site.family,
        "pages": site.size,
        "sources": len(sources),
        "links_out": len(world.out(site.number)),
        "links_in": len(world.into(site.number)),
    }


def form_lines(world: World, site: Site) -> Iterator[Line]:
    plan = plan_of(world, site)
    for index, planned in enumerate(plan.forms):
        model = form_model(world, plan, index, "")
        yield {
            "host": site.host,
            "site_kind": site.kind,
            "key": planned.key,
            "kind": planned.kind,
            "searchable": model.searchable,
            "domain": planned.domain,
            "source": planned.source,
            "depth": planned.depth,
            "everywhere": planned.everywhere,
            "co_located": planned.co_located,
            "steps": planned.steps,
            "shape": planned.shape,
            "pages": [plan.url(page) for page in pages_with(plan, index)],
            "action": plan.root + plan.actions[index],
            "method": model.method,
            "fields": _fields(model),
        }


def pages_with(plan: SitePlan, index: int) -> list[Page]:
    """Pages a form is placed on; one that stands everywhere is named by the home page."""
    if plan.forms[index].everywhere:
        return [HOME]
    return [page for page, there in plan.stands.on.items() if index in there]


def _fields(model: FormModel) -> list[Line]:
    return [
        {
            "name": field.name,
            "control": field.control,
            "label": field.label,
            "placement": field.placement,
            "meaning": field.meaning,
            "type": field.type,
            "end": field.end,
            "group": field.group,
            "required": field.required,
            "default": field.default,
            "honeypot": field.honeypot,
            "values": [{"value": choice.value, "label": choice.label} for choice in field.choices],
        }
        for field in model.inputs
    ]


def source_lines(world: World, site: Site) -> Iterator[Line]:
    for source in sources_of(world, site):
        yield truth_of(world, site, source)


def record_lines(world: World, site: Site) -> Iterator[Line]:
    for source in sources_of(world, site):
        names = [attribute.name for attribute in source.attributes]
        for key, cells in records_of(world, site, source):
            fields = dict(zip(names, cells, strict=True))
            yield {"host": site.host, "source": source.key, "key": key, "fields": fields}


def link_lines(world: World, site: Site) -> Iterator[Line]:
    for target in world.out(site.number):
        yield {"from": site.host, "to": world.hosts[int(target)]}


WHAT: dict[str, Callable[[World, Site], Iterator[Line]]] = {
    "sites": site_lines,
    "forms": form_lines,
    "sources": source_lines,
    "records": record_lines,
    "links": link_lines,
}
