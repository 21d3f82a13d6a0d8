"""The pen for one page: its dice, its words, its links.

Anchors come out of one place, so that the share of links that say nothing is the world's `dull_anchors`
everywhere, and session ids and references get into links the same way.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Literal

from leadline_lab.anatomy import Anchor, Block, FormModel, Heading, Listing, Piece, Prose
from leadline_lab.pages.manner import Manner, manner_of
from leadline_lab.pages.models import form_model
from leadline_lab.plan import Page, SitePlan, outlink
from leadline_lab.plan.addresses import item_path
from leadline_lab.plan.placements import Outlink
from leadline_lab.randomness import dice
from leadline_lab.text import PURITIES, Speech, mixture, phrase, sentences
from leadline_lab.texts import voice_of
from leadline_lab.words import lexicon
from leadline_lab.world import World

_CARDS = 600
"""Items of a site whose titles and paths are kept while the site is being visited; a link to one of the others
costs a few microseconds more."""

_HARDLY = 1
"""Place in `PURITIES` of pages that are about nothing in particular: what they say is always the lab's."""

ListingRole = Literal["menu", "teasers", "directory", "related", "tags", "crumbs", "legal", "archive"]


@lru_cache(maxsize=256)
def _cards(_world: World, _site: int) -> dict[int, tuple[str, str]]:
    """Item → path and title, filled as pages link to them."""
    return {}


