"""What the safety gate lets through: real forms of the development sets, and forms of the lab by domain.

Of the lab every distinct form of some sites is read on a page as it is served, beside the answer key. Whatever is
no search there and passes is unsafe, jump menus included. Recall is counted by the domain whose records a form
brings up; searches of a site's own pages are of none and counted apart.

    python -m leadline_bench.forms.gate ../shared/data
"""

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from leadline.forms.safety import gate
from leadline.model.field import Verdict
from leadline_bench.forms.kind_truth import examples, parsed
from leadline_bench.forms.report_part import Part, Tell
from leadline_bench.locate.facts import matched, models_of
from leadline_bench.report import Table
from leadline_lab.plan import plan_of
from leadline_lab.randomness import dice
from leadline_lab.spec import Role, spec
from leadline_lab.truth import pages_with
from leadline_lab.web import Ask, Web
from leadline_lab.words import SUBJECTS, domains
from leadline_lab.world import World, open_world

SITE_SEARCH = "site search"
"""Where searches of a site's own pages are counted: they bring up records of no domain."""
_PAGES = 8
"""Pages of one site that are read; on others stand the same forms."""
_OTHERS = 4
"""Sites without a database, of each domain and subject: their forms are mostly no searches."""
_BOUND = 3.0
"""With none of n seen, at most 3 / n are there (95 %, the rule of three)."""


@dataclass(frozen=True, slots=True)
class Judged:
    """One form: what it is, and what the gate says."""

    where: str
    kind: str
    searches: bool
    domain: str
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class GateFigures:
    """How many searches pass, by domain, and what passes that must not."""

    recall: Mapping[str, tuple[int, int]]
    """(passed, of) by domain."""
    others: int
    """Forms that are no searches."""
    unsafe: tuple[Judged, ...]

    @property
    def passed(self) -> tuple[int, int]:
        """All domains together."""
        return sum(p for p, _ in self.recall.values()), sum(n for _, n in self.recall.values())

    @property
    def lowest(self) -> float:
        """Recall in the domain where it is lowest, searches of sites' own pages left aside."""
        return min(p / n for domain, (p, n) in self.recall.items() if n and domain != SITE_SEARCH)


def counted(judged: Sequence[Judged]) -> GateFigures:
    of = Counter(one.domain for one in judged if one.searches)
    passed = Counter(one.domain for one in judged if one.searches and one.verdict.safe)
    others = [one for one in judged if not one.searches]
    unsafe = tuple(one for one in others if one.verdict.safe)
    return GateFigures({d: (passed[d], of[d]) for d in sorted(of)}, len(others), unsafe)


def real_judged(data: Path) -> Iterator[Judged]:
    """The development forms; `domain` is the data set's."""
    for e in examples(data):
        source = "ddg" if e.kind is None else "formasaurus"
        where = f"{e.page.url} form {e.form.index}"
        yield Judged(where, e.kind or "", e.kind == "search", source, gate(e.form, e.page))


def lab_judged(role: Role, seeds: Sequence[int], scale: str = "medium", sites: int = 12) -> Iterator[Judged]:
    """Forms of up to `sites` sites with databases a domain and world, and of some without."""
    for seed in seeds:
        world = open_world(spec(scale, seed, role))
        web = Web(world)
        for number in _chosen(world, role, seed, sites):
            yield from _of_site(world, web, number)


def _chosen(world: World, role: Role, seed: int, sites: int) -> list[int]:
    roll = dice(seed, "gate")
    pools = [(world.of("deep", domain), sites) for domain in domains(role)]
    pools += [(world.of(kind, domain), _OTHERS) for domain in domains(role) for kind in ("topical", "directory")]
    pools += [(world.of("off", subject), _OTHERS) for subject in SUBJECTS]
    chosen = [n for pool, most in pools for n in roll.sample(list(pool), min(most, len(pool)))]
    return list(dict.fromkeys(chosen))


def _of_site(world: World, web: Web, number: int) -> Iterator[Judged]:
    plan = plan_of(world, world.site(number))
    places = [pages_with(plan, index) for index, planned in enumerate(plan.forms) if planned.copy < 2]
    seen: set[str] = set()
    for url in list(dict.fromkeys(plan.url(pages[0]) for pages in places if pages))[:_PAGES]:
        reply = web.reply(Ask("GET", url))
        page = parsed(url, reply.body)
        models = matched(page.forms, models_of(reply.sheet), page.base_url)
        for form, model in zip(page.forms, models, strict=True):
            if model is not None and model.key not in seen:
                seen.add(model.key)
                domain = model.domain or SITE_SEARCH
                yield Judged(f"{url} {model.key}", model.kind, model.searchable, domain, gate(form, page))


def gate_part(
    data: Path | None,
    role: Role,
    seeds: Sequence[int],
    tell: Tell = lambda _: None,
    scale: str = "medium",
    sites: int = 12,
) -> Part:
    """The gate's part of `bench forms`; without `data` the lab alone."""
    tell("the gate on forms of the lab")
    lab = counted(list(lab_judged(role, seeds, scale, sites)))
    rows: list[tuple[str | int | float | None, ...]] = [
        (f"lab: {d}", p, n, round(p / n, 4), None) for d, (p, n) in lab.recall.items()
    ]
    rows.append(("lab: no searches", len(lab.unsafe), lab.others, None, _BOUND / max(1, lab.others)))
    figures = {"gate_recall_lab": _share(lab.passed), "gate_recall_worst_domain": lab.lowest}
    unsafe = len(lab.unsafe)
    if data is not None:
        tell("the gate on the development forms")
        real = counted(list(real_judged(data)))
        passed, of = real.passed
        rows.append(("development searches", passed, of, round(passed / of, 4), None))
        rows.append(("development others", len(real.unsafe), real.others, None, _BOUND / real.others))
        figures["gate_recall"] = _share(real.passed)
        unsafe += len(real.unsafe)
    figures["unsafe_passed"] = float(unsafe)
    title = "The safety gate: passed, of, recall, upper bound of unsafe (95 %)"
    note = "The gate's words were chosen on the development forms: its figures there are in sample."
    return Part(figures, (Table(title, ("forms", "passed", "of", "recall", "bound"), tuple(rows)),), (note,))


def _share(passed: tuple[int, int]) -> float:
    return round(passed[0] / passed[1], 4)


if __name__ == "__main__":
    part = gate_part(Path(sys.argv[1]) if len(sys.argv) > 1 else None, Role.TUNING, (21, 22))
    for row in part.tables[0].rows:
        sys.stdout.write(" ".join(map(str, row)) + "\n")
    sys.stdout.write(f"{dict(part.figures)}\n")
