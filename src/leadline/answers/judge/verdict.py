"""What an answer is.

`judge` gathers the evidence of one page and lets one of three rules decide:

- `template` (ours): the site's own way to say nothing, learnt from answers to nonsense, then words, then records,
  then how much text is left that neither the form's page nor nonsense brought.
- `hash` (HiWE): words in the significant portion, or a significant portion that came too often.
- `size` (Liddle et al.): a small rest of constant size once header and footer are taken off.

The papers' two rules tell results from no results; which kind of no-results a page is they do not say, so what
they reject is EMPTY, or an ERROR where HiWE's hash alone decided.
"""

from dataclasses import dataclass, replace

from leadline.answers.judge.counts import Count
from leadline.answers.judge.evidence import Evidence, Notice, words_in
from leadline.answers.judge.lines import key_of, significant, significant_hash
from leadline.answers.judge.template import Template, rest_of
from leadline.answers.judge.wording import Message, message_of
from leadline.answers.records.cut import Records
from leadline.errors import BadConfiguration
from leadline.model.page import Response
from leadline.model.query import Choice, Reply
from leadline.parse.document import Document
from leadline.web.blocks import recognise

_REPLIES: dict[Message, Reply] = {
    "none": Reply.EMPTY,
    "too_many": Reply.TOO_MANY,
    "narrow": Reply.TOO_MANY,
    "required": Reply.REQUIRED,
    "invalid": Reply.ERROR,
    "error": Reply.ERROR,
    "truncated": Reply.TOO_MANY,
}
_FEW_WORDS = 8  # words left beside the template that are no record yet (ALGORITHMS E1)
_FEW_LINES = 3  # lines that are no record yet: a sentence and its advice
_LIKE_SUGGESTIONS = 6
_A_LIST = 8  # records beside nonsense from which on they are no suggestions any more
_REPEATED = 3  # HiWE: a significant portion that came more often than this is an error page (SPEC section 6)
_SMALL = 400  # liddle: letters left after header and footer up to which a rest is small
_CONSTANT = 20  # liddle: letters by which two rests may differ and still be the same


@dataclass(frozen=True, slots=True)
class PageJudgement:
    """One page of an answer, judged. Records of an answer that is not RESULTS are suggestions: leave them."""

    reply: Reply
    why: str = ""  # a sentence for people
    message: str | None = None  # the site's own words that decided, None where none did
    count: int | None = None  # as the page states it; `StatedCounts` says whether to believe it
    says_truncated: bool = False
    counted: Count | None = None  # all that was read about the count


def judge_unread(response: Response, template: Template | None = None) -> PageJudgement | None:
    """The verdict on an answer that need not be read: a block page, an HTTP error; None for all others. A status
    that answers to nonsense have as well is this site's way to say "nothing found", and is read."""
    block = recognise(response)
    if block is not None:
        return PageJudgement(Reply.BLOCKED, message=block.kind, why=f"block page ({block.kind}): {block.why}")
    usual = template is not None and any(probe.status == response.status for probe in template.probes)
    if response.ok or usual:
        return None
    return PageJudgement(Reply.ERROR, why=f"the server answered {response.status}")


def check_rule(rule: str) -> None:
    if rule not in RULES:
        raise BadConfiguration(f"harvest.judge = {rule!r} is not a rule; known: {', '.join(RULES)}")


def judge(
    document: Document, choice: Choice, records: Records, template: Template | None = None, rule: str = "template"
) -> PageJudgement:
    """What one page of an answer is. Without a template, words, records and the page's own text decide."""
    evidence = Evidence(document, choice, records, template or Template())
    decision = RULES[rule](evidence)
    count = evidence.count
    truncated = evidence.cut_short if decision.reply is Reply.RESULTS else None
    return replace(
        decision,
        message=decision.message or truncated,
        count=count.total if count is not None else None,
        says_truncated=truncated is not None or decision.reply is Reply.TOO_MANY,
        counted=count,
    )


def learn_probe(template: Template, document: Document, choice: Choice, records: Records) -> Template:
    """The template after one more answer to nonsense. What such an answer is, its words say; without known words
    it is EMPTY, because nothing matches nonsense, unless it counts or lists like a page of results: then the site
    ignores the field."""
    page = Evidence(document, choice, records, Template(form=template.form))
    notice = page.notices[0] if page.notices else None
    lists = page.counts_some or len(page.rows) >= _A_LIST
    rows = {page.lines[place][1] for row in page.rows for place in row}
    reply = _REPLIES[notice.kind] if notice is not None else Reply.RESULTS if lists else Reply.EMPTY
    return template.with_probe(document, choice, reply, rows)


# ── ours ──────────────────────────────────────────────────────────────────────────────────────────────────


def _by_template(page: Evidence) -> PageJudgement:
    return (_like_nonsense(page) if page.template.probes else None) or _by_words(page) or _by_text(page)