class Writer:
    """Everything that writing one page needs; made for it and thrown away."""

    def __init__(self, world: World, plan: SitePlan, page: Page, session: str = "", visit: str = "") -> None:
        """`session` is the visitor's, for tokens of forms; `visit` the id that a site with session ids in its
        links writes into them."""
        self.world, self.plan, self.page, self.session = world, plan, page, session
        self.manner: Manner = manner_of(world, plan.site.number)
        self.roll = dice(world.spec.seed, "page", plan.site.number, *page)
        self.dull = world.spec.dull_anchors
        self.hushed = page.kind == "home" and not plan.outline.tells
        """A home page that does not say what its site is about."""
        self._front = plan.root if self.manner.absolute else ""
        self._end = f"{self.manner.session_name}={visit}" if visit else ""
        self._reference = (
            f"{plan.outline.references}={'home' if page.kind == 'home' else 'list'}"
            if plan.outline.references
            else ""
        )
        self._cards = _cards(world, plan.site.number)

    # ── words ─────────────────────────────────────────────────────────────────────────────────────────────

    def table(self, subject: str, purity: int) -> Speech:
        """Words about a subject; `purity` is a place in `PURITIES`, moved by the manner of the site."""
        site = self.plan.site
        voice = voice_of(self.world, site, subject) if purity > _HARDLY else None
        if voice is not None:
            return voice
        community = site.community if subject == site.subject and site.kind != "off" else -1
        place = min(max(purity + self.manner.purity, 0), len(PURITIES) - 1) if purity else 0
        spec = self.world.spec
        return mixture(subject, site.language, spec.role, community, place, spec.telling_pages)

    def prose(self, table: Speech, words: int, links: Iterable[Anchor] = ()) -> Prose:
        """A paragraph with links between its sentences."""
        said: list[Piece] = list(sentences(self.roll, table, words))
        for link in links:
            said.insert(self.roll.below(len(said) + 1), link)
        return Prose(tuple(said))

    def phrase(self, table: Speech, words: int) -> str:
        return phrase(self.roll, table, words)

    def topical(self, subject: str) -> str:
        """A link text about a subject that names no form; about any, on a page that does not tell its own."""
        telling = self.world.spec.telling_pages
        if self.hushed or (telling < 1.0 and not self.roll.chance(telling)):
            subject = self.roll.pick(self.world.subjects)
        voice = voice_of(self.world, self.plan.site, subject)
        if voice is not None:
            return self.roll.pick(voice.anchors)
        return self.roll.pick(lexicon(subject, self.plan.site.language, self.world.spec.role).anchors)

    # ── links ─────────────────────────────────────────────────────────────────────────────────────────────

    def card(self, item: int) -> tuple[str, str]:
        """Path and title of an item."""
        known = self._cards.get(item)
        if known is not None:
            return known
        made = item_path(self.plan.outline, item), self.plan.outline.titles.title(item)
        if item < _CARDS:
            self._cards[item] = made
        return made

    def href(self, page: Page) -> str:
        if page[0] == "item":
            return self.address(self.card(page[1])[0])
        return self.address(self.plan.addresses.path(page))

    def address(self, path: str) -> str:
        """A path of this site as its links write it."""
        if not self._end:
            return self._front + path
        return self._front + _with(path, self._end)

    def title(self, page: Page) -> str:
        if self.hushed and page.kind not in ("home", "desk", "links"):
            return self._about_anything(page)
        if page.kind in ("item", "print"):
            return self.card(page.number)[1]
        if page.kind == "section" and page.leaf:
            return f"{self.manner.titles[Page('section', page.number)]} {page.leaf + 1}"
        return self.manner.titles.get(page, self.manner.brand)

    def _about_anything(self, page: Page) -> str:
        """How a portal announces a page of its own: a search as a search, the rest as news of any kind."""
        roll = dice(self.world.spec.seed, "portal", self.plan.site.number, *page)
        if page.kind == "form" and any(
            self.plan.forms[i].searches for i in self.plan.stands.pages[page.number].forms
        ):
            return roll.pick(self.manner.speech.nav["search"])
        said = lexicon(roll.pick(self.world.subjects), self.plan.site.language, self.world.spec.role)
        return roll.pick(said.anchors)

    def link(self, page: Page) -> Anchor:
        """A link to another page; says nothing about it in the share of cases the world wants so."""
        if self.roll.random() < self.dull:
            return self._dull(self.href(page))
        return Anchor(self.href(page), self.title(page))

    def menu_link(self, page: Page) -> Anchor:
        """Menus say what they lead to."""
        return Anchor(self.href(page), self.title(page))

    def deeper(self, page: Page) -> Anchor:
        """A link to a hub or a form page. One to a form page names the form in six of ten cases that say
        anything at all."""
        if self.roll.random() < self.dull:
            return self._dull(self.href(page))
        if page.kind == "form" and not self.roll.chance(0.6) and not self.hushed:
            return Anchor(self.href(page), self.topical(self.plan.stands.pages[page.number].subject))
        return Anchor(self.href(page), self.title(page))

    def _dull(self, href: str) -> Anchor:
        if self.roll.random() < 0.25:
            return Anchor(href, "", icon=True)
        return Anchor(href, self.roll.pick(self.manner.speech.dull_anchors))

    def outward(self, target: int) -> tuple[Anchor, Outlink]:
        """A link to another site."""
        link = outlink(self.world, self.plan.site.number, target)
        return Anchor(link.url, link.texts[0 if self.hushed else link.favourite]), link

    # ── lists ─────────────────────────────────────────────────────────────────────────────────────────────

    def teasers(self, pages: Sequence[Page], table: Speech, heading: str = "") -> Listing:
        """Items with what the site writes beside them."""
        rows: list[tuple[Piece, ...]] = []
        anchors, snippets, roll = self.manner.anchors_per_teaser, self.manner.snippets, self.roll.random
        for page in pages:
            if page[0] != "item":
                rows.append((self.deeper(page),))
                continue
            path, title = self.card(page[1])
            if self.hushed:
                title = self._about_anything(page)
            href = self.address(_with(path, self._reference) if self._reference else path)
            row: list[Piece] = []
            if anchors == 3:
                row.append(Anchor(href, "" if roll() < 0.5 else title, icon=True))
            if roll() < self.dull:
                row += [title, self._dull(href)]
            else:
                row.append(Anchor(href, title))
            if snippets:
                row.append(phrase(self.roll, table, 6))
            if anchors >= 2:
                row.append(Anchor(href, self.manner.more))
            rows.append(tuple(row))
        return Listing(tuple(rows), "teasers", heading)

    def plain(self, pages: Iterable[Page], role: ListingRole, heading: str = "") -> Listing:
        return Listing(tuple([(self.link(page),) for page in pages]), role, heading)

    def directory(self, targets: Iterable[int], table: Speech | None, heading: str = "") -> Listing:
        """External links one below the other, described if `table` is given."""
        rows: list[tuple[Piece, ...]] = []
        for target in targets:
            link, known = self.outward(target)
            row: list[Piece] = [link]
            if known.favourite == 2 and self.roll.random() < 0.5:
                row.insert(0, known.texts[0])
            if table is not None:
                row.append(phrase(self.roll, table, 5 + int(self.roll.random() * 9)))
            rows.append(tuple(row))
        return Listing(tuple(rows), "directory", heading)

    def some_items(self, many: int, section: int | None = None) -> list[Page]:
        """Items in a run from a random one on: of a section, or of all."""
        if section is None:
            first, count = 0, self.plan.outline.items
        else:
            first, count = self.plan.outline.sections[section].first, self.plan.outline.sections[section].count
        start = int(self.roll.random() * count)
        return [Page("item", first + (start + i) % count) for i in range(many)]

    # ── forms ─────────────────────────────────────────────────────────────────────────────────────────────

    def form(self, index: int) -> FormModel:
        return form_model(self.world, self.plan, index, self.session)

    def forms(self, indexes: Iterable[int]) -> list[Block]:
        """Forms one below the other, each with the heading that stands above it."""
        made = [self.form(index) for index in indexes]
        return [block for form in made for block in ((Heading(form.above, 3), form) if form.above else (form,))]


def _with(path: str, parameter: str) -> str:
    return f"{path}{'&' if '?' in path else '?'}{parameter}"
