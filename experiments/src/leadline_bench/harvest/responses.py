"""Are answers judged as what they are? Three rules on the same answers of drawn lab sources.

Each source is asked the way a harvest asks it: two nonsense words first, where a field takes words; then the query
with nothing filled in, more nonsense, values of records alone and in pairs, values that do not go together, single
letters, words where numbers belong. Some requests meet a broken server or its limit. Truth is what the source's
program found (`bench.harvest.drawn`), and the words of reporting worlds were never seen while rules were written.

    python -m leadline_bench.harvest.responses --role reporting --worlds 4
"""

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from time import process_time

from rich.console import Console

from leadline.answers.document import read
from leadline.answers.judge.nonsense import nonsense
from leadline.answers.judge.template import Template
from leadline.answers.judge.verdict import RULES, PageJudgement, judge, judge_unread, learn_probe
from leadline.answers.records.cut import cut_records
from leadline.errors import WorkNotDone
from leadline.model.query import Reply
from leadline_bench.harvest.block_pages import block_page
from leadline_bench.harvest.drawn import Answered, Visit, visits
from leadline_bench.harvest.rewording import Rewording, foreign, fresh, later, moved, novel, reworded
from leadline_bench.report import Report, Table, show
from leadline_bench.statistics import ratio_interval
from leadline_lab.randomness import Dice, dice
from leadline_lab.spec import Faults, Role, WorldSpec, spec
from leadline_lab.world import open_world

FOREIGN = 0.5
"""Share of sites that are not English: messages of five languages are to be understood."""
_FAULTS = Faults(server_errors=0.02, too_many=0.02, mis_encoded=0.02)


@dataclass(frozen=True, slots=True)
class Case:
    """One answer: what it was asked with, what it is, and what each rule took it for."""

    host: str
    kind: str
    answered: Answered
    judged: dict[str, PageJudgement]
    seconds: tuple[float, float] | None = None  # of CPU, for the first of the rules: for the page, for judging it

    def right(self, rule: str) -> bool:
        return self.judged[rule].reply is self.answered.truth

    def right_about_records(self, rule: str) -> bool:
        """Results or not: all that the papers' rules say."""
        return (self.judged[rule].reply is Reply.RESULTS) == (self.answered.truth is Reply.RESULTS)


@dataclass
class Confusion:
    """Truth × verdict of one rule, over sites."""

    cells: Counter[tuple[Reply, Reply]] = field(default_factory=Counter)
    right: dict[str, list[int]] = field(default_factory=dict)
    """Site → answers judged rightly, answers."""
    about_records: int = 0
    seconds: list[tuple[float, float]] = field(default_factory=list)

    def add(self, case: Case, rule: str) -> None:
        if case.seconds:
            self.seconds.append(case.seconds)
        self.cells[case.answered.truth, case.judged[rule].reply] += 1
        of_site = self.right.setdefault(case.host, [0, 0])
        of_site[0] += case.right(rule)
        of_site[1] += 1
        self.about_records += case.right_about_records(rule)

    @property
    def answers(self) -> int:
        return self.cells.total()

    @property
    def accuracy(self) -> float:
        return sum(n for (truth, said), n in self.cells.items() if truth is said) / self.answers

    @property
    def of_each(self) -> dict[str, float]:
        """Class → the share of its answers that was judged so."""
        answers = Counter[Reply]()
        for (truth, _), n in self.cells.items():
            answers[truth] += n
        return {truth.value: self.cells[truth, truth] / n for truth, n in sorted(answers.items())}

    @property
    def cpu_ms(self) -> tuple[float, float]:
        """Milliseconds of CPU in which one page is read, cut and judged, and those of judging alone."""
        pages, judging = (1_000 * sum(some) / len(self.seconds) for some in zip(*self.seconds, strict=True))
        return pages, judging


# ── asking ────────────────────────────────────────────────────────────────────────────────────────────────


