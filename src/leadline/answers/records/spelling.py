"""Names in two spellings: with letters beyond ASCII, and as programs print them that list files."""

import re
from urllib.parse import quote

_OCTAL = re.compile(r"(?:[\\/][23][0-7]{2})+")
"""Bytes of a name as C and git write them; the slash is what the backslash of an address becomes (WHATWG URL)."""
_STROKE = re.compile(r"[\\/]")
_QUOTED = re.compile(r'(.*?)(?:\.(?:md|markdown|rst|textile|wiki|html?))?(?:%22|")', re.IGNORECASE)
"""The rest of a quoted name; endings are those of sources that a site shows as pages, without them."""


def unescaped(text: str, *, in_address: bool = False) -> str:
    """A name in quotation marks and escapes (so git and ls print what is not plain letters) as it is written
    without them, and without the ending of a page's source. What nothing is escaped in stays: "a.md" and "a.txt"
    are two.

    >>> unescaped(r'"S\\303\\270ren.md"'), unescaped('"Emma.md"'), unescaped("/%22/303/270%22", in_address=True)
    ('Søren', '"Emma.md"', '/%C3%B8')
    """
    head, _, name = text.partition("%22") if in_address else ("", "", text[1:] if text[:1] == '"' else "")
    if not (quoted := _QUOTED.fullmatch(name)) or not _OCTAL.search(name):
        return text

    def read(found: re.Match[str]) -> str:
        try:
            letters = bytes(int(one, 8) for one in _STROKE.split(found[0])[1:]).decode()
        except UnicodeDecodeError:
            return found[0]
        return quote(letters) if in_address else letters

    return head + _OCTAL.sub(read, quoted[1])
