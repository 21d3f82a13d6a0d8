"""Which candidate holds the records of a page: one learned score a candidate, and one for "none of them".

A conditional logit over the candidates of a page: scores are a weighted sum of the features and of a few hidden
units of several small nets, which answer together because one alone is sure of itself where it has seen nothing.
`leadline_bench.training.records` learns the weights; selection.md says from what and how well it does elsewhere.
"""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from math import inf, log1p
from typing import Any

from leadline.answers.records.boilerplate import says_nothing_found
from leadline.answers.records.features import NAMES, Look, PageTexts, is_one_each, is_within, looks
from leadline.answers.records.shape import Region

PAGE_NAMES = (
    "form's page known", "nonsense known", "says nothing found", "new share", "new letters", "usual missing",
    "always",
)  # fmt: skip

_SMALL = 200_000
"""Products of one multiplication: from 262,144 on OpenBLAS takes all cores, and waits for them by turning."""
_CLEARLY = 3.0
"""In log-odds, twenty to one: a part taken for the record loses fields, the whole only has more of them; and where
nothing is known a list of five lines and one record of five values may differ by a number in each."""


def select(texts: PageTexts, regions: Sequence[Region], *, unusual: bool = False) -> Region | None:
    """Of the candidates of a page the one with its records; None if it has none. `unusual`: other answers of the
    form had records of a shape that this page does not have.

    One record alone is what is new on a page: where nothing is known, or nothing is new, it has to be clearly
    likelier than a list, and where the form answers with lists it is none. Nor is it where nothing was asked for:
    everything is more than one record there, and what stands alone is what the site says to that."""
    if not regions:
        return None
    seen = looks(texts, regions)
    scores, none = scored([one.vector for one in seen], page_vector(texts, unusual=unusual))
    unasked = unusual and not any(map(str.strip, texts.values))
    if not (texts.known or texts.nonsense) or not any(texts.is_new) or unasked:
        for n, region in enumerate(regions):
            if len(region.rows) == 1:
                scores[n] -= inf if unusual else _CLEARLY
    best = max(range(len(regions)), key=scores.__getitem__)
    if scores[best] < none:
        return None
    enough = max(none, scores[best] - _CLEARLY)
    wholes = (n for n, one in enumerate(seen) if scores[n] >= enough and _is_part(seen[best], one))
    return regions[max(wholes, key=scores.__getitem__, default=best)]


def _is_part(one: Look, other: Look) -> bool:
    """Whether the rows of a list are one part each of (nearly all) the rows of another."""
    if len(one.spans) < 2 or one.spans == other.spans or not is_one_each(one, other):
        return False
    ends = other.spans[0][0] <= one.spans[0][0] and one.spans[-1][1] <= other.spans[-1][1]
    return ends and is_within(one, other)


def page_vector(texts: PageTexts, *, unusual: bool) -> list[float]:
    """What speaks for a page without records."""
    nothing = says_nothing_found(texts.outline, texts.known)
    share = texts.new_letters / texts.whole
    values = (bool(texts.known), bool(texts.nonsense), nothing, share, log1p(texts.new_letters), unusual, 1.0)
    return [float(value) for value in values]


def scored(vectors: Sequence[Sequence[float]], page: Sequence[float]) -> tuple[list[float], float]:
    """A score for each candidate, and the one to beat."""
    weights = _weights()
    import numpy as np

    given = np.asarray(vectors, np.float32)
    few = max(1, _SMALL // weights["hidden"].size)
    parts = [given[n : n + few] @ weights["hidden"].T for n in range(0, len(given), few)]
    hidden = np.tanh(np.concatenate(parts) + weights["bias"])
    scores: list[float] = (given @ weights["line"] + hidden @ weights["out"]).tolist()
    return scores, float(np.dot(weights["none"], page))


@cache
def _weights() -> Mapping[str, Any]:
    import numpy as np

    stored = json.loads((files(__package__) / "data" / "selection.json").read_text("utf-8"))
    if tuple(stored["names"]) != NAMES or tuple(stored["page"]) != PAGE_NAMES:
        raise ValueError("selection.json was learnt from other features: run leadline_bench.training.records")
    return {name: np.asarray(stored[name], np.float32) for name in ("line", "hidden", "bias", "out", "none")}
