"""Sources made harmless before lexbor builds a tree of them, at next to no cost for ordinary pages.

Tree building by the standard takes quadratic time, and sometimes quadratic memory, on markup nobody writes:
elements nested thousands deep (each `<p>` or `</x>` searches the stack), formatting elements never closed
(each paragraph opens all of them again), one tag with a hundred thousand attributes (each is compared with
all before). Browsers cap the depth; lexbor does not. So:

- up to `FEW_TAGS` tags nothing is looked at: the square of so few is a few hundredths of a second;
- up to `MANY_TAGS` tags and `LONG` characters two counts decide: what has about as many end tags as pages
  have, and no long stretch without a `>`, is let through;
- of everything else the nesting is estimated; only what might be slow is tokenised, which costs more than parsing
  it, and thinned where it nests too deep (`thin`).

Thinning drops tags, never text, controls, links or forms. Also here: NULs become U+FFFD (nothing but our own
marks may hold one, see `flow`), lone surrogates too (they cannot be encoded), and line ends become `\\n`.
"""

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from turbohtml import TokenType, tokenize

from leadline.parse.tree import elements

MOST_WEIGHT = 400_000
"""How much of one page is read, in elements (four each), their attributes and end tags (one each): a list of 5,000
records with ten elements each. A tree and what is read from it take up to 300 bytes a unit, whatever they say."""
_ELEMENT, _END = 4, 1
_MOST_STRAYS = 2_000
_STRAY = re.compile(r"((?:</t[dhr]|<tr|</?tbody|</?thead|<table)\b[^<>]*>\s*+)(?=[^\s<])", re.IGNORECASE)
FEW_TAGS = 2_000
MANY_TAGS = 10_000
LONG = 256 * 1024
_STRETCH = 4_096  # a tag of twice this length is sure to be seen; it has room for 4,000 attributes: 20 ms
_MANY_WORDS = 100
_RAW = ("script", "style", "SCRIPT", "STYLE")
_FEWEST_ENDS = 0.3  # share of end tags among all tags from which a page counts as ordinary


def tamed(html: str) -> tuple[str, bool]:
    """The same page for all that reads it, safe to parse, and whether it is whole; of one with too many tags, the
    beginning."""
    html = _levelled(html)
    whole = True
    if len(html) > LONG:
        beginning = _beginning(html)
        whole = len(beginning) == len(html)
        html = _with_cells(beginning)
    if _suspicious(html):
        from leadline.parse.thin import thinned  # for hostile pages only

        html = thinned(html)
    return html, whole


def _levelled(html: str) -> str:
    if not html.isascii():
        try:
            html.encode("utf-8")
        except UnicodeEncodeError:
            html = html.encode("utf-8", "replace").decode("utf-8")
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


def _suspicious(html: str) -> bool:
    find = html.find
    for place in range(0, len(html) - _STRETCH, _STRETCH):
        if find(">", place, place + _STRETCH) < 0 and _may_be_one_tag(html, place):
            return True
    tags = html.count("<")
    if tags <= FEW_TAGS:
        return False
    ordinary = len(html) <= LONG and tags <= MANY_TAGS and html.count("</") >= _FEWEST_ENDS * tags
    return not ordinary and risky(html)


def _may_be_one_tag(html: str, place: int) -> bool:
    """Whether a stretch may be the middle of one tag with very many attributes.

    It has no `>` (the caller has looked), a tag was begun before it and not ended, and there is space between
    attributes: a picture written into its own address has none. Scripts and style sheets have all of that and
    are no tag."""
    if html.rfind("<", 0, place) <= html.rfind(">", 0, place):
        return False
    if len(html[place : place + _STRETCH].split()) < _MANY_WORDS:
        return False
    return all(html.rfind(f"<{tag}", 0, place) <= html.rfind(f"</{tag}", 0, place) for tag in _RAW)


# ── how deep a page may nest ──────────────────────────────────────────────────────────────────────────────

_DEEP = 200  # levels below which no page is slow to build; real pages stay under 60
_STRAY_ENDS = 1_000  # end tags that close nothing, or not what was opened last: each searches the stack
_NEAR = 16
_TAGS_IN_TAGS = 200
_OPEN_FORMATTING = 30
_UNPARSED = re.compile(r"<(!--|script|style|title|textarea|xmp|noembed|noframes|iframe)", re.IGNORECASE)
_TAG = re.compile(r"<(/?)([a-z][a-z0-9]*)")
_IN_TAG = re.compile(r"<[^<>]*(?=<)")
_FLAT, FORMATTING = elements("flat"), elements("formatting")


def risky(html: str) -> bool:
    """Whether building the tree of this page might take more than linear time, estimated from what looks like a
    tag. It errs on the side of suspicion: what is called risky is looked at properly.

    >>> risky("<p>one<p>two<img>" * 5000), risky("<div>" * 5000), risky("<b><p></b>" * 5000)
    (False, True, False)
    >>> risky("<font color=red><p>x</p>" * 5000), risky("</x>" * 5000)
    (True, True)
    """
    markup = _markup_of(html)
    if sum(1 for _ in islice(_IN_TAG.finditer(markup), _TAGS_IN_TAGS + 1)) > _TAGS_IN_TAGS:
        return True  # end tags hidden in attributes
    open_tags: list[str] = []
    formatting = stray = stray_flat = 0
    for closing, name in _TAG.findall(markup.lower()):
        if name in _FLAT:
            stray_flat += 1 if closing else -1
            if stray_flat <= _STRAY_ENDS:
                continue
        elif name in FORMATTING:
            formatting = max(0, formatting - 1) if closing else formatting + 1
        elif not closing:
            open_tags.append(name)
        elif open_tags and open_tags[-1] == name:
            open_tags.pop()
            continue
        else:
            stray += 1
            if name in open_tags[-_NEAR:]:
                while open_tags.pop() != name:
                    pass
        if len(open_tags) > _DEEP or formatting > _OPEN_FORMATTING or max(stray, stray_flat) > _STRAY_ENDS:
            return True
    return False


def _markup_of(html: str) -> str:
    """The page without comments, scripts and other raw text, which may hold anything that looks like a tag."""
    kept = []
    end = 0
    while (opened := _UNPARSED.search(html, end)) is not None:
        kept.append(html[end : opened.start()])
        name = opened[1].lower()
        closing = re.compile("-->" if name == "!--" else f"</{name}", re.IGNORECASE).search(html, opened.end())
        if closing is None:
            return "".join(kept)
        end = closing.end()
    return "".join((*kept, html[end:]))


# ── the tags of a source, by the tokenizer of the standard ────────────────────────────────────────────────


class Tag(NamedTuple):
    """`html[start:end]` is the tag."""

    name: str
    closing: bool
    start: int
    end: int
    attributes: int  # how many it has


def tags_of(html: str) -> Iterator[Tag]:
    """Start and end tags in order. Line ends must be `\\n` alone, as `tame` leaves them.

    The tokenizer tells line and column; what stands there is compared with the tag, so that a position that
    is not what we take it for ends the iteration instead of cutting a page in the wrong place."""
    line_starts = [0, *(found.end() for found in re.finditer("\n", html))]
    end_tag = TokenType.END_TAG
    tags = (TokenType.START_TAG, end_tag)
    for token in tokenize(html, capture_source=True):
        kind = token.type
        if kind not in tags:
            continue
        source, name = token.source, token.tag
        if source is None or name is None or token.line > len(line_starts):
            return
        start = line_starts[token.line - 1] + token.col
        if not html.startswith(source, start):
            return
        yield Tag(name, kind == end_tag, start, start + len(source), len(token.attrs or ()))
