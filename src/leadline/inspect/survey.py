"""Bring the pages of many targets and understand them: in order, one failure not hurting the others.

The door to the web is opened only if a target needs it, so that files are inspected without a network.

A page from a file does not know where it stood, and its relative actions lead nowhere. Nobody wants to hear that
about every form of it, so such a page is understood as if it stood on some site; what is shown stays as written.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import BinaryIO

from leadline.errors import BadTarget, FetchError, LeadlineError, ReadingTooLong
from leadline.forms.settings import FormsSettings
from leadline.forms.understand import Understandings, understand, understand_loose
from leadline.gate.targets import TARGET
from leadline.inspect.targets import Kind, Target, read_target, target_of
from leadline.model.field import Field, UnderstoodForm
from leadline.model.page import Page, Request, Response, header
from leadline.model.url import canonical
from leadline.parse.document import Document, parse
from leadline.protocols import Fetcher
from leadline.web.blocks import RENDERED, Block, may_need_scripts, needs_scripts, recognise
from leadline.web.settings import WebSettings
from leadline.web.tasks import Reader, is_heavy


@dataclass(frozen=True, slots=True)
class Inspected:
    """A page that came, whatever its status."""

    source: str
    response: Response
    document: Document
    forms: tuple[UnderstoodForm, ...]
    """The forms of the page, in its order."""
    loose: tuple[Field, ...] = ()
    """Fields outside of any form: search boxes of today often stand alone and are sent by a script."""
    blocked: Block | None = None
    """What stands in front of the page that was asked for: a challenge, a captcha, a denial."""
    lacks: str | None = None
    """What is missing because scripts make it and did not run."""

    @property
    def page(self) -> Page:
        return self.document.page

    @property
    def rendered(self) -> str | None:
        """Why scripts ran on the page, if they did."""
        return header(self.response.headers, RENDERED.lower())

    @property
    def exit_code(self) -> int:
        return 5 if self.blocked else 0


@dataclass(frozen=True, slots=True)
class Failed:
    """A target that brought no page."""

    source: str
    url: str | None
    error: LeadlineError

    @property
    def kind(self) -> str:
        return self.error.kind if isinstance(self.error, FetchError) else "bad-target"

    @property
    def exit_code(self) -> int:
        return self.error.exit_code


Result = Inspected | Failed

SOMEWHERE = "https://unknown.invalid/"
"""Where a page is taken to stand that does not know (RFC 2606: no such site exists)."""


async def survey(
    words: Sequence[str],
    settings: WebSettings,
    report: Callable[[Result], None],
    *,
    stdin: BinaryIO,
    base_url: str | None = None,
    forms: FormsSettings | None = None,
) -> int:
    """Report one result for each word, in their order, each as soon as it can be; return the exit code."""
    read = _Reader(forms or FormsSettings())
    targets = [_understood(word, base_url) for word in words]
    if not any(isinstance(t, Target) and t.kind is Kind.URL for t in targets):
        return await _report_all(targets, None, settings, report, stdin, read)
    from leadline.web.door import open_door  # brings the HTTP client along, which files do not need

    urls = [t.url for t in targets if isinstance(t, Target) and t.kind is Kind.URL]
    async with open_door(settings, visited=urls, read=parse) as fetcher:
        return await _report_all(targets, fetcher, settings, report, stdin, read)


async def _report_all(
    targets: Sequence[Target | Failed],
    fetcher: Fetcher | None,
    settings: WebSettings,
    report: Callable[[Result], None],
    stdin: BinaryIO,
    read: "_Reader",
) -> int:
    reader = Reader(settings.limits.reading_seconds)

    async def result_of(target: Target | Failed) -> Result:
        if isinstance(target, Failed):
            return target
        try:
            if fetcher is not None and target.kind is Kind.URL:
                response = await fetcher.fetch(Request(target.url, permit=TARGET))
            else:
                response = read_target(target, stdin, settings.limits.body)
        except (BadTarget, FetchError) as error:
            return Failed(target.source, target.url, error)
        try:
            work = partial(read.inspected, target, response)
            return await reader.read(target.url or target.source, response.body, work)
        except ReadingTooLong as error:
            return Failed(target.source, target.url, error)

    tasks = [asyncio.create_task(result_of(target)) for target in targets]
    code = 0
    try:
        for task in tasks:
            result = await task
            report(result)
            code = max(code, result.exit_code)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return code


def _understood(word: str, base_url: str | None) -> Target | Failed:
    try:
        return target_of(word, base_url)
    except BadTarget as error:
        return Failed(word, None, error)


def _lacking(target: Target, response: Response, document: Document) -> str | None:
    if target.kind is not Kind.URL or header(response.headers, RENDERED.lower()) is not None:
        return None
    return needs_scripts(document.page, document.text) if may_need_scripts(response.body) else None


class _Reader:
    """Understands the pages of one survey as the settings have it; what it understood once it keeps."""

    def __init__(self, forms: FormsSettings) -> None:
        self._forms = forms
        self._cache = Understandings()

    def inspected(self, target: Target, response: Response) -> Inspected:
        document = Document.of(response)
        # What is kept is not for two at once, and a large page is read beside others.
        cache = Understandings() if is_heavy(response.body) else self._cache
        block = recognise(response) if target.kind is Kind.URL else None
        forms, loose = self._read(document, cache)
        lacks = _lacking(target, response, document)
        return Inspected(target.source, response, document, forms, loose, block, lacks)

    def _read(
        self, document: Document, cache: Understandings
    ) -> tuple[tuple[UnderstoodForm, ...], tuple[Field, ...]]:
        page = document.page
        if not page.forms and not page.loose_controls:
            return (), ()
        if canonical(document.url) is None:
            document = document.at(SOMEWHERE)
        found = (understand(form, document, cache, self._forms) for form in document.page.forms)
        forms = tuple(replace(one, form=page.forms[n]) for n, one in enumerate(found))
        return forms, understand_loose(document, cache, self._forms.labels)
