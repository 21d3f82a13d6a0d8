"""Labels of `bench forms`: real pages out of fold, the lab beside its key; three rules on the same fields.

| figure | is the share of |
|---|---|
| `label_accuracy` | fields of real pages whose hidden label is found again; `.formasaurus`, `.ddg` by set |
| `label_accuracy.not_before` | those of them whose label is not the text just before |
| `label_accuracy.unopened` | controls of forms that are hidden until opened; nothing is learned from them |
| `value_accuracy` | radios and checkboxes of real pages whose text is found again; by set too |
| `label_accuracy.lab`, `value_accuracy.lab` | the same in the lab, in layout families that no tuning world has |
| `label_accuracy.lab_all`, `value_accuracy.lab_all` | the same in all families |
| `label_accuracy.lab_plain` | all fields as served: links of authors, placeholders, fields without a label |

Each also by HiWE's rule (`label_accuracy_hiwe`) and by the text just before (`label_accuracy_naive`), and each has
an interval drawn over sites (`label_accuracy_low`, `label_accuracy_high`).
"""

from collections.abc import Callable, Iterable, Sequence

from leadline.errors import WorkNotDone
from leadline.forms.labels.rules import RULES
from leadline_bench.forms.label_training import examples, fold_of, out_of_fold, trained
from leadline_bench.forms.labels import OURS, UNOPENED, Outcome, calibrated, calibration_error, outcomes, parts
from leadline_bench.forms.labels_lab import Seen, sample, seen_in
from leadline_bench.forms.report_part import Part, Tell
from leadline_bench.report import Cell, Table
from leadline_bench.statistics import Interval, ratio_interval
from leadline_lab.render import REPORTING_FAMILIES
from leadline_lab.spec import Role, spec
from leadline_lab.world import open_world

SHORT = {"formasaurus": "formasaurus", "ddg_autofill_forms": "ddg"}
"""Data sets as figures name them."""
_SUFFIX = {OURS: "", "hiwe": "_hiwe", "naive": "_naive"}
_COLUMNS = ("fields", "number", "ours", "", "HiWE's rule", "", "text just before", "")
_Hits = Sequence[tuple[str, int, int]]
"""Site, how many are right, how many there are."""


def shares(name: str, dot: str, hits: Callable[[str], _Hits], seed: int) -> tuple[dict[str, float], list[Cell]]:
    """One figure by every rule: names and numbers, and the cells of a row."""
    figures: dict[str, float] = {}
    cells: list[Cell] = []
    for rule in RULES:
        interval = over_sites(hits(rule), seed)
        figure = f"{name}{_SUFFIX[rule]}"
        for bound, value in (("", interval.value), ("_low", interval.low), ("_high", interval.high)):
            figures[f"{figure}{bound}{dot}"] = value
        cells += [100 * interval.value, f"{100 * interval.low:.1f}–{100 * interval.high:.1f}"]
    return figures, cells


def over_sites(hits: _Hits, seed: int) -> Interval:
    """A share, with an interval drawn over sites."""
    right: dict[str, float] = {}
    whole: dict[str, float] = {}
    for site, good, count in hits:
        right[site] = right.get(site, 0.0) + good
        whole[site] = whole.get(site, 0.0) + count
    return ratio_interval(list(right.values()), list(whole.values()), seed=seed)


def real_labels(pages: Iterable[tuple[str, str, str]], seed: int, tell: Tell) -> Part:
    """Pages are given as data set, site and text."""
    tell("labels: reading pages, links of authors taken away")
    data = list(examples(pages))
    if len({fold_of(e.site) for e in data}) < 2:
        raise WorkNotDone("labels cannot be learned out of fold from pages of so few sites")
    tell(f"labels: {len(data):,} controls with a label of their author; learning out of fold")
    models, _ = calibrated(data, out_of_fold(data, trained))
    found = outcomes(data, models.__getitem__)
    figures: dict[str, float] = {"label_ece": calibration_error(found)}
    rows: list[tuple[Cell, ...]] = []
    for name, part, whose in _asked(found):
        more, cells = shares(*name, _hits_of(part), seed)
        figures |= more
        rows.append((whose, len(part), *cells))
    table = Table("Labels hidden and found again on real pages, out of fold, %", _COLUMNS, tuple(rows))
    return Part(
        figures, (table,), ("Labels of real pages: features were chosen on these pages, weights were not.",)
    )


