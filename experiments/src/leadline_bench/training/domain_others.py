"""Searches that any site may have: what `leadline.forms.domains.others` knows of them, and how well it tells them.

    python -m leadline_bench.training.domain_others            write the weights, print the figures
    python -m leadline_bench.training.domain_others --check    write nothing, print the figures of what ships

Learned on tuning worlds alone: their store locators against searches of databases and of sites. Searches of
formasaurus with several fields would belong to neither side for certain and are not shown.

The domains it is there for have no examples, so they cannot be measured on. In their place each domain that has
some is taken in turn as if it had none: its model is its keywords, and nothing of it is learned from. Measured are
forms of tuning worlds that nothing was learned from.
"""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from leadline.forms.domains.model import (
    VERSION,
    DomainModel,
    bundled,
    form_terms,
    keyword_scale,
    page_terms,
)
from leadline.forms.domains.others import other_search, other_terms
from leadline.forms.kinds.model import judge
from leadline.locate.critic import own_probability, scope_beside, scope_of
from leadline.model.events import TOPIC_SCOPE
from leadline_bench.forms.domain_worlds import Example, examples_of_world, forms_of_plain_sites
from leadline_bench.training import SHIPPED
from leadline_bench.training.domain_experts import OWN, Table, expert, is_box, pruned, reach_of
from leadline_bench.training.domain_keywords import keywords

OUT = SHIPPED / "forms" / "domains" / "data" / "others.json"
TUNING = (10, 11, 12, 13, 14)
PLAIN = (44, 45, 46)
"""Worlds whose sites without databases are read for their locators."""
MEASURED = (40, 41)
PORTALS = 25
LOCATOR = "locator"
BOX = 0.2
"""What a box of another kind counts, as in `domain_experts.SILENT`; 1.0 changes nothing to speak of."""


def learned(examples: Sequence[Example]) -> DomainModel:
    searches = [e for e in examples if e.searchable]
    truth = np.array([e.shape == LOCATOR for e in searches])
    weight = np.array([BOX if is_box(e.form) and e.shape != LOCATOR else 1.0 for e in searches])
    shown = [other_terms(e.form, form_terms(e.form)) for e in searches]
    table = Table(shown, OWN, [e.site for e in searches], [e.domain for e in searches])
    found = expert(table, truth, weight, {})
    return pruned(DomainModel(found.bias, 0.0, found.weights), reach_of(table), set())


def taught() -> list[Example]:
    deep = (e for seed in TUNING for e in examples_of_world(seed, "tuning", portals=PORTALS))
    return [*deep, *(e for seed in PLAIN for e in forms_of_plain_sites(seed, "tuning"))]


class Measured(NamedTuple):
    """Searches of worlds that nothing was learned from, with their own words and those of their pages."""

    example: Example
    words: dict[str, float]
    around: dict[str, float]


def measured() -> list[Measured]:
    examples = [
        e
        for seed in MEASURED
        for e in (*examples_of_world(seed, "tuning"), *forms_of_plain_sites(seed, "tuning"))
        if judge(e.form, e.page).searchable > 0.5
    ]
    return [Measured(e, form_terms(e.form), page_terms(e.page)) for e in examples]


Teller = Callable[[Measured], float]


def figures(found: Sequence[Measured], told_without: Callable[[str], Teller]) -> dict[str, object]:
    """Of forms listed as the topic's: right ones and all, for each domain as if it were known by keywords alone.
    `told_without`: who tells other searches without having seen that domain."""
    tables: dict[str, object] = {}
    scale, words, models = keyword_scale(), keywords(competing=0.1), dict(bundled())
    for name in sorted({m.example.domain for m in found} - {""}):
        tell, alone = told_without(name), pruned(scale.model(words[name]), {}, set())
        listed = [m for m in found if _is_listed(m, alone, [r for n, r in models.items() if n != name])]
        kept = [m for m in listed if scope_beside(tell(m)) == TOPIC_SCOPE]
        tables[name] = {"before": _right(listed, name), "beside others": _right(kept, name)}
    return tables


def _is_listed(one: Measured, domain: DomainModel, rivals: Sequence[DomainModel]) -> bool:
    """As `leadline.locate.critic.RelevantForms` lists a form as one of the topic."""
    likely = domain.combined(domain.part(one.words), domain.part(one.around))
    if likely <= 0.5 or scope_of(own_probability(domain, one.words)) != TOPIC_SCOPE:
        return False
    return not any(
        own_probability(rival, one.words) > 0.5
        and rival.combined(rival.part(one.words), rival.part(one.around)) > likely
        for rival in rivals
    )


def _right(listed: Sequence[Measured], name: str) -> list[int]:
    return [sum(m.example.domain == name for m in listed), len(listed)]


def told(found: Sequence[Measured], tell: Teller) -> dict[str, list[int]]:
    """Locators that are told, and searches of databases that are taken for one; of all."""
    sides = {
        "locators": [m for m in found if m.example.shape == LOCATOR],
        "databases": [m for m in found if m.example.domain],
    }
    return {side: [sum(tell(m) > 0.5 for m in there), len(there)] for side, there in sides.items()}


def by_model(model: DomainModel) -> Teller:
    return lambda m: model.combined(model.part(other_terms(m.example.form, m.words)), None)


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--check", action="store_true", help="measure what ships, write nothing")
    given = options.parse_args()
    apart = measured()
    if given.check:
        said: dict[str, object] = dict(told(apart, lambda m: other_search(m.example.form, m.words)))
    else:
        examples = taught()
        model = learned(examples)
        said = dict(told(apart, by_model(model)))
        said["known by keywords alone"] = figures(
            apart, lambda name: by_model(learned([e for e in examples if e.domain != name]))
        )
        card = {"learned on": f"lab, tuning worlds {TUNING}, {PLAIN}", "measured on": list(MEASURED), **said}
        stored = {"version": VERSION, **model.to_dict(), "card": card}
        text = json.dumps(stored, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        OUT.write_text(text + "\n", encoding="utf-8")
    sys.stdout.write(json.dumps(said, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
