"""Learn which candidate holds the records of a page, and say how good that is on pages nobody learned from.

    python -m leadline_bench.training.records --tests tests/answers --harvests DIR   write weights and card
    python -m leadline_bench.training.records --tests tests/answers --earlier FILE   nets of before vote as well
    python -m leadline_bench.training.records --tests tests/answers --check     write nothing, print scores

A conditional logit over the candidates of a page (`record_examples`) with one more for "none": the likelihood that
any of the right ones is picked. Several small nets, each on four fifths of the pages. The same pages give the same
weights.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.answers.records.features import NAMES
from leadline.answers.records.selection import PAGE_NAMES
from leadline_bench.training import SHIPPED
from leadline_bench.training.nets import EARLIER, with_earlier
from leadline_bench.training.record_examples import (
    Example,
    from_harvests,
    from_lab,
    from_random,
    from_shapes,
    from_software,
)

OUT = SHIPPED / "answers" / "records" / "data"
LEARNED = range(10_000, 20_000)
UNSEEN = range(1_000)
WORLDS, UNSEEN_WORLDS = tuple(range(6)), (70, 71)
NETS, HIDDEN, EPOCHS, BATCH = 7, 28, 45, 64
PENALTY, DROPPED, RATE = 2e-4, 0.05, 4e-3
_WEIGHT = {"lab": 5.0, "shape": 4.0, "app": 0.7}  # kinds are not equally many; an application's pages are alike
_USUAL = PAGE_NAMES.index("usual missing")
_SAYS_NOTHING = PAGE_NAMES.index("says nothing found")
_UNDERSTOOD = 0.75  # pages made by chance without records that count as saying so in a language that is known
_MISSING = {0: 0.5, 1: 0.25}  # how often a page is taken for one whose source has records of another shape
_OF_EARLIER = (
    f"Nets of an earlier training keep {EARLIER:.0%} of the vote (`--earlier`) and are not in the figures above;"
    " what\nthey learned from stands in docs/results/2026-11-19-answers.md.\n"
)
_OF_CHANCE_PAGES = (
    "The chance pages have no words of any language, so that nothing is learned from words. On every",
    "second one rules, pagers, counts, orders and an index stand beside the list, and one in eight of those",
    "has records of bare paragraphs.",
)
_Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Batch:
    """Pages side by side; the last place of each row is "none"."""

    vectors: _Floats  # page, candidate, feature
    there: NDArray[np.bool_]
    right: _Floats
    pages: _Floats
    weights: _Floats


@dataclass(slots=True)
class Net:
    """hidden weights and biases, their output, the line, the page's weights and bias; scale of the features."""

    parts: list[_Floats]
    mean: _Floats
    spread: _Floats

    def scores(self, vectors: _Floats, page: _Floats) -> tuple[NDArray[Any], float]:
        hidden, bias, out, line, none, always = self.parts
        given = (vectors - self.mean) / self.spread
        return np.tanh(given @ hidden + bias) @ out + given @ line, float(page @ none + always[0])


def is_lesson(one: Example) -> bool:
    return bool(one.vectors) and (not one.records or max(one.quality) >= 0.5)


def right_of(one: Example) -> NDArray[np.bool_]:
    quality = np.array(one.quality)
    right: NDArray[np.bool_] = quality >= min(0.999, quality.max() - 1e-9)
    return right


def batch_of(lessons: Sequence[Example]) -> Batch:
    most = max(len(one.vectors) for one in lessons)
    vectors = np.zeros((len(lessons), most, len(NAMES)), np.float32)
    there = np.zeros((len(lessons), most + 1), bool)
    right = np.zeros((len(lessons), most + 1), np.float32)
    for row, one in enumerate(lessons):
        many = len(one.vectors)
        vectors[row, :many] = one.vectors
        there[row, :many] = there[row, most] = True
        if one.records:
            right[row, :many] = right_of(one)
        else:
            right[row, most] = 1
    weights = [_WEIGHT.get(one.name.partition("/")[0], 1.0) for one in lessons]
    return Batch(
        vectors, there, right, np.array([one.page for one in lessons], np.float32), np.array(weights, np.float32)
    )


