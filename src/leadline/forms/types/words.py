"""Which type the words of a label or an internal name speak of.

In a label what is named first counts ("City, state or ZIP" asks for a city); in an internal name what is named
last (`data[User][city]`, `search_price`). Sorting and display count wherever they are named ("sort by price").
Searching counts only before names and topics: "Search products" is no product name, "Search by city" is a city.

The words themselves are the lexicon's table `[fields]`.
"""

import re
from functools import lru_cache
from re import Pattern

from leadline.forms.wording import ACCOUNT, CAPTCHA, EMAIL, PAYMENT, PHONE
from leadline.lexicon.phrases import phrase, says, template, vocabulary, word_set
from leadline.lexicon.tables import entries, words
from leadline.model.field import End, FieldType

PRIVATE = (EMAIL, PHONE, ACCOUNT, PAYMENT, vocabulary("fields", "private"))
CONSENT = vocabulary("fields", "consent")
"""What a box that is ticked promises or asks for, beside what is private anywhere."""
DAY, MONTH, YEAR = (vocabulary("fields", part) for part in ("day", "month", "year"))


def _named(*types: str) -> tuple[tuple[FieldType, Pattern[str]], ...]:
    return tuple((FieldType(name), vocabulary("fields", name)) for name in types)


FIRST = _named("sort", "display")  # whatever else is named with these: "sort by price" sorts
NAMED = _named(
    "zip", "country", "region", "language", "price", "year", "month", "day", "date", "number", "city", "name",
    "category", "keyword",
)  # fmt: skip
LOW, HIGH = word_set("fields", "low"), word_set("fields", "high")
SURE_ENDS = word_set("fields", "sure_ends")
"""Those that mean an end also where the other end is nowhere to be seen."""
BETWEEN, AND = word_set("fields", "between"), word_set("fields", "and")
"""Two labels that are nothing but these are the ends of what stands before them."""
NO_TOPIC = BETWEEN | AND | word_set("fields", "filling")
ENDS = LOW | HIGH | NO_TOPIC
STAY = vocabulary("fields", "stay")  # a stay or a journey: the first date of two is the earlier one
_GIVES_WAY = frozenset(map(FieldType, ("city", "zip", "region", "country", "date", "year", "month", "day")))
"""What a search is said to go by; anything else after "search" is what is searched."""
_KEYWORD_PHRASE = vocabulary("fields", "keyword_phrases")
"""Spanish for keyword; the second word alone is a password."""
_GENERATED = re.compile(r"^(?:data|form|fields?|input|ctl\d+)(?=[\[$_.:])", re.IGNORECASE)
_NOT_IN_NAMES = word_set("fields", "program_words")  # words of a type in one language and of programs in all
_SEGMENTS = re.compile(r"[\[\].:$/]+")
_AFTER = template("fields", " {after_private}(?= $)", re.NOFLAG)
_ENDS: tuple[End, ...] = ("low", "high")
GLUED = tuple((end, entries("fields", f"glued_{end}")) for end in _ENDS)
_BEFORE_TO = word_set("fields", "before_to")  # what "to" is glued to; many words only happen to end so


def _ends(table: str) -> tuple[tuple[str, FieldType], ...]:
    """Ends of words by what they name, the longest first."""
    found = [(end, type_) for type_ in FieldType for end in entries(table, type_.value)]
    return tuple(sorted(found, key=lambda one: -len(one[0])))


_TAILS = _ends("tails")  # what names end with that are glued together: `releaseyear`, `carname`
_COMPOUNDS = _ends("compounds")  # last parts of German words: Reisedatum
_TESTED = re.compile(r"human_?verif|verif(?:y|ication)_?(?:code|number|input|image)|confirmation_?code|vvcode")
_NUMBERED = re.compile(r"(?<=[a-z])\d+$")


