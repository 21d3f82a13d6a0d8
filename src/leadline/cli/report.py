"""A report as one HTML file that needs nothing else: curves, sources, completeness, samples, what is missing.

Everything in it that was harvested is hostile: the template escapes it, addresses become links only where they are
http or https, and the page forbids itself to run or load anything.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from leadline.app.estimates import share, size_sentence
from leadline.cli.folders import Also
from leadline.cli.network import argument, named
from leadline.cli.running import say

if TYPE_CHECKING:
    from markupsafe import Markup

    from leadline.app.report import PartReport, Point

EPILOG = (
    "Examples:\nleadline report my-project\nleadline report cars --also more-cars -o all.html\n"
    "leadline report my-harvest -o - > report.html"
)
REPORT = "report.html"
_WIDE, _HIGH, _LEFT, _LOW, _BAR = 640, 220, 60, 34, 160  # points of a drawing: its size, room for figures, a bar
_LEFT_FOR = {
    "known": "only known records came lately",
    "max-pages": "the limit of pages of an answer",
    "long-page": "more on one page than is read",
    "no-answer": "the next page did not come, or may not be asked for",
    "open": "leadline resume pages on",
}
_FAILURES = {
    "robots": "robots.txt asks crawlers to stay away",
    "out-of-scope": "left out by --include or --exclude",
    "address-refused": "a private or special address",
    "not-a-page": "no page, but a file",
    "resting": "the host asked to be left alone",
    "timeout": "no answer in time",
    "dns": "the name does not resolve",
    "connect": "no connection",
    "refused": "not sent by Leadline",
}


def report(
    folder: Annotated[Path, argument("DIR", "The folder of a crawl, a harvest or a project.")],
    *,
    also: Also = None,
    out: Annotated[
        Path | None, named("FILE", "Where to, - for standard output; DIR/report.html if not given.", "--out", "-o")
    ] = None,
) -> int:
    """Write one HTML file that shows what was found, how complete it is, and what is missing and why."""
    import sys

    place = folder / REPORT if out is None else out
    if str(place) == "-":
        sys.stdout.write(page_of(folder, also or ()))
        return 0
    written_report(folder, place, also or ())
    say(f"the report is in {place}: open it in a browser")
    return 0


def written_report(folder: Path, out: Path, also: Sequence[Path] = (), about: str = "") -> None:
    """The report as a file, whole or not at all."""
    from leadline.errors import BadTarget
    from leadline.store.atomic import atomic_write

    text = page_of(folder, also, about)
    try:
        with atomic_write(out) as file:
            file.write(text.encode("utf-8", "replace"))
    except OSError as error:
        raise BadTarget(
            f"cannot write the report to {out}: {error.strerror}; give another place: --out"
        ) from error


def page_of(folder: Path, also: Sequence[Path] = (), about: str = "") -> str:
    """`about` is what it is a report on, the folder's name if nothing."""
    from jinja2 import Environment, StrictUndefined

    from leadline.app.report import report_on

    found = report_on(folder, *also)
    page = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True).from_string(
        files("leadline.cli").joinpath("report.html").read_text("utf-8")
    )
    made = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    drawn = {
        "called": _called,
        "link": _link,
        "bar": _bar,
        "curve": _curve,
        "total": _total,
        "missed": _missed,
        "size": _size,
    }
    return page.render(
        report=found, title=f"What Leadline brought up: {about or folder.resolve().name}", made=made, **drawn
    )


def _called(part: "PartReport") -> str:
    from leadline.model.url import canonical, host_of

    url = canonical(part.page)
    return host_of(url) if url is not None else part.name


def _link(url: str) -> "Markup | str":
    from markupsafe import Markup

    if not url.startswith(("http://", "https://")):
        return url
    shown = url if len(url) <= 100 else f"{url[:99]}…"
    return Markup('<a rel="noreferrer nofollow" href="{}">{}</a>').format(url, shown)


def _size(part: "PartReport") -> str | None:
    ending = part.status.ending
    return size_sentence(ending.estimate if ending else None, part.status.records)


def _total(part: "PartReport") -> str:
    ending = part.status.ending
    if ending is None or ending.estimate is None or ending.estimate.total is None:
        return f"at least {part.status.records:,}"
    size = ending.estimate
    between = f" ({size.low:,.0f} to {size.high:,.0f})" if size.low is not None and size.high is not None else ""
    return f"{size.total:,.0f}{between}"


