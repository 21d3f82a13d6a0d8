"""A sheet as a whole page: its zones in the arrangement of the site, its blocks in the templates of the family.

A page's type decides what stands around its main part, the same on all pages of that type, so that tag paths
tell types and zones apart. A share of the pages (1 − `regularity`) wrap their zones in their own way.
"""

from functools import lru_cache

from leadline_lab.anatomy import Block, Details, FormModel, Heading, Listing, Pager, Prose, Results, Sheet
from leadline_lab.randomness import dice
from leadline_lab.render.blocks import details, heading, listing, prose, results
from leadline_lab.render.controls import Ids
from leadline_lab.render.forms import form
from leadline_lab.render.heads import head
from leadline_lab.render.pagers import pager
from leadline_lab.render.skins import Skin

_ROLES = ("header", "nav", "main", "aside", "footer")
_NARROW = frozenset({"header", "nav"})


def render(sheet: Sheet, skin: Skin) -> str:
    """The page as HTML, in characters that `skin.charset` has; the rest stands as references."""
    inside = dict.fromkeys(_ROLES, "")
    ids = Ids(skin)
    for zone in sheet.zones:
        small = zone.role in _NARROW
        inside[zone.role] += "\n".join([_block(block, skin, ids, small=small) for block in zone.blocks])
    inside["main"] = typical(skin.seed, skin.number, skin.family.wrappers, sheet.type).replace(
        "{}", inside["main"]
    )
    if skin.regularity < 1.0:
        _vary(inside, sheet.url, skin)
    zones = skin.family.zones
    filled = {role: zones[role].replace("{}", text) if text else "" for role, text in inside.items()}
    body = skin.body.format(**filled)
    html = "\n".join((head(sheet, skin), skin.family.body_tag, body, skin.hand.copy("</body></html>"), ""))
    if skin.charset == "utf-8" or html.isascii():
        return html
    return html.encode(skin.charset, "xmlcharrefreplace").decode(skin.charset)


def _block(block: Block, skin: Skin, ids: Ids, *, small: bool) -> str:
    if isinstance(block, Listing):
        return listing(block, skin)
    if isinstance(block, Prose):
        return prose(block, skin)
    if isinstance(block, Heading):
        return heading(block, skin)
    if isinstance(block, FormModel):
        return form(block, skin, ids, small=small)
    if isinstance(block, Results):
        return results(block, skin)
    if isinstance(block, Pager):
        return pager(block, skin)
    assert isinstance(block, Details)
    return details(block, skin)


@lru_cache(maxsize=4_096)
def typical(seed: int, number: int, wrappers: tuple[str, ...], page_type: str) -> str:
    """What stands around the main part of all pages of a type at a site; nothing at a third of them."""
    roll = dice(seed, "type", number, page_type)
    return roll.pick(wrappers) if roll.chance(0.67) else "{}"


def _vary(inside: dict[str, str], url: str, skin: Skin) -> None:
    roll = dice(skin.seed, "wrap", url)
    if roll.random() < skin.regularity:
        return
    for role, text in inside.items():
        if text:
            for _ in range(roll.between(1, 2)):
                inside[role] = roll.pick(skin.family.wrappers).replace("{}", inside[role])
