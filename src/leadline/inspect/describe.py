"""A result of `survey` → the JSON document that users' programs rely on.

Names of keys stay; more may be added. What is not known is null: the label of a field without one, and the
domains of a form that is no search.
"""

from leadline.app.inspect import Failed, Inspected, Inspection
from leadline.forms.domains.model import domains
from leadline.forms.labels import Group, LabelSource
from leadline.forms.labels.claims import CHOICES
from leadline.forms.understand import Understood, UnderstoodField
from leadline.inspect.fields import Field, fields_of, loose_fields_of
from leadline.model.form import Control, Form, Option
from leadline.model.page import Page

Json = dict[str, object]
_READ = ("format", "currency")
"""Constraints that stand beside a field instead of in its markup."""


def describe(result: Inspection) -> Json:
    """One target."""
    if isinstance(result, Failed):
        error = {"kind": result.kind, "message": str(result.error)}
        return {"url": result.url, "source": result.source, "error": error}
    return _page(result)


def _page(result: Inspected) -> Json:
    page, response = result.page, result.response
    return {
        "url": page.url,
        "source": result.source,
        "title": page.title,
        "status": response.status,
        "redirects": [{"url": h.url, "status": h.status, "location": h.location} for h in response.hops],
        "truncated": response.truncated,
        "cut": list(page.cut),
        "blocked": {"kind": result.blocked.kind, "why": result.blocked.why} if result.blocked else None,
        "rendered": result.rendered,
        "lacks": result.lacks,
        "language": page.language,
        "charset": page.charset,
        "hints": {
            "opensearch": list(page.hints.opensearch),
            "search_actions": list(page.hints.search_actions),
            "sitemaps": list(page.hints.sitemaps),
            "feeds": list(page.hints.feeds),
        },
        "forms": [_form(form, known, page) for form, known in zip(page.forms, result.forms, strict=True)],
        "loose_fields": [
            _field(field, known) for field, known in zip(loose_fields_of(page), result.loose, strict=True)
        ],
    }


def action_of(form: Form) -> str:
    """Where it leads; what the author wrote where that is no fetchable URL, as in a file without --base-url."""
    return form.action or next((value for key, value in form.attributes if key == "action"), "")


def _form(form: Form, known: Understood, page: Page) -> Json:
    return {
        "index": form.index,
        "id": form.identity,
        "action": action_of(form),
        "method": form.method,
        "kind": known.judgement.kind,
        "searchable": round(known.judgement.searchable, 4),
        "kinds": {kind: round(p, 4) for kind, p in known.judgement.kinds.items()},
        "domains": _domains(form, page) if known.judgement.searchable > 0.5 else None,
        "safe": known.verdict.safe,
        "why": list(known.judgement.why),
        "refused": list(known.verdict.refused),
        "enctype": form.enctype,
        "role": form.role,
        "invisible": form.invisible,
        "signature": form.signature,
        "buttons": [{"control": b.kind, "name": b.name, "value": b.value, "text": b.text} for b in form.buttons],
        "hidden": [{"name": c.name, "value": c.value} for c in form.controls if c.kind == "hidden"],
        "fields": [_field(*both) for both in zip(fields_of(form), known.fields, strict=True)],
    }


def _domains(form: Form, page: Page) -> Json:
    return {name: round(p, 4) for name, p in domains(form, page).items()}


def _field(field: Field, known: UnderstoodField) -> Json:
    first = field.first
    return {
        "name": field.name,
        "control": field.control,
        "label": known.label or None,
        "label_source": None if known.label_source is LabelSource.NONE else known.label_source.value,
        "label_confidence": round(known.label_confidence, 3),
        "type": known.type.type.value,
        "type_confidence": round(known.type.confidence, 2),
        "end": known.type.end or None,
        "group": _group(known.group),
        "required": field.required,
        "constraints": field.constraints | {k: v for k, v in known.type.constraints.items() if k in _READ},
        "default": field.default,
        "values": [_value(option) for option in values_of(field, known)],
        "texts": _texts(first),
        "disabled": all(c.disabled for c in field.controls),
        "readonly": first.readonly,
        "invisible": first.invisible,
    }


def _group(group: Group | None) -> Json | None:
    if group is None:
        return None
    return {"kind": group.kind, "label": group.label or None, "members": list(group.members)}


def values_of(field: Field, known: UnderstoodField) -> tuple[Option, ...]:
    """What can be chosen, as the layout reads it where the markup links no words to it."""
    if field.control not in CHOICES:
        return field.values
    return tuple(o._replace(label=seen or o.label) for o, seen in zip(field.values, known.values, strict=True))


def _texts(control: Control) -> Json:
    """The evidence for a label, source by source, empty ones left out."""
    found: Json = {
        "labels": list(control.labels),
        "before": control.before,
        "after": control.after,
        "legends": list(control.legends),
        "placeholder": control.attribute("placeholder"),
        "aria-label": control.attribute("aria-label"),
        "title": control.attribute("title"),
    }
    return {key: text for key, text in found.items() if text}


def _value(option: Option) -> Json:
    """`group` (of an optgroup) and `disabled` are there only where they say something."""
    value: Json = {"value": option.value, "label": option.label}
    if option.group is not None:
        value["group"] = option.group
    if option.disabled:
        value["disabled"] = True
    return value
