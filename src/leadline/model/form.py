"""The raw form model: what the author wrote and what a reader sees, before any understanding.

HiWE section 3 calls it F = {(E_i, D_i)} plus method and action. Submit and reset buttons are controls here,
because submitting needs them; they are no *fields* (`Form.fields`), which is what HiWE counts.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

Attributes = tuple[tuple[str, str], ...]  # attributes in document order; one without a value has the empty string


class Invisible(StrEnum):
    """Why a reader does not see a control: a honeypot hides behind one of these."""

    HIDDEN_TYPE = "hidden-type"
    HIDDEN_ATTRIBUTE = "hidden-attribute"
    STYLE = "style"
    ARIA = "aria-hidden"
    TEMPLATE = "template"


class Option(NamedTuple):
    """One option of a select or datalist; `value` is what is sent, `label` what is seen."""

    value: str
    label: str
    selected: bool = False
    disabled: bool = False
    group: str | None = None


@dataclass(frozen=True, slots=True)
class Control:
    """One `<input>`, `<select>`, `<textarea>` or `<button>` with everything its markup says.

    `kind` is the type as browsers resolve it: an unknown `type=` is `text`, a `<button>` is `submit`,
    `reset` or `button`, a `<select multiple>` is `select-multiple`."""

    kind: str
    name: str
    value: str  # the default: what is sent if nobody touches it (for radios and checkboxes, if checked)
    attributes: Attributes
    options: tuple[Option, ...] = ()
    checked: bool = False
    disabled: bool = False  # itself or through a disabled fieldset: not sent
    readonly: bool = False
    required: bool = False
    invisible: Invisible | None = None
    labels: tuple[str, ...] = ()
    """Text of the `<label>` elements that name it (for/id or wrapping), the author's own link."""
    before: str = ""  # visible text between the previous control and this one
    after: str = ""  # visible text between this control and the next one
    text: str = ""  # what stands on a button
    pictures: tuple[str, ...] = ()  # names of the images and icons in a button without words
    legends: tuple[
        str, ...
    ] = ()  # legends of the fieldsets around it, outermost first; name of a group of buttons
    tag_path: str = ""
    place: int = -1
    """Number among all controls of the page, in document order: by it a layout finds the control again."""

    def attribute(self, name: str) -> str | None:
        return next((value for key, value in self.attributes if key == name), None)


BUTTONS = frozenset({"submit", "image", "reset", "button"})


@dataclass(frozen=True, slots=True)
class Form:
    """One `<form>` with the controls that belong to it, in the order a browser submits them."""

    index: int  # position among the page's `<form>` elements, from 0
    page_url: str
    action: str  # canonical; the page's own URL where the author gave none. Empty if it leads nowhere fetchable.
    method: str  # `get`, `post` or `dialog`
    enctype: str
    attributes: Attributes
    controls: tuple[Control, ...]
    text: str  # all visible text of the form, options left out
    signature: str  # changes with anything a reader or the server could notice; the key for caching understanding
    identity: str  # the same for the same form on another page: session values, token names and order do not count
    invisible: Invisible | None = None
    role: str | None = None
    above: str = ""
    """A short text of its own right before the form, outside of its tags: a heading says what is searched."""

    @property
    def fields(self) -> Iterator[Control]:
        """What can be filled: no buttons, no hidden inputs (HiWE section 3)."""
        return (c for c in self.controls if c.kind not in BUTTONS and c.kind != "hidden")

    @property
    def buttons(self) -> Iterator[Control]:
        return (c for c in self.controls if c.kind in BUTTONS)
