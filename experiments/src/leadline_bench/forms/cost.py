"""What understanding costs: CPU time for the forms of a page over CPU time for the parse of the same page.

Everything `leadline inspect` does with a parsed page counts: labels, types, kinds, gate, and domains of what is a
search. Nothing is remembered of the page: each round begins with empty caches, as a new process does, and meets
each page once. Parse and understanding of one page take turns, and of several rounds the best of each counts, so
that a busy machine meets both alike. Pages without a form cost nothing and are left out.
"""

import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import _lru_cache_wrapper

import numpy as np

from leadline.errors import WorkNotDone
from leadline.forms.domains.model import domains
from leadline.forms.understand import Understandings, understand, understand_loose
from leadline.model.field import UnderstoodForm
from leadline.parse.document import Document, parse_html
from leadline_bench.forms.report_part import Part, Tell
from leadline_bench.report import Cell, Table
from leadline_bench.statistics import Interval

ROUNDS = 3
_URL = "http://page.example/"
_DRAWS = 2_000


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds of CPU time for one page, the best of all rounds."""

    dataset: str
    site: str
    forms: int
    parse: float
    understand: float

    @property
    def ratio(self) -> float:
        return self.understand / self.parse


def understood(document: Document) -> list[UnderstoodForm]:
    """Everything that is asked about the forms of one page, from nothing."""
    cache, page = Understandings(), document.page
    found = [understand(form, document, cache) for form in page.forms]
    understand_loose(document, cache)
    for known in found:
        if known.judgement.searchable > 0.5:
            domains(known.form, page, known.visible)
    return found


def costs(pages: Iterable[tuple[str, str, str]], rounds: int = ROUNDS) -> list[Cost]:
    """Of every page with a form, given as data set, site and text."""
    told = [(dataset, site, html) for dataset, site, html in pages if parse_html(html, _URL).forms]
    if not told:
        raise WorkNotDone("none of the pages has a form; there is nothing to time")
    understood(_parsed(told[0][2]))  # what is loaded once a process is not part of it
    best = [(float("inf"), float("inf"))] * len(told)
    forms = [0] * len(told)
    for _ in range(rounds):
        _forget()
        for number, (_, _, html) in enumerate(told):
            start = time.process_time()
            document = _parsed(html)
            parsed = time.process_time()
            found = understood(document)
            end = time.process_time()
            forms[number] = len(found)
            best[number] = min(best[number][0], parsed - start), min(best[number][1], end - parsed)
    return [Cost(*one[:2], count, *took) for one, count, took in zip(told, forms, best, strict=True)]


def _parsed(html: str) -> Document:
    document = Document(html, _URL)
    document.page.whole()
    return document


def _forget() -> None:
    """Empty the bounded caches of the rooms; models and word lists, which are kept for good, stay."""
    for name, module in list(sys.modules.items()):
        if name.startswith("leadline."):
            for kept in vars(module).values():
                if isinstance(kept, _lru_cache_wrapper) and kept.cache_parameters()["maxsize"] is not None:
                    kept.cache_clear()


def quantile(found: Sequence[Cost], share: float, seed: int) -> Interval:
    """A quantile of the ratios, with an interval drawn over sites: pages of one site are alike."""
    sites: dict[str, list[float]] = {}
    for cost in found:
        sites.setdefault(cost.site, []).append(cost.ratio)
    groups = [np.array(ratios) for ratios in sites.values()]
    chance = np.random.default_rng(seed)
    drawn = [
        float(
            np.quantile(np.concatenate([groups[n] for n in chance.integers(len(groups), size=len(groups))]), share)
        )
        for _ in range(_DRAWS)
    ]
    low, high = np.quantile(drawn, [0.025, 0.975])
    return Interval(float(np.quantile(np.concatenate(groups), share)), float(low), float(high))


def cost(pages: Iterable[tuple[str, str, str]], seed: int, tell: Tell, rounds: int = ROUNDS) -> Part:
    """The figures `cost_median` and `cost_p99`, and how they are made up of the data sets."""
    tell("timing: parse and understanding of every page, in turns")
    found = costs(pages, rounds)
    figures: dict[str, float] = {}
    for name, share in (("cost_median", 0.5), ("cost_p99", 0.99)):
        interval = quantile(found, share, seed)
        figures |= {name: interval.value, f"{name}_low": interval.low, f"{name}_high": interval.high}
    rows: list[tuple[Cell, ...]] = []
    for dataset in (*sorted({cost.dataset for cost in found}), ""):
        ratios = [cost.ratio for cost in found if dataset in ("", cost.dataset)]
        parses = [1_000 * cost.parse for cost in found if dataset in ("", cost.dataset)]
        shares = (float(np.quantile(ratios, share)) for share in (0.5, 0.9, 0.99, 1.0))
        rows.append((dataset or "all", len(ratios), float(np.median(parses)), *shares))
    columns = ("data", "pages with forms", "parse, ms", "median", "90 %", "99 %", "most")
    return Part(figures, (Table("Understanding a page's forms over parsing the page", columns, tuple(rows)),))
