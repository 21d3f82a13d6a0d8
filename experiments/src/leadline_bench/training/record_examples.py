"""Pages whose records are known, as candidates with their vectors: what the selection of records learns from.

Four sources, each with its own truth: pages made by chance (`random_pages`), answers of tuning worlds of the lab,
page shapes of the tests, and answers that harvests of real applications kept, whose records carry a mark each.
"""

import importlib
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

from leadline.answers.document import read
from leadline.answers.records.boilerplate import KnownText
from leadline.answers.records.candidates import outlined, propose
from leadline.answers.records.cut import records_of_region
from leadline.answers.records.features import PageTexts, looks
from leadline.answers.records.outline import Outline
from leadline.answers.records.rows import with_nested_rows, without_non_records
from leadline.answers.records.selection import page_vector
from leadline.answers.records.shape import NodeGroup, Region
from leadline.errors import BadTarget
from leadline.gate.targets import TARGET
from leadline.model.page import Request, Response
from leadline.model.query import Reply
from leadline.parse.document import Document
from leadline.web.warc import ArchivedRecord, http_parts, read_at, walk
from leadline_bench.harvest.drawn import visits
from leadline_bench.harvest.records import addresses, answers_of, true_fields
from leadline_bench.training.random_pages import HERE, random_page
from leadline_lab.randomness import dice
from leadline_lab.render import FAMILIES, skin
from leadline_lab.spec import Role, spec
from leadline_lab.world import open_world

_SIGNS = re.compile(r"[\W_]+")
_TAG = re.compile(r"<[^>]*>")
_MARK = re.compile(r"(?i)mk\d{4}")  # tests/apps/app_texts.py puts one into every record
_LARGEST = 10_000_000  # bytes of an answer
WORSE = 0.9  # the right rows, but fewer of their fields come out than from another candidate


@dataclass(frozen=True, slots=True)
class Truth:
    """One record of a page: its cells as letters, its fields, its own page."""

    cells: tuple[str, ...]
    fields: tuple[tuple[str, str], ...] = ()
    url: str | None = None


@dataclass(frozen=True, slots=True)
class Example:
    """One page: a vector and a quality (1 is right) for each candidate; without records none is right."""

    name: str
    vectors: tuple[tuple[float, ...], ...]
    quality: tuple[float, ...]
    records: int
    page: tuple[float, ...]


def letters(text: str) -> str:
    return _SIGNS.sub("", text.casefold())


def document_of(html: str | bytes, url: str, headers: Sequence[tuple[str, str]] = ()) -> Document:
    body = html.encode() if isinstance(html, str) else html
    headers = headers or (("Content-Type", "text/html; charset=utf-8"),)
    return read(Response(Request(url, permit=TARGET), url, 200, tuple(headers), body, 0.0))


@dataclass(frozen=True, slots=True)
class _Prepared:
    outline: Outline
    groups: Sequence[NodeGroup]
    texts: PageTexts
    regions: Sequence[Region]

    @classmethod
    def of(cls, document: Document, known: str, nonsense: str, asked: Sequence[str]) -> "_Prepared":
        outline, groups = outlined(document)
        texts = PageTexts(outline, KnownText(known), KnownText(nonsense), asked)
        return cls(outline, groups, texts, propose(outline, groups, texts))

    def rows(self, region: Region) -> list[str]:
        rows = without_non_records(self.outline, with_nested_rows(self.outline, region.rows))
        return [self.outline.row_text(row) for row in rows]

    def example(self, name: str, quality: Sequence[float], records: int) -> Example:
        vectors = tuple(tuple(one.vector) for one in looks(self.texts, self.regions))
        return Example(name, vectors, tuple(quality), records, tuple(page_vector(self.texts, unusual=False)))


def example_of(
    name: str,
    document: Document,
    context: tuple[str, str],
    asked: Sequence[str],
    truth: Sequence[Truth],
    *,
    beside: int = 100,
) -> Example:
    """`context` is the text of the form's page and of an answer to nonsense, either empty if unknown. A row that
    says `beside` letters more than twice what its record does is none."""
    page = _Prepared.of(document, *context, asked)
    quality = [_rows_right(page.rows(region), truth, beside) for region in page.regions]
    if any(one.fields for one in truth):
        read_well = [
            _fields_right(page, region, truth) if right == 1.0 else 0.0
            for region, right in zip(page.regions, quality, strict=True)
        ]
        best = max(read_well, default=0.0)
        pairs = zip(quality, read_well, strict=True)
        quality = [WORSE if right == 1.0 and well < best - 1e-6 else right for right, well in pairs]
    return page.example(name, quality, len(truth))


