"""A result of `survey` → the JSON document that users' programs rely on.

Names of keys stay; more may be added. What is not judged yet is there and null: kind, searchable, domains,
safe, why and refused of a form; label, label_source, label_confidence, type and group of a field.
"""

from leadline.inspect.fields import Field, fields_of, loose_fields_of
from leadline.inspect.survey import Failed, Inspected, Result
from leadline.model.form import Control, Form, Option

Json = dict[str, object]


def describe(result: Result) -> Json:
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
        "blocked": {"kind": result.blocked.kind, "why": result.blocked.why} if result.blocked else None,
        "language": page.language,
        "charset": page.charset,
        "hints": {
            "opensearch": list(page.hints.opensearch),
            "search_actions": list(page.hints.search_actions),
            "sitemaps": list(page.hints.sitemaps),
            "feeds": list(page.hints.feeds),
        },
        "forms": [_form(form) for form in page.forms],
        "loose_fields": [_field(field) for field in loose_fields_of(page)],
    }


def action_of(form: Form) -> str:
    """Where it leads; what the author wrote where that is no fetchable URL, as in a file without --base-url."""
    return form.action or next((value for key, value in form.attributes if key == "action"), "")


def _form(form: Form) -> Json:
    return {
        "index": form.index,
        "id": form.identity,
        "action": action_of(form),
        "method": form.method,
        "kind": None,
        "searchable": None,
        "domains": None,
        "safe": None,
        "why": None,
        "refused": None,
        "enctype": form.enctype,
        "role": form.role,
        "invisible": form.invisible,
        "signature": form.signature,
        "buttons": [{"control": b.kind, "name": b.name, "value": b.value, "text": b.text} for b in form.buttons],
        "hidden": [{"name": c.name, "value": c.value} for c in form.controls if c.kind == "hidden"],
        "fields": [_field(field) for field in fields_of(form)],
    }


def _field(field: Field) -> Json:
    first = field.first
    return {
        "name": field.name,
        "control": field.control,
        "label": None,
        "label_source": None,
        "label_confidence": None,
        "type": None,
        "group": None,
        "required": field.required,
        "constraints": field.constraints,
        "default": field.default,
        "values": [_value(option) for option in field.values],
        "texts": _texts(first),
        "disabled": all(c.disabled for c in field.controls),
        "readonly": first.readonly,
        "invisible": first.invisible,
    }


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
