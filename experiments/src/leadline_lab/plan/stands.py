"""Where forms stand: hubs between sections and form pages, so that each form is as deep as its plan says.

Depth is the shortest way in links from the home page. It holds because of one rule that all of `pages` keeps:
the home page links to sections, desks and items, those to one another and to what hangs on a section, and what
is deeper than two is linked only by its parents and by pages at least as deep.
Every site has hubs, most of which lead to items only: a hub says nothing about whether forms are behind it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from leadline_lab.forms import FormPlan
from leadline_lab.plan.outline import Outline, off_topic
from leadline_lab.plan.page import HOME, Page
from leadline_lab.plan.slugs import slug
from leadline_lab.randomness import Dice, dice
from leadline_lab.texts import voice_of
from leadline_lab.words import lexicon, tongue
from leadline_lab.world import World

SEARCH_WORDS = ("search", "find", "browse", "advanced", "finder", "query", "lookup", "advanced-search", "catalog")
_WORDY = 0.6
"""Share of form pages that are named for what they do; some styles have no place for names."""
_HAS_HUBS = 0.6
_CHILDREN = (0.0, 0.0, 0.4, 0.3, 0.25, 0.2)
"""Chance that a hub of this depth has hubs below it."""
_DEEPEST = 6
_SECOND_PARENT = 0.35


@dataclass(frozen=True, slots=True)
class Hub:
    title: str
    subject: str
    section: int
    parent: Page
    depth: int


@dataclass(frozen=True, slots=True)
class FormPage:
    place: str
    """See `FormPlan.place`."""
    forms: tuple[int, ...]
    depth: int
    section: int
    subject: str
    parents: tuple[Page, ...]
    """Pages that link to it; at depth 1 the home page."""
    in_nav: bool
    """In the menu of every page; at depth 1 only."""
    name: str
    title: str


@dataclass(frozen=True, slots=True)
class Stands:
    hubs: tuple[Hub, ...]
    pages: tuple[FormPage, ...]
    everywhere: tuple[int, ...]
    on: dict[Page, tuple[int, ...]]
    """Page → forms of its own."""


class _Grove:
    """Hubs of a site while it is being planned."""

    def __init__(self, world: World, outline: Outline, roll: Dice) -> None:
        self.world, self.outline, self.roll = world, outline, roll
        self.hubs: list[Hub] = []
        self.titles: set[str] = set()
        for section, has in enumerate(outline.sections):
            for _ in range(roll.below(2 + min(2, has.count // 10)) if roll.chance(_HAS_HUBS) else 0):
                self._branch(Page("section", section), section, 2)

    def _branch(self, parent: Page, section: int, depth: int) -> None:
        here = self.add(parent, section, depth, self.outline.sections[section].subject)
        if depth < _DEEPEST and self.roll.chance(_CHILDREN[min(depth, len(_CHILDREN) - 1)]):
            for _ in range(self.roll.between(1, 2)):
                self._branch(here, section, depth + 1)

    def add(self, parent: Page, section: int, depth: int, subject: str) -> Page:
        said = lexicon(subject, self.outline.site.language, self.world.spec.role)
        voice = voice_of(self.world, self.outline.site, subject)
        anchors = said.anchors if voice is None else voice.anchors
        free = [text for text in anchors if text not in self.titles]
        title = self.roll.pick(free) if free else f"{self.roll.pick(anchors)} {self.roll.pick(said.words)}"
        self.titles.add(title)
        self.hubs.append(Hub(title[:1].upper() + title[1:], subject, section, parent, depth))
        return Page("hub", len(self.hubs) - 1)

    def parents(self, subject: str, depth: int) -> tuple[int, tuple[Page, ...]]:
        """Section and pages of this depth about the subject that something deeper may hang on."""
        if depth == 0:
            return 0, (HOME,)
        own = [s for s, section in enumerate(self.outline.sections) if section.subject == subject]
        if depth == 1:
            section = self.roll.pick(own or range(len(self.outline.sections)))
            return section, (Page("section", section),)
        fit = [h for h, hub in enumerate(self.hubs) if hub.depth == depth and hub.subject == subject]
        if not fit:
            fit = [self._grow(self.roll.pick(own or [0]), subject, depth)]
        chosen = self.roll.sample(fit, 2 if self.roll.chance(_SECOND_PARENT) else 1)
        return self.hubs[chosen[0]].section, tuple(Page("hub", h) for h in chosen)

    def _grow(self, section: int, subject: str, depth: int) -> int:
        """A chain down to a hub of this depth, from the deepest hub of the section that is above it."""
        above = [h for h, hub in enumerate(self.hubs) if hub.section == section and hub.depth < depth]
        deepest = max(above, key=lambda h: (self.hubs[h].depth, h), default=None)
        parent = Page("section", section) if deepest is None else Page("hub", deepest)
        reached = 1 if deepest is None else self.hubs[deepest].depth
        while reached < depth:
            reached += 1
            parent = self.add(parent, section, reached, subject)
        return parent.number

    def behind(self, subject: str, depth: int) -> tuple[int, tuple[Page, ...]]:
        """A page of this depth about something else, where nobody looks for a form about the subject."""
        section, parents = self.parents(subject, depth - 1)
        elsewhere = off_topic(self.outline.site, self.roll)
        return section, (self.add(parents[0], section, depth, elsewhere),)


def stands_of(world: World, outline: Outline, forms: Sequence[FormPlan]) -> Stands:
    roll = dice(world.spec.seed, "stands", outline.site.number)
    grove = _Grove(world, outline, roll)
    places: dict[str, list[int]] = {}
    for i, form in enumerate(forms):
        if not form.everywhere:
            places.setdefault("home" if form.depth == 0 else form.place, []).append(i)
    pages: list[FormPage] = []
    on: dict[Page, tuple[int, ...]] = {}
    for place, there in places.items():
        first = forms[there[0]]
        if place == "home":
            on[HOME] = tuple(there)
        elif first.kind == "contact" and first.depth == 1:
            desk = Page("desk", outline.desks.index("contact"))
            on[desk] = (*on.get(desk, ()), *there)
        else:
            on[Page("form", len(pages))] = tuple(there)
            pages.append(_page(world, grove, place, there, forms))
    everywhere = tuple(i for i, form in enumerate(forms) if form.everywhere)
    return Stands(tuple(grove.hubs), tuple(pages), everywhere, on)


def _page(world: World, grove: _Grove, place: str, there: list[int], forms: Sequence[FormPlan]) -> FormPage:
    first, roll, outline = forms[there[0]], grove.roll, grove.outline
    subject = next((forms[i].domain for i in there if forms[i].domain), outline.site.subject)
    hidden = first.depth > 1 and roll.chance(world.spec.behind_off_topic)
    section, parents = (grove.behind if hidden else grove.parents)(subject, first.depth - 1)
    title = _title(world, outline, roll, first, subject)
    return FormPage(
        place=place,
        forms=tuple(there),
        depth=first.depth,
        section=section,
        subject=subject,
        parents=parents,
        in_nav=first.depth == 1 and roll.chance(0.6),
        name=_name(outline, roll, first, title),
        title=title,
    )


_SAID = {"login": "login", "registration": "register", "contact": "contact", "mailing-list": "news"}


def _title(world: World, outline: Outline, roll: Dice, form: FormPlan, subject: str) -> str:
    """What the page is called by links that name it."""
    language, role = outline.site.language, world.spec.role
    said = lexicon(subject, language, role)
    if form.kind in ("search", "site-search") and said.search_anchors:
        return roll.pick(said.search_anchors)
    speech = tongue(language, role)
    if form.kind in _SAID:
        return roll.pick(speech.nav[_SAID[form.kind]])
    return roll.pick(speech.buttons.get(form.kind, said.anchors))


def _name(outline: Outline, roll: Dice, form: FormPlan, title: str) -> str:
    """Words of its address: about half say what it is for, in the site's language or in English."""
    wordy = roll.chance(_WORDY)
    if wordy:
        searching = form.kind in ("search", "site-search")
        word = roll.pick(SEARCH_WORDS) if searching and roll.chance(0.6) else slug(title)
    else:
        word = outline.titles.slug(roll.below(outline.items + 50))
    own = 0.75 if wordy and outline.style.numbered else outline.style.own_program
    return f"/{word}{outline.style.extension.rstrip('/')}" if roll.chance(own) else word
