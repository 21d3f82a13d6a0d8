"""The JSON API: one table of endpoints, from which both the routes and the OpenAPI document are made.

Each calls the use-case that the command of its name calls; what is wrong with a request is told as the command
line tells it, with a status in the four hundreds.
"""

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import asdict, dataclass, field
from itertools import islice
from typing import Any, cast

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from leadline.app.curves import completeness, productivity, sites
from leadline.app.known_values import known_values
from leadline.app.records_view import records_page
from leadline.app.regions import candidate_regions
from leadline.app.search import search
from leadline.errors import BadTarget, NotHere
from leadline.package import __version__
from leadline.ui.desk import Desk

Json = dict[str, Any]
_MOST = 1_000  # rows of one answer
_TABLES = ("records", "forms", "queries", "pages", "learned", "history", "events")


@dataclass(frozen=True, slots=True)
class Parameter:
    """One that a request may have; in the path it has to."""

    name: str
    about: str
    place: str = "query"
    schema: Json = field(default_factory=lambda: {"type": "string"})

    def as_json(self) -> Json:
        told = {"name": self.name, "in": self.place, "description": self.about, "schema": self.schema}
        return {**told, "required": self.place == "path"}


@dataclass(frozen=True, slots=True)
class Endpoint:
    path: str
    summary: str
    call: Callable[[Desk, Request], object] | Callable[[Request], Awaitable[Response]]
    """What is told as JSON; of a write, its whole answer."""
    parameters: tuple[Parameter, ...] = ()
    method: str = "GET"
    body: Json | None = None  # the schema of what a write takes

    def as_json(self) -> Json:
        errors = {"400": "cannot be used", "401": "a token is wanted", "404": "is not there"}
        if self.method != "GET":
            errors |= {"403": "read-only, or from another origin", "413": "too long"}
        told: Json = {
            "summary": self.summary,
            "parameters": [parameter.as_json() for parameter in self.parameters],
            "responses": {
                "200": {"description": "as asked", "content": {"application/json": {"schema": {}}}},
                **{code: _ERROR | {"description": about} for code, about in errors.items()},
            },
        }
        if self.body is not None:
            told["requestBody"] = {"required": True, "content": {"application/json": {"schema": self.body}}}
        return told


_ERROR: Json = {
    "content": {
        "application/json": {
            "schema": {"type": "object", "properties": {"error": {"type": "string"}}, "required": ["error"]}
        }
    }
}
_FOLDER = Parameter("folder", "the name of a folder, as /api/folders has it", "path")
_LIMIT = Parameter(
    "limit", "how many rows", schema={"type": "integer", "minimum": 1, "maximum": _MOST, "default": 100}
)
_SKIP = Parameter("skip", "leave out the first ones", schema={"type": "integer", "minimum": 0, "default": 0})


# ── what is asked for ─────────────────────────────────────────────────────────────────────────────────────


def number(request: Request, name: str, usual: int, most: int = 10**9, least: int = 0) -> int:
    """A number of the query string. Raises `BadTarget` where it is none, or out of bounds."""
    written = request.query_params.get(name, str(usual))
    if not (written.isascii() and written.isdigit() and len(written) < 10 and least <= int(written) <= most):
        raise BadTarget(f"{name} = {written[:40]!r} is no number from {least:,} to {most:,}")
    return int(written)


def filters_of(request: Request) -> list[tuple[str, str]]:
    """`where=FIELD:VALUE`, as often as wanted."""
    found = []
    for written in request.query_params.getlist("where"):
        name, colon, value = written.partition(":")
        if not colon:
            raise BadTarget(f"where = {written[:80]!r} is not of the form FIELD:VALUE")
        found.append((name, value))
    return found


def _folders(desk: Desk, _: Request) -> object:
    return {"folders": list(desk.live().values())}


def _folder(desk: Desk, request: Request) -> object:
    return desk.told(desk.library.find(request.path_params["folder"]))


def _rows(desk: Desk, request: Request) -> object:
    one, what = desk.library.find(request.path_params["folder"]), request.path_params["what"]
    if what not in _TABLES:
        raise BadTarget(f"{what[:40]!r} is no table; there are {', '.join(_TABLES)}")
    skip, limit = number(request, "skip", 0), number(request, "limit", 100, _MOST, 1)
    with desk.opened(one) as (_, store):
        rows = list(islice(store.pages.rows(what), skip, skip + limit))
    return {"folder": one.name, "what": what, "skip": skip, "rows": rows}


def _page(desk: Desk, request: Request) -> object:
    one, wanted = desk.library.find(request.path_params["folder"]), request.path_params["number"]
    if not (wanted.isascii() and wanted.isdigit() and len(wanted) < 16):
        raise BadTarget(f"{wanted[:40]!r} is no number of a page")
    with desk.opened(one) as (_, store):
        row = next(store.pages.fetched(int(wanted), 1), None)
    if row is None:
        raise NotHere(f"{one.name} has no page {wanted}; /rows/pages lists them")
    return {"folder": one.name, "page": row}


def _regions(desk: Desk, request: Request) -> object:
    one = desk.library.find(request.path_params["folder"])
    with desk.opened(one) as (folder, store):
        return {"folder": one.name, "regions": candidate_regions(folder, store)}


def _records(desk: Desk, request: Request) -> object:
    one, filters = desk.library.find(request.path_params["folder"]), filters_of(request)
    skip, limit = number(request, "skip", 0), number(request, "limit", 50, _MOST, 1)
    with desk.opened(one) as (_, store):
        rows = store.pages.rows("records")
        found = records_page(rows, filters, request.query_params.get("words", ""), skip, limit)
    return asdict(found)


