"""Which columns a database has, what its site calls them, and how it writes their values.

Two sites of one domain differ in the attributes they hold, in the values they know and in how frequent each is,
in labels, in the order of columns, in what lists show and what only a record's own page does, and in how prices,
numbers and dates are written.
"""

from collections.abc import Sequence
from dataclasses import replace

from leadline_lab.randomness import Dice
from leadline_lab.sources.model import Attribute
from leadline_lab.sources.wording import DATE_FORMATS, phrases_of, separator_of
from leadline_lab.spec import Role
from leadline_lab.words import AttributeWords, attributes

_KEPT = 0.8
"""Share of a domain's attributes that one database has."""
_LEAST = 5
_FEW_VALUES = 8
"""Short lists of values (new, used) are kept whole."""
_CURRENCIES = ("$", "£", "€", "¥")
_SNIPPETS = (12, 20, 30)


def structured(roll: Dice, domain: str, language: str, role: Role) -> tuple[Attribute, ...]:
    """Columns of a structured database, in the order the site shows them."""
    known = attributes(domain, language, role)
    chosen = _chosen(roll, known)
    names = {words.name for words in chosen}
    columns: dict[str, Attribute] = {}
    for words in chosen:
        # A parent stands before its children in the data, so its values are known here.
        parent = columns.get(words.correlates) if words.correlates in names else None
        columns[words.name] = _column(roll, words, language, parent)
    title, *others = columns.values()
    extra = [*_extra(roll, language, role), *_postal(roll, list(columns.values()), language, role)]
    order = roll.sample([*others, *extra], len(others) + len(extra))
    order.insert(0 if roll.chance(0.85) else roll.below(len(order)), title)
    return _listed(roll, _told_apart(order), title.name)


def textual(roll: Dice, domain: str, language: str, role: Role) -> tuple[Attribute, ...]:
    """Columns of a text database: a title, the text, and at times a date or a name beside them."""
    known = attributes(domain, language, role)
    title = _column(roll, known[0], language, None)
    beside = [words for words in known[1:] if words.type in ("date", "name", "year")]
    others = [
        _only_shown(_column(roll, words, language, None)) for words in roll.sample(beside, roll.pick((0, 1, 1, 2)))
    ]
    labels = tuple(roll.sample(phrases_of(language, role)["text"], 3))
    text = Attribute(
        "text", "keyword", "contains", labels, searched=True, askable=False, snippet=roll.pick(_SNIPPETS)
    )
    return tuple(_told_apart((_searched(title), *others, text)))


def _chosen(roll: Dice, known: Sequence[AttributeWords]) -> list[AttributeWords]:
    """The title and most of the others, in the data's order."""
    kept = [words for words in known[1:] if roll.chance(_KEPT)]
    missing = _LEAST - 1 - len(kept)
    if missing > 0:
        dropped = [words for words in known[1:] if words not in kept]
        kept += roll.sample(dropped, missing)
    return [known[0], *(words for words in known[1:] if words in kept)]


def _column(roll: Dice, words: AttributeWords, language: str, parent: Attribute | None) -> Attribute:
    written, separator = _writing(roll, words, language)
    return Attribute(
        name=words.name,
        type=words.type,
        ask=words.ask,
        labels=_labels(roll, words.labels),
        values=_values(roll, words, parent),
        low=words.low,
        high=words.high,
        step=max(words.step, 1),
        correlates=parent.name if parent else "",
        searched=words.ask == "contains" or (words.type in ("category", "city", "name") and roll.chance(0.5)),
        format=written,
        separator=separator,
    )


def _labels(roll: Dice, labels: Sequence[str]) -> tuple[str, ...]:
    """Three of them, the plainest first: a list is headed "Make" rather than "Which make do you want?"."""
    return tuple(sorted(roll.sample(labels, 3), key=lambda label: ("?" in label, label.count(" ") > 1)))


def _values(roll: Dice, words: AttributeWords, parent: Attribute | None) -> tuple[str, ...]:
    """The values this site knows, in its own order of frequency, which is like that of the others."""
    values: Sequence[str] = words.values
    share = roll.quantile(((0.0, 0.35), (0.5, 0.75), (1.0, 1.0)))
    if parent is not None and words.given:
        under = dict(words.given)
        values = [v for v in values if any(v in under.get(p, ()) for p in parent.values)] or values
    if len(values) > _FEW_VALUES:
        # The frequent ones are everywhere; the rarer a value, the fewer sites know it.
        head = len(values) // 4
        values = [v for rank, v in enumerate(values) if rank < head or roll.chance(share)]
    places = [(rank * (0.5 + roll.random()) + 2 * roll.random(), v) for rank, v in enumerate(values)]
    return tuple(v for _, v in sorted(places)) if not words.given else tuple(values)


def _writing(roll: Dice, words: AttributeWords, language: str) -> tuple[str, str]:
    """Format and separator of a number or a date."""
    dates = roll.pick(DATE_FORMATS[language])
    apart, spaced = roll.chance(0.75), roll.chance(0.7)
    if words.type == "date":
        return dates, ""
    if words.values or words.patterns:
        return "{}", ""
    separator = separator_of(language) if apart and words.type not in ("year", "zip", "day", "month") else ""
    if not words.unit or not spaced:
        return "{}", separator
    if words.unit in _CURRENCIES:
        return (words.unit + "{}" if language == "en" else "{} " + words.unit), separator
    return "{} " + words.unit, separator


def _extra(roll: Dice, language: str, role: Role) -> list[Attribute]:
    """A description, a reference number, both or neither."""
    said = phrases_of(language, role)
    described, referred, asked = roll.chance(0.45), roll.chance(0.35), roll.chance(0.2)
    text = Attribute(
        "text", "keyword", "contains", tuple(roll.sample(said["text"], 3)),
        searched=True, askable=False, snippet=roll.pick(_SNIPPETS),
    )  # fmt: skip
    labels = tuple(roll.sample(said["reference"], 3))
    reference = Attribute("reference", "other", "equals", labels, askable=asked)
    return [text] * described + [reference] * referred


def _postal(roll: Dice, columns: Sequence[Attribute], language: str, role: Role) -> list[Attribute]:
    """A zip code beside the place, where there is one."""
    has, labels = roll.chance(0.35), tuple(roll.sample(phrases_of(language, role)["zip_label"], 3))
    place = next((a.name for wanted in ("city", "region") for a in columns if a.type == wanted), "")
    if not has or not place or any(a.type == "zip" for a in columns):
        return []
    return [Attribute("zip", "zip", "equals", labels, correlates=place, format="{}")]


def _listed(roll: Dice, order: Sequence[Attribute], title: str) -> tuple[Attribute, ...]:
    """Lists show the title and two to six others."""
    wanted = roll.between(2, 6)
    shown = {title, *(a.name for a in roll.sample([a for a in order if a.name != title], wanted))}
    return tuple(a if a.name in shown else _unlisted(a) for a in order)


def _told_apart(columns: Sequence[Attribute]) -> list[Attribute]:
    """No two columns under one head: each takes the first of its labels that is still free."""
    taken: set[str] = set()
    apart = []
    for a in columns:
        free = sorted(a.labels, key=lambda label: label.casefold() in taken)
        taken.add(free[0].casefold())
        apart.append(replace(a, labels=tuple(free)))
    return apart


def _unlisted(a: Attribute) -> Attribute:
    return replace(a, listed=False)


def _only_shown(a: Attribute) -> Attribute:
    return replace(a, askable=False, searched=False)


def _searched(a: Attribute) -> Attribute:
    return replace(a, searched=True)
