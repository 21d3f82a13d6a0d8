"""What a form's parts are called: by their author, and to a reader."""

from leadline.model.form import Control, Form

SHOWN = 40
"""Letters of a text that are quoted."""


def quoted(text: str) -> str:
    """For people, on one line.

    >>> quoted("Search  now")
    '“Search now”'
    """
    line = " ".join(text.split())
    return f"“{line if len(line) <= SHOWN else line[: SHOWN - 1] + '…'}”"


def attribute(form: Form, name: str) -> str:
    return next((value for key, value in form.attributes if key == name), "")


def spoken(button: Control) -> str:
    """What a reader (or a screen reader) is told about a button."""
    told = (button.attribute(name) for name in ("alt", "aria-label", "title"))
    return " ".join(dict.fromkeys(text for text in (button.text, *told) if text))


def captions(control: Control) -> list[str]:
    """What a reader is told about a field, the words right before it included."""
    written = [control.attribute(name) or "" for name in ("placeholder", "aria-label", "title")]
    near = " ".join(control.before.split()[-6:])
    default = control.value if control.kind in ("text", "search") else ""
    return [text for text in (*control.labels, *written, near, default) if text]


def naming(control: Control) -> list[str]:
    """What the author calls a field: its name and id."""
    return [text for text in (control.name, control.attribute("id") or "") if text]