def _rows_right(rows: Sequence[str], truth: Sequence[Truth], beside: int) -> float:
    """F1 of rows that hold one true record whole, and nothing of another."""
    if not rows or not truth or len(rows) > 4 * len(truth) + 20:
        return 0.0
    free, right = [True] * len(truth), 0
    for said in map(letters, rows):
        held = [n for n, one in enumerate(truth) if all(cell in said for cell in one.cells)]
        size = max((sum(map(len, truth[n].cells)) for n in held), default=0)
        widest = [n for n in held if sum(map(len, truth[n].cells)) == size]
        new = [n for n in widest if free[n] and len(said) <= 2 * size + beside]
        alike = new and all(truth[n].cells == truth[new[0]].cells for n in widest)
        if alike and all(truth[n].cells[0] in "".join(truth[new[0]].cells) for n in held):
            free[new[0]] = False
            right += 1
    return 2 * right / (len(rows) + len(truth))


def _fields_right(page: _Prepared, region: Region, truth: Sequence[Truth]) -> float:
    """How much of the fields and own pages comes out, less what is none."""
    cuts = records_of_region(page.outline, region, page.texts.nonsense, page.texts.values)
    if len(cuts) != len(truth):
        return 0.0
    right = total = 0.0
    for cut, one in zip(cuts, truth, strict=True):
        have = [(letters(name), letters(value)) for name, value in cut.fields]
        for name, value in one.fields:
            total += 1
            if (hit := next((h for h in have if h[1] == value and name in ("", h[0])), None)) is not None:
                have.remove(hit)
                right += 1
        total += 0.3 * len(have)
        if one.url:
            total += 2
            right += 2 * (cut.url == one.url)
    return right / max(1.0, total)


def from_random(seeds: range) -> Iterator[Example]:
    for seed in seeds:
        page = random_page(seed, parted=seed % 2 == 1)
        document = document_of(page.html, f"{HERE}?q={page.asked[0] if page.asked else 'x'}")
        sides = (page.form_html, page.nonsense_html)
        known, nonsense = (document_of(html, HERE).page.text if html else "" for html in sides)
        truth = [truth_of(one.fields, one.url) for one in page.records]
        yield example_of(f"random/{page.name}", document, (known, nonsense), page.asked, truth, beside=460)


def truth_of(fields: Sequence[tuple[str, str]], url: str | None) -> Truth:
    said = tuple((letters(name), letters(value)) for name, value in fields)
    return Truth(tuple(value for _, value in said), said, url)


Known = tuple[str, Document, tuple[str, str], tuple[str, ...], list[Truth]]
"""A page whose records are known: name, document, what the form's page and nonsense say, what was asked, truth."""


def from_shapes(tests: Path) -> Iterator[Example]:
    return (example_of(*page) for page in shape_pages(tests))


def shape_pages(tests: Path) -> Iterator[Known]:
    """The shapes of tests/answers, in every frame, with few records and with many."""
    sys.path.insert(0, str(tests))
    shapes = importlib.import_module("test_record_shapes")
    frames = importlib.import_module("shape_records")
    for draw, named in shapes.SHAPES.items():
        for frame in frames.FRAMES:
            name = f"shape/{draw.__name__}/{frame}"
            context = (frames.form_text(frame), "")
            for many, counted in product((1, 2, 3, 5, 12, 30), (True, False)):
                if many == 1 and not counted:
                    continue
                some = frames.things(many)
                html = draw(some)
                truth = [_shape_truth(one, named, html) for one in some]
                document = frames.answer(html, many, frame, counted=counted)
                yield name, document, context, ("brass",), truth
            nothing = "<p>No objects found, no results for <b>brass</b>.</p>"
            for empty in (frames.FRAMES[frame](nothing, draw([])), frames.FRAMES[frame](nothing + draw([]), "")):
                yield name, document_of(empty, frames.HERE), context, ("brass",), []


def from_software(tests: Path) -> Iterator[Example]:
    """Pages as known programs draw them; of a record what the program shows of it."""
    sys.path.insert(0, str(tests))
    software = importlib.import_module("software_pages")
    for name, draw in software.PROGRAMS.items():
        for many in (2, 10, 25):
            for word in ("", "whale"):
                found = software.items(many)
                shown = letters(_TAG.sub(" ", draw(found[:1], "")))
                cells = [letters(one.title if letters(found[0].title) in shown else one.slug) for one in found]
                document = document_of(draw(found, word), HERE)
                truth = [Truth((cell,)) for cell in cells]
                yield example_of(
                    f"shape/{name}", document, ("", ""), (word,) if word else (), truth, beside=sys.maxsize
                )


