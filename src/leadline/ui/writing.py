"""What changes something: harvests that are started and stopped from here. The guard has seen to who may."""

import json
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any
from urllib.parse import parse_qsl

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from leadline.app.deciding import decide_about
from leadline.app.known_values import known_values
from leadline.errors import BadTarget
from leadline.forms.kinds.model import KINDS
from leadline.harvest.human import Decision
from leadline.model.field import FieldType
from leadline.ui.api import Endpoint, Parameter, Plain
from leadline.ui.pages import desk_of, shelved

_JSON = "application/json"
_MOST = 1_000_000


async def _given(request: Request) -> dict[str, Any]:
    """What a form or a program sent. Raises `BadTarget` where it is neither."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != _JSON:
        text = (await request.body()).decode("utf-8", "replace")
        try:
            return dict(parse_qsl(text, keep_blank_values=True, max_num_fields=50))
        except ValueError as error:
            raise BadTarget(f"what was sent is no form: {error}") from error
    try:
        found = json.loads(await request.body())
    except (ValueError, RecursionError) as error:
        raise BadTarget(f"what was sent is no JSON: {error}") from error
    if not isinstance(found, dict):
        raise BadTarget('what was sent is no JSON object; write {"url": "https://…"}')
    return found


def _limit(given: Any) -> int | None:
    if given in (None, ""):
        return None
    written = str(given)
    if not (written.isascii() and written.isdigit() and 0 < int(written[:9]) <= _MOST):
        raise BadTarget(f"max_requests = {written[:40]!r} is no number from 1 to {_MOST:,}")
    return int(written)


async def start(request: Request) -> Response:
    desk, given = desk_of(request), await _given(request)
    url, name, limit = str(given.get("url") or ""), str(given.get("name") or ""), _limit(given.get("max_requests"))
    one = await run_in_threadpool(
        lambda: desk.started.start(url, desk.library.home, name=name, max_requests=limit)
    )
    return Plain(one.as_json()) if request.url.path.startswith("/api/") else RedirectResponse("/", 303)


async def keep_decision(request: Request) -> Response:
    """A form's fields are texts; programs send JSON as `Decision` has it."""
    desk, one, given = desk_of(request), shelved(request), await _given(request)
    by_form = not request.url.path.startswith("/api/")
    said = _from_form(given) if by_form else given

    def work() -> Decision:
        with desk.opened(one) as (folder, store):
            if by_form and given.get("known") == "yes" and said["values"]:
                known = known_values(folder, store).get(str(given.get("field")), ())
                said["values"] = list(dict.fromkeys([*said["values"], *(value for value, _ in known)]))
            return decide_about(folder, store, said, datetime.now(UTC))

    kept = await run_in_threadpool(work)
    # Of a crawl's forms it is decided where they stand.
    shown = request.url.path if kept.form is None else f"{request.url.path.removesuffix('/decide')}/forms"
    return RedirectResponse(shown, 303) if by_form else Plain(asdict(kept))


def _from_form(given: dict[str, Any]) -> dict[str, Any]:
    """What stands in the boxes; one that was emptied takes back nothing but its values."""
    if "field" not in given:
        said: dict[str, Any] = {
            name: given[name] for name in ("kind", "domain", "region", "key", "form") if name in given
        }
        flags: dict[str, Any] = {name: given[name] == "yes" for name in ("forbidden", "approved") if name in given}
        return {**{name: text for name, text in said.items() if text or name in ("region", "key")}, **flags}
    said = {name: given[name] for name in ("field", "label", "type") if name in given}
    values = [line.strip() for line in given.get("values", "").splitlines() if line.strip()]
    return {**said, "use": given.get("use") == "yes", "values": values}


async def stop(request: Request) -> Response:
    one = desk_of(request).started.stop(request.path_params["name"])
    return Plain(one.as_json()) if request.url.path.startswith("/api/") else RedirectResponse("/", 303)


_BODY = {
    "type": "object",
    "required": ["url"],
    "properties": {
        "url": {"type": "string"},
        "name": {"type": "string"},
        "max_requests": {"type": "integer", "minimum": 1, "maximum": _MOST},
    },
}
_DECISION = {
    "type": "object",
    "properties": {
        "field": {"type": "string"},
        "label": {"type": "string"},
        "type": {"type": "string", "enum": list(map(str, FieldType))},
        "use": {"type": "boolean"},
        "values": {"type": "array", "items": {"type": "string"}},
        "forbidden": {"type": "boolean"},
        "approved": {"type": "boolean"},
        "kind": {"type": "string", "enum": list(KINDS)},
        "domain": {"type": "string"},
        "region": {"type": "string"},
        "key": {"type": "string"},
        "form": {"type": "string"},
    },
}
WRITES = [
    Endpoint(
        "/api/folders/{folder}/decisions",
        "Decide about a field of the source, its form (of a crawl: one of its forms), or what its records are; "
        "counts from the next resume, refresh, recut or run on",
        keep_decision,
        (Parameter("folder", "the name of a folder, as /api/folders has it", "path"),),
        "POST",
        _DECISION,
    ),
    Endpoint("/api/harvests", "Harvest the form of a page, as `leadline harvest` does", start, (), "POST", _BODY),
    Endpoint(
        "/api/harvests/{name}/stop",
        "End a harvest that was started from here, to be resumed",
        stop,
        (Parameter("name", "the name of its folder", "path"),),
        "POST",
    ),
]
WRITING = [
    Route("/folders/{folder}/decide", keep_decision, methods=["POST"]),
    Route("/harvests", start, methods=["POST"]),
    Route("/harvests/{name}/stop", stop, methods=["POST"]),
]
