"""What is a page and what is a download, by the headers alone.

A request for a page (`Accept.PAGE`) is not answered with a video: whoever fetches stops after such headers.
Redirects and errors pass, since their body is not what counts.
"""

from leadline.errors import NotAPage
from leadline.model.page import Accept, Headers, Request, header

_PAGE_TYPES = (
    "text/",
    "message/",
    "multipart/x-mixed",
    *(f"application/{t}" for t in ("xhtml", "xml", "json", "ld+json", "rss", "atom", "opensearch")),
)


def refuse_downloads(request: Request, status: int, headers: Headers) -> None:
    """Raise `NotAPage` where a page was asked for and something else is on offer."""
    if request.accept is Accept.ANY or not 200 <= status < 300:
        return
    kind = (header(headers, "content-type") or "").strip().lower()
    attached = (header(headers, "content-disposition") or "").strip().lower().startswith("attachment")
    if attached and not kind.startswith("text/html"):
        raise NotAPage(request.url, "is offered as a download, so it was dropped after its headers")
    # What is no media type at all ("html", "utf-8") says nothing; browsers look at the body then, and so do we.
    named = "/" in kind.partition(";")[0]
    if named and not kind.startswith(_PAGE_TYPES) and "+xml" not in kind and "+json" not in kind:
        raise NotAPage(request.url, f"is {kind[:80]}, not a page; dropped after its headers")
