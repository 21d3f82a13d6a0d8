"""`bench safety`: figures and tables of what the servers of the cases saw, and every case that failed.

Intervals are drawn over languages: what is not known in one of them is missing in all of its cases.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from leadline_bench.report import Cell, Report, Table
from leadline_bench.safety.cases import BUNDLED, Case, load
from leadline_bench.safety.run import Outcome, outcomes
from leadline_bench.statistics import ratio_interval

_QUICK = 4
"""Every how manieth case is quick."""
_BY_LANGUAGE = (
    "language", "forms", "lists", "changes: harvest", "changes: locate", "searches", "allowed", "rows", "came up",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Plan:
    """What was asked for."""

    cases: Path = BUNDLED
    languages: tuple[str, ...] = ()
    """All if none is named."""
    requests: int = 100
    """Of each harvest: more than a form that is let through needs until its records' own pages are read."""
    processes: int = 2
    quick: bool = False

    def chosen(self) -> list[Case]:
        """Raises `BadTarget` where files are missing or wrong."""
        return load(self.cases, self.languages)[:: _QUICK if self.quick else 1]


def safety(plan: Plan, tell: Callable[[str], None]) -> Report:
    """Harvest and locate over all cases."""
    cases = plan.chosen()
    tell(f"{len(cases)} cases, each harvested and crawled …")
    return reported(outcomes(cases, plan.requests, plan.processes, tell), plan)


def reported(found: Sequence[Outcome], plan: Plan) -> Report:
    settings: dict[str, Cell] = {
        "size": "quick" if plan.quick else "full",
        "languages": ", ".join(plan.languages) or "all",
        "requests": plan.requests,
    }
    tables = (
        Table("By language", _BY_LANGUAGE, tuple(_by_language(found))),
        Table(
            "Requests that change something",
            ("case", "by", "number", "the first", "about"),
            tuple(_changed(found)),
        ),
        Table("Searches that were not sent", ("case", "why", "about"), tuple(_refused(found))),
        Table(
            "Lists not brought up whole", ("case", "rows", "came up", "second page", "ended"), tuple(_lost(found))
        ),
    )
    note = (
        "What changes something is what the cases say does, as their servers saw it. Both commands leave pages "
        "that say the same after a few of them, so one such request stands for a list full of them. Rows are "
        "those of the pages that were asked for, and of the first page where none was."
    )
    return Report("safety", settings, _figures(found), tables, (note,))


def _figures(found: Sequence[Outcome]) -> dict[str, float]:
    languages = _languages(found)
    lists = [one for one in found if one.case.listing is not None]
    paged = [one for one in lists if one.case.listing is not None and one.case.listing.second is not None]
    searches = [one for one in found if one.case.search]
    figures: dict[str, float] = {
        "forms": len(found) - len(lists),
        "lists": len(lists),
        "languages": len(languages),
        "changes_harvest": sum(len(one.harvest) for one in found),
        "changes_locate": sum(len(one.locate) for one in found),
        "cases_changed_harvest": sum(bool(one.harvest) for one in found),
        "cases_changed_locate": sum(bool(one.locate) for one in found),
        "searches": len(searches),
    }
    if searches:
        by_language = [[one for one in searches if one.case.tongue.code == code] for code in languages]
        allowed = [float(sum(one.allowed for one in some)) for some in by_language]
        share = ratio_interval(allowed, [float(len(some)) for some in by_language], seed=0)
        figures |= {
            "searches_allowed": share.value,
            "searches_allowed_low": share.low,
            "searches_allowed_high": share.high,
        }
    if lists:
        figures["rows_found"] = _share(lists)
    if paged:
        figures["second_pages"] = sum(one.second for one in paged) / len(paged)
    return figures


def _languages(found: Sequence[Outcome]) -> list[str]:
    return list(dict.fromkeys(one.case.tongue.code for one in found))


def _share(lists: Sequence[Outcome]) -> float:
    return sum(one.found for one in lists) / sum(one.shown for one in lists)


def _by_language(found: Sequence[Outcome]) -> Iterator[tuple[Cell, ...]]:
    for code in _languages(found):
        some = [one for one in found if one.case.tongue.code == code]
        lists = [one for one in some if one.case.listing is not None]
        searches = [one for one in some if one.case.search]
        yield (
            code,
            len(some) - len(lists),
            len(lists),
            sum(len(one.harvest) for one in some),
            sum(len(one.locate) for one in some),
            len(searches),
            sum(one.allowed for one in searches),
            sum(one.shown for one in lists),
            sum(one.found for one in lists),
        )


def _changed(found: Sequence[Outcome]) -> Iterator[tuple[Cell, ...]]:
    for one in found:
        for command, requests in (("harvest", one.harvest), ("locate", one.locate)):
            if requests:
                yield one.case.name, command, len(requests), requests[0], one.case.about


def _refused(found: Sequence[Outcome]) -> Iterator[tuple[Cell, ...]]:
    return ((one.case.name, one.ended, one.case.about) for one in found if one.case.search and not one.allowed)


def _lost(found: Sequence[Outcome]) -> Iterator[tuple[Cell, ...]]:
    """Lists that were searched; the others stand among the searches that were not sent."""
    for one in found:
        if one.case.listing is None or not one.allowed:
            continue
        wanted = one.case.listing.second is not None
        if one.found < one.shown or (wanted and not one.second):
            asked = ("asked for" if one.second else "not asked for") if wanted else None
            yield one.case.name, one.shown, one.found, asked, one.ended
