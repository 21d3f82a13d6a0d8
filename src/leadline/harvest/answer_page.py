"""One page of an answer: judged, cut into records, its next page found, and what it teaches.

All of it is a function of the page and of what was known before; the loop sends, stores and counts.
"""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from hashlib import blake2b

from leadline.answers.document import read
from leadline.answers.judge.lines import message_of
from leadline.answers.judge.verdict import PageJudgement, judge, judge_unread, learn_probe
from leadline.answers.paging.safe import NextPage
from leadline.answers.records.cut import Records, cut_pieces, cut_records, wants_detail
from leadline.answers.records.shape import Shape
from leadline.doors.as_form import door_of
from leadline.harvest.buttons import button_key, has_grown, may_go_without
from leadline.harvest.listed import read_listed
from leadline.harvest.profile import SourceProfile
from leadline.harvest.requests import Sent, asked_again, next_page, reason_to_leave, repeats, second_step
from leadline.harvest.rescue import is_counted_list, is_usual_row, stands_open, takes_words
from leadline.harvest.settings import HarvestSettings
from leadline.harvest.source import HarvestSource
from leadline.model.door import Door
from leadline.model.page import Response
from leadline.model.query import Left, Record, Reply
from leadline.model.url_parameters import page_key
from leadline.parse.document import Document, parse
from leadline.store.batch import AnswerVerdict, OpenSubmission, PageYield, QueryRole, SubmissionResult
from leadline.store.protocols import Queries
from leadline.submit.session import expired
from leadline.web.blocks import recognise

_A_LIST = 2  # records of the form's page that are taken for an answer if more of them follow
_QUESTIONED = frozenset({400, 403, 409, 412, 416, 422})
"""Statuses by which some servers complain about a question: the form's page came, so it is not us they refuse."""
_ABSENT = frozenset({404, 410})
_STEPS = 2  # further steps a search may ask for; a form that comes back with one more row each time has no end


@dataclass(frozen=True, slots=True)
class AnswerSoFar:
    """What a page answers, and what the store knows about earlier pages of the answer and about other answers."""

    submission: OpenSubmission
    settings: HarvestSettings
    sent: frozenset[Sent]  # method, page (`url_parameters.page_key`) and body of what was asked for already
    pages: tuple[PageYield, ...] = ()  # what earlier pages of this answer brought
    held: int = 0  # records brought up so far
    cut_short: bool = False  # some answer of this source was cut short

    @classmethod
    def of(
        cls, submission: OpenSubmission, settings: HarvestSettings, queries: Queries, *, again: bool = False
    ) -> "AnswerSoFar":
        """`again`: it was left before, and who asks for it once more wants what is behind that."""
        settings = replace(settings, whole_answers=settings.whole_answers or again)
        is_short = queries.truncated() > 0 or any(why is not Left.KNOWN for why in queries.left())
        sent = ((method, page_key(url), body) for method, url, body in queries.sent(submission.query_id))
        pages, held = tuple(queries.yields(submission.query_id)), queries.counts()[0]
        return cls(submission, settings, frozenset(sent), pages, held, is_short)


@dataclass(frozen=True, slots=True)
class AnswerPage:
    """A page as it reads (`read_answer`), and as it is recorded once it is known which of its records were brought
    up before (`settled`): two steps, because reading may happen beside the loop and only the loop asks the store.
    """

    result: SubmissionResult
    profile: SourceProfile
    judged: PageJudgement
    document: Document | None = None
    leads_to_records: bool = False  # every record has a page of its own
    identities: tuple[str, ...] = ()
    goes_on: NextPage | None = None  # the next page of this answer, if it has one
    is_final: bool = False  # nothing hangs on which records are new
    has_grown: bool = False  # after a further step it shows the form with still more to fill in, and nothing else
    is_stuck: bool = False  # … and the gate lets the form go by no other way
    if_known: SourceProfile | None = None  # of an answer to nonsense, where most of its records are known


