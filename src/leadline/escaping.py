"""Hostile text on its way to a terminal, a log or a reader of JSON: characters that steer are written as numbers.

What steers: controls of both sets (C0, DEL and C1), the line ends that only some programs know (U+2028, U+2029),
and marks that turn the direction of writing, with which a line shows something else than it says.
"""

import re

_STEERING = "\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069"
_IN_JSON = re.compile(f"[{_STEERING}]")
_BUT_LINES = re.compile(f"[\x00-\x08\x0b-\x1f{_STEERING}]")


def escaped(text: str) -> str:
    """A sentence on one line: whatever is not to be seen in it is a number.

    >>> escaped("a\\x1b[31mb\\u202ec\\nd")
    'a\\\\x1b[31mb\\\\u202ec\\\\x0ad'
    """
    return text if text.isprintable() else "".join(c if c.isprintable() else _number(ord(c)) for c in text)


def escaped_lines(text: str) -> str:
    """What people read on a terminal, on several lines: their ends stay, and tabs; what steers is a number."""
    return _BUT_LINES.sub(lambda found: _number(ord(found[0])), text)


def escaped_json(document: str) -> str:
    """JSON that means the same: what steers stands inside of strings only, and becomes an escape there.

    >>> escaped_json('{"title": "a\\u202eb"}')
    '{"title": "a\\\\u202eb"}'
    """
    if document.isascii() and "\x7f" not in document:
        return document
    return _IN_JSON.sub(lambda found: f"\\u{ord(found[0]):04x}", document)


def _number(code: int) -> str:
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
