"""Pairs → the request a browser would send (HTML standard, sections 4.10.21.3 and 4.10.21.5 to 4.10.21.8).

- GET replaces the action's query; POST sends a body in one of three encodings.
- Text is encoded in the form's `accept-charset`, else in the page's charset; a letter it lacks is sent as a
  numeric reference, as browsers do, and line ends as CR LF.
- A button may bring its own action, method and encoding.
- `Referer` and, with POST, `Origin` go along: frameworks that guard against forged requests ask for them.

>>> urlencoded((("q", "a b~&ü"),), "utf-8")
'q=a+b%7E%26%C3%BC'
>>> urlencoded((("q", "ü€漢"),), "windows-1252")
'q=%FC%80%26%2328450%3B'
"""

import re
from collections.abc import Iterator
from hashlib import blake2b
from itertools import count
from typing import Literal
from urllib.parse import quote_plus

import ada_url

from leadline.errors import BadUrl
from leadline.gate.controls import best_button
from leadline.model.form import Control, Form
from leadline.model.page import Headers, Request
from leadline.model.permit import Permit
from leadline.model.query import Query
from leadline.model.url import canonical, join, parts_of
from leadline.submit.fill import Pairs
from leadline.web.charset import UTF_16, codec_of

URLENCODED, MULTIPART, PLAIN = "application/x-www-form-urlencoded", "multipart/form-data", "text/plain"

_ENCODINGS = """
utf-8=UTF-8 cp866=IBM866 koi8-r=KOI8-R koi8-u=KOI8-U mac-roman=macintosh mac-cyrillic=x-mac-cyrillic
cp874=windows-874 gb18030=gb18030 big5hkscs=Big5 euc_jp=EUC-JP iso2022_jp=ISO-2022-JP cp932=Shift_JIS cp949=EUC-KR
"""
"""Codec = the encoding's name in the Encoding Standard, where it is not built by a rule."""


def request_for(
    form: Form,
    query: Query,
    page_charset: str = "utf-8",
    *,
    button: Control | None = None,
    base_url: str | None = None,
    by_script: bool = False,
    permit: Permit,
) -> Request:
    """The request that submits this query, with the gate's permit for it; a script's `form.submit()` presses no
    button.

    Raises `BadUrl` where the form leads nowhere fetchable."""
    pressed = None if by_script else button or best_button(form, None).button
    action = _action(form, pressed, base_url)
    codec = charset_of(form, page_charset)
    pairs = _named_charset(form, query.assignment, codec)
    if _method(form, pressed) == "GET":
        url = _with_query(action, urlencoded(pairs, codec))
        return Request(url, headers=_from(form, action, "GET"), permit=permit)
    kind, body = _body(form, pressed, pairs, codec)
    headers = (("Content-Type", kind), *_from(form, action, "POST"))
    return Request(action, "POST", headers, body, permit=permit)


def charset_of(form: Form, page_charset: str) -> str:
    """The codec text is sent in (section 4.10.21.4, "picking an encoding for the form")."""
    wanted = next((value for name, value in form.attributes if name == "accept-charset"), "")
    known = (codec_of(label) for label in wanted.replace(",", " ").split())
    codec = next((codec for codec in known if codec), None) or codec_of(page_charset) or "utf-8"
    return "utf-8" if codec in UTF_16 else codec


def _named_charset(form: Form, pairs: Pairs, codec: str) -> Pairs:
    """A hidden field named `_charset_` is sent with the name of the encoding."""
    hidden = {c.name for c in form.controls if c.kind == "hidden" and c.name.lower() == "_charset_"}
    return tuple((name, encoding_name(codec) if name in hidden else value) for name, value in pairs)


def encoding_name(codec: str) -> str:
    """A codec's name in the Encoding Standard.

    >>> encoding_name("cp1251"), encoding_name("iso8859-2"), encoding_name("windows-1252")
    ('windows-1251', 'ISO-8859-2', 'windows-1252')
    """
    if codec.startswith("cp125"):
        return f"windows-{codec[2:]}"
    if codec.startswith("iso8859-"):
        return f"ISO-8859-{codec[8:]}"
    names: dict[str, str] = dict(re.findall(r"(\S+)=(\S+)", _ENCODINGS))
    return names.get(codec, codec)


