"""URL ↔ page, both ways, without a table of items.

Pages there are few of (sections, hubs, form pages) are looked up by their exact path. An item's path is read
back with the style's pattern, and believed only if writing it again gives the same path: whatever is almost an
address of the site is none.
In styles with one row of numbers for everything, item i has one of the two numbers 2i and 2i+1, which one
depends on the site; other pages sit on those left over. So no number tells what kind of page it leads to.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from leadline_lab.plan.outline import Outline, first_number
from leadline_lab.plan.page import HOME, Page

_FIELDS = {
    "sec": r"[^/?&]+", "s": r"\d+", "slug": r"[a-z0-9-]+", "n": r"(?P<n>\d+)", "y": r"\d{4}", "m": r"\d\d",
    "lang": r"[a-z]{2}",
}  # fmt: skip
_CALENDARS = ("/calendar/{y}/{m}/", "/events.php?month={y}-{m}", "/termine.htm?y={y}&m={m}", "/agenda/{y}-{m}")
_PRINT = "print=1"
_STEP = 0x9E3779B1


def number_of(outline: Outline, item: int) -> int:
    """The public number of an item."""
    return outline.base + 2 * item + _side(outline, item)


def free_number(outline: Outline, place: int) -> int:
    """The number beside that of item `place`, which no item has."""
    return outline.base + 2 * place + 1 - _side(outline, place)


def _side(outline: Outline, place: int) -> int:
    return ((place + 1) * _STEP + outline.titles.salt) >> 9 & 1


def item_path(outline: Outline, item: int) -> str:
    stem, parts = outline.stems[outline.section_of(item)], outline.parts
    if parts == ("n",):
        return stem % number_of(outline, item)
    if parts == ("slug",):
        return stem % outline.titles.slug(item)
    if parts == ("slug", "n"):
        return stem % (outline.titles.slug(item), number_of(outline, item))
    if parts == ("n", "slug"):
        return stem % (number_of(outline, item), outline.titles.slug(item))
    month = 24_150 - item * 96 // (outline.items + 1) - outline.titles.salt % 60
    return stem % (month // 12, f"{month % 12 + 1:02d}", outline.titles.slug(item))


def section_path(outline: Outline, section: int, leaf: int = 0) -> str:
    template = outline.style.archive if leaf else outline.style.section
    return template.format(
        sec=outline.sections[section].slug,
        s=section_number(outline, section),
        p=leaf + 1,
        lang=outline.site.language,
    )


def section_number(outline: Outline, section: int) -> int:
    if "id={s}" in outline.style.section:
        return free_number(outline, section * (outline.items // len(outline.sections)))
    return section + first_number(outline.titles)


@dataclass(frozen=True, slots=True)
class Addresses:
    """The addresses of one site: paths with their query, without the host."""

    outline: Outline
    paths: dict[Page, str]
    """Pages there are few of."""
    pages: dict[str, Page]
    archives: dict[str, int]
    """What stands before the page number in an archive's path → section."""
    calendar: str

    def path(self, page: Page) -> str:
        kind = page.kind
        if kind == "item":
            return item_path(self.outline, page.number)
        if kind == "section":
            return section_path(self.outline, page.number, page.leaf)
        if kind == "print":
            path = item_path(self.outline, page.number)
            return f"{path}{'&' if '?' in path else '?'}{_PRINT}"
        if kind == "calendar":
            return self.calendar.format(y=page.number // 12, m=f"{page.number % 12 + 1:02d}")
        return self.paths[page]

    def page(self, path: str) -> Page | None:
        """The page at a path (with its query), None if the site has none there."""
        known = self.pages.get(path)
        if known is not None:
            return known
        found = self._archive(path) or self._item(path) or self._print(path) or self._calendar(path)
        return found if found is not None and self.path(found) == path else None

    def _archive(self, path: str) -> Page | None:
        after = self.outline.style.archive.partition("{p}")[2]
        stem = path.removesuffix(after)
        before = stem.rstrip("0123456789")
        section = self.archives.get(before)
        digits = stem[len(before) :]
        if section is None or not digits or len(digits) > 5:
            return None
        leaf = int(digits) - 1
        return Page("section", section, leaf) if 0 < leaf < self.outline.sections[section].leaves else None

    def _item(self, path: str) -> Page | None:
        match = _pattern(self.outline.style.item).fullmatch(path)
        if match is None:
            return None
        named = match.groupdict()
        if "n" in named:
            digits = named["n"]
            number = (int(digits) - self.outline.base) >> 1 if len(digits) < 10 else None
        else:
            number = self.outline.titles.item(named["slug"])
        return Page("item", number) if number is not None and 0 <= number < self.outline.items else None

    def _print(self, path: str) -> Page | None:
        if not self.outline.print_views or not path.endswith(_PRINT):
            return None
        item = self._item(path[: -len(_PRINT) - 1])
        return None if item is None else Page("print", item.number)

    def _calendar(self, path: str) -> Page | None:
        if not self.outline.calendar:
            return None
        match = re.fullmatch(
            re.escape(self.calendar).replace(r"\{y\}", r"(\d{1,6})").replace(r"\{m\}", r"(\d\d)"), path
        )
        return None if match is None else Page("calendar", int(match[1]) * 12 + int(match[2]) - 1)


@lru_cache(maxsize=64)
def _pattern(template: str) -> re.Pattern[str]:
    fields = dict(_FIELDS)
    if "{n}" not in template:
        fields["slug"] = f"(?P<slug>{fields['slug']})"
    parts = re.split(r"\{(\w+)\}", template)
    return re.compile("".join(fields[part] if i % 2 else re.escape(part) for i, part in enumerate(parts)))


def addresses_of(outline: Outline, named: dict[Page, str]) -> Addresses:
    """`named`: every page that is neither item nor section, with the words of its address (see `slugs`)."""
    paths: dict[Page, str] = {HOME: "/"}
    sections = range(len(outline.sections))
    fronts = {section_path(outline, s): Page("section", s) for s in sections}
    taken = {"/", outline.index, *fronts}
    place = outline.titles.salt % 5
    used = {section_number(outline, s) for s in sections}
    for page, name in named.items():
        while (number := free_number(outline, place)) in used:
            place += 1
        place = (place + 3 + outline.titles.salt % 11) % (outline.items + len(named) + 8)
        used.add(number)
        paths[page] = _unused(outline, name, number, taken)
        taken.add(paths[page])
    pages = {path: page for page, path in paths.items()} | fronts
    if outline.index:
        pages[outline.index] = HOME
    archive = outline.style.archive.partition("{p}")[0]
    return Addresses(
        outline=outline,
        paths=paths,
        pages=pages,
        archives={
            archive.format(
                sec=outline.sections[s].slug, s=section_number(outline, s), lang=outline.site.language
            ): s
            for s in sections
        },
        calendar=_CALENDARS[outline.titles.salt % len(_CALENDARS)],
    )


def _unused(outline: Outline, name: str, number: int, taken: set[str]) -> str:
    """A name that starts with `/` is a whole path: pages whose makers did not follow the style of the site."""
    template = outline.style.node
    for attempt in range(1, 1000):
        again = f"{name}{outline.style.words}{attempt}" if attempt > 1 else name
        if name.startswith("/"):
            stem, dot, end = name.partition(".")
            path = f"{stem}{attempt if attempt > 1 else ''}{dot}{end}"
        else:
            path = template.format(
                name=again.replace("-", outline.style.words), k=number, lang=outline.site.language
            )
        if path not in taken:
            return path
    raise AssertionError("a thousand pages of one name")
