"""Search forms: a box and a button, advanced search, browsing by a list, searches in steps, store locators."""

from collections.abc import Sequence
from dataclasses import replace

from leadline_lab.anatomy import Choice, Input
from leadline_lab.forms.choices import coded
from leadline_lab.forms.fields import MOST_OPTIONS, Asking
from leadline_lab.forms.labels import Said, said, said_alone
from leadline_lab.forms.manner import Pen
from leadline_lab.forms.wording import CUE
from leadline_lab.randomness import running
from leadline_lab.sources.model import Attribute, Source

QUERY_NAMES = ("q", "s", "query", "search", "keywords", "keyword", "k", "wd")
"""What most search boxes are called (65 % of search forms, ALGORITHMS F3)."""
_QUERY_WEIGHTS = running((0.36, 0.2, 0.13, 0.12, 0.07, 0.07, 0.03, 0.02))
_SHORT = ("q", "s", "q", "s", "k", "wd")
_USUAL_NAME = 0.84
_CONDITIONS = ((0.0, 3.0), (0.2, 6.0), (0.5, 8.0), (0.8, 11.0), (0.97, 16.0), (1.0, 20.0))
"""Conditions of an advanced search (about 6 of all structured interfaces, 1–20: ALGORITHMS F3)."""
_PER_PAGE = ((10, 20, 50), (10, 25, 50, 100), (5, 10, 20), (20, 40, 60, 100), (10, 50, 100))


def keyword_field(
    pen: Pen, *, alone: bool, cued: bool = True, required: bool = False, meaning: str = "keyword"
) -> Input:
    """The box for words; one that is not `cued` says nowhere that it searches, `meaning` is what labels say."""
    roll = pen.roll
    if roll.chance(_USUAL_NAME):
        name = pen.keep(roll.weighted(QUERY_NAMES, _QUERY_WEIGHTS) if cued else roll.pick(_SHORT))
    else:
        name = pen.name(pen.html["words" if cued else "silent"])
    inside = pen.label("keyword_inside")
    text = said_alone(pen, pen.label(meaning), inside) if alone else said(pen, pen.label(meaning))
    if not cued and CUE.search(text.label + text.title):
        text = Said("", "missing", linked=False, title="")
    return Input(
        name=name,
        control="search" if roll.chance(0.12) else "text",
        label=text.label,
        placement=text.placement,
        linked=text.linked,
        required=required and pen.manner.marks_required,
        meaning="keyword",
        type="keyword",
        size=roll.pick((0, 0, 10, 15, 20, 25, 30, 40)),
        title=text.title,
    )


def box(pen: Pen, source: Source, *, cued: bool) -> tuple[Input, ...]:
    """The simple form: words, or what the source cannot do without."""
    wanted = [a for name in source.requires if (a := source.attribute(name))]
    if wanted:
        return tuple(field for a in wanted for field in Asking(pen, source).inputs(a))
    if source.keyword:
        return (keyword_field(pen, alone=True, cued=cued, required="keyword" in source.requires),)
    asking = Asking(pen, source)
    first = next((a for a in source.attributes if a.askable and a.ask == "contains"), source.attributes[0])
    field = asking.text(first)
    text = said_alone(pen, field.label or first.label, field.label or first.label)
    return (replace(field, label=text.label, placement=text.placement, linked=text.linked, title=text.title),)


def conditions(pen: Pen, source: Source, n: int, without: tuple[str, ...] = ()) -> tuple[Input, ...]:
    """About n conditions on a source: what it requires, its words, then its attributes in the site's order."""
    askable = [a for a in source.attributes if a.askable and a.name not in without]
    required = [a for a in askable if a.name in source.requires]
    worded = bool(source.keyword) and ("keyword" in source.requires or pen.roll.chance(0.7))
    others = pen.roll.sample([a for a in askable if a not in required], max(0, n - len(required) - worded))
    chosen = [a for a in askable if a in required or a in others]
    asking = Asking(pen, source)
    fields: list[Input] = []
    if worded:
        alone = not chosen
        fields.append(keyword_field(pen, alone=alone, required="keyword" in source.requires))
    for attribute in chosen:
        fields.extend(asking.inputs(attribute))
    return tuple(fields)


def advanced(pen: Pen, source: Source) -> tuple[Input, ...]:
    """Many conditions and how the answer is to be shown."""
    n = int(pen.roll.quantile(_CONDITIONS))
    return (*conditions(pen, source, n), *presentation(pen, source))


def quick(pen: Pen, source: Source) -> tuple[Input, ...]:
    return conditions(pen, source, pen.roll.between(2, 4))


