"""The JSON document: its keys, and what stands under them."""

import asyncio
import io
import json
from pathlib import Path
from typing import Any

from leadline.app.describe import describe
from leadline.app.inspect import inspect_targets
from leadline.app.settings import Settings
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
KINDS = {
    "search",
    "login",
    "registration",
    "password-recovery",
    "mailing-list",
    "contact",
    "order",
    "navigation",
    "other",
}


def _described(word: str, settings: WebSettings, stdin: bytes = b"", base_url: str | None = None) -> Any:
    work = inspect_targets([word], Settings(web=settings), stdin=io.BytesIO(stdin), base_url=base_url)
    (result,) = asyncio.run(work)
    return json.loads(json.dumps(describe(result)))


def test_all_promised_keys_are_there(builtin_web: str) -> None:
    """Page, forms and fields have every key that programs rely on."""
    document = _described("http://library.example/", WebSettings(connect_to=builtin_web, delay=0))
    assert {"url", "source", "title", "forms"} <= set(document)
    (form,) = document["forms"]
    assert set(form) >= FORM_KEYS
    assert all(set(field) >= FIELD_KEYS for field in form["fields"])


def test_what_a_form_is_for(builtin_web: str) -> None:
    """A search is called one, with reasons, and passes; the domains it may be of are judged one by one."""
    document = _described("http://library.example/", WebSettings(connect_to=builtin_web, delay=0))
    (form,) = document["forms"]
    assert form["kind"] == "search"
    assert 0.5 < form["searchable"] <= 1
    assert (form["safe"], form["refused"]) == (True, [])
    assert max(form["domains"], key=form["domains"].get) == "book"
    assert all(0 <= p <= 1 for p in form["domains"].values())
    assert form["why"]
    assert all(isinstance(reason, str) for reason in form["why"])
    assert set(form["kinds"]) <= KINDS


def test_a_refusal_is_said_in_words() -> None:
    """A log-in is called one and says why it is never sent."""
    markup = b"<form action=/login method=post>Name <input name=user><input type=password name=pw></form>"
    (form,) = _described("-", WebSettings(), markup)["forms"]
    assert (form["kind"], form["safe"]) == ("login", False)
    assert form["searchable"] < 0.5
    assert "it asks for a password" in form["refused"]
    assert [field["type"] for field in form["fields"]] == ["private", "private"]


def test_labels_types_and_groups_of_fields(builtin_web: str) -> None:
    """Labels are what a reader sees; the ends of a range know each other."""
    document = _described("http://cars.example/", WebSettings(connect_to=builtin_web, delay=0))
    fields = document["forms"][0]["fields"]
    named = {field["name"]: field for field in fields}
    assert [field["label"] for field in fields][:2] == ["Make", "Model"]
    assert (named["make"]["label_source"], named["make"]["end"]) == ("text-left", None)
    assert 0 < named["make"]["label_confidence"] <= 1
    assert [named[name]["type"] for name in ("y1", "y2", "price")] == ["year", "year", "price"]
    assert [named[name]["end"] for name in ("y1", "y2", "price")] == ["low", "high", "high"]
    assert named["y1"]["group"] == named["y2"]["group"]
    assert named["y1"]["group"]["members"] == [2, 3]
    assert named["price"]["constraints"]["currency"] == "USD"
    assert [value["label"] for value in named["gear"]["values"]] == ["manual", "automatic", "either"]


def test_a_field_without_a_label_has_none() -> None:
    """The internal name never stands in for a label."""
    (form,) = _described("-", WebSettings(), b"<form action=/search><input name=secret_name></form>")["forms"]
    assert (form["fields"][0]["label"], form["fields"][0]["label_source"]) == (None, None)


def test_a_saved_page_is_judged_as_if_it_stood_somewhere() -> None:
    """A relative action of a file is no reason to refuse its form, an action that is no address is one."""
    saved = _described("-", WebSettings(), b"<form action=/search><input name=q><button>Search</button></form>")
    script = _described("-", WebSettings(), b"<form action='javascript:go()'><input name=q></form>")
    assert (saved["forms"][0]["safe"], saved["forms"][0]["action"]) == (True, "/search")
    assert "its action leads nowhere that can be fetched over http or https" in script["forms"][0]["refused"]


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


def test_every_key_is_explained(builtin_web: str) -> None:
    """docs/commands/inspect.md names each key of the document."""
    page = (Path(__file__).parents[2] / "docs/commands/inspect.md").read_text(encoding="utf-8")
    document = _described("http://cars.example/", WebSettings(connect_to=builtin_web, delay=0))
    form = document["forms"][0]
    fields = form["fields"]
    groups = [field["group"] for field in fields if field["group"]]
    keys = {key for part in (document, form, *fields, *groups, *form["buttons"]) for key in part}
    assert sorted(key for key in keys if f"`{key}`" not in page) == []
