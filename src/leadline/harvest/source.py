"""What is harvested: a form on its page, which of its fields may be filled, and how a choice becomes a request.

Left as the page has them: what a reader does not see (honeypots), what is private, how results are shown, sliders
and colours, and whatever the user set by hand; how they are sorted too, but by a planner that looks for the other
end of an answer that was cut (`result_orders`). Two controls of one name are one switch with two handles: only
where both take text can they be set by that name, other doubles are left alone.

Several buttons of one name that search are one more field (`leadline.harvest.buttons`).

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
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Self

from leadline.doors.as_form import door_of, part_request
from leadline.forms.types.together import without_end
from leadline.gate.controls import carries_deeds
from leadline.harvest.buttons import ways_to_press
from leadline.lexicon.phrases import says, vocabulary
from leadline.model.field import Field, FieldGroup, FieldType, UnderstoodForm
from leadline.model.form import Control, Form, Option
from leadline.model.page import Accept, Page, Request
from leadline.model.permit import Permit
from leadline.model.query import Choice, Query
from leadline.parse.document import Document
from leadline.store.batch import PlannedQuery, QueryRole, SourcePage
from leadline.submit.calls import call_of, call_request
from leadline.submit.fill import button_for, default_query
from leadline.submit.submit import request_for

_LETTERS = 1_000_000  # of a page's text, kept to tell what is no record of any answer
_WORD_TYPES = (FieldType.KEYWORD, FieldType.NAME, FieldType.OTHER, FieldType.CATEGORY)
"""Types of fields that take a made-up word, the likeliest first."""


@dataclass(frozen=True, slots=True)
class HarvestSource:
    document: Document  # the page the form stands on
    form: Form
    permit: Permit  # the gate's, for every query
    fields: tuple[Field, ...]  # those a planner may fill; what the user set is not among them
    orders: tuple[Field, ...] = ()  # those that choose the order of results, for planners that use it
    sets: tuple[tuple[str, str], ...] = ()  # what the user set: part of every query
    pages: tuple[tuple[str, str], ...] = ()
    """What makes pages of results long (`longest_pages`): part of every query as well."""
    fetched_at: float = 0.0  # when the page came
    came: bytes = b""  # the page as the server wrote it, where it has scripts that may fill it
    seen: Page | None = None
    """What a reader sees, where that is another page than the one answers are held against: scripts filled it."""

    @classmethod
    def of(
        cls, document: Document, understood: UnderstoodForm, permit: Permit, sets: Mapping[str, str], at: float
    ) -> Self:
        fields = fillable_fields(understood, tuple(sets), document.page.language)
        ways = ways_to_press(understood.form, document.page)
        if ways is not None and ways.name not in sets:
            fields = (*fields, planned(ways))
        pages = longest_pages(understood, tuple(sets))
        orders = result_orders(understood, tuple(sets), document.page.language)
        return cls(document, understood.form, permit, fields, orders, tuple(sets.items()), pages, fetched_at=at)

    @property
    def page(self) -> Page:
        return self.document.page

    @property
    def takes_words(self) -> str | None:
        """A text field that a nonsense word can be put into, None if there is none."""
        free = [field for field in self.fields if not field.finite and field.type in _WORD_TYPES]
        return min(free, key=lambda field: _WORD_TYPES.index(field.type)).name if free else None

    @property
    def narrowed(self) -> tuple[str, ...]:
        """Choices of the page that leave a part of it out, whatever is asked."""
        call = call_of(self.form)
        return call.narrowed if call is not None else ()

    def _filled_in(self, choice: Choice) -> dict[str, str]:
        return dict(self.pages) | dict(choice) | dict(self.sets)

    def as_sent(self, request: Request) -> Request:
        """A planned request as it leaves: lists of a side door are no pages, and come as what they are."""
        return replace(request, accept=Accept.ANY) if door_of(self.form) is not None else request

    def button(self, form: Form, choice: Choice) -> Control | None:
        """The button that sends a choice."""
        return button_for(form, self._filled_in(choice), self.page.language)

    def planned_query(self, form: Form, choice: Choice, role: QueryRole = QueryRole.PLANNED) -> PlannedQuery:
        """The query of a choice, with the request that sends it; `form` has the hidden values of the moment.

        Raises `MissingValue` where the form insists on a field nobody has a value for."""
        page = self.page
        where = SourcePage(page.url, page.text[:_LETTERS])
        if (door := door_of(form)) is not None:
            request = part_request(door, choice, page)
            return PlannedQuery(Query(form.identity, choice), choice, where, request, role)
        sets, button = self._filled_in(choice), self.button(form, choice)
        query = default_query(form, sets, button)
        if (call := call_of(form)) is not None:
            request = call_request(call, query, self.permit)
        else:
            how = partial(request_for, form, query, page.charset, button=button, base_url=page.base_url)
            request = how(permit=self.permit)
        return PlannedQuery(query, choice, where, request, role)


_LEFT_ALONE = frozenset({FieldType.PRIVATE, FieldType.SORT, FieldType.DISPLAY})
_NOT_TYPED_IN = frozenset({"password", "file", "range", "color", "hidden"})
_NOTHING = frozenset({"", "0", "-1", "*", "%", "any", "all", "none", "null"})
_OPEN = vocabulary("fields", "open")
_OPEN_WORDS = 4  # a longer label that has such a word in it ("Books for all ages") is a choice like others
_PARTICLE = 2  # letters of what may be left of "at least" without its "least"


def fillable_fields(
    understood: UnderstoodForm, fixed: Collection[str] = (), language: str | None = None
) -> tuple[Field, ...]:
    """The fields of a form that may be filled; `fixed` are names the user has set. What offers a deed to choose
    (bulk actions of an administration) is none of them."""
    doubles = _doubles(understood.fields)
    fields = (
        field
        for field in _free(understood, fixed)
        if field.name not in doubles
        and _may_be_filled(field)
        and not any(carries_deeds(control, language) for control in field.controls)
    )
    return tuple(_after_its_beginning(planned(_with_names(field, understood.fields)) for field in fields))


def result_orders(
    understood: UnderstoodForm, fixed: Collection[str] = (), language: str | None = None
) -> tuple[Field, ...]:
    """The fields that choose in which order results come: where an answer is cut, another order begins with
    others. Fields of `fillable_fields` in all but that."""
    doubles = _doubles(understood.fields)
    return tuple(
        planned(field)
        for field in _free(understood, fixed)
        if field.type is FieldType.SORT
        and field.finite
        and field.name not in doubles
        and not (field.first.disabled or field.first.readonly)
        and not any(carries_deeds(control, language) for control in field.controls)
    )


def _free(understood: UnderstoodForm, fixed: Collection[str]) -> list[Field]:
    """What a reader sees and the user has not set."""
    visible = {control.place for control in understood.visible}
    named = (field for field in understood.fields if field.name and field.name not in fixed)
    return [field for field in named if field.first.place in visible]


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
    return field.default if field.default in open_ones else next(iter(open_ones), None)


def _is_open(choice: Option) -> bool:
    label = choice.label.strip()
    if choice.value == "" or not any(c.isalnum() for c in label):
        return True
    if choice.value.strip().lower() in _NOTHING and label != choice.value:
        return True
    return len(label.split()) <= _OPEN_WORDS and says(label, _OPEN) is not None


_LONGEST_PAGE = 500


def longest_pages(understood: UnderstoodForm, fixed: Collection[str] = ()) -> tuple[tuple[str, str], ...]:
    """The fields that choose how many results a page shows, with the greatest number they offer.

    Five times fewer pages bring the same records. Only what the form itself offers is sent, and nothing beyond
    what people are offered elsewhere: a number that no page shows would be work for the site without need.

    >>> from leadline.forms.understand import understand
    >>> from leadline.parse.document import Document
    >>> html = '''<form action=/find>Find <input name=q> Hits per page <select name=max><option>10
    ... <option selected>20<option>100</select> <button>Search</button></form>'''
    >>> document = Document(html, "http://example.org/")
    >>> longest_pages(understand(document.page.forms[0], document))
    (('max', '100'),)
    """
    fields = _free(understood, fixed)
    names = [field.name for field in fields]
    sizes = (field for field in fields if field.type is FieldType.DISPLAY and names.count(field.name) == 1)
    return tuple((field.name, str(most)) for field in sizes if (most := _greatest(field)))


def _greatest(field: Field) -> int | None:
    """The greatest of several numbers; None where something else is offered as well."""
    shown: Sequence[Option | Control] = field.controls if field.control == "radio" else field.first.options
    offered = [one.value for one in shown if one.value and not one.disabled]
    is_list = field.control in ("radio", "select-one") and len(offered) > 1
    if not is_list or not all(value.isascii() and value.isdigit() for value in offered):
        return None
    return max((int(value) for value in offered if int(value) <= _LONGEST_PAGE), default=None)