def _shape_truth(thing: object, named: Sequence[str], html: str) -> Truth:
    pairs = [one.partition("=")[::2] for one in named]
    fields = [(name, str(getattr(thing, attribute))) for name, attribute in pairs]
    made = truth_of(fields, getattr(thing, "url") if getattr(thing, "href") in html else None)  # noqa: B009
    return Truth((letters(str(getattr(thing, "title"))), *made.cells), made.fields, made.url)  # noqa: B009


def from_lab(seeds: Sequence[int]) -> Iterator[Example]:
    return (example_of(*page) for page in lab_pages(seeds))


def lab_pages(seeds: Sequence[int]) -> Iterator[Known]:
    """Answers of tuning worlds with records, and one without; of some the form's page is not known."""
    for seed in seeds:
        for visit in visits(open_world(spec("small", seed, Role.TUNING)), 40, families=FAMILIES):
            site = skin(visit.lab.web.world, visit.plan.site)
            roll = dice(seed, "context", visit.plan.site.number)
            name, in_table = f"lab/{site.family.name}", bool(site.family.results.heads)
            for shown in answers_of(visit):
                urls = addresses(shown)
                truth = [
                    truth_of(
                        true_fields(shown.truth, n, shows=site.habits.heads, in_table=in_table),
                        urls[n] if urls else None,
                    )
                    for n in range(len(shown.truth.rows))
                ]
                known = visit.document.page.text if roll.below(7) else ""
                yield name, shown.document, (known, ""), shown.asked, truth
            asked = dict.fromkeys(visit.required or visit.fillable[:1], "xqzvkwp")
            try:
                answered = visit.send(asked) if asked else None
            except BadTarget:  # a list, which takes none but its own words
                continue
            if answered is not None and answered.truth is Reply.EMPTY and not answered.suggested:
                document = read(answered.response)
                yield name, document, (visit.document.page.text, ""), tuple(asked.values()), []


def from_harvests(folders: Sequence[Path], most: int) -> Iterator[Example]:
    """Answers with at least two marked records, of folders of `make test-apps`; the widest rows are right."""
    for folder in folders:
        pages = list(_archived(folder))
        known = document_of(*pages[0]).page.text if pages else ""
        marked = [page for page in pages[1:] if len(_marks(page[0].decode("utf-8", "replace"))) > 1]
        for body, url, headers in marked[:: max(1, len(marked) // most)]:
            said = [
                value for _, value in parse_qsl(urlsplit(url).query) if value.isalpha() and 2 < len(value) < 20
            ]
            page = _Prepared.of(document_of(body, url, headers), known, "", said[:1])
            marks = _marks(" ".join(page.outline.texts))
            rows = [[_marks(row) for row in page.rows(region)] for region in page.regions]
            quality = [
                2 * len({min(row) for row in some if len(row) == 1}) / (len(some) + len(marks)) for some in rows
            ]
            best = max(quality, default=0.0)
            if best < 0.8:
                continue
            sizes = [sum(map(page.texts.letters, region.rows)) for region in page.regions]
            widest = max(size for size, right in zip(sizes, quality, strict=True) if right == best)
            pairs = zip(sizes, quality, strict=True)
            quality = [WORSE if r == best and s < 0.9 * widest else 1.0 if r == best else r for s, r in pairs]
            yield page.example(f"app/{folder.name}", quality, len(marks))


def _marks(text: str) -> frozenset[str]:
    return frozenset(map(str.casefold, _MARK.findall(text)))


def _archived(folder: Path) -> Iterator[tuple[bytes, str, Sequence[tuple[str, str]]]]:
    for file in sorted((folder / "warc").glob("*.warc.gz")):
        for record in walk(file):
            if not isinstance(record, ArchivedRecord) or record.kind != "response":
                continue
            if (parts := http_parts(read_at(file, record.place, _LARGEST).block)) is None:
                continue
            status, headers, body = parts
            kinds: Mapping[str, str] = {name.casefold(): value for name, value in headers}
            if status == 200 and "html" in kinds.get("content-type", ""):
                yield body, (record.get("warc-target-uri") or "").strip("<>"), headers
