"""The tags of a source with their place in it, by the tokenizer of the HTML standard.

Only the rare passes over hostile or broken markup use this: it costs about as much as building the tree.
"""

from collections.abc import Iterator
from typing import NamedTuple

from turbohtml import TokenType, tokenize


class Tag(NamedTuple):
    """`html[start:end]` is the tag."""

    name: str
    closing: bool
    start: int
    end: int
    attributes: int
    """How many it has."""


def tags_of(html: str) -> Iterator[Tag]:
    """Start and end tags in order. Line ends must be `\\n` alone, as `tame` leaves them.

    The tokenizer tells line and column; what stands there is compared with the tag, so that a position that
    is not what we take it for ends the iteration instead of cutting a page in the wrong place.
    """
    line_starts = [0]
    place = html.find("\n")
    while place >= 0:
        line_starts.append(place + 1)
        place = html.find("\n", place + 1)
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
