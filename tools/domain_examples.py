"""Forms with their domain, for `train_domains.py`: from worlds of the lab, SWDE and formasaurus.

In the lab the answer key says the domain of a form; its site search and its log-in are of none. SWDE's sites
are each about one thing, so their searches are taken for it; which of their boxes search the catalogue and
which the site, nobody has said. Formasaurus says what is a search, and not of what.
"""

import gzip
import hashlib
import json
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from leadline.bench.locate.facts import matched, models_of
from leadline.forms.kinds.model import judge
from leadline.lab.plan import plan_of
from leadline.lab.randomness import dice
from leadline.lab.spec import Role, spec
from leadline.lab.truth import pages_with
from leadline.lab.web import Ask, Web
from leadline.lab.words import SUBJECTS, domains
from leadline.lab.world import World, open_world
from leadline.model.form import Form
from leadline.model.page import Page, Request, Response
from leadline.model.url import canonical, site_of
from leadline.parse.page import parse

TUNING = (901, 902)
REPORTING = (952, 953)
"""Examples to learn from are of the first, all figures of the second."""
SITES = 25
"""With databases, of each domain and world."""
PAGES = 8
"""Of a site."""
VERTICALS = {"auto": "auto", "book": "book", "job": "job", "movie": "movie"}
NEAR = {"camera": frozenset({"product"}), "nbaplayer": frozenset({"people"})}
"""Verticals of SWDE that are some of a domain: nothing is learned from them about it."""


@dataclass(frozen=True, slots=True)
class Example:
    form: Form
    page: Page
    """Without its links and other forms."""
    domain: str
    """Empty: none of the twelve."""
    source: str
    site: str
    searchable: bool
    subject: str = ""
    """What the site is about."""
    shape: str = ""
    weight: float = 1.0
    unclear: frozenset[str] = frozenset()
    """Domains it might be of."""

    @property
    def foreign(self) -> bool:
        """A form of another domain than its site's: portals have them."""
        return bool(self.domain) and self.domain != self.subject


def parsed(url: str, body: bytes, headers: tuple[tuple[str, str], ...] = ()) -> Page:
    kind = headers or (("Content-Type", "text/html"),)
    return parse(Response(Request(url), url, 200, kind, body, 0.0))


def alone(page: Page) -> Page:
    return replace(page, links=(), forms=(), loose_controls=())


@cache
def lab(seed: int, role: str) -> tuple[Example, ...]:
    """Distinct forms of some sites of each kind, portals among them."""
    world = open_world(spec("large", seed, Role(role)))
    web, roll = Web(world), dice(seed, "dsfc")
    chosen = []
    for domain in domains(Role(role)):
        deep = world.of("deep", domain)
        chosen += roll.sample(deep, SITES) + roll.sample(world.of("topical", domain), 2)
        chosen += roll.sample(world.of("directory", domain), 1)
        if domain == "hotel":  # their portals are few among 25, and carry forms of the small domains
            chosen += roll.sample([n for n in deep if world.site(n).others], SITES)
    for subject in SUBJECTS:
        chosen += roll.sample(world.of("off", subject), 1)
    return tuple(e for number in dict.fromkeys(chosen) for e in _site_forms(world, web, number))


def _site_forms(world: World, web: Web, number: int) -> Iterator[Example]:
    site = world.site(number)
    plan = plan_of(world, site)
    planned = {p.key: p for p in plan.forms}
    places = [pages_with(plan, i) for i, p in enumerate(plan.forms) if p.copy < 2]
    seen: set[str] = set()
    for url in list(dict.fromkeys(plan.url(pages[0]) for pages in places if pages))[:PAGES]:
        reply = web.reply(Ask("GET", url))
        page = parsed(url, reply.body, reply.headers)
        for form, model in zip(
            page.forms, matched(page.forms, models_of(reply.sheet), page.base_url), strict=True
        ):
            if model is not None and model.key not in seen:
                seen.add(model.key)
                searches = model.kind in ("search", "site-search")
                shape = planned[model.key].shape if model.key in planned else ""
                yield Example(form, alone(page), model.domain, "lab", site.host, searches, site.subject, shape)


@cache
def swde(data: Path) -> tuple[Example, ...]:
    """Distinct forms of the development sites, on the page they were met on."""
    with gzip.open(data / "swde" / "dev_forms.jsonl.gz", "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    wanted = {row["page"] for row in rows}
    pages: dict[str, Page] = {}
    with tarfile.open(data / "swde" / "dev_pages.tar.xz") as members:
        for member in members:
            stream = members.extractfile(member) if member.name in wanted else None
            if stream is not None:
                url = next(row["url"] for row in rows if row["page"] == member.name)
                pages[member.name] = parsed(canonical(url) or "http://x.invalid/", stream.read())
    found = []
    for row in rows:
        page = pages[row["page"]]
        alike = [f for f in page.forms if f.index == row["form_index"]]
        for form in alike:
            searchable = judge(form, page).searchable > 0.5
            domain = VERTICALS.get(row["vertical"], "") if searchable else ""
            near = NEAR.get(row["vertical"], frozenset())
            subject = VERTICALS.get(row["vertical"], row["vertical"])
            found.append(
                Example(form, alone(page), domain, "swde", row["site"], searchable, subject, unclear=near)
            )
    return tuple(found)


def formasaurus(data: Path) -> Iterator[Example]:
    """Searches of sites about anything."""
    index = json.loads((data / "formasaurus" / "dev_index.json").read_text(encoding="utf-8"))
    with tarfile.open(data / "formasaurus" / "dev_html.tar.xz") as members:
        for member in members:
            stream = members.extractfile(member) if member.name in index else None
            if stream is None:
                continue
            page, kinds = parsed(index[member.name]["url"], stream.read()), index[member.name]["forms"]
            if len(kinds) != len(page.forms):
                continue
            for form, kind in zip(page.forms, kinds, strict=True):
                if kind == "s":
                    yield Example(form, alone(page), "", "formasaurus", site_of(page.url), True, weight=0.5)


def digests(data: Path) -> dict[str, str]:
    found = (data / "swde" / "dev_pages.tar.xz", data / "formasaurus" / "dev_html.tar.xz")
    return {f"{p.parent.name}/{p.name}": hashlib.sha256(p.read_bytes()).hexdigest()[:16] for p in found}
