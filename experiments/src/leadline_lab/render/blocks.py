"""Headings, paragraphs, listings, results and details as HTML."""

from collections.abc import Sequence

from leadline_lab.anatomy import Anchor, Details, Heading, Listing, Piece, Prose, Results
from leadline_lab.render.skins import Skin
from leadline_lab.render.templates import ListTemplate, ResultTemplate
from leadline_lab.render.writing import text_of

_CLINGING = frozenset(".,;:!?)]»”’")
"""What takes no space before it."""


def heading(block: Heading, skin: Skin) -> str:
    levels = skin.family.headings
    return levels[min(max(block.level, 1), len(levels)) - 1].replace("{}", text_of(block.text))


def prose(block: Prose, skin: Skin) -> str:
    return skin.family.prose.replace("{}", together(block.pieces, skin, ""))


def together(pieces: Sequence[Piece], skin: Skin, link: str) -> str:
    """Words and links in one line; `link` is what the tag of a link says beside its address."""
    if len(pieces) == 1 and isinstance(only := pieces[0], Anchor):
        return anchor(only, skin, link)
    parts: list[str] = []
    for piece in pieces:
        if isinstance(piece, str):
            if parts and piece[:1] not in _CLINGING:
                parts.append(" ")
            parts.append(text_of(piece))
        else:
            if parts:
                parts.append(" ")
            parts.append(anchor(piece, skin, link))
    return "".join(parts)


def anchor(link: Anchor, skin: Skin, extra: str = "") -> str:
    """A link; most of a page is links, so this takes the short way for all but icons."""
    hand = skin.hand
    shown = _icon(link.text, skin) if link.icon else text_of(link.text)
    if link.rel:
        extra += hand.attributes((("rel", link.rel),))
    href = hand.value(link.href)
    if hand.capitals:
        return f"<A HREF{href}{extra}>{shown}</A>"
    return f"<a{extra} href{href}>{shown}</a>" if hand.backwards else f"<a href{href}{extra}>{shown}</a>"


def _icon(text: str, skin: Skin) -> str:
    frame = (("border", "0"),) if skin.family.era == 0 else ()
    given = (("src", skin.habits.icon), ("alt", text), *frame)
    return skin.hand.tag("img", given, skin.names.attribute("icon"))


def listing(block: Listing, skin: Skin) -> str:
    template = skin.family.lists[block.role]
    if template.lead == template.rest == "{}":
        items = [together(pieces, skin, template.link) for pieces in block.items]
    else:
        items = [_lead_and_rest(pieces, skin, template) for pieces in block.items]
    before, after = template.item.split("{}")
    body = f"{after}{template.between}{before}".join(items)
    body = template.frame.replace("{}", f"{before}{body}{after}") if items else ""
    return template.head.replace("{}", text_of(block.heading)) + body if block.heading else body


def _lead_and_rest(pieces: Sequence[Piece], skin: Skin, template: ListTemplate) -> str:
    lead = template.lead.replace("{}", together(pieces[:1], skin, template.link))
    if len(pieces) < 2:
        return lead
    return f"{lead} {template.rest.replace('{}', together(pieces[1:], skin, template.link))}"


def results(block: Results, skin: Skin) -> str:
    """Records one below the other; the first cell that says something leads to the record."""
    template = skin.family.results
    shows = skin.habits.heads and bool(block.heads)
    edges = _edges(template, block.heads if shows else (), max(map(len, block.rows), default=0))
    rows: list[str] = []
    links = block.links or ("",) * len(block.rows)
    for place, (row, href) in enumerate(zip(block.rows, links, strict=True)):
        cells = [text_of(cell) for cell in row]
        if href and cells:
            first = next((n for n, cell in enumerate(cells) if cell.strip()), 0)
            cells[first] = anchor(Anchor(href, row[first]), skin)
        inside = "".join(f"{edges[n][0]}{cell}{edges[n][1]}" for n, cell in enumerate(cells))
        frame = template.other if place % 2 and skin.habits.striped and template.other else template.row
        rows.append(frame.replace("{}", inside))
    return template.frame.format(heads=_heads(template, block.heads, skin), rows=template.between.join(rows))


def _edges(template: ResultTemplate, heads: Sequence[str], columns: int) -> list[tuple[str, str]]:
    """What stands before and after each cell of a row."""
    edges: list[tuple[str, str]] = []
    for column in range(columns):
        if column == 0:
            before, after = template.first.split("{}")
        elif column < len(heads):
            before, after = template.cell.split("{value}")
            before = before.replace("{head}", text_of(heads[column]))
            after = after.replace("{head}", text_of(heads[column]))
        else:
            before, after = template.bare.split("{}")
        edges.append((before, after))
    return edges


def _heads(template: ResultTemplate, heads: Sequence[str], skin: Skin) -> str:
    if not (template.heads and heads and skin.habits.heads):
        return ""
    return template.heads.replace("{}", "".join(template.head.replace("{}", text_of(head)) for head in heads))


def details(block: Details, skin: Skin) -> str:
    template = skin.family.details
    shown = (template.pair.format(head=text_of(head), value=text_of(value)) for head, value in block.pairs)
    return template.frame.replace("{}", "".join(shown))
