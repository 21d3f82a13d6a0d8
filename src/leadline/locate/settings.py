"""Everything about locating that a user may set: section `locate` of a configuration."""

from dataclasses import dataclass, field

from leadline.errors import BadConfiguration


@dataclass(frozen=True, slots=True)
class Stopping:
    """When to leave a site (section `locate.stopping`): FFC section 3.4, SmartCrawler section 3.3.1.

    The papers name the rules and not the numbers; these are ours."""

    forms_per_site: int = 10  # distinct forms after which `best-first-sc` leaves a site
    pages_per_site: int = 100  # pages after which it does
    sc1_depth: int = 3  # `scdi`: how many links deep a site is followed
    sc2_pages_per_depth: int = 50  # pages after which a depth is left
    sc3_forms_per_depth: int = 5  # new forms after which a depth is left
    sc4_barren_pages_in_depth: int = 20  # pages without a new form after which a depth is left
    sc5_barren_pages: int = 50  # pages without a new form after which the site is left


@dataclass(frozen=True, slots=True)
class LinkLearning:
    """What `ffc` and the `ache` family learn links with (section `locate.links`): SPEC section 6."""

    frequency: int = 3  # links of a level in which a term stands, from which `ffc` reads it
    root_bonus: float = 0.1  # added for links of pages near the root of their site
    batch: int = 1_000  # links loaded from the persistent frontier a level
    url_substrings: int = 10  # k of AFS: frequent URL terms that are looked for inside of others
    features: int = 5  # n of AFS: features a context and level
    threshold: int = 100  # new relevant forms after which `ache` learns
    apprentice: float = 0.0  # P(topic) by its words under which `ache` keeps a link for last; 0: nobody judges
    back_crawl: int = 0  # pages with new forms that `ache` goes back from when it learns
    backward_pages: int = 5  # pages a backward crawl looks at for each page it comes from
    backward_forms: int = 10  # known form pages it begins at


@dataclass(frozen=True, slots=True)
class SiteRanking:
    """What `smart` and its parts rank sites and links with (section `locate.sites`): SPEC section 6."""

    alpha: float = 0.5  # Rank(s) = α·ST(s) + (1−α)·log(1 + SF(s))
    features: int = 20  # k: terms a feature space keeps of each context
    centre_sites: int = 3  # known sites that a page names, more than which make it a centre page
    frontier: int = 20  # sites that wait, fewer than which start a reverse search
    pages: int = 100  # V: pages a site may have, shared out by its link tree
    learn_sites: int = 50  # new deep sites after which feature spaces are made anew
    learn_forms: int = 100  # new forms after which they are


_PARTS = ("text", "arms", "credit", "exploration", "sites")


@dataclass(frozen=True, slots=True)
class SoundingSettings:
    """What `sounding` learns with (section `locate.sounding`); what won on tuning worlds."""

    variance: float = 0.2  # of the weight of a word nothing is known about
    gamma: float = 0.4  # credit of a link for each step that it was away from a form
    exploration: float = 0.0  # deviations of what is believed by which keys are drawn away from its mean
    rerank_pages: int = 25  # pages after which all links are ranked anew, at least; a quarter of all later
    without: str = ""  # parts left out, for ablations: text, arms, credit, exploration, sites

    def check(self) -> None:
        if self.variance <= 0:
            raise BadConfiguration(f"locate.sounding.variance = {self.variance:g} lets nothing be learnt; above 0")
        if unknown := sorted(set(filter(None, self.without.split(","))) - set(_PARTS)):
            known = ", ".join(_PARTS)
            raise BadConfiguration(
                f"locate.sounding.without: '{unknown[0]}' is no part of sounding; known: {known}"
            )


@dataclass(frozen=True, slots=True)
class LocateSettings:
    """Section `locate`."""

    topic: str = ""  # a bundled topic or a topic file; what a crawl runs on is kept in its folder
    strategy: str = "sounding"  # which link comes next: docs/strategies.md, or module:Name
    pages: int = 1000  # pages to fetch; every fetched page counts
    open_groups: int = 64  # requests under way at once (K); 1 makes a crawl repeat itself byte for byte
    processes: int = 1  # processes that visit pages, each site by one of them
    engine: str = "local"  # where they are: local, this machine, or ray, a cluster
    address: str = ""  # of the Ray cluster; one of this machine's own if empty
    seed: int = 0  # of every random choice
    levels: int = 3  # links of the way to a page that strategies may learn from
    fixed_depth: int = 3  # how many links deep `fixed-depth` follows a site
    topic_threshold: float = 0.5  # P(topic) from which a page is on topic
    look_ahead: int = 512  # how far past the best link the loop looks for one whose host is not busy
    snapshot_pages: int = 1000
    """Pages between two snapshots of what was learnt; a snapshot saves time at `resume`, nothing else."""
    find: str = "forms"  # what is looked for: forms (of the topic), searchable (of any), every-form or pages
    critic: str = "page"
    """Who says whether a search is of the topic: page (its words and those of its page) or form (its words alone,
    as in ACHE)."""
    backlinks: str = ""
    """Who is asked which pages link to a site: hostgraph:FOLDER, hostgraph:FILE,FILE…, searxng:URL, brave or
    brave:URL; nobody if empty."""
    backlinks_index: str = ""  # folder for the index of a host graph; beside its files if empty
    backlinks_key: str = "BRAVE_API_KEY"
    """Environment variable that holds the key for Brave; the key itself is written nowhere."""
    prove: str = "no"
    """Whether forms are asked before they count (at most six requests each, and only those that pass the safety
    gate): `no`, `refuted` (those that answer nonsense and words alike do not count) or `proven` (only those count
    that answer them differently; what cannot be asked does not)."""
    soft404: bool = True  # whether sites are asked what their "not found" looks like
    stopping: Stopping = field(default_factory=Stopping)
    links: LinkLearning = field(default_factory=LinkLearning)
    sites: SiteRanking = field(default_factory=SiteRanking)
    sounding: SoundingSettings = field(default_factory=SoundingSettings)

    def __post_init__(self) -> None:
        if self.prove not in ("no", "refuted", "proven"):
            raise BadConfiguration(f"locate.prove = {self.prove!r} is not known; known: no, refuted, proven")
