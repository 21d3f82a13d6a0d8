"""What a browser sends, read: query, form data in either encoding, or JSON is nobody's business here.

>>> dict(fields_sent("page=2", "application/x-www-form-urlencoded", b"q=a+b&q=c"))
{'page': ['2'], 'q': ['a b', 'c']}
"""

import re
from urllib.parse import parse_qsl

_MOST = 500
"""Fields read of one request."""


def fields_sent(query: str, content_type: str, body: bytes) -> dict[str, list[str]]:
    """Name → values, those of the address first."""
    sent: dict[str, list[str]] = {}
    for name, value in (*_pairs(query), *_body(content_type, body)):
        sent.setdefault(name, []).append(value)
    return sent


def _pairs(text: str) -> list[tuple[str, str]]:
    return parse_qsl(text[:100_000], keep_blank_values=True)[:_MOST]


def _body(content_type: str, body: bytes) -> list[tuple[str, str]]:
    if not body:
        return []
    if content_type.lower().startswith("multipart/form-data"):
        return _parts(content_type, body)
    return _pairs(body.decode("utf-8", "replace"))


def _parts(content_type: str, body: bytes) -> list[tuple[str, str]]:
    """RFC 7578: parts between boundaries, the name in Content-Disposition; files count by their name only."""
    boundary = re.search(r'boundary="?([^";]+)', content_type)
    if boundary is None:
        return []
    found = []
    for part in body.split(b"--" + boundary[1].encode())[1:_MOST]:
        head, _, content = part.partition(b"\r\n\r\n")
        name = re.search(rb'[; ]name="([^"]*)"', head)
        file = re.search(rb'filename="([^"]*)"', head)
        if name is not None:
            value = file[1] if file is not None else content.removesuffix(b"\r\n")
            found.append((name[1].decode("utf-8", "replace"), value.decode("utf-8", "replace")))
    return found
