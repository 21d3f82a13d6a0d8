"""One page of an answer taken in: judged, cut into records, its next page found, and what it teaches.

All of it is a function of the page and of what was known before; the loop sends, stores and counts.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from leadline.answers.document import read
from leadline.answers.judge import Counts, Judged, JudgeSettings, judge, refused
from leadline.answers.judge.wording import message_of
from leadline.answers.records import Records, Shape, cut_records, wants_detail
from leadline.harvest.knowledge import Knowledge
from leadline.harvest.onward import Sent, next_page, second_step
from leadline.harvest.settings import HarvestSettings
from leadline.model.form import Form
from leadline.model.page import Response
from leadline.model.query import Reply
from leadline.model.record import Record
from leadline.parse.document import Document, parse
from leadline.store.queries import Asked, Role, Taken, Verdict
from leadline.submit.session import expired
from leadline.web.blocks import recognise

_MORE_PATIENCE = 8
_TELLING = 10
"""Known records of one page that are unlikely to be followed by new ones."""
_NEARLY = 0.95
_A_LIST = 5
"""Records of the form's page that are taken for an answer if more of them follow."""
_TEXT = frozenset({"text", "search", "textarea"})
_QUESTIONED = frozenset({400, 403, 409, 412, 416, 422})
"""Statuses by which some servers complain about a question. The form's page came without trouble: it is not us
whom they refuse."""
_ABSENT = frozenset({404, 410})
_STEPS = 2
"""Further steps a search may ask for; a form that comes back with one more row each time has no end."""


@dataclass(frozen=True, slots=True)
class Past:
    """What the store knows about an answer's earlier pages."""

    asked_for: frozenset[Sent]
    """Method, page (`leadline.model.url_parameters.page_key`) and body of what was asked for already."""
    brought: int
    barren: int
    known: Callable[[list[str]], set[str]]
    """Which of these records were brought up before."""
    cut_off: bool = False
    """Some answer of this source was truncated."""
    held: int = 0
    """Records that were brought up so far, where some answer was truncated."""


@dataclass(frozen=True, slots=True)
class Page:
    """One page, taken in."""

    taken: Taken
    knowledge: Knowledge
    document: Document | None
    judged: Judged
    stale: bool = False
    """The site refused values that were sent before: the form's page has to be loaded again."""
    leads_to_records: bool = False
    """Every record has a page of its own."""


def take_in(
    asked: Asked, response: Response, warc: str, knowledge: Knowledge, past: Past, settings: HarvestSettings
) -> Page:
    """What one page of an answer is and holds."""
    size, seconds = len(response.body), response.seconds
    verdict = _refusal(asked, response, knowledge, settings)
    if verdict is not None:
        failed = verdict.reply in (Reply.ERROR, Reply.BLOCKED)
        taken = Taken(failed=failed, verdict=_verdict(asked, verdict), size=size, seconds=seconds)
        return Page(taken, knowledge, None, verdict)
    document = read(response)
    is_form = asked.page == 0 or asked.request.method == "POST"
    session = (knowledge.session.sent() if is_form else knowledge.session).answered(document)
    if expired(document) and knowledge.session.refusals == 0:
        return Page(
            Taken(again=True, size=size, seconds=seconds),
            replace(knowledge, session=session),
            document,
            Judged(Reply.ERROR, why="the site wants fresh values"),
            stale=True,
        )
    knowledge = replace(knowledge, session=session)
    first = asked.reply is None
    cut = _cut(asked, document, knowledge)
    judged = _judged(asked, document, cut, knowledge, past, settings)
    if cut.left_out and judged.reply is Reply.RESULTS:
        judged = replace(judged, says_truncated=True, why=f"{judged.why or judged.message or ''}; {cut.left_out}")
    if asked.role is Role.PROBE:
        return _probed(asked, response, document, judged, cut, knowledge, past)
    if settings.judge != "template":
        knowledge = replace(knowledge, template=knowledge.template.noted(document, asked.choice))
    has_records = judged.reply is Reply.RESULTS
    records = tuple(_records(asked, response, warc, cut)) if has_records else ()
    # Where one step has brought records before, an answer without any is no further step.
    is_begun = first and not has_records and knowledge.usual is None and asked.page < _STEPS
    if is_begun and (step := second_step(asked, document, session.form, past.asked_for)) is not None:
        return Page(Taken(following=step, size=size, seconds=seconds), knowledge, document, judged)
    fresh = {record.id for record in records} - past.known([record.id for record in records])
    left = not fresh and past.barren + 1 >= _patience(settings, past, knowledge.counts, len(records))
    left = left or asked.page + 1 >= settings.max_pages
    goes_on = next_page(asked, document, session.form, past.asked_for) if has_records else None
    ahead = goes_on if not left else None
    if ahead is not None and knowledge.paging is None:
        knowledge = replace(knowledge, paging=ahead.why)
    brought, whole = past.brought + len(records), goes_on is None
    knowledge = _counted(knowledge, judged, brought, whole=whole, first=first)
    taken = Taken(
        records=records,
        following=ahead.request if ahead is not None else None,
        shape=str(cut.shape) if cut.shape is not None and has_records else None,
        verdict=_verdict(asked, judged, knowledge) if first else None,
        truncated=whole and _is_truncated(judged, knowledge, brought),
        size=size,
        seconds=seconds,
    )
    if taken.shape is not None and knowledge.usual is None and len(records) > 1:
        knowledge = replace(knowledge, usual=taken.shape)
    leads = bool(records) and wants_detail(cut, document)
    return Page(taken, knowledge, document, judged, leads_to_records=leads)


