"""What every site says, whatever it is about: the words of a language and of the web's furniture.

Messages have slots, filled with `str.format`; `SLOTS` says which message may have which.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

from leadline.errors import BadConfiguration
from leadline_lab.spec import Role
from leadline_lab.words.reading import phrases, table, words
from leadline_lab.words.split import seen
from leadline_lab.words.subjects import LANGUAGES

SLOTS: dict[str, tuple[str, ...]] = {
    "none": (),
    "too_many": ("n",),
    "required": ("field",),
    "error": (),
    "count": ("n", "shown", "from", "to"),
    "rounded": ("n", "shown", "from", "to"),
    "capped": ("n", "shown", "from", "to"),
    "suggestions": (),
    "token": (),
    "thanks": (),
    "not_found": (),
}
"""Message → slots it may have. n: records there are · shown, from, to: those on this page · field: a label."""


@dataclass(frozen=True, slots=True)
class Tongue:
    language: str
    function_words: tuple[str, ...]
    function_weights: tuple[float, ...]
    general_words: tuple[str, ...]
    general_weights: tuple[float, ...]
    dull_anchors: tuple[str, ...]
    """Link texts that say nothing about where they lead."""
    nav: dict[str, tuple[str, ...]]
    """home, about, contact, news, help, login, register, legal, privacy, sitemap, archive, more …"""
    buttons: dict[str, tuple[str, ...]]
    """Kind of form (`anatomy.Kind`) → texts of its submit button."""
    labels: dict[str, tuple[str, ...]]
    """Meaning of a field (email, keyword, sort, per_page …) → what it is called. `low` and `high` say how the ends
    of a range are called after an attribute: `{label} from`."""
    options: dict[str, tuple[str, ...]]
    """any: the first option of a select that excludes nothing · sort, salutation, topic, rating, period."""
    messages: dict[str, tuple[str, ...]]
    """See `SLOTS`."""
    pager: tuple[tuple[str, str], ...]
    """(to the previous page, to the next page)."""
    months: tuple[str, ...]
    weekdays: tuple[str, ...]
    """From Monday."""


@cache
def tongue(language: str, role: Role) -> Tongue:
    """The language as sites of this role's worlds speak it."""
    if language not in LANGUAGES:
        raise BadConfiguration(f"the lab does not speak {language!r}: choose from {LANGUAGES}")
    said = table(f"tongue-{language}")
    function = words(said["function_words"])
    general = seen(words(said["general_words"]), role)
    return Tongue(
        language=language,
        function_words=function,
        function_weights=_zipf(len(function), 2),
        general_words=general,
        general_weights=_zipf(len(general), 30),
        dull_anchors=seen(phrases(said["dull_anchors"]), role),
        nav=_lists(said["nav"], role),
        buttons=_lists(said["buttons"], role),
        labels=_lists(said["labels"], role),
        options=_lists(said["options"], role),
        messages=_lists(said["messages"], role),
        pager=tuple(_pair(both) for both in seen(_lines(said["pager"]), role)),
        months=words(said["months"]),
        weekdays=words(said["weekdays"]),
    )


def _lists(said: dict[str, Any], role: Role) -> dict[str, tuple[str, ...]]:
    return {meaning: seen(phrases(block), role) for meaning, block in said.items()}


def _lines(block: str) -> tuple[str, ...]:
    return tuple(line.strip() for line in block.splitlines() if line.strip())


def _pair(line: str) -> tuple[str, str]:
    previous, _, following = line.partition("|")
    return previous.strip(), following.strip()


def _zipf(n: int, flatness: int) -> tuple[float, ...]:
    """Weights 1/(rank+k) that sum to 1; a small k for function words, whose head is most of any text."""
    weights = [1.0 / (rank + flatness) for rank in range(1, n + 1)]
    total = sum(weights)
    return tuple(weight / total for weight in weights)
