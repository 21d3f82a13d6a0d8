"""What stands around the main part of every page: head, menu, side, foot."""

from collections.abc import Iterable, Sequence

from leadline_lab.anatomy import Anchor, Block, Heading, Listing, Piece, Prose, Sheet, Zone
from leadline_lab.pages.manner import Role
from leadline_lab.pages.writer import Writer
from leadline_lab.plan import Page


def sheet(
    writer: Writer,
    main: Sequence[Block],
    title: str,
    kind: str,
    aside: Iterable[Block] = (),
    status: int = 200,
    address: str = "",
) -> Sheet:
    """A page of the site around a main part; `address` is for those that are no pages of its plan."""
    plan, manner = writer.plan, writer.manner
    parts: dict[Role, list[Block]] = {"header": [], "nav": [], "main": [], "aside": [], "footer": []}
    home = writer.address(plan.outline.index or "/")
    parts["header"].append(Prose((Anchor(home, manner.brand, icon=manner.snippets),)))
    parts["nav"].append(Listing(tuple([(writer.menu_link(page),) for page in manner.menu]), "menu"))
    parts["main"] += main
    parts["aside"] += aside
    if plan.placed.everywhere:
        parts["aside"].append(writer.directory(plan.placed.everywhere, None, manner.partners))
    if plan.outline.calendar:
        link = Anchor(writer.href(Page("calendar", _TODAY)), manner.speech.months[_TODAY % 12])
        parts["aside"].append(Listing(((link,),), "archive"))
    parts["footer"] += _foot(writer)
    for index, role in manner.everywhere:
        parts[role] += writer.forms((index,))
    return Sheet(
        url=plan.root + address if address else plan.url(writer.page),
        title=f"{title} - {manner.brand}" if title != manner.brand else title,
        language=plan.site.language,
        zones=tuple(Zone(role, tuple(blocks)) for role, blocks in parts.items() if blocks),
        type=kind,
        status=status,
    )


_TODAY = 2012 * 12 + 5


def _foot(writer: Writer) -> list[Block]:
    manner = writer.manner
    pages = (*manner.foot, *manner.menu) if manner.long_foot else manner.foot
    blocks: list[Block] = []
    if pages:
        blocks.append(Listing(tuple([(writer.menu_link(page),) for page in pages]), "legal"))
    blocks.append(Prose((f"© {manner.brand}",)))
    return blocks


def crumbs(writer: Writer, above: Iterable[Page]) -> Listing:
    items: list[tuple[Piece, ...]] = [(writer.menu_link(page),) for page in above]
    return Listing((*items, (writer.title(writer.page),)), "crumbs")


def heading(text: str) -> Heading:
    return Heading(text[:1].upper() + text[1:], 1)


def links_in(main: Iterable[Block]) -> int:
    """Links among blocks made so far, pagers and forms not counted."""
    return sum(_links(block) for block in main)


def _links(block: Block) -> int:
    if isinstance(block, Listing):
        return sum(isinstance(piece, Anchor) for item in block.items for piece in item)
    if isinstance(block, Prose):
        return sum(isinstance(piece, Anchor) for piece in block.pieces)
    return 0
