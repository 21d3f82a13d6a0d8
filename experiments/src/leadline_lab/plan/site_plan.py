"""The whole plan of a site: what it is made of, its forms and databases, and the address of every page."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, islice
from urllib.parse import urlsplit

from leadline_lab.forms import FormPlan, forms_of
from leadline_lab.plan.addresses import Addresses, addresses_of, item_path, section_path
from leadline_lab.plan.outline import Outline, outline_of
from leadline_lab.plan.page import HOME, Page
from leadline_lab.plan.placements import Placed, placed
from leadline_lab.plan.slugs import slug
from leadline_lab.plan.stands import SEARCH_WORDS, Stands, stands_of
from leadline_lab.randomness import Dice, dice
from leadline_lab.sources import Source, sources_of
from leadline_lab.words import tongue
from leadline_lab.world import Site, World


@dataclass(frozen=True, slots=True)
class SitePlan:
    site: Site
    outline: Outline
    sources: dict[str, Source]
    forms: tuple[FormPlan, ...]
    stands: Stands
    placed: Placed
    addresses: Addresses
    actions: tuple[str, ...]
    """Path that each form is sent to."""
    handlers: dict[str, int]
    """The same backwards, for forms with a path of their own."""
    records: dict[str, str]
    """What stands before the key in the address of a record, by source."""
    leaves: tuple[int, ...]
    """Places of the fronts of its sections, and the place after their last page (see `place`)."""
    children: dict[Page, tuple[Page, ...]]
    """What hangs on a page: hubs and form pages deeper than 1."""

    @property
    def root(self) -> str:
        return f"http://{self.site.host}"

    def url(self, page: Page) -> str:
        return self.root + self.addresses.path(page)

    def page(self, url: str) -> Page | None:
        """The page at a URL of this site; None if there is none, or only under another host."""
        parts = urlsplit(url)
        path = f"{parts.path or '/'}?{parts.query}" if parts.query else parts.path or "/"
        return self.addresses.page(path) if parts.netloc == self.site.host else None

    def pages(self) -> Iterator[Page]:
        """Every page once: no copies, nothing endless."""
        outline = self.outline
        yield HOME
        yield from (Page("section", n) for n in range(len(outline.sections)))
        yield from (Page("desk", n) for n in range(len(outline.desks)))
        yield from (Page("links", n) for n in range(len(self.placed.gathered)))
        yield from (Page("hub", n) for n in range(len(self.stands.hubs)))
        yield from (Page("form", n) for n in range(len(self.stands.pages)))
        for n, section in enumerate(outline.sections):
            yield from (Page("section", n, leaf) for leaf in range(1, section.leaves))
        yield from (Page("item", n) for n in range(outline.items))

    def place(self, page: Page) -> int:
        """Where it stands in the row of pages that draw from the wheel of external links: items, then pages of
        sections, then hubs."""
        if page.kind == "item":
            return page.number
        if page.kind == "section":
            return self.leaves[page.number] + page.leaf
        return self.leaves[-1] + page.number

    def at(self, place: int) -> Page:
        """The page in that place."""
        if place < self.outline.items:
            return Page("item", place)
        if place >= self.leaves[-1]:
            return Page("hub", place - self.leaves[-1])
        section = bisect_right(self.leaves, place) - 1
        return Page("section", section, place - self.leaves[section])

    def record_path(self, source: str, key: str) -> str:
        return self.records[source] + key

    def record_at(self, path: str) -> tuple[Source, str] | None:
        """Source and key that an address of a record names; there may be no such record."""
        for source, before in self.records.items():
            if path.startswith(before):
                return self.sources[source], path[len(before) :]
        return None

    def depth(self, form: int) -> int:
        """Links from the home page to the form."""
        return self.forms[form].depth


def plan_of(world: World, site: Site) -> SitePlan:
    return _plan(world, site.number)


@lru_cache(maxsize=1024)
def _plan(world: World, number: int) -> SitePlan:
    outline = outline_of(world, number)
    site, sources = outline.site, sources_of(world, outline.site)
    forms = forms_of(world, site, sources)
    stands = stands_of(world, outline, forms)
    there = placed(world, number)
    roll = dice(world.spec.seed, "addresses", number)
    addresses = addresses_of(outline, _named(world, outline, stands, len(there.gathered), roll))
    actions, handlers = _actions(outline, forms, stands, addresses, roll)
    return SitePlan(
        site=site,
        outline=outline,
        sources={source.key: source for source in sources},
        forms=forms,
        stands=stands,
        placed=there,
        addresses=addresses,
        actions=actions,
        handlers=handlers,
        records=_records(outline, sources, {*addresses.pages, *handlers}, roll),
        leaves=tuple(accumulate((section.leaves for section in outline.sections), initial=outline.items)),
        children=_children(stands),
    )


def _named(world: World, outline: Outline, stands: Stands, lists: int, roll: Dice) -> dict[Page, str]:
    """Words for the addresses of pages that are neither sections nor items."""
    nav = tongue(outline.site.language, world.spec.role).nav
    english = roll.chance(0.4)
    named = {
        Page("desk", n): name if english else slug(roll.pick(nav.get(name, (name,))))
        for n, name in enumerate(outline.desks)
    }
    links = roll.pick(("links", "partners", "resources", "directory", "sites"))
    named |= {Page("links", n): f"{links}-{n + 1}" if n else links for n in range(lists)}
    named |= {Page("hub", n): slug(hub.title) for n, hub in enumerate(stands.hubs)}
    end = outline.style.extension.rstrip("/")
    named = {
        page: f"/{name}{end}" if roll.chance(outline.style.own_program) else name for page, name in named.items()
    }
    return named | {Page("form", n): page.name for n, page in enumerate(stands.pages)}


_DECOY_ACTIONS = ("send", "post", "go", "process", "submit", "login", "form", "mail", "signup", "account", "do")
_PLAIN_ACTIONS = ("results", "list", "go", "process", "main", "show", "items", "index2", "do", "catalog", "view")


def _actions(
    outline: Outline, forms: tuple[FormPlan, ...], stands: Stands, addresses: Addresses, roll: Dice
) -> tuple[tuple[str, ...], dict[str, int]]:
    """A form is sent to a path of its own, or to the page it stands on where nothing else can be meant by that:
    a browser drops the query of a GET form's action, and a page may have several forms."""
    alone = {there[0]: page for page, there in stands.on.items() if len(there) == 1}
    folder = roll.pick(("", "", "", "/cgi-bin", "/servlet", "/app"))
    actions: list[str] = []
    handlers: dict[str, int] = {}
    taken = {path.partition("?")[0] for path in addresses.pages}
    # Programs that show sections or items by their parameters: a form there would hide them all.
    taken |= {section_path(outline, n).partition("?")[0] for n in range(len(outline.sections))}
    taken.add(item_path(outline, 0).partition("?")[0])
    for i, form in enumerate(forms):
        searching = form.kind in ("search", "site-search")
        page = alone.get(i)
        own = addresses.path(page) if page is not None else "?"
        if form.steps == 1 and "?" not in own and own != "/" and roll.chance(0.3):
            actions.append(own)
            continue
        words = SEARCH_WORDS if searching and roll.chance(0.5) else _PLAIN_ACTIONS if searching else _DECOY_ACTIONS
        stem = f"{folder}/{roll.pick(words)}"
        end, n = outline.style.extension, 1
        while (path := f"{stem}{n if n > 1 else ''}{end}") in taken or path in handlers:
            n += 1
        handlers[path] = i
        actions.append(path)
    return tuple(actions), handlers


