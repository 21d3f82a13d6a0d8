"""One page of an answer → its records: text, title, fields, link to the own page, identity.

1. The page becomes an outline (`outline`), its nodes fall into groups (`shape`), boilerplate is marked
   (`boilerplate`).
2. Everything that may be its records is proposed (`candidates`), and one learned score over one vector each
   (`features`) picks one or none (`selection`). On later pages of the same answer the shape found on the first is
   looked for, one row being enough.
3. Rows become records: texts aligned and named (`leaves`, `fields`), the own link (`links`), title and identity
   (`identity`).
4. Where nothing was picked, and no list was there or nothing is known about the source: Liddle's pieces.
"""

import html
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from leadline.answers.records.boilerplate import KnownText, is_about_search, says_nothing_found
from leadline.answers.records.candidates import outlined, propose
from leadline.answers.records.features import PageTexts
from leadline.answers.records.fields import name_fields
from leadline.answers.records.identity import (
    URL,
    Identity,
    SeenRow,
    comparable,
    counter_field,
    digest,
    seen_row,
    titles_of,
)
from leadline.answers.records.leaves import RowLeaves
from leadline.answers.records.linked_data import Fields, fields_by_subject, listed_things, thing_fields, thing_url
from leadline.answers.records.links import OwnLinks, RecordLink, own_links
from leadline.answers.records.nodes import RecordRow, cells_above
from leadline.answers.records.outline import MOST_LETTERS, Outline
from leadline.answers.records.regions import region_of_shape
from leadline.answers.records.rows import leading_rows, with_nested_rows, without_non_records
from leadline.answers.records.selection import select
from leadline.answers.records.shape import NodeGroup, Region, Shape, first_link
from leadline.answers.records.source_shape import OwnReading, holds_one_each
from leadline.model.url import site_of
from leadline.parse.document import Document

_SHORTEST = 3  # letters of a record
MOST = 5_000
"""Records taken from one page. People page through lists a hundredth as long; 5,000 take two seconds and 100 MB to
compare with each other, and what a program lists beyond them can be asked for with narrower questions."""
_MORE = f"the page lists more than {MOST:,} records, of which the first are taken"
_NEARLY = 0.8  # records of a page that have to lead somewhere for their pages to be read
_ENOUGH = 3  # rows that a page has to have to be read by itself beside what is known: two may be alike by chance
_NO_SHAPE = Shape("", "", run=False)
_SPLIT = re.compile(r"</tr\s*>|<hr\b[^>]*>|<p\b[^>]*>|</table\s*>|</blockquote\s*>|</html\s*>", re.IGNORECASE)
_UNREAD = re.compile(r"(?is)<!--.*?(?:-->|\Z)|<(script|style|noscript|template)\b.*?(?:</\1\s*>|\Z)")
_TAG = re.compile(r"<[^>]*(?:>|\Z)")


@dataclass(frozen=True, slots=True)
class Cut:
    """One record as it was cut out; the loop adds where and when it came from."""

    id: str
    text: str
    fields: Fields
    url: str  # its own page; the page it stands on if it has none
    title: str = ""


@dataclass(frozen=True, slots=True)
class Records:
    """What a page of an answer holds, and the shape to look for on the next; None where nothing repeated."""

    cuts: tuple[Cut, ...]
    shape: Shape | None
    left_out: str = ""  # a sentence about records that the page may list beside these
    identity: Identity | None = None  # what they go by
    seen: tuple[SeenRow, ...] = ()  # every row, those that are one record included
    own: OwnReading | None = None  # how the page reads by itself, where that was asked for


def cut_records(
    document: Document,
    known: str = "",
    like: Shape | None = None,
    *,
    template: str = "",
    asked: Sequence[str] = (),
    usual: Shape | None = None,
    decided: Identity | None = None,
    hold: bool = False,
) -> Records:
    """Cut one page of an answer.

    `known` is the text of the form's page: what stands there as well is furniture, unless there is nothing else.
    `template` is the text of answers to nonsense: what stands there is never a record.
    `like` is the shape of this answer's first page: nothing else is looked for.
    `usual` is the shape that answers to other queries of the same form had: it is looked for first.
    `hold` has the page read by itself as well, where it has a list of that shape (`SourceShape`).
    `asked` are the values of the query: regions that repeat them weigh more, links and texts are freed of them.
    `decided` is what records of the source go by; without it, what those of the shape or of this page do."""
    furniture = KnownText(known), KnownText(template)
    outline, groups = outlined(document, *furniture)
    shaped = usual or like or _NO_SHAPE
    led = (decided or Identity.read(shaped.key)).by == URL
    page = _AnswerPage(outline, groups, *furniture, asked, led, decided)
    found = page.of_shape(like) if like is not None else page.of_shape(usual) if usual is not None else None
    if found is None or (like is None and not found.cuts):
        found = page.of_any_shape(pieces=usual is None)
        if hold and usual is not None and found.shape is not None and len(found.cuts) >= _ENOUGH:
            found = replace(found, own=OwnReading(found.shape, instead=True))
    elif hold and like is None and usual is not None and len(found.cuts) >= _ENOUGH:
        found = replace(found, own=page.own_reading(usual))
    if len(found.cuts) > MOST:
        return replace(found, cuts=found.cuts[:MOST], left_out=_MORE)
    if found.cuts and document.cut and not found.left_out:
        return replace(found, left_out="records may be missing, since the page is cut: it has too many tags")
    return found