def unglued(word: str) -> str:
    """A word of a name without the end that is glued to it.

    >>> unglued("pricemax"), unglued("minduration"), unglued("tomato")
    ('price', 'duration', 'tomato')
    """
    for _, ends in GLUED:
        for end in ends:
            if end != "to" and word.startswith(end) and len(word) > len(end) + 2:
                return word.removeprefix(end)
            if word.endswith(end) and len(word) > len(end) + 2 and (end != "to" or word[:-2] in _BEFORE_TO):
                return word.removesuffix(end)
    return word


def is_private(text: str) -> bool:
    """Whether a text speaks of the visitor, his account or a promise of his.

    >>> is_private("Your e-mail"), is_private("Palabra clave"), is_private("Title")
    (True, False, False)
    """
    text_words = _KEYWORD_PHRASE.sub("", phrase(text))
    return any(pattern.search(text_words) for pattern in PRIVATE)


def is_private_name(name: str) -> bool:
    """The same of an internal name, whose last words say what it is: `account_city` is a city.

    >>> is_private_name("user[email]"), is_private_name("account_city"), is_private_name("emailConfirm")
    (True, False, True)
    """
    parts = [part for part in _SEGMENTS.split(name) if any(c.isalpha() for c in part)]
    last_words = _AFTER.sub("", phrase(parts[-1])) if parts else ""
    tested = CAPTCHA.search(name.lower()) or _TESTED.search(name.lower())
    if tested or EMAIL.search(last_words) or PHONE.search(last_words):
        return True
    return any(match.end() >= len(last_words) - 1 for pattern in PRIVATE for match in pattern.finditer(last_words))


def consents(text: str) -> bool:
    """Whether ticking a box with this text promises something."""
    return is_private(text) or says(text, CONSENT) is not None


def named_in_label(text: str, *, arranges: bool = True) -> FieldType | None:
    """What a visible text asks for; only choices arrange results.

    >>> str(named_in_label("Sort by price")), str(named_in_label("Search by city")), str(named_in_label("Suche"))
    ('sort', 'city', 'keyword')
    """
    text_words = phrase(text)
    if arranges and (first := _first_of_all(text_words)):
        return first
    found = _matches(text_words)
    if not found:
        compound = (type_ for word in text_words.split() for tail, type_ in _COMPOUNDS if word.endswith(tail))
        return next(compound, None)
    _, _, type_ = min(found, key=lambda match: (match[0], -match[1]))
    if type_ is FieldType.KEYWORD:
        later = [match for match in found if match[2] in _GIVES_WAY]
        return min(later)[2] if later else type_
    return type_


def named_in_name(name: str, *, arranges: bool = True) -> FieldType | None:
    """What an internal name asks for.

    >>> str(named_in_name("data[User][city]")), str(named_in_name("price_from")), named_in_name("x12")
    ('city', 'price', None)
    """
    name_words = phrase(" ".join(unglued(word) for word in words(_NUMBERED.sub("", _GENERATED.sub(" ", name)))))
    if arranges and (first := _first_of_all(name_words)):
        return first
    named = _matches(name_words)
    found = [one for one in named if name_words[one[0] : one[0] + one[1]] not in _NOT_IN_NAMES]
    if not found:
        last = name_words.split()[-1] if name_words.strip() else ""
        return next((type_ for tail, type_ in _TAILS if last.endswith(tail) and len(last) > len(tail) + 2), None)
    type_ = max(found, key=lambda match: (match[0] + match[1], match[1]))[2]
    return FieldType.KEYWORD if type_ is FieldType.CATEGORY and min(found)[2] is FieldType.KEYWORD else type_


def _first_of_all(text_words: str) -> FieldType | None:
    return next((type_ for type_, pattern in FIRST if pattern.search(text_words)), None)


@lru_cache(maxsize=8_192)
def _matches(text_words: str) -> tuple[tuple[int, int, FieldType], ...]:
    """(where, how long, what) of every type that is named; kept, since composites ask for names before."""
    matches = ((match, type_) for type_, pattern in NAMED for match in pattern.finditer(text_words))
    return tuple((match.start(), len(match[0]), type_) for match, type_ in matches)
