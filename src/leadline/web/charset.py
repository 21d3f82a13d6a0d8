"""Bytes of a page → text: which charset, and on whose word.

The order is that of the HTML standard's encoding sniffing (section 13.2.3.2): byte order mark, `charset` of the
HTTP header, `<meta>` near the beginning, XML declaration; then valid UTF-8 is UTF-8, and what is left is
guessed from the letters (`charset_detect`), windows-1252 if they say nothing. Labels mean what browsers take
them for (`codec_of`).

Two lies are common enough to be caught, since a page read wrongly loses its labels and records:
a server that adds its default (`iso-8859-1`, or any legacy charset) to a page that is valid UTF-8 with
non-ASCII letters, which legacy text is not by chance; and `utf-8` (or a multi-byte charset) declared for bytes
that break it again and again while they read well in another.

`decode` never raises: bytes that mean nothing become U+FFFD.

>>> decode("Größe".encode("latin-1"), "text/html; charset=ISO-8859-1")
Decoded(text='Größe', charset='windows-1252', source='header')
>>> decode("Größe".encode(), "text/html; charset=ISO-8859-1").source
'utf-8'
"""

import codecs
import re
from dataclasses import dataclass
from functools import lru_cache

from leadline.model.page import Response, header
from leadline.web.charset_detect import TABLES, detect