def learned(lessons: Sequence[Example], seed: int) -> Net:
    """One net, by Adam with a falling rate; whole features are left out now and then, so that none carries all."""
    rng = np.random.default_rng(seed)
    data = batch_of(lessons)
    seen = data.vectors[data.there[:, :-1]]
    mean, spread = seen.mean(0), seen.std(0) + 1e-2
    given = (data.vectors - mean) / spread
    given[~data.there[:, :-1]] = 0
    count = given.shape[2]
    shapes = ((count, HIDDEN), (HIDDEN,), (HIDDEN,), (count,), (data.pages.shape[1],), (1,))
    scales = (count**-0.5, 0.0, HIDDEN**-0.5, 0.01, 0.01, 0.0)
    parts = [
        (rng.normal(size=shape) * scale).astype(np.float32) for shape, scale in zip(shapes, scales, strict=True)
    ]
    slow, fast = [np.zeros_like(part) for part in parts], [np.zeros_like(part) for part in parts]
    order, step = np.arange(len(lessons)), 0
    for epoch in range(EPOCHS):
        rng.shuffle(order)
        for start in range(0, len(order), BATCH):
            some = order[start : start + BATCH]
            kept = given[some] * (rng.random((1, 1, count)) > DROPPED)
            slopes = _slopes(parts, kept.astype(np.float32), data, some)
            step += 1
            rate = RATE * 0.5 * (1 + np.cos(np.pi * (epoch + start / len(order)) / EPOCHS))
            for n, slope in enumerate(slopes):
                steep = slope + PENALTY * parts[n] * (n not in (1, 5))
                slow[n] = 0.9 * slow[n] + 0.1 * steep
                fast[n] = 0.99 * fast[n] + 0.01 * steep * steep
                change = slow[n] / (1 - 0.9**step) / (np.sqrt(fast[n] / (1 - 0.99**step)) + 1e-8)
                parts[n] = (parts[n] - rate * change).astype(np.float32)
    return Net(parts, mean, spread)


def _slopes(parts: Sequence[_Floats], given: _Floats, data: Batch, some: NDArray[np.int_]) -> list[_Floats]:
    """How the loss of some pages changes with each part."""
    hidden, bias, out, line, none, always = parts
    units = np.tanh(given @ hidden + bias)
    scores = np.concatenate([units @ out + given @ line, (data.pages[some] @ none + always[0])[:, None]], 1)
    scores = np.where(data.there[some], scores, -1e9)
    chance = np.exp(scores - scores.max(1, keepdims=True))
    chance /= chance.sum(1, keepdims=True)
    right = chance * data.right[some]
    error = chance - right / (right.sum(1, keepdims=True) + 1e-9)
    error *= data.weights[some][:, None] / len(some)
    candidates, page = error[:, :-1], error[:, -1]
    inner = candidates[:, :, None] * out * (1 - units * units)
    both = ((0, 1), (0, 1))
    return [
        np.tensordot(given, inner, both), inner.sum((0, 1)), np.tensordot(candidates, units, both),
        np.tensordot(candidates, given, both), page @ data.pages[some], np.array([page.sum()], np.float32),
    ]  # fmt: skip


def nets_of(examples: Iterable[Example]) -> list[Net]:
    roll = Random("usual shape")  # noqa: S311
    lessons = []
    for one in filter(is_lesson, examples):
        page = list(one.page)
        page[_USUAL] = float(roll.random() < _MISSING.get(one.records, 0.12))
        if not one.records and one.name.startswith("random/"):
            page[_SAYS_NOTHING] = float(roll.random() < _UNDERSTOOD)
        lessons.append(replace(one, page=tuple(page)))
    nets = []
    for seed in range(NETS):
        choice = Random(seed)  # noqa: S311
        nets.append(learned([one for one in lessons if choice.random() < 0.8], seed))
    return nets


def is_right(nets: Sequence[Net], one: Example) -> bool:
    if not one.vectors:
        return not one.records
    said = [net.scores(np.array(one.vectors, np.float32), np.array(one.page, np.float32)) for net in nets]
    scores, none = np.mean([scores for scores, _ in said], axis=0), sum(none for _, none in said) / len(said)
    best = int(scores.argmax())
    picked = scores[best] >= none
    return bool(picked and right_of(one)[best]) if one.records else not picked


