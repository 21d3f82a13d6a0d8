"""From a page to the first request, with nothing sent and nothing written: what a rehearsal shows.

Whatever speaks against the form ends here, with nothing but the page asked for.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from leadline.answers.judge.verdict import check_rule
from leadline.doors.as_form import door_of
from leadline.errors import BadTarget, InputError, SiteBlocked
from leadline.forms.safety import permit
from leadline.forms.settings import FormsSettings
from leadline.forms.understand import check as check_forms
from leadline.forms.understand import with_fields
from leadline.gate.targets import TARGET
from leadline.harvest.choice import ChosenForm, choose, find_form
from leadline.harvest.endings import COVERAGE
from leadline.harvest.human import with_decisions
from leadline.harvest.planners.door import DoorPlanner
from leadline.harvest.planners.named import OURS, planner
from leadline.harvest.planners.named import check as check_planner
from leadline.harvest.planners.whole import WholePlanner
from leadline.harvest.profile import SOURCE_FILE, edited
from leadline.harvest.requests import resting_error
from leadline.harvest.scripted.box import search_box
from leadline.harvest.scripted.entrance import (
    answers_with_itself,
    beside_list,
    by_calls,
    by_screen,
    has_scripts,
    is_read_by_server,
    is_rendered,
    lacks,
    needed,
    not_got,
    only_scripts_read,
    stay_plain,
    unexplained,
)
from leadline.harvest.settings import HarvestSettings
from leadline.harvest.shown_list import shown_list
from leadline.harvest.source import HarvestSource
from leadline.harvest.values.built_in import BuiltIn, frequent_words
from leadline.harvest.values.loosely import fitted
from leadline.harvest.values.supply import Supplies, elements_of
from leadline.harvest.values.table import LvsTable, from_csv, from_toml
from leadline.model.call import Call
from leadline.model.door import Door, DoorVerdict
from leadline.model.field import Field, UnderstoodForm
from leadline.model.page import Page, Request, Response
from leadline.parse.document import Document
from leadline.plugins import made
from leadline.protocols import Fetcher, QueryPlanner, ValueSource
from leadline.store.batch import PlannedQuery
from leadline.submit.calls import call_of
from leadline.web.blocks import recognise
from leadline.web.browsing import BrowserUse, BrowsesPages
from leadline.web.settings import WebSettings

_WORD = re.compile(r"[^\W\d_]{3,}")
_WORDS = 300
_COMMON = 0.35  # weight of words that any text may have: more than that of those that the page has once
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
    values: str | None = None  # text of the file of values
    memory: str | None = None  # what earlier sources taught, a table of values as TOML
    identity: str | None = None
    """Which form of the page, by its identity: what a crawl found, wherever on the page it stands now."""
    place: str = ""  # what stood behind `#` in the address, for the page's scripts


@dataclass(frozen=True, slots=True)
class Prepared:
    """A form on its page, filled in, and the request that would send it first."""

    response: Response
    judged: ChosenForm
    source: HarvestSource
    first: PlannedQuery
    fetched: bool
    unmatched: tuple[str, ...] = ()  # labels of values the user gave that fit no text field
    pause: float = 0.0  # seconds that the site is left alone after a request, as robots.txt and settings have it
    call: Call | None = None  # what is made in the place of a form that only a script reads
    door: Door | None = None  # the side door that is gone through in the place of the form
    doors: tuple[DoorVerdict, ...] = ()  # all that the site names, and what becomes of each


def check(job: HarvestJob) -> None:
    """Raise on a job that cannot be carried out, before anything is asked for."""
    check_forms(job.forms)
    check_rule(job.harvest.judge)
    check_planner(job.harvest.planner)
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
    if isinstance(fetcher, BrowsesPages):
        fetcher.begin(BrowserUse(most=job.harvest.openings if job.web.render == "auto" else None))
    response = job.saved or await fetcher.fetch(Request(job.url, permit=TARGET, place=job.place))
    if response.rest_until is not None:
        raise resting_error(response)
    block = recognise(response) if job.saved is None else None
    if block is not None:
        raise SiteBlocked(f"{response.url}: the site shows {block.kind} instead of its page ({block.why})")
    response, judged, source, call = await _entered(job, fetcher, response)
    asks = planned_by(job, source)
    choice = asks.choose()
    if choice is None:
        raise BadTarget(f"{source.page.url}: the planner {asks.name} has nothing to ask this form: {asks.why}")
    first = source.planned_query(source.form, choice)
    unmatched = tuple(_table(job, source)[1])
    return Prepared(response, judged, source, first, job.saved is None, unmatched, call=call)


Entered = tuple[Response, ChosenForm, HarvestSource, Call | None]


async def _entered(job: HarvestJob, fetcher: Fetcher, response: Response) -> Entered:
    """The form of the page, or what its scripts make of it."""
    if is_rendered(response) and (entered := await by_calls(job, fetcher, response)) is not None:
        return entered
    chosen = partial(choose, settings=job.harvest, forms=job.forms, identity=job.identity)
    try:
        found, document, judged = await find_form(response, chosen, fetcher if job.saved is None else None)
    except InputError as no:
        instead = await _without_form(job, fetcher, response, no)
        if instead is not None:
            return instead
        if not isinstance(fetcher, BrowsesPages) and (needs := lacks(job, response)) is not None:
            raise needs from no
        if advice := not_got(fetcher, response):
            raise BadTarget(f"{no}{advice}") from no
        raise
    source = understood(found, document, judged.known, job)
    plain = await _plainly(job, fetcher, found)
    if plain is not None:
        return plain
    stay_plain(fetcher, found)
    if found is not response:
        return found, judged, source, None
    by_scripts = await _read_by_scripts(job, fetcher, response, source)
    return by_scripts if by_scripts is not None else (found, judged, source, None)


async def _read_by_scripts(
    job: HarvestJob, fetcher: Fetcher, response: Response, source: HarvestSource
) -> Entered | None:
    """The calls of the page where its form is one that only its scripts read; None where its server does. Raises
    where nothing is known of what they do with it."""
    unread = only_scripts_read(response, source)
    if unread is None:
        is_itself = await answers_with_itself(job, fetcher, response, source)
        return await beside_list(job, fetcher, response) if is_itself else None
    entered = await by_calls(job, fetcher, response) if not is_rendered(response) else None
    if entered is None:
        if not isinstance(fetcher, BrowsesPages):
            raise needed(job, response, unread)
        if (no_list := unexplained(fetcher, response, unread)) is not None:
            raise no_list
    return entered


async def _without_form(job: HarvestJob, fetcher: Fetcher, response: Response, no: InputError) -> Entered | None:
    """What its scripts search by, or the list that the page shows: first the scripts where there is a box that
    searches, since a list beside one may be a part of everything."""
    if is_rendered(response):
        return await by_screen(job, fetcher, response)
    shown = shown_list(job, response, no)
    entered: Entered | None = None
    if shown is None or search_box(shown[2].seen or shown[2].page) is not None:
        entered = await by_calls(job, fetcher, response, alone=True)
    if entered is None and shown is not None and isinstance(fetcher, BrowsesPages):
        fetcher.plainly()
    return entered or shown


async def _plainly(job: HarvestJob, fetcher: Fetcher, response: Response) -> Entered | None:
    """A page that was rendered and whose server does without: as it came, and so are all answers."""
    came = fetcher.as_it_came(response) if isinstance(fetcher, BrowsesPages) and is_rendered(response) else None
    if came is None or not isinstance(fetcher, BrowsesPages) or job.web.render == "always":
        return None
    try:
        document = Document.of(came)
        judged = choose(document.page, job.harvest, job.forms, job.identity)
    except InputError:
        return None
    source = understood(came, document, judged.known, job)
    if not await is_read_by_server(job, fetcher, came, source):
        return None
    fetcher.plainly()
    return came, judged, source, None


def understood(response: Response, document: Document, known: UnderstoodForm, job: HarvestJob) -> HarvestSource:
    """The form with the fields that may be filled. Raises `FormRefused` where it may not be sent."""
    found = with_fields(known, document, job.forms.labels)
    allowed = permit(known.form, known.verdict, by_user=job.harvest.i_know_this_form_is_a_search)
    source = HarvestSource.of(document, found, allowed, job.sets, response.fetched_at)
    written = has_scripts(response) and not is_rendered(response)
    return replace(source, came=response.body) if written else source


def planned_by(job: HarvestJob, source: HarvestSource, folder: Path | None = None) -> QueryPlanner:
    """A planner at its beginning, with the values it may use; a folder may hold a descriptor that was edited."""
    settings = job.harvest
    if (door := door_of(source.form)) is not None:
        return DoorPlanner(door, settings.coverage or COVERAGE)
    fields: Sequence[Field] = source.fields
    given: Mapping[str, Sequence[str]] = {}
    if folder is not None:
        fields, given = with_decisions(folder, *edited(folder / SOURCE_FILE, source.fields))
    values = replace(supplies(job, source), given=given, orders=source.orders, within=source.within)
    call = call_of(source.form)
    if call is not None and call.is_all and settings.planner in OURS:
        return WholePlanner()
    return planner(settings.planner, fields, settings, settings.seed, values)


def supplies(job: HarvestJob, source: HarvestSource) -> Supplies:
    """Values for fields: the user's file, and the words of the form's own page."""
    # The day the page came, not the day of a resume: the same values again.
    today = datetime.fromtimestamp(source.fetched_at, UTC).date().isoformat()
    language = (source.page.language or "en")[:2].lower()
    sources = (*own_sources(job.harvest), BuiltIn(language, today=today))
    common = ((word, _COMMON - n / 1000) for n, word in enumerate(frequent_words(language, "common")))
    words, openers = [*page_words(source.seen or source.page), *common], frequent_words(language, "function")
    table, _ = _table(job, source)
    return Supplies(table, sources, words=words, openers=openers, elements=elements_of(source.form))


def _table(job: HarvestJob, source: HarvestSource) -> tuple[LvsTable, list[str]]:
    """The user's values, given to the fields they are meant for, and beside them what is remembered; which of the
    user's fit none."""
    fields = [(field.called, field.name) for field in source.fields if not field.finite]
    table, unmatched = fitted(values_of(job), fields)
    for row in from_toml(job.memory).rows if job.memory is not None else ():
        labels = list(row.labels.values())
        if not any(map(table.match, labels)):
            table.add(labels, row.values)
    return table, unmatched


def page_words(page: Page) -> list[tuple[str, float]]:
    """Words of a page with weights, for boxes that take any: its title and links name what the site has."""
    named = " ".join([page.title, *(link.anchor for link in page.links)])
    counts = Counter(_WORD.findall(f"{page.text[:_LETTERS]} {named}".lower()))
    return [(word, min(1.0, 0.2 + 0.1 * count)) for word, count in counts.most_common(_WORDS)]
