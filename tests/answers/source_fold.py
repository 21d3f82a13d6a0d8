"""A drawn source folded as the harvest does it, and its identities held against the truth.

`identified` folds a source through `cut_records` and `SourceIdentity` and tells which identity each row got;
`score` holds that against the truth (B-cubed: for every row the share of rows with its identity that show its
record, and the share of rows with its record that have its identity).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from leadline.answers.document import read
from leadline.answers.records.cut import Records, cut_records
from leadline.answers.records.shape import Shape
from leadline.answers.records.source_identity import SourceIdentity
from leadline.gate.targets import TARGET
from leadline.model.page import Request, Response
from leadline.parse.document import Document

SITE = "http://source.example"


@dataclass(frozen=True)
class ShownPage:
    """One page of an answer, and the record that each of its rows shows."""

    query: int
    number: int
    asked: tuple[str, ...]
    url: str
    html: str
    truth: tuple[int, ...]
    titles: tuple[str, ...]


@dataclass(frozen=True)
class DrawnSource:
    about: str  # how addresses and rows were drawn
    pages: tuple[ShownPage, ...]


# ── folding ───────────────────────────────────────────────────────────────────────────────────────────────


def _document(page: ShownPage) -> Document:
    headers = (("Content-Type", "text/html; charset=utf-8"),)
    request = Request(page.url, permit=TARGET)
    return read(Response(request, page.url, 200, headers, page.html.encode(), 0.0))


@dataclass
class _Fold:
    """A harvest without its network: a page, then everything again where identities have become others."""

    source: SourceIdentity
    usual: Shape | None = None

    def cut(self, page: ShownPage, document: Document, first: Shape | None) -> Records:
        like = first if page.number else None
        choice = self.source.choice
        return cut_records(document, like=like, asked=page.asked, usual=self.usual, decided=choice)

    def read(self, page: ShownPage, document: Document, first: Shape | None) -> tuple[Records, SourceIdentity]:
        cut = self.cut(page, document, first)
        now = self.source.seen(cut.identity, cut.seen, (page.query, page.number))
        if now.choice is not None and now.choice != cut.identity:
            before, self.source = self.source, now
            cut, self.source = self.cut(page, document, first), before
        return cut, now


def _walk(fold: _Fold, read_pages: Sequence[tuple[ShownPage, Document]]) -> list[Records]:
    found: list[Records] = []
    first: Shape | None = None
    for page, document in read_pages:
        first = None if page.number == 0 else first
        cut, fold.source = fold.read(page, document, first)
        first = first or cut.shape
        if fold.usual is None and len(cut.cuts) > 1:
            fold.usual = cut.shape
        found.append(cut)
    return found


def identified(drawn: DrawnSource) -> tuple[list[tuple[int, str]], int]:
    """(record, identity) of every row, and how many pages were not cut into the rows they have."""
    fold, found = _Fold(SourceIdentity()), list[Records]()
    documents = [(page, _document(page)) for page in drawn.pages]
    first: Shape | None = None
    for at, (page, document) in enumerate(documents):
        first = None if page.number == 0 else first
        cut, now = fold.read(page, document, first)
        if now.renames(fold.source):
            again = _Fold(now.recounted(), fold.usual)
            found = _walk(again, documents[:at])
            fold.source = SourceIdentity(
                now.choice, *_counts(again.source), again.source.remembered, is_final=False
            )
            cut, now = fold.read(page, document, first)
        fold.source = now
        first = first or cut.shape
        if fold.usual is None and len(cut.cuts) > 1:
            fold.usual = cut.shape
        found.append(cut)
    rows: list[tuple[int, str]] = []
    wrong = 0
    for (page, _), cut in zip(documents, found, strict=True):
        said = "\n".join(one.text for one in cut.cuts)
        if len(cut.seen) != len(page.truth) or not all(title in said for title in page.titles):
            wrong += 1
            continue
        rows += [(record, row.id) for record, row in zip(page.truth, cut.seen, strict=True)]
    return rows, wrong


def _counts(source: SourceIdentity) -> tuple[int, int, int, int, int]:
    return source.rows, source.merged, source.repeats, source.split, source.cuts


def score(rows: Iterable[tuple[int, str]]) -> tuple[float, float, int]:
    """Sums of B-cubed precision and recall over rows, and the number of rows."""
    rows = list(rows)
    by_id: dict[str, list[int]] = {}
    by_record: dict[int, list[str]] = {}
    for record, id_ in rows:
        by_id.setdefault(id_, []).append(record)
        by_record.setdefault(record, []).append(id_)
    precision = sum(by_id[id_].count(record) / len(by_id[id_]) for record, id_ in rows)
    recall = sum(by_record[record].count(id_) / len(by_record[record]) for record, id_ in rows)
    return precision, recall, len(rows)