def cases(visit: Visit, rules: Sequence[str] = tuple(RULES), words: Rewording | None = None) -> Iterator[Case]:
    """All answers of one source; each rule keeps the memory it would have in a harvest. With `words` the source
    speaks in those, and once somebody stands in front of it."""
    roll = dice("responses", visit.plan.site.host, visit.source.key)
    base = visit.values_of(roll.below(visit.source.size), visit.required, roll)
    template = probed(visit, base, words)
    for kind, answered in _asked(visit, base, roll, words):
        early = judge_unread(answered.response, template)
        if early is not None:
            yield Case(visit.plan.site.host, kind, answered, dict.fromkeys(rules, early))
            continue
        begun = process_time()
        document = read(answered.response)
        records = cut_records(document, visit.document.page.text)
        cut_at = process_time()
        judged = {rules[0]: judge(document, answered.choice, records, template, rules[0])}
        seconds = (process_time() - begun, process_time() - cut_at)
        judged |= {rule: judge(document, answered.choice, records, template, rule) for rule in rules[1:]}
        template = template.with_answer(document, answered.choice)
        ours = judged[rules[0]]
        template = template.learnt(answered.choice, ours.reply, ours.beside)
        yield Case(visit.plan.site.host, kind, answered, judged, seconds)


def _asked(
    visit: Visit, base: dict[str, str], roll: Dice, words: Rewording | None
) -> Iterator[tuple[str, Answered]]:
    last = None
    for kind, values in queries(visit, base, roll):
        last = sent(visit, values, words) or last
        if last is not None and last.choice == tuple(values.items()):
            yield kind, last
    if words is not None and last is not None:
        blocked = block_page(last.response, visit.plan.site.host, words)
        yield "block page", replace(last, response=blocked, truth=Reply.BLOCKED)


def sent(visit: Visit, values: dict[str, str], words: Rewording | None) -> Answered | None:
    """One query's answer, in other words where there are some."""
    answered = visit.send(values)
    if answered is None or words is None or not answered.response.ok:
        return answered
    spoken = reworded(answered.response, visit.source.language, visit.plan.site.host, words)
    return replace(answered, response=spoken)


def probed(visit: Visit, base: dict[str, str], words: Rewording | None = None) -> Template:
    """What two nonsense words teach, where a field takes words."""
    template = Template.of_form(visit.document, visit.form)
    for answered in nonsense_answers(visit, base, words):
        document = read(answered.response)
        records = cut_records(document, visit.document.page.text)
        template = learn_probe(template, document, answered.choice, records).with_answer(document, answered.choice)
    return template


def nonsense_answers(visit: Visit, base: dict[str, str], words: Rewording | None) -> Iterator[Answered]:
    for n in range(2) if visit.word_fields else ():
        answered = sent(visit, {**base, visit.word_fields[0].name: nonsense(0, n)}, words)
        if answered is not None and answered.response.ok:
            yield answered


def queries(visit: Visit, base: dict[str, str], roll: Dice) -> Iterator[tuple[str, dict[str, str]]]:
    """(kind, values) in the order they are asked."""
    names, size = visit.fillable, visit.source.size
    yield "default", {}
    for n, where in enumerate((*visit.word_fields[:2], *visit.word_fields[:1])):
        yield "nonsense", {**base, where.name: nonsense(1, n)}
    for n in range(9):
        chosen = roll.sample(names, 1 + n % 3)
        values = visit.values_of(roll.below(size), [*chosen, *visit.required], roll)
        if n % 3 == 2:
            yield "mixed", {**values, **visit.values_of(roll.below(size), chosen[:1], roll)}
        else:
            yield "hit", values
    yield "unrequired", visit.values_of(roll.below(size), [n for n in names if n not in visit.required][:1], roll)
    if visit.word_fields:
        yield "letter", {**base, visit.word_fields[0].name: roll.pick("aeio")}
    if numbers := [i.name for i in visit.model.inputs if i.control == "text" and (i.end or i.type == "price")]:
        yield "no number", {**base, numbers[0]: "cheap"}


# ── measuring ─────────────────────────────────────────────────────────────────────────────────────────────


def world_of(seed: int, role: Role) -> WorldSpec:
    """A world of the measurement."""
    return replace(spec("small", seed=seed, role=role), foreign_languages=FOREIGN, faults=_FAULTS)