def cut_pieces(document: Document) -> Records:
    """One page of an answer as Liddle et al. cut it: every distinct piece of its text is a record, header and
    footer too. Those are the same on every page, so they count once."""
    texts = split_liddle(document.html[:MOST_LETTERS])
    cuts = (Cut(digest(f"text {comparable(text)}"), text, (("text", text),), document.url) for text in texts)
    return Records(tuple({cut.id: cut for cut in cuts if cut.text}.values()), None)


def records_of_region(
    outline: Outline, region: Region, template: KnownText, asked: Sequence[str]
) -> tuple[Cut, ...]:
    """The records of one candidate, whether it is the right one or not: what training compares."""
    page = _AnswerPage(outline, (), KnownText(""), template, asked, led=False)
    return page.read(region, None).cuts


def wants_detail(records: Records, document: Document) -> bool:
    """Whether (nearly) every record of a page leads to a page of its own on the same site."""
    here = site_of(document.url)
    own = {cut.url for cut in records.cuts if cut.url != document.url and site_of(cut.url) == here}
    return bool(own) and len(own) >= _NEARLY * len(records.cuts)


_Draft = tuple[Cut, RecordLink | None, Mapping[str, RecordLink]]
"""A record before it has an identity, its link, and by column those that might be."""


@dataclass(frozen=True, slots=True)
class _AnswerPage:
    """One page on its way to records."""

    outline: Outline
    groups: Sequence[NodeGroup]
    known: KnownText
    template: KnownText
    asked: Sequence[str]
    led: bool  # records of this source are known to have pages of their own
    decided: Identity | None = None

    def of_shape(self, shape: Shape) -> Records:
        region = region_of_shape(self.outline, self.groups, shape)
        return self.read(region, shape) if region is not None else Records((), shape)

    def of_any_shape(self, *, pieces: bool) -> Records:
        """Records of a page whose like was not seen before. With `pieces` a page where nothing looks like a record
        is cut anyway. Not where the form is known to answer with records of a shape: a page without them is an
        answer without records."""
        outline = self.outline
        if unseen := self._unseen():
            return _distinct(unseen, Identity(URL), "")
        texts = PageTexts(outline, self.known, self.template, self.asked)
        regions = propose(outline, self.groups, texts)
        region = select(texts, regions, unusual=not pieces)
        if region is not None and (found := self.read(region, None)).cuts:
            return found
        listed = (self.known or self.template) and any(len(region.rows) > 1 for region in regions)
        pieces = pieces and not listed and not says_nothing_found(outline, self.known)
        return Records(self._pieces() if pieces else (), None)

    def own_reading(self, shape: Shape) -> OwnReading:
        """The rows that the page has by itself, beside those of a known shape."""
        usual = region_of_shape(self.outline, self.groups, shape)
        texts = PageTexts(self.outline, self.known, self.template, self.asked)
        own = select(texts, propose(self.outline, self.groups, texts))
        if usual is None or own is None or len(own.rows) < _ENOUGH:
            return OwnReading(None)
        found = self.read(own, None)
        leading = [row for row in usual.rows if first_link(self.outline, *row) is not None]
        return OwnReading(found.shape if found.cuts else None, holds_one_each(own.rows, usual.rows, leading))

    def read(self, region: Region, shape: Shape | None) -> Records:
        """Rows as records; `shape` says how those of earlier pages were told apart."""
        outline = self.outline
        rows = without_non_records(outline, with_nested_rows(outline, region.rows))
        left_out, rows = _MORE if len(rows) > MOST else "", rows[:MOST]
        if self.template:
            rows = tuple(row for row in rows if not self.template.has(outline.row_text(row)))
        if not rows:
            return Records((), shape)
        leaves = RowLeaves(outline, rows, self.asked)
        known = self.decided or Identity.read(shape.key if shape else "", shape.link if shape else "")
        own = own_links(outline, leaves, rows, known.column, known.shape, known.broken)
        if self.led and len(rows) > 1 and not any(own.links):
            # What has no page of its own here is a table of something else, or one of those whose columns were
            # chosen so that no record can be told from another.
            return Records((), shape)
        if self.led and (rest := leading_rows(rows, own.links)) != rows:
            return self.read(replace(region, rows=rest), shape)
        titles = titles_of(outline, rows, own.links)
        fields = name_fields(leaves, rows, titles)
        goes_by = known.on(own) if known.by else Identity.of_page(own, fields)
        shape = replace(shape or region.shape, key=str(goes_by), link=goes_by.column)
        found = _distinct(_drafts(outline, rows, own, fields, titles), goes_by, counter_field(fields))
        return replace(found, shape=shape, left_out=left_out)

    def _unseen(self) -> list[_Draft]:
        """Records that a page lists in JSON-LD alone and leaves to scripts to show."""
        document = self.outline.document
        listed = listed_things(document.linked_data) if document.linked_data else []
        shown = KnownText(document.page.text if listed else "")
        if not listed or 5 * sum(shown.has(str(thing["name"])) for thing in listed) > len(listed):
            return []
        found: list[_Draft] = []
        for thing in listed:
            fields, title, url = thing_fields(thing), str(thing["name"]), thing_url(thing, document.page.base_url)
            link = RecordLink(url, "", "", title) if url is not None else None
            text = " ".join(value for _, value in fields)
            found.append((Cut("", text, fields, url or document.url, title), link, {"": link} if link else {}))
        return found

    def _pieces(self) -> tuple[Cut, ...]:
        """Liddle's records, those on the form's page left out."""
        body = self.outline.document.visible_tree.body
        here = self.outline.document.url
        source = (body.html if body is not None else None) or ""
        return tuple(
            Cut(digest(f"text {comparable(text)}"), text, (), here)
            for text in split_liddle(source[:MOST_LETTERS])
            if len(text) >= _SHORTEST
            and any(map(str.isalnum, text))
            and not is_about_search(text)
            and not self.known.has(text)
            and not self.template.has(text)
        )


