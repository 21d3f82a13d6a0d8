"""Fields of records' own pages: the lab's against its answer key, and real pages against truth made by hand.

Real pages name fields in their own words, the truth in others. So for every site and attribute the field of ours
that agrees most often stands for it. On SWDE F1 is over pages: right ones, those said under that name, those
there are; a page is right if half of what it says under the name, or more, is true. Of recipes there is one page
a site, so F1 is over values: of a list each item counts, and only what stands on the page as text. JSON-LD is
taken out of those pages first: reading it would measure nothing but a parser. A number counts as said by a short
text with no other number (`20 min`). What the truth says about the page itself (`_OF_PAGE`) is no field of the
record.

`heap` is the harder measure of recipes: all values that were said, under whatever name, against all that are
true. Sites whose name has a hash divisible by three (`is_held_out`) are never learned from.
"""

import hashlib
import html
import io
import json
import re
import tarfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from leadline.answers.document import read
from leadline.answers.records.cut import Cut, cut_records
from leadline.answers.records.detail_page import merge_detail
from leadline.gate.targets import UNSENT
from leadline.model.page import Request, Response
from leadline.parse.document import Document
from leadline_bench.forms.report_part import Part
from leadline_bench.harvest.drawn import Visit, visits
from leadline_bench.harvest.records import Shown, Tally, addresses, answers_of
from leadline_lab.anatomy import Details
from leadline_lab.spec import Role
from leadline_lab.spec import spec as spec_of
from leadline_lab.web import Ask, Web
from leadline_lab.world import open_world

_SIGNS = re.compile(r"[\W_]+")
_WORDS = re.compile(r"\w+")
_RECORDS = 4
_T = TypeVar("_T")
_DATA = re.compile(rb"<script[^>]*ld\+json[^>]*>.*?</script>", re.DOTALL | re.IGNORECASE)
_ADDRESS = re.compile(r'<base href="([^"]+)"')

# ── the lab ───────────────────────────────────────────────────────────────────────────────────────────────


def measure_lab_details(
    seeds: Sequence[int], role: Role = Role.TUNING, scale: str = "small", most: int = 30
) -> dict[str, Tally]:
    """Pairs of records' own pages, brought together with the list's; by layout family, `all` for all."""
    tallies: dict[str, Tally] = defaultdict(Tally)
    for visit, shown in _linked_lists(seeds, role, scale, most):
        cuts = cut_records(shown.document, visit.document.page.text, asked=shown.asked).cuts[:_RECORDS]
        for cut, document, other, truth in _with_pages(visit.lab.web, [(cut.url, cut) for cut in cuts]):
            merged = merge_detail(cut, document, other).fields
            got = {(letters_of(name), letters_of(value)) for name, value in merged}
            values = {value for _, value in got}
            true = {(letters_of(name), letters_of(value)) for name, value in truth.pairs if letters_of(value)}
            right = sum(pair in got or pair[1] in values for pair in true)
            tallies["all"].add(right, len(got), len(true))
    return dict(tallies)


def lab_own_pages(seeds: Sequence[int], most: int = 30) -> Iterator[tuple[str, Document, str, Details]]:
    """Own pages of records of tuning worlds: address, page, the text of another record's, what it should say."""
    for visit, shown in _linked_lists(seeds, Role.TUNING, "small", most):
        yield from _with_pages(visit.lab.web, [(url, url) for url in addresses(shown)[:_RECORDS]])


def _linked_lists(seeds: Sequence[int], role: Role, scale: str, most: int) -> Iterator[tuple[Visit, Shown]]:
    for seed in seeds:
        for visit in visits(open_world(spec_of(scale, seed, role)), most):
            shown = next((one for one in answers_of(visit) if one.truth.links), None)
            if shown is not None:
                yield visit, shown


def _with_pages(web: Web, some: Sequence[tuple[str, _T]]) -> Iterator[tuple[_T, Document, str, Details]]:
    pages = [(one, *page) for url, one in some if (page := _page(web, url)) is not None]
    for place, (one, document, truth) in enumerate(pages):
        yield one, document, pages[place - 1][1].page.text if len(pages) > 1 else "", truth


def _page(web: Web, url: str) -> tuple[Document, Details] | None:
    reply = web.reply(Ask("GET", url))
    sheet = reply.sheet
    blocks = [block for zone in sheet.zones for block in zone.blocks] if sheet is not None else []
    found = next((block for block in blocks if isinstance(block, Details)), None)
    if found is None:
        return None
    return read(Response(Request(url, permit=UNSENT), url, reply.status, reply.headers, reply.body, 0.0)), found


