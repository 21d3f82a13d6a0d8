"""HiWE's task in the lab: sites of one domain, one table of labels and values, form after form.

| paper, section 6.3 | here |
|---|---|
| one subject, fifty sites chosen by a person | one domain, sites in English with a database of some size |
| a table begun by hand, two wrapped sources | other sites of the domain (`leadline_bench.harvest.hiwe_table`) |
| 218 forms processed, most of the ignored ones boxes | all search forms of one step of each site |
| a page with search results, looked at by hand | the source's program found records |

A submission *succeeds* if the source's program found records. It is *right* (SE_lenient) if every text is of the
kind its field is for, whether or not anything matched, and no matter whether something did.

`cascade` may be sent over the same forms, with as many submissions as HiWE's S_max. As there, one page of each
answer is looked at: what goes on after it was left by us.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from leadline.answers.document import read
from leadline.answers.judge.template import Template
from leadline.answers.judge.verdict import judge, judge_unread
from leadline.answers.records.cut import cut_records
from leadline.errors import MissingValue
from leadline.forms.understand import judged
from leadline.harvest.planners.cascade import CascadePlanner
from leadline.harvest.planners.hiwe import HiwePlanner
from leadline.harvest.prepare import HarvestJob, supplies, understood
from leadline.harvest.settings import HarvestSettings
from leadline.harvest.source import HarvestSource
from leadline.harvest.values.supply import Supplies, elements_of
from leadline.harvest.values.table import LvsTable
from leadline.model.field import Verdict
from leadline.model.query import Answer, Choice, Left, Reply
from leadline.web.settings import WebSettings
from leadline_bench.harvest.drawn import TODAY, Answered, Visit, site_visits
from leadline_bench.harvest.hiwe_table import Kinds, Knowledge, knowledge
from leadline_lab.spec import Role, spec
from leadline_lab.world import open_world

_LANGUAGE = "en"


@dataclass(frozen=True, slots=True)
class Task:
    """One domain of one world."""

    role: str
    seed: int
    domain: str
    scale: str = "large"
    references: int = 8
    """Sites the table is begun with."""
    sites: int = 20
    """Sites that are crawled."""
    smallest: int = 1_000
    """Records of the smallest database that is crawled."""


@dataclass(frozen=True, slots=True)
class Processed:
    """One form: what was submitted and what came of it."""

    host: str
    elements: int
    boxes: int = 0
    """Fields of it that take text."""
    submissions: int = 0
    successes: int = 0
    right: int = 0
    records: int = 0
    """Different records on the pages that came, one of each answer."""
    why: str = ""


@dataclass
class _Form:
    """One form that is crawled, and what it answered so far, in whatever way it was asked."""

    visit: Visit
    source: HarvestSource
    values: Supplies
    template: Template
    answers: dict[Choice, tuple[Answer, bool] | None] = field(default_factory=dict)
    """With whether records were found; None where a browser would not send it."""

    def answer(self, choice: Choice) -> tuple[Answer, bool] | None:
        if choice not in self.answers:
            answered = self.visit.send(dict(choice))
            self.answers[choice] = None if answered is None else self._taken(answered)
        return self.answers[choice]

    def _taken(self, answered: Answered) -> tuple[Answer, bool]:
        """What a harvest makes of an answer's first page, and what is true."""
        success = answered.truth in (Reply.RESULTS, Reply.TOO_MANY)
        early = judge_unread(answered.response, self.template)
        if early is not None:
            return Answer(answered.choice, early.reply), success
        document = read(answered.response)
        records = cut_records(document, self.visit.document.page.text)
        told = judge(document, answered.choice, records, self.template)
        self.template = self.template.with_answer(document, answered.choice)
        if told.reply is not Reply.RESULTS:
            return Answer(answered.choice, told.reply), success
        sample = tuple(pair for cut in records.cuts for pair in cut.fields)
        rows = tuple((cut.id, cut.fields) for cut in records.cuts)
        left = Left.PAGES if answered.reachable > len(rows) else None
        met = tuple(dict.fromkeys(name for name, _ in rows))
        told_of = Answer(answered.choice, told.reply, len(rows), sample=sample, met=met, rows=rows, left=left)
        return told_of, success


def process(task: Task, ways: Sequence[HarvestSettings]) -> list[list[Processed]]:
    """For each way all forms of a task in their order. A question that was asked before has the same answer."""
    known, forms = _begun(task)
    return [_crawled(known, forms, way) for way in ways]


def _crawled(known: Knowledge, forms: Sequence[_Form], settings: HarvestSettings) -> list[Processed]:
    table = known.table()
    done: list[Processed] = []
    for form in forms:
        try:
            planner = _planner(form, settings, table)
            done.append(_submitted(form, planner, known, settings.hiwe.s_max))
        except MissingValue as error:  # a form that insists on what nobody has values for
            done.append(_unasked(form, str(error)))
            continue
        if settings.hiwe.learn:
            table = planner.table
    return done


def _planner(form: _Form, settings: HarvestSettings, table: LvsTable) -> HiwePlanner | CascadePlanner:
    values = replace(form.values, table=table)
    if settings.planner == CascadePlanner.name:
        return CascadePlanner(form.source.fields, settings, 0, values)
    return HiwePlanner(form.source.fields, settings.hiwe, 0, values)


def _begun(task: Task) -> tuple[Knowledge, list[_Form]]:
    """What references know, and the other forms, understood."""
    world = open_world(spec(task.scale, task.seed, Role(task.role)))
    sites = (
        [visit for visit in visits if visit.source.domain == task.domain]
        for visits in site_visits(world, task.domain)
        if visits[0].plan.site.language == _LANGUAGE
    )
    references = list(islice((visits for visits in sites if visits), task.references))
    large = ([visit for visit in visits if visit.source.size >= task.smallest] for visits in sites)
    crawled = islice((visits for visits in large if visits), task.sites)
    return knowledge(references), [_form(visit) for visits in crawled for visit in visits]


def _form(visit: Visit) -> _Form:
    job = HarvestJob(WebSettings(), HarvestSettings(), visit.form_response.url)
    response = replace(visit.form_response, fetched_at=TODAY)
    known = replace(judged(visit.form, visit.document.page), verdict=Verdict(()))  # the answer key says: a search
    source = understood(response, visit.document, known, job)
    return _Form(visit, source, supplies(job, source), Template.of_form(visit.document, visit.form))


def _submitted(form: _Form, planner: HiwePlanner | CascadePlanner, known: Knowledge, most: int) -> Processed:
    """Submit what the planner wants and count by truth."""
    submissions = successes = right = 0
    kinds = Kinds(form.visit, known)
    there: set[str] = set()
    while submissions < most and (choice := planner.choose()) is not None:
        found = form.answer(choice)
        if found is None:
            planner.observe(Answer(choice, Reply.FAILED))
            continue
        answer, success = found
        submissions += 1
        successes += success
        right += kinds.right(dict(choice))
        planner.observe(replace(answer, new=len(set(answer.met) - there)))
        there.update(answer.met)
    done = _unasked(form, planner.why or "")
    return replace(done, submissions=submissions, successes=successes, right=right, records=len(there))


def _unasked(form: _Form, why: str) -> Processed:
    boxes = sum(not one.finite for one in form.source.fields)
    return Processed(form.visit.plan.site.host, elements_of(form.visit.form), boxes, why=why)