def _asked(found: Sequence[Outcome]) -> Iterable[tuple[tuple[str, str], list[Outcome], str]]:
    """Name and set of a figure, its cases, and what a row calls them; questions without cases left out."""
    sets = {dataset: parts(found, dataset) for dataset in sorted({o.example.dataset for o in found})}

    def of(question: str, dataset: str = "") -> list[Outcome]:
        return [o for name, asked in sets.items() if dataset in ("", name) for o in asked[question]]

    fields, beside, values = "fields", "fields, label not just before", "values of radios and checkboxes"
    asked = [(("label_accuracy", ""), of(fields), fields)]
    asked += [(("label_accuracy", f".{SHORT.get(d, d)}"), of(fields, d), f"{fields}, {d}") for d in sets]
    asked.append((("label_accuracy", ".not_before"), of(beside), beside))
    asked.append((("label_accuracy", ".unopened"), of(UNOPENED), UNOPENED))
    asked.append((("value_accuracy", ""), of(values), values))
    asked += [(("value_accuracy", f".{SHORT.get(d, d)}"), of(values, d), f"{values}, {d}") for d in sets]
    return [one for one in asked if one[1]]


def _hits_of(found: Sequence[Outcome]) -> Callable[[str], _Hits]:
    return lambda rule: [(o.example.site, int(o.right(rule)), 1) for o in found]


def lab_labels(scale: str, seed: int, others: int, most: int | None, tell: Tell) -> Part:
    """A reporting world: `others` sites of families that tuning worlds have, `most` of those they have not."""
    world = open_world(spec(scale, seed, Role.REPORTING))
    sites = sample(world, others, most)
    tell(f"labels: forms of {len(sites)} sites of the lab")
    found = list(seen_in(world, sites))
    masked = [seen for seen in found if seen.hidden]
    unseen = [seen for seen in masked if seen.family in REPORTING_FAMILIES]
    if not unseen:
        raise WorkNotDone(f"world {seed} ({scale}) has no form in the families {', '.join(REPORTING_FAMILIES)}")
    plain = [seen for seen in found if not seen.hidden]
    figures: dict[str, float] = {}
    rows: list[tuple[Cell, ...]] = []
    for name, dot, part, hits, whose in (
        ("label_accuracy", ".lab", unseen, _right, f"labels hidden, families {' and '.join(REPORTING_FAMILIES)}"),
        ("label_accuracy", ".lab_all", masked, _right, "labels hidden, all families"),
        ("label_accuracy", ".lab_plain", plain, _right, "as served, all families"),
        ("value_accuracy", ".lab", [s for s in unseen if s.chosen], _valued, "values, the same two families"),
        ("value_accuracy", ".lab_all", [s for s in masked if s.chosen], _valued, "values, all families"),
    ):
        if part:
            more, cells = shares(name, dot, hits(part), seed)
            figures |= more
            rows.append((whose, sum(count for _, _, count in hits(part)(OURS)), *cells))
    title = f"Labels in the lab, reporting world {seed} ({scale}), %"
    return Part(figures, (Table(title, _COLUMNS, tuple(rows)), _by_family(masked)))


def _right(found: Sequence[Seen]) -> Callable[[str], _Hits]:
    return lambda rule: [(seen.site, int(seen.right(rule)), 1) for seen in found]


def _valued(found: Sequence[Seen]) -> Callable[[str], _Hits]:
    return lambda rule: [(seen.site, *seen.values(rule)) for seen in found]


def _by_family(masked: Sequence[Seen]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for family in sorted({seen.family for seen in masked}):
        part = [seen for seen in masked if seen.family == family]
        name = f"{family} (reporting only)" if family in REPORTING_FAMILIES else family
        rows.append((name, len(part), *(100 * sum(s.right(rule) for s in part) / len(part) for rule in RULES)))
    return Table("Labels hidden, by layout family, %", ("family", "number", *RULES), tuple(rows))
