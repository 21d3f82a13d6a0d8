"""How much of one thing a page may make us read; what is longer is the work of a generator.

Everything later stages read about controls is cut here, before any pattern sees it: names, labels, attributes,
options. What is *sent* stays whole: the value of a hidden field may be a view state of a megabyte.

>>> cut({"name": "n" * 5_000, "value": "v" * 5_000})["name"] == "n" * LONGEST_NAME
True
>>> len(cut({"value": "v" * 5_000})["value"])
5000
"""

LONGEST_NAME = 1_000
"""Characters of a control's name or id. Frameworks that write whole paths into names stay below 400."""
LONGEST_TEXT = 1_000
"""Characters of a label, of what stands beside a control or on a button, of what an option says."""
LONGEST_LEGENDS = 300
"""Characters of the legends around one control, together: every control of a fieldset repeats them."""
LONGEST_ATTRIBUTE = 4_000
"""Characters of any other attribute but `value`."""
LONGEST_OPTION = 8_000
"""Characters of an option's value. A longer one is left out: half of it would ask for something else."""
MOST_REPEATED = 500_000
"""Characters of suggestions (`<datalist>`) that are handed out again to further inputs of the same list."""
_WHOLE = frozenset({"value", "action", "formaction"})
_NAMES = frozenset({"name", "id", "for", "form", "list"})

Written = dict[str, str | None]


def cut(attributes: Written) -> Written:
    """The attributes of an element, each as far as it is read."""
    if all(value is None or len(value) <= LONGEST_NAME for value in attributes.values()):
        return attributes
    return {name: _cut(name, value) for name, value in attributes.items()}


def _cut(name: str, value: str | None) -> str | None:
    if value is None or name in _WHOLE:
        return value
    return value[: LONGEST_NAME if name in _NAMES else LONGEST_ATTRIBUTE]
