"""The list that a page shows before anybody asks, as the source where no form of the page may be sent.

Registers and administrations show their rows at once, page by page; what narrows them is made by scripts, or
stands in a form with buttons that change rows, which the gate refuses. Reading on is no sending: the page itself
is asked for, and what its pager leads to. A list that does not lead on is left: it may be a menu.
"""

from typing import TYPE_CHECKING

from leadline.answers.document import read
from leadline.answers.paging.next_page import find_next_page
from leadline.answers.records.cut import cut_records
from leadline.gate.targets import TARGET
from leadline.harvest.scripted.entrance import Entered, is_meant, is_rendered
from leadline.harvest.scripted.source import call_source
from leadline.harvest.scripted.unfold import LIST
from leadline.model.call import Call
from leadline.model.page import Request, Response

if TYPE_CHECKING:
    from leadline.harvest.prepare import HarvestJob


def shown_list(job: "HarvestJob", response: Response, no: Exception) -> Entered | None:
    """The page as a source, if it lists something that goes on at a next page (`find_next_page`); `no` says why
    none of its forms is taken."""
    if is_rendered(response) or not response.ok or not is_meant(job, response):
        return None
    document = read(response)
    rows = len(cut_records(document).cuts)
    if rows < LIST:
        return None
    ahead = find_next_page(document, Request(response.url, permit=TARGET), rows=rows)
    if ahead is None or ahead.request.method != "GET":
        return None
    call = Call("GET", response.url)
    chosen, source = call_source(call, response, job)
    because = f"{no}. The page lists {rows} records and leads on: that list is read to its end instead"
    return response, chosen._replace(because=because), source, call
