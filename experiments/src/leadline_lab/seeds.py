"""Where to begin in a world: home pages of sites about a domain, with a database or without."""

from leadline.errors import BadConfiguration
from leadline_lab.randomness import dice
from leadline_lab.words import domains
from leadline_lab.world import SiteKind, World

_KINDS: tuple[SiteKind, ...] = ("deep", "topical", "directory")


def seeds(world: World, domain: str, count: int, draw: int = 0) -> list[str]:
    """Different home pages, fewer only if the world has no more; another `draw`, other ones."""
    known = domains(world.spec.role)
    if domain not in known:
        raise BadConfiguration(f"no site of this world is about {domain!r}; known: {', '.join(sorted(known))}")
    about = sorted(number for kind in _KINDS for number in world.of(kind, domain))
    chosen = dice(world.spec.seed, "seeds", domain, draw).sample(about, count)
    return [f"http://{world.hosts[number]}/" for number in chosen]
