"""Learn what tells results, nothing, too many, something missing, an error and a block page from each other.

    python -m leadline_bench.training.verdicts            write weights and card
    python -m leadline_bench.training.verdicts --check    write nothing, print the scores

Examples are answers of the lab's tuning worlds and of made-up sites (`verdict_pages`), with *wording drop-out*: on
more than half of the sites every message is put in words of no language, so that the weights cannot lean on what
the lexicon knows. Scores are out of fold, five folds of whole sites. The wordings that the claim is measured with
(`leadline_bench.harvest.foreign_wordings`) are no part of this.
"""

import argparse
import hashlib
import json
import sys
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

from leadline.answers.document import read
from leadline.answers.judge.evidence import Evidence
from leadline.answers.judge.features import REPLIES, features
from leadline.answers.judge.template import Template, nonsense
from leadline.answers.judge.verdict import judge_unread
from leadline.answers.records.cut import cut_records
from leadline.model.page import Response
from leadline.model.query import Choice, Reply
from leadline_bench.harvest.drawn import visits
from leadline_bench.harvest.responses import nonsense_answers, queries, sent, world_of
from leadline_bench.harvest.rewording import Rewording
from leadline_bench.training import SHIPPED
from leadline_bench.training.verdict_pages import MadeSite, no_language
from leadline_lab.randomness import dice
from leadline_lab.spec import Role
from leadline_lab.world import open_world

OUT = SHIPPED / "answers" / "judge"
LAB_SEEDS = range(20, 26)
LAB_SOURCES = 25
MADE = 600
_AT_ONCE = 50
KNOWN_WORDS = 0.45
"""Share of made-up sites that speak with the words of tuning worlds."""
ROWS_COUNT = EMPTY_COUNTS = 2.0
"""Weight of an answer with rows, and of one without where nothing is known of the source."""
FOLDS = 5
STRENGTH = 6.0
"""Inverse of the penalty on squared weights, scikit-learn's own default being 1."""


@dataclass(frozen=True, slots=True)
class Example:
    site: str
    truth: Reply
    found: tuple[str, ...]

    @property
    def weight(self) -> float:
        """Suggestions that nothing tells from results are no lesson: records left out are lost for good,
        suggestions taken for them are a few too many."""
        if self.truth not in (Reply.RESULTS, Reply.EMPTY):
            return 1.0
        if "rows" not in self.found:  # a harvest meets "nothing found" more often than any complaint
            return EMPTY_COUNTS if self.truth is Reply.EMPTY and "unprobed" in self.found else 1.0
        silent = {"unprobed", "message of nonsense gone"} & {*self.found} and "says none above" not in self.found
        return ROWS_COUNT if self.truth is Reply.RESULTS else 0.0 if silent else 1.0


# ── examples ──────────────────────────────────────────────────────────────────────────────────────────────


class Memory:
    """What a harvest of one source would know, folded over answers with the truth."""

    def __init__(self, site: str, template: Template, form_text: str) -> None:
        self.site, self.template, self.form_text = site, template, form_text

    def example(self, choice: Choice, response: Response, truth: Reply) -> Example | None:
        """None for what is told before it is read."""
        if judge_unread(response, self.template) is not None and response.status >= 400:
            return None
        document = read(response)
        page = Evidence(document, choice, cut_records(document, self.form_text), self.template)
        found = tuple(features(page))
        if truth is Reply.RESULTS:
            self.template = self.template.with_results(choice, page.beside if page.rows else ())
        return Example(self.site, truth, found)

    def probe(self, choice: Choice, response: Response, truth: Reply) -> Example:
        """An answer to nonsense: judged without those before it, remembered with the truth."""
        document = read(response)
        alone = replace(self.template, probes=())
        page = Evidence(document, choice, cut_records(document, self.form_text), alone, nonsense=True)
        self.template = self.template.with_probe(document, choice, truth, page.row_keys)
        return Example(self.site, truth, tuple(features(page)))


def of_lab(seed: int, words: Rewording | None) -> Iterator[Example]:
    for visit in visits(open_world(world_of(seed, Role.TUNING)), LAB_SOURCES):
        roll = dice("responses", visit.plan.site.host, visit.source.key)
        base = visit.values_of(roll.below(visit.source.size), visit.required, roll)
        site = f"{visit.plan.site.host} {words is not None}"
        memory = Memory(site, Template.of_form(visit.document, visit.form), visit.document.page.text)
        if not dice("unprobed", site).chance(0.2):  # a source without a field for words
            for answered in nonsense_answers(visit, base, words):
                yield memory.probe(answered.choice, answered.response, answered.truth)
        for _, values in queries(visit, base, roll):
            asked = sent(visit, values, words)
            if asked is not None and (one := memory.example(asked.choice, asked.response, asked.truth)):
                yield one


def of_made(number: int) -> Iterator[Example]:
    site = MadeSite(number, words=dice("made-up words", number).chance(KNOWN_WORDS))
    form = read(site.form_page)
    memory = Memory(f"made-up {number}", Template.of_form(form), form.page.text)
    for n in range(2 if site.ignores or site.moved else site.roll.pick((0, 2) if site.words else (0, 2, 2))):
        made = site.probe(site.asked(nonsense=nonsense(number, n)))
        yield memory.probe(made.choice, made.response, made.truth)
    for made in site.answers():
        if (one := memory.example(made.choice, made.response, made.truth)) is not None:
            yield one


