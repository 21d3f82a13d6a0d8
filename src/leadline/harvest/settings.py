"""Everything about harvesting that a user may set: section `harvest` of a configuration."""

from dataclasses import dataclass, field

from leadline.errors import BadConfiguration
from leadline.harvest.planners.settings import AutoSettings, HiweSettings, LiddleSettings

DETAILS = ("auto", "never", "always")


@dataclass(frozen=True, slots=True)
class HarvestSettings:
    """Section `harvest`."""

    form: int | None = None
    """Which form of the page, counted from 0; of those that may be submitted the richest if not given."""
    planner: str = "auto"
    """Who says what is asked next: auto, liddle, hiwe, once (the form as it is, one query), or `module:Name`."""
    coverage: float | None = None
    """Stop when at least this share of what is estimated to be there has been brought up."""
    max_requests: int = 1_000
    """Requests of one run in all, counted where they leave: robots.txt, the form's page, probes, redirects,
    retries, pages of records and what a rendered page asks for."""
    searchable: float = 0.7
    """From which probability on a form counts as a search: a second lock behind the safety gate. At 0.7
    it takes 2 of 547 searches of a reporting world from us that pass the gate (`leadline bench forms`)."""
    i_know_this_form_is_a_search: bool = False
    """A user's word, spelled out, that lifts the safety gate."""
    allow_site: str = ""
    """Hosts of other sites that a form may be sent to, separated by commas; its own site always is one."""
    max_pages: int = 1_000
    """Pages of one answer that are followed."""
    barren_pages: int = 2
    """Pages in a row without a new record after which an answer is left: lists that go in circles end here."""
    failures: int = 3
    """Submissions in a row without an answer, after which the site is left alone."""
    probes: int = 2
    """Nonsense words that are asked first, to see what "nothing found" looks like; 0 for none."""
    judge: str = "template"
    """How answers are judged: template (ours), hash (HiWE's significant portion) or size (Liddle's rule)."""
    details: str = "auto"
    """Whether the records' own pages are read: auto (where they tell more than the list), never or always."""
    detail_requests: int = 200
    """Most pages of records that are read."""
    seed: int = 0  # of every random choice
    values: str | None = None
    """A file of values for fields: CSV or TOML."""
    value_sources: str = ""
    """Sources of values from outside, `module:Name` (see `leadline.protocols.ValueSource`), separated by commas;
    they are asked before ours."""
    liddle: LiddleSettings = field(default_factory=LiddleSettings)
    hiwe: HiweSettings = field(default_factory=HiweSettings)
    auto: AutoSettings = field(default_factory=AutoSettings)

    @property
    def allowed_sites(self) -> tuple[str, ...]:
        """The other sites the user named."""
        return tuple(self.allow_site.replace(",", " ").lower().split())

    def __post_init__(self) -> None:
        for name in ("max_requests", "max_pages", "barren_pages", "failures"):
            if getattr(self, name) < 1:
                raise BadConfiguration(f"harvest.{name} = {getattr(self, name)} leaves nothing to do; at least 1")
        if self.coverage is not None and not 0 < self.coverage <= 1:
            raise BadConfiguration(f"harvest.coverage = {self.coverage} is no share above 0 and up to 1")
        if self.details not in DETAILS:
            raise BadConfiguration(f"harvest.details = {self.details!r} is not known; known: {', '.join(DETAILS)}")