def read_answer(response: Response, warc: str, profile: SourceProfile, so_far: AnswerSoFar) -> AnswerPage:
    submission = so_far.submission
    bare = SubmissionResult(size=len(response.body), seconds=response.seconds)
    verdict = _refusal(so_far, response, profile)
    if verdict is not None:
        failed = verdict.reply in (Reply.ERROR, Reply.BLOCKED)
        left = Left.FAILED if failed and submission.reply is not None else None
        result = replace(bare, failed=failed, verdict=_verdict(submission, verdict), left=left)
        return AnswerPage(result, profile, verdict, is_final=True)
    if (door := door_of(profile.session.form)) is not None:
        return _listed(door, response, warc, profile, so_far)
    document = read(response, profile.held)
    is_form = submission.page == 0 or submission.request.method == "POST"
    session = (profile.session.sent() if is_form else profile.session).answered(document)
    is_expired = expired(document) and profile.session.refusals == 0
    profile = replace(profile, session=session)
    if is_expired:
        stale = PageJudgement(Reply.ERROR, why="the site wants fresh values")
        return AnswerPage(replace(bare, retry=True), profile, stale, document, is_final=True)
    cut = _cut(so_far, document, profile, hold=profile.shape.wants_more and not profile.identity.is_final)
    judged = _judged(so_far, document, cut, profile)
    if cut.left_out and judged.reply is Reply.RESULTS:
        judged = replace(judged, why=f"{judged.why or judged.message or ''}; {cut.left_out}")
        bare = replace(bare, left=Left.LENGTH)
    if submission.role is QueryRole.PROBE:
        result = replace(bare, verdict=_verdict(submission, judged))
        probed = replace(profile, template=learn_probe(profile.template, document, submission.choice, cut))
        shown = tuple(one.id for one in cut.cuts) if judged.reply is Reply.RESULTS else ()
        return AnswerPage(result, probed, judged, document, identities=shown, if_known=profile)
    if so_far.settings.judge != "template":
        profile = replace(profile, template=profile.template.with_answer(document, submission.choice))
    has_records = judged.reply is Reply.RESULTS
    if submission.reply is None:
        learnt = profile.template.learnt(submission.choice, judged.reply, judged.beside)
        profile = replace(profile, template=learnt)
    # Where one step has brought records before, an answer without any is no further step.
    is_begun = submission.reply is None and profile.usual is None
    if not has_records and is_begun and submission.page < _STEPS:
        step = second_step(submission, document, session.form, so_far.sent)
        if step is not None:
            return AnswerPage(replace(bare, next_request=step), profile, judged, document, is_final=True)
    if has_records:
        profile = profile.with_rows(cut, (submission.query_id, submission.page))
        if profile.identity.choice not in (None, cut.identity):
            cut = _cut(so_far, document, profile)  # two records were one by what was known before
    is_step = is_begun and submission.page > 0 and not (has_records and cut.cuts)
    grew = is_step and has_grown(document, session.form, submission.request)
    query, source, at = submission.query, submission.source.url, response.fetched_at
    cuts = cut.cuts if has_records else ()
    records = tuple(Record(one.id, one.fields, one.text, one.url, query, source, at, warc) for one in cuts)
    shape = str(cut.shape) if cut.shape is not None and has_records else None
    profile = profile.with_list(shape, len(records))
    leads = bool(records) and wants_detail(cut, document)
    ahead = (submission, document, session.form, so_far.sent, len(cuts))
    goes_on = next_page(*ahead) if has_records else None
    result = replace(bare, records=records, shape=shape, digest=_digest(records))
    identities = tuple(record.id for record in records)
    return AnswerPage(result, profile, judged, document, leads, identities, goes_on, has_grown=grew)


def _listed(door: Door, response: Response, warc: str, profile: SourceProfile, so_far: AnswerSoFar) -> AnswerPage:
    result, judged = read_listed(door, response, warc, so_far)
    names = tuple(record.id for record in result.records)
    return AnswerPage(result, profile, judged, None, door.leads_on and bool(names), names, is_final=True)


