"""Names in two spellings: with letters beyond ASCII, and as programs print them that list files."""

import re
from collections.abc import Iterator
from urllib.parse import quote

_OCTAL = re.compile(r"(?:[\\/][23][0-7]{2})+")
"""Bytes of a name as C and git write them; the slash is what the backslash of an address becomes (WHATWG URL)."""
_STROKE = re.compile(r"[\\/]")
_ENDING = re.compile(r"\.\w+$")
_QUOTED = re.compile(r'(?:"|&quot;|&#34;)([^"<>&]*\\[23][0-7]{2}[^"<>&]*)(?:"|&quot;|&#34;)')


def shared_ending(html: str) -> str:
    """What all names in quotation marks and escapes end in: the ending of the files that a site shows as pages,
    without it. What stays is template; where two end differently, endings tell them apart.

    >>> (
    ...     shared_ending(r'<b>"S\\303\\270ren.md"</b>'),
    ...     shared_ending(r'<b>"\\303\\270.md"</b> <b>"\\303\\271.txt"</b>'),
    ... )
    ('.md', '')
    """
    endings = set(_endings(html)) if "\\" in html else set()
    return endings.pop() if len(endings) == 1 else ""


def _endings(html: str) -> Iterator[str]:
    for found in _QUOTED.finditer(html):
        ending = _ENDING.search(found[1])
        yield ending[0] if ending else ""


def unescaped(text: str, ending: str = "") -> str:
    """A name in quotation marks and escapes (so git and ls print what is not plain letters) as it is written
    without them, and without the ending that all of them have. What nothing is escaped in stays.

    >>> unescaped(r'"S\\303\\270ren.md"', ".md"), unescaped('"Emma.md"', ".md")
    ('Søren', '"Emma.md"')
    """
    name = text[1:-1] if text[:1] == text[-1:] == '"' else ""
    return _read(name, quoted=False).removesuffix(ending) if _OCTAL.search(name) else text


def unescaped_path(path: str) -> str:
    """The same in an address. There endings go: what is called differently is two for its title.

    >>> unescaped_path("/wiki/%22/303/270.md%22")
    '/wiki/%C3%B8'
    """
    head, mark, name = path.partition("%22")
    if not mark or not name.endswith("%22") or not _OCTAL.search(name):
        return path
    return head + _ENDING.sub("", _read(name[:-3], quoted=True))


def _read(name: str, *, quoted: bool) -> str:
    def letters(found: re.Match[str]) -> str:
        try:
            read = bytes(int(one, 8) for one in _STROKE.split(found[0])[1:]).decode()
        except UnicodeDecodeError:
            return found[0]
        return quote(read) if quoted else read

    return _OCTAL.sub(letters, name)
