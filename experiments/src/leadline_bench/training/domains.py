"""Train which domain a form belongs to, and say how well it is told.

    python -m leadline_bench.training.domains --data DATA            write weights, background, card; print figures
    python -m leadline_bench.training.domains --data DATA --check    write nothing, print figures of what ships
    python -m leadline_bench.training.domains --data DATA --card     the same, and write them into the card

What is learned, and how, is in `domain_experts.py`: keywords first, then forms of tuning worlds, of SWDE's sites,
and of formasaurus (searches that no keyword speaks for: forms of the real web about something else). Reporting
worlds are only measured on (`leadline_bench.forms.domains`), a linear support-vector machine beside.

Needs scikit-learn (`pip install 'leadline-lab[train]'`). The same data give the same files on one machine.
"""

import argparse
import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

import numpy as np

from leadline.forms.domains.model import (
    ABOVE,
    MENU,
    PAGE,
    SENT,
    TITLE,
    VERSION,
    DomainModel,
    KeywordScale,
    form_terms,
    page_terms,
    space_of,
)
from leadline.topics.bundled import NAMES
from leadline_bench.forms.domain_worlds import Example, examples_of_world
from leadline_bench.forms.domains import Judged, Tables, domain_figures, on_real_sites
from leadline_bench.training import SHIPPED
from leadline_bench.training.domain_examples import digests, formasaurus, swde
from leadline_bench.training.domain_experts import Taught, balance, keyword_scale, pruned, together
from leadline_bench.training.domain_keywords import keywords

OUT = SHIPPED / "forms" / "domains" / "data"
TUNING = (10, 11, 12, 13, 14)
APART = 16
"""The tuning world on which is learned how much each expert counts; portals as they come."""
PORTALS = 25
"""More of them than there are, in worlds that are learned from: forms of the small domains stand there."""
MEASURED_ON = (
    "lab, reporting worlds, size large; nothing was trained on any of them. Which worlds, forms and candidates is "
    "said by leadline_bench.forms.domains. Earlier models were measured on worlds 951 to 953, 971 to 973, 981 "
    "to 983, 991 to 993, which are not used any more"
)
SWDE = "SWDE, before anything was learned from it"
COUNTED = {"": 300, SENT: 20, ABOVE: 60, PAGE: 140, TITLE: 50, MENU: 60}
"""Terms of each space in a group of the background."""


def models_from(
    examples: Sequence[Example], apart: Sequence[Example], scale: KeywordScale
) -> dict[str, DomainModel]:
    """All twelve: experts where there are examples, keywords where there are none."""
    words, taught = keywords(competing=0.0), Taught.of(examples)
    known = sorted({e.domain for e in examples} - {""})
    experts = {name: taught.experts(name, words[name]) for name in known}
    counts = balance(experts, apart)
    say(f"a form's word counts {counts.form:.2f}, a page's {counts.page:.2f}, bias {counts.bias:.2f}")
    found = {name: together(experts[name], counts, taught, words[name]) for name in known}
    for name, table in keywords(competing=0.1).items():
        if name not in found:
            found[name] = pruned(scale.model(table), {}, set())
    return found


def made(data: Path) -> Tables:
    """Write weights and background; what was measured before SWDE was learned from."""
    tuning = [e for seed in TUNING for e in examples_of_world(seed, "tuning", portals=PORTALS)]
    apart = examples_of_world(APART, "tuning")
    words = keywords(competing=0.1)
    scale = keyword_scale(tuning, words)
    say(f"{len(tuning)} forms of tuning worlds; {scale}")
    searches = list(formasaurus(data))
    judged = Judged(searches)
    likeliest = np.max([judged.probability(scale.model(words[name])) for name in NAMES], axis=0)
    none = [e for e, p in zip(searches, likeliest, strict=True) if p < 0.3]
    say(f"{len(none)} of {len(searches)} searches of formasaurus are of none of the domains")
    examples = [*tuning, *none]
    real = on_real_sites(swde(data), models_from(examples, apart, scale))
    examples += swde(data)
    models = models_from(examples, apart, scale)
    stored: dict[str, object] = {name: models[name].to_dict() for name in NAMES}
    write("domains.json", {"version": VERSION, "keywords": asdict(scale), "domains": stored})
    write("background.json", counted(examples))
    return real


def counted(examples: Sequence[Example]) -> dict[str, object]:
    """The background: counts by domain, of other searches, of forms that are none."""
    groups: dict[str, list[Example]] = {}
    for example in examples:
        if example.source == "lab" or (example.source == "formasaurus" and example.searchable):
            kind = example.domain or ("other searches" if example.searchable else "no searches")
            groups.setdefault(f"{kind}, real" if example.source == "formasaurus" else kind, []).append(example)
    found: dict[str, Mapping[str, object]] = {}
    for name, members in sorted(groups.items()):
        counts = Counter(term for e in members for term in (*form_terms(e.form), *page_terms(e.page)))
        found[name] = {"forms": len(members), "counts": dict(sorted(_commonest(counts)))}
    return {"version": VERSION, "groups": found}


def _commonest(counts: Counter[str]) -> Iterator[tuple[str, int]]:
    for space, most in COUNTED.items():
        inside = [(t, n) for t, n in counts.items() if n > 2 and space_of(t) == space]
        yield from sorted(inside, key=lambda item: (-item[1], item[0]))[:most]


def say(line: str) -> None:
    sys.stdout.write(f"{time.strftime('%H:%M:%S')} {line}\n")
    sys.stdout.flush()


def write(name: str, stored: object, indent: int | None = None) -> None:
    between = None if indent else (",", ":")
    text = json.dumps(stored, ensure_ascii=False, sort_keys=True, indent=indent, separators=between)
    (OUT / name).write_text(text + "\n", encoding="utf-8")


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--data", type=Path, required=True, help="the folder with swde and formasaurus")
    options.add_argument("--check", action="store_true", help="measure what ships, write nothing")
    options.add_argument("--card", action="store_true", help="measure what ships, write the card alone")
    given = options.parse_args()
    if not given.check and not given.card:
        write("card.json", {"figures": {SWDE: made(given.data)}}, indent=1)
        # In a process of its own: this one has read, and keeps, the weights that were shipped before.
        again = [sys.executable, "-m", "leadline_bench.training.domains", "--data", str(given.data), "--card"]
        return subprocess.run(again, check=False).returncode  # noqa: S603  # this very file
    # Measured while training, on models that had not learned from it: what ships cannot be asked any more.
    real = json.loads((OUT / "card.json").read_text("utf-8"))["figures"][SWDE]
    figures, tables = domain_figures()
    card = {
        "what": "domain of a form: twelve independent weighted sums over the words of form and page",
        "trained_on": {"lab": f"tuning worlds {(*TUNING, APART)}, size large", **digests(given.data)},
        "prior": "keywords of the bundled topics and of domain_words.toml; people and route are these alone",
        "measured_on": MEASURED_ON,
        "figures": {**figures, "tables": tables, SWDE: real},
        "script": "leadline_bench.training.domains",
    }
    say(json.dumps(card["figures"], indent=1))
    if not given.check:
        write("card.json", card, indent=1)
    return 0


if __name__ == "__main__":
    sys.exit(main())
