"""What an answer is.

`judge` gathers the evidence of one page and lets one of three rules decide: `template` (ours) puts what changed
against the form's page, the answers to nonsense and earlier results into one vector of features and scores every
reply with learned weights; `hash` and `size` are the papers' (`papers`).
"""

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files

from leadline.answers.judge.counts import Count
from leadline.answers.judge.evidence import LIST, Evidence
from leadline.answers.judge.features import REPLIES, features
from leadline.answers.judge.lines import Message, says
from leadline.answers.judge.papers import by_hash, by_size
from leadline.answers.judge.places import place_of
from leadline.answers.judge.template import Template
from leadline.answers.places import Place
from leadline.answers.records.cut import Records
from leadline.answers.records.nets import Net
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
_SURELY = 0.9
"""A block page ends the work on a site: where it may be an answer, or lists records, it is the next likeliest."""


@dataclass(frozen=True, slots=True)
class PageJudgement:
    """One page of an answer, judged. Records of an answer that is not RESULTS are suggestions: leave them."""

    reply: Reply
    why: str = ""  # a sentence for people
    message: str | None = None  # the site's own words that decided, None where none did
    count: int | None = None  # as the page states it; `StatedCounts` says whether to believe it
    says_truncated: bool = False
    counted: Count | None = None  # all that was read about the count
    place: Place | None = None  # where among all its records or pages it says it stands
    beside: tuple[str, ...] = ()  # keys of the lines beside the rows: for `Template.learnt`


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
    truncated = _cut_short(evidence) if decision.reply is Reply.RESULTS else None
    return replace(
        decision,
        message=decision.message or truncated,
        count=count.total if count is not None else None,
        says_truncated=truncated is not None or decision.reply is Reply.TOO_MANY,
        counted=count,
        place=place_of(evidence),
        beside=evidence.beside if evidence.rows or decision.reply is not Reply.RESULTS else (),
    )


def _cut_short(page: Evidence) -> str | None:
    """The line that says that only a part is shown."""
    for place, (line, key) in enumerate(page.lines):
        if place not in page.within and key not in page.template.form and says(line.text, "truncated"):
            return line.text
    asks = page.first("too_many")
    return asks.text if asks is not None and asks.place < page.first_row else None


def learn_probe(template: Template, document: Document, choice: Choice, records: Records) -> Template:
    """The template after one more answer to nonsense. What such an answer is, its words say; without known words
    it is EMPTY, because nothing matches nonsense, unless it counts or lists like a page of results: then the site
    ignores the field."""
    page = Evidence(document, choice, records, replace(template, probes=()), nonsense=True)
    lists = page.counts_some or len(page.rows) > LIST
    reply = _by_template(page).reply
    if reply is Reply.RESULTS and not lists:
        reply = Reply.EMPTY
    return template.with_probe(document, choice, reply, page.row_keys)


# ── ours ──────────────────────────────────────────────────────────────────────────────────────────────────


@cache
def _net() -> tuple[tuple[str, ...], Net]:
    import numpy as np

    stored = json.loads((files(__package__) / "weights.json").read_text("utf-8"))
    if stored["replies"] != REPLIES:
        raise AssertionError("weights.json is for other replies: train it again")
    return stored["names"], Net(*(np.asarray(stored[part]) for part in ("hidden", "bias", "out", "always")))


def scored(found: Mapping[str, float]) -> dict[Reply, float]:
    """The probability of every reply, and nothing else: the weights' card says how good it is."""
    names, net = _net()
    scores = net.scores([found.get(name, 0.0) for name in names]).tolist()
    grown = [math.exp(score - max(scores)) for score in scores]
    return {Reply(name): share / sum(grown) for name, share in zip(REPLIES, grown, strict=True)}


def _by_template(page: Evidence) -> PageJudgement:
    found = features(page)
    chances = scored(found)
    if chances[Reply.BLOCKED] + chances[Reply.ERROR] < _SURELY or len(page.rows) > LIST:
        del chances[Reply.BLOCKED]
    reply = max(chances, key=lambda one: chances[one])
    message = _message(page, reply)
    return PageJudgement(reply, _because(page, found, reply, message), message)


def _message(page: Evidence, reply: Reply) -> str | None:
    """The site's own words: those known to say this, else what is new on a page with a complaint."""
    known = next((notice.text for notice in page.notices if _REPLIES[notice.kind] is reply), None)
    if known is not None and reply is not Reply.RESULTS:
        return known
    if reply is Reply.EMPTY:
        return page.count.text if page.count is not None and page.count.total == 0 and not page.rows else None
    if reply is Reply.RESULTS or not page.said:
        return None
    marked = next((line.text for line, _ in page.said if line.mark == "wrong"), None)
    return marked or page.said[0][0].text


def _because(page: Evidence, found: Mapping[str, float], reply: Reply, message: str | None) -> str:
    """A sentence for people: the site's words, or the features that spoke most for it."""
    if reply is Reply.RESULTS and page.rows:
        return f"{len(page.rows)} records that repeat"
    if message is not None and reply is not Reply.BLOCKED:
        return f"it says “{message[:120]}”"
    return (
        f"{'block page' if reply is Reply.BLOCKED else reply.value} by its structure: {_strongest(found, reply)}"
    )


def _strongest(found: Mapping[str, float], reply: Reply) -> str:
    """The feature that speaks most for a reply."""
    import numpy as np

    names, net = _net()
    vector = np.array([found.get(name, 0.0) for name in names])
    slopes = 1 - np.tanh(net.hidden @ vector + net.bias) ** 2
    return str(names[int((vector * ((net.out[REPLIES.index(reply)] * slopes) @ net.hidden)).argmax())])


RULES: dict[str, Callable[[Evidence], PageJudgement]] = {
    "template": _by_template,
    "hash": lambda page: PageJudgement(*by_hash(page)),
    "size": lambda page: PageJudgement(*by_size(page)),
}
