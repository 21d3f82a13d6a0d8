"""Fields of one record, each named by the page itself.

Sources, the surest first: microdata (`itemprop`), the heads of a table's columns, `<dt><dd>` and rows of
`<th><td>`, "Name: value" in the text, and at last class names of single elements. The title of a record is its
heading, else its first link.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from selectolax.lexbor import LexborNode

from leadline.query.document import text_of
from leadline.query.regions import Row

_LABELLED = re.compile(r"^([^\W\d_][^:：]{0,39}?)\s*[:：]\s*(\S.{0,500})$")
_LABEL_ALONE = re.compile(r"^([^\W\d_][^:：]{0,39}?)\s*[:：]$")
_CLASS = re.compile(r"^[a-z][a-z]+(?:[-_][a-z]+)*$", re.IGNORECASE)
_LAYOUT = re.compile(
    r"^(?:col|row|container|wrapper?|inner|outer|content|clear\w*|left|right|text|link|item|result|btn|icon|odd|even"
    r"|first|last|label|value|field|small|bold|d|p|m)(?:[-_]|$)",
    re.IGNORECASE,
)
_BLOCKS = "p,li,div,td,dd,span,small,tr,em,cite"
_MOST = 60

Fields = tuple[tuple[str, str], ...]


def fields_of(row: Row, heads: Sequence[str] = ()) -> Fields:
    """The fields of one record; `heads` are those of the table it is a row of."""
    found: dict[str, str] = {}
    sources: tuple[Iterable[tuple[str, str]], ...] = (
        _microdata(row),
        _columns(row, heads),
        _pairs(row),
        _labelled(row),
        _title(row),
        _classed(row),
    )
    for source in sources:
        for name, value in source:
            if name and value and name not in found and len(found) < _MOST:
                found[name] = value
    return tuple(found.items())


def heads_of(row: Row) -> tuple[str, ...]:
    """The heads of the columns, where the record is a row of a table that has some."""
    node = row[0]
    table = node.parent
    while node.tag == "tr" and table is not None and table.tag not in ("table", "body"):
        table = table.parent
    if node.tag != "tr" or table is None or table.tag != "table":
        return ()
    for line in table.css("tr"):
        heads = line.css("th")
        if heads and line.css_first("td") is None:
            return tuple(text_of(head).rstrip(":") for head in heads)
    return ()


def _each(row: Row, selector: str) -> Iterator[LexborNode]:
    for top in row:
        yield from top.css(selector)


def _microdata(row: Row) -> Iterator[tuple[str, str]]:
    for node in _each(row, "[itemprop]"):
        given = node.attributes
        value = given.get("content") or given.get("datetime") or text_of(node)
        if not value:
            value = given.get("href") or given.get("src") or ""
        yield (given.get("itemprop") or "").strip(), " ".join(value.split())


def _columns(row: Row, heads: Sequence[str]) -> Iterator[tuple[str, str]]:
    if heads and row[0].tag == "tr":
        cells = [cell for cell in row[0].iter() if cell.tag in ("td", "th")]
        yield from ((head, text_of(cell)) for head, cell in zip(heads, cells, strict=False))


def _pairs(row: Row) -> Iterator[tuple[str, str]]:
    """`<dt>` and its `<dd>`s; `<th>` and its `<td>` within the record."""
    name = ""
    for node in _each(row, "dl > dt, dl > dd, dl > div > dt, dl > div > dd"):
        if node.tag == "dt":
            name = text_of(node).rstrip(":： ")
        elif name:
            yield name, text_of(node)
    for line in _each(row, "tr") if row[0].tag != "tr" else ():
        head, cell = line.css_first("th"), line.css_first("td")
        if head is not None and cell is not None:
            yield text_of(head).rstrip(":： "), text_of(cell)


def _labelled(row: Row) -> Iterator[tuple[str, str]]:
    """ "Name: value" in one element, or a label that ends with a colon and what follows it."""
    for node in (*row, *_each(row, _BLOCKS)):
        if any(child.tag in ("p", "li", "div", "td", "dd", "tr", "ul", "table") for child in node.iter()):
            continue
        lines = [" ".join(line.split()) for line in _lines(node)]
        waiting = ""
        for line in filter(None, lines):
            if waiting:
                yield waiting, line
                waiting = ""
            elif alone := _LABEL_ALONE.match(line):
                waiting = alone[1]
            elif (match := _LABELLED.match(line)) and not match[2].startswith("//"):
                yield match[1], match[2]


def _lines(node: LexborNode) -> list[str]:
    """An element's text, cut at line breaks and around its own labels."""
    pieces: list[str] = [""]
    for child in node.iter(include_text=True):
        text = (child.text(deep=True, separator=" ") or "") if child.tag != "-text" else (child.text() or "")
        if child.tag == "br":
            pieces.append("")
        elif child.tag in ("b", "strong", "label", "span", "i", "em") and text.rstrip().endswith((":", "：")):
            pieces += [text, ""]
        else:
            pieces[-1] += f" {text}"
    return pieces


def _title(row: Row) -> Iterator[tuple[str, str]]:
    if row[0].tag == "tr":
        return
    for selector in ("h1,h2,h3,h4,h5,h6,dt", "a[href]"):
        for top in row:
            found = top if top.tag in ("dt", "h2", "h3", "h4") else top.css_first(selector)
            if found is not None and (text := text_of(found)):
                yield "title", text
                return


def _classed(row: Row) -> Iterator[tuple[str, str]]:
    """Single elements whose class is a word: `<span class="price">`."""
    for node in _each(row, "[class]"):
        if any(child.tag not in ("b", "i", "em", "strong", "a", "time", "small") for child in node.iter()):
            continue
        for name in (node.attributes.get("class") or "").split():
            if _CLASS.match(name) and not _LAYOUT.match(name):
                yield name, text_of(node)
                break
