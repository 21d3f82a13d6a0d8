"""What a reader finds on a sheet: its links, its forms, its words."""

from collections.abc import Iterator

from leadline_lab.anatomy import Anchor, FormModel, Heading, Listing, Pager, Piece, Prose, Sheet


def anchors(sheet: Sheet) -> Iterator[Anchor]:
    """Every link, those of pagers too."""
    for zone in sheet.zones:
        for block in zone.blocks:
            if isinstance(block, Pager):
                hrefs = (block.previous, block.following, *(href for _, href in block.numbered))
                yield from (Anchor(href, "") for href in hrefs if href)
            else:
                yield from (piece for piece in _pieces(block) if isinstance(piece, Anchor))


def forms(sheet: Sheet) -> list[FormModel]:
    return [block for zone in sheet.zones for block in zone.blocks if isinstance(block, FormModel)]


def words(sheet: Sheet) -> str:
    """The text a reader sees, forms left out."""
    said = [sheet.title]
    for zone in sheet.zones:
        for block in zone.blocks:
            if isinstance(block, Heading):
                said.append(block.text)
            said += [piece if isinstance(piece, str) else piece.text for piece in _pieces(block)]
    return " ".join(said)


def _pieces(block: object) -> tuple[Piece, ...]:
    if isinstance(block, Prose):
        return block.pieces
    if isinstance(block, Listing):
        return tuple(piece for item in block.items for piece in item)
    return ()
