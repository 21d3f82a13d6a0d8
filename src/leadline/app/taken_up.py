"""What a folder says was harvested, through the gate once more: it may be somebody else's."""

from dataclasses import replace

from leadline.answers.document import read
from leadline.doors.as_form import door_of
from leadline.errors import BadTarget
from leadline.harvest.buttons import may_go_without
from leadline.harvest.choice import choose
from leadline.harvest.door_source import kept_door
from leadline.harvest.loop import Harvest
from leadline.harvest.prepare import HarvestJob, understood
from leadline.harvest.profile import HarvestStart
from leadline.harvest.scripted.entrance import answer_on_screen
from leadline.harvest.scripted.source import call_source, read_call
from leadline.harvest.source import HarvestSource
from leadline.model.field import UnderstoodForm
from leadline.model.url import site_of
from leadline.parse.document import Document
from leadline.parse.forms import stable_action
from leadline.protocols import Fetcher
from leadline.submit.calls import call_of
from leadline.web.browsing import BrowserUse, BrowsesPages
from leadline.web.settings import WebSettings


def rendered_as_before(kept: HarvestStart, job: HarvestJob) -> WebSettings:
    """A call is made without a browser; only a search that is asked on the screen takes one."""
    is_plain = (kept.call is not None and not read_call(kept.call).on_screen) or kept.door is not None
    return replace(job.web, render="never") if is_plain else job.web


def on_screen_again(fetcher: Fetcher, kept: HarvestStart, job: HarvestJob) -> Fetcher:
    """The page whose search is asked on the screen is opened again when it is asked."""
    call = read_call(kept.call) if kept.call is not None else None
    if call is not None and call.on_screen and isinstance(fetcher, BrowsesPages):
        fetcher.begin(BrowserUse(most=job.harvest.openings))
        answer_on_screen(fetcher, call, kept.response, job)
        fetcher.plainly()
    return fetcher


def kept_source(kept: HarvestStart, job: HarvestJob) -> HarvestSource:
    """What a folder says was harvested, through the gate once more: the folder may be somebody else's."""
    if kept.door is not None:
        return kept_door(kept.door, kept.response)
    if kept.call is not None:
        return call_source(read_call(kept.call), kept.response, job)[1]
    document = read(kept.response)
    return understood(kept.response, document, judged_again(document, kept.form, job), job)


def judged_again(document: Document, index: int, job: HarvestJob) -> UnderstoodForm:
    """The form a folder says was harvested, through the gate once more: the folder may be somebody else's."""
    if not any(form.index == index for form in document.page.forms):
        raise BadTarget(f"the folder says that form {index} was harvested, and its page has none such: begin anew")
    return choose(document.page, replace(job.harvest, form=index), job.forms).known


def check_plans(harvest: Harvest) -> None:
    """What the folder would send next goes where the judged form does: its form with the hidden values of the
    moment, and the submission that is open."""
    now, judged, page = harvest.profile.session.form, harvest.source.form, harvest.source.page
    if (stable_action(now.action), now.method) != (stable_action(judged.action), judged.method):
        raise BadTarget(f"the folder sends its form to {now.action}, and its page to another place: begin anew")
    if (call_of(judged) or door_of(judged)) is not None and now.attributes != judged.attributes:
        raise BadTarget("the folder makes another call than the one that it was begun with: begin anew")
    if harvest.profile.idle and not may_go_without(now, harvest.profile.idle, page):
        raise BadTarget("the folder sends its form without a button that the gate wants pressed: begin anew")
    asked = harvest.queries.open()
    sites = {site_of(url) for url in (page.url, judged.action)} | set(harvest.settings.allowed_sites)
    if asked is not None and site_of(asked.request.url) not in sites:
        raise BadTarget(f"the folder plans a request to another site, {asked.request.url}: begin anew")