def _curve(desk: Desk, request: Request) -> object:
    with desk.opened(desk.library.find(request.path_params["folder"])) as (folder, store):
        return asdict(completeness(folder, store))


def _productivity(desk: Desk, request: Request) -> object:
    with desk.opened(desk.library.find(request.path_params["folder"])) as (_, store):
        return {"values": [asdict(one) for one in productivity(store.pages.rows("queries"))[:_MOST]]}


def _known(desk: Desk, request: Request) -> object:
    with desk.opened(desk.library.find(request.path_params["folder"])) as (folder, store):
        found = known_values(folder, store) if folder.kind == "harvest" else {}
    rows = {name: [{"value": one, "weight": weight} for one, weight in v[:_MOST]] for name, v in found.items()}
    return {"fields": [{"field": name, "values": values} for name, values in rows.items()]}


def _sites(desk: Desk, request: Request) -> object:
    with desk.opened(desk.library.find(request.path_params["folder"])) as (_, store):
        return {"sites": [asdict(one) for one in sites(store.pages.rows("pages"), store.pages.rows("forms"))]}


def _search(desk: Desk, request: Request) -> object:
    typed = request.query_params.get("q", "")
    if not typed.strip():
        raise BadTarget("q says nothing to look for")
    named = request.query_params.getlist("folder")
    shelved = [desk.library.find(name) for name in named] if named else desk.library.all()
    limit, skip = number(request, "limit", 10, _MOST, 1), number(request, "skip", 0, 100_000)
    return search([one.path for one in shelved], typed, limit, skip, index=desk.index).as_json()


def _harvests(desk: Desk, _: Request) -> object:
    return {"may_start": desk.may_start, "harvests": [one.as_json() for one in desk.started.all]}


ENDPOINTS = [
    Endpoint("/api/folders", "Every folder in numbers, as `leadline status --json` has them", _folders),
    Endpoint("/api/folders/{folder}", "One folder in numbers", _folder, (_FOLDER,)),
    Endpoint(
        "/api/folders/{folder}/pages/{number}",
        "One page, by its number in the log",
        _page,
        (_FOLDER, Parameter("number", "as /rows/pages and searches have it", "path", {"type": "integer"})),
    ),
    Endpoint(
        "/api/folders/{folder}/regions",
        "What on an answer of a harvest might be its records, to decide on",
        _regions,
        (_FOLDER,),
    ),
    Endpoint(
        "/api/folders/{folder}/rows/{what}",
        "Rows as `leadline export` has them",
        _rows,
        (
            _FOLDER,
            Parameter("what", "which rows", "path", {"type": "string", "enum": list(_TABLES)}),
            _LIMIT,
            _SKIP,
        ),
    ),
    Endpoint(
        "/api/folders/{folder}/records",
        "Records, filtered, with the counts of fields that have few values",
        _records,
        (
            _FOLDER,
            Parameter("where", "FIELD:VALUE; can be repeated"),
            Parameter("words", "words that have to stand in a record"),
            _LIMIT,
            _SKIP,
        ),
    ),
    Endpoint(
        "/api/folders/{folder}/curve",
        "Records and the estimate of their number, query by query",
        _curve,
        (_FOLDER,),
    ),
    Endpoint("/api/folders/{folder}/values", "What each value of a field brought", _productivity, (_FOLDER,)),
    Endpoint(
        "/api/folders/{folder}/known",
        "What may go into each field of a source, and how far it is trusted",
        _known,
        (_FOLDER,),
    ),
    Endpoint("/api/folders/{folder}/sites", "Sites of a crawl in numbers", _sites, (_FOLDER,)),
    Endpoint(
        "/api/search",
        "Pages and records, as `leadline search --json` finds them",
        _search,
        (
            Parameter("q", "words, phrases, beginnings, filters"),
            Parameter("folder", "only in these; can be repeated"),
            _LIMIT,
            _SKIP,
        ),
    ),
    Endpoint("/api/harvests", "Harvests that were started from here", _harvests),
]


# ── routes and their description ──────────────────────────────────────────────────────────────────────────


def api_routes(endpoints: list[Endpoint]) -> list[Route]:
    made = [Route(one.path, _answering(one), methods=[one.method]) for one in endpoints]
    document = json.dumps(openapi(endpoints), indent=1)
    return [*made, Route("/api/openapi.json", lambda _: Response(document, media_type="application/json"))]


def _answering(endpoint: Endpoint) -> Callable[[Request], Any]:
    if endpoint.method != "GET":
        return cast("Callable[[Request], Awaitable[Response]]", endpoint.call)
    told = cast("Callable[[Desk, Request], object]", endpoint.call)

    def answer(request: Request) -> Response:
        return Plain(told(request.app.state.desk, request))

    return answer


class Plain(JSONResponse):
    """JSON of whatever rows hold: no number that JSON lacks, and every letter outside of ASCII as an escape."""

    def render(self, content: Any) -> bytes:
        return json.dumps(_finite(content), default=str).encode("ascii")


def _finite(value: Any) -> Any:
    if isinstance(value, float):
        return value if value - value == 0 else None
    if isinstance(value, Mapping):
        return {str(key): _finite(one) for key, one in value.items()}
    return [_finite(one) for one in value] if isinstance(value, list | tuple) else value


def openapi(endpoints: list[Endpoint]) -> Json:
    paths: Json = {}
    for one in endpoints:
        paths.setdefault(one.path, {})[one.method.lower()] = one.as_json()
    return {
        "openapi": "3.1.0",
        "info": {"title": "Leadline", "version": __version__},
        "paths": paths,
        "components": {"securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
    }