def _probed(
    asked: Asked,
    response: Response,
    document: Document,
    judged: Judged,
    cut: Records,
    knowledge: Knowledge,
    past: Past,
) -> Page:
    """An answer to nonsense: it teaches what "nothing found" looks like."""
    known = past.known([one.id for one in cut.cuts]) if judged.reply is Reply.RESULTS else set()
    heard = len(known) * 2 <= len(cut.cuts)  # a field that changes nothing teaches nothing
    taken = Taken(size=len(response.body), seconds=response.seconds, verdict=_verdict(asked, judged))
    return Page(taken, knowledge.probed(document, asked.choice, cut) if heard else knowledge, document, judged)


# ── records ───────────────────────────────────────────────────────────────────────────────────────────────


def _cut(asked: Asked, document: Document, knowledge: Knowledge) -> Records:
    return cut_records(
        document,
        asked.source.text,
        Shape.read(asked.shape) if asked.shape is not None else None,
        template=knowledge.template.text,
        asked=[value for _, value in asked.choice if value],
        usual=Shape.read(knowledge.usual) if knowledge.usual is not None else None,
    )


def _records(asked: Asked, response: Response, warc: str, cut: Records) -> list[Record]:
    return [
        Record(
            id=one.id,
            fields=one.fields,
            text=one.text,
            url=one.url,
            query=asked.query,
            source=asked.source.url,
            fetched_at=response.fetched_at,
            warc=warc,
        )
        for one in cut.cuts
    ]


# ── what the answer is ────────────────────────────────────────────────────────────────────────────────────


def _refusal(asked: Asked, response: Response, knowledge: Knowledge, settings: HarvestSettings) -> Judged | None:
    """The verdict on an answer whose status says enough; None where the page has to be read."""
    verdict = refused(response, knowledge.template)
    if (
        verdict is not None
        and response.status in _ABSENT
        and asked.role is Role.PROBE
        and _asks_again(asked, response)
    ):
        return None  # the site's way to say that nothing matches: it teaches what that looks like
    if verdict is None or response.status not in _QUESTIONED:
        return verdict
    block = recognise(response)
    if block is not None and not (
        block.kind == "forbidden" and block.why.startswith(f"status {response.status}:")
    ):
        return verdict  # a captcha, the page of a firewall
    document, rule = read(response), JudgeSettings(rule=settings.judge)
    said = judge(document, asked.choice, _cut(asked, document, knowledge), knowledge.template, rule)
    kind = message_of(said.message) if said.message is not None else None
    if kind in ("required", "invalid"):
        # "At least two characters are required" is about the value: others may do.
        return replace(said, reply=Reply.REQUIRED)
    return replace(said, reply=Reply.EMPTY) if kind == "none" else replace(verdict, reply=Reply.ERROR)


def _asks_again(asked: Asked, response: Response) -> bool:
    """Whether a page shows a form with what was asked still in it: the search was there and found nothing."""
    sent = {pair for pair in asked.choice if pair[1]}
    return any(
        (control.name, control.value) in sent for form in parse(response).forms for control in form.controls
    )


def _judged(
    asked: Asked, document: Document, cut: Records, knowledge: Knowledge, past: Past, settings: HarvestSettings
) -> Judged:
    """What one page is, where need be without holding against it what the form's page shows as well."""
    rule, template, form = JudgeSettings(rule=settings.judge), knowledge.template, knowledge.session.form
    judged = judge(document, asked.choice, cut, template, rule)
    if judged.reply is not Reply.EMPTY or asked.role is Role.PROBE:
        return judged
    texts = {control.name for control in form.controls if control.kind in _TEXT}
    if any(value.strip() and name in texts for name, value in asked.choice):
        again = judge(document, asked.choice, cut, template.of_words(), rule)
        judged = again if again.reply is Reply.RESULTS else judged
    if _goes_on(asked, document, judged, cut, form, past):
        return replace(judged, reply=Reply.RESULTS, why="the list of the form's page, with more to follow")
    return judged


def _goes_on(asked: Asked, document: Document, judged: Judged, cut: Records, form: Form, past: Past) -> bool:
    """Whether an answer that only repeats the form's page is a list all the same: some front pages show the
    beginning of what the empty query lists."""
    repeats = asked.reply is None and judged.reply is Reply.EMPTY and judged.message is None
    return repeats and len(cut.cuts) >= _A_LIST and next_page(asked, document, form, past.asked_for) is not None


def _verdict(asked: Asked, judged: Judged, knowledge: Knowledge | None = None) -> Verdict | None:
    if asked.reply is not None:
        return None
    count = knowledge.counts.total(judged.counted) if knowledge is not None else None
    return Verdict(judged.reply, count, judged.why or judged.message or "", judged.count)


def _counted(knowledge: Knowledge, judged: Judged, brought: int, *, whole: bool, first: bool) -> Knowledge:
    """Counts are compared with answers that were paged to their end, and read where the answer began."""
    if not first and not whole:
        return knowledge
    return replace(knowledge, counts=knowledge.counts.seen(judged.counted, brought, whole=whole))


def _is_truncated(judged: Judged, knowledge: Knowledge, brought: int) -> bool:
    """Does the site hold more for this query than it gave?"""
    short = knowledge.counts.short(judged.counted, brought)
    return judged.reply is Reply.TOO_MANY or judged.says_truncated or short


def _patience(settings: HarvestSettings, past: Past, counts: Counts, records: int) -> int:
    """Pages of known records after which an answer is left; one with many `records` says enough by itself, unless
    answers came short of what they state.

    Where answers are cut off, other queries begin with the same records and bring new ones after them, as long as
    much is missing of what the largest answer states.
    """
    if past.cut_off and not (counts.believed and past.held >= _NEARLY * counts.largest):
        return settings.barren_pages * _MORE_PATIENCE
    return 1 if records >= _TELLING and not counts.refuted else settings.barren_pages