def examples(processes: int = 2) -> list[Example]:
    parts = [(words, seed) for seed in LAB_SEEDS for words in ("lab", "no language")] + [
        ("made-up", n) for n in range(0, MADE, _AT_ONCE)
    ]
    with ProcessPoolExecutor(processes) as pool:
        return [one for part in pool.map(_part, parts) for one in part]


def _part(which: tuple[str, int]) -> list[Example]:
    kind, n = which
    if kind != "made-up":
        return list(of_lab(n, None if kind == "lab" else no_language))
    return [one for number in range(n, min(n + _AT_ONCE, MADE)) for one in of_made(number)]


# ── learning ──────────────────────────────────────────────────────────────────────────────────────────────


def fitted(used: list[Example]) -> tuple[Any, Any]:
    from sklearn.feature_extraction import DictVectorizer
    from sklearn.linear_model import LogisticRegression

    vectors = DictVectorizer()
    matrix = vectors.fit_transform([dict.fromkeys(one.found, 1.0) for one in used])
    model = LogisticRegression(C=STRENGTH, max_iter=2_000)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model.fit(matrix, [one.truth.value for one in used], [one.weight for one in used])
    return vectors, model


def out_of_fold(used: list[Example]) -> Counter[tuple[str, str, str]]:
    """(kind of site, truth, verdict) → answers, each judged by weights that have not seen its site."""
    cells: Counter[tuple[str, str, str]] = Counter()
    fold = {site: dice("folds", site).below(FOLDS) for site in {one.site for one in used}}
    for n in range(FOLDS):
        vectors, model = fitted([one for one in used if fold[one.site] != n])
        held = [one for one in used if fold[one.site] == n]
        said = model.predict(vectors.transform([dict.fromkeys(one.found, 1.0) for one in held]))
        for one, verdict in zip(held, said, strict=True):
            cells[one.site.split()[0] if "made-up" in one.site else "lab", one.truth.value, str(verdict)] += 1
    return cells


def written(used: list[Example]) -> str:
    vectors, model = fitted(used)
    order = [list(model.classes_).index(reply) for reply in REPLIES]
    rows = zip(vectors.get_feature_names_out(), model.coef_[order].T, strict=True)
    weights = {str(name): [round(float(w), 3) for w in row] for name, row in rows}
    stored = {
        "replies": REPLIES,
        "bias": [round(float(model.intercept_[i]), 4) for i in order],
        "weights": {name: row for name, row in weights.items() if any(row)},
    }
    return json.dumps(stored, ensure_ascii=False, sort_keys=True, separators=(",", ":")) + "\n"


def table(cells: Counter[tuple[str, str, str]], kind: str) -> Iterable[str]:
    yield f"| truth ({kind}) | answers | judged so | the others |"
    yield "|---|---|---|---|"
    for truth in REPLIES:
        row = {said: cells[kind, truth, said] for said in REPLIES}
        if n := sum(row.values()):
            others = ", ".join(f"{said} {k}" for said, k in row.items() if k and said != truth)
            yield f"| {truth} | {n} | {row[truth] / n:.3f} | {others} |"


def card(used: list[Example], cells: Counter[tuple[str, str, str]], weights: str) -> str:
    return "\n".join(
        [
            "# Card of the verdict model (`weights.json`)",
            "",
            "A multinomial logit over the features of one answer (`features.py`), made by",
            "`leadline_bench.training.verdicts`. It decides what an answer is.",
            "",
            f"Learned from {len(used)} answers of {len({one.site for one in used})} sites: tuning worlds",
            f"{LAB_SEEDS[0]} to {LAB_SEEDS[-1]} of the lab, {LAB_SOURCES} sources each, and {MADE} made-up sites.",
            "Every world is asked twice, in its own words and, four sources of ten apart, in words of no",
            "language, which 55 of 100 made-up sites speak as well. One in five sources of the lab, and four in",
            "ten made-up ones, are judged without answers to nonsense; these answers are examples, too.",
            "Not used: reporting worlds, the wordings of `foreign_wordings.toml`, block pages of the benchmark.",
            f"- weights: sha256 {hashlib.sha256(weights.encode()).hexdigest()}",
            "",
            f"Scores out of fold ({FOLDS} folds of whole sites):",
            "",
            *table(cells, "lab"),
            "",
            *table(cells, "made-up"),
            "",
            "Some of what is drawn for the made-up sites cannot be told by structure at all: a complaint in",
            "unknown words, without mark, number or field, from a source that was never asked nonsense. The",
            "features were chosen while looking at these sites and worlds, so the scores flatter; `leadline bench",
            "harvest` measures with wordings and worlds that were not seen.",
            "",
        ]
    )


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    arguments.add_argument("--check", action="store_true")
    given = arguments.parse_args()
    used = examples()
    cells = out_of_fold(used)
    sys.stdout.write("\n".join([*table(cells, "lab"), "", *table(cells, "made-up"), ""]))
    if not given.check:
        weights = written(used)
        (OUT / "weights.json").write_text(weights, encoding="utf-8")
        (OUT / "verdicts.md").write_text(card(used, cells, weights), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