# ── SWDE ──────────────────────────────────────────────────────────────────────────────────────────────────


def is_held_out(site: str) -> bool:
    """Whether a site is kept from learning and from looking at mistakes."""
    return int(hashlib.sha256(site.encode()).hexdigest(), 16) % 3 == 0


def measure_swde(folder: Path, pages_a_site: int = 20) -> dict[str, Tally]:
    """Fields of the development pages; by vertical, `all` for all, `held out` for sites not learned from."""
    truth = swde_truth(folder)
    tallies: dict[str, Tally] = defaultdict(Tally)
    for site, pages in swde_sites(folder, pages_a_site):
        known = [document.page.text for _, document in pages]
        got = [
            _by_name(merge_detail(Cut("", "", (), document.url), document, known[place - 1]).fields)
            for place, (_, document) in enumerate(pages)
        ]
        for values in truth.get(site, {}).values():
            counts = _best(got, [values.get(number, ()) for number, _ in pages])
            for name in (site.partition("-")[0], "all", *(("held out",) if is_held_out(site) else ())):
                tallies[name].add(*counts)
    return dict(tallies)


def _by_name(fields: Sequence[tuple[str, str]]) -> dict[str, list[str]]:
    named: dict[str, list[str]] = {}
    for name, value in fields:
        named.setdefault(name, []).append(value)
    return named


def _best(got: Sequence[dict[str, list[str]]], true: Sequence[Sequence[str]]) -> tuple[int, int, int]:
    """The counts of the field that agrees most often."""
    agree: Counter[str] = Counter()
    said: Counter[str] = Counter()
    for fields, values in zip(got, true, strict=True):
        wanted = {letters_of(value) for value in values} | {"".join(map(letters_of, values))} if values else set()
        for name, texts in fields.items():
            said[name] += 1
            agree[name] += 2 * sum(letters_of(text) in wanted for text in texts) >= len(texts)
    there = sum(bool(values) for values in true)
    name = max(agree, key=lambda one: (agree[one], -said[one]), default="")
    return agree[name], said[name] if agree[name] else 0, there


def swde_truth(folder: Path) -> dict[str, dict[str, dict[str, tuple[str, ...]]]]:
    truth: dict[str, dict[str, dict[str, tuple[str, ...]]]] = defaultdict(dict)
    with tarfile.open(folder / "dev_groundtruth.tar.xz") as archive:
        for member in archive:
            if not member.isfile() or not member.name.endswith(".txt"):
                continue
            file = archive.extractfile(member)
            lines = html.unescape(file.read().decode("utf-8-sig")).splitlines() if file is not None else []
            vertical, site, attribute = lines[0].split("\t")
            values = (line.split("\t") for line in lines[2:])
            truth[f"{vertical}-{site}"][attribute] = {
                parts[0]: tuple(value for value in parts[2:] if value and value != "<NULL>") for parts in values
            }
    return truth


def swde_sites(folder: Path, most: int) -> Iterator[tuple[str, list[tuple[str, Document]]]]:
    """Sites with their pages; the archive has them one after the other."""
    here, pages = "", list[tuple[str, Document]]()
    with tarfile.open(folder / "dev_pages.tar.xz") as archive:
        for member in archive:
            if not member.name.endswith(".htm"):
                continue
            site = member.name.split("/")[1].partition("(")[0]
            if site != here:
                if pages:
                    yield here, pages
                here, pages = site, []
            file = archive.extractfile(member)
            if len(pages) < most and file is not None:
                body = file.read()
                found = _ADDRESS.search(body[:2_000].decode("utf-8", "replace"))
                url = found[1] if found and found[1].startswith("http") else f"http://{site}.example/"
                pages.append((member.name.rsplit("/", 1)[-1].removesuffix(".htm"), _document(body, url)))
    if pages:
        yield here, pages


def _document(body: bytes, url: str) -> Document:
    headers = (("Content-Type", "text/html; charset=utf-8"),)
    return read(Response(Request(url, permit=UNSENT), url, 200, headers, body, 0.0))


# ── recipes ───────────────────────────────────────────────────────────────────────────────────────────────

_OF_PAGE = frozenset({"host", "site_name", "language", "canonical_url", "image", "ingredient_groups"})
"""Attributes about the page, and groups, which only say the ingredients again."""
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_LONGEST_WITH_NUMBER = 30  # letters of a text that says a number and what it counts