def _action(form: Form, pressed: Control | None, base_url: str | None) -> str:
    own = pressed.attribute("formaction") if pressed is not None else None
    action = join(base_url or form.page_url, own.strip()) if own and own.strip() else canonical(form.action)
    if action is None:
        raise BadUrl(own or form.action or form.page_url, "is the form's action, and not fetchable")
    return action


def _method(form: Form, pressed: Control | None) -> Literal["GET", "POST"]:
    own = (pressed.attribute("formmethod") or "").lower() if pressed is not None else ""
    return "POST" if (own if own in ("get", "post") else form.method) == "post" else "GET"


def _with_query(action: str, query: str) -> str:
    """The action with these pairs in the place of whatever query it had."""
    url = ada_url.URL(action)
    url.search = query
    href: str = url.href
    if query == "" and not href.endswith("?"):
        href += "?"  # an empty form still asks with an empty query
    return href


def _from(form: Form, action: str, method: str) -> Headers:
    """Where the form stands, told as browsers do by default (strict-origin-when-cross-origin)."""
    page = canonical(form.page_url)
    if page is None:
        return ()
    here, there = parts_of(page), parts_of(action)
    downgrade = here.scheme == "https" and there.scheme == "http"
    headers: list[tuple[str, str]] = []
    if not downgrade:
        headers.append(("Referer", page if here.origin == there.origin else f"{here.origin}/"))
    if method == "POST":
        headers.append(("Origin", "null" if downgrade else here.origin))
    return tuple(headers)


# ── encodings ─────────────────────────────────────────────────────────────────────────────────────────────


def _body(form: Form, pressed: Control | None, pairs: Pairs, codec: str) -> tuple[str, bytes]:
    own = (pressed.attribute("formenctype") or "").lower() if pressed is not None else ""
    kind = own if own in (URLENCODED, MULTIPART, PLAIN) else form.enctype
    if kind == MULTIPART:
        files = frozenset(c.name for c in form.controls if c.kind == "file")
        boundary, body = multipart(pairs, codec, files)
        return f"{MULTIPART}; boundary={boundary}", body
    if kind == PLAIN:
        return PLAIN, b"".join(b"%b=%b\r\n" % (n, v) for n, v in _encoded(pairs, codec))
    return URLENCODED, urlencoded(pairs, codec).encode("ascii")


def urlencoded(pairs: Pairs, codec: str) -> str:
    return "&".join(f"{_escaped(name)}={_escaped(value)}" for name, value in _encoded(pairs, codec))


def _escaped(data: bytes) -> str:
    """The application/x-www-form-urlencoded percent-encode set of the URL standard: also `~`, not `*`."""
    return quote_plus(data, safe="*").replace("~", "%7E")


def _encoded(pairs: Pairs, codec: str) -> Iterator[tuple[bytes, bytes]]:
    for name, value in pairs:
        yield _bytes(name, codec), _bytes(value, codec)


def _bytes(text: str, codec: str) -> bytes:
    """Surrogates mean nothing in any encoding and become U+FFFD, as in every browser; line ends are CR LF."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\n", "\r\n")
    whole = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if codec == "gb18030":
        # Read as gb18030, written as GBK: pages that say gbk or gb2312 are many, those that say gb18030 few.
        return b"\x80".join(part.encode("gbk", "xmlcharrefreplace") for part in whole.split("€"))
    return whole.encode(codec, "xmlcharrefreplace")


def multipart(pairs: Pairs, codec: str, files: frozenset[str] = frozenset()) -> tuple[str, bytes]:
    """The boundary and the body; the boundary is drawn from the contents, so that equal forms are equal bytes."""
    parts: list[bytes] = []
    for name, value in pairs:
        quoted = _bytes(name, codec).replace(b"\n", b"%0A").replace(b"\r", b"%0D").replace(b'"', b"%22")
        head = b'Content-Disposition: form-data; name="%b"' % quoted
        if name in files:
            head += b'; filename=""\r\nContent-Type: application/octet-stream'
        parts.append(head + b"\r\n\r\n" + _bytes(value, codec) + b"\r\n")
    content = b"".join(parts)
    drawn = (blake2b(content, digest_size=9, salt=number.to_bytes(8)).hexdigest() for number in count())
    boundary = next(made for one in drawn if (made := f"----LeadlineForm{one}").encode() not in content)
    mark = b"--" + boundary.encode()
    return boundary, b"".join(mark + b"\r\n" + part for part in parts) + mark + b"--\r\n"
