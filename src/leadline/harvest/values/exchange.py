"""The table as a file that people write: TOML and CSV, in and out.

TOML: `[[row]]` with `labels` and `values`, a list (weights 1) or a table of value = weight.
CSV: with the columns label, value and (if wanted) weight, where `|` parts aliases; or any other heading, where
each column is a label and what stands below it are its values.

>>> table = from_toml('[[row]]\\nlabels = ["Company", "Firm"]\\nvalues = {Intel = 1.0, AMD = 0.5}\\n')
>>> print(to_csv(table), end="")
label,value,weight
Company|Firm,Intel,1.0
Company|Firm,AMD,0.5
>>> from_toml(to_toml(table)).state() == from_csv(to_csv(table)).state() == table.state()
True
"""

import csv
import io
import json
import tomllib

from leadline.errors import BadTarget
from leadline.harvest.values.table import LvsTable


def from_toml(text: str) -> LvsTable:
    """Read a table. Raises `BadTarget` where the text is none."""
    try:
        tree = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadTarget(f"values: this is no TOML ({error})") from error
    rows = tree.get("row", [])
    table = LvsTable()
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise BadTarget("values: rows are written [[row]] with labels = [...] and values = [...]")
    for number, row in enumerate(rows, 1):
        labels, values = row.get("labels"), row.get("values")
        labels = [labels] if isinstance(labels, str) else labels
        if not isinstance(labels, list) or not labels or not isinstance(values, list | dict):
            raise BadTarget(f"values: row {number} wants labels = [...] and values = [...] or values = {{...}}")
        weighted = values.items() if isinstance(values, dict) else ((value, 1.0) for value in values)
        table.add([str(label) for label in labels], [(str(v), _weight(w, f"row {number}")) for v, w in weighted])
    return table


def to_toml(table: LvsTable) -> str:
    """Write a table; `from_toml` reads it back."""
    lines: list[str] = []
    for row in table.rows():
        lines += ["[[row]]", f"labels = [{', '.join(map(_quoted, row.labels))}]", "[row.values]"]
        lines += [f"{_quoted(value)} = {weight!r}" for value, weight in row.values]
        lines.append("")
    return "\n".join(lines)


def from_csv(text: str) -> LvsTable:
    """Read a table. Raises `BadTarget` where a weight is no number."""
    lines = [line for line in csv.reader(io.StringIO(text.removeprefix("\ufeff"))) if any(map(str.strip, line))]
    table = LvsTable()
    if not lines:
        return table
    head = [cell.strip() for cell in lines[0]]
    places = {name.lower(): place for place, name in enumerate(head)}
    if {"label", "value"} <= places.keys():
        for number, line in enumerate(lines[1:], 2):
            cells = {name: line[place].strip() for name, place in places.items() if place < len(line)}
            weight = _weight(cells.get("weight") or 1.0, f"line {number}")
            if cells.get("label") and cells.get("value"):
                table.add(cells["label"].split("|"), [(cells["value"], weight)])
        return table
    for place, label in enumerate(head):
        values = [line[place].strip() for line in lines[1:] if place < len(line)]
        table.add([label], [(value, 1.0) for value in values if value])
    return table


def to_csv(table: LvsTable) -> str:
    """Write a table, one line a value."""
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(("label", "value", "weight"))
    for row in table.rows():
        writer.writerows(("|".join(row.labels), value, weight) for value, weight in row.values)
    return written.getvalue()


def _weight(written: object, where: str) -> float:
    try:
        weight = float(str(written))
    except ValueError as error:
        raise BadTarget(f"values: the weight in {where} is no number: {written!r}") from error
    if not 0.0 <= weight <= 1.0:
        raise BadTarget(f"values: the weight in {where} is not between 0 and 1: {written!r}")
    return weight


def _quoted(text: str) -> str:
    """A basic string of TOML; JSON's escapes are among its own, but for DEL."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
