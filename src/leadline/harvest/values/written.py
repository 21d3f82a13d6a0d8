"""The table of labels and values as text, to be kept and passed on; `table` reads both back.

>>> table = LvsTable()
>>> table.add(["Company", "Firm"], [("Intel", 1.0), ("AMD", 0.5)])
>>> print(to_toml(table))
[[row]]
labels = ["Company", "Firm"]
values = {"Intel" = 1.0, "AMD" = 0.5}
<BLANKLINE>
>>> print(to_csv(table).rstrip())
label,value,weight
Company|Firm,Intel,1.0
Company|Firm,AMD,0.5
>>> from_toml(to_toml(table)).state() == from_csv(to_csv(table)).state() == table.state()
True
"""

import csv
import io
import json

from leadline.harvest.values.table import LvsRow, LvsTable, from_csv, from_toml

__all__ = ["LvsTable", "from_csv", "from_toml", "joined", "to_csv", "to_toml", "updated"]
_DECIMALS = 4
_ROWS, _VALUES, _LETTERS = 2_000, 2_000, 200
"""What is kept of one table: pages are anybody's, and may offer lists without end."""


def to_toml(table: LvsTable) -> str:
    return "".join(_toml_row(row) for row in table.rows if row.members)


def _toml_row(row: LvsRow) -> str:
    labels = ", ".join(map(_text, row.labels.values()))
    values = ", ".join(f"{_text(value)} = {_number(weight)}" for value, weight in row.values)
    return f"[[row]]\nlabels = [{labels}]\nvalues = {{{values}}}\n"


def _text(text: str) -> str:
    """As TOML has it; JSON's escapes are among its own, but for DEL and halves of letters."""
    whole = text.encode("utf-8", "replace").decode()
    return json.dumps(whole, ensure_ascii=False).replace("\x7f", "\\u007f")


def _number(weight: float) -> str:
    return str(round(weight, _DECIMALS))


def to_csv(table: LvsTable) -> str:
    out = io.StringIO()
    lines = csv.writer(out, lineterminator="\n")
    lines.writerow(("label", "value", "weight"))
    for row in table.rows:
        # `|` parts aliases, so that a label cannot hold one.
        labels = "|".join(label.replace("|", "/") for label in row.labels.values())
        lines.writerows((labels, value, _number(weight)) for value, weight in row.values)
    return out.getvalue()


def updated(known: LvsTable, learned: LvsTable) -> LvsTable:
    """A table that was known with what was learned since: weights are those of the later one."""
    whole = joined(known, learned)
    for row in learned.rows:
        kept = next((one for one in whole.rows if not one.labels.keys().isdisjoint(row.labels)), None)
        if kept is not None:
            kept.members |= {key: member for key, member in row.members.items() if key in kept.members}
    return whole


def joined(first: LvsTable, then: LvsTable) -> LvsTable:
    """A table that has the rows of both, those of the first first, within bounds. Rows that share a label are one:
    the larger weight of a value counts."""
    whole = first.copy()
    for row in then.rows:
        known = next((one for one in whole.rows if not one.labels.keys().isdisjoint(row.labels)), None)
        if known is None and len(whole.rows) >= _ROWS:
            continue
        room = _VALUES - (len(known.members) if known is not None else 0)
        values = [(value, weight) for value, weight in row.values if len(value) <= _LETTERS]
        whole.add([label for label in row.labels.values() if len(label) <= _LETTERS], values[: max(0, room)])
    return whole
