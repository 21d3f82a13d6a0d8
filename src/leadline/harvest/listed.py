"""One answer of a side door as a page of an answer: what it lists, as records, and where it goes on."""

from dataclasses import replace
from typing import TYPE_CHECKING

from leadline.answers.judge.verdict import PageJudgement
from leadline.answers.records.identity import digest
from leadline.doors.as_form import list_request
from leadline.doors.kinds import SPOKEN, read_door
from leadline.gate.links import Denied
from leadline.model.door import Door, DoorPage, Listed
from leadline.model.page import Request, Response
from leadline.model.query import Left, Record, Reply
from leadline.model.url_parameters import page_key
from leadline.store.batch import AnswerVerdict, OpenSubmission, SubmissionResult

if TYPE_CHECKING:
    from leadline.harvest.answer_page import AnswerSoFar


def read_listed(
    door: Door, response: Response, warc: str, so_far: "AnswerSoFar"
) -> tuple[SubmissionResult, PageJudgement]:
    submission = so_far.submission
    bare = SubmissionResult(size=len(response.body), seconds=response.seconds)
    is_begun = submission.reply is not None
    page = read_door(door, response)
    if page is None:
        judged = PageJudgement(Reply.ERROR, why=f"this is no {SPOKEN[door.kind]}")
        verdict = AnswerVerdict(Reply.ERROR, why=judged.why or "") if not is_begun else None
        return replace(bare, failed=True, verdict=verdict, left=Left.FAILED if is_begun else None), judged
    records = tuple(_record(door, one, response, warc, submission) for one in page.listed)
    reply = Reply.RESULTS if records or page.following is not None else Reply.EMPTY
    judged = PageJudgement(reply, why=f"what the {SPOKEN[door.kind]} lists")
    following, left = _ahead(page, so_far)
    verdict = AnswerVerdict(reply, page.total, judged.why or "", page.total) if not is_begun else None
    said = digest("\n".join(record.id for record in records)) if records else None
    bare = replace(bare, records=records, next_request=following, verdict=verdict, left=left, digest=said)
    return bare, judged


def _ahead(page: DoorPage, so_far: "AnswerSoFar") -> tuple[Request | None, Left | None]:
    """The next page of a list, or why it is left although it goes on: away from the site, in a circle, too far."""
    if page.following is None:
        return None, Left.LENGTH if page.is_cut else None
    if len(so_far.pages) + 1 >= so_far.settings.max_pages:
        return None, Left.PAGES
    request = list_request(page.following, so_far.submission.source.url)
    if isinstance(request, Denied) or ("GET", page_key(request.url), None) in so_far.sent:
        return None, Left.FAILED
    return request, None


def _record(door: Door, one: Listed, response: Response, warc: str, submission: OpenSubmission) -> Record:
    fields = one.fields or ((("title", one.title),) if one.title else ())
    text = " ".join(value for _, value in fields) or one.url
    own = one.key or one.url or text
    where = submission.source.url
    name = digest(f"{door.kind} {own}")
    return Record(name, fields, text, one.url, submission.query, where, response.fetched_at, warc)
