"""Inspect: bring the pages of many targets and understand their forms, one failure not hurting the others.

The door to the web is opened only if a target needs it, so that files are inspected without a network.

A page from a file does not know where it stood, and its relative actions lead nowhere. Nobody wants to hear that
about every form of it, so such a page is understood as if it stood on some site; what is shown stays as written.
"""

import asyncio
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, replace
from functools import partial
from io import BytesIO
from typing import Any, BinaryIO

from leadline.app.progress import OnProgress, TargetInspected, ignore_progress
from leadline.app.settings import Settings
from leadline.app.targets import Target, page_address, read_target, saved_response, target_of
from leadline.errors import BadTarget, FetchError, LeadlineError, ReadingTooLong
from leadline.forms.settings import FormsSettings
from leadline.forms.understand import Understandings, check, understand, understand_scripted
from leadline.gate.targets import TARGET
from leadline.model.field import Field, UnderstoodForm
from leadline.model.page import Page, Request, Response, header
from leadline.model.url import canonical
from leadline.parse.document import Document, parse
from leadline.protocols import Fetcher
from leadline.web.blocks import RENDERED, Block, may_need_scripts, needs_scripts, recognise
from leadline.web.tasks import Reader, is_heavy


@dataclass(frozen=True, slots=True)
class Inspected:
    """A page that came, whatever its status."""

    source: str
    response: Response
    document: Document
    forms: tuple[UnderstoodForm, ...]  # the forms of the page, in its order
    scripted: UnderstoodForm | None = None
    """Controls outside of any form, as one of their own: search boxes of today often stand alone and are read by a
    script."""
    blocked: Block | None = None
    """What stands in front of the page that was asked for: a challenge, a captcha, a denial."""
    lacks: str | None = None  # what is missing because scripts make it and did not run

    @property
    def page(self) -> Page:
        return self.document.page

    @property
    def loose(self) -> tuple[Field, ...]:
        """Fields outside of any form."""
        return self.scripted.fields if self.scripted is not None else ()

    def as_json(self) -> dict[str, object]:
        """What `leadline inspect --json` prints."""
        from leadline.app.describe import describe

        return describe(self)

    @property
    def rendered(self) -> str | None:
        """Why scripts ran on the page, if they did."""
        return header(self.response.headers, RENDERED.lower())


@dataclass(frozen=True, slots=True)
class Failed:
    """A target that brought no page."""

    source: str
    url: str | None
    error: LeadlineError

    @property
    def kind(self) -> str:
        return self.error.kind if isinstance(self.error, FetchError) else "bad-target"


Inspection = Inspected | Failed

SOMEWHERE = "https://unknown.invalid/"
"""Where a page is taken to stand that does not know (RFC 2606: no such site exists)."""


def understand_html(html: str | bytes, url: str, settings: Settings) -> Inspected:
    """A page that somebody else has fetched, understood."""
    check(settings.forms)
    address = canonical(url)
    if address is None:
        raise BadTarget(f"{url}: not a URL; write it in full, http://… or https://…")
    if isinstance(html, str):
        response = saved_response(address, html.encode("utf-8", "replace"), kind="text/html; charset=utf-8")
    else:
        response = saved_response(address, html)
    return PageUnderstander(settings.forms).inspected(Target(url, "url", address), response)


async def inspect_targets(
    words: Sequence[str],
    settings: Settings,
    on_progress: OnProgress = ignore_progress,
    *,
    stdin: BinaryIO | None = None,
    base_url: str | None = None,
) -> list[Inspection]:
    """One result for each word, in their order; each is told as soon as it can be."""
    check(settings.forms)
    understander = PageUnderstander(settings.forms)
    reader = Reader(settings.web.limits.reading_seconds)
    address = page_address(base_url)
    targets = [_target(word, address) for word in words]

    async def result_of(target: Target | Failed, fetcher: Fetcher | None) -> Inspection:
        if isinstance(target, Failed):
            return target
        try:
            if fetcher is not None and target.kind == "url":
                response = await fetcher.fetch(Request(target.url, permit=TARGET, place=target.place))
            else:
                response = read_target(target, stdin or BytesIO(), settings.web.limits.body)
            work = partial(understander.inspected, target, response)
            return await reader.read(target.url or target.source, response.body, work)
        except (BadTarget, FetchError, ReadingTooLong) as error:
            return Failed(target.source, target.url, error)

    urls = [t.url for t in targets if isinstance(t, Target) and t.kind == "url"]
    if not urls:
        return await _in_order([result_of(target, None) for target in targets], on_progress)
    from leadline.web.door import open_door  # brings the HTTP client along, which files do not need

    async with open_door(settings.web, cookie_urls=urls, read=parse) as fetcher:
        return await _in_order([result_of(target, fetcher) for target in targets], on_progress)


async def _in_order(work: Sequence[Coroutine[Any, Any, Inspection]], on_progress: OnProgress) -> list[Inspection]:
    tasks = [asyncio.create_task(one) for one in work]
    results = []
    try:
        for task in tasks:
            results.append(await task)
            on_progress(TargetInspected(results[-1]))
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return results


def _target(word: str, base_url: str | None) -> Target | Failed:
    try:
        return target_of(word, base_url)
    except BadTarget as error:
        return Failed(word, None, error)


class PageUnderstander:
    """Understands pages as the settings have it; what it understood once it keeps."""

    def __init__(self, forms: FormsSettings) -> None:
        self._forms = forms
        self._cache = Understandings()

    def inspected(self, target: Target, response: Response) -> Inspected:
        document = Document.of(response)
        # What is kept is not for two at once, and a large page is read beside others.
        cache = Understandings() if is_heavy(response.body) else self._cache
        forms, scripted = self._read(document, cache)
        found = Inspected(target.source, response, document, forms, scripted)
        if target.kind != "url":
            return found
        unrendered = found.rendered is None and may_need_scripts(response.body)
        lacks = needs_scripts(document.page, document.text) if unrendered else None
        return replace(found, blocked=recognise(response), lacks=lacks)

    def _read(
        self, document: Document, cache: Understandings
    ) -> tuple[tuple[UnderstoodForm, ...], UnderstoodForm | None]:
        page = document.page
        if not page.forms and not page.loose_controls:
            return (), None
        if canonical(document.url) is None:
            document = document.at(SOMEWHERE)
        found = (understand(form, document, cache, self._forms) for form in document.page.forms)
        forms = tuple(replace(one, form=page.forms[n]) for n, one in enumerate(found))
        return forms, understand_scripted(document, cache, self._forms)
