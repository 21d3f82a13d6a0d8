"""What a layout family is made of: pieces of HTML with holes, filled in by string joining.

- `{}` or `{name}` is a hole for content.
- `[slot]` after a tag's name becomes the class or id that the site has for that slot, or nothing.
- `$paper`, `$ink`, `$dark`, `$light`, `$link`, `$font`, `$size` are the colours and type of the site.

Every family fills every field; `skins.dressed` turns a family into the same family in a site's words.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from leadline_lab.render.writing import Hand


@dataclass(frozen=True, slots=True)
class ListTemplate:
    """A listing: `lead` goes around the first piece of an item, `rest` around the others if there are any."""

    frame: str
    item: str
    lead: str = "{}"
    rest: str = "{}"
    between: str = ""
    head: str = "<h3[list-head]>{}</h3>"
    link: str = "[link]"
    """What a link's tag says beside its address."""


@dataclass(frozen=True, slots=True)
class RowTemplate:
    """One field with its label, by where the label stands; `bare` has none. Holes: label, field."""

    left: str
    above: str
    right: str
    below: str
    bare: str

    def at(self, placement: str) -> str:
        return str(getattr(self, placement)) if placement in _PLACES else self.bare


_PLACES = frozenset({"left", "above", "right", "below"})

IN_LINE = RowTemplate(
    left="{label} {field}",
    above='<span style="display:inline-block">{label}<br>{field}</span>',
    right="{field} {label}",
    below='<span style="display:inline-block">{field}<br>{label}</span>',
    bare="{field}",
)
"""Fields within a line of several."""


@dataclass(frozen=True, slots=True)
class FormTemplate:
    frame: str
    """Holes: form (the start tag), heading, hidden, opening (words before the first row of a search), rows,
    buttons. It writes the end tag itself."""
    rows: RowTemplate
    section: str
    """Fields under one text. Holes: legend, rows, span (their number and one)."""
    buttons: str
    trap: str
    """A row that nobody sees. Holes: hide (an attribute), label, field."""
    heading: str = "<h3[form-head]>{}</h3>"
    inner: RowTemplate | None = None
    """Rows within a section, where they differ."""
    label: str = "{}"
    """A label in its place."""
    loose: str = "{}"
    """Its text, where it is not tied to its field; `tied` where it is."""
    tied: str = "<label[label]{for}>{text}</label>"
    choices: str = "{}"
    choice: str = "{}"
    choice_between: str = "<br>"
    row_between: str = ""
    colon: str = ":"
    sound: str = ""
    """The frame of more careful sites, where `frame` begins its form between a table and its rows."""


@dataclass(frozen=True, slots=True)
class ResultTemplate:
    frame: str
    """Holes: heads, rows."""
    row: str
    first: str
    """The cell that leads to the record."""
    cell: str
    """Another cell with its head. Holes: head, value."""
    bare: str
    """Another cell without."""
    heads: str = ""
    """The row of heads, if there is one; `head` is a cell in it."""
    head: str = ""
    other: str = ""
    """Every second row, if it looks different."""
    between: str = ""


@dataclass(frozen=True, slots=True)
class DetailTemplate:
    frame: str
    pair: str
    """Holes: head, value."""


@dataclass(frozen=True, slots=True)
class PagerTemplate:
    frame: str
    step: str = "{}"
    here: str = "<b>{}</b>"
    between: str = " "


Lists = Mapping[str, ListTemplate]


@dataclass(frozen=True, slots=True)
class Family:
    name: str
    era: int
    """0: before style sheets · 1: early ones · 2: today."""
    doctype: str
    bodies: tuple[str, ...]
    """What stands in the body, in several arrangements. Holes: header, nav, main, aside, footer."""
    zones: Mapping[str, str]
    headings: tuple[str, ...]
    """From level 1 on; the last one is for all below."""
    prose: str
    lists: Lists
    form: FormTemplate
    compact: FormTemplate
    """For small forms beside the content: a box in a header."""
    results: ResultTemplate
    details: DetailTemplate
    pager: PagerTemplate
    style: tuple[tuple[str, str], ...]
    """Rules: selector with slots, declarations. A rule goes where the site has no name for one of its slots."""
    hands: tuple[Hand, ...] = (Hand(),)
    wrappers: tuple[str, ...] = ("<div[box]>{}</div>", "<div><div[box]>{}</div></div>")
    """What stands around the parts of a page that does not follow its template."""
    charsets: tuple[str, ...] = ("utf-8",)
    body_tag: str = "<body[body]>"
    head_extra: str = ""
    searching: str = "{}"
    """Around a search form, on sites that mark theirs."""
    searching_role: str = ""
    unnamed: float = 0.1
    """Share of sites without class names."""


def lists(menu: ListTemplate, teasers: ListTemplate, entries: ListTemplate, inline: ListTemplate) -> Lists:
    """Templates by role of listing, each with class names of its own: `[list]` and `[item]` become its slots."""
    crumbs = replace(inline, between=inline.between.replace("$bar", "$crumb"))
    chosen = {
        "menu": menu, "teasers": teasers, "directory": entries, "related": entries, "archive": entries,
        "tags": inline, "crumbs": crumbs, "legal": inline,
    }  # fmt: skip
    return {role: _for_role(template, role) for role, template in chosen.items()}


def _for_role(template: ListTemplate, role: str) -> ListTemplate:
    def own(text: str) -> str:
        return text.replace("[list]", f"[{role}]").replace("[item]", f"[{role}-item]")

    return replace(
        template,
        frame=own(template.frame),
        item=own(template.item),
        link=template.link.replace("[link]", f"[{role}-link]"),
    )