@dataclass(frozen=True, slots=True)
class Wanted:
    """The values of one attribute that stand on the page."""

    values: tuple[str, ...]
    number: bool

    def by(self, texts: Sequence[str]) -> int:
        """How many of the values texts say."""
        if self.number:
            return any(says_number(text, self.values[0]) for text in texts)
        said = set(map(letters_of, texts))
        return len(said.intersection(self.values)) or len(self.values) * ("".join(self.values) in said)


def says_number(text: str, number: str) -> bool:
    """Whether a text says one number alone, and which."""
    found = _NUMBER.findall(text) if len(text) < _LONGEST_WITH_NUMBER else []
    return len(found) == 1 and float(found[0]) == float(number)


def wanted_of(expected: Mapping[str, object], text: str) -> dict[str, Wanted]:
    """The attributes of an expected record that stand on its page; of a dictionary each one."""
    page = _spaced(text)
    found: dict[str, Wanted] = {}
    for name, value in expected.items():
        inner = value.items() if isinstance(value, dict) else [("", value)]
        for key, one in inner if name not in _OF_PAGE else ():
            texts = [
                str(each)
                for each in (one if isinstance(one, list) else [one])
                if isinstance(each, str | int | float)
            ]
            shown = dict.fromkeys(letters_of(each) for each in texts if letters_of(each) and _spaced(each) in page)
            if shown:
                number = isinstance(one, int | float)
                found[f"{name} {key}".strip()] = Wanted((str(one),) if number else tuple(shown), number)
    return found


def _spaced(text: str) -> str:
    return f" {' '.join(_WORDS.findall(text.casefold()))} "


def recipes(folder: Path, most: int = 418) -> Iterator[tuple[str, Document, dict[str, Wanted]]]:
    """Sites, their page without JSON-LD, and what it should say."""
    expected: dict[str, dict[str, object]] = {}
    with tarfile.open(folder / "dev.tar.xz") as archive:
        for member in archive:
            name, _, kind = member.name.rpartition(".")
            file = archive.extractfile(member) if member.isfile() else None
            if file is not None and kind == "json":
                expected[name] = json.load(io.TextIOWrapper(file, "utf-8"))
            elif file is not None and name in expected and most > 0:
                most -= 1
                site = name.removeprefix("./").partition("/")[0]
                document = _document(_DATA.sub(b"", file.read()), f"http://{site}/")
                yield site, document, wanted_of(expected[name], document.page.text)


def measure_recipes(folder: Path, most: int = 418) -> dict[str, Tally]:
    """Fields of recipes; `heap` for values under whatever name, ` held out` for sites not learned from."""
    tallies: dict[str, Tally] = defaultdict(Tally)
    for site, document, wanted in recipes(folder, most):
        fields = _by_name(merge_detail(Cut("", "", (), document.url), document).fields)
        parts = ("", " held out") if is_held_out(site) else ("",)
        everything = [text for texts in fields.values() for text in texts]
        hits = sum(one.by(everything) for one in wanted.values())
        for part in parts:
            tallies[f"heap{part}"].add(
                hits, max(hits, len(everything)), sum(len(one.values) for one in wanted.values())
            )
        for one in wanted.values():
            counted = ((one.by(texts), len(texts)) for texts in fields.values())
            right, said = max(counted, key=lambda pair: (pair[0], -pair[1]), default=(0, 0))
            for part in parts:
                # A list said as one text says as many values as it is right about.
                tallies[f"all{part}"].add(right, max(right, said) if right else 0, len(one.values))
    return dict(tallies)


def letters_of(text: str) -> str:
    return _SIGNS.sub("", text.casefold())


# ── the report ────────────────────────────────────────────────────────────────────────────────────────────


def real_pages(folder: Path | None) -> Part:
    """What real pages say, beside the truth made by hand."""
    if folder is None:
        return Part({}, (), ("No development data here: fields of real pages were not measured (LEADLINE_DATA).",))
    swde, recipe = measure_swde(folder / "swde"), measure_recipes(folder / "recipe_sites")
    figures = {
        "swde_field_f1": swde["all"].f1,
        "swde_field_f1.held_out": swde["held out"].f1,
        "recipe_field_f1": recipe["all"].f1,
        "recipe_field_f1.held_out": recipe["all held out"].f1,
        "recipe_heap_f1.held_out": recipe["heap held out"].f1,
    }
    return Part(figures, ())
