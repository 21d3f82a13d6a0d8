"""Which rows of a user's table are meant for which fields of a form, where labels are not quite the same.

HiWE matches labels by their edit distance. Who writes a file of values calls a field by the word that counts:
"author" is meant for "Author's last name", "city" for "City or ZIP". So a row that no field matches is given, as
one more label, that of the field with which it shares all words of one of the two. What finds no field is told.

>>> table = LvsTable()
>>> table.add(["Author"], [("Melville", 1.0)]), table.add(["Fuel"], [("diesel", 1.0)])
(None, None)
>>> given, unused = fitted(table, [("Author of the book", "a"), ("Title", "t")])
>>> given.values_for("Author of the book"), unused
((('Melville', 1.0),), ['Fuel'])
"""

from collections.abc import Sequence

from leadline.harvest.values.table import LvsRow, LvsTable, without_asking
from leadline.learn.text import normalise


def fitted(table: LvsTable, fields: Sequence[tuple[str, str]]) -> tuple[LvsTable, list[str]]:
    """The table with the labels of fields, (label, name), that its rows are meant for; labels of rows that are
    meant for none."""
    table = table.copy()
    used = {id(row) for label, name in fields if (row := table.match(label) or table.named(name)) is not None}
    free = [(label, name) for label, name in fields if table.match(label) is None and table.named(name) is None]
    unused: list[str] = []
    for row in table.rows:
        if id(row) in used:
            continue
        best = max(free, key=lambda field: _shared(row, field), default=None)
        if best is None or not _shared(row, best):
            unused.append(next(iter(row.labels.values())))
            continue
        free.remove(best)
        label = best[0] if normalise(best[0]) else best[1]
        row.labels[normalise(label)] = label
    return table, unused


def _shared(row: LvsRow, field: tuple[str, str]) -> float:
    """Share of the words that a row's label and a field's have in common, where all of one are in the other."""
    best = 0.0
    for called in field:
        words = set(without_asking(normalise(called)).split())
        for label in row.labels:
            own = set(without_asking(label).split())
            if own and words and (own <= words or words <= own):
                best = max(best, len(own & words) / len(own | words))
    return best
