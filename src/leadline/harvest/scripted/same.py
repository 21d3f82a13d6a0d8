"""Answers that are the form's page again, byte for byte: a script reads the question there, and not the server."""

from hashlib import blake2b

from leadline.harvest.requests import StoppedBy
from leadline.harvest.scripted.entrance import HOW
from leadline.model.page import Response
from leadline.store.batch import OpenSubmission, QueryRole

_WANTED = frozenset({QueryRole.PLANNED, QueryRole.PROBE})


class SameAnswers:
    """Counts them: the page, one answer to a question and one to nonsense make three."""

    def __init__(self, page: bytes) -> None:
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
            f"it, which takes a browser: {HOW}"
        )


def _digest(body: bytes) -> str:
    return blake2b(body, digest_size=16).hexdigest()
