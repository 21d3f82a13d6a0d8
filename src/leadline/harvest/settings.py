"""Everything about harvesting that a user may set: section `harvest` of a configuration, with `harvest.liddle`,
`harvest.hiwe`, `harvest.auto`, `harvest.cascade` and `harvest.refresh`.
"""

from dataclasses import dataclass, field

from leadline.errors import BadConfiguration


def _one_of(name: str, value: str, known: str) -> None:
    if value not in known.split():
        raise BadConfiguration(f"{name} = {value!r} is not known; known: {', '.join(known.split())}")


@dataclass(frozen=True, slots=True)
class LiddleSettings:
    """Section `harvest.liddle`: the thresholds and variants of Liddle et al., sections 5.1 and 5.2."""

    coverage: float = 0.95
    """Stop when this share of the estimated data is there (the paper names 80, 90, 95 and 99 %); 1 for all."""
    queries: int = 0  # stop after so many queries; 0 for no limit, as for the next three
    size: int = 0  # stop after so many bytes of unique data
    seconds: float = 0.0  # stop after so much time spent on answers
    empty_in_a_row: int = 0  # stop after so many queries in a row without new data
    new_data: str = "records"
    """What makes a query bring new data: `records` (one that is new), `size` (the paper's rule, for data that was
    not cut into records: `new_size` bytes, else more than the least of the last C queries) or `share` (new bytes
    are `new_share` of all)."""
    new_size: int = 1000  # bytes that are new data
    new_share: float = 0.05  # the paper tried a percentage and does not say which; ours
    counted: str = "records"  # what O_i counts: `records` or `bytes`
    windowed: bool = False
    """p_i over the last two batches instead of all queries: follows faster, less stable (figure 6)."""
    ties: str = "random"
    """Between queries equally far from those before: `random` (hashed with the seed) or `regular` (Table 2)."""
    productivity: str = "none"
    """Steer to levels that brought much (their next step, figure 8): `none`, `levels` or `pairs` of levels."""
    sample_records: int = 30
    """Known records the sample has to meet before "everything is there" is believed (ours): 30 met and none new
    says with 95 % confidence that at least 90 % is there. A sample that meets fewer is continued with one factor
    at a time."""
    failures_in_a_row: int = 5
    """Answers in a row that failed, after which it gives up (the paper: after the first)."""

    def __post_init__(self) -> None:
        _one_of("harvest.liddle.new_data", self.new_data, "records size share")
        _one_of("harvest.liddle.counted", self.counted, "records bytes")
        _one_of("harvest.liddle.ties", self.ties, "random regular")
        _one_of("harvest.liddle.productivity", self.productivity, "none levels pairs")


@dataclass(frozen=True, slots=True)
class HiweSettings:
    """Section `harvest.hiwe`: HiWE's Table 1 and Table 3."""

    threshold: float = 0.75
    """Least similarity of two labels that match, 1 − block edit distance / length of the longer one."""
    s_max: int = 100  # most submissions of one form
    alpha: int = 3  # fewest elements of a form that is submitted at all
    rank_min: float = 0.6  # ρ_min: least rank of an assignment that is submitted
    ranking: str = "fuzzy"  # `fuzzy` (least weight), `average` or `probabilistic`
    learn: bool = True
    """Take the choices of forms into the table (figure 9 is about that), and values in results for this form."""
    feedback: float = 0.3
    """How far one answer moves the weight of a value, w ← w + feedback·(success − w); 0 as in the paper, where
    this is under study."""
    partial: bool = False
    """Leave text fields empty that are optional and have no values, and ends of ranges; the paper ignores a form
    that has a field without values, and names partial inputs as what its model lacks."""
    seen_weight: float = 0.8
    """Weight of values seen in results of the form itself (ours); 0 to leave them, as in the paper."""
    ties: str = "ours"
    """The order of equal ranks, which the paper leaves open and which decides its efficiency: `ours` (what narrows
    less goes first), `page` (as values stand on the page) or `random` (drawn by lot with the seed)."""

    def __post_init__(self) -> None:
        _one_of("harvest.hiwe.ties", self.ties, "ours page random")
        _one_of("harvest.hiwe.ranking", self.ranking, "fuzzy average probabilistic")


@dataclass(frozen=True, slots=True)
class AutoSettings:
    """Section `harvest.auto`: the default planner of earlier versions; all numbers ours."""

    coverage: float = 1.0  # stop when this share of what the site itself counts is there
    probes: int = 8  # queries that bring nothing new before the default query is believed to have given everything
    probe_records: int = 30  # known records those probes have to meet again for that
    barren: int = 12  # queries in a row without a new record after which a way of asking is given up
    depth: int = 3  # most fields set at once where a truncated answer is refined
    words: int = 2000  # most queries for one text field
    openers: str = "* e a the a*"  # tried first in a box for words: what many sites answer with everything


@dataclass(frozen=True, slots=True)
class RefreshSettings:
    """Section `harvest.refresh`: `leadline refresh`; all numbers ours."""

    full: bool = False
    """Ask everything the planner would ask of a new source, not only what brings the known records."""
    own_pages: str = "changed"
    """Records' own pages that are read again: `changed` (of records that are new or whose rows changed), `all`, or
    `never`."""
    believed: float = 0.5
    """Largest share of the known records that may be gone, or may have come anew, in one refresh: more is an
    alarm, and nothing is called gone. Half of a source does not vanish in a day, a search that broke does so at
    once."""

    def __post_init__(self) -> None:
        _one_of("harvest.refresh.own_pages", self.own_pages, "changed all never")
        if not 0 < self.believed <= 1:
            raise BadConfiguration(f"harvest.refresh.believed = {self.believed} is no share above 0 and up to 1")