def _bar(part: "PartReport") -> "Markup | str":
    """Which share is here, with its interval."""
    from markupsafe import Markup

    size = part.status.ending.estimate if part.status.ending is not None else None
    if size is None or size.coverage is None:
        return "nobody can say"
    low, high = (
        min(1.0, size.coverage if end is None else end) for end in (size.coverage_low, size.coverage_high)
    )
    told = f"{share(size.coverage)} ({share(low)} to {share(high, up=True)})"
    return Markup(
        '<svg width="{w}" height="14" viewBox="0 0 {w} 14" role="img" aria-label="{told}">'
        '<rect width="{w}" height="14" fill="#e4f0f7"/><rect width="{here:.1f}" height="14" fill="#0b5d8a"/>'
        '<path d="M{low:.1f} 7H{high:.1f}" stroke="#1b2733" stroke-width="3"/></svg>{told}'
    ).format(w=_BAR, here=_BAR * min(1.0, size.coverage), low=_BAR * low, high=_BAR * high, told=told)


def _curve(part: "PartReport", across: str, up: str) -> "Markup | str":
    """What came with every page, and where the estimate says it ends."""
    from markupsafe import Markup

    if len(part.curve) < 1:
        return ""
    size = part.status.ending.estimate if part.status.ending is not None else None
    total = size.total if size is not None else None
    low, high = (total if end is None else end for end in (size.low, size.high)) if size else (None, None)
    most_x = max(1.0, part.curve[-1][0])
    most_y = max(1.0, part.curve[-1][1], *(end for end in (total, high) if end is not None))
    places = [_place(point, most_x, most_y) for point in ((0.0, 0.0), *part.curve)]
    line = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
    drawn = Markup("")
    if total is not None and low is not None and high is not None:
        top, bottom, at = (_place((0.0, end), most_x, most_y)[1] for end in (high, low, total))
        drawn = Markup(
            '<rect x="{l}" y="{top:.1f}" width="{w}" height="{h:.1f}" fill="#e4f0f7"/>'
            '<path d="M{l} {at:.1f}H{r}" stroke="#51606e" stroke-dasharray="5 4"/>'
        ).format(l=_LEFT, r=_WIDE, w=_WIDE - _LEFT, top=top, h=max(1.0, bottom - top), at=at)
    said = f"{up.capitalize()} over {across}" + (
        "; dashed: how many there are by the estimate, pale: its 95 % interval" if drawn else ""
    )
    return Markup(
        '<figure><svg viewBox="0 0 {w} {h}" width="{w}" height="{h}" role="img" aria-label="{said}">{drawn}'
        '<path d="M{l} 8V{b}H{w}" fill="none" stroke="#51606e"/>'
        '<path d="{line}" fill="none" stroke="#0b5d8a" stroke-width="2.5"/>'
        '<g font-size="12" fill="#51606e" font-family="system-ui, sans-serif">'
        '<text x="{t}" y="18" text-anchor="end">{y}</text><text x="{t}" y="{b}" text-anchor="end">0</text>'
        '<text x="{w}" y="{f}" text-anchor="end">{x} {across}</text></g></svg>'
        "<figcaption>{said}.</figcaption></figure>"
    ).format(
        w=_WIDE,
        h=_HIGH,
        l=_LEFT,
        b=_HIGH - _LOW,
        t=_LEFT - 6,
        f=_HIGH - 14,
        line=line,
        drawn=drawn,
        said=said,
        across=across,
        x=f"{most_x:,.0f}",
        y=f"{most_y:,.0f}",
    )


def _place(point: "Point", most_x: float, most_y: float) -> tuple[float, float]:
    x, y = point
    floor = _HIGH - _LOW
    return _LEFT + (_WIDE - _LEFT) * x / most_x, floor - (floor - 8) * y / most_y


def _missed(part: "PartReport") -> list[str]:
    return list(_missing(part))


def _missing(part: "PartReport") -> Iterator[str]:
    status = part.status
    for kind, count in status.summary.failures.items():
        yield f"{count:,} {'address' if count == 1 else 'addresses'}: {_FAILURES.get(kind, kind)}"
    for host in status.resting:
        yield f"{host.host} asked to be left alone until {host.until}"
    if status.kind != "harvest":
        if status.summary.waiting:
            yield f"{status.summary.waiting:,} links were not followed yet: leadline resume {status.folder}"
        return
    for why, count in status.left_answers.items():
        one = "1 answer was" if count == 1 else f"{count:,} answers were"
        yield f"{one} not read to the end: {_LEFT_FOR.get(why, why)}"
    if status.own.left:
        yield f"{status.own.left:,} records' own pages were not read"
