"""How many results a page shows: where a form lets its visitors choose, the most it offers is asked for.

Five times fewer pages bring the same records. Only what the form itself offers is sent, and nothing beyond what
people are offered elsewhere: a number that no page shows would be work for the site without need.

>>> from leadline.forms.understand import understand
>>> from leadline.parse.document import Document
>>> html = '''<form action=/find>Find <input name=q> Hits per page <select name=max><option>10<option selected>20
... <option>100</select> <button>Search</button></form>'''
>>> document = Document(html, "http://example.org/")
>>> form = document.page.forms[0]
>>> longest_pages(form, understand(form, document))
(('max', '100'),)
"""

from collections.abc import Collection, Iterator, Sequence

from leadline.forms.evidence import Evidence
from leadline.forms.labels.claims import grouped
from leadline.forms.types import Type
from leadline.forms.understand import Understood
from leadline.model.form import Control, Form

_MOST = 500


def longest_pages(form: Form, understood: Understood, fixed: Collection[str] = ()) -> tuple[tuple[str, str], ...]:
    """The fields that choose the length of a page, with the greatest number they offer."""
    visible = {control.place for control in Evidence(form).visible}
    fields = [
        (controls, told.type.type)
        for controls, told in zip(grouped(form), understood.fields, strict=True)
        if controls[0].name and controls[0].name not in fixed and controls[0].place in visible
    ]
    names = [controls[0].name for controls, _ in fields]
    return tuple(
        (controls[0].name, str(most))
        for controls, type_ in fields
        if type_ is Type.DISPLAY and names.count(controls[0].name) == 1 and (most := _most(controls))
    )


def _most(controls: Sequence[Control]) -> int | None:
    """The greatest of several numbers; None where something else is offered as well."""
    offered = list(_offered(controls))
    if len(offered) < 2 or not all(value.isascii() and value.isdigit() for value in offered):
        return None
    return max((int(value) for value in offered if int(value) <= _MOST), default=None)


def _offered(controls: Sequence[Control]) -> Iterator[str]:
    if controls[0].kind == "select-one":
        yield from (option.value for option in controls[0].options if not option.disabled and option.value)
    elif controls[0].kind == "radio":
        yield from (control.value for control in controls if not control.disabled and control.value)