def written(nets: Sequence[Net]) -> str:
    """Weights as the product reads them: scales folded in, nets side by side, each with its share of the vote."""
    stored: dict[str, Any] = {"names": NAMES, "page": PAGE_NAMES, "hidden": [], "bias": [], "out": []}
    line, none = np.zeros(len(NAMES)), np.zeros(len(PAGE_NAMES))
    for net in nets:
        hidden, bias, out, straight, page, always = (part.astype(float) for part in net.parts)
        scale = net.mean / net.spread
        stored["hidden"] += [_rounded(row) for row in hidden.T / net.spread]
        stored["bias"] += _rounded(bias - scale @ hidden)
        stored["out"] += _rounded(out / len(nets))
        line += straight / net.spread / len(nets)
        page[-1] += always[0] + scale @ straight
        none += page / len(nets)
    return json.dumps(stored | {"line": _rounded(line), "none": _rounded(none)}) + "\n"


def _rounded(values: NDArray[Any]) -> list[float]:
    return [round(float(value), 5) for value in values]


def figures(nets: Sequence[Net], unseen: Sequence[Example]) -> list[str]:
    """Pages that were not learned from, by kind."""
    right, pages = Counter[str](), Counter[str]()
    for one in unseen:
        kind, _, rest = one.name.partition("/")
        parted = kind == "random" and int(rest.rpartition("/")[2]) % 2
        kind = {"random": "made by chance", "lab": f"tuning worlds {UNSEEN_WORLDS}"}[kind]
        kind += ", parted by rules, pagers and counts" if parted else ""
        pages[kind] += 1
        right[kind] += is_right(nets, one)
    return [
        f"| {kind} | {pages[kind]} | {right[kind]} | {right[kind] / pages[kind]:.3f} |" for kind in sorted(pages)
    ]


def card(used: Sequence[Example], unseen: Sequence[str], *, earlier: bool) -> str:
    """What a reader of the weights should know."""
    kinds = Counter("/".join(one.name.split("/")[:2]) for one in used)
    rows = [f"| {name} | {many} |" for name, many in sorted(kinds.items())]
    return "\n".join(
        [
            "# Card of the selection of records (`selection.json`)",
            "",
            "Made by `leadline_bench.training.records`: which candidates of an answer page are its records,",
            f"or none. {NETS} nets of {HIDDEN} hidden units over {len(NAMES)} features.",
            "",
            "Pages that were not learned from; right is the best candidate proposed, fields included:",
            "",
            "| pages | | right | |",
            "|---|---|---|---|",
            *unseen,
            "",
            *_OF_CHANCE_PAGES,
            "",
            "Not learned from: reporting worlds and other tuning worlds, any page of SWDE, of the recipe sites or",
            "of the autopager, and applications that are not in the table.",
            *((_OF_EARLIER,) if earlier else ()),
            "Learned from, pages of each kind:",
            "",
            "| kind | pages |",
            "|---|---|",
            *rows,
            "",
        ]
    )


def _made_by_chance(seeds: range, others: Iterable[Example] = ()) -> list[Example]:
    """Pages of these seeds, behind others that are read meanwhile."""
    with ProcessPoolExecutor() as pool:
        parts = pool.map(_chunk, (seeds[n : n + 250] for n in range(0, len(seeds), 250)))
        return [*others, *(one for part in parts for one in part)]


def _chunk(seeds: range) -> list[Example]:
    return list(from_random(seeds))


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    arguments.add_argument("--tests", type=Path, required=True, help="tests/answers of this project")
    arguments.add_argument("--harvests", type=Path, help="folders that `make test-apps` kept, one an application")
    arguments.add_argument("--earlier", type=Path, help="weights of an earlier training that are to vote as well")
    arguments.add_argument("--check", action="store_true")
    given = arguments.parse_args()
    folders = sorted(given.harvests.iterdir()) if given.harvests else []
    sources = (from_shapes(given.tests), from_software(given.tests), from_lab(WORLDS), from_harvests(folders, 25))
    used = _made_by_chance(LEARNED, chain.from_iterable(sources))
    nets = nets_of(used)
    unseen = figures(nets, _made_by_chance(UNSEEN, from_lab(UNSEEN_WORLDS)))
    sys.stdout.write("\n".join([*unseen, ""]))
    if not given.check:
        weights = written(nets)
        if given.earlier is not None:
            both = with_earlier(json.loads(weights), json.loads(given.earlier.read_text("utf-8")))
            weights = json.dumps(both) + "\n"
        (OUT / "selection.json").write_text(weights, encoding="utf-8")
        (OUT / "selection.md").write_text(card(used, unseen, earlier=given.earlier is not None), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
