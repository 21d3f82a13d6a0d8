"""HiWE's task in the lab: sites of one domain, one table of labels and values, form after form.

The paper's table began with what a person and a few data sources knew about the domain. Here some sources of the
same domain are taken for that (*donors*, not asked afterwards): their labels, and values of a sample of their
records, each weighted by the share of donors that have it: a value everybody knows weighs most, a name of one site
little. Then the other forms are processed in turn, filled in by the planner and answered by the lab; with `learn`
what one form teaches is there for the next.

A submission *succeeds* if the source's program found records. It is *right* (SE_lenient) if every value is one
its field could have, whether or not anything matched.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import lru_cache
from itertools import islice

from leadline.bench.harvest.drawn import Answered, Visit, visits
from leadline.harvest.planners.hiwe import HiwePlanner
from leadline.harvest.planners.settings import HiweSettings
from leadline.harvest.prepare import Orders, supplies, understood
from leadline.harvest.settings import HarvestSettings
from leadline.harvest.source import HarvestSource
from leadline.harvest.values.supplies import Supplies
from leadline.harvest.values.table import LvsTable
from leadline.lab.anatomy import Input
from leadline.lab.sources.model import Attribute
from leadline.lab.sources.records import composer_of
from leadline.lab.sources.writing import written
from leadline.lab.spec import Role, spec
from leadline.lab.world import open_world
from leadline.model.query import Answer, Reply
from leadline.query.document import read
from leadline.query.judge import JudgeSettings, Template, judge, refused
from leadline.query.records import cut_records
from leadline.web.settings import WebSettings

_TYPED = ("text", "search", "textarea", "number")
_TODAY = datetime(2026, 1, 1, tzinfo=UTC).timestamp()
"""The day the lab's dates are counted from."""
_SAMPLE = 150
"""Records of a donor that are looked at."""
_LONGEST = 3
"""Letters up to which a word says nothing."""


@dataclass(frozen=True, slots=True)
class Task:
    """One domain of one world."""

    role: str
    seed: int
    domain: str
    scale: str = "medium"
    donors: int = 12
    forms: int = 20
    """Processed, donors not counted."""
    largest: int = 5_000


@dataclass(frozen=True, slots=True)
class Processed:
    """One form: what was submitted and what came of it."""

    host: str
    elements: int
    submissions: int = 0
    successes: int = 0
    right: int = 0
    why: str = ""


@dataclass
class Knowledge:
    """What donors have: labels and weighted values by what a field means."""

    labels: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    having: dict[str, dict[str, int]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(int)))
    """Meaning → value → donors that have it."""
    asked_by: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    """Meaning → donors that know it."""

    def table(self) -> LvsTable:
        table = LvsTable()
        for meaning, values in self.having.items():
            donors = self.asked_by[meaning]
            ranked = sorted(values.items(), key=lambda pair: (-pair[1], pair[0]))
            # As if one more donor had been asked who has none of it: what one alone has is not certain.
            weighted = [(value, count / (donors + 1)) for value, count in ranked]
            table.add(sorted(self.labels[meaning]), weighted)
        return table


def process(task: Task, settings: HiweSettings) -> list[Processed]:
    """All forms of a task in their order."""
    known, forms = _begun(task)
    table = known.table()
    done: list[Processed] = []
    for visit, source, values in forms:
        planner = HiwePlanner(source.fields, settings, 0, replace(values, table=table))
        done.append(_submitted(visit, planner, known))
        if settings.learn:
            table = planner.table
    return done


@lru_cache(maxsize=2)
def _begun(task: Task) -> tuple[Knowledge, list[tuple[Visit, HarvestSource, Supplies]]]:
    """What donors know, and the other forms, understood: the same for every way of filling them in."""
    found = _visits(task)
    forms: list[tuple[Visit, HarvestSource, Supplies]] = []
    for visit in found[task.donors :]:
        orders = Orders(WebSettings(), HarvestSettings(), visit.form_response.url)
        response = replace(visit.form_response, fetched_at=_TODAY)
        source = understood(response, visit.document, visit.form, orders)
        forms.append((visit, source, supplies(orders, source)))
    return knowledge(found[: task.donors]), forms


def _visits(task: Task) -> list[Visit]:
    world = open_world(spec(task.scale, task.seed, Role(task.role)))
    every = 10 * (task.donors + task.forms)
    found = (
        visit for visit in visits(world, every, task.largest, task.domain) if visit.source.domain == task.domain
    )
    return list(islice(found, task.donors + task.forms))