def settled(page: AnswerPage, known: AbstractSet[str], so_far: AnswerSoFar) -> AnswerPage:
    """The page as it is recorded, where `known` are those of its records that were brought up before."""
    profile, judged, records, submission = page.profile, page.judged, page.result.records, so_far.submission
    if page.is_final:
        return page
    if page.if_known is not None:
        return replace(page, profile=page.if_known) if len(known) * 2 > len(page.identities) else page
    new = len(set(page.identities) - known)
    pages = (*so_far.pages, PageYield(len(records), new, page.result.digest))
    is_again = repeats(pages)
    brought = sum(one.records for one in (pages[:-1] if is_again else pages))
    ends = page.goes_on is None or is_again
    is_of_all = judged.reply is Reply.EMPTY and judged.counted is not None and judged.counted.total > 0
    if (ends or submission.reply is None) and not is_of_all:
        # Counts are compared with answers that were paged to their end, and read where the answer began. What a
        # page without a match counts is something else: all that the site has, as on the form's page.
        profile = replace(profile, counts=profile.counts.seen(judged.counted, brought, whole=ends))
    stated = profile.counts.total(judged.counted)
    whole, left = ends or (not new and stated is not None and brought >= stated), None
    if not whole:
        held, settings, counts = so_far.held + new, so_far.settings, profile.counts
        left = reason_to_leave(pages, settings, counts, stated=stated, held=held, cut_short=so_far.cut_short)
    ahead = page.goes_on if not whole and left is None else None
    if ahead is not None and profile.paging is None:
        profile = replace(profile, paging=ahead.why)
    is_amid = ends and judged.place is not None and judged.place.goes_on  # "page 1 of 7", and no way to the second
    holds_more = is_amid or judged.says_truncated or profile.counts.short(judged.counted, brought)
    result = replace(
        page.result,
        next_request=ahead.request if ahead is not None else None,
        verdict=_verdict(submission, judged, profile),
        truncated=whole and (judged.reply is Reply.TOO_MANY or holds_more),
        left=page.result.left or left,
    )
    return replace(page, result=result, profile=profile)


def otherwise_pressed(page: AnswerPage, source: HarvestSource, so_far: AnswerSoFar) -> AnswerPage:
    """The page where the form only grew: the button that was pressed is pressed no more, and the query is asked
    again without it."""
    profile, submission = page.profile, so_far.submission
    button = source.button(profile.form, submission.choice)
    if button is None or button.name in dict(source.sets):
        return page
    idle = profile.idle | {button_key(button)}
    if not may_go_without(profile.session.form, idle, source.page):
        return replace(page, is_stuck=True)
    profile = replace(profile, idle=idle)
    again = asked_again(submission, source, profile.form, so_far.sent)
    if again is None:
        return replace(page, profile=profile)
    bare = SubmissionResult(size=page.result.size, seconds=page.result.seconds, next_request=again)
    return replace(page, profile=profile, result=bare)


# ── what the answer is ────────────────────────────────────────────────────────────────────────────────────


def _cut(so_far: AnswerSoFar, document: Document, profile: SourceProfile, *, hold: bool = False) -> Records:
    submission = so_far.submission
    if so_far.settings.records == "liddle":
        return cut_pieces(document)
    return cut_records(
        document,
        submission.source.text,
        Shape.read(shape) if (shape := profile.region or submission.shape) is not None else None,
        template=profile.template.text,
        asked=[value for _, value in submission.choice if value],
        usual=Shape.read(profile.usual) if profile.usual is not None else None,
        decided=profile.identity.choice,
        hold=hold,
    )


