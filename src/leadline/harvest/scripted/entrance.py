"""Whether a page is filled by scripts, and what to do then: open it in the browser, or say that one is needed.

Signs: it has no form that can be sent; it was rendered to have any; no box of its form has a name, without which
no browser sends it; or it answers a question with nothing but what it shows itself. The browser is asked before
any word is spent.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from leadline.answers.document import as_page, read
from leadline.answers.judge.nonsense import nonsense
from leadline.answers.records.cut import cut_records
from leadline.errors import BadTarget, FetchError, FormRefused, NeedsBrowser, ScriptsFailed
from leadline.harvest.choice import ChosenForm
from leadline.harvest.scripted.box import is_box, search_box
from leadline.harvest.scripted.on_screen import AskedOnScreen
from leadline.harvest.scripted.source import call_source, search_source
from leadline.harvest.scripted.unfold import Unfolded, answered, screen_source, shows_list, unfolded
from leadline.harvest.scripted.use import Learnt, learn_calls
from leadline.harvest.source import HarvestSource
from leadline.harvest.values.built_in import frequent_words
from leadline.model.call import Call
from leadline.model.page import Accept, Response, header
from leadline.parse.document import Document
from leadline.protocols import Fetcher
from leadline.web.blocks import RENDERED, needs_scripts
from leadline.web.browsing import Allowed, BrowsesPages

if TYPE_CHECKING:
    from leadline.harvest.prepare import HarvestJob

Entered = tuple[Response, ChosenForm, HarvestSource, Call]
_TOLD = 5  # of what scripts did not get
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


def _browser_for(job: "HarvestJob", fetcher: Fetcher, response: Response) -> BrowsesPages | None:
    """Who opens the page, if its scripts may be what is meant and it may be opened once more."""
    if not isinstance(fetcher, BrowsesPages) or not has_scripts(response) or not is_meant(job, response):
        return None
    return fetcher if fetcher.use.may_open else None


async def by_calls(
    job: "HarvestJob", fetcher: Fetcher, response: Response, *, alone: bool = False, least: int = 0
) -> Entered | None:
    """The source behind the page's scripts; None where there is no browser or no call that carries records. Raises
    `FormRefused` where the gate has something against the call. `alone`: there is no form to go on with, so what
    no call brings is read from the screen. `least`: letters that a call has to have brought to the screen where no
    word led to it, since the page came with a list of as many."""
    browser = _browser_for(job, fetcher, response)
    if browser is None:
        return None
    by_user = job.harvest.i_know_this_form_is_a_search
    async with browser.using(response, Allowed(frozenset(job.harvest.allowed_sites), by_user)) as in_use:
        learnt = await learn_calls(in_use, may_send=by_user)
        whole = await unfolded(in_use, job.harvest.max_pages) if alone and learnt.call is None else None
    if learnt.call is None:
        browser.use.unmoved, browser.use.by_itself = learnt.unmoved, learnt.by_itself
        return _of_search(job, browser, learnt) or _of_screen(job, browser, whole)
    if not learnt.by_words and learnt.shown < least:
        return None
    chosen, source = call_source(learnt.call, learnt.page, job)
    answer = await answered(learnt.call, source, fetcher)
    if answer is None and (searched := _of_search(job, browser, learnt)) is not None:
        return searched
    if answer is None:
        return await by_screen(job, fetcher, response) if alone else None
    for came in (answer, *learnt.own_pages):
        browser.keep(came)
    browser.plainly()
    return learnt.page, chosen, source, learnt.call


def _of_search(job: "HarvestJob", browser: BrowsesPages, learnt: Learnt) -> Entered | None:
    """The source that the page's own search is, used on the screen; None where words bring nothing there, or the
    page may not be opened for it."""
    if not learnt.way or not browser.use.may_open:
        return None
    found = search_source(learnt, job)
    if found is None:
        return None
    chosen, source, call = found
    answer_on_screen(browser, call, learnt.page, job)
    browser.plainly()
    return learnt.page, chosen, source, call


def answer_on_screen(browser: BrowsesPages, call: Call, rest: Response, job: "HarvestJob") -> None:
    """Have the questions of such a source answered, in this run or when it is taken up again."""
    vouched, most = job.harvest.i_know_this_form_is_a_search, job.harvest.max_pages
    screen = AskedOnScreen(call.on_screen, rest, vouched, most)
    browser.answer_by(screen, rest, Allowed(frozenset(job.harvest.allowed_sites), vouched))


async def by_screen(job: "HarvestJob", fetcher: Fetcher, response: Response) -> Entered | None:
    """The source that the page's own screen is, where no call of its scripts can be made again."""
    browser = _browser_for(job, fetcher, response)
    if browser is None or (is_rendered(response) and not shows_list(response)):
        return None
    async with browser.using(response, Allowed(frozenset(job.harvest.allowed_sites))) as in_use:
        found = await unfolded(in_use, job.harvest.max_pages)
    return _of_screen(job, browser, found)


def _of_screen(job: "HarvestJob", browser: BrowsesPages, found: Unfolded | None) -> Entered | None:
    if found is None:
        return None
    chosen, source, call = screen_source(found, job)
    browser.keep(found.whole)
    browser.plainly()
    return found.page, chosen, source, call


def lacks(job: "HarvestJob", response: Response) -> NeedsBrowser | None:
    """The sentence for a page that is nothing without scripts, where no browser runs them."""
    if job.saved is not None or is_rendered(response) or not has_scripts(response):
        return None
    document = Document.of(response)
    why = needs_scripts(document.page, document.text)
    if why is None and search_box(document.page) is not None:
        why = "its search stands in no form"
    return needed(job, response, why) if why is not None else None