_MARKS = {codecs.BOM_UTF8: "utf-8", codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
_LOOK_AT = 4_096  # the standard asks for 1024 bytes; pages with long inline scripts before their meta are common
_BROKEN = 0.2  # share of non-ASCII characters that cannot be decoded from which a declaration is not believed


@dataclass(frozen=True, slots=True)
class Decoded:
    """Text, the codec that gave it (any of `str.encode`'s), and where its name came from.

    `source` is `bom`, `header`, `meta`, `xml`, `utf-8` (valid, whatever was declared), `detected` or `fallback`.
    """

    text: str
    charset: str
    source: str


def decoded(response: Response) -> Decoded:
    """The text of an answer, decoded when it is first asked for."""
    known = response.memo.decoded
    if not isinstance(known, Decoded):
        known = response.memo.decoded = decode(response.body, header(response.headers, "content-type"))
    return known


def decode(body: bytes, content_type: str | None) -> Decoded:
    """The text of a page; `content_type` is the HTTP header as sent."""
    if marked := _by_mark(body):
        return marked
    codec, source = _declared(body, content_type)
    if codec in UTF_16:
        return _utf_16(body, codec, source)
    text = _utf_8(body)
    if text is not None and codec in (None, "utf-8"):
        return Decoded(text, "utf-8", source if codec else "utf-8")
    if codec is None:
        return _guessed(body)
    if codec == "iso2022_jp" or (text is not None and text.isascii()):
        return Decoded(_forgiving(body, codec), codec, source)
    if text is not None and (codec not in MULTI_BYTE or _surely_utf_8(body, text, codec)):
        return Decoded(text, "utf-8", "utf-8")
    if codec == "utf-8" or codec in MULTI_BYTE:
        return _believed(body, codec, source)
    return Decoded(_forgiving(body, codec), codec, source)


def _by_mark(body: bytes) -> Decoded | None:
    for mark, codec in _MARKS.items():
        if body.startswith(mark):
            return Decoded(_forgiving(body[len(mark) :], codec), codec, "bom")
    return None


def _utf_8(body: bytes) -> str | None:
    """The text if the body is valid UTF-8; a last character cut in half (a body capped by size) is no error."""
    try:
        text, used = codecs.utf_8_decode(body, "strict", False)
    except UnicodeDecodeError:
        return None
    return text if used == len(body) else text + "\ufffd"


def _forgiving(body: bytes, codec: str) -> str:
    return body.decode(codec, "replace")


def _utf_16(body: bytes, codec: str, source: str) -> Decoded:
    """Text in UTF-16 is half NULs wherever it is markup; a header that says so without any is wrong."""
    if b"\0" in body[:_LOOK_AT]:
        return Decoded(_forgiving(body, codec), codec, source)
    text = _utf_8(body)
    return Decoded(text, "utf-8", "utf-8") if text is not None else _guessed(body)


def _surely_utf_8(body: bytes, text: str, codec: str) -> bool:
    """Two or three Chinese characters may be valid UTF-8 by chance; many, or what the codec cannot read, not."""
    if len(body) - len(text) > 40:
        return True
    try:
        body.decode(codec)
    except UnicodeDecodeError:
        return True
    return False


def _believed(body: bytes, codec: str, source: str) -> Decoded:
    """The declared charset, unless the bytes break it all the time and read well in another."""
    text = _forgiving(body, codec)
    lost = text.count("\ufffd")
    if lost and lost > _BROKEN * _wide(text):
        valid = None if codec == "utf-8" else _utf_8(body)
        if valid is not None:
            return Decoded(valid, "utf-8", "utf-8")
        found = detect(body)
        if found is not None and found != codec:
            return Decoded(_forgiving(body, found), found, "detected")
    return Decoded(text, codec, source)


def _guessed(body: bytes) -> Decoded:
    text = _forgiving(body, "utf-8")
    # A UTF-8 page with one spoilt byte is still a UTF-8 page.
    if text.count("\ufffd") < _BROKEN * _wide(text):
        return Decoded(text, "utf-8", "utf-8")
    if codec := detect(body):
        return Decoded(_forgiving(body, codec), codec, "detected")
    return Decoded(_forgiving(body, "windows-1252"), "windows-1252", "fallback")


def _wide(text: str) -> int:
    """How many characters of the first 64 K are not ASCII."""
    return sum(not c.isascii() for c in text[: 64 * 1024])


def header_text(value: bytes) -> str:
    """A header's value: UTF-8 where it is valid, else the Latin-1 it was by the older standards."""
    try:
        return value.decode()
    except UnicodeDecodeError:
        return value.decode("latin-1")


# ── what the page and its header say ──────────────────────────────────────────────────────────────────────

_IN_HEADER = re.compile(r"charset\s*=\s*(?:[\"']\s*)?([^\s\"';,]+)", re.IGNORECASE)
_COMMENT = re.compile(rb"<!--.*?(?:-->|\Z)", re.DOTALL)
_META = re.compile(rb"<meta[\s/]((?:[^>\"']|\"[^\"]*\"|'[^']*')*)", re.IGNORECASE)
_CHARSET = re.compile(rb"charset\s*=\s*(?:[\"']\s*)?([^\s\"'/>;]+)", re.IGNORECASE)
_XML = re.compile(rb"\s*<\?xml[^>]*?\sencoding\s*=\s*[\"']([^\"']+)[\"']", re.IGNORECASE)


def _declared(body: bytes, content_type: str | None) -> tuple[str | None, str]:
    if content_type and (codec := _in_header(content_type)):
        return codec, "header"
    head = body[:_LOOK_AT]
    if codec := _in_meta(head):
        return codec, "meta"
    codec = _in_xml(head)
    return codec, "xml" if codec else ""


@lru_cache(maxsize=1024)
def _in_header(content_type: str) -> str | None:
    label = _IN_HEADER.search(content_type[:1000])
    return codec_of(label[1]) if label else None


def _in_meta(head: bytes) -> str | None:
    for tag in _META.finditer(_COMMENT.sub(b"", head)):
        if (label := _CHARSET.search(tag[1])) and (codec := _in_ascii(label[1])):
            return codec
    return None


def _in_xml(head: bytes) -> str | None:
    start = head.lstrip()[:4]
    if start in (b"<\0?\0", b"<\0!\0", b"<\0h\0"):
        return "utf-16-le"
    if start in (b"\0<\0?", b"\0<\0!", b"\0<\0h"):
        return "utf-16-be"
    label = _XML.match(head)
    return _in_ascii(label[1]) if label else None


def _in_ascii(label: bytes) -> str | None:
    """A declaration that can be read as ASCII cannot be in UTF-16 (section 13.2.3.2 says UTF-8)."""
    codec = codec_of(label.decode("latin-1"))
    return "utf-8" if codec in UTF_16 else codec


# ── names of charsets ──

_CODECS = {label: codec for codec, labels in TABLES["labels"].items() for label in (codec, *labels.split())}

MULTI_BYTE = frozenset({"gb18030", "big5hkscs", "euc_jp", "iso2022_jp", "cp932", "cp949"})
UTF_16 = frozenset({"utf-16-le", "utf-16-be"})


def codec_of(label: str) -> str | None:
    """The codec a label means, or None for a label browsers do not know."""
    return _CODECS.get(label.strip(" \t\r\n\f'\"").lower())
