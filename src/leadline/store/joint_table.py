"""Records of several sources as one table.

Fields that say the same are one column (`field_matching`, or a mapping that people edited), each read by the
habits of its own source: "6.900 €" here and "$6,900" there are the same number with different currencies. Where
sources measure in different units, `Name_unit` says in which; where one of them has no values of the kind, the
column is text.

Every row says its `source` and its `id`, and where a record of another source is likely the same one: `same_as`
(that one's id), `same_as_source`, and `same_as_probability` (`duplicates`). Nothing is merged: both rows are
there.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from leadline.store.columns import TEXT, Content
from leadline.store.duplicates import Duplicates, RecordWords, likely_duplicates
from leadline.store.field_mapping import JointColumn, completed
from leadline.store.field_matching import FieldFacts, ValueSample, matched
from leadline.store.record_table import (
    MOST_FIELDS,
    OTHERS,
    OWN,
    SOURCE,
    FieldCells,
    FieldScan,
    fields_of,
    laid_out,
    others_than,
    texts_of,
)
from leadline.store.table import Column, Row, Stored, TableOptions, stored_columns
from leadline.store.together import FOLDER
from leadline.store.values import Kind, Read

_USUAL = ("id", OWN, SOURCE)


@dataclass(frozen=True, slots=True)
class SourceFields:
    """The fields of one source: what each holds."""

    contents: Mapping[str, Content]
    lists: frozenset[str]
    facts: tuple[FieldFacts, ...]


def scanned(rows: Iterable[Row], options: TableOptions) -> dict[str, SourceFields]:
    """The fields of each source, by the name of its folder."""
    scans: dict[str, FieldScan] = {}
    samples: dict[str, dict[str, ValueSample]] = {}
    for row in rows:
        source = str(row.get(FOLDER, ""))
        scan = scans.setdefault(source, FieldScan(MOST_FIELDS))
        scan.add(row)
        kept = samples.setdefault(source, {})
        for name, value in fields_of(row).items():
            if name in scan.samples:
                sample = kept.setdefault(name, ValueSample())
                for text in texts_of(value):
                    sample.add(text)
    found = {}
    for source, scan in scans.items():
        contents, kept = scan.contents(options), samples[source]
        facts = (FieldFacts(source, name, content, kept[name]) for name, content in contents.items())
        found[source] = SourceFields(contents, frozenset(scan.lists), tuple(facts))
    return found


def joint_mapping(sources: Mapping[str, SourceFields], given: Sequence[JointColumn] | None) -> list[JointColumn]:
    """The columns that a user wants, and those of fields he does not name; without his words, as they match."""
    if given is None:
        return matched([facts for source in sources.values() for facts in source.facts])
    return completed(given, {name: list(source.contents) for name, source in sources.items()})


def joint_columns(read: Callable[[], Iterator[Row]], options: TableOptions) -> list[Column]:
    """All columns of the records of several folders; `read` gives the rows anew."""
    sources = scanned(read(), options)
    mapping = joint_mapping(sources, options.mapping)
    columns = mapping[:MOST_FIELDS]
    known = {
        name: frozenset(field for column in columns for field in column.fields.get(name, ())) for name in sources
    }
    # A column may have been given no field at all: it stands empty, as was asked for.
    found = [(column.name, _JointCells(column.fields, sources)) for column in columns]
    rest = [Column(OTHERS, others_than(lambda row: known[str(row.get(FOLDER, ""))]))]
    if len(mapping) <= MOST_FIELDS and all(len(one.contents) < MOST_FIELDS for one in sources.values()):
        rest = []
    kept = sorted(stored_columns("records"), key=lambda column: column.name not in (OWN, SOURCE))
    rest += [replace(column, is_usual=column.name in _USUAL) for column in kept]
    if len(sources) > 1:
        rest += _same_as(likely_duplicates(_record_words(read(), sources)))
    return laid_out(found, rest)


class _JointCells(FieldCells):
    """Reads the cells of one column: those of each source by its own fields, as that source writes."""

    def __init__(self, fields: Mapping[str, Sequence[str]], sources: Mapping[str, SourceFields]) -> None:
        contents = [sources[source].contents[name] for source, names in fields.items() for name in names]
        content = _common(contents)
        lists = any(name in sources[source].lists for source, names in fields.items() for name in names)
        super().__init__("", content, lists)
        self.units = frozenset(one.form for one in contents) if content.kind is Kind.NUMBER else frozenset()
        if len(self.units) < 2:
            self.units = frozenset()
        self._readers = {
            source: [FieldCells(name, _as(sources[source].contents[name], content), lists) for name in names]
            for source, names in fields.items()
        }

    def cell(self, part: Callable[[str], Any]) -> Callable[[Row], Any]:
        return self._first({s: [one.cell(part) for one in found] for s, found in self._readers.items()})

    def made(self, part: Callable[[Read], Any]) -> Callable[[Row], Any]:
        return self._first({s: [one.made(part) for one in found] for s, found in self._readers.items()})

    @staticmethod
    def _first(cells: Mapping[str, Sequence[Callable[[Row], Any]]]) -> Callable[[Row], Any]:
        def read(row: Row) -> Any:
            values = (cell(row) for cell in cells.get(str(row.get(FOLDER, "")), ()))
            return next((value for value in values if value is not None), None)

        return read


def _common(contents: Sequence[Content]) -> Content:
    """What all of them hold: text, where they differ."""
    kinds = {one.kind for one in contents}
    if not contents or (len(kinds) > 1 and kinds != {Kind.NUMBER, Kind.PRICE}):
        return TEXT
    kind = Kind.PRICE if len(kinds) > 1 else contents[0].kind
    forms = {one.form for one in contents}
    whole, says_all = all(one.whole for one in contents), all(one.says_all for one in contents)
    # Days here and moments there are dates of ISO 8601 in a column of text.
    form = forms.pop() if len(forms) == 1 else "mixed"
    return Content(kind, contents[0].reading, whole, form, says_all)


def _as(content: Content, common: Content) -> Content:
    return content if common.kind is not Kind.TEXT else replace(content, kind=Kind.TEXT)


# ── records that are likely the same ──────────────────────────────────────────────────────────────────────


def _record_words(rows: Iterable[Row], sources: Mapping[str, SourceFields]) -> Iterator[RecordWords]:
    for row in rows:
        source = str(row.get(FOLDER, ""))
        contents = sources[source].contents
        texts = [
            (name, contents.get(name, TEXT), text)
            for name, value in fields_of(row).items()
            for text in texts_of(value)
            if contents.get(name, TEXT).kind is not Kind.URL
        ]
        yield RecordWords(source, str(row.get("id", "")), str(row.get(OWN) or ""), texts)


def _same_as(found: Duplicates) -> list[Column]:
    def of(part: Callable[[tuple[str, str, float]], Any]) -> Callable[[Row], Any]:
        def read(row: Row) -> Any:
            other = found.of(str(row.get(FOLDER, "")), str(row.get("id", "")))
            return None if other is None else part(other)

        return read

    return [
        Column("same_as", of(lambda other: other[1])),
        Column("same_as_source", of(lambda other: other[0])),
        Column("same_as_probability", of(lambda other: round(other[2], 2)), Stored.NUMBER),
    ]
