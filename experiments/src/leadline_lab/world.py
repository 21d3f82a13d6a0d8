"""The sites of a world and the explicit graph between them.

Arrays for what every site has, a `Site` made on demand for what is asked about; see `graph` for who links
to whom and `census` for how many there are of each kind.

>>> from leadline_lab.spec import spec
>>> world = open_world(spec("tiny"))
>>> world.find(world.site(7).host) == world.site(7)
True
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, cast

import numpy as np

from leadline_lab.census import COMPANY, COMPANY_ELSEWHERE, NEAR_DOMAINS, counts, subjects
from leadline_lab.graph import Graph, Ints, link_sites, quantiles
from leadline_lab.hosts import host_names
from leadline_lab.randomness import dice, number
from leadline_lab.spec import WorldSpec
from leadline_lab.words import LANGUAGES, domains

SiteKind = Literal["deep", "topical", "off", "directory"]
"""deep: has databases behind forms · topical: about a domain, without one · off: about something else ·
directory: lists sites of a domain."""
_KINDS: tuple[SiteKind, ...] = ("deep", "topical", "off", "directory")

_SIZE = (
    (0.0, 10.0), (0.25, 22.0), (0.5, 45.0), (0.75, 110.0), (0.9, 260.0), (0.97, 700.0), (0.99, 1_600.0),
    (1.0, 5_000.0),
)  # fmt: skip
"""Quantiles of a site's number of pages: most are small, most pages are on large ones."""


@dataclass(frozen=True, slots=True)
class Site:
    number: int
    host: str
    kind: SiteKind
    subject: str
    """Domain (`hotel`) or off-topic subject (`gardening`)."""
    others: tuple[str, ...]
    """Domains of co-located foreign forms (portals): airfare beside hotel and rental."""
    community: int
    """Which of two sub-communities of its domain it belongs to (bookstores, library catalogues)."""
    language: str
    family: str
    """Layout family."""
    size: int
    """Ordinary pages, answers of its databases not counted."""


class World:
    """A web that is known."""

    def __init__(self, spec: WorldSpec) -> None:
        from leadline_lab.render import families

        self.spec = spec
        self.subjects = subjects(spec.role)
        self.families = families(spec.role)
        census = counts(spec.sites, spec.role, spec.barren_sites)
        sites = sum(n for _, _, n in census)
        rolls = np.random.RandomState(number(spec.seed, spec.role, "sites") % 2**32)
        order = np.argsort(rolls.random_sample(sites), kind="stable")
        repeats = [n for _, _, n in census]
        self._kind = np.repeat([_KINDS.index(cast("SiteKind", k)) for k, _, _ in census], repeats)[order]
        self._subject = np.repeat([self.subjects.index(s) for _, s, _ in census], repeats)[order].astype(np.int32)
        self._community = (rolls.random_sample(sites) < 0.4).astype(np.int32)
        foreign = rolls.random_sample(sites) < spec.foreign_languages
        others = 1 + (rolls.random_sample(sites) * (len(LANGUAGES) - 1)).astype(np.int32)
        self._language = np.where(foreign, others, 0)
        self._family = (rolls.random_sample(sites) * len(self.families)).astype(np.int32)
        sizes = quantiles(rolls.random_sample(sites), _SIZE) * spec.site_sizes
        self._size = np.maximum(sizes, _SIZE[0][1]).astype(np.int32)
        self.hosts = host_names(
            [self.subjects[i] for i in self._subject],
            [LANGUAGES[i] for i in self._language],
            spec.role,
            rolls.random_sample((sites, 6)),
        )
        self.graph: Graph = link_sites(
            self._subject,
            self._community,
            self._kind == _KINDS.index("directory"),
            self.subjects,
            number(spec.seed, spec.role, "links") % 2**32,
            spec.links_on_topic,
        )

    def __len__(self) -> int:
        return len(self.hosts)

    def site(self, number: int) -> Site:
        kind, subject = _KINDS[self._kind[number]], self.subjects[self._subject[number]]
        return Site(
            number=number,
            host=self.hosts[number],
            kind=kind,
            subject=subject,
            others=self._company(number, subject) if kind == "deep" else (),
            community=int(self._community[number]),
            language=LANGUAGES[self._language[number]],
            family=self.families[self._family[number]],
            size=int(self._size[number]),
        )

    def _company(self, number: int, domain: str) -> tuple[str, ...]:
        roll = dice(self.spec.seed, "company", number)
        if not roll.chance(COMPANY.get(domain, COMPANY_ELSEWHERE)):
            return ()
        near = [d for d in NEAR_DOMAINS[domain] if d in domains(self.spec.role)]
        return tuple(roll.sample(near, roll.between(1, 2)))

    def find(self, host: str) -> Site | None:
        """By host name, with or without `www.`."""
        found = self._numbers.get(host.removeprefix("www."))
        return None if found is None else self.site(found)

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {host.removeprefix("www."): n for n, host in enumerate(self.hosts)}

    def out(self, number: int) -> Ints:
        """Sites this one links to."""
        return self.graph.out(number)

    def into(self, number: int) -> Ints:
        """Sites that link to this one."""
        return self.graph.into(number)

    def of(self, kind: SiteKind, subject: str) -> list[int]:
        """Numbers of the sites of a kind and subject."""
        if subject not in self.subjects:
            return []
        wanted = (self._kind == _KINDS.index(kind)) & (self._subject == self.subjects.index(subject))
        return [int(n) for n in np.flatnonzero(wanted)]

    def pages(self) -> int:
        """Ordinary pages in all."""
        return int(self._size.sum())


def open_world(spec: WorldSpec) -> World:
    return World(spec)
