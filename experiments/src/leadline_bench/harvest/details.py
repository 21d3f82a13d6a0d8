"""Fields of records' own pages: the lab's against its answer key, and real pages against truth made by hand.

Real pages name fields in their own words, the truth in others. So for every site and attribute the field of
ours that agrees most often stands for it, and F1 is over pages: right values, values said under that name,
values there are. A recipe has one page a site, so there each attribute's best field counts. JSON-LD is taken
out of those pages first: reading it would measure nothing but a parser.
"""

import html
import io
import json
import re
import tarfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from leadline.answers.document import read
from leadline.answers.records.cut import Cut, cut_records
from leadline.answers.records.detail_page import merge_detail
from leadline.gate.targets import UNSENT
from leadline.model.page import Request, Response
from leadline.parse.document import Document
from leadline_bench.harvest.drawn import visits
from leadline_bench.harvest.records import Tally, answers_of
from leadline_lab.anatomy import Details
from leadline_lab.spec import Role
from leadline_lab.spec import spec as spec_of
from leadline_lab.web import Ask, Web
from leadline_lab.world import open_world

_SIGNS = re.compile(r"[\W_]+")
_RECORDS = 4
_DATA = re.compile(rb"<script[^>]*ld\+json[^>]*>.*?</script>", re.DOTALL | re.IGNORECASE)
_ADDRESS = re.compile(r'<base href="([^"]+)"')

# ── the lab ───────────────────────────────────────────────────────────────────────────────────────────────


def measure_lab_details(
    seeds: Sequence[int], role: Role = Role.TUNING, scale: str = "small", most: int = 30
) -> dict[str, Tally]:
    """Pairs of records' own pages, brought together with the list's; by layout family, `all` for all."""
    tallies: dict[str, Tally] = defaultdict(Tally)
    for seed in seeds:
        for visit in visits(open_world(spec_of(scale, seed, role)), most):
            shown = next((one for one in answers_of(visit) if one.truth.links), None)
            if shown is None:
                continue
            cuts = cut_records(shown.document, visit.document.page.text, asked=shown.asked).cuts[:_RECORDS]
            pages = [(cut, *page) for cut in cuts if (page := _page(visit.lab.web, cut.url)) is not None]
            for place, (cut, document, truth) in enumerate(pages):
                other = pages[place - 1][1].page.text if len(pages) > 1 else ""
                got = {
                    (_letters(name), _letters(value)) for name, value in merge_detail(cut, document, other).fields
                }
                values = {value for _, value in got}
                true = {(_letters(name), _letters(value)) for name, value in truth.pairs if _letters(value)}
                right = sum(pair in got or pair[1] in values for pair in true)
                tallies["all"].add(right, len(got), len(true))
    return dict(tallies)


def _page(web: Web, url: str) -> tuple[Document, Details] | None:
    reply = web.reply(Ask("GET", url))
    sheet = reply.sheet
    blocks = [block for zone in sheet.zones for block in zone.blocks] if sheet is not None else []
    found = next((block for block in blocks if isinstance(block, Details)), None)
    if found is None:
        return None
    return read(Response(Request(url, permit=UNSENT), url, reply.status, reply.headers, reply.body, 0.0)), found


# ── SWDE ──────────────────────────────────────────────────────────────────────────────────────────────────


def measure_swde(folder: Path, pages_a_site: int = 20) -> dict[str, Tally]:
    """Fields of the development pages; by vertical, `all` for all."""
    truth = _swde_truth(folder)
    tallies: dict[str, Tally] = defaultdict(Tally)
    for site, pages in _swde_sites(folder, pages_a_site):
        vertical = site.partition("-")[0]
        known = [document.page.text for _, document in pages]
        got: list[dict[str, list[str]]] = []
        for place, (_, document) in enumerate(pages):
            empty = Cut("", "", (), document.url)
            fields = (*merge_detail(empty, document, known[place - 1]).fields, ("title", _heading(document)))
            got.append(_by_name(fields))
        for values in truth.get(site, {}).values():
            right, said, true = _best(got, [values.get(number, ()) for number, _ in pages])
            for name in (vertical, "all"):
                tallies[name].add(right, said, true)
    return dict(tallies)


def _heading(document: Document) -> str:
    found = document.visible_tree.document.css_first("h1")
    return (
        " ".join((found.text(deep=True, separator=" ") or "").split())
        if found is not None
        else document.page.title
    )


def _by_name(fields: Sequence[tuple[str, str]]) -> dict[str, list[str]]:
    named: dict[str, list[str]] = {}
    for name, value in fields:
        named.setdefault(name, []).append(_letters(value))
    return named


def _best(got: Sequence[dict[str, list[str]]], true: Sequence[Sequence[str]]) -> tuple[int, int, int]:
    """The counts of the field that agrees most often."""
    agree: Counter[str] = Counter()
    said: Counter[str] = Counter()
    for fields, values in zip(got, true, strict=True):
        wanted = {_letters(value) for value in values}
        for name, texts in fields.items():
            said[name] += 1
            agree[name] += any(text in wanted or text == "".join(map(_letters, values)) for text in texts)
    there = sum(bool(values) for values in true)
    if not agree:
        return 0, 0, there
    name = max(agree, key=lambda one: (agree[one], -said[one]))
    return agree[name], said[name], there


def _swde_truth(folder: Path) -> dict[str, dict[str, dict[str, tuple[str, ...]]]]:
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


def _swde_sites(folder: Path, most: int) -> Iterator[tuple[str, list[tuple[str, Document]]]]:
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


def measure_recipes(folder: Path, most: int = 418) -> Tally:
    """Simple values of the expected records (texts and numbers) found as the value of a field; one page a site."""
    tally = Tally()
    expected: dict[str, dict[str, object]] = {}
    with tarfile.open(folder / "dev.tar.xz") as archive:
        for member in archive:
            name, _, kind = member.name.rpartition(".")
            file = archive.extractfile(member) if member.isfile() else None
            if file is None:
                continue
            if kind == "json":
                expected[name] = json.load(io.TextIOWrapper(file, "utf-8"))
            elif name in expected and most > 0:
                most -= 1
                document = _document(_DATA.sub(b"", file.read()), f"http://{name.partition('/')[0]}/")
                fields = merge_detail(Cut("", "", (), document.url), document).fields
                got = {_letters(value) for _, value in fields} | {_letters(_heading(document))}
                true = {
                    _letters(str(value))
                    for value in expected[name].values()
                    if isinstance(value, str | int | float)
                }
                true.discard("")
                tally.add(len(got & true), len(got), len(true))
    return tally


def _letters(text: str) -> str:
    return _SIGNS.sub("", text.casefold())