def _like_nonsense(page: Evidence) -> PageJudgement | None:
    """Answers that say what answers to nonsense say, in whatever words."""
    template = page.template
    reply = template.usual_reply
    if (template.message and not page.has_message) or (page.counts_some and reply is Reply.EMPTY):
        return None
    if page.rest_words < _FEW_WORDS and not page.rows and not page.has_new_notice:
        why = "it says what answers to nonsense say, up to the query itself"
        return PageJudgement(reply, why, page.shared_message)
    if not page.has_message or reply is Reply.RESULTS:
        return None
    if page.shared_message is not None:
        return PageJudgement(reply, "it holds the message that answers to nonsense share", page.shared_message)
    if template.suggests and len(page.rows) <= _LIKE_SUGGESTIONS and not page.new_apart:
        return PageJudgement(reply, "what it lists stands beside nonsense as well, under the same words")
    return None


def _by_words(page: Evidence) -> PageJudgement | None:
    notice = page.notices[0] if page.notices else None
    if notice is None:
        if page.count is None or page.count.total > 0 or page.rows:
            return None
        return PageJudgement(Reply.EMPTY, "it counts 0", page.count.text)
    if not page.rows:
        if notice.kind != "none" and page.rest_words > page.room_for_words:
            return None  # a remark beside a record or two; only "nothing found" is followed by suggestions
        refuses = notice.kind in ("too_many", "narrow", "truncated")
        return _by_notice(notice, page) if refuses or not page.counts_some else None
    nothing = page.first("none")
    # Below a list "nothing found" may be a remark about one record, but not where the list leads nowhere.
    is_answer = nothing is not None and (nothing.place < page.first_row or page.leads_nowhere)
    if nothing is not None and is_answer and not page.counts_some:
        return _by_notice(nothing, page)
    return None


def _by_notice(notice: Notice, page: Evidence) -> PageJudgement:
    why = f"it says “{notice.text[:120]}”"
    if notice.kind == "narrow" and page.count is None and not any(value.strip() for _, value in page.choice):
        # Who asked nothing at all cannot ask less; the site wants something to go by.
        return PageJudgement(Reply.REQUIRED, why, notice.text)
    return PageJudgement(_REPLIES[notice.kind], why, notice.text)


def _by_text(page: Evidence) -> PageJudgement:
    if page.rows:
        return PageJudgement(Reply.RESULTS, f"{len(page.rows)} records that repeat")
    if page.counts_some:
        if _shows_none(page):
            return PageJudgement(Reply.TOO_MANY, "it states a number of matches and shows none of them")
        return PageJudgement(Reply.RESULTS, "it states a number of matches")
    if page.rest_words >= _FEW_WORDS or len(page.rest) >= _FEW_LINES:
        return PageJudgement(Reply.RESULTS, f"{page.rest_words} words that the form's page does not have")
    if page.template.message and not page.has_message and page.rest_words:
        return PageJudgement(Reply.RESULTS, "something new, and not what answers to nonsense say")
    return PageJudgement(Reply.EMPTY, "nothing on it that the form's page does not have")


def _shows_none(page: Evidence) -> bool:
    """It counts many and has no room for them: a record has a word at least. In which words it asks for a narrower
    question need not be known. Of a few matches every word may stand on the form's page as well."""
    count = page.count
    if count is None or count.first is not None or count.total < _FEW_WORDS:
        return False
    return page.rest_words - words_in(key_of(count.text)) < _FEW_WORDS


# ── the papers' ───────────────────────────────────────────────────────────────────────────────────────────


def _by_hash(page: Evidence) -> PageJudgement:
    for line in significant(page.document):
        if message_of(line.text, page.document.page.language) is not None:
            return PageJudgement(Reply.EMPTY, f"its significant portion says “{line.text[:120]}”", line.text)
    times = dict(page.template.seen).get(significant_hash(page.document, page.choice), 0)
    if times + 1 > _REPEATED:
        return PageJudgement(Reply.ERROR, f"its significant portion came {times} times before")
    return PageJudgement(Reply.RESULTS, "its significant portion is new and has no known message")


def _by_size(page: Evidence) -> PageJudgement:
    template = page.template
    keys = tuple(key for _, key in page.lines)
    if template.head is None:
        return PageJudgement(Reply.RESULTS, "the first answer: nothing to compare it with")
    rest = rest_of(keys, template.head, template.foot)
    same = sum(n for known, n in template.rests if abs(known - rest) <= _CONSTANT)
    if rest <= _SMALL and (same or not rest):
        return PageJudgement(Reply.EMPTY, f"{rest} letters without header and footer, as {same} times before")
    return PageJudgement(Reply.RESULTS, f"{rest} letters without header and footer")


RULES = {"template": _by_template, "hash": _by_hash, "size": _by_size}
