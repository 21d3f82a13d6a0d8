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
from leadline.web.charset_detect import detect

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

_LABELS = {
    "utf-8": "unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf8 x-unicode20utf8",
    "cp866": "866 csibm866 ibm866",
    "iso8859-2": "csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2",
    "iso8859-3": "csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3",
    "iso8859-4": "csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4",
    "iso8859-5": "csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595 iso_8859-5",
    "iso8859-6": "arabic asmo-708 csisolatinarabic ecma-114 iso-8859-6 iso-8859-6-e iso-8859-6-i iso-ir-127 "
    "iso8859-6 iso88596 iso_8859-6",
    "iso8859-7": "csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126 iso8859-7 iso88597 "
    "iso_8859-7 sun_eu_greek",
    "iso8859-8": "csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-8859-8-i iso-ir-138 iso8859-8 iso88598 "
    "iso_8859-8 logical visual csiso88598e csiso88598i",
    "iso8859-10": "csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6",
    "iso8859-13": "iso-8859-13 iso8859-13 iso885913",
    "iso8859-14": "iso-8859-14 iso8859-14 iso885914",
    "iso8859-15": "csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9 latin9 latin-9",
    "iso8859-16": "iso-8859-16",
    "koi8-r": "cskoi8r koi koi8 koi8_r",
    "koi8-u": "koi8-ru",
    "mac-roman": "csmacintosh mac macintosh x-mac-roman",
    "mac-cyrillic": "x-mac-cyrillic x-mac-ukrainian",
    "cp874": "dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874",
    "cp1250": "windows-1250 x-cp1250",
    "cp1251": "windows-1251 x-cp1251 win-1251",
    "windows-1252": "ansi_x3.4-1968 ascii us-ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 "
    "iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 latin-1 x-cp1252 x-user-defined",
    "cp1253": "windows-1253 x-cp1253",
    "cp1254": "csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 l5 latin5 windows-1254 x-cp1254",
    "cp1255": "windows-1255 x-cp1255",
    "cp1256": "windows-1256 x-cp1256",
    "cp1257": "windows-1257 x-cp1257",
    "cp1258": "windows-1258 x-cp1258",
    "gb18030": "chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk cp936 x-x-big5-gb",
    "big5hkscs": "big5 big5-hkscs cn-big5 csbig5 x-x-big5",
    "euc_jp": "cseucpkdfmtjapanese euc-jp eucjp x-euc-jp",
    "iso2022_jp": "csiso2022jp iso-2022-jp",
    "cp932": "csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis",
    "cp949": "cseuckr csksc56011987 euc-kr euckr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 "
    "ksc_5601 windows-949",
    "utf-16-be": "unicodefffe utf-16be",
    "utf-16-le": "csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf-16le",
}

_CODECS = {label: codec for codec, labels in _LABELS.items() for label in (codec, *labels.split())}

MULTI_BYTE = frozenset({"gb18030", "big5hkscs", "euc_jp", "iso2022_jp", "cp932", "cp949"})
UTF_16 = frozenset({"utf-16-le", "utf-16-be"})


def codec_of(label: str) -> str | None:
    """The codec a label means, or None for a label browsers do not know."""
    return _CODECS.get(label.strip(" \t\r\n\f'\"").lower())
