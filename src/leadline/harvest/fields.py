"""The fields of a form that a planner may fill, with what it has to know about each.

Left as the page has them: what a reader does not see (honeypots), what is private, how results are sorted and
shown, sliders and colours, and whatever the user set by hand. Two controls of one name are one switch with two
handles: only where both take text can they be set by that name, other doubles are left alone.

Ends of ranges and parts of dates are fields like others; `end` and `composite` say that they belong together.

>>> from leadline.forms.understand import understand
>>> from leadline.parse.document import Document
>>> html = '''<form action=/find>Genre <select name=g><option value="">Any<option value=c>Crime</select>
... Title <input name=t> Sort by <select name=s><option>Newest first<option>Oldest first</select>
... <input type=hidden name=lang value=en> <button>Search</button></form>'''
>>> document = Document(html, "http://example.org/")
>>> for field in fillable_fields(understand(document.page.forms[0], document)):
...     print(field.name, field.label, field.finite, field.levels, repr(field.anything))
g Genre True ('', 'c') ''
t Title False () ''
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from leadline.forms.types.together import without_end
from leadline.gate.controls import carries_deeds
from leadline.lexicon.phrases import says, vocabulary
from leadline.model.field import Field, FieldGroup, FieldType, UnderstoodForm
from leadline.model.form import Option

_LEFT_ALONE = frozenset({FieldType.PRIVATE, FieldType.SORT, FieldType.DISPLAY})
_NOT_TYPED_IN = frozenset({"password", "file", "range", "color", "hidden"})
_NOTHING = frozenset({"", "0", "-1", "*", "%", "any", "all", "none", "null"})
_OPEN = vocabulary("fields", "open")
_OPEN_WORDS = 4
"""A longer label that has such a word in it ("Books for all ages") is a choice like others."""
_PARTICLE = 2
"""Letters of what may be left of "at least" without its "least"."""


def fillable_fields(
    understood: UnderstoodForm, fixed: Collection[str] = (), language: str | None = None
) -> tuple[Field, ...]:
    """The fields of a form that may be filled; `fixed` are names the user has set. What offers a deed to choose
    (bulk actions of an administration) is none of them."""
    doubles = _doubles(understood.fields)
    visible = {control.place for control in understood.visible}
    fields = (
        field
        for field in understood.fields
        if field.name
        and field.name not in fixed
        and field.name not in doubles
        and field.first.place in visible
        and _may_be_filled(field)
        and not any(carries_deeds(control, language) for control in field.controls)
    )
    return tuple(_after_its_beginning(planned(_with_names(field, understood.fields)) for field in fields))


def planned(field: Field) -> Field:
    """A field with what planners ask of it: its label in full, and the choice that asks for nothing."""
    return replace(field, full_label=_full_label(field), any_value=_any_value(field))


def _full_label(field: Field) -> str:
    """ "Price at least" for an "at least" after "Price"; empty where nothing says what it is an end of."""
    if not field.end:
        return ""
    topic = without_end(field.group_label)
    if topic and topic.casefold() not in field.label.casefold():
        return f"{field.group_label} {field.label}"
    return field.label if topic or len(without_end(field.label)) > _PARTICLE else ""


def _after_its_beginning(fields: Iterable[Field]) -> Iterator[Field]:
    """The end of a range that says of nothing where it ends is that of the beginning before it."""
    before: Field | None = None
    for one in fields:
        follows = before is not None and (before.end, one.end, before.type) == ("low", "high", one.type)
        if follows and before is not None and not one.called:
            whole = FieldGroup("range", without_end(before.called), (), one.composite)
            one = planned(replace(one, group=whole))  # noqa: PLW2901
        yield one
        before = one


def _doubles(fields: Sequence[Field]) -> frozenset[str]:
    """Names that several fields have, of which one at least is chosen from a list."""
    names = Counter(field.name for field in fields)
    listed = {field.name for field in fields if field.finite}
    return frozenset(name for name, times in names.items() if times > 1 and name in listed)


def _may_be_filled(field: Field) -> bool:
    first = field.first
    return not (first.disabled or first.readonly or first.kind in _NOT_TYPED_IN) and field.type not in _LEFT_ALONE


def _with_names(field: Field, fields: Sequence[Field]) -> Field:
    """With the names of the fields it is one composite with: that is how planners know fields."""
    if field.group is None or not field.group.is_composite:
        return field
    names = tuple(fields[number].name for number in field.group.members)
    return replace(field, group=replace(field.group, names=names))


def _any_value(field: Field) -> str | None:
    if not field.finite:
        return None
    open_ones = [choice.value for choice in field.choices if _is_open(choice)]
    if not open_ones or field.default in open_ones:
        return field.default if open_ones else None
    return open_ones[0]


def _is_open(choice: Option) -> bool:
    label = choice.label.strip()
    if choice.value == "" or not any(c.isalnum() for c in label):
        return True
    if choice.value.strip().lower() in _NOTHING and label != choice.value:
        return True
    return len(label.split()) <= _OPEN_WORDS and says(label, _OPEN) is not None
