"""What the elements around a control mean for it: form, fieldset, legend, label, and whether it is seen.

The marks of `flow` nest as the elements do, so one pass in document order hands everything down: each marked
element's surroundings are those of the marked element around it, changed by itself.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from selectolax.lexbor import LexborNode

from leadline.model.form import Invisible
from leadline.parse.flow import Flow

_MOST_NESTED = 8
"""Fieldsets or labels around one control that are kept; the innermost ones."""


@dataclass(frozen=True, slots=True)
class Group:
    """A marked element that means something for the controls within it."""

    tag: str
    """`form`, `fieldset`, `legend`, `label`, or empty for one that only hides."""
    node: LexborNode
    attributes: Mapping[str, str | None]
    invisible: Invisible | None = None


class Surroundings(NamedTuple):
    """Numbers are those of marks."""

    form: int = -1
    """The nearest form around."""
    disabled: bool = False
    invisible: Invisible | None = None
    withheld: Invisible | None = None
    """Why it is not seen even where its form is: a form that is hidden as a whole is opened by a script."""
    fieldsets: tuple[int, ...] = ()
    """Outermost first."""
    labels: tuple[int, ...] = ()
    """Outermost first."""


_NOTHING = Surroundings()


class Around:
    """The surroundings of every mark on a page."""

    def __init__(self, flow: Flow, groups: Mapping[int, Group]) -> None:
        self._within: dict[int, Surroundings] = {-1: _NOTHING}
        self._groups = groups
        self.legends: dict[int, int] = {}
        """Fieldset → its legend: the first one that is its child."""
        self.forms_nest = False
        """A form within a form: the author closed one where the standard does not."""
        self._above = flow.around
        self.groups = [number for number in flow.order if number in groups]
        """Marks that mean something, in document order."""
        for number in self.groups:
            self._within[number] = self._inside(number, groups[number], self._outside(number))

    def __getitem__(self, number: int) -> Surroundings:
        found = self._within.get(number)
        return self._outside(number) if found is None else found

    def _outside(self, number: int) -> Surroundings:
        """Of the nearest mark around that means something. Most marks are links, which change nothing for what
        is within them: those passed on the way are remembered, so that deep nesting is climbed once."""
        within, above = self._within, self._above
        passed = []
        while (found := within.get(number := above[number])) is None:
            passed.append(number)
        for number in passed:
            within[number] = found
        return found

    def _inside(self, number: int, group: Group, outer: Surroundings) -> Surroundings:
        if group.tag == "form":
            self.forms_nest |= outer.form >= 0
            return outer._replace(form=number, withheld=None)
        if group.tag == "fieldset":
            disabled = outer.disabled or "disabled" in group.attributes
            return outer._replace(disabled=disabled, fieldsets=(*outer.fieldsets, number)[-_MOST_NESTED:])
        if group.tag == "legend":
            return self._legend(number, group, outer)
        if group.tag == "label":
            return outer._replace(labels=(*outer.labels, number)[-_MOST_NESTED:])
        withheld = outer.withheld or group.invisible
        return outer._replace(invisible=outer.invisible or group.invisible, withheld=withheld)

    def _legend(self, number: int, group: Group, outer: Surroundings) -> Surroundings:
        """Controls in the first legend of a disabled fieldset stay enabled (HTML 4.10.19.5)."""
        parent = group.node.parent
        if not outer.fieldsets or parent is None:
            return outer
        fieldset = outer.fieldsets[-1]
        if parent.mem_id != self._groups[fieldset].node.mem_id or fieldset in self.legends:
            return outer
        self.legends[fieldset] = number
        return outer._replace(disabled=self._disabled_outside(outer.fieldsets))

    def _disabled_outside(self, fieldsets: tuple[int, ...]) -> bool:
        return len(fieldsets) > 1 and self._within[fieldsets[-2]].disabled
