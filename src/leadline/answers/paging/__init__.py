"""The next page of an answer: `find_next_page(document, asked, form)`, whatever the site pages with, or None.

The ways in the order of what they are worth:

1. a link (`links`, with page numbers and offsets in URLs by `addresses`, rows of page numbers by `rows`), the
   likeliest by far and the safest;
2. a link that a script makes into a form, or a button of a form (`pressing`; `safe` says which forms may be sent);
3. an endpoint that a script would load more from (`loading`).

Going in circles is for the caller to see, who knows what was asked before: `leadline.model.url_parameters` tells
whether two addresses are one page.

>>> from leadline.gate.targets import TARGET
>>> from leadline.model.page import Request, Response
>>> from leadline.answers.document import read
>>> asked = Request("http://example.org/s?q=x", permit=TARGET)
>>> body = b'<p>1 <a href="/s?q=x&start=20">2</a> <a href="/s?q=x&start=40">3</a></p>'
>>> found = find_next_page(read(Response(asked, asked.url, 200, (), body, 0.0)), asked)
>>> found.request.url
'http://example.org/s?q=x&start=20'
"""

from leadline.answers.paging.forms import called, pressed
from leadline.answers.paging.links import PageContext, leading, next_link
from leadline.answers.paging.loading import loaded
from leadline.answers.paging.pager import page_number_row
from leadline.answers.paging.safe import NextPage, paging_verdict, sent_pairs
from leadline.gate.links import Denied, follow
from leadline.model.form import Form
from leadline.model.page import Request
from leadline.parse.document import Document

__all__ = ["NextPage", "find_next_page", "paging_verdict"]


def find_next_page(document: Document, asked: Request, form: Form | None = None) -> NextPage | None:
    """The next page of the answer `document`, which was got by `asked`; `form` is the one the query was made with.

    Without a form the page is a list like any other: see `links` for what that means to "older" and "newer".
    None at the end, and where nothing on the page can be trusted to lead on.
    """
    context = PageContext(asked.url, frozenset(sent_pairs(asked)), form is not None)
    row = page_number_row(document, asked.url)
    if (link := next_link(document, context, row)) is not None:
        permit = follow(leading(link, document, context), "the next page")
        if not isinstance(permit, Denied):
            request = Request(link.url, headers=(("Referer", document.url),), permit=permit)
            return NextPage(request, why=link.why)
    by_form = called(document, asked, form, row) or pressed(document.page, asked, form)
    return by_form or loaded(document, asked.url, context)