def _refusal(so_far: AnswerSoFar, response: Response, profile: SourceProfile) -> PageJudgement | None:
    """The verdict on an answer whose status says enough; None where the page has to be read."""
    submission = so_far.submission
    verdict = judge_unread(response, profile.template)
    is_absent = verdict is not None and response.status in _ABSENT
    if is_absent and submission.role is QueryRole.PROBE and _asks_again(submission, response):
        return None  # the site's way to say that nothing matches: it teaches what that looks like
    if verdict is None or response.status not in _QUESTIONED:
        return verdict
    block = recognise(response)
    by_status = f"status {response.status}:"
    if block is not None and not (block.kind == "forbidden" and block.why.startswith(by_status)):
        return verdict  # a captcha, the page of a firewall
    document, rule = read(response, profile.held), so_far.settings.judge
    complaint = judge(document, submission.choice, _cut(so_far, document, profile), profile.template, rule)
    kind = message_of(complaint.message, document.page.language) if complaint.message is not None else None
    if kind in ("required", "invalid") or (kind is None and complaint.reply is Reply.REQUIRED):
        # "At least two characters are required" is about the value: others may do.
        return replace(complaint, reply=Reply.REQUIRED)
    return replace(complaint, reply=Reply.EMPTY) if kind == "none" else replace(verdict, reply=Reply.ERROR)


def _asks_again(submission: OpenSubmission, response: Response) -> bool:
    """Whether a page shows a form with what was asked still in it: the search was there and found nothing."""
    sent = {pair for pair in submission.choice if pair[1]}
    controls = (control for form in parse(response).forms for control in form.controls)
    return any((control.name, control.value) in sent for control in controls)


def _judged(so_far: AnswerSoFar, document: Document, cut: Records, profile: SourceProfile) -> PageJudgement:
    """What one page is, where need be without holding against it what the form's page shows as well."""
    rule, template, form = so_far.settings.judge, profile.template, profile.session.form
    submission = so_far.submission
    judged = judge(document, submission.choice, cut, template, rule)
    if judged.reply is Reply.BLOCKED and stands_open(form):
        judged = replace(judged, reply=Reply.EMPTY, why="the page stands open, and shows nothing")
    has_words = takes_words(form, submission.choice)
    if submission.role is QueryRole.PROBE:
        return judged
    if submission.reply is None and has_words and is_usual_row(judged, cut, document, profile):
        return replace(judged, reply=Reply.RESULTS, message=None, why="a record where others are")
    if judged.reply is not Reply.EMPTY:
        return judged
    if has_words:
        again = judge(document, submission.choice, cut, template.for_text(), rule)
        judged = again if again.reply is Reply.RESULTS else judged
    if submission.reply is Reply.RESULTS and judged.message is None and str(cut.shape) == submission.shape:
        # Rows in the shape of the pages before are the same list, whatever their lines have in common with the
        # beginning of it on the form's page.
        return replace(judged, reply=Reply.RESULTS, why="the list of the pages before")
    # An answer that only repeats the form's page may be a list all the same: some front pages show the beginning
    # of what the empty query lists.
    repeats = submission.reply is None and judged.reply is Reply.EMPTY and judged.message is None
    is_list = len(cut.cuts) >= _A_LIST
    if repeats and is_list and is_counted_list(judged, cut, submission.choice):
        return replace(judged, reply=Reply.RESULTS, why="the list of the form's page, by its own count")
    ahead = next_page(submission, document, form, so_far.sent, len(cut.cuts)) if repeats and is_list else None
    if ahead is not None:
        return replace(judged, reply=Reply.RESULTS, why="the list of the form's page, with more to follow")
    # What words bring and nonsense does not is data, although the form's page shows all of it beforehand.
    if repeats and has_words and template.probes and is_list:
        return replace(judged, reply=Reply.RESULTS, why="a list that nonsense does not bring")
    return judged


def _verdict(
    submission: OpenSubmission, judged: PageJudgement, profile: SourceProfile | None = None
) -> AnswerVerdict | None:
    if submission.reply is not None:
        return None
    count = profile.counts.total(judged.counted) if profile is not None else None
    return AnswerVerdict(judged.reply, count, judged.why or judged.message or "", judged.count)


def _digest(records: tuple[Record, ...]) -> str | None:
    """What the rows of a page say, in a few letters: identities may be wrong, and are changed later on."""
    said = "\n".join(record.text for record in records)
    return blake2b(said.encode("utf-8", "replace"), digest_size=8).hexdigest() if records else None
