"""What `leadline harvest` says: the plan, progress, and how it ended."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from leadline.cli.terminal import console, harmless

if TYPE_CHECKING:
    from leadline.harvest.loop import Harvest
    from leadline.harvest.prepare import Orders, Prepared
    from leadline.harvest.report import HarvestReport

_MANY_ALIKE = 0.2
"""Share of the records from which on it is told."""
RESUMABLE = frozenset({"max-requests", "resting", "interrupted", "blocked", "failed"})


def tell_progress(harvest: "Harvest") -> None:
    """One line a page on standard error: at a polite pace that is one a second."""
    records, queries, pages = harvest.queries.counts()
    new = harvest.last_new
    line = f"{records:,} records · {queries:,} queries, {new:,} new by the last · {pages:,} pages"
    estimate = harvest.estimate
    if estimate is not None and estimate.total is not None:
        line += f" · about {estimate.total:,.0f} in all"
        if estimate.coverage is not None:
            line += f" ({estimate.coverage:.0%} here)"
    sys.stderr.write(f"{line} · {harvest.spent:,} of {harvest.limit:,} requests\n")


def tell(report: "HarvestReport", folder: Path, words: str = "") -> None:
    """The end of a harvest in a few lines; `words` are what `resume` wants to be told again."""
    out = console(soft_wrap=True)
    out.print(
        f"{report.records:,} records from {report.pages:,} pages of {report.queries:,} queries "
        f"({report.requests:,} requests). Stopped by: {report.stopped_by}."
    )
    if report.estimated_total is not None:
        out.print(_completeness(report))
    if report.truncated_queries:
        out.print(
            f"{report.truncated_queries:,} answers were cut off by the site: there is more than it gave for them."
        )
    if report.alike > _MANY_ALIKE * report.records:
        out.print(
            f"{report.alike:,} of the records say word for word what another one says: "
            "the site may show one record under several addresses."
        )
    if report.robots_blocked:
        out.print("robots.txt kept us from what is behind this form: it stays unknown.")
    out.print(f"Records are in {folder / 'records.jsonl'}", soft_wrap=True)
    if report.stopped_by in RESUMABLE:
        out.print(f"Go on with: leadline resume {folder}{words}", soft_wrap=True)


def _completeness(report: "HarvestReport") -> str:
    """How much of it is here, as far as anyone can tell."""
    said = f"About {report.estimated_total:,.0f} records are there in all"
    if report.low is not None and report.high is not None:
        said += f" (95 %: {report.low:,.0f} to {report.high:,.0f})"
    if report.coverage is not None:
        said += f"; {report.coverage:.0%} of them are here"
        if report.coverage_low is not None and report.coverage_high is not None:
            said += f" ({report.coverage_low:.0%} to {report.coverage_high:.0%})"
    return f"{said}. Estimated by: {report.method}."


def tell_plan(prepared: "Prepared", orders: "Orders", *, as_json: bool) -> None:
    """Form, plan, and the first request as it would be sent."""
    from leadline.cli.documents import write_json
    from leadline.harvest.report import preview

    plan = preview(prepared.source, orders.harvest, orders.web.delay)

    form, request = prepared.judged.form, prepared.request
    body = request.body.decode("latin-1") if request.body is not None else None
    document: dict[str, object] = {
        "url": prepared.page.url,
        "form": {
            "index": form.index,
            "id": form.identity,
            "searchable": round(prepared.judged.searchable, 4),
            "safe": prepared.judged.verdict.safe,
            "refused": list(prepared.judged.verdict.refused),
        },
        "query": [list(pair) for pair in prepared.query.assignment],
        "request": {
            "method": request.method,
            "url": request.url,
            "headers": [list(pair) for pair in request.headers],
            "body": body,
        },
        "plan": plan.as_json(),
    }
    if as_json:
        write_json(document)
        return
    out = console(soft_wrap=True)
    out.print(f"form {form.index} of {harmless(prepared.page.url)}", soft_wrap=True)
    out.print(
        f"  searchable {prepared.judged.searchable:.2f}, safe: {'yes' if prepared.judged.verdict.safe else 'no'}"
    )
    for name, value in prepared.query.assignment:
        out.print(f"  {harmless(name)} = {harmless(value)}", soft_wrap=True)
    out.print(f"would be sent: {request.method} {harmless(request.url)}", soft_wrap=True)
    if body:
        out.print(f"  {harmless(body)}", soft_wrap=True)
    out.print(f"fields that {plan.planner} may fill:" if plan.fields else "no field is free: one query is all")
    for field in plan.fields:
        much = "words" if field.choices is None else f"{field.choices:,} choices"
        out.print(f"  {harmless(field.label or field.name)} ({field.type}): {much}", soft_wrap=True)
    out.print(
        f"{plan.combinations:,} combinations of choices; a first pass takes about {plan.requests:,} requests "
        f"({_hours(plan.hours)} at {orders.web.delay:g} s each), the limit is {plan.max_requests:,}"
    )


def _hours(hours: float) -> str:
    return f"{hours:.1f} hours" if hours >= 1 else f"{hours * 60:.0f} minutes"
