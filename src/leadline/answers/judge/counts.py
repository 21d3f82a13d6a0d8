"""How many records a page says there are.

Numbers are read in the separators of all languages ("1,234", "1.234", "1 234", "1'234"), and only where a line
says what they count: a range and its total ("1–20 of 1,234"), a part and its total ("20 of 1,234 cars"), a
number with its noun ("about 3.400 Treffer"), a noun with its number ("Results: 213"). "Page 3 of 62" counts
pages, "20 per page" counts nothing, and a line whose like stands on the page several times with other numbers
("Toyota (12)", "4 reviews") belongs to facets or to records. Whether to believe a number is for `Counts`.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Literal

from leadline.answers.judge.lines import Line, key_of, lines_of
from leadline.answers.judge.wording import is_elsewhere, plain, says, things
from leadline.parse.document import Document

Precision = Literal["exact", "about", "at-least"]

_N = r"(?:\d{1,3}(?:[.,' ]\d{3})+(?!\d)|\d+)"
_ABOUT = (
    r"about|approximately|approx\.?|around|roughly|some|nearly|circa|ca\.|ca|etwa|rund|ungefahr|zirka|environ|quelque"
    r"|aproximadamente|aprox\.?|unos|unas|cerca de|alrededor de|mais ou menos|~|≈"
)
_LEAST = (
    r"more than|over|at least|mehr als|uber|mindestens|plus de|plus d'|au moins|mas de|al menos|mais de|ao menos"
    r"|pelo menos|>"
)
_TOTAL = (
    r"(?:the |all |los |las |les |den |os |as |a total of |un total de |um total de |insgesamt |total )?"
    rf"(?P<how>(?:{_ABOUT}|{_LEAST}) ?)?(?P<total>{_N})(?P<plus> ?\+)?"
)
_OF = r"(?:of|out of|von|aus|sur|de|del total de|/|sobre|em|do total de|from|di)"
_FOUND = (
    r"found|matched|match(?:ing)?|gefunden|trouve\w*|encontrad\w+|entspr\w+|passend\w*|correspond\w+|ergab\w*"
    r"|coincid\w+"
)
_PER_PAGE = r"(?! ?(?:[\w-]+ )?(?:per|pro|je|par|por|a) (?:page|seite|pagina))"
_PAGES = re.compile(rf"\b(?:pages?|seiten?|paginas?|pag\.?|p\.|bl\.) ?:? ?{_N} ?{_OF} ?(?P<pages>{_N})")
_LONGEST = 240
_MANY_WORDS = 16
"""Beyond them a line is prose, and only a range with its total is read."""
_YEAR = re.compile(r"(?:19|20)\d\d")
_ATTRIBUTES = ("data-total", "data-total-results", "data-total-count", "data-result-count", "data-num-results")


@dataclass(frozen=True, slots=True)
class Count:
    """What a page says about the number of matches."""

    total: int
    precision: Precision = "exact"
    first: int | None = None
    last: int | None = None
    """Positions of the first and last record of this page, where it says them."""
    text: str = ""
    """The line it was read from."""


_W = r"[^\W\d][\w'-]*"


_PAGES_AND_DATA = (
    "pages?",
    "pages",
    "paginas?",
    "seiten",
    "data",
    "datos",
    "dados",
    "items?",
    "item",
    "files",
    "daten",
    "packages?",
)
"""Records are called so as well, but numbers of them are mostly something else: pages, carts."""


@cache
def _strong() -> str:
    return things("results", *_PAGES_AND_DATA)


@cache
def _forms() -> tuple[tuple[int, re.Pattern[str]], ...]:
    """How sure, and the pattern: the surest first."""
    strong = _strong()
    weak = things("things", *_PAGES_AND_DATA)
    span = rf"(?<![\d.,/-])(?P<first>{_N}) ?(?:-|–|—|to|bis|a|al|ate|through|\.{{2,3}}) ?(?P<last>{_N})"
    shown = r"(?:shown|displayed|listed|angezeigt|affich\w+|mostrad\w+|exibid\w+)"
    showing = r"(?:show\w*|display\w*|view\w*|list\w*|zeige\w*|anzeige|affich\w+|mostra\w*|exib\w+)"
    found = (
        "found|returned|wurden?|trouve|encontramos|encontrado|encontrados|encontraram|there (?:are|is|were|was)"
        "|es gibt|il y a|hay"
    )
    whole = rf"total|gesamt|insgesamt|number of {_W}|anzahl {_W}|nombre de {_W}"
    no_price = r"(?![\d.,]*[\d%€$£])"
    between = rf"(?:{_W} ){{0,2}}?"
    patterns = (
        (5, rf"{span},? ?(?:[\w()-]+ ){{0,2}}?{_OF} ?{_TOTAL}"),
        (4, rf"(?<![\d.,/-]){_N} {between}{_OF} {_TOTAL} {between}(?:{strong}|{_FOUND})\b"),
        (4, rf"^(?:{_W} ){{0,2}}{_N} (?:{_W} )?{_OF} {_TOTAL} {between}(?:{weak})\b"),
        (4, rf"(?<![\d.,/-]){_N} (?:{_W} )?{_OF} {_TOTAL} {between}{shown}\b"),
        (4, rf"\b{showing} (?:{_W} ){{0,2}}{_N} {between}{_OF} {_TOTAL}\b"),
        (3, rf"(?<![\d.,/$€£©-]){_TOTAL} {between}(?:{strong}|{_FOUND})\b{_PER_PAGE}"),
        (3, rf"^(?:{_W}:? )?{_TOTAL} (?:{_W} )?(?:{weak}){_PER_PAGE}(?: {_W}){{0,2}}$"),
        (3, rf"\b(?:{found}) {_TOTAL}(?: (?:{_W} ){{0,2}}(?:{weak}|items?|itens|{_FOUND})\b|$|[.,:;])"),
        (2, rf"\b(?:{strong}|{_FOUND}|{whole})(?: (?:{_FOUND}|in total))? ?[:=(] ?{_TOTAL}{no_price}"),
    )
    return tuple((sure, re.compile(pattern)) for sure, pattern in patterns)


_FIRST_N = re.compile(
    r"\b(?:first|top|only|best|ersten|besten|nur|premiers|premieres|meilleur\w*|seuls|primer\w+|mejores|solo|primeir\w+"
    r"|melhores|apenas|maximum of|limited to|per page|pro seite|par page|por pagina|last|page|seite|pagina)"
    r"(?: (?:the|the first|die|die ersten|les|los|as|os))? ?$"
)


def count_of(document: Document) -> Count | None:
    """The number of matches this page states, None where it states none."""
    return count_among(lines_of(document)) or _by_attribute(document)


def count_among(lines: Iterable[Line]) -> Count | None:
    """The surest number of matches that one of these lines states; the first of several."""
    found: list[tuple[int, int, Count]] = []
    alike: dict[str, set[int]] = {}
    for place, line in enumerate(lines):
        for sure, count in _read(line):
            found.append((-sure, place, count))
            alike.setdefault(key_of(line.text), set()).add(count.total)
    single = [item for item in found if item[0] == -5 or len(alike[key_of(item[2].text)]) == 1]
    return min(single, key=lambda item: item[:2])[2] if single else None


def _read(line: Line) -> Iterator[tuple[int, Count]]:
    """The surest reading of one line."""
    text = plain(line.text)
    if len(text) > _LONGEST or not any(letter.isdigit() for letter in text) or is_elsewhere(text):
        return
    text = _PAGES.sub(" ", text).strip()
    for sure, pattern in _forms():
        if sure < 5 and (text.count(" ") > _MANY_WORDS or says(line.text, "truncated")):
            return  # "the 100 best matches" are what is shown, not what there is
        for match in pattern.finditer(text):
            count = _count(match, line.text)
            if count is None or _FIRST_N.search(text[: match.start("total")]):
                continue
            if sure < 5 and _YEAR.fullmatch(match["total"]) and (sure == 2 or not re.search(_strong(), text)):
                continue
            yield sure, count
            return


def _count(match: re.Match[str], text: str) -> Count | None:
    said = match.groupdict()
    first, last = (_number(said.get(name)) for name in ("first", "last"))
    total = _number(said.get("total"))
    if total is None:
        return None
    precision = _precision(said)
    if first is not None and last is not None:
        # 12-05 of 2026 is a date; a page of results begins before it ends and ends before the total.
        zero = first == last == total == 0
        if not zero and not (first <= last <= total and last - first < 2_000):
            return None
    return Count(total, precision, first, last, text)


def _precision(said: dict[str, str | None]) -> Precision:
    how = (said.get("how") or "").strip()
    if said.get("plus") or (how and re.fullmatch(_LEAST, how)):
        return "at-least"
    return "about" if how else "exact"


def _number(text: str | None) -> int | None:
    """
    >>> _number("1.234"), _number("12 500"), _number(None)
    (1234, 12500, None)
    """
    digits = re.sub(r"\D", "", text or "")
    return int(digits) if digits and len(digits) <= 12 else None


def _by_attribute(document: Document) -> Count | None:
    for name in _ATTRIBUTES:
        node = document.visible_tree.document.css_first(f"[{name}]")
        said = (node.attributes.get(name) or "").strip() if node is not None else ""
        # A zero is more often an empty cart than an empty answer.
        if said.isascii() and said.isdigit() and len(said) <= 12 and int(said):
            return Count(int(said), text=f"{name}={said}")
    return None
