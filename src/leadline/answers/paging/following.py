"""The next page of an answer, or None: the ways in the order of what they are worth.

1. a link (`links`), the likeliest by far and the safest;
2. a link that a script makes into a form (`scripts`);
3. a button of a form (`pressing`);
4. an endpoint that a script would load more from (`loading`).

Going in circles is for the caller to see, who knows what was asked before: `leadline.model.url_parameters` tells
whether two addresses are one page.
"""

from dataclasses import dataclass, replace

from leadline.answers.paging.links import Asking, leading, next_link
from leadline.answers.paging.loading import loaded
from leadline.answers.paging.pressing import pressed
from leadline.answers.paging.rows import numbered
from leadline.answers.paging.safe import sent_pairs
from leadline.answers.paging.scripts import called
from leadline.gate.links import Denied, follow
from leadline.model.form import Form
from leadline.model.page import Request
from leadline.parse.document import Document


@dataclass(frozen=True, slots=True)
class Following:
    """The request for the next page of an answer."""

    request: Request
    form: Form | None = None
    """The form on the answer's page that is sent, None for a link."""
    why: str = ""
    """What said that this is the next page, in a few words."""


def following(document: Document, asked: Request, form: Form | None = None) -> Following | None:
    """The next page of the answer `document`, which was got by `asked`; `form` is the one the query was made with.

    Without a form the page is a list like any other: see `links` for what that means to "older" and "newer".
    None at the end, and where nothing on the page can be trusted to lead on.
    """
    asking = Asking(asked.url, frozenset(sent_pairs(asked)), form is not None)
    row = numbered(document, asked.url)
    from_here = ("Referer", document.url)
    if (link := next_link(document, asking, row)) is not None:
        permit = follow(leading(link, document, asking), "the next page")
        if not isinstance(permit, Denied):
            return Following(Request(link.url, headers=(from_here,), permit=permit), None, link.why)
    turn = called(document, asked, form, row) or pressed(document.page, asked, form)
    if turn is not None:
        return Following(turn.request, turn.form, turn.why)
    load = loaded(document, asked.url, asking)
    if load is None:
        return None
    return Following(replace(load.request, headers=(from_here, *load.request.headers)), None, load.why)
