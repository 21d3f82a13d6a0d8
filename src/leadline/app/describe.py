"""A result of `inspect` → the JSON document that users' programs rely on.

Names of keys stay; more may be added. What is not known is null: the label of a field without one, and the
domains of a form that is no search.
"""

from dataclasses import asdict

from leadline.app.inspect import Failed, Inspection
from leadline.forms.domains.model import domains
from leadline.model.field import CHOICES, Field, FieldGroup, LabelSource, UnderstoodForm
from leadline.model.form import Control, Form, Option
from leadline.model.page import Page

Json = dict[str, object]
_READ = ("format", "currency")  # constraints that stand beside a field instead of in its markup
_COUNTS = ("maxlength", "minlength", "size")
_LIMIT = ("maxlength", "minlength", "pattern", "min", "max", "step", "size", "autocomplete", "inputmode", "accept")
_MOST_DIGITS = 16  # a longer number is none that anybody meant; JSON's readers lose digits from here on
_LONGEST = 1_000  # characters of a constraint as written


def describe(result: Inspection) -> Json:
    if isinstance(result, Failed):
        error = {"kind": result.kind, "message": str(result.error)}
        return {"url": result.url, "source": result.source, "error": error}
    page, response = result.page, result.response
    return {
        "url": page.url,
        "source": result.source,
        "title": page.title,
        "status": response.status,
        "redirects": list(map(asdict, response.hops)),
        "truncated": response.truncated,
        "cut": list(page.cut),
        "blocked": asdict(result.blocked) if result.blocked else None,
        "rendered": result.rendered,
        "lacks": result.lacks,
        "language": page.language,
        "charset": page.charset,
        "hints": {name: list(found) for name, found in asdict(page.hints).items()},
        "forms": [_form(known, page) for known in (*result.forms, *filter(None, (result.scripted,)))],
        "loose_fields": list(map(_field, result.loose)),
    }


def action_of(form: Form) -> str:
    """Where it leads; what the author wrote where that is no fetchable URL, as in a file without --base-url."""
    return form.action or next((value for key, value in form.attributes if key == "action"), "")


def _form(known: UnderstoodForm, page: Page) -> Json:
    form, judgement = known.form, known.judgement
    probable = domains(form, page, known.visible) if judgement.searchable > 0.5 else None
    return {
        "index": form.index,
        "id": form.identity,
        "action": action_of(form),
        "method": form.method,
        "kind": judgement.kind,
        "searchable": round(judgement.searchable, 4),
        "kinds": {kind: round(p, 4) for kind, p in judgement.kinds.items()},
        "domains": {name: round(p, 4) for name, p in probable.items()} if probable is not None else None,
        "safe": known.verdict.safe,
        "why": list(judgement.why),
        "refused": list(known.verdict.refused),
        "enctype": form.enctype,
        "role": form.role,
        "invisible": form.invisible,
        "signature": form.signature,
        "buttons": [{"control": b.kind, "name": b.name, "value": b.value, "text": b.text} for b in form.buttons],
        "hidden": [{"name": c.name, "value": c.value} for c in form.controls if c.kind == "hidden"],
        "fields": list(map(_field, known.fields)),
    }


def _field(field: Field) -> Json:
    first = field.first
    return {
        "name": field.name,
        "control": field.control,
        "label": field.label or None,
        "label_source": None if field.label_source is LabelSource.NONE else field.label_source.value,
        "label_confidence": round(field.label_confidence, 3),
        "type": field.type.value,
        "type_confidence": round(field.type_confidence, 2),
        "end": field.end or None,
        "group": _group(field.group),
        "required": field.required,
        "constraints": constraints_of(field) | {k: v for k, v in field.constraints.items() if k in _READ},
        "default": default_of(field),
        "values": [_value(option) for option in values_of(field)],
        "texts": _texts(first),
        "disabled": all(c.disabled for c in field.controls),
        "readonly": first.readonly,
        "invisible": first.invisible,
    }


def _group(group: FieldGroup | None) -> Json | None:
    if group is None:
        return None
    return {"kind": group.kind, "label": group.label or None, "members": list(group.members)}


def constraints_of(field: Field) -> dict[str, str | int | float | bool]:
    """What the markup demands of a value, as written; lengths are numbers."""
    found: dict[str, str | int | float | bool] = {}
    for name in _LIMIT:
        written = field.first.attribute(name)
        if written is not None:
            counts = name in _COUNTS and written.isascii() and written.isdigit() and len(written) < _MOST_DIGITS
            found[name] = int(written) if counts else written[:_LONGEST]
    if field.multiple or field.first.attribute("multiple") is not None:
        found["multiple"] = True
    return found


def default_of(field: Field) -> str | list[str] | None:
    """What is sent if nobody touches it: a list where several can be chosen, None where nothing is sent."""
    if field.multiple:
        return list(field.selected)
    return next(iter(field.selected), None) if field.control in CHOICES else field.first.value


def values_of(field: Field) -> tuple[Option, ...]:
    """What can be chosen: options, suggestions of a datalist, or one for each radio or checkbox, as the layout
    reads it where the markup links no words to it."""
    if field.control not in CHOICES:
        return field.first.options
    seen = field.value_labels or ("",) * len(field.controls)
    return tuple(
        Option(c.value, seen[n] or _beside(c), selected=c.checked, disabled=c.disabled)
        for n, c in enumerate(field.controls)
    )


def _beside(control: Control) -> str:
    """The words that stand at one radio or checkbox: its own label, else what follows, else what precedes."""
    # Pages that repeat an id give its first control the labels of all: one of each is enough to read.
    texts = (" ".join(dict.fromkeys(control.labels)), control.after, control.before)
    return next((text.strip() for text in texts if text.strip()), "")


def _texts(control: Control) -> Json:
    """The evidence for a label, source by source, empty ones left out."""
    found: Json = {
        "labels": list(control.labels),
        "before": control.before,
        "after": control.after,
        "legends": list(control.legends),
        **{name: control.attribute(name) for name in ("placeholder", "aria-label", "title")},
    }
    return {key: text for key, text in found.items() if text}


def _value(option: Option) -> Json:
    """`group` (of an optgroup) and `disabled` are there only where they say something."""
    group: Json = {"group": option.group} if option.group is not None else {}
    disabled: Json = {"disabled": True} if option.disabled else {}
    return {"value": option.value, "label": option.label, **group, **disabled}
