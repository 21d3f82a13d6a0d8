"""What classes say about an element: that it marks words, holds heads, or is the odd row of a list."""

import re
from functools import lru_cache

from leadline.lexicon.phrases import template

HIGHLIGHT_CLASS = re.compile(
    r"highlight|hilite|hilight|searchword|search-?(?:hit|match|term)|(?:^|[\s_-])(?:hl|hit|mark|match)(?:$|[\s_-])",
    re.IGNORECASE,
)
"""Classes of words that were asked for."""
HEADER_CLASS = template("classes", r"(?:^|[\s_-])(?:\w{0,8}?{headers}|hdr|thead|th)(?:$|[\s_-])")
"""Classes of heads of columns."""
_FLEETING = re.compile(
    r"^(?:odd|even|first|last|alt\w*|active|selected|current|new|unread|read|visited|hover|.*\d|.*\d{3,}.*"
    r"|.*[-_](?:odd|even|first|last))$",
    re.IGNORECASE,
)
"""Classes that differ from row to row of one list."""


@lru_cache(maxsize=8_192)
def stable_classes(names: str) -> frozenset[str]:
    """The classes of an element that every row of its list would have."""
    return frozenset(name for name in names.split() if not _FLEETING.match(name))
