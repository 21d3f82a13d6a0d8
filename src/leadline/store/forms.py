"""Forms as JSON and back: what was on a page stays readable without the page."""

import dataclasses
import json

from leadline.model.form import Control, Form, Invisible, Option
from leadline.store.codec import dumps
from leadline.store.damage import stored


def pack_form(form: Form) -> str:
    values = dataclasses.asdict(form)
    for control in values["controls"]:
        control["options"] = [option._asdict() for option in control["options"]]
    return dumps(values)


@stored("a form")
def unpack_form(text: str) -> Form:
    values = json.loads(text)
    values["controls"] = tuple(_control(c) for c in values["controls"])
    values["attributes"] = _pairs(values["attributes"])
    values["invisible"] = _invisible(values["invisible"])
    return Form(**values)


def _control(values: dict[str, object]) -> Control:
    given = dict(values)
    given["options"] = tuple(Option(**o) for o in values["options"])  # type: ignore[attr-defined]  # JSON of `Option`s
    given["attributes"] = _pairs(values["attributes"])
    given["labels"] = tuple(values["labels"])  # type: ignore[arg-type]
    given["legends"] = tuple(values["legends"])  # type: ignore[arg-type]
    given["pictures"] = tuple(values.get("pictures", ()))  # type: ignore[arg-type]  # older folders have none
    given["invisible"] = _invisible(values["invisible"])
    return Control(**given)  # type: ignore[arg-type]  # the keys are the dataclass's own


def _pairs(rows: object) -> tuple[tuple[str, str], ...]:
    return tuple((str(name), str(value)) for name, value in rows)  # type: ignore[attr-defined]


def _invisible(value: object) -> Invisible | None:
    return Invisible(str(value)) if value is not None else None
