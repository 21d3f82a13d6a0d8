"""What to write into a text field, most trusted first (ALGORITHMS: C7)."""

from collections.abc import Collection, Sequence

from leadline.harvest.values.fit import fits
from leadline.harvest.values.supplies import Supplies
from leadline.harvest.values.supply import fuzzy_set
from leadline.harvest.values.table import LvsTable
from leadline.learn.text import normalise
from leadline.model.field import Field, FieldType

_FREE = frozenset({FieldType.KEYWORD, FieldType.NAME, FieldType.OTHER, FieldType.CATEGORY})


def takes_words(field: Field) -> bool:
    """Whether any word will do; other text fields want values of their kind."""
    return not field.finite and field.type in _FREE and not field.end


def word_lists(
    field: Field,
    table: LvsTable,
    values: Supplies,
    openers: Sequence[str],
    single: Collection[str] = frozenset(),
) -> list[list[str]]:
    """Lists to try one after the other: the user's values, what opens a database, values of the table.

    `single` are values that one record has: where any word will do, such a title finds that record again.
    """
    given = [value for value in dict.fromkeys(values.given.get(field.name, ())) if value]
    known = [] if given else sorted(fuzzy_set(field, table, values), key=lambda one: -one[1])
    opening = [word for word in openers if takes_words(field) and fits(field, word)]
    wanted = [value for value, _ in known if value not in single or not takes_words(field)]
    found = [given, opening, wanted]
    return [one for one in found if one]


def first_words(field: Field, lists: Sequence[Sequence[str]], values: Supplies) -> list[str]:
    """Words for a field that insists on one, before anything was seen."""
    common = [word for word in values.openers if takes_words(field)]
    listed = [*(word for one in lists for word in one[:4]), *common]
    hinted = [word for word, _ in sorted(values.words, key=lambda one: -one[1])] if takes_words(field) else []
    return list({normalise(word) or word: word for word in reversed((*listed, *hinted))}.values())[::-1]
