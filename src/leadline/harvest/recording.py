"""What happens in a harvest, written down: an event, its consequences and what it taught, in one batch.

The archive comes first. When a method returns, kill -9 loses none of what it wrote.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from leadline.errors import FetchError
from leadline.harvest.answer_page import AnswerPage
from leadline.model.events import Failure, Outcome
from leadline.model.form import Form
from leadline.model.page import Response
from leadline.model.query import Reply
from leadline.store.archive import Archive
from leadline.store.batch import AnswerVerdict, Batch, Capture, OpenSubmission, SubmissionResult
from leadline.store.protocols import Store

_GROUP = "harvest"
Named = tuple[tuple[str, str], ...]
"""Decisions, by name."""


@dataclass(frozen=True, slots=True)
class Recorder:
    store: Store
    archive: Archive

    def archived(self, submission: OpenSubmission, response: Response) -> Capture:
        about = {"query": str(submission.query_id), "page": str(submission.page)}
        return self.archive.append(response, extra=about)

    def answer(
        self, submission: OpenSubmission, response: Response, page: AnswerPage, capture: Capture, decisions: Named
    ) -> None:
        """One page of an answer, with its records, the plan for the next page, and what it taught."""
        forms = page.document.page.forms if page.document is not None else ()
        set_aside = page.judged.why if page.result.failed else None
        outcome = self._outcome(submission.request.url, response, submission.page, len(forms), set_aside)
        recorded = (submission, page.result)
        self.store.commit(Batch(outcome, capture=capture, forms=forms, recorded=recorded, decisions=decisions))

    def no_answer(self, submission: OpenSubmission, failure: Failure, *, retry: bool = False) -> None:
        """A submission that failed at the door; `retry`: it stays open."""
        outcome = self._failed(submission.request.url, submission.page, failure)
        verdict = AnswerVerdict(Reply.FAILED, why=failure.kind) if submission.reply is None else None
        result = SubmissionResult(failed=True, retry=retry, verdict=verdict)
        self.store.commit(Batch(outcome, recorded=(submission, result)))

    def form_page(self, response: Response, forms: Sequence[Form], batch: Batch | None = None) -> None:
        """The form's page; `batch` is what is committed with it."""
        capture = self.archive.append(response)
        outcome = self._outcome(response.request.url, response, 0, len(forms), None)
        self.store.commit(replace(batch or Batch(), event=outcome, capture=capture, forms=tuple(forms)))

    def record_page(self, record: str, response: Response, batch: Batch, *, blocked: bool = False) -> None:
        """A record's own page, and what is committed with it."""
        capture = self.archive.append(response, extra={"record": record})
        outcome = self._outcome(response.request.url, response, 1, 0, "block page" if blocked else None)
        self.store.commit(replace(batch, event=outcome, capture=capture))

    def no_record_page(self, url: str, failure: Failure, batch: Batch) -> None:
        self.store.commit(replace(batch, event=self._failed(url, 1, failure)))

    def _failed(self, url: str, depth: int, failure: Failure) -> Outcome:
        return Outcome(self.store.log.length, url, _GROUP, depth, failure=failure)

    def _outcome(self, url: str, response: Response, depth: int, forms: int, set_aside: str | None) -> Outcome:
        return Outcome(
            number=self.store.log.length,
            url=url,
            group=_GROUP,
            depth=depth,
            final_url=response.url,
            status=response.status,
            forms=forms,
            set_aside=set_aside,
            permit=response.request.permit.why,
        )


def failure_of(error: FetchError) -> Failure:
    return Failure(error.kind, error.found)
