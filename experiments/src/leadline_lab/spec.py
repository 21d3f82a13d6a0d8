"""Which world: everything a world depends on. Equal specs, equal bytes."""

from dataclasses import dataclass, field, replace
from enum import StrEnum

SCALES = {"tiny": 60, "small": 600, "medium": 4_000, "large": 20_000}
"""Sites of a world."""


class Role(StrEnum):
    """Tuning worlds are for building on; reporting worlds have words, labels, values, two domains and two
    layout families that no tuning world has (DESIGN section 5: no leakage)."""

    TUNING = "tuning"
    REPORTING = "reporting"


@dataclass(frozen=True, slots=True)
class Faults:
    """Shares of requests (or of sites, where it says so) that go wrong."""

    timeouts: float = 0.0
    server_errors: float = 0.0
    too_many: float = 0.0
    """429 with Retry-After."""
    truncated: float = 0.0
    mis_encoded: float = 0.0
    """Pages whose declared character set is not theirs."""
    soft_404_sites: float = 0.0735
    """Sites that answer 200 to paths they do not have (ALGORITHMS F3)."""
    redirect_loops: float = 0.0
    calendar_sites: float = 0.02
    session_sites: float = 0.02
    """Sites that write a session id into every link."""
    robots_sites: float = 0.84
    """Sites with a robots.txt; some of them close a part of themselves."""
    slow: float = 0.0


@dataclass(frozen=True, slots=True)
class WorldSpec:
    seed: int = 0
    sites: int = SCALES["small"]
    role: Role = Role.TUNING
    path_regularity: float = 0.9
    """Share of pages whose template wraps its parts the way the other pages of its type do."""
    dull_anchors: float = 0.2
    """Share of links whose anchor says nothing about where they lead."""
    behind_off_topic: float = 0.0
    """Share of deep form pages that only an off-topic page links to (0 in the papers' experiments)."""
    foreign_languages: float = 0.15
    backlinks_known: float = 0.3
    """Share of true backlinks that the backlink provider knows, popular pages first."""
    faults: Faults = field(default_factory=Faults)
    telling_homes: float = 1.0
    """Share of sites whose home page tells what they are about; the others have one like a portal's: general
    words, links about everything, names of brands."""
    telling_pages: float = 1.0
    """How strongly pages tell what they are about, in parts of today's: words of the subject in running text, in
    titles, menus and headings."""
    barren_sites: float | None = None
    """Share of the sites about a domain that have no form of it; None: the census (0.57 for hotels, 0.98 for
    movies)."""
    header_boxes: float = 0.0
    """Share of deep sites that carry a search box of their database on every page, besides those that do so by
    where their first interface happens to stand (a sixth of them); those without a keyword box cannot."""
    deep_entries: float = 0.2
    """Share of links between sites that lead to a page within the target instead of its home page."""
    deep_seeds: float = 0.0
    """Share of the pages that experiments begin at that lie within their site; the others are home pages."""
    links_on_topic: float = 0.7
    """Share of links between sites that stay in the subject."""
    site_sizes: float = 1.0
    """Pages of a site, in parts of the usual."""
    texts: str = ""
    """A file with texts of real pages that sites are to speak with (`leadline_lab.texts`); empty: none."""


def spec(scale: str, seed: int = 0, role: Role = Role.TUNING) -> WorldSpec:
    return WorldSpec(seed=seed, sites=SCALES[scale], role=role)


def rough(world: WorldSpec) -> WorldSpec:
    """The same world on a bad day: every fault at a rate people complain about."""
    return replace(
        world,
        faults=replace(
            world.faults,
            timeouts=0.01, server_errors=0.02, too_many=0.02, truncated=0.01, mis_encoded=0.02,
            redirect_loops=0.005, slow=0.02,
        ),
    )  # fmt: skip
