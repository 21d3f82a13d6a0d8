"""One page of an answer → its records: text, title, fields, link to the own page, identity.

1. The page becomes an outline (`outline`), its parts fall into groups (`groups`), navigation is set apart
   (`away`).
2. Of all regions of rows that look alike (`regions`) the one with most to say that is new has the records
   (`weigh`). On later pages of the same answer the shape found on the first is looked for, one row being
   enough.
3. Rows become records: texts aligned and named (`leaves`, `fields`), the own link (`links`), identity
   (`identity`).
4. Where nothing repeats: a single record (`single`), else Liddle's pieces.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from leadline.answers.records.alone import encloses_rows, is_list_or_row, stands_for_rows
from leadline.answers.records.anchors import RecordLink
from leadline.answers.records.away import mark_boilerplate
from leadline.answers.records.columns import cells_from_above, mark_rowspans
from leadline.answers.records.facts import (
    are_field_rows,
    as_one_record,
    below_each_header,
    below_table_headers,
    enclosing_record,
)
from leadline.answers.records.fields import Fields, name_fields
from leadline.answers.records.groups import NodeGroup, group_nodes
from leadline.answers.records.heads import mark_headers
from leadline.answers.records.identity import comparable, counter_field, digest, key_field, text_without_counter
from leadline.answers.records.known import KnownText, is_about_search
from leadline.answers.records.leaves import RowLeaves
from leadline.answers.records.liddle import split_liddle
from leadline.answers.records.links import OwnLinks, own_links, titles_of
from leadline.answers.records.markup import fields_by_subject, listed_things, thing_fields
from leadline.answers.records.news import NewText
from leadline.answers.records.nothing import says_nothing_found
from leadline.answers.records.outline import MOST_LETTERS, Outline
from leadline.answers.records.regions import Region, candidate_regions
from leadline.answers.records.relisted import region_of_shape
from leadline.answers.records.rows import with_nested_rows, without_non_records
from leadline.answers.records.shape import RecordRow, Shape
from leadline.answers.records.single import is_beside_record, is_other_list, single_record
from leadline.answers.records.turned import transposed_records
from leadline.answers.records.urls import STRICT
from leadline.answers.records.weigh import RegionRanker
from leadline.model.url import join
from leadline.parse.document import Document

_SHORTEST = 3
MOST = 5_000
"""Records taken from one page. People page through lists a hundredth as long; 5,000 take two seconds and 100 MB to
compare with each other, and what a program lists beyond them can be asked for with narrower questions."""
_MORE = f"the page lists more than {MOST:,} records, of which the first are taken"


@dataclass(frozen=True, slots=True)
class Cut:
    """One record as it was cut out; the loop adds where and when it came from."""

    id: str
    text: str
    fields: Fields
    url: str
    """Its own page; the page it stands on if it has none."""
    title: str = ""


@dataclass(frozen=True, slots=True)
class Records:
    """What a page of an answer holds, and the shape to look for on the next; None where nothing repeated."""

    cuts: tuple[Cut, ...]
    shape: Shape | None
    left_out: str = ""
    """A sentence about records that the page may list beside these."""


def cut_records(
    document: Document,
    known: str = "",
    like: Shape | None = None,
    *,
    template: str = "",
    asked: Sequence[str] = (),
    usual: Shape | None = None,
) -> Records:
    """Cut one page of an answer.

    `known` is the text of the form's page: what stands there as well is furniture, unless there is nothing else.
    `template` is the text of answers to nonsense: what stands there is never a record.
    `like` is the shape of this answer's first page: nothing else is looked for.
    `usual` is the shape that answers to other queries of the same form had: it is looked for first.
    `asked` are the values of the query: regions that repeat them weigh more, links and texts are freed of them.
    """
    found = _cut(document, known, like, template=template, asked=asked, usual=usual)
    if len(found.cuts) > MOST:
        return replace(found, cuts=found.cuts[:MOST], left_out=_MORE)
    if found.cuts and document.cut and not found.left_out:
        return replace(found, left_out="records may be missing, since the page is cut: it has too many tags")
    return found


def _cut(
    document: Document, known: str, like: Shape | None, *, template: str, asked: Sequence[str], usual: Shape | None
) -> Records:
    outline = Outline(document)
    mark_rowspans(outline)
    mark_headers(outline)
    groups = group_nodes(outline)
    mark_boilerplate(outline, groups)
    cutting = _Cutting(outline, KnownText(template), asked, usual or like)
    if like is not None:
        region = region_of_shape(outline, groups, like)
        return cutting.records(region, like) if region else Records((), like)
    if usual is not None and (region := region_of_shape(outline, groups, usual)) is not None:
        found = cutting.records(region, usual)
        if found.cuts:
            return found
    return cutting.anew(groups, KnownText(known), pieces=usual is None)


@dataclass(frozen=True, slots=True)
class _RecordDraft:
    """A record before it has an identity."""

    text: str
    title: str
    fields: Fields
    url: str
    anchor: RecordLink | None


class _Cutting:
    """One page on its way to records."""

    def __init__(self, outline: Outline, template: KnownText, asked: Sequence[str], usual: Shape | None) -> None:
        self.outline, self.template, self.asked = outline, template, asked
        self._led = usual is not None and usual.key.startswith("url")

    def anew(self, groups: Sequence[NodeGroup], known: KnownText, *, pieces: bool) -> Records:
        """Records of a page whose like was not seen before.

        With `pieces` a page where nothing looks like a record is cut anyway. Not where the form is known to answer
        with records of a shape: a page without them is an answer without records.
        """
        outline = self.outline
        if told := self._unseen():
            return Records(_distinct(told, "url2", frozenset(self.asked), ""), None)
        scale = RegionRanker(outline, known, self.template, self.asked)
        region = scale.best(candidate_regions(outline, groups))
        if says_nothing_found(outline, region, known):
            return Records((), None)
        if region is not None and (turned := transposed_records(outline, region)) is not None:
            return self.records(turned, None)
        one = scale.stated == {1}
        beside = region is None or is_beside_record(outline, region, known, scale.asked)
        facts = region is not None and not beside and are_field_rows(outline, region, scale.stated)
        if region is None or beside or facts:
            apart = region is not None and is_other_list(outline, region, scale.asked)
            new_text = NewText(outline, known, self.template, self.asked, region if apart else None)
            single = single_record(outline, groups, new_text, sure=one)
            if single is not None and (facts or one or not is_list_or_row(outline, single, region, known)):
                taken = (
                    region is None
                    or beside
                    or encloses_rows(outline, single, region)
                    or stands_for_rows(outline, single, region)
                )
                region = single if taken or region is None else as_one_record(outline, region)
            elif region is not None and facts:
                region = as_one_record(outline, region)
        else:
            region = enclosing_record(outline, region, known, scale.stated) or region
        if region is not None:
            region = below_each_header(outline, below_table_headers(outline, region))
            found = self.records(region, None)
            if found.cuts:
                return found
        return Records(self._pieces(known) if pieces else (), None)

    def records(self, region: Region, shape: Shape | None) -> Records:
        """Rows as records; `shape` says how those of earlier pages were told apart."""
        outline = self.outline
        rows = without_non_records(outline, with_nested_rows(outline, region.rows))
        left_out, rows = _MORE if len(rows) > MOST else "", rows[:MOST]
        if self.template:
            rows = tuple(
                row for row in rows if not self.template.has(" ".join(outline.text(node) for node in row))
            )
        if not rows:
            return Records((), shape)
        row_leaves = RowLeaves(outline, rows, self.asked)
        own = own_links(outline, row_leaves, rows, shape.link if shape else None)
        if self._led and len(rows) > 1 and not any(own.anchors):
            # Records of this source have pages of their own: what has none is a table of something else, or one
            # of those whose columns were chosen so that no record can be told from another.
            return Records((), shape)
        titles = titles_of(outline, rows, own.anchors)
        fields = name_fields(row_leaves, rows, titles)
        if shape is None or not shape.key:
            telling = "" if own.level >= 0 else key_field(fields)
            key = f"url{own.level}" if own.level >= 0 else f"={telling}" if telling else "text"
            shape = (shape or region.shape).keyed(key, own.path)
        told = _record_drafts(outline, rows, own, fields, titles)
        return Records(_distinct(told, shape.key, row_leaves.asked, counter_field(fields)), shape, left_out)

    def _unseen(self) -> list[_RecordDraft]:
        """Records that a page lists in JSON-LD alone and leaves to scripts to show."""
        document = self.outline.document
        listed = listed_things(document.linked_data) if document.linked_data else []
        shown = KnownText(document.page.text) if listed else KnownText("")
        if not listed or 5 * sum(shown.has(str(thing["name"])) for thing in listed) > len(listed):
            return []
        told: list[_RecordDraft] = []
        for thing in listed:
            fields, title = thing_fields(thing), str(thing["name"])
            address = thing.get("url") or thing.get("@id")
            url = join(document.page.base_url, address) if isinstance(address, str) else None
            text = " ".join(value for _, value in fields)
            anchor = RecordLink(url, "", "", title, 0.0, url) if url is not None else None
            told.append(_RecordDraft(text, title, fields, url or document.url, anchor))
        return told

    def _pieces(self, known: KnownText) -> tuple[Cut, ...]:
        """Liddle's records, those on the form's page left out."""
        body = self.outline.document.visible_tree.body
        here = self.outline.document.url
        source = (body.html if body is not None else None) or ""
        return tuple(
            Cut(digest(f"text {comparable(piece.text)}"), piece.text, (), here)
            for piece in split_liddle(source[:MOST_LETTERS])
            if len(piece.text) >= _SHORTEST
            and not is_about_search(piece.text)
            and not known.has(piece.text)
            and not (self.template and self.template.has(piece.text))
        )


def _record_drafts(
    outline: Outline, rows: Sequence[RecordRow], own: OwnLinks, fields: Sequence[Fields], titles: Sequence[str]
) -> list[_RecordDraft]:
    """Rows with what was read in them, and what JSON-LD of the page adds."""
    document = outline.document
    described = fields_by_subject(document.linked_data, document.page.base_url) if document.linked_data else {}
    told: list[_RecordDraft] = []
    for row, anchor, title, named in zip(rows, own.anchors, titles, fields, strict=True):
        text = " ".join(filter(None, (outline.text(node) for node in (*cells_from_above(row), *row))))
        url = anchor.url if anchor is not None and anchor.leads else document.url
        more = described.get(url) or described.get(title) or ()
        if len(text) >= _SHORTEST:
            told.append(_RecordDraft(text, title, _completed(named, more), url, anchor))
    return told


def _distinct(told: Sequence[_RecordDraft], key: str, asked: frozenset[str], counting: str) -> tuple[Cut, ...]:
    """Records with their identities, each once; of several with one address the later ones go by titles, too."""
    cuts: dict[str, Cut] = {}
    names: dict[str, str] = {}
    for one in told:
        said = text_without_counter(one.fields, one.text, counting)
        identity = _identity(key, one.anchor, one.fields, said, asked)
        called = one.anchor.within(one.title) if one.anchor is not None else one.title
        if identity in cuts and names[identity] != called:
            identity = digest(f"{identity} {comparable(one.title)}")
        names.setdefault(identity, called)
        cuts.setdefault(identity, Cut(identity, one.text, one.fields, one.url, one.title))
    return tuple(cuts.values())


def _completed(fields: Fields, more: Fields) -> Fields:
    """With what JSON-LD says about the record, as far as it was not seen."""
    if not more:
        return fields
    names, values = {name.casefold() for name, _ in fields}, {value for _, value in fields}
    return (*fields, *(pair for pair in more if pair[0].casefold() not in names and pair[1] not in values))


def _identity(key: str, anchor: RecordLink | None, fields: Fields, said: str, asked: frozenset[str]) -> str:
    if key.startswith("url") and anchor is not None:
        level = int(key[3:]) if key[3:].isdecimal() else STRICT
        return digest(f"url {anchor.key(asked, level)}")
    if key.startswith("=") and (value := dict(fields).get(key[1:])):
        return digest(f"key {comparable(value)}")
    where = f" {anchor.key(asked)}" if anchor is not None else ""
    return digest(f"text {comparable(said)}{where}")
