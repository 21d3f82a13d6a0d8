"""Train which domain a form belongs to, and say how well it is told.

    python tools/train_domains.py --data ../shared/data            write weights, background, card; print figures
    python tools/train_domains.py --data ../shared/data --check    write nothing, print the figures of what ships

1. Keywords of the bundled topics are the prior: how much a keyword tells in a form, a title and a page is learned
   once for all domains on tuning worlds of the lab. Domains without examples (people, route) are this and no more.
2. On top of it one logistic regression a domain, on forms of tuning worlds, of SWDE's sites, and of formasaurus
   (searches that no keyword speaks for: forms of the real web about something else).
3. Reporting worlds are only measured on. `LinearSVC`, the papers' learner, is measured beside.

Needs scikit-learn (`pip install 'leadline[train]'`). The same data give the same files on one machine.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from domain_examples import REPORTING, TUNING, Example, digests, formasaurus, lab, swde
from domain_figures import Judged, figures, on_real_sites
from sklearn.feature_extraction import DictVectorizer

from leadline.forms.domains.features import PAGE, TITLE, Terms, form_terms, page_terms
from leadline.forms.domains.model import VERSION, DomainModel
from leadline.forms.domains.train import ALONE
from leadline.topics.background import bundled_background
from leadline.topics.bundled import NAMES, bundled

SHIPPED = Path(__file__).resolve().parent.parent / "src" / "leadline" / "forms" / "domains" / "data"
STRENGTH = 5.0
COMPETING = 0.1
"""What a keyword of one domain takes from each other one."""
RARE = 4
MOST_WEIGHTS = 1_200
"""A domain: the ones that change scores most on the examples."""
LOOKED_AT = (
    "lab, reporting world {}, size large. None was trained on, but worlds 951 and 952 were looked at:"
    " that keywords are the prior, how they compete and how strongly weights are held was chosen with figures and "
    "errors of theirs"
)
COUNTED = {"": 300, PAGE: 160, TITLE: 60}
"""Terms of each space in a group of the background."""


def keywords() -> dict[str, Terms]:
    """Each domain's keyword weights, in all languages, with what other domains' keywords speak against it."""
    common = bundled_background()
    own: dict[str, Terms] = {}
    for name in NAMES:
        topic, found = bundled(name), dict[str, float]()
        for table in topic.words_by_language():
            for term, weight in table.items():
                found[term] = max(found.get(term, 0.0), weight * common.rarity(term))
        for term, weight in topic.words_against().items():
            found.setdefault(term, -0.5 * weight * common.rarity(term))
        own[name] = found
    mixed = {}
    for name in NAMES:
        found = dict(own[name])
        for other in NAMES:
            for term, weight in own[other].items() if other != name else ():
                found[term] = found.get(term, 0.0) - COMPETING * max(weight, 0.0)
        mixed[name] = found
    return mixed


class Table:
    """Examples as rows: each with its page, then each without."""

    def __init__(self, examples: Sequence[Example]) -> None:
        own = [form_terms(e.form) for e in examples]
        self.rows = [o | page_terms(e.page) for o, e in zip(own, examples, strict=True)]
        self.rows += [o | {ALONE: 1.0} for o in own]
        self.vectors = DictVectorizer()
        self.matrix = self.vectors.fit_transform(self.rows).tocsr()
        self.domain = np.array([e.domain for e in examples] * 2)
        self.source = np.array([e.source for e in examples] * 2)

    def spoken(self, words: Terms) -> np.ndarray:
        """What keywords say in the form, the title and the page, and whether there is no page."""
        told = np.zeros((len(self.vectors.feature_names_), 4))
        for column, term in enumerate(self.vectors.feature_names_):
            space = _space(term)
            told[column, ("", TITLE, PAGE).index(space)] = words.get(term.removeprefix(space), 0.0)
            told[column, 3] = term == ALONE
        return np.asarray(self.matrix @ told)

    def scores(self, model: DomainModel) -> np.ndarray:
        weights = model.weights | {ALONE: model.alone}
        return model.bias + self.matrix @ np.array([weights.get(t, 0.0) for t in self.vectors.feature_names_])


def prior_models(table: Table, words: dict[str, Terms]) -> dict[str, DomainModel]:
    """One logistic regression for all domains that have examples: four numbers and a bias."""
    from sklearn.linear_model import LogisticRegression

    known = sorted(set(table.domain[table.source == "lab"]) - {""})
    lab_rows = np.flatnonzero(table.source == "lab")
    x = np.vstack([table.spoken(words[name])[lab_rows] for name in known])
    y = np.concatenate([table.domain[lab_rows] == name for name in known])
    model = LogisticRegression(C=1e3).fit(x, y)
    in_form, in_title, in_page, alone = model.coef_[0].tolist()
    say(f"keywords tell {in_form:.2f} in a form, {in_title:.2f} in a title, {in_page:.2f} on a page")
    return {
        name: DomainModel(
            float(model.intercept_[0]),
            alone,
            {
                f"{space}{term}": weight * told
                for term, weight in words[name].items()
                for space, told in (("", in_form), (TITLE, in_title), (PAGE, in_page))
            },
        )
        for name in NAMES
    }


def learned(table: Table, priors: dict[str, DomainModel], examples: Sequence[Example]) -> dict[str, DomainModel]:
    """The priors, corrected where there are examples."""
    from scipy import sparse
    from sklearn.linear_model import LogisticRegression

    often = np.asarray((table.matrix > 0).sum(0)).ravel() >= RARE
    matrix, names = table.matrix[:, often].tocsr(), np.array(table.vectors.feature_names_)[often]
    typical = np.sqrt(np.asarray(matrix.multiply(matrix).mean(0)).ravel())
    weight = np.array([e.weight for e in examples] * 2)
    found = {name: pruned(model, {}, set(model.weights)) for name, model in priors.items()}
    for domain in sorted(set(table.domain) - {""}):
        told = table.scores(priors[domain])[:, None]
        used = weight * np.array([domain not in e.unclear for e in examples] * 2)
        fit = LogisticRegression(C=STRENGTH, max_iter=150, tol=1e-3).fit(
            sparse.hstack([matrix, told]).tocsr(), table.domain == domain, sample_weight=used
        )
        trust, prior = float(fit.coef_[0, -1]), priors[domain]
        weights = Counter({term: trust * w for term, w in prior.weights.items()})
        weights.update(dict(zip(names.tolist(), fit.coef_[0, :-1].tolist(), strict=True)))
        alone = trust * prior.alone + weights.pop(ALONE, 0.0)
        reach = dict(zip(names.tolist(), typical.tolist(), strict=True))
        found[domain] = pruned(
            DomainModel(trust * prior.bias + float(fit.intercept_[0]), alone, weights), reach, set(prior.weights)
        )
    return found


def pruned(model: DomainModel, reach: Terms, keywords_: set[str]) -> DomainModel:
    """The weights that matter; keywords stay, since examples that lack them say nothing about them."""
    least = min(reach.values(), default=0.0)

    def matter(term: str) -> float:
        return abs(model.weights[term]) * max(reach.get(term, least), 0.02 if term in keywords_ else 0.0)

    best = sorted(model.weights, key=lambda term: (-matter(term), term))[:MOST_WEIGHTS]
    kept = {term: round(model.weights[term], 2) for term in sorted(best)}
    return replace(
        model,
        bias=round(model.bias, 3),
        alone=round(model.alone, 3),
        weights={term: weight for term, weight in kept.items() if weight},
    )


def counted(examples: Sequence[Example]) -> dict[str, object]:
    """The background: counts by domain, of other searches, of forms that are none."""
    groups: dict[str, list[Example]] = {}
    for example in examples:
        if example.source == "lab" or (example.source == "formasaurus" and example.searchable):
            kind = example.domain or ("other searches" if example.searchable else "no searches")
            groups.setdefault(f"{kind}, real" if example.source == "formasaurus" else kind, []).append(example)
    found = {}
    for name, members in sorted(groups.items()):
        counts = Counter(term for e in members for term in (*form_terms(e.form), *page_terms(e.page)))
        found[name] = {"forms": len(members), "counts": dict(sorted(_commonest(counts)))}
    return {"version": VERSION, "groups": found}


def _commonest(counts: Counter[str]) -> Iterator[tuple[str, int]]:
    for space, most in COUNTED.items():
        inside = [(t, n) for t, n in counts.items() if n > 2 and _space(t) == space]
        yield from sorted(inside, key=lambda item: (-item[1], item[0]))[:most]


def _space(term: str) -> str:
    return next((space for space in (PAGE, TITLE) if term.startswith(space)), "")


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def write(name: str, stored: object, indent: int | None = None) -> None:
    between = None if indent else (",", ":")
    text = json.dumps(stored, ensure_ascii=False, sort_keys=True, indent=indent, separators=between)
    (SHIPPED / name).write_text(text + "\n", encoding="utf-8")


def made(data: Path) -> dict[str, object]:
    """Write weights and background; what was measured before SWDE was learned from."""
    tuning = [e for seed in TUNING for e in lab(seed, "tuning")]
    priors = prior_models(Table(tuning), keywords())
    searches = list(formasaurus(data))
    judged = Judged(searches)
    likeliest = np.max([judged.probability(model) for model in priors.values()], axis=0)
    none = [e for e, p in zip(searches, likeliest, strict=True) if p < 0.3]
    say(
        f"{len(tuning)} forms of tuning worlds; {len(none)} of {len(searches)} searches of formasaurus are of none"
    )
    examples = [*tuning, *none]
    apart = on_real_sites(Judged(swde(data)), learned(Table(examples), priors, examples))
    examples += swde(data)
    models = learned(Table(examples), priors, examples)
    stored = {name: models[name].to_dict() for name in NAMES}
    write("domains.json", {"version": VERSION, "domains": stored})
    write("background.json", counted(examples))
    return {"SWDE, before anything was learned from it": apart}


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--data", type=Path, required=True, help="the folder with swde and formasaurus")
    options.add_argument("--check", action="store_true", help="measure what ships, write nothing")
    told = options.parse_args()
    apart = {} if told.check else made(told.data)
    card = {
        "what": "domain of a form: twelve independent logistic models over the words of form and page",
        "trained_on": {"lab": f"tuning worlds {TUNING}, size large", **digests(told.data)},
        "prior": "keywords of the bundled topics; people and route are these alone",
        "measured_on": LOOKED_AT.format(REPORTING[1]),
        "figures": apart | figures(),
        "script": "tools/train_domains.py",
    }
    say(json.dumps(card["figures"], indent=1))
    if not told.check:
        write("card.json", card, indent=1)
    return 0


if __name__ == "__main__":
    sys.exit(main())