def split_liddle(source: str) -> tuple[str, ...]:
    """The distinct records of a page as Liddle et al. cut them (SPEC section 3, "Duplicates"): the source is split
    at six tags and tags are stripped; a page with none of the six but `</html>` is one record.

    >>> split_liddle("<p>Moby <b>Dick</b><p>Emma<hr>Emma</html>")
    ('Moby Dick', 'Emma')
    """
    pieces = (_TAG.sub(" ", piece) for piece in _SPLIT.split(_UNREAD.sub(" ", source)))
    texts = (" ".join(html.unescape(piece).split()) for piece in pieces)
    return tuple(dict.fromkeys(filter(None, texts)))


def _drafts(
    outline: Outline, rows: Sequence[RecordRow], own: OwnLinks, fields: Sequence[Fields], titles: Sequence[str]
) -> list[_Draft]:
    """Rows with what was read in them, and what JSON-LD of the page adds."""
    document = outline.document
    described = fields_by_subject(document.linked_data, document.page.base_url) if document.linked_data else {}
    found: list[_Draft] = []
    for row, link, title, named, places in zip(rows, own.links, titles, fields, own.places, strict=True):
        text = " ".join(filter(None, (outline.text(node) for node in (*cells_above(row), *row))))
        url = link.url if link is not None and link.leads else document.url
        more = described.get(url) or described.get(title) or ()
        if len(text) >= _SHORTEST:
            found.append((Cut("", text, _completed(named, more), url, title), link, places))
    return found


def _completed(fields: Fields, more: Fields) -> Fields:
    """With what JSON-LD says about the record, as far as it was not seen."""
    names, values = {name.casefold() for name, _ in fields}, {value for _, value in fields}
    return (*fields, *(pair for pair in more if pair[0].casefold() not in names and pair[1] not in values))


def _distinct(drafts: Sequence[_Draft], goes_by: Identity, counter: str) -> Records:
    """Records with their identities, each once; of several with one address the later ones go by titles, too."""
    cuts: dict[str, Cut] = {}
    names: dict[str, str] = {}
    seen: list[SeenRow] = []
    for one, link, places in drafts:
        text = " ".join(value for name, value in one.fields if name != counter) if counter else one.text
        seen.append(row := seen_row(goes_by, text, link, places, one.fields))
        id_ = row.id
        # The title as far as it is the link's: "line 3" behind it tells two hits of one record apart.
        linked = link.name if link is not None else ""
        name = linked if linked and one.title.startswith(linked) else one.title
        if id_ in cuts and names[id_] != name:
            id_ = digest(f"{id_} {comparable(one.title)}")
        names.setdefault(id_, name)
        seen[-1] = row._replace(id=id_)
        cuts.setdefault(id_, replace(one, id=id_))
    return Records(tuple(cuts.values()), None, identity=goes_by, seen=tuple(seen))
