"""One response → one `Page`. The tree is made here, by one parse of lexbor; `facts` reads it when it is asked.

It never raises, whatever the bytes are, and takes time linear in their number: `tame` sees to it that lexbor
does too.
"""

from leadline.model.page import Headers, Page, Response, header
from leadline.parse.facts import TreeFacts
from leadline.parse.head import Head
from leadline.parse.tame import has_too_many_tags, tamed
from leadline.web.charset import decode

_HTML = frozenset({"text/html", "application/xhtml+xml", ""})
_SNIFFED = 1_024


def parse(response: Response) -> Page:
    """The page in a response. Text that is no HTML gives a page with text alone."""
    decoded = decode(response.body, header(response.headers, "content-type"))
    if response.content_type in _HTML or _looks_like_html(response.content_type, decoded.text):
        return parse_html(decoded.text, response.url, response.headers, decoded.charset)
    return _text_page(decoded.text, response.url, response.headers, decoded.charset)


def parse_html(html: str, url: str, headers: Headers = (), charset: str = "utf-8") -> Page:
    """The page in already decoded text."""
    return Page.of(TreeFacts(tamed(html), url, headers, charset, whole=not has_too_many_tags(html)))


def _looks_like_html(content_type: str, text: str) -> bool:
    """Servers that call a page `text/plain` are rare but real; XML is only HTML if it says so."""
    start = text[:_SNIFFED].lstrip("\ufeff \t\r\n\f").lower()
    if content_type in ("application/xml", "text/xml"):
        return "<html" in start
    return content_type.startswith("text/") and start.startswith(("<!doctype html", "<html"))


def _text_page(text: str, url: str, headers: Headers, charset: str) -> Page:
    head = Head((), url)
    return Page(
        url=url,
        base_url=url,
        canonical_url=None,
        title="",
        text=" ".join(text.replace("\0", "\ufffd").split()),
        language=head.language(None, headers),
        links=(),
        forms=(),
        robots=head.robots(headers),
        charset=charset,
    )
