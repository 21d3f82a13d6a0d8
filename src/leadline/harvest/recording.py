"""What happens in a harvest, written down: an event, its consequences and what it taught, in one batch.

The archive comes first. When a function returns, kill -9 loses none of what it wrote.
"""

from dataclasses import replace

from leadline.errors import FetchError
from leadline.model.events import Failure, Outcome
from leadline.model.page import Response
from leadline.model.query import Left, Reply
from leadline.store.batch import AnswerVerdict, Batch, Capture, OpenSubmission, SubmissionResult
from leadline.store.protocols import Store

_GROUP = "harvest"


def record_page(
    store: Store, response: Response, capture: Capture, batch: Batch, depth: int = 0, set_aside: str | None = None
) -> None:
    """A page that came and was archived; what answers a submission stands under the URL that was planned."""
    url, permit = response.request.url, response.request.permit.why
    if batch.recorded is not None:
        url, depth = batch.recorded[0].request.url, batch.recorded[0].page
    event = Outcome(store.log.length, url, _GROUP, depth, final_url=response.url, status=response.status)
    event = replace(event, forms=len(batch.forms), set_aside=set_aside, permit=permit)
    store.commit(replace(batch, event=event, capture=capture))


def record_failure(store: Store, url: str, depth: int, failure: Failure, batch: Batch) -> None:
    """A page that did not come."""
    store.commit(replace(batch, event=Outcome(store.log.length, url, _GROUP, depth, failure=failure)))


def record_no_answer(store: Store, submission: OpenSubmission, failure: Failure, *, retry: bool = False) -> None:
    """A submission that failed at the door; `retry`: it stays open."""
    is_begun = submission.reply is not None
    verdict = AnswerVerdict(Reply.FAILED, why=failure.kind) if not is_begun else None
    result = SubmissionResult(failed=True, retry=retry, verdict=verdict, left=Left.FAILED if is_begun else None)
    batch = Batch(recorded=(submission, result))
    record_failure(store, submission.request.url, submission.page, failure, batch)


def failure_of(error: FetchError) -> Failure:
    return Failure(error.kind, error.found)
