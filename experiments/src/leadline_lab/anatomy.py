"""What a page of the lab says before it is HTML, and what a form is before it is laid out.

Pages are made as `Sheet`s and only then rendered, so the answer key and the HTML come from one source: a
property test reads the HTML back and finds the sheet again, no more and no less.
"""

from dataclasses import dataclass
from typing import Literal

# ── forms ─────────────────────────────────────────────────────────────────────────────────────────────────

Kind = Literal["search", "login", "registration", "mailing-list", "contact", "order", "poll", "quote",
               "site-search", "password-recovery", "navigation", "other"]  # fmt: skip
"""What a form is for. `search` asks a database of the site, `site-search` its own pages; both are searchable."""

Placement = Literal["left", "above", "right", "below", "inside", "missing"]
"""Where a label stands; `inside` is a placeholder (or a first option), `missing` is no visible text at all."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One option of a select, one radio or checkbox."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class Input:
    """One field as its reader sees it, and what it means."""

    name: str
    control: str
    """text, search, email, tel, number, date, password, textarea, file, select, select-multiple, radio,
    checkbox, hidden."""
    label: str = ""
    """The text a reader would call it by; empty if there is none (`missing`)."""
    placement: Placement = "left"
    linked: bool = False
    """The author tied label and field together (for/id, wrapping, aria-label)."""
    choices: tuple[Choice, ...] = ()
    default: str = ""
    required: bool = False
    meaning: str = ""
    """Attribute of the source it asks about, or what it is in a form of another kind: keyword, email, sort …"""
    type: str = "keyword"
    """keyword, name, category, date, day, month, year, price, number, zip, city, region, country, language,
    sort, display, private, other."""
    end: Literal["", "low", "high"] = ""
    """Which end of a range."""
    honeypot: bool = False
    """A trap for robots: hidden by style, to be left alone."""
    group: str = ""
    """Text shared by several fields (legend, head of a row); equal for fields that belong together."""
    size: int = 0
    title: str = ""
    """Tool tip (`title=`), empty if there is none; says the same as the label would."""


@dataclass(frozen=True, slots=True)
class Button:
    control: Literal["submit", "image", "button"]
    """`button` is a `<button>` element; the others are inputs."""
    text: str
    name: str = ""
    value: str = ""


@dataclass(frozen=True, slots=True)
class FormModel:
    """One form of a site; equal on every page it stands on but for session tokens."""

    key: str
    """Unique within the site, never shown."""
    kind: Kind
    domain: str
    """Domain whose records it brings up; empty for forms that bring up none."""
    source: str
    """Key of the source behind it, empty if there is none."""
    action: str
    method: Literal["get", "post"]
    inputs: tuple[Input, ...]
    buttons: tuple[Button, ...]
    heading: str = ""
    above: str = ""
    """A heading of its own that stands before it, outside of its tags."""
    multipart: bool = False
    step: int = 0
    """0: one step; 1, 2 …: which step of a multi-step search this form is."""

    @property
    def searchable(self) -> bool:
        return self.kind in ("search", "site-search")


# ── pages ─────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Anchor:
    """A link as it is written; `href` as the page has it (absolute or relative to the host: `/a/b`)."""

    href: str
    text: str
    icon: bool = False
    """Shown as an image; its text is the image's alt text and may be empty."""
    rel: str = ""


Piece = str | Anchor


@dataclass(frozen=True, slots=True)
class Heading:
    text: str
    level: int = 2


@dataclass(frozen=True, slots=True)
class Prose:
    """A paragraph: words with links among them."""

    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Listing:
    """Items one below the other: menus, teasers, directory entries, footers."""

    items: tuple[tuple[Piece, ...], ...]
    role: Literal["menu", "teasers", "directory", "related", "tags", "crumbs", "legal", "archive"]
    heading: str = ""


@dataclass(frozen=True, slots=True)
class Results:
    """Records in answer to a query, cut as the site shows them."""

    heads: tuple[str, ...]
    """Visible names of the fields, for families that show them."""
    rows: tuple[tuple[str, ...], ...]
    """One record a row; cells in the order of `heads`."""
    keys: tuple[str, ...]
    """Identity of each record, never shown."""
    links: tuple[str, ...] = ()
    """Detail page of each, empty if there are none."""


@dataclass(frozen=True, slots=True)
class Details:
    """One record in full."""

    key: str
    pairs: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Pager:
    """Ways to the other pages of an answer."""

    here: int
    """Counted from 1, as readers see it; so are `numbered`."""
    pages: int
    """Pages there are, 0 if the site does not say."""
    previous: str = ""
    following: str = ""
    numbered: tuple[tuple[int, str], ...] = ()
    style: Literal["links", "post", "more"] = "links"
    """`post`: a form whose buttons page; `more`: a button whose endpoint brings the next records."""
    words: tuple[str, str] = ("Previous", "Next")
    rel: bool = False
    hidden: tuple[tuple[str, str], ...] = ()
    """Fields a `post` pager sends along."""
    field: str = ""
    """Under which name the buttons of a `post` pager send the number of a page (`here` ± 1, or one of
    `numbered`); if empty, each button is a form of its own, whose action is `previous` or `following`."""


Block = Heading | Prose | Listing | FormModel | Results | Details | Pager


@dataclass(frozen=True, slots=True)
class Zone:
    """A part of the page with a role; families place and mark zones in their own way."""

    role: Literal["header", "nav", "main", "aside", "footer"]
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A whole page."""

    url: str
    title: str
    language: str
    zones: tuple[Zone, ...]
    type: str = "page"
    """Type of page (home, section, item, form, results, record, …): families use another template for each."""
    status: int = 200
    noindex: bool = False
    nofollow: bool = False
    canonical: str = ""
    opensearch: str = ""
    search_action: str = ""
    next: str = ""
    """`<link rel=next>`."""
