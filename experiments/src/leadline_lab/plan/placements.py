"""Which page carries which external link, and back.

A site's targets are dealt out once: a few to every page (blogroll, sponsors), some to the home page, many to
pages where links gather. All but the first also sit on a *wheel* (in a directory only those that are not gathered)
that items, pages of sections and hubs draw from in turn: the i-th of them shows the slots c·i … c·i+c-1 of an
endless row made by turning the wheel. So the pages of a target are found by division, for any number of items.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from leadline_lab.plan.addresses import item_path, section_path
from leadline_lab.plan.outline import outline_of
from leadline_lab.randomness import Dice, dice
from leadline_lab.texts import voice_of
from leadline_lab.words import lexicon, tongue
from leadline_lab.world import World

_SHARE = 0.12
"""External links on a page that draws from the wheel, in parts of the links of the home page, where a site has
enough targets: makes internal to external links 10 : 1 in all (ALGORITHMS F3)."""
_PER_LIST = ((0.0, 8.0), (0.5, 30.0), (0.9, 80.0), (1.0, 150.0))


@dataclass(frozen=True, slots=True)
class Placed:
    """Numbers of target sites, by where their links stand."""

    everywhere: tuple[int, ...]
    home: tuple[int, ...]
    gathered: tuple[tuple[int, ...], ...]
    """One tuple a page of links."""
    wheel: tuple[int, ...]
    """Popular targets several times."""
    per_page: int
    """Slots a page shows."""

    def drawn(self, i: int) -> list[int]:
        """Targets on the i-th page that draws from the wheel."""
        many = len(self.wheel)
        if not many:
            return []
        start = i * self.per_page
        return [self.wheel[slot % many] for slot in range(start, start + self.per_page)]

    def drawing(self, target: int, pages: int) -> Iterator[int]:
        """Which of so many pages draw a target, each once, in order."""
        many, last = len(self.wheel), -1
        places = [i for i, there in enumerate(self.wheel) if there == target]
        for turn in range(-(-pages * self.per_page // many) if places else 0):
            for place in places:
                i = (turn * many + place) // self.per_page
                if last < i < pages:
                    yield i
                    last = i


@lru_cache(maxsize=2048)
def placed(world: World, number: int) -> Placed:
    outline = outline_of(world, number)
    roll = dice(world.spec.seed, "placed", number)
    targets = [int(t) for t in world.out(number)]
    targets = roll.sample(targets, len(targets))
    directory = outline.site.kind == "directory"
    common = roll.between(1, 6) if roll.chance(0.3) else 0
    home = round(outline.links * _SHARE * roll.random()) if roll.chance(0.7) else 0
    lists = directory or roll.chance(0.55)
    rest = targets[common:]
    gather = int(len(rest) * (0.95 if directory else 0.3 + 0.6 * roll.random())) if lists else 0
    wheel = _wheel(rest[gather:] if directory else rest, roll)
    wanted = min(round(outline.links * _SHARE), 2 + len(wheel) * 3 // 2)
    return Placed(
        everywhere=tuple(targets[:common]),
        home=tuple(rest[-home:] if home else ()),
        gathered=tuple(_lists(rest[:gather], roll)),
        wheel=wheel,
        per_page=max(wanted, -(-len(wheel) // outline.items)),
    )


def _lists(targets: list[int], roll: Dice) -> Iterator[tuple[int, ...]]:
    while targets:
        many = max(3, round(roll.quantile(_PER_LIST)))
        yield tuple(targets[:many])
        targets = targets[many:]


def _wheel(targets: list[int], roll: Dice) -> tuple[int, ...]:
    """The first third twice, in mixed order."""
    many = targets + targets[: len(targets) // 3]
    return tuple(roll.sample(many, len(many)))


@dataclass(frozen=True, slots=True)
class Outlink:
    """A link from one site to another, the same wherever it stands."""

    url: str
    texts: tuple[str, str, str]
    """Brand, topical words, nothing said."""
    favourite: int
    """Which of them this site mostly uses."""
    subject: str


@lru_cache(maxsize=32_768)
def outlink(world: World, a: int, b: int) -> Outlink:
    target, own = world.site(b), world.site(a)
    roll = dice(world.spec.seed, "outlink", a, b)
    path = "/"
    if roll.chance(world.spec.deep_entries):
        outline = outline_of(world, b)
        deep = roll.chance(0.5)
        path = (
            item_path(outline, roll.below(outline.items))
            if deep
            else section_path(outline, roll.below(len(outline.sections)))
        )
    voice = voice_of(world, target, target.subject) if own.language == target.language else None
    said = lexicon(target.subject, own.language, world.spec.role).anchors if voice is None else voice.titles
    dull = tongue(own.language, world.spec.role).dull_anchors
    favourite = 2 if roll.chance(world.spec.dull_anchors) else 0 if roll.chance(0.55) else 1
    texts = (brand(target.host), roll.pick(said), roll.pick(dull))
    return Outlink(f"http://{target.host}{path}", texts, favourite, target.subject)


def brand(host: str) -> str:
    """How people call a site: its name without the furniture.

    >>> brand("www.harbor-lane.co.uk")
    'Harbor Lane'
    """
    return host.removeprefix("www.").split(".")[0].replace("-", " ").title()
