"""Answers that are the form's page again, byte for byte: a script reads the question there, and not the server."""

from hashlib import blake2b

from leadline.harvest.requests import StoppedBy
from leadline.harvest.scripted.entrance import HOW, not_got
from leadline.model.page import Response
from leadline.protocols import Fetcher
from leadline.store.batch import OpenSubmission, QueryRole
from leadline.web.browsing import BrowsesPages

_WANTED = frozenset({QueryRole.PLANNED, QueryRole.PROBE})


class SameAnswers:
    """Counts them: the page, one answer to a question and one to nonsense make three."""

    def __init__(self, page: bytes, fetcher: Fetcher) -> None:
        self._fetcher = fetcher
        self._page = _digest(page) if page else ""
        self._seen: set[QueryRole] = set()

    def ended(self, response: Response, submission: OpenSubmission) -> tuple[StoppedBy | None, str | None]:
        """The word and a sentence, when there is no doubt any more."""
        if not self._page or _digest(response.body) != self._page:
            return None, None
        self._seen.add(submission.role)
        if not self._seen >= _WANTED:
            return None, None
        return StoppedBy.SCRIPTS, (
            f"{response.url}: every question is answered with the same page, byte for byte, so its scripts fill "
            f"it, {self._lack(response)}"
        )

    def _lack(self, response: Response) -> str:
        """What it would take, or what the browser that is there saw."""
        if not isinstance(self._fetcher, BrowsesPages):
            return f"which takes a browser, which --render auto uses: {HOW}"
        use = self._fetcher.use
        if not use.openings:
            why = (
                "was not opened in this run" if use.may_open else "may open no page: harvest.openings allows more"
            )
            return f"and the browser {why}; it is for forms by GET, and where no form was named"
        saw = "words changed nothing" if use.unmoved else "no call of theirs brought a list of what was asked for"
        return f"and in the browser {saw}{not_got(self._fetcher, response)}"


def _digest(body: bytes) -> str:
    return blake2b(body, digest_size=16).hexdigest()
