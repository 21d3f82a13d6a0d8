"""`/metrics` for Prometheus (its text format), and `/health`."""

from collections.abc import Iterator, Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from leadline.package import __version__
from leadline.ui.desk import Desk

_GAUGES = (
    ("pages", "Pages that were fetched", "pages"),
    ("requests", "Requests that left, robots.txt and retries included", "requests"),
    ("forms", "Distinct forms that were met", "forms"),
    ("relevant_forms", "Forms of the topic", "relevant_forms"),
    ("records", "Distinct records", "records"),
    ("queue", "Links that wait in the frontier", "waiting"),
    ("coverage", "Share of the records that is here, as estimated", "coverage"),
    ("coverage_low", "Lower end of its interval", "coverage_low"),
    ("coverage_high", "Upper end of its interval", "coverage_high"),
    ("estimated_records", "Records that are there in all, as estimated", "estimated_total"),
    ("running", "Whether somebody writes there now", "running"),
)


def metrics(request: Request) -> Response:
    desk: Desk = request.app.state.desk
    told = {one.name: desk.told(one) for one in desk.library.all()}
    lines = [*_gauges(told), *_harvest_rate(told), *_failures(told), *_queries(desk, told)]
    return PlainTextResponse("\n".join(lines) + "\n", media_type="text/plain; version=0.0.4")


def _gauges(told: dict[str, Any]) -> Iterator[str]:
    for name, about, key in _GAUGES:
        found = {folder: one[key] for folder, one in told.items() if isinstance(one.get(key), int | float)}
        yield from _metric(name, about, [((("folder", folder),), float(value)) for folder, value in found.items()])


def _harvest_rate(told: dict[str, Any]) -> Iterator[str]:
    """Relevant forms a page, as the papers have it."""
    rates = [
        ((("folder", name),), one["relevant_forms"] / one["pages"])
        for name, one in told.items()
        if one.get("kind") == "locate" and one.get("pages")
    ]
    yield from _metric("harvest_rate", "Relevant forms a page", rates)


def _failures(told: dict[str, Any]) -> Iterator[str]:
    found = [
        ((("folder", name), ("kind", kind)), float(count))
        for name, one in told.items()
        for kind, count in one.get("failures", {}).items()
    ]
    yield from _metric("failures", "Requests that brought no page, by what happened", found)


def _queries(desk: Desk, told: dict[str, Any]) -> Iterator[str]:
    found = []
    for one in desk.library.all():
        if told.get(one.name, {}).get("kind") == "harvest":
            for reply, count in sorted(desk.replies(one).items()):
                found.append(((("folder", one.name), ("reply", reply)), float(count)))
    yield from _metric("queries", "Queries by what came back", found)


def _metric(name: str, about: str, values: Sequence[tuple[tuple[tuple[str, str], ...], float]]) -> Iterator[str]:
    if not values:
        return
    yield f"# HELP leadline_{name} {about}"
    yield f"# TYPE leadline_{name} gauge"
    for labels, value in values:
        said = ",".join(f'{key}="{_escaped(text)}"' for key, text in labels)
        yield f"leadline_{name}{{{said}}} {value!r}"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def health(request: Request) -> Response:
    desk: Desk = request.app.state.desk
    return JSONResponse({"status": "ok", "version": __version__, "folders": len(desk.library.all())})