@dataclass(frozen=True, slots=True)
class CascadeSettings:
    """Section `harvest.cascade`; all numbers ours."""

    worth: float = 0.1
    """New records a request that are worth going on for once the coverage is there and the user named none."""
    probes: int = 8  # queries that bring nothing new before a first answer that came whole is believed to be all
    probe_records: int = 30  # known records those probes have to meet again for that
    barren: int = 12
    """Queries in a row without a new record after which no more is written into text fields; three times as many
    while the site counts more, the estimate leaves room, or too few records came to have the words."""
    depth: int = 4  # most fields set at once where an answer that was cut is split; the ends of a range are one
    openers: str = "* e a the a*"  # tried first in a box for words: what many sites answer with everything


@dataclass(frozen=True, slots=True)
class HarvestSettings:
    """Section `harvest`."""

    form: int | None = None
    """Which form of the page, counted from 0; of those that may be submitted the richest if not given."""
    planner: str = "cascade"
    """Who says what is asked next: cascade, auto, liddle, hiwe, once (the form as it is, one query), or
    `module:Name`."""
    coverage: float | None = None
    """Stop when the lower end of the 95 % interval says that this share of what is there was brought up. Without
    it the planner goes on until it is through; then 0.95 makes a harvest `covered`."""
    max_requests: int = 1_000
    """Requests of one run in all, counted where they leave: robots.txt, the form's page, probes, redirects,
    retries, pages of records and what a rendered page asks for."""
    searchable: float = 0.7
    """From which probability on a form counts as a search: a second lock behind the safety gate. At 0.7
    it takes 2 of 547 searches of a reporting world from us that pass the gate (`leadline bench forms`)."""
    i_know_this_form_is_a_search: bool = False  # a user's word, spelled out, that lifts the safety gate
    openings: int = 3
    """How often a page may be opened in the browser (`--render auto`): once to be looked at, once to be used, once
    for what is left. Pages after that are read as they come."""
    allow_site: str = ""
    """Hosts of other sites that a form may be sent to, separated by commas; its own site always is one."""
    max_pages: int = 1_000  # pages of one answer that are followed
    barren_pages: int = 2
    """Pages in a row without a new record after which an answer is left: lists that go in circles end here."""
    whole_answers: bool = False  # page every answer to its end, also where only known records come
    failures: int = 3  # submissions in a row without an answer, after which the site is left alone
    probes: int = 2  # nonsense words that are asked first, to see what "nothing found" looks like; 0 for none
    judge: str = "template"
    """How answers are judged: template (ours), hash (HiWE's significant portion) or size (Liddle's rule)."""
    records: str = "ours"
    """How answers are cut into records: `ours`, or `liddle`: at six tags, each distinct piece of text a record, as
    published (with `harvest.judge=size`, `harvest.liddle.new_data=size` and `harvest.liddle.counted=bytes`, the
    paper's rules in all)."""
    details: str = "auto"
    """Whether the records' own pages are read: auto (where they tell more than the list), never or always."""
    detail_requests: int = 0  # most pages of records that one run reads; 0 for those of all records
    doors: str = "auto"
    """Side doors that the site names beside its form (sitemaps, feeds, data services): `auto` takes one where
    queries of the form show that it has what the form gives, `never` looks for none, `only` goes through the best
    of them and asks no form."""
    seed: int = 0  # of every random choice
    values: str | None = None  # a file of values for fields: CSV or TOML
    memory: str = "user"
    """Where values that forms taught are kept for the next source: `user` (below the user's data folder, or where
    environment variable LEADLINE_VALUES says), the name of a file, or `off`."""
    value_sources: str = ""
    """Sources of values from outside, `module:Name` (see `leadline.protocols.ValueSource`), separated by commas;
    they are asked before ours."""
    liddle: LiddleSettings = field(default_factory=LiddleSettings)
    hiwe: HiweSettings = field(default_factory=HiweSettings)
    auto: AutoSettings = field(default_factory=AutoSettings)
    refresh: RefreshSettings = field(default_factory=RefreshSettings)
    cascade: CascadeSettings = field(default_factory=CascadeSettings)

    @property
    def allowed_sites(self) -> tuple[str, ...]:
        return tuple(self.allow_site.replace(",", " ").lower().split())

    def __post_init__(self) -> None:
        for name in ("max_requests", "max_pages", "barren_pages", "failures"):
            if getattr(self, name) < 1:
                raise BadConfiguration(f"harvest.{name} = {getattr(self, name)} leaves nothing to do; at least 1")
        if self.detail_requests < 0:
            raise BadConfiguration(f"harvest.detail_requests = {self.detail_requests} is no number; 0 for all")
        if self.coverage is not None and not 0 < self.coverage <= 1:
            raise BadConfiguration(f"harvest.coverage = {self.coverage} is no share above 0 and up to 1")
        _one_of("harvest.details", self.details, "auto never always")
        _one_of("harvest.doors", self.doors, "auto never only")
        _one_of("harvest.records", self.records, "ours liddle")
