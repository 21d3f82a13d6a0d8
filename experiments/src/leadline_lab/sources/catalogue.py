"""Which databases a deep site has.

1.5 a deep site on average (ALGORITHMS F3): one for its subject, one for each neighbouring domain a portal
serves, and at times a second of the same domain (new and used, archive and current).
"""

from functools import lru_cache

from leadline_lab import words
from leadline_lab.randomness import Dice, dice, number, running
from leadline_lab.sources.behaviour import Manners, manners
from leadline_lab.sources.model import Attribute, Setting, Source
from leadline_lab.sources.schema import structured, textual
from leadline_lab.spec import WorldSpec
from leadline_lab.world import Site

_DATABASES = (1, 2, 3, 4), running((0.78, 0.16, 0.05, 0.01))
"""Of sites without company: 1.29 on average. Portals (a sixth of the deep sites) bring the mean to 1.5."""
_NAMED = ("name", "category", "city", "region", "country", "zip")


def sources_of(world: Setting, site: Site) -> tuple[Source, ...]:
    """The databases of a site, none if it is not deep."""
    return _sources(world.spec, site) if site.kind == "deep" else ()


@lru_cache(maxsize=2_048)
def _sources(spec: WorldSpec, site: Site) -> tuple[Source, ...]:
    roll = dice(spec.seed, spec.role, "databases", site.number)
    domains = [site.subject, *site.others]
    domains += [site.subject] * (roll.weighted(*_DATABASES) - len(domains))
    return tuple(_source(spec, site, f"d{i}", domain) for i, domain in enumerate(domains))


def identity_of(spec: WorldSpec, site: Site, source: Source) -> int:
    """The number that everything about a source's records depends on."""
    return number(spec.seed, spec.role, "source", site.number, source.key)


def _source(spec: WorldSpec, site: Site, key: str, domain: str) -> Source:
    roll = dice(spec.seed, spec.role, "source", site.number, key)
    drawn = manners(roll)
    make = structured if drawn.structured else textual
    attributes = make(roll, domain, site.language, spec.role)
    title = words.attributes(domain, site.language, spec.role)[0].name
    order, sorts = _orders(roll, attributes, title, drawn)
    return Source(
        key=key,
        domain=domain,
        language=site.language,
        size=drawn.size,
        structured=drawn.structured,
        attributes=attributes,
        title=title,
        cap=drawn.cap,
        ranking=drawn.ranking,
        counting=drawn.counting,
        paging=drawn.paging,
        per_page=drawn.per_page,
        default=drawn.default,
        overflow=drawn.overflow,
        beyond=drawn.beyond,
        suggestion=drawn.suggestion,
        token=drawn.token,
        has_details=drawn.has_details,
        requires=_requires(roll, attributes, drawn),
        keyword=drawn.keyword,
        shortest_keyword=drawn.shortest_keyword,
        order=order,
        sorts=sorts,
        echo=drawn.echo,
        identity=drawn.identity,
        wording=drawn.wording,
    )


def _orders(
    roll: Dice, attributes: tuple[Attribute, ...], title: str, drawn: Manners
) -> tuple[str, tuple[str, ...]]:
    """What a static ranking goes by, and the orders a user may choose."""
    by = [a for a in attributes if a.listed and (a.numeric or a.name == title)]
    directions = [("-" if a.numeric and roll.chance(0.5) else "") + a.name for a in by]
    both = [name for a in by for name in ((a.name, "-" + a.name) if a.numeric else (a.name,))]
    order = roll.pick(directions) if directions and roll.chance(0.4) else ""
    sorts = tuple(roll.sample(both, roll.between(2, 4))) if roll.chance(0.6) else ()
    return (order if drawn.structured else ""), (sorts if drawn.structured else ())


def _requires(roll: Dice, attributes: tuple[Attribute, ...], drawn: Manners) -> tuple[str, ...]:
    """What a source that complains about missing fields wants: mostly one field, sometimes two."""
    two, by_keyword = roll.chance(0.2), roll.chance(0.4)
    named = [a.name for a in attributes if a.askable and a.ask != "range" and a.type in _NAMED]
    wanted = roll.sample(named, 2 if two else 1)
    if drawn.default != "required":
        return ()
    if not drawn.structured or not wanted or (drawn.keyword and by_keyword):
        return ("keyword",)
    return tuple(wanted)