def measured(
    role: Role,
    seeds: Sequence[int],
    sources: int,
    rules: Sequence[str] = tuple(RULES),
    words: Rewording | None = None,
) -> tuple[dict[str, Confusion], list[Case]]:
    """Confusion matrices of the rules, and the answers that ours got wrong."""
    found = {rule: Confusion() for rule in rules}
    wrong: list[Case] = []
    for seed in seeds:
        for visit in visits(open_world(world_of(seed, role)), sources):
            for case in cases(visit, rules, words):
                for rule in rules:
                    found[rule].add(case, rule)
                if not case.right("template"):
                    wrong.append(case)
    if not found["template"].answers:
        raise WorkNotDone("no source of these worlds was asked: there is nothing to measure")
    return found, wrong


def report(role: Role, seeds: Sequence[int], sources: int) -> Report:
    """What `leadline bench harvest` says about judging."""
    found, _ = measured(role, seeds, sources)
    spoken = {
        name: measured(role, seeds, sources, ("template",), words)[0]["template"]
        for name, words in {
            "foreign": foreign,
            "later": later,
            "moved": moved,
            "fresh": fresh,
            "novel": novel,
        }.items()
    }
    figures: dict[str, float] = {
        "responses": found["template"].answers,
        "responses_foreign": spoken["foreign"].answers,
        "answer_cpu_ms": found["template"].cpu_ms[0],
        "judge_cpu_ms": found["template"].cpu_ms[1],
    }
    figures |= {f"response_recall.{kind}": share for kind, share in found["template"].of_each.items()}
    for name, confusion in spoken.items():
        figures[f"response_accuracy_{name}"] = confusion.accuracy
        figures |= {f"response_recall_{name}.{kind}": share for kind, share in confusion.of_each.items()}
    rows: list[tuple[str | float, ...]] = []
    for rule, confusion in found.items():
        right, answers = zip(*confusion.right.values(), strict=True)
        interval = ratio_interval(right, answers, seed=0)
        name = "response_accuracy" if rule == "template" else f"response_accuracy_{rule}"
        figures[name] = interval.value
        figures[name.replace("accuracy", "records_accuracy")] = confusion.about_records / confusion.answers
        about = confusion.about_records / confusion.answers
        rows.append((rule, *(round(x, 4) for x in (interval.value, interval.low, interval.high, about))))
    return Report(
        "harvest responses",
        {"role": role.value, "worlds": ", ".join(map(str, seeds)), "sources": sources},
        figures,
        (
            Table("Answers judged rightly", ("rule", "accuracy", "low", "high", "records or not"), tuple(rows)),
            *(_matrix(rule, confusion) for rule, confusion in found.items()),
            _matrix("template, in words of other programs", spoken["foreign"]),
            _matrix("template, in words and frames written later", spoken["later"]),
            _matrix("template, in words of more languages at other places", spoken["moved"]),
            _matrix("template, in words of more languages again in other frames", spoken["fresh"]),
            _matrix("template, in words of the last languages in frames of their own", spoken["novel"]),
        ),
    )


def _matrix(rule: str, confusion: Confusion) -> Table:
    kinds = [kind for kind in Reply if any(kind in cell for cell in confusion.cells)]
    rows = tuple((truth.value, *(confusion.cells[truth, said] for said in kinds)) for truth in kinds)
    return Table(f"Truth (rows) and verdict of {rule}", ("truth", *(kind.value for kind in kinds)), rows)


def main(arguments: Sequence[str] | None = None) -> None:
    """The command in the module's docstring."""
    parser = argparse.ArgumentParser(description="Are answers judged as what they are?")
    parser.add_argument("--role", choices=[role.value for role in Role], default=Role.TUNING.value)
    parser.add_argument("--first-world", type=int, default=0)
    parser.add_argument("--worlds", type=int, default=2)
    parser.add_argument("--sources", type=int, default=40)
    given = parser.parse_args(arguments)
    seeds = range(given.first_world, given.first_world + given.worlds)
    show(report(Role(given.role), seeds, given.sources), Console())


if __name__ == "__main__":
    main()
