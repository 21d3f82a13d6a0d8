"""Learn which texts of a record's own page are its values, from real pages with truth made by hand.

    python -m leadline_bench.training.slots --data DATA            write weights and card
    python -m leadline_bench.training.slots --data DATA --check    write nothing, print the scores

Examples are readings of lines (`leadline.answers.records.slots`). A reading is a title or a value if the truth
has it. On recipes, whose truth is nearly whole, all else is furniture. SWDE's truth has four attributes of many,
so there only what another page of the site says as well is furniture, and other readings of a line that holds a
value. Sites that `leadline_bench.harvest.details.is_held_out` names are not read.
"""

import argparse
import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from leadline.answers.records.detail_page import own_page
from leadline.answers.records.slots import ROLES
from leadline_bench.harvest.details import (
    is_held_out,
    letters_of,
    measure_recipes,
    measure_swde,
    recipes,
    says_number,
    swde_sites,
    swde_truth,
)
from leadline_bench.training import SHIPPED

OUT = SHIPPED / "answers" / "records" / "data"
ARCHIVES = ("swde/dev_pages.tar.xz", "swde/dev_groundtruth.tar.xz", "recipe_sites/dev.tar.xz")
HIDDEN, ROUNDS, SEED = 12, 14, 0
_PAGES = 8  # of each SWDE site
_EVERY = 4  # of the lines that two SWDE pages share one in so many is read: they are nearly all alike
_FURNITURE, _VALUE, _TITLE = range(len(ROLES))
_TITLES = ("title", "name", "model")  # SWDE's attributes that are what a page is headed with
Example = tuple[list[float], int]


def examples(data: Path) -> Iterator[Example]:
    yield from _of_recipes(data / "recipe_sites")
    yield from _of_swde(data / "swde")


def _of_recipes(folder: Path) -> Iterator[Example]:
    for _, document, wanted in (one for one in recipes(folder) if not is_held_out(one[0])):
        titles = set(wanted["title"].values) if "title" in wanted else set()
        values = {value for one in wanted.values() if not one.number for value in one.values}
        numbers = [one.values[0] for one in wanted.values() if one.number]
        page = own_page(document)
        for place, line in enumerate(page.lines):
            for slot in (slot for reading in line.readings for slot in reading):
                told = letters_of(slot.text)
                is_value = told in values or any(says_number(slot.text, number) for number in numbers)
                if told:
                    role = _TITLE if told in titles else _VALUE if is_value else _FURNITURE
                    yield page.vector(place, slot), role


def _of_swde(folder: Path) -> Iterator[Example]:
    truth = swde_truth(folder)
    for site, pages in (one for one in swde_sites(folder, _PAGES) if not is_held_out(one[0])):
        for place, (number, document) in enumerate(pages):
            told = {name: set(map(letters_of, values.get(number, ()))) for name, values in truth[site].items()}
            titles = set[str]().union(*(told.get(name, set()) for name in _TITLES))
            yield from _of_page(
                own_page(document, pages[place - 1][1].page.text), titles, set[str]().union(*told.values())
            )


def _of_page(page: Any, titles: set[str], values: set[str]) -> Iterator[Example]:
    for place, line in enumerate(page.lines):
        says = [any(letters_of(slot.text) in values for slot in reading) for reading in line.readings]
        for right, reading in zip(says, line.readings, strict=True):
            for slot in (slot for slot in reading if letters_of(slot.text)):
                text = letters_of(slot.text)
                if text in values:
                    yield page.vector(place, slot), _TITLE if text in titles else _VALUE
                elif (any(says) and not right) or (place % _EVERY == 0 and page.is_common(slot.text)):
                    yield page.vector(place, slot), _FURNITURE


def learned(found: list[Example]) -> dict[str, object]:
    import numpy as np
    from sklearn.neural_network import MLPClassifier

    table, roles = (
        np.array([vector for vector, _ in found], dtype=np.float32),
        np.array([role for _, role in found]),
    )
    mean, spread = table.mean(0), table.std(0)
    spread[spread < 1e-6] = 1.0
    net = MLPClassifier(
        (HIDDEN,), activation="tanh", max_iter=ROUNDS, alpha=1e-3, random_state=SEED, batch_size=512,
        learning_rate_init=3e-3,
    ).fit((table - mean) / spread, roles)  # fmt: skip
    layers = zip(net.coefs_, net.intercepts_, strict=True)
    return {
        "scale": [_rounded(mean), _rounded(1 / spread)],
        "layers": [{"bias": _rounded(bias), "rows": [_rounded(row) for row in rows.T]} for rows, bias in layers],
    }


def _rounded(numbers: Any) -> list[float]:
    return [round(float(number), 4) for number in numbers]


def card(data: Path, used: int) -> dict[str, object]:
    swde, recipe = measure_swde(data / "swde"), measure_recipes(data / "recipe_sites")
    return {
        "made_by": "python -m leadline_bench.training.slots",
        "model": f"softmax over {', '.join(ROLES)}; {HIDDEN} hidden units, tanh",
        "examples": used,
        "data": {name: hashlib.sha256((data / name).read_bytes()).hexdigest() for name in ARCHIVES},
        "split": "a site is held out if the SHA-256 of its name (auto-aol, 30seconds.com) is divisible by 3",
        "not_used": "sites held out; the lab's worlds; JSON-LD of recipe pages; applications of tests/apps",
        "field_f1": {
            "swde": {name: round(tally.f1, 4) for name, tally in swde.items()},
            "recipe_sites": {name: round(tally.f1, 4) for name, tally in recipe.items()},
        },
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--check", action="store_true", help="write nothing")
    given = parser.parse_args()
    if not given.check:
        found = list(examples(given.data))
        (OUT / "slots.json").write_text(json.dumps(learned(found)) + "\n", "utf-8")
        (OUT / "slots.card.json").write_text(json.dumps(card(given.data, len(found)), indent=1) + "\n", "utf-8")
    else:
        json.dump(card(given.data, 0), sys.stdout, indent=1)


if __name__ == "__main__":
    main()
