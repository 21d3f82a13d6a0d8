"""Visits to pages before they are HTML: for experiments on millions of pages that look at no markup.

A sheet has a page's words, links and forms already; writing it as HTML and reading that again costs three times as
much as everything else in a visit. Strategies that read tag paths or the words around a link need the real thing
(`visitor`); `best-first-sc` reads neither. robots.txt is not asked.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

from leadline.locate.critic import digest_of
from leadline.locate.visit import Reading, Visit, followable
from leadline.model.events import Finding
from leadline.model.page import Link, Page, RobotsMeta
from leadline.protocols import TopicClassifier
from leadline.store.batch import FrontierLink
from leadline_bench.locate.facts import models_of, true_identity
from leadline_lab.anatomy import Anchor, Block, Details, FormModel, Heading, Listing, Pager, Prose, Results, Sheet
from leadline_lab.web import Web

_NO_REL: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class SheetVisitor:
    """What is true about forms, and what a classifier thinks of the words."""

    web: Web
    topic: TopicClassifier
    domain: str

    async def visit(self, link: FrontierLink) -> Visit:
        sheet = self.web.sheet(link.url)
        if sheet is None or sheet.status != 200:
            return Visit(link, link.url, 404 if sheet is None else sheet.status, set_aside="status 404")
        page = page_of(sheet)
        (on_topic,) = self.topic.probability([page])
        models = models_of(sheet)
        goals = {
            (identity := true_identity(sheet.url, m.key)): Finding(identity, m.action, 1.0)
            for m in models
            if m.searchable and m.domain == self.domain
        }
        links = followable(page)
        reading = Reading(round(on_topic, 6), tuple(goals.values()), links, len(models), digest_of(page), 0)
        return Visit(link, sheet.url, 200, reading)


def page_of(sheet: Sheet) -> Page:
    """Words and links of a sheet as a parsed page has them."""
    said: list[str] = []
    links: list[Link] = []
    met: set[str] = set()
    root = f"http://{urlsplit(sheet.url).netloc}"
    for zone in sheet.zones:
        for block in zone.blocks:
            for text, href in _pieces(block):
                said.append(text)
                if href and href not in met:
                    met.add(href)
                    # The lab writes absolute URLs and absolute paths, and both canonically.
                    url = root + href if href.startswith("/") else href
                    links.append(Link(url, text, "", zone.role, _NO_REL, url.startswith(root)))
    robots = RobotsMeta(sheet.noindex, sheet.nofollow)
    text = " ".join(said)
    return Page(sheet.url, sheet.url, None, sheet.title, text, sheet.language, tuple(links), (), robots=robots)


def _pieces(block: Block) -> Iterator[tuple[str, str]]:
    """(text, where it leads) of all a block says."""
    if isinstance(block, Heading):
        yield block.text, ""
    elif isinstance(block, Prose):
        yield from map(_piece, block.pieces)
    elif isinstance(block, Listing):
        yield block.heading, ""
        yield from (_piece(piece) for item in block.items for piece in item)
    elif isinstance(block, FormModel):
        yield from _form(block)
    elif isinstance(block, Results):
        for row, link in zip(block.rows, block.links or ("",) * len(block.rows), strict=True):
            yield row[0], link
            yield from ((cell, "") for cell in row[1:])
    elif isinstance(block, Details):
        yield from ((f"{name} {value}", "") for name, value in block.pairs)
    elif isinstance(block, Pager):
        before, after = block.words
        yield from ((words, href) for words, href in ((before, block.previous), (after, block.following)) if href)
        yield from ((str(number), href) for number, href in block.numbered)


def _piece(piece: str | Anchor) -> tuple[str, str]:
    return (piece, "") if isinstance(piece, str) else (piece.text, piece.href)


def _form(form: FormModel) -> Iterator[tuple[str, str]]:
    yield form.heading, ""
    for field in form.inputs:
        if field.control != "hidden" and not field.honeypot:
            yield field.label, ""
            yield from ((choice.label, "") for choice in field.choices)
