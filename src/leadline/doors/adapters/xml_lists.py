"""Sitemaps, feeds, OAI-PMH, OpenSearch: lists in XML."""

import gzip
import io
import re
from collections.abc import Iterator
from html import unescape
from urllib.parse import quote

from leadline.doors.addresses import with_parameters
from leadline.doors.markup import XmlNode, pairs_of, read_xml
from leadline.model.door import DoorPage, Listed
from leadline.model.page import Response
from leadline.model.url import canonical, join

_MOST_BYTES = 64 * 2**20  # of a packed sitemap; the protocol allows 50 MB
_GZIP = b"\x1f\x8b"


def _unpacked(body: bytes) -> tuple[bytes, bool]:
    """A `.xml.gz` as it is meant, and whether all of it is there."""
    if not body.startswith(_GZIP):
        return body, True
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(body)) as file:
            found = file.read(_MOST_BYTES + 1)
    except (OSError, EOFError, ValueError):
        return b"", False
    return found[:_MOST_BYTES], len(found) <= _MOST_BYTES


def sitemap(response: Response) -> DoorPage | None:
    """sitemaps.org: a list of addresses, an index of such lists, or a text of one address a line."""
    body, is_whole = _unpacked(response.body)
    root = read_xml(body)
    if root is None:
        lines = body.decode("utf-8-sig", "replace").split()
        urls = [url for line in lines if line.startswith("http") and (url := canonical(line)) is not None]
        return (
            DoorPage(tuple(map(Listed, urls)), is_cut=not is_whole) if urls and len(urls) == len(lines) else None
        )
    where = [url for node in root.children if (url := canonical(node.said("loc"))) is not None]
    if root.name == "sitemapindex":
        return DoorPage(parts=tuple(dict.fromkeys(where)), is_cut=not is_whole)
    if root.name != "urlset":
        return feed(response)  # the protocol allows feeds in the place of sitemaps
    return DoorPage(tuple(map(Listed, dict.fromkeys(where))), is_cut=not is_whole)


_ENTRY = frozenset({"item", "entry"})


def feed(response: Response) -> DoorPage | None:
    """RSS and Atom; they go on where they say so (RFC 5005), and by OpenSearch's numbers."""
    root = read_xml(response.body)
    if root is None or root.name not in ("rss", "feed", "RDF"):
        return None
    entries = [node for name in sorted(_ENTRY) for node in root.all(name)]
    listed = tuple(_entry(node, response.url) for node in entries)
    links = (link for top in (root, *root.children) for link in top.children if link.name == "link")
    ahead = next((link.get("href") for link in links if link.get("rel") == "next"), "")
    total = root.first("totalResults")
    counted = int(total.text) if total is not None and total.text.isdecimal() else None
    return DoorPage(listed, following=join(response.url, ahead) if ahead else None, total=counted)


def _entry(node: XmlNode, base: str) -> Listed:
    links = [link for link in node.children if link.name == "link"]
    own = next((link for link in links if link.get("rel") in ("", "alternate")), None)
    written = (own.get("href") or own.text) if own is not None else ""
    url = join(base, written) if written else None
    _write_plainly(node)
    return Listed(url or "", node.said("title"), tuple(pairs_of(node)), node.said("guid") or node.said("id"))


_TAG = re.compile(r"<[^<>]{1,400}>")


_HTML = frozenset({"description", "encoded"})
"""Elements of RSS that hold HTML, though nothing says so."""


def _write_plainly(entry: XmlNode) -> None:
    """Texts without tags. What is HTML, as Atom says with a type, is escaped once more than XML undoes."""
    for one in entry.children:
        _write_plainly(one)
        text = _TAG.sub(" ", one.text)
        kind = one.get("type") or ("html" if one.name in _HTML else "")
        one.pieces = [unescape(text) if kind in ("html", "text/html") else text]


def oai(response: Response) -> DoorPage | None:
    """OAI-PMH 2.0: `ListRecords` in Dublin Core, which every repository has to offer, by resumption tokens."""
    root = read_xml(response.body)
    if root is None or root.name != "OAI-PMH":
        return None
    base = response.url.partition("?")[0]
    if root.first("ListRecords") is None:
        is_empty = any(error.get("code") == "noRecordsMatch" for error in root.all("error"))
        is_other = root.first("error") is not None and "verb=ListRecords" in response.url and not is_empty
        begins = f"{base}?verb=ListRecords&metadataPrefix=oai_dc"
        return None if is_other else DoorPage() if is_empty else DoorPage(parts=(begins,))
    token = root.first("resumptionToken")
    total = token.get("completeListSize") if token is not None else ""
    ahead = (
        f"{base}?verb=ListRecords&resumptionToken={quote(token.text, safe='')}" if token and token.text else None
    )
    return DoorPage(tuple(_harvested(root)), following=ahead, total=int(total) if total.isdecimal() else None)


def _harvested(root: XmlNode) -> Iterator[Listed]:
    for record in root.all("record"):
        head = record.first("header")
        metadata = next((one for one in record.children if one.name == "metadata"), None)
        if head is None or head.get("status") == "deleted" or metadata is None:
            continue
        fields = tuple(pairs_of(metadata))
        url = next((value for name, value in fields if name == "identifier" and value.startswith("http")), "")
        title = next((value for name, value in fields if name == "title"), "")
        yield Listed(canonical(url) or "" if url else "", title, fields, head.said("identifier"))


_PLACE = re.compile(r"\{(\w+:)?(\w+)(\?)?\}")
_FILLED = {
    "startIndex": "1",
    "startPage": "1",
    "count": "100",
    "inputEncoding": "UTF-8",
    "outputEncoding": "UTF-8",
}


def opensearch(response: Response) -> DoorPage | None:
    """A description leads to the list that its template gives for no word at all; pages of that are a feed."""
    root = read_xml(response.body)
    if root is None or root.name != "OpenSearchDescription":
        found = feed(response)
        return _by_index(found, response.url) if found is not None and found.following is None else found
    kinds = ("atom+xml", "rss+xml")
    urls = [node for node in root.all("Url") if node.get("type").endswith(kinds) and node.get("template")]
    filled = (_PLACE.sub(lambda m: _FILLED.get(m[2], ""), node.get("template")) for node in urls)
    parts = [url for written in filled if (url := join(response.url, written)) is not None]
    return DoorPage(parts=tuple(parts[:1]))


def _by_index(found: DoorPage, url: str) -> DoorPage:
    """Where a list states more than it has so far, the next part begins behind this one."""
    begun = re.search(r"[?&](start(?:Index)?|startPage|page|offset)=(\d+)", url)
    if not found.listed or found.total is None or begun is None:
        return found
    by_page = begun[1] in ("startPage", "page")
    step = 1 if by_page else len(found.listed)
    done = int(begun[2]) * len(found.listed) if by_page else int(begun[2]) + step - 1
    if done >= found.total:
        return found
    ahead = with_parameters(url, {begun[1]: str(int(begun[2]) + step)})
    return DoorPage(found.listed, following=ahead, total=found.total)
