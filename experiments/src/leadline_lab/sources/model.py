"""What a database of the lab is and what it answers: frozen values, no behaviour of their own."""

from dataclasses import dataclass
from typing import Literal, Protocol

from leadline_lab.spec import WorldSpec

Ask = Literal["contains", "equals", "range"]
"""contains: every word of a value occurs in it · equals: one of the values given · range: `name.low`,
`name.high` (both ends belong to it)."""

Default = Literal["all", "required", "none", "error"]
"""What the query with nothing filled in brings: everything (cut at the cap) · a complaint that names the
required fields · an empty answer · a complaint that wants any criterion or keyword."""

Ranking = Literal["static", "relevance", "random"]
"""Order of an answer; `random` differs from query to query and stays the same for one of them."""

Counting = Literal["exact", "rounded", "capped", "absent"]
"""What is said about the number of matches: "213" · "about 200" · "more than 1,000" above the cap · nothing."""

Paging = Literal["next", "numbered", "offset", "post", "more"]
"""Only next and previous · page numbers · an offset in the address · a form that posts · load more."""

Overflow = Literal["cut", "tell", "refuse"]
"""What a cap does to a larger answer: cut it silently · cut it and say so · show nothing and ask to refine."""

Beyond = Literal["empty", "last", "first"]
"""What a page after the last one holds: no records · the last page again · the first page again."""

Suggestion = Literal["", "records", "spelling", "tips"]
"""Beside "no results": nothing · records of something else · "did you mean" · advice."""

Outcome = Literal["records", "none", "too-many", "required", "error", "bad-token"]


class Setting(Protocol):
    """What this room wants of a world."""

    @property
    def spec(self) -> WorldSpec: ...


@dataclass(frozen=True, slots=True)
class Attribute:
    """One column of a database, as its site words it."""

    name: str
    """Internal (`make`): what `ask` is keyed by."""
    type: str
    """See `anatomy.Input.type`."""
    ask: Ask
    labels: tuple[str, ...]
    """How the site calls it: the first is the head in lists of results, the others may stand at its forms."""
    values: tuple[str, ...] = ()
    """Values records may have, most frequent first; empty for numbers, dates and composed text."""
    low: int = 0
    high: int = 0
    """Bounds of a number (a price in whole units, a year) or of a date (days after 1 January 2026)."""
    step: int = 1
    correlates: str = ""
    """Attribute its values depend on, empty if they depend on none."""
    listed: bool = True
    """Shown in lists of results; the others stand on the record's own page only."""
    askable: bool = True
    """A form may ask about it."""
    searched: bool = False
    """Its words are found by keyword."""
    format: str = ""
    """How it is written: `iso`, `dmy`, `mdy`, `dots` for dates, a pattern with one slot (`${}`) for numbers."""
    separator: str = ""
    """Between the thousands of a number."""
    snippet: int = 0
    """Words of it in lists of results, 0 for all."""

    @property
    def label(self) -> str:
        return self.labels[0]

    @property
    def numeric(self) -> bool:
        """Its values are numbers, days included."""
        return self.ask == "range" or (self.low != self.high and self.type != "zip")


@dataclass(frozen=True, slots=True)
class Source:
    """One database and its manners; the same whatever form asks it."""

    key: str
    """Unique within the site, never shown."""
    domain: str
    language: str
    size: int
    structured: bool
    """False: a text database (title and text, searched by words)."""
    attributes: tuple[Attribute, ...]
    """In the order the site shows them."""
    title: str
    """Name of the attribute that names a record: its link text in lists, what relevance looks at first."""
    cap: int | None
    """No query brings more records than this."""
    ranking: Ranking
    counting: Counting
    paging: Paging
    per_page: int
    default: Default
    overflow: Overflow = "cut"
    beyond: Beyond = "empty"
    suggestion: Suggestion = ""
    token: Literal["", "csrf", "viewstate", "session"] = ""
    has_details: bool = True
    requires: tuple[str, ...] = ()
    """Attributes (or `keyword`) without which it does not answer; all of them, if several."""
    keyword: Literal["", "like", "words"] = "like"
    """How it finds keywords: not at all · each as a part of the text · each as a whole word."""
    shortest_keyword: int = 1
    """Letters a keyword needs at least, else it complains."""
    order: str = ""
    """What `static` ranks by, like one of `sorts`; empty: the order in which records were entered."""
    sorts: tuple[str, ...] = ()
    """Orders a user may choose, attribute names, `-` before those that descend."""
    echo: bool = False
    """Repeats the query above its answer."""
    identity: Literal["number", "code", "hex"] = "number"
    """How keys of records look (they stand in addresses of detail pages)."""
    wording: int = 0
    """Which variant of each message it uses; an index into the tongue's, taken modulo."""

    def __hash__(self) -> int:
        # Enough to tell them apart; all of it would be hundreds of strings, several times a query.
        return hash((self.key, self.domain, self.size, self.wording))

    def attribute(self, name: str) -> Attribute | None:
        return next((a for a in self.attributes if a.name == name), None)

    @property
    def listed(self) -> tuple[Attribute, ...]:
        return tuple(a for a in self.attributes if a.listed)

    @property
    def reachable_by_default(self) -> bool:
        """The query with nothing filled in gives every record (5 of 13 sites of Liddle et al.)."""
        return self.default == "all" and (self.cap is None or self.size <= self.cap)


@dataclass(frozen=True, slots=True)
class Answer:
    """One page of an answer, with what is true about it and what the site says."""

    outcome: Outcome
    keys: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    """Cells of the listed attributes, as written on the page."""
    total: int = 0
    """Records that match, whatever is shown of them."""
    reachable: int = 0
    """Records that paging through this answer brings (cut at the cap)."""
    shown_total: str = ""
    """The number of matches as the site words it, empty if it does not say."""
    page: int = 0
    pages: int = 0
    message: str = ""
    """What the site says besides: nothing found, too many, what is missing, what is wrong."""
    missing: tuple[str, ...] = ()
    """Labels of required fields that were not filled in."""
    suggested_keys: tuple[str, ...] = ()
    suggested_rows: tuple[tuple[str, ...], ...] = ()
    """Records of something else, shown although nothing was found."""
    echo: str = ""
    """The query as the site repeats it, empty if it does not."""
