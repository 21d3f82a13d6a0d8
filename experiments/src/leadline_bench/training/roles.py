"""Learn which texts of a record are labels, values, its title or furniture, from pages whose fields are known.

    python -m leadline_bench.training.roles --tests tests/answers --data DATA            write weights and card
    python -m leadline_bench.training.roles --tests tests/answers --data DATA --check    write nothing, print it

A few small nets over the vectors of `leadline.answers.records.roles`; `role_examples` says what is right. No
feature is a word, and labels of pages made by chance are in no language. The same pages give the same weights.
"""

import argparse
import hashlib
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from leadline.answers.records.roles import ROLES
from leadline_bench.harvest.details import measure_recipes, measure_swde
from leadline_bench.training import SHIPPED
from leadline_bench.training.nets import HIDDEN, NETS, Floats, side_by_side
from leadline_bench.training.record_examples import lab_pages, shape_pages
from leadline_bench.training.role_examples import (
    Lesson,
    from_own_pages,
    from_page,
    from_random,
    from_random_own_pages,
    from_recipes,
    from_swde,
)

OUT = SHIPPED / "answers" / "records" / "data"
ARCHIVES = ("swde/dev_pages.tar.xz", "swde/dev_groundtruth.tar.xz", "recipe_sites/dev.tar.xz")
LEARNED, UNSEEN = range(50_000, 52_000), range(48_000, 48_400)
OWN_LEARNED = range(60_000, 62_500)
WORLDS, OWN_WORLDS = tuple(range(6)), (0, 1)
_WEIGHT = {"shape": 3.0, "own/recipes": 0.5, "own/lab": 3.0}  # kinds are not equally many
_OTHER_FRAMES = 5  # of the shapes one page in so many is read in other frames: rows are the same in all


def table_of(lessons: Sequence[Lesson]) -> Floats:
    """Vectors side by side: rows of lists have nothing around them."""
    table = np.zeros((len(lessons), max(len(one.vector) for one in lessons)), np.float32)
    for row, one in enumerate(lessons):
        table[row, : len(one.vector)] = one.vector
    return table


def learned(lessons: Sequence[Lesson]) -> dict[str, Any]:
    """Several nets side by side."""
    right = np.zeros((len(lessons), len(ROLES)), np.float32)
    for row, one in enumerate(lessons):
        right[row, list(one.right)] = 1
    weights = np.array([_weight(one.name) for one in lessons], np.float32)
    return side_by_side(table_of(lessons), right, weights)


def _weight(name: str) -> float:
    return _WEIGHT.get(name, _WEIGHT.get(name.partition("/")[0], 1.0))


def said_right(net: dict[str, Any], lessons: Sequence[Lesson]) -> list[bool]:
    if not lessons:
        return []
    table = table_of(lessons)
    hidden = np.tanh(table @ net["hidden"][:, : table.shape[1]].T + net["bias"])
    picked = (hidden @ net["out"].T + net["always"]).argmax(1)
    return [int(role) in one.right for role, one in zip(picked, lessons, strict=True)]


def written(net: dict[str, Any]) -> str:
    return json.dumps({name: np.round(part.astype(float), 4).tolist() for name, part in net.items()}) + "\n"


# ── the card ──────────────────────────────────────────────────────────────────────────────────────────────


def is_left_out(name: str) -> bool:
    """Whether a layout of lists is left out when the figures of the card are made."""
    return not name.startswith("own/") and int(hashlib.sha256(name.encode()).hexdigest(), 16) % 5 == 0


def card(lessons: Sequence[Lesson], unseen: Sequence[bool], data: Path) -> str:
    """What a reader of the weights should know."""
    tried = [one for one in lessons if is_left_out(one.name)]
    apart = said_right(learned([one for one in lessons if not is_left_out(one.name)]), tried)
    layouts = sorted({one.name for one in lessons})
    left_out = [name for name in layouts if is_left_out(name)]
    texts = Counter(one.name.partition("/")[0] for one in lessons)
    swde, recipe = measure_swde(data / "swde"), measure_recipes(data / "recipe_sites")
    return "\n".join(
        [
            "# Card of the roles of texts (`roles.json`)",
            "",
            "Made by `leadline_bench.training.roles`: of each text of a record whether it is a label, the value",
            "of the label before it, both in one, or a value of its own; on a record's own page also whether it",
            f"is its title, more of the text before it, or furniture. {NETS} nets of {HIDDEN} units; no",
            "feature is a word.",
            "",
            f"- Layouts of lists not learned from: {_percent(apart)} right by a net learned without",
            f"  {len(left_out)} of {len(layouts)} layouts (named below).",
            f"- Lists made by chance, not learned from: {_percent(unseen)} right.",
            f"- SWDE, fields of sites not learned from: F1 {swde['held out'].f1:.4f}; all {swde['all'].f1:.4f}.",
            f"- Recipes, sites not learned from: F1 {recipe['all held out'].f1:.4f}; under whatever name (`heap`)",
            f"  {recipe['heap held out'].f1:.4f}.",
            "",
            "A site is held out if the SHA-256 of its name (auto-aol, 30seconds.com) is divisible by 3. Not used:",
            "sites held out, reporting worlds, JSON-LD of recipe pages, applications of tests/apps.",
            "",
            f"Texts learned from: {', '.join(f'{many} of {name}' for name, many in sorted(texts.items()))}.",
            f"Layouts left out for the first figure: {', '.join(left_out)}.",
            "",
            *(f"{hashlib.sha256((data / name).read_bytes()).hexdigest()} {name}  " for name in ARCHIVES),
            "",
        ]
    )


def _percent(right: Sequence[bool]) -> str:
    return f"{100 * sum(right) / max(1, len(right)):.2f} % of {len(right)} texts"


# ── running ───────────────────────────────────────────────────────────────────────────────────────────────


def _lists(seeds: range) -> list[Lesson]:
    return list(from_random(seeds))


def _lines(seeds: range) -> list[Lesson]:
    return list(from_random(seeds, in_lines=True))


def _own_pages(seeds: range) -> list[Lesson]:
    return list(from_random_own_pages(seeds))


def _spread(read: Callable[[range], list[Lesson]], seeds: range) -> Iterable[Lesson]:
    with ProcessPoolExecutor() as pool:
        parts = pool.map(read, (seeds[n : n + 250] for n in range(0, len(seeds), 250)))
        return [one for part in parts for one in part]


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--tests", type=Path, required=True, help="tests/answers of this project")
    arguments.add_argument("--data", type=Path, required=True, help="folder with swde and recipe_sites")
    arguments.add_argument("--check", action="store_true", help="write nothing")
    given = arguments.parse_args()
    shapes = enumerate(shape_pages(given.tests))
    pages = (page for n, page in shapes if page[0].endswith("/bare") or n % _OTHER_FRAMES == 0)
    lessons = [one for page in chain(pages, lab_pages(WORLDS)) if page[-1] for one in from_page(*page)]
    lessons += from_own_pages(OWN_WORLDS)
    lessons += [*from_recipes(given.data / "recipe_sites"), *from_swde(given.data / "swde")]
    lessons += [*_spread(_lists, LEARNED), *_spread(_lines, LEARNED[::5]), *_spread(_own_pages, OWN_LEARNED)]
    net = learned(lessons)
    unseen = said_right(net, list(_spread(_lists, UNSEEN)))
    if not given.check:
        (OUT / "roles.json").write_text(written(net), encoding="utf-8")
    said = card(lessons, unseen, given.data)
    sys.stdout.write(said)
    if not given.check:
        (OUT / "roles.md").write_text(said, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
