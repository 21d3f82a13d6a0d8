"""An answer → its records: text, fields, link to the detail page, identity.

1. The weightiest region of repeated siblings (`leadline.query.regions`) that is not also on the form's page:
   what stands there as well is the site's furniture. Where all of it stands there (a catalogue that shows its
   first page beside the form), the weightiest counts after all.
2. On later pages of the same list the shape found on the first page is looked for, one row being enough.
3. Where nothing repeats: Liddle et al. section 3.4, split at `</tr> <hr> <p> </table> </blockquote> </html>`.

A record's identity is a hash of what it says and of where it leads; session parameters, its number in the list
and letters' case do not count.
"""

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b

from leadline.model.url import site_of
from leadline.parse.identity import lasting
from leadline.query.document import Document, text_of
from leadline.query.fields import Fields, fields_of, heads_of
from leadline.query.regions import Region, Row, Shape, region_like, regions

_LETTERS = re.compile(r"[^\w]+")
_COUNTED = re.compile(r"^\s*(?:#\s*)?\d{1,6}\s*[.)]\s+")
_SPLIT = re.compile(r"</tr\s*>|<hr[^>]*>|<p(?=[\s>])[^>]*>|</table\s*>|</blockquote\s*>|</html\s*>", re.IGNORECASE)
_TAG = re.compile(r"<!--.*?-->|<[^>]*>", re.DOTALL)
_QUERY_PART = re.compile(
    r"(?<=[?&])(?:q|query|search|keyword\w*|term|rank|pos(?:ition)?|start|offset|from|highlight|hl|sort|ref)"
    r"=[^&]*(?:&|$)",
    re.IGNORECASE,
)
_NOTHING = re.compile(
    r"\b(?:no (?:results?|matches|records?|items?|hits|documents?|entries)"
    r"|nothing (?:was )?found|0 (?:results?|matches|records?|hits|treffer|resultados?)|(?:did|does) not match any"
    r"|(?:returned|found) no (?:results?|matches)|keine (?:treffer|ergebnisse|eintr[äa]ge)|nichts gefunden"
    r"|aucun r[ée]sultat|pas de r[ée]sultats?|(?:ning[úu]n|sin|no se (?:han )?encontr\w+) resultados?"
    r"|nenhum (?:resultado|registro)|n[ãa]o (?:foram )?encontr\w+)",
    re.IGNORECASE,
)
_REGIONS_TRIED = 8
_SHORTEST = 3


@dataclass(frozen=True, slots=True)
class Cut:
    """One record as it was cut out; the loop adds where and when it came from."""

    id: str
    text: str
    fields: Fields
    url: str


@dataclass(frozen=True, slots=True)
class Records:
    """What an answer holds, and the shape to look for on its next page; None where nothing repeated."""

    cuts: tuple[Cut, ...]
    shape: Shape | None


def cut_records(document: Document, known: str = "", like: Shape | None = None) -> Records:
    """Cut an answer. `known` is the text of the form's page, `like` the shape of this list's first page."""
    if like is not None:
        region = region_like(document, like)
        return Records(_cuts(document, region.rows) if region else (), like)
    region = _chosen(document, known)
    if region is not None:
        cuts = _cuts(document, region.rows)
        if _says_nothing_found(document, cuts):
            return Records((), None)
        return Records(cuts, region.shape)
    if _says_nothing_found(document, ()):
        return Records((), None)
    return Records(_split(document, known), None)


def _chosen(document: Document, known: str) -> Region | None:
    """The weightiest region with something new; else the weightiest of all."""
    found = regions(document)[:_REGIONS_TRIED]
    seen = _normal(known)
    for region in found:
        texts = [_normal(_text(row)) for row in region.rows]
        if sum(text in seen for text in texts) * 2 <= len(texts):
            return region
    return found[0] if found else None


def _cuts(document: Document, rows: Sequence[Row]) -> tuple[Cut, ...]:
    heads = heads_of(rows[0]) if rows else ()
    cuts: dict[str, Cut] = {}
    for row in rows:
        text = _text(row)
        if len(text) < _SHORTEST:
            continue
        url = _detail(document, row)
        identity = identity_of(text, url)
        cuts.setdefault(identity, Cut(identity, text, fields_of(row, heads), url or document.url))
    return tuple(cuts.values())


def _text(row: Row) -> str:
    return " ".join(text for node in row if (text := text_of(node)))


def _detail(document: Document, row: Row) -> str | None:
    """The link to the record's own page: in its heading, else the one with most to say."""
    links: list[tuple[int, str]] = []
    for top in row:
        for node in (top, *top.css("a[href]")):
            url = document.link(node) if node.tag == "a" else None
            if url is not None and url != document.url and site_of(url) == site_of(document.url):
                in_heading = node.parent is not None and node.parent.tag in ("h1", "h2", "h3", "h4", "h5", "dt")
                links.append((len(text_of(node)) + 1_000 * in_heading, url))
    return max(links, key=lambda link: link[0])[1] if links else None


def identity_of(text: str, url: str | None) -> str:
    """The same for the same record in another answer.

    >>> identity_of("3. Moby Dick", "http://e.org/b?id=7&q=dick") == identity_of(
    ...     "1. moby dick", "http://e.org/b?id=7"
    ... )
    True
    >>> identity_of("Moby Dick", "http://e.org/b?id=7") == identity_of("Moby Dick", "http://e.org/b?id=8")
    False
    """
    where = lasting(_QUERY_PART.sub("", url).rstrip("?&")) if url else ""
    said = _normal(_COUNTED.sub("", text))
    return blake2b(f"{said}\n{where}".encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def _normal(text: str) -> str:
    return _LETTERS.sub(" ", text.casefold()).strip()


def _says_nothing_found(document: Document, cuts: Sequence[Cut]) -> bool:
    """The page says so, and not within one of its records."""
    said = len(_NOTHING.findall(document.page.text))
    return said > sum(len(_NOTHING.findall(cut.text)) for cut in cuts)


def _split(document: Document, known: str) -> tuple[Cut, ...]:
    """Liddle's records: pieces of the source between certain tags, those on the form's page left out."""
    seen = f" {_normal(known)} "
    body = document.tree.body
    source = (body.html if body is not None else None) or ""
    cuts: dict[str, Cut] = {}
    for piece in _SPLIT.split(source):
        text = " ".join(html.unescape(_TAG.sub(" ", piece)).split())
        if len(text) >= _SHORTEST and f" {_normal(text)} " not in seen:
            identity = identity_of(text, None)
            cuts.setdefault(identity, Cut(identity, text, (), document.url))
    return tuple(cuts.values())