# ── what the table begins with ────────────────────────────────────────────────────────────────────────────


def knowledge(donors: Sequence[Visit]) -> Knowledge:
    """Labels and values of some sources."""
    known = Knowledge()
    for visit in donors:
        for meaning, labels, values in _of_donor(visit):
            known.labels[meaning] |= {label for label in labels if label}
            known.asked_by[meaning] += 1
            for value in values:
                known.having[meaning][value] += 1
    return known


def _of_donor(visit: Visit) -> Iterator[tuple[str, set[str], set[str]]]:
    """(meaning, labels, values) of one source: each attribute, words, and both ends of what has a range."""
    source = visit.source
    composer = composer_of(visit.lab.web.world, visit.plan.site, source)
    records = [composer.record(n).values for n in range(min(_SAMPLE, source.size))]
    named: dict[tuple[str, str], set[str]] = defaultdict(set)
    for control in visit.model.inputs:
        if not control.honeypot:
            named[control.meaning, control.end].add(control.label)
    words: set[str] = set()
    for place, attribute in enumerate(source.attributes):
        said = {written(attribute, values[place]) for values in records}
        if attribute.searched:
            words |= _words(said)
        if attribute.numeric:
            yield f"{attribute.name} low", named[attribute.name, "low"], {_bound(attribute, attribute.low)}
            yield f"{attribute.name} high", named[attribute.name, "high"], {_bound(attribute, attribute.high)}
        composed = attribute.ask == "contains" and not attribute.values
        labels = {*attribute.labels, *named[attribute.name, ""]}
        yield attribute.name, labels, _words(said) if composed else said
    yield "keyword", {"keyword", *named["keyword", ""]}, words


def _bound(attribute: Attribute, value: int) -> str:
    return written(attribute, value) if attribute.type == "date" else str(value)


def _words(texts: set[str]) -> set[str]:
    return {word for text in texts for word in text.split() if word.isalpha() and len(word) > _LONGEST}


# ── submissions ───────────────────────────────────────────────────────────────────────────────────────────


def _submitted(visit: Visit, planner: HiwePlanner, known: Knowledge) -> Processed:
    """Submit what the planner wants, judge each answer as a harvest does, and count by truth."""
    template = Template.of_form(visit.document)
    submissions = successes = right = 0
    while (choice := planner.choose()) is not None:
        answered = visit.send(dict(choice))
        if answered is None:  # a browser would not send it
            planner.observe(Answer(choice, Reply.FAILED))
            continue
        submissions += 1
        success = answered.truth in (Reply.RESULTS, Reply.TOO_MANY)
        successes += success
        right += success or _fits(visit, dict(choice), known)
        answer, template = _taken(visit, answered, template)
        planner.observe(answer)
    elements = len(list(visit.form.fields))
    return Processed(visit.plan.site.host, elements, submissions, successes, right, planner.why or "")


def _taken(visit: Visit, answered: Answered, template: Template) -> tuple[Answer, Template]:
    """What a harvest makes of an answer's first page."""
    early = refused(answered.response, template)
    if early is not None:
        return Answer(answered.choice, early.reply), template
    document = read(answered.response)
    records = cut_records(document, visit.document.page.text)
    judged = judge(document, answered.choice, records, template, JudgeSettings())
    template = template.noted(document, answered.choice)
    if judged.reply is not Reply.RESULTS:
        return Answer(answered.choice, judged.reply), template
    sample = tuple(pair for cut in records.cuts for pair in cut.fields)
    return Answer(answered.choice, judged.reply, len(records.cuts), sample=sample), template


def _fits(visit: Visit, chosen: Mapping[str, str], known: Knowledge) -> bool:
    """Every text that was filled in is one its field could have."""
    return all(_may_have(visit, control, chosen.get(control.name, ""), known) for control in visit.model.inputs)


def _may_have(visit: Visit, control: Input, value: str, known: Knowledge) -> bool:
    attribute = visit.source.attribute(control.meaning)
    if not value or control.control not in _TYPED or attribute is None:
        return True
    if attribute.numeric and attribute.type != "date":
        return value.replace(".", "").isdigit()
    if not attribute.values:
        return True
    return value in attribute.values or value in known.having.get(attribute.name, {})
