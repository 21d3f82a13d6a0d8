"""Whether a page is filled by scripts, and what to do then: open it in the browser, or say that one is needed.

Signs: it has no form that can be sent; it was rendered to have any; or it answers a question with the very bytes
it is itself. The browser is asked before any word is spent.
"""

from dataclasses import replace
from typing import TYPE_CHECKING

from leadline.answers.document import read
from leadline.answers.judge.nonsense import nonsense
from leadline.answers.records.cut import cut_records
from leadline.errors import FetchError, NeedsBrowser
from leadline.harvest.choice import ChosenForm
from leadline.harvest.scripted.source import call_source
from leadline.harvest.scripted.use import learn_calls, search_box
from leadline.harvest.source import HarvestSource
from leadline.model.call import Call
from leadline.model.page import Accept, Response, header
from leadline.parse.document import Document
from leadline.protocols import Fetcher
from leadline.web.blocks import RENDERED, needs_scripts
from leadline.web.browsing import BrowsesPages

if TYPE_CHECKING:
    from leadline.harvest.prepare import HarvestJob

Entered = tuple[Response, ChosenForm, HarvestSource, Call]
HOW = "pip install 'leadline[browser]', and a Chromium on the PATH (apt install chromium)"


def is_rendered(response: Response) -> bool:
    return header(response.headers, RENDERED.lower()) is not None


def has_scripts(response: Response) -> bool:
    return b"<script" in response.body or b"<SCRIPT" in response.body or is_rendered(response)


def is_meant(job: "HarvestJob", response: Response) -> bool:
    """Whether the page's own scripts may be what the user wants: no form of it was named, or the one behind them
    all, which is no form of the page (`leadline inspect` shows it so)."""
    wanted = job.harvest.form
    return job.saved is None and job.identity is None and wanted in (None, len(Document.of(response).page.forms))


async def by_calls(job: "HarvestJob", fetcher: Fetcher, response: Response) -> Entered | None:
    """The source behind the page's scripts; None where there is no browser or no call that carries records. Raises
    `FormRefused` where the gate has something against the call."""
    if not isinstance(fetcher, BrowsesPages) or not has_scripts(response) or not is_meant(job, response):
        return None
    by_user = job.harvest.i_know_this_form_is_a_search
    async with fetcher.using(response, frozenset(job.harvest.allowed_sites)) as in_use:
        learnt = await learn_calls(in_use, may_send=by_user)
    if learnt is None:
        return None
    chosen, source = call_source(learnt.call, learnt.page, job)
    fetcher.plainly()
    return learnt.page, chosen, source, learnt.call


def lacks(job: "HarvestJob", response: Response) -> NeedsBrowser | None:
    """The sentence for a page that is nothing without scripts, where no browser runs them."""
    if job.saved is not None or is_rendered(response) or not has_scripts(response):
        return None
    document = Document.of(response)
    why = needs_scripts(document.page, document.text)
    if why is None and search_box(document.page) is not None:
        why = "its search stands in no form"
    if why is None:
        return None
    how = "--render auto opens it in one" if job.web.render == "never" else HOW
    return NeedsBrowser(f"{response.url}: scripts fill this page ({why}), which takes a browser: {how}")


def other_sites(fetcher: Fetcher) -> str:
    """What the page wanted of other sites, as advice."""
    hosts = sorted(fetcher.use.other_sites) if isinstance(fetcher, BrowsesPages) else []
    if not hosts:
        return ""
    named = " ".join(f"--allow-site {host}" for host in hosts[:5])
    return f"; its scripts want data of other sites, which takes: {named}"


async def answers_with_itself(
    job: "HarvestJob", fetcher: Fetcher, response: Response, source: HarvestSource
) -> bool:
    """Whether a form on a page without records answers nonsense with the page itself, byte for byte: then a script
    reads what was asked, and not the server. Asked only where a browser is there to go on with."""
    if not isinstance(fetcher, BrowsesPages) or not has_scripts(response) or is_rendered(response):
        return False
    if source.form.method != "get" or not is_meant(job, response) or source.takes_words is None:
        return False
    if len(cut_records(read(response)).cuts) > 1:
        return False
    choice = ((source.takes_words, nonsense(job.harvest.seed, 0)),)
    request = source.planned_query(source.form, choice).request
    try:
        answer = await fetcher.fetch(replace(request, accept=Accept.ANY))
    except FetchError:
        return False  # the harvest asks again, and tells
    return answer.body == response.body
