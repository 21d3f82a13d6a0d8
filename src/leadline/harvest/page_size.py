"""How many results a page shows: where a form lets its visitors choose, the most it offers is asked for.

Five times fewer pages bring the same records. Only what the form itself offers is sent, and nothing beyond what
people are offered elsewhere: a number that no page shows would be work for the site without need.

>>> from leadline.forms.understand import understand
>>> from leadline.parse.document import Document
>>> html = '''<form action=/find>Find <input name=q> Hits per page <select name=max><option>10<option selected>20
... <option>100</select> <button>Search</button></form>'''
>>> document = Document(html, "http://example.org/")
>>> longest_pages(understand(document.page.forms[0], document))
(('max', '100'),)
"""

from collections.abc import Collection, Iterator

from leadline.model.field import Field, FieldType, UnderstoodForm

_MOST = 500


def longest_pages(understood: UnderstoodForm, fixed: Collection[str] = ()) -> tuple[tuple[str, str], ...]:
    """The fields that choose the length of a page, with the greatest number they offer."""
    visible = {control.place for control in understood.visible}
    fields = [f for f in understood.fields if f.name and f.name not in fixed and f.first.place in visible]
    names = [field.name for field in fields]
    return tuple(
        (field.name, str(most))
        for field in fields
        if field.type is FieldType.DISPLAY and names.count(field.name) == 1 and (most := _most(field))
    )


def _most(field: Field) -> int | None:
    """The greatest of several numbers; None where something else is offered as well."""
    offered = list(_offered(field))
    if len(offered) < 2 or not all(value.isascii() and value.isdigit() for value in offered):
        return None
    return max((int(value) for value in offered if int(value) <= _MOST), default=None)


def _offered(field: Field) -> Iterator[str]:
    if field.control == "select-one":
        yield from (option.value for option in field.first.options if not option.disabled and option.value)
    elif field.control == "radio":
        yield from (control.value for control in field.controls if not control.disabled and control.value)
