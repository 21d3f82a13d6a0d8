"""Everything Leadline reads of one page, stage by stage: what the tests of this room measure."""

import json
from collections.abc import Iterator

from leadline.answers.document import read
from leadline.answers.judge.template import Template
from leadline.answers.judge.verdict import judge, judge_unread
from leadline.answers.paging.next_page import find_next_page
from leadline.answers.records.cut import cut_records
from leadline.app.describe import describe
from leadline.app.inspect import Inspected
from leadline.forms.understand import Understandings, understand, understand_scripted
from leadline.gate.targets import UNSENT
from leadline.model.page import Request, Response
from leadline.parse.document import Document
from leadline.submit.session import expired, next_step
from leadline.web.blocks import may_need_scripts, needs_scripts

URL = "http://example.org/a/b.html?q=x"
HTML = (("content-type", "text/html; charset=utf-8"),)
ASKED = (("q", "x"),)
LONGEST_BODY = 10 * 2**20


def answer(body: bytes, headers: tuple[tuple[str, str], ...] = HTML) -> Response:
    return Response(Request(URL, permit=UNSENT), URL, 200, headers, body[:LONGEST_BODY], 0.0)


def inspected(response: Response) -> Iterator[str]:
    """Does what `inspect` does, one stage after the other; the name of each when it is done."""
    document = Document.of(response)
    html, page = document.text, document.page.whole()
    yield "parse"
    if may_need_scripts(response.body):
        needs_scripts(page, html)
    judge_unread(response)
    yield "refused"
    cache = Understandings()
    forms = tuple(understand(form, document, cache) for form in page.forms)
    scripted = understand_scripted(document, cache)
    yield "understand"
    said = json.dumps(describe(Inspected("-", response, document, forms, scripted)))
    assert len(said) < 2_000_000 + 40 * len(html), f"{len(said):,} characters said about {len(html):,}"
    yield "describe"


def taken_in(response: Response) -> Iterator[str]:
    """Does what `harvest` does with an answer, one stage after the other."""
    document = read(response)
    expired(document)
    yield "read"
    cut = cut_records(document, "known words", template="other words", asked=["x"])
    yield "cut"
    judge(document, ASKED, cut, Template.of_form(document))
    yield "judge"
    form = next(iter(document.page.forms), None)
    find_next_page(document, response.request, form)
    if form is not None:
        next_step(document, form, ASKED)
    yield "paging"


def stages(response: Response) -> Iterator[str]:
    yield from inspected(response)
    yield from taken_in(response)


def everything(html: str) -> int:
    """All stages of one page; how many there were."""
    return len(list(stages(answer(html.encode("utf-8", "replace")))))