def browse(pen: Pen, source: Source) -> tuple[Input, ...]:
    """One list to choose from."""
    attribute = listed(pen, source)
    return (Asking(pen, source).choice(attribute, "select"),) if attribute else ()


def listed(pen: Pen, source: Source) -> Attribute | None:
    """An attribute with a list of values; what the source requires, if that has one."""
    fit = [a for a in source.attributes if a.askable and a.ask == "equals" and 2 <= len(a.values) <= MOST_OPTIONS]
    required = [a for a in fit if a.name in source.requires]
    return pen.roll.pick(required or fit) if fit else None


def browsable(source: Source) -> bool:
    """Every required attribute has a list of values, and there is only one of them at most."""
    fit = {
        a.name for a in source.attributes if a.askable and a.ask == "equals" and 2 <= len(a.values) <= MOST_OPTIONS
    }
    return bool(fit) and len(source.requires) <= 1 and all(name in fit for name in source.requires)


def opening(source: Source) -> Attribute:
    """What the first of two steps asks: the shortest list of values, so that both steps agree on it."""
    fit = [a for a in source.attributes if a.askable and a.ask == "equals" and 2 <= len(a.values) <= MOST_OPTIONS]
    return min(fit, key=lambda a: (a.name not in source.requires, len(a.values), a.name))


def presentation(pen: Pen, source: Source) -> tuple[Input, ...]:
    """Sorting, page size, how words are joined: fields that ask about no record."""
    roll, fields = pen.roll, []
    sorting, sizing, matching = roll.chance(0.6), roll.chance(0.28), roll.chance(0.12)
    if sorting and source.sorts:
        own = Choice("", pen.text(pen.words.options["own_order"]))
        fields.append(_shown(pen, "sort", "sort", (own, *_orders(pen, source))))
    if sizing:
        pattern = pen.text(pen.words.options["per_page"])
        sizes = [str(n) for n in roll.pick(_PER_PAGE)]
        fields.append(_shown(pen, "per_page", "display", [Choice(n, pattern.format(n=n)) for n in sizes]))
    if matching and source.keyword:
        ways = coded(pen.words.options["match"], pen.manner.coding)
        fields.append(_shown(pen, "match", "display", ways, "radio"))
    return tuple(fields)


def _orders(pen: Pen, source: Source) -> list[Choice]:
    made = []
    patterns = {way: pen.text(pen.words.options[way]) for way in ("ascending", "descending")}
    for order in source.sorts:
        attribute = source.attribute(order.removeprefix("-"))
        assert attribute is not None, f"a source sorts by {order}, which it does not have"
        pattern = (
            patterns["descending" if order.startswith("-") else "ascending"] if attribute.numeric else "{label}"
        )
        made.append(Choice(_order_code(pen, order), pattern.format(label=attribute.label)))
    return made


def _order_code(pen: Pen, order: str) -> str:
    """`-price` as sites write it."""
    name = order.removeprefix("-")
    if pen.manner.coding == "same":
        return order
    return f"{name}_desc" if order.startswith("-") else f"{name}_asc"


def _shown(pen: Pen, meaning: str, category: str, choices: Sequence[Choice], control: str = "select") -> Input:
    text = said(pen, pen.label(meaning), "radio")
    return Input(
        name=pen.name(pen.html[meaning], control),
        control=control,
        label=text.label,
        placement=text.placement,
        linked=text.linked,
        choices=tuple(choices),
        default=choices[0].value,
        meaning=meaning,
        type=category,
        title=text.title,
    )


def site_search(pen: Pen, *, cued: bool) -> tuple[Input, ...]:
    """The box that searches the pages of the site, now and then with a choice of sections."""
    field = keyword_field(pen, alone=True, cued=cued, meaning="site_keyword")
    if not pen.roll.chance(0.01):
        return (field,)
    sections = pen.words.options["scope"][: pen.roll.between(3, 8)]
    return (field, _shown(pen, "scope", "category", coded(sections, pen.manner.coding)))


def locator(pen: Pen) -> tuple[Input, ...]:
    """Where is the nearest shop: a place and, at times, how far away."""
    text = said_alone(pen, pen.label("zip"), pen.label("zip"))
    place = Input(
        name=pen.name(pen.html["place"]),
        control="text",
        label=text.label,
        placement=text.placement,
        linked=text.linked,
        meaning="zip",
        type="zip",
        size=pen.roll.pick((5, 10, 20)),
        title=text.title,
    )
    if not pen.roll.chance(0.05):
        return (place,)
    return (place, _shown(pen, "radius", "number", coded(pen.words.options["radius"], pen.manner.coding)))
