"""The main part of every kind of page.

How many links a page has is the site's (`Outline.links`), shared out by its kind; what is left after what a page
must have goes to lists of items, archives and tags. Which pages may be linked from where is the rule of
`plan.stands`: home and items link to nothing deeper than what hangs on a section.
"""

from collections.abc import Callable
from dataclasses import replace

from leadline_lab.anatomy import Anchor, Block, Heading, Listing, Pager, Sheet
from leadline_lab.pages.chrome import crumbs, heading, links_in, sheet
from leadline_lab.pages.purity import Aim, aim_of
from leadline_lab.pages.writer import Writer
from leadline_lab.plan import HOME, Page
from leadline_lab.text import Speech

_SHARES = {"home": 1.0, "section": 0.85, "hub": 0.7, "item": 0.7, "form": 0.45, "links": 0.3, "desk": 0.25}
"""Links of a page, in parts of those of the home page."""


def page_sheet(writer: Writer) -> Sheet:
    return _KINDS[writer.page.kind](writer)


def _home(writer: Writer) -> Sheet:
    plan, table, aim = writer.plan, *_voice(writer)
    main: list[Block] = [heading(writer.manner.brand), writer.prose(table, aim.words // 2)]
    main += writer.forms(plan.stands.on.get(HOME, ()))
    near = [p for p in plan.children.get(HOME, ()) if not _in_menu(writer, p)]
    if near:
        main.append(Listing(tuple([(writer.deeper(p),) for p in near]), "related"))
    if plan.placed.home:
        main.append(writer.directory(plan.placed.home, table if writer.manner.snippets else None))
    main.append(writer.prose(table, aim.words // 2))
    aside = _filled(writer, main, table)
    return sheet(writer, main, _slogan(writer), "home", aside)


def _slogan(writer: Writer) -> str:
    brand = writer.manner.brand
    return brand if writer.hushed else f"{brand}: {writer.topical(writer.plan.site.subject)}"


def _section(writer: Writer) -> Sheet:
    plan, table, aim = writer.plan, *_voice(writer)
    number, leaf = writer.page.number, writer.page.leaf
    section = plan.outline.sections[number]
    first = section.first + leaf * section.per_page
    last = min(first + section.per_page, section.first + section.count)
    items = [Page("item", i) for i in range(first, last)]
    main: list[Block] = [crumbs(writer, [HOME]), heading(writer.title(writer.page))]
    if not leaf:
        main.append(writer.prose(table, aim.words))
    main += _with_children(writer, Page("section", number), items, table)
    lists = range(number, len(plan.placed.gathered), len(plan.outline.sections))
    if plan.site.kind == "directory" and lists and not leaf:
        main.append(writer.plain([Page("links", n) for n in lists], "menu"))
    main += _outward(writer)
    if section.leaves > 1:
        main.append(_pager(writer, section.leaves, leaf, lambda n: Page("section", number, n)))
    made = sheet(writer, main, writer.title(writer.page), "section", _filled(writer, main, table))
    following = leaf + 1 < section.leaves and writer.manner.says_next
    return replace(made, next=writer.href(Page("section", number, leaf + 1))) if following else made


def _hub(writer: Writer) -> Sheet:
    plan, table, aim = writer.plan, *_voice(writer)
    hub = plan.stands.hubs[writer.page.number]
    above = [HOME] if hub.parent == HOME else [HOME, hub.parent]
    main: list[Block] = [crumbs(writer, above), heading(hub.title), writer.prose(table, aim.words)]
    some = writer.some_items(writer.roll.between(3, 12), hub.section)
    main += [*_with_children(writer, writer.page, some, table), *_outward(writer)]
    return sheet(writer, main, hub.title, "hub", _filled(writer, main, table))


def _item(writer: Writer) -> Sheet:
    plan, table, aim = writer.plan, *_voice(writer)
    number = writer.page.number
    section = plan.outline.section_of(number)
    title = writer.title(writer.page)
    inline = [writer.link(p) for p in writer.some_items(writer.roll.below(4), section)]
    targets = plan.placed.drawn(number)
    among = len(targets) if writer.manner.children_apart else len(targets) // 2
    inline += [writer.outward(target)[0] for target in targets[:among]]
    main: list[Block] = [crumbs(writer, [HOME, Page("section", section)]), heading(title)]
    half = max(1, len(inline) // 2)
    main += [
        writer.prose(table, aim.words // 2, inline[:half]),
        writer.prose(table, aim.words // 2, inline[half:]),
    ]
    if targets[among:]:
        main.append(writer.directory(targets[among:], None))
    main.append(_neighbours(writer, number))
    if plan.outline.print_views:
        main.append(Listing(((Anchor(writer.href(Page("print", number)), writer.manner.more),),), "related"))
    if promoted := _promoted(writer, section):
        main.append(Listing(tuple([(writer.deeper(p),) for p in promoted]), "related"))
    return sheet(writer, main, title, "item", _filled(writer, main, table))


def _outward(writer: Writer) -> list[Block]:
    """External links of a page that is mostly a list."""
    targets = writer.plan.placed.drawn(writer.plan.place(writer.page))
    return [writer.directory(targets, None, writer.manner.partners)] if targets else []


def _neighbours(writer: Writer, number: int) -> Listing:
    """Previous and next item."""
    around = [n for n in (number - 1, number + 1) if 0 <= n < writer.plan.outline.items]
    words = writer.manner.pager
    return Listing(tuple([(Anchor(writer.href(Page("item", n)), words[n > number]),) for n in around]), "related")


def _promoted(writer: Writer, section: int) -> list[Page]:
    """Form pages near enough to be linked from any item, on the share of pages the site does that on."""
    if not writer.roll.chance(writer.manner.promotes):
        return []
    near = (*writer.plan.children.get(HOME, ()), *writer.plan.children.get(Page("section", section), ()))
    return [p for p in near if p.kind == "form" and not _in_menu(writer, p)]


def _print(writer: Writer) -> Sheet:
    """The item without anything around it."""
    item = Writer(writer.world, writer.plan, Page("item", writer.page.number), writer.session)
    table, aim = _voice(item)
    title = item.title(item.page)
    back = Listing(((Anchor(writer.href(item.page), title),),), "related")
    whole = sheet(writer, [heading(title), item.prose(table, aim.words), back], title, "print")
    return _bare(whole)


def _links(writer: Writer) -> Sheet:
    plan, table, aim = writer.plan, *_voice(writer)
    number, many = writer.page.number, len(plan.placed.gathered)
    title = writer.title(writer.page)
    main: list[Block] = [crumbs(writer, [HOME]), heading(title), writer.prose(table, aim.words)]
    described = table if plan.site.kind == "directory" or writer.manner.snippets else None
    main.append(writer.directory(plan.placed.gathered[number], described))
    if many > 1:
        main.append(_pager(writer, many, number, lambda n: Page("links", n)))
    return sheet(writer, main, title, "links", _filled(writer, main, table))


def _form(writer: Writer) -> Sheet:
    plan, table, aim = writer.plan, *_voice(writer)
    page = plan.stands.pages[writer.page.number]
    above = [HOME, *page.parents[:1]] if page.parents[0] != HOME else [HOME]
    main: list[Block] = [crumbs(writer, above), heading(page.title)]
    text = writer.prose(table, aim.words)
    forms = writer.forms(page.forms)
    main += [text, *forms] if writer.roll.chance(0.6) else [*forms, text]
    beside = [p for p in plan.children.get(page.parents[0], ()) if p.kind == "form" and p != writer.page]
    if beside and writer.roll.chance(0.7):
        main.append(Listing(tuple([(writer.deeper(p),) for p in beside]), "related"))
    return sheet(writer, main, page.title, "form", _filled(writer, main, table))


def _desk(writer: Writer) -> Sheet:
    plan, table, aim = writer.plan, *_voice(writer)
    title = writer.title(writer.page)
    main: list[Block] = [heading(title), writer.prose(table, aim.words)]
    main += writer.forms(plan.stands.on.get(writer.page, ()))
    if plan.outline.desks[writer.page.number] == "sitemap":
        leaves = [
            Page("section", n, leaf) for n, s in enumerate(plan.outline.sections) for leaf in range(s.leaves)
        ]
        main.append(writer.plain(leaves[:200], "archive"))
    return sheet(writer, main, title, "desk", _filled(writer, main, table))


def _calendar(writer: Writer) -> Sheet:
    year, month = divmod(writer.page.number, 12)
    table, aim = _voice(writer)
    title = f"{writer.manner.speech.months[month]} {year}"
    around = [Page("calendar", writer.page.number + step) for step in (-1, 1) if writer.page.number + step > 12]
    words = writer.manner.pager
    turn = [(Anchor(writer.href(p), words[p.number > writer.page.number]),) for p in around]
    days = [(str(day), writer.phrase(table, 4)) for day in range(1, 29) if writer.roll.chance(0.2)]
    main: list[Block] = [heading(title), Listing(tuple(turn), "related"), Listing(tuple(days), "archive")]
    return sheet(writer, [*main, writer.prose(table, aim.words)], title, "calendar")


_KINDS: dict[str, Callable[[Writer], Sheet]] = {
    "home": _home, "section": _section, "hub": _hub, "item": _item, "print": _print, "links": _links,
    "form": _form, "desk": _desk, "calendar": _calendar,
}  # fmt: skip


def _voice(writer: Writer) -> tuple[Speech, Aim]:
    aim = aim_of(writer)
    return writer.table(aim.subject, aim.purity), aim


def _in_menu(writer: Writer, page: Page) -> bool:
    return page in writer.manner.menu


def _with_children(writer: Writer, page: Page, items: list[Page], table: Speech) -> list[Block]:
    """Items with what hangs on this page: in a list of its own, or among them."""
    children = [p for p in writer.plan.children.get(page, ()) if not _in_menu(writer, p)]
    if writer.manner.children_apart and children:
        apart = Listing(tuple([(writer.deeper(p),) for p in children]), "menu")
        return [apart, writer.teasers(items, table)]
    mixed = list(items)
    for child in children:
        mixed.insert(writer.roll.below(len(mixed) + 1), child)
    return [writer.teasers(mixed, table)]


def _pager(writer: Writer, pages: int, here: int, page: Callable[[int], Page]) -> Pager:
    window = range(max(0, here - 3), min(pages, here + 4))
    return Pager(
        here=here + 1,
        pages=pages,
        previous=writer.href(page(here - 1)) if here else "",
        following=writer.href(page(here + 1)) if here + 1 < pages else "",
        numbered=tuple([(n + 1, writer.href(page(n))) for n in window]),
        words=writer.manner.pager,
        rel=writer.manner.says_next,
    )


def _filled(writer: Writer, main: list[Block], table: Speech) -> list[Block]:
    """Adds lists to the main part, and makes those at the side, until the page has about its number of links."""
    outline, manner = writer.plan.outline, writer.manner
    wanted = round(outline.links * _SHARES[writer.page.kind] * (0.7 + 0.6 * writer.roll.random()))
    around = len(manner.menu) + 1 + len(manner.foot) + len(manner.menu) * manner.long_foot
    left = wanted - around - links_in(main)
    aside: list[Block] = []
    if left <= 0:
        return aside
    for_main = int(left * 0.6) // manner.anchors_per_teaser
    if for_main and writer.page.kind != "form":
        main.append(writer.teasers(writer.some_items(for_main), table, writer.topical(writer.plan.site.subject)))
    left -= for_main * manner.anchors_per_teaser
    leaves = [
        Page("section", n, leaf) for n, s in enumerate(outline.sections) for leaf in range(1, min(s.leaves, 9))
    ]
    archive = leaves[: left // 3]
    if archive:
        aside.append(writer.plain(archive, "archive", writer.manner.speech.nav.get("archive", ("Archive",))[0]))
    latest = left - len(archive)
    if latest:
        aside += [Heading(writer.manner.more, 3), writer.plain(writer.some_items(latest), "related")]
    return aside


def _bare(whole: Sheet) -> Sheet:
    return replace(whole, zones=tuple(zone for zone in whole.zones if zone.role == "main"))
