"""What `cascade` reaches behind caps, one manner at a time: `python -m leadline_bench.harvest.caps --seed commit`.

The made-up databases of `databases.py`, each kind with other records for each seed. Queries of `ranges` are over
n/k, the full answers that all records would take (ALGORITHMS: C5 has 2.8 to 3.1 in expectation); those of words
without a cap until 90 % are there over greedy set cover that knows the records, audits and probes left out.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from leadline.harvest.evidence import How
from leadline.harvest.planners.cascade import CascadePlanner
from leadline.harvest.settings import HarvestSettings
from leadline.harvest.values.supply import Supplies
from leadline_bench.harvest.databases import Case, Database
from leadline_bench.locate.provenance import seed_of

_HINT = "ballad"  # a word of the form's page: one of the kinds that records are of
_ENOUGH = 0.9
_MOST = 400  # queries of one harvest

_KINDS: dict[str, Sequence[Case]] = {
    "one range, told or counted": [
        Case("range", 1_013, 50),
        Case("range", 1_013, 20, counts=True),
        Case("range", 1_511, 100, refuses=True, default="none"),
    ],
    "one range, cut silently, by price": [Case("range", 1_013, 50, ranking="price", tells=False)],
    "three lists": [Case("selects", 811, 100), Case("selects", 811, 100, counts=True)],
    "beginnings": [Case("prefix", 613, 50), Case("prefix", 613, 50, counts=True)],
    "pieces": [Case("substring", 613, 50), Case("substring", 613, 50, counts=True)],
    "words, no cap": [
        Case("words", 811, None, default="none"),
        Case("words", 811, None, default="none", counts=True),
    ],
    "words, capped": [
        Case("words", 811, 50, default="none"),
        Case("words", 811, 50, ranking="static", counts=True),
        Case("words", 811, 50, tells=False),
    ],
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Reached:
    """One database, harvested."""

    share: float
    queries: int
    full_answers: float | None  # queries over n/k
    over_cover: float | None  # queries until 90 % over set cover
    said: str
    holds: bool | None  # whether its interval has the truth; None where none is told


def reached(case: Case) -> Reached:
    database = Database(case)
    planner = CascadePlanner(database.fields, HarvestSettings(), 0, Supplies(words=[(_HINT, 1.0)]))
    while len(database.asked) < _MOST and (choice := planner.choose()) is not None:
        planner.observe(database.answer(choice))
    said, cap = planner.estimate(), case.cap
    there = next((asked for asked, seen in database.curve if seen >= _ENOUGH * case.size), None)
    own = sum(one.how not in (How.POOL, How.PROBE) for one in planner.asked[:there]) if there else None
    told = said is not None and said.low is not None and said.high is not None
    return Reached(
        len(database.seen) / case.size,
        len(database.asked),
        len(database.asked) * cap / case.size if cap is not None else None,
        own / database.set_cover(_ENOUGH) if own is not None and cap is None and case.form == "words" else None,
        planner.ending.value if planner.ending is not None else "limit",
        (said.low or 0.0) - 0.5 <= case.size <= (said.high or 0.0) + 0.5 if said is not None and told else None,
    )


def table(seed: int, times: int) -> Iterator[str]:
    """A row for each kind, in Markdown."""
    yield "| databases | runs | least share | mean share | n/k, most | over set cover, most | ended | intervals |"
    yield "|---|---:|---:|---:|---:|---:|---|---:|"
    for kind, cases in _KINDS.items():
        runs = [reached(replace(case, seed=seed + n)) for case in cases for n in range(times)]
        full = [one.full_answers for one in runs if one.full_answers is not None]
        over = [one.over_cover for one in runs if one.over_cover is not None]
        ends = ", ".join(
            f"{word} {sum(one.said == word for one in runs)}" for word in sorted({r.said for r in runs})
        )
        told = [one.holds for one in runs if one.holds is not None]
        shares = [one.share for one in runs]
        yield (
            f"| {kind} | {len(runs)} | {min(shares):.3f} | {fmean(shares):.3f} "
            f"| {f'{max(full):.2f}' if full else '–'} | {f'{max(over):.2f}' if over else '–'} "
            f"| {ends} | {sum(told)} of {len(told)} |"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--seed", type=seed_of, default=0, help="of the records; 'commit' takes it from the commit"
    )
    parser.add_argument("--times", type=int, default=4, help="databases of each case")
    given = parser.parse_args()
    print(f"seed {given.seed}")  # noqa: T201  # a program for the command line
    for line in table(given.seed, given.times):
        print(line, flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