_RECORD_WORDS = ("detail", "view", "record", "entry", "show", "display", "info", "doc", "listing", "offer")


def _records(outline: Outline, sources: tuple[Source, ...], taken: set[str], roll: Dice) -> dict[str, str]:
    """Where records are shown: a program with the key behind it, or a folder of them."""
    found: dict[str, str] = {}
    words = roll.sample(_RECORD_WORDS, len(sources))
    for source, word in zip(sources, words, strict=True):
        stem, n = f"/{word}", 1
        while f"{stem}{outline.style.extension}" in taken:
            n += 1
            stem = f"/{word}{n}"
        folder = f"{stem}s/" if roll.chance(0.5) else f"{stem}{outline.style.extension.rstrip('/')}?id="
        found[source.key] = folder
    return found


def _children(stands: Stands) -> dict[Page, tuple[Page, ...]]:
    found: dict[Page, list[Page]] = {}
    for n, hub in enumerate(stands.hubs):
        found.setdefault(hub.parent, []).append(Page("hub", n))
    for n, page in enumerate(stands.pages):
        for parent in page.parents:
            found.setdefault(parent, []).append(Page("form", n))
    return {parent: tuple(pages) for parent, pages in found.items()}


def pages_linking(world: World, a: int, b: int, most: int | None = None) -> tuple[str, ...]:
    """URLs of pages on site a that link to site b, popular pages first; at most so many of them."""
    plan = plan_of(world, world.site(a))
    return tuple(plan.url(page) for page in islice(_linking(plan, b), most))


def _linking(plan: SitePlan, target: int) -> Iterator[Page]:
    there = plan.placed
    if target in there.everywhere:
        yield from plan.pages()
        return
    if target in there.home:
        yield HOME
    yield from (Page("links", n) for n, targets in enumerate(there.gathered) if target in targets)
    yield from (plan.at(i) for i in there.drawing(target, plan.leaves[-1] + len(plan.stands.hubs)))


def pages_above(plan: SitePlan, page: Page) -> Sequence[Page]:
    """Pages of the site that link to this one, on the ways that every site has."""
    match page.kind:
        case "form":
            return plan.stands.pages[page.number].parents
        case "hub":
            return (plan.stands.hubs[page.number].parent,)
        case "links" if plan.site.kind == "directory":
            return (Page("section", page.number % len(plan.outline.sections)),)
        case "links" if page.number:
            return (Page("links", max(0, page.number - 3)),)  # pagers show three pages ahead
        case "section" if page.leaf:
            return (Page("section", page.number, max(0, page.leaf - 3)),)
        case "section" | "desk" | "links":
            return (HOME,)
        case _:
            return ()
