"""Sources made harmless before lexbor builds a tree of them, at next to no cost for ordinary pages.

Tree building by the standard takes quadratic time, and sometimes quadratic memory, on markup nobody writes:
elements nested thousands deep (each `<p>` or `</x>` searches the stack), formatting elements never closed
(each paragraph opens all of them again), one tag with a hundred thousand attributes (each is compared with
all before). Browsers cap the depth; lexbor does not. So:

- up to `FEW_TAGS` tags nothing is looked at: the square of so few is a few hundredths of a second;
- up to `MANY_TAGS` tags and `LONG` characters two counts decide: what has about as many end tags as pages
  have, and no long stretch without a `>`, is let through;
- of everything else the nesting is estimated (`nesting`); only what might be slow is tokenised, which costs as
  much as parsing it, and thinned where it nests too deep.

Thinning drops tags, never text, controls, links or forms. Also here: NULs become U+FFFD (nothing but our own
marks may hold one, see `flow`), lone surrogates too (they cannot be encoded), and line ends become `\\n`.
"""

import re
from itertools import islice
from typing import NamedTuple

from leadline.parse.thin import thinned
from leadline.parse.tokens import tags_of

MOST_WEIGHT = 400_000
"""How much of one page is read, in elements (four each), their attributes and end tags (one each): a list of 5,000
records with ten elements each. A tree and what is read from it take up to 300 bytes a unit, whatever they say."""
_ELEMENT, _END = 4, 1
_MOST_STRAYS = 2_000
_STRAY = re.compile(r"((?:</t[dhr]|<tr|</?tbody|</?thead|<table)\b[^<>]*>\s*+)(?=[^\s<])", re.IGNORECASE)
FEW_TAGS = 2_000
MANY_TAGS = 10_000
LONG = 256 * 1024
_STRETCH = 4_096
"""A tag of twice this length is sure to be seen; it has room for 4,000 attributes: 20 ms."""
_MANY_WORDS = 100
_RAW = ("script", "style", "SCRIPT", "STYLE")
_FEWEST_ENDS = 0.3
"""Share of end tags among all tags from which a page counts as ordinary."""


class Tamed(NamedTuple):
    """The same page for all that reads it, safe to parse; of one with too many tags, the beginning."""

    html: str
    whole: bool


def tamed(html: str) -> Tamed:
    html = _levelled(html)
    whole = True
    if len(html) > LONG:
        beginning = _beginning(html)
        whole = len(beginning) == len(html)
        html = _with_cells(beginning)
    return Tamed(thinned(html) if _suspicious(html) else html, whole)


def _levelled(html: str) -> str:
    if not html.isascii():
        html = html.encode("utf-8", "replace").decode("utf-8") if _has_surrogate(html) else html
    if "\0" in html:
        html = html.replace("\0", "\ufffd")
    if "\r" in html:
        html = html.replace("\r\n", "\n").replace("\r", "\n")
    return html


def _beginning(html: str) -> str:
    if html.count("<") < MOST_WEIGHT // _ELEMENT and len(html) < MOST_WEIGHT * 2:
        return html
    weight = 0
    for tag in tags_of(html):
        weight += _END if tag.closing else _ELEMENT + tag.attributes
        if weight > MOST_WEIGHT:
            return html[: tag.start]
    return html


def _with_cells(html: str) -> str:
    """Text between the cells of a table goes before the table, by the standard: lexbor makes its one text longer
    and longer, and keeps every one of them (20,000 rows: 600 MB). It gets cells of its own where there is much."""
    if html.count("</t") + html.count("<tr") < _MOST_STRAYS:
        return html
    if sum(1 for _ in islice(_STRAY.finditer(html), _MOST_STRAYS)) < _MOST_STRAYS:
        return html
    return _STRAY.sub(r"\1<td>", html)


def _has_surrogate(html: str) -> bool:
    try:
        html.encode("utf-8")
    except UnicodeEncodeError:
        return True
    return False


def _suspicious(html: str) -> bool:
    find = html.find
    for place in range(0, len(html) - _STRETCH, _STRETCH):
        if find(">", place, place + _STRETCH) < 0 and _may_be_one_tag(html, place):
            return True
    tags = html.count("<")
    if tags <= FEW_TAGS:
        return False
    ordinary = len(html) <= LONG and tags <= MANY_TAGS and html.count("</") >= _FEWEST_ENDS * tags
    if ordinary:
        return False
    from leadline.parse.nesting import risky  # numpy takes longer to import than most pages to inspect

    return risky(html)


def _may_be_one_tag(html: str, place: int) -> bool:
    """Whether a stretch may be the middle of one tag with very many attributes.

    It has no `>` (the caller has looked), a tag was begun before it and not ended, and there is space between
    attributes: a picture written into its own address has none. Scripts and style sheets have all of that and
    are no tag.
    """
    if html.rfind("<", 0, place) <= html.rfind(">", 0, place):
        return False
    if len(html[place : place + _STRETCH].split()) < _MANY_WORDS:
        return False
    return all(html.rfind(f"<{tag}", 0, place) <= html.rfind(f"</{tag}", 0, place) for tag in _RAW)
