"""The JSON document: its keys, and what stands under them."""

import asyncio
import io
import json
from typing import Any

from leadline.inspect.describe import describe
from leadline.inspect.survey import Result, survey
from leadline.web.settings import WebSettings

FORM_KEYS = {
    "index",
    "id",
    "action",
    "method",
    "kind",
    "searchable",
    "domains",
    "safe",
    "why",
    "refused",
    "fields",
}
FIELD_KEYS = {
    "name",
    "control",
    "label",
    "label_source",
    "label_confidence",
    "type",
    "group",
    "required",
    "constraints",
    "default",
    "values",
}
NOT_JUDGED_YET = ["kind", "searchable", "domains", "safe", "why", "refused"]


def _described(word: str, settings: WebSettings, stdin: bytes = b"", base_url: str | None = None) -> Any:
    results: list[Result] = []
    asyncio.run(survey([word], settings, results.append, stdin=io.BytesIO(stdin), base_url=base_url))
    return json.loads(json.dumps(describe(results[0])))


def test_all_promised_keys_are_there(builtin_web: str) -> None:
    """Page, forms and fields have every key that programs rely on, judged or not."""
    document = _described("http://library.example/", WebSettings(connect_to=builtin_web, delay=0))
    assert {"url", "source", "title", "forms"} <= set(document)
    (form,) = document["forms"]
    assert set(form) >= FORM_KEYS
    assert [form[key] for key in NOT_JUDGED_YET] == [None] * 6
    assert all(set(field) >= FIELD_KEYS for field in form["fields"])


def test_a_page_after_a_redirect(builtin_web: str) -> None:
    """`url` is where the redirects ended, `source` the word as given."""
    document = _described("http://library.example/", WebSettings(connect_to=builtin_web, delay=0))
    assert (document["url"], document["source"]) == ("http://library.example/catalogue", "http://library.example/")
    assert document["redirects"] == [
        {"url": "http://library.example/", "status": 301, "location": "http://library.example/catalogue"}
    ]
    assert document["hints"]["opensearch"] == ["http://library.example/opensearch.xml"]


def test_fields_of_a_modern_form(builtin_web: str) -> None:
    """Constraints, defaults, suggestions, groups of options and words beside fields are all there."""
    document = _described("http://library.example/", WebSettings(connect_to=builtin_web, delay=0))
    fields = {field["name"]: field for field in document["forms"][0]["fields"]}
    assert fields["q"]["required"] is True
    assert fields["q"]["constraints"] == {"minlength": 2, "autocomplete": "off"}
    assert fields["isbn"]["constraints"]["pattern"] == "[0-9X-]{10,17}"
    assert [v["value"] for v in fields["subject"]["values"]][:2] == ["Navigation", "Oceanography"]
    assert fields["kind"]["default"] == ["book"]
    assert fields["kind"]["values"][1] == {"value": "map", "label": "Maps and charts"}
    assert fields["branch"]["values"][-1] == {
        "value": "v2",
        "label": "Lighthouse (closed)",
        "group": "Villages",
        "disabled": True,
    }
    assert fields["from"]["texts"]["legends"] == ["Published between"]


def test_fields_that_a_table_took_away_are_the_forms(builtin_web: str) -> None:
    """A form opened between table rows keeps all its fields, buttons and hidden values."""
    document = _described("http://cars.example/", WebSettings(connect_to=builtin_web, delay=0))
    (form,) = document["forms"]
    assert [field["name"] for field in form["fields"]] == ["make", "model", "y1", "y2", "price", "gear"]
    assert form["hidden"] == [{"name": "db", "value": "lot2"}]
    assert [button["value"] or button["text"] for button in form["buttons"]] == ["Find my car", "Start over"]


def test_a_trap_field_is_marked(builtin_web: str) -> None:
    """A field no reader sees says why."""
    document = _described("http://jobs.example/", WebSettings(connect_to=builtin_web, delay=0))
    invisible = {field["name"]: field["invisible"] for field in document["forms"][0]["fields"]}
    assert invisible["website"] == "style"
    assert invisible["what"] is None


def test_an_action_that_leads_nowhere_is_shown_as_written() -> None:
    """Without a base address a relative action stays what the author wrote; with one it is resolved."""
    markup = b"<form action='/find'><input name=q></form>"
    alone = _described("-", WebSettings(), markup)
    placed = _described("-", WebSettings(), markup, base_url="http://example.com/a/b")
    assert alone["forms"][0]["action"] == "/find"
    assert placed["forms"][0]["action"] == "http://example.com/find"
    assert placed["url"] == "http://example.com/a/b"
