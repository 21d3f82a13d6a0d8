"""From a page to the first request, with nothing sent and nothing written: what a rehearsal shows.

Whatever speaks against the form ends here, with nothing but the page asked for.
"""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from leadline.answers.judge.verdict import check_rule
from leadline.errors import BadConfiguration, BadTarget, SiteBlocked
from leadline.forms.settings import FormsSettings
from leadline.forms.understand import check as check_forms
from leadline.forms.understand import with_fields
from leadline.gate.targets import TARGET
from leadline.harvest.choice import ChosenForm, choose, find_form
from leadline.harvest.planners.named import PLANNERS, planner
from leadline.harvest.profile import SOURCE_FILE, Edits, edited
from leadline.harvest.requests import resting_error
from leadline.harvest.settings import HarvestSettings, PlannerSettings
from leadline.harvest.source import HarvestSource
from leadline.harvest.values.built_in import BuiltIn, frequent_words
from leadline.harvest.values.supply import Supplies
from leadline.harvest.values.table import LvsTable, from_csv, from_toml
from leadline.model.page import Page, Request, Response
from leadline.model.query import Choice, Query
from leadline.parse.document import Document
from leadline.plugins import load, made
from leadline.protocols import Fetcher, QueryPlanner, ValueSource
from leadline.web.blocks import recognise
from leadline.web.settings import WebSettings

_WORD = re.compile(r"[^\W\d_]{3,}")
_WORDS = 300
_COMMON = 0.35
"""Weight of words that any text may have: more than that of those that the page has once."""
_LETTERS = 200_000


@dataclass(frozen=True, slots=True)
class HarvestJob:
    """What is to be harvested, and how. `saved` is the form's page where it comes from a file."""

    web: WebSettings
    harvest: HarvestSettings
    url: str
    forms: FormsSettings = field(default_factory=FormsSettings)
    sets: Mapping[str, str] = field(default_factory=dict)
    saved: Response | None = None
    values: str | None = None
    """Text of the file of values."""
    identity: str | None = None
    """Which form of the page, by its identity: what a crawl found, wherever on the page it stands now."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A form on its page, filled in, and the request that would send it first."""

    response: Response
    judged: ChosenForm
    source: HarvestSource
    planner: QueryPlanner
    choice: Choice
    query: Query
    request: Request
    fetched: bool

    @property
    def page(self) -> Page:
        return self.source.page


def check(job: HarvestJob) -> None:
    """Raise on a job that cannot be carried out, before anything is asked for."""
    check_forms(job.forms)
    check_rule(job.harvest.judge)
    if ":" in job.harvest.planner:
        load("planner", job.harvest.planner)
    elif job.harvest.planner not in PLANNERS:
        raise BadConfiguration(f"planner '{job.harvest.planner}' is not known; known: {', '.join(PLANNERS)}")
    values_of(job)
    own_sources(job.harvest)


def values_of(job: HarvestJob) -> LvsTable:
    if job.values is None:
        return LvsTable()
    is_toml = (job.harvest.values or "").lower().endswith(".toml")
    return from_toml(job.values) if is_toml else from_csv(job.values)


def own_sources(settings: HarvestSettings) -> list[ValueSource]:
    words = settings.value_sources.replace(",", " ").split()
    return [made("source of values", word, ValueSource) for word in words]


async def prepare(job: HarvestJob, fetcher: Fetcher) -> Prepared:
    """Bring the page, choose its form and the first query. Raises where no form of it may be submitted."""
    response = job.saved or await fetcher.fetch(Request(job.url, permit=TARGET))
    if response.rest_until is not None:
        raise resting_error(response)
    block = recognise(response) if job.saved is None else None
    if block is not None:
        raise SiteBlocked(f"{response.url}: the site shows {block.kind} instead of its page ({block.why})")
    chosen = partial(choose, settings=job.harvest, forms=job.forms, identity=job.identity)
    found = await find_form(response, chosen, fetcher if job.saved is None else None)
    judged = found.judged
    source = understood(found.response, found.document, judged, job)
    asks = planned_by(job, source)
    first = asks.choose()
    if first is None:
        raise BadTarget(f"{source.page.url}: the planner {asks.name} has nothing to ask this form: {asks.why}")
    query, request = source.filled(judged.form, first)
    return Prepared(found.response, judged, source, asks, first, query, request, fetched=job.saved is None)


def understood(response: Response, document: Document, judged: ChosenForm, job: HarvestJob) -> HarvestSource:
    """The form with the fields that may be filled. Raises `FormRefused` where it may not be sent."""
    found = with_fields(judged.known, document, job.forms.labels)
    return HarvestSource.of(document, found, judged.permit(job.harvest), job.sets, response.fetched_at)


def planned_by(job: HarvestJob, source: HarvestSource, folder: Path | None = None) -> QueryPlanner:
    """A planner at its beginning, with the values it may use; a folder may hold a descriptor that was edited."""
    settings = job.harvest
    edits = edited(folder / SOURCE_FILE, source.fields) if folder is not None else Edits(source.fields, {})
    parts = PlannerSettings(settings.liddle, settings.hiwe, settings.auto)
    values = replace(supplies(job, source), given=edits.given)
    return planner(settings.planner, edits.fields, parts, settings.seed, values)


def supplies(job: HarvestJob, source: HarvestSource) -> Supplies:
    """Values for fields: the user's file, and the words of the form's own page."""
    # The day the page came, not the day of a resume: the same values again.
    today = datetime.fromtimestamp(source.fetched_at, UTC).date().isoformat()
    language = (source.page.language or "en")[:2].lower()
    sources = (*own_sources(job.harvest), BuiltIn(language, today=today))
    common = ((word, _COMMON - n / 1000) for n, word in enumerate(frequent_words(language, "common")))
    words, openers = [*page_words(source.page), *common], frequent_words(language, "function")
    elements = len(list(source.form.fields))
    return Supplies(values_of(job), sources, words=words, openers=openers, elements=elements)


def page_words(page: Page) -> list[tuple[str, float]]:
    """Words of a page with weights, for boxes that take any: its title and links name what the site has."""
    named = " ".join([page.title, *(link.anchor for link in page.links)])
    counts = Counter(_WORD.findall(f"{page.text[:_LETTERS]} {named}".lower()))
    return [(word, min(1.0, 0.2 + 0.1 * count)) for word, count in counts.most_common(_WORDS)]
