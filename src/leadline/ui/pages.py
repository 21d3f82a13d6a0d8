"""The pages for people. Each reads what it shows through a use-case; nothing is worked out here."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from leadline.app.archived import form_page, found_forms
from leadline.app.curves import CompletenessCurve, CrawlCurve, completeness, crawl_curve, productivity, sites
from leadline.app.drawing import drawing
from leadline.app.folders import Status
from leadline.app.inspect import Inspected
from leadline.app.known_values import KnownValues, known_values
from leadline.app.library import Shelved
from leadline.app.records_view import records_page
from leadline.app.regions import candidate_regions
from leadline.app.search import search
from leadline.errors import LeadlineError, NotHere
from leadline.forms.kinds.model import KINDS
from leadline.harvest.human import about_forms, decided, together
from leadline.model.field import FieldType
from leadline.store.folder import CrawlFolder
from leadline.store.protocols import Store
from leadline.topics.bundled import NAMES as TOPICS
from leadline.ui import showing
from leadline.ui.api import filters_of, number
from leadline.ui.charts import Line, bar_chart, line_chart
from leadline.ui.desk import Desk, sentence

_PAGE = 50
_BARS = 20
_DRAWN_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"


def desk_of(request: Request) -> Desk:
    found: Desk = request.app.state.desk
    return found


def shelved(request: Request) -> Shelved:
    return desk_of(request).library.find(request.path_params["folder"])


def shown(request: Request, template: str, code: int = 200, **values: Any) -> Response:
    """A page with what every page has."""
    desk, one = desk_of(request), values.get("one")
    kind = desk.told(one)["kind"] if isinstance(one, Shelved) else ""
    told = {
        "read_only": desk.access.read_only,
        "may_start": desk.may_start,
        "path": request.url.path,
        "kind": kind,
    }
    return showing.page(template, code, **told, **values)


def overview(request: Request) -> Response:
    desk = desk_of(request)
    folders = list(desk.live().values())
    harvests = [one for one in folders if one["kind"] == "harvest"]
    totals = {
        "records": sum(one["records"] for one in harvests),
        "sources": len(harvests),
        "forms": sum(one["relevant_forms"] for one in folders if one["kind"] == "locate"),
        "pages": sum(one.get("pages") or 0 for one in folders),
    }
    return shown(
        request, "overview.html", folders=folders, totals=totals, started=[o.as_json() for o in desk.started.all]
    )


def one_folder(request: Request) -> Response:
    desk, one = desk_of(request), shelved(request)
    status = desk.library.status(one)
    common: dict[str, Any] = {"one": one, "status": status, "told": desk.told(one)}
    if status.kind != "harvest":
        crawl = crawl_curve(one.name, one.path)
        chart = line_chart([_line(crawl, crawl.strategy)], "relevant forms", "pages fetched")
        return shown(request, "crawl.html", chart=Markup(chart), strategy=crawl.strategy, **common)  # noqa: S704  # made here
    with desk.opened(one) as (folder, store):
        curve = completeness(folder, store)
        values = productivity(store.pages.rows("queries"))
        fields = _fields(form_page(folder, store))
    bars = [
        (f"{v.field} = {v.value}", v.new, f"{v.new:,} new of {v.records:,}") for v in values[:_BARS] if v.records
    ]
    return shown(
        request,
        "source.html",
        chart=Markup(_completeness(curve, status)),  # noqa: S704  # made here
        untold=curve.untold,
        bars=Markup(bar_chart(bars, "new records by value")) if bars else None,  # noqa: S704  # made here
        size=sentence(status),
        fields=fields,
        **common,
    )


def _line(crawl: CrawlCurve, name: str) -> Line:
    met = [(float(page), float(n)) for n, page in enumerate(crawl.found_at, 1)]
    return Line(name, [(0.0, 0.0), *met, (float(max(crawl.pages, 1)), float(len(met)))])


def _completeness(curve: CompletenessCurve, status: Status) -> str:
    """Observed, estimate and interval; where no estimate was made, only what is known."""
    points = curve.points
    last = status.ending.estimate if status.ending is not None else None
    made = [(p.query, p.estimate) for p in points if p.estimate is not None]
    if not made and last is not None and points:
        made = [(points[-1].query, last)]
    totals = [(float(at), e.total) for at, e in made if e.total is not None]
    band = [(float(at), e.low, e.high) for at, e in made if e.low is not None and e.high is not None]
    lines = [Line("records here", [(float(p.query), float(p.records)) for p in points])]
    if totals:
        lines.append(Line("estimate, 95 %", totals, band))
    return line_chart(lines, "records", "queries answered, probes left out")


def _fields(found: Inspected) -> list[dict[str, Any]]:
    described = found.as_json()["forms"]
    assert isinstance(described, list)
    wanted = {one.form.index for one in found.forms}
    return [form for form in described if form["index"] in wanted]


def forms(request: Request) -> Response:
    """The directory: one form after the other, drawn, with what was made of it and why."""
    desk, one, skip = desk_of(request), shelved(request), number(request, "skip", 0)
    with desk.opened(one) as (folder, store):
        if folder.kind == "harvest":
            found = form_page(folder, store)
            entries: list[dict[str, Any]] = [
                {"row": None, "page_url": found.page.url, "forms": _fields(found), "number": 0}
            ]
            more = False
        else:
            rows = list(islice(store.pages.rows("forms"), skip, skip + 11))
            more, rows = len(rows) > 10, rows[:10]
            pages = found_forms(folder, store, rows)
            entries = [
                {
                    "row": row,
                    "page_url": row["page_url"],
                    "forms": _fields(page) if page else [],
                    "number": skip + n,
                }
                for n, (row, page) in enumerate(zip(rows, pages, strict=True))
            ]
    said: dict[str, Any] = {"known": about_forms(decided(one.path)), "kinds": KINDS, "topics": TOPICS}
    return shown(request, "forms.html", one=one, entries=entries, skip=skip, more=more, **said)


def drawn(request: Request) -> Response:
    """One form as a picture of its own, which runs nothing whatever stands in it."""
    desk, one, place = desk_of(request), shelved(request), request.path_params["number"]
    with desk.opened(one) as (folder, store):
        if folder.kind == "harvest":
            found: Inspected | None = form_page(folder, store)
        else:
            rows = list(islice(store.pages.rows("forms"), place, place + 1))
            found = next(found_forms(folder, store, rows), None)
    if found is None:
        raise NotHere("the page of this form is not in the archive")
    svg = drawing([found]).encode("utf-8", "replace")
    return Response(svg, media_type="image/svg+xml", headers={"content-security-policy": _DRAWN_POLICY})


def decisions(request: Request) -> Response:
    """What people decided about a source, beside what was found out."""
    desk, one = desk_of(request), shelved(request)
    with desk.opened(one) as (folder, store):
        if folder.kind != "harvest":
            raise NotHere("of a crawl it is decided what its forms are, on the page that shows them")
        fields = [field for form in _fields(form_page(folder, store)) for field in form["fields"]]
        known = together(decided(folder.path))
        regions = candidate_regions(folder, store)
        table = _known(folder, store)
    told: dict[str, Any] = {"fields": fields, "known": known, "regions": regions, "table": table}
    told["names"] = list(dict.fromkeys(name for found in regions for name in found["fields"]))
    told |= {"types": list(map(str, FieldType)), "kinds": KINDS, "topics": TOPICS}
    return shown(request, "decide.html", one=one, **told)


def _known(folder: CrawlFolder, store: Store) -> KnownValues:
    """Nothing where the folder names code for it, which is not run for a page."""
    try:
        return known_values(folder, store)
    except LeadlineError:
        return {}


def queries(request: Request) -> Response:
    desk, one, skip = desk_of(request), shelved(request), number(request, "skip", 0)
    with desk.opened(one) as (_, store):
        rows = list(islice(store.pages.rows("queries"), skip, skip + _PAGE + 1))
        archived = set(store.queries.archived())
    listed = [{**row, "archived": (row["query"], 0) in archived} for row in rows[:_PAGE]]
    return shown(request, "queries.html", one=one, rows=listed, skip=skip, more=len(rows) > _PAGE, step=_PAGE)


def records(request: Request) -> Response:
    desk, one = desk_of(request), shelved(request)
    skip, words, filters = number(request, "skip", 0), request.query_params.get("words", ""), filters_of(request)
    with desk.opened(one) as (_, store):
        found = records_page(store.pages.rows("records"), filters, words, skip, _PAGE)
    where = [f"{name}:{value}" for name, value in filters]
    return shown(request, "records.html", one=one, found=found, words=words, where=where, skip=skip, step=_PAGE)


def site_list(request: Request) -> Response:
    desk, one = desk_of(request), shelved(request)
    with desk.opened(one) as (_, store):
        found = sites(store.pages.rows("pages"), store.pages.rows("forms"))
    return shown(request, "sites.html", one=one, sites=found[:1000], total=len(found))


def learned(request: Request) -> Response:
    """What a strategy learnt, step by step (FFC's Table 2, ACHE's Table 5, SmartCrawler's feature spaces)."""
    desk, one = desk_of(request), shelved(request)
    with desk.opened(one) as (_, store):
        steps = [{**row, "parts": list(_parts(row["learned"]))} for row in store.pages.rows("learned")]
    return shown(request, "learned.html", one=one, steps=steps[-_PAGE:], total=len(steps))


def _parts(value: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """A tree of values as (where, what) lines."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _parts(inner, f"{name} · {key}" if name else str(key))
    elif isinstance(value, list):
        yield name, ", ".join(_word(one) for one in value[:40]) + (" …" if len(value) > 40 else "")
    elif value is not None:
        yield name, _word(value)


def _word(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.3g}"
    return " ".join(map(_word, value)) if isinstance(value, list) else str(value)


def compare(request: Request) -> Response:
    """Crawls beside each other: relevant forms against pages."""
    desk = desk_of(request)
    crawls = [one for one in desk.library.all() if desk.told(one)["kind"] == "locate"]
    curves = [crawl_curve(one.name, one.path) for one in crawls]
    lines = [_line(one, f"{one.name} ({one.strategy})") for one in curves]
    chart = Markup(line_chart(lines, "relevant forms", "pages fetched")) if lines else None  # noqa: S704  # made here
    return shown(request, "compare.html", chart=chart, curves=curves)


def search_page(request: Request) -> Response:
    desk, typed = desk_of(request), request.query_params.get("q", "")
    skip, report = number(request, "skip", 0, 100_000), None
    everything = desk.library.all()
    if typed.strip() and everything:
        report = search([one.path for one in everything], typed, 20, skip, index=desk.index)
    names = {one.path: one.name for one in everything}
    return shown(request, "search.html", typed=typed, report=report, skip=skip, names=names)


PAGES = [
    Route("/", overview),
    Route("/search", search_page),
    Route("/compare", compare),
    Route("/folders/{folder}", one_folder),
    Route("/folders/{folder}/forms", forms),
    Route("/folders/{folder}/forms/{number:int}.svg", drawn),
    Route("/folders/{folder}/decide", decisions, methods=["GET"]),
    Route("/folders/{folder}/queries", queries),
    Route("/folders/{folder}/records", records),
    Route("/folders/{folder}/sites", site_list),
    Route("/folders/{folder}/learned", learned),
]