def needed(job: "HarvestJob", response: Response, why: str) -> NeedsBrowser:
    how = "--render auto opens it in one" if job.web.render == "never" else HOW
    return NeedsBrowser(f"{response.url}: scripts fill this page ({why}), which takes a browser: {how}")


def only_scripts_read(response: Response, source: HarvestSource) -> str | None:
    """Why no server ever sees what is filled into a form; None where one does."""
    nameless = not source.fields and any(map(is_box, source.form.controls))
    return "no field of its search has a name" if nameless and has_scripts(response) else None


def stay_plain(fetcher: Fetcher, response: Response) -> None:
    """Render no answers of a source whose page carries its records for its scripts: those do, too, and one that
    has few or none looks like a page that lacks something."""
    if isinstance(fetcher, BrowsesPages) and not is_rendered(response) and read(response).wrapped is not None:
        fetcher.plainly()


def not_got(fetcher: Fetcher, response: Response) -> str:
    """What the page's scripts wanted and did not get, as advice."""
    if not isinstance(fetcher, BrowsesPages):
        return ""
    hosts, calls = sorted(fetcher.use.other_sites), list(dict.fromkeys(fetcher.use.refused))
    named = " ".join(f"--allow-site {host}" for host in hosts[:_TOLD])
    wanted = f"; its scripts want data of other sites, which takes: {named}" if hosts else ""
    if calls:
        form = len(Document.of(response).page.forms)
        option = f"--form {form} --i-know-this-form-is-a-search"
        wanted += "".join(f"; {call}" for call in calls[:_TOLD]) + f"; if its search is one: {option}"
    elif posts := list(dict.fromkeys(fetcher.use.refused_posts)):
        wanted += f"; its scripts ask for data by POST, which is sent for searches alone: {_few(posts)}"
    if fetcher.use.by_itself:
        wanted += "; its scripts answer words by themselves, from data that cannot be read as a list"
        wanted += " (harvest.openings lets them be asked on the screen)" if not fetcher.use.may_open else ""
    if sockets := sorted(fetcher.use.sockets):
        wanted += f"; its scripts want data over web sockets, which are not read: {_few(sockets)}"
    return wanted


def _few(said: Sequence[str]) -> str:
    return "; ".join(said[:_TOLD])


def unexplained(fetcher: Fetcher, response: Response, why: str) -> BadTarget | None:
    """A search that no server reads, on a page whose list no call of its scripts was seen to bring; None where the
    page shows one all the same. Words that change nothing on what scripts made find nothing in it."""
    unmoved = isinstance(fetcher, BrowsesPages) and fetcher.use.unmoved and is_rendered(response)
    if shows_list(response) and not unmoved:
        return None
    sentence = f"{response.url}: only its scripts read its search ({why}), and no call of theirs brought a list"
    return BadTarget(f"{sentence}{not_got(fetcher, response)}")


async def answers_with_itself(
    job: "HarvestJob", fetcher: Fetcher, response: Response, source: HarvestSource
) -> bool:
    """Whether a form answers nonsense with the page itself, as far as a reader sees: then a script reads what was
    asked, and not the server. That the page lists something says nothing: it may be a menu. Asked only where a
    browser is there to go on with."""
    if not isinstance(fetcher, BrowsesPages) or not has_scripts(response) or is_rendered(response):
        return False
    if source.form.method != "get" or not is_meant(job, response) or source.takes_words is None:
        return False
    word = nonsense(job.harvest.seed, 0)
    answer = await _answer_to(word, fetcher, source)
    if answer is None or not answer.ok:
        return False
    document = Document.of(answer)
    if needs_scripts(document.page, document.text) is None:
        fetcher.keep(answer)  # the loop asks this first of all nonsense, too
    return _seen(answer) - {word} == _seen(response)


async def beside_list(job: "HarvestJob", fetcher: Fetcher, response: Response) -> Entered | None:
    """`by_calls` for a page whose form answers with the page itself; None where the list that it came with, if it
    did, is all that is known: it is read as any other then, whatever the browser or the gate had against more."""
    came = cut_records(read(response)).cuts if shows_list(response) else ()
    try:
        return await by_calls(job, fetcher, response, least=sum(len(cut.text) for cut in came))
    except (FormRefused, ScriptsFailed):
        if not came:
            raise
        return None


async def is_read_by_server(job: "HarvestJob", fetcher: Fetcher, came: Response, source: HarvestSource) -> bool:
    """Whether a server reads what is asked, before any script runs: it tells words from each other, or nonsense
    from nothing. A page that asks for JavaScript, or is
    short, may well do without; and a harvest is rendered or it is not, since answers of both kinds cannot be held
    against each other."""
    if source.takes_words is None or source.form.method != "get":
        return False
    code = (Document.of(came).page.language or "en")[:2].lower()
    common = [*frequent_words(code, "common")[:1], *frequent_words(code, "function")[:1]]
    said = [_tokens(came)]
    for word in (nonsense(job.harvest.seed, 0), *common):
        answer = await _answer_to(word, fetcher, source)
        if answer is None or not answer.ok:
            return False
        said.append(_tokens(answer) - {word})
        if said[-1] != said[0]:
            return True
    return False


async def _answer_to(word: str, fetcher: Fetcher, source: HarvestSource) -> Response | None:
    """What the server says to a word, as it comes."""
    assert source.takes_words is not None
    request = source.planned_query(source.form, ((source.takes_words, word),)).request
    try:
        return await fetcher.fetch(replace(request, accept=Accept.ANY))
    except FetchError:
        return None  # the harvest asks again, and tells


def _tokens(response: Response) -> set[str]:
    return set(Document.of(response).page.text.casefold().split())


def _seen(response: Response) -> set[str]:
    """Lines of a page, and of the records that it carries for its scripts."""
    return {" ".join(line.split()) for line in as_page(response).page.text.split("\n")}
