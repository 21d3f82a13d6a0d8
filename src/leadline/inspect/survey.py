"""Bring the pages of many targets and parse them: in order, one failure not hurting the others.

The door to the web is opened only if a target needs it, so that files are inspected without a network.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import BinaryIO

from leadline.errors import BadTarget, FetchError, LeadlineError
from leadline.inspect.targets import Kind, Target, read_target, target_of
from leadline.model.page import Page, Request, Response
from leadline.parse.page import parse
from leadline.protocols import Fetcher
from leadline.web.blocks import Block, recognise
from leadline.web.settings import WebSettings


@dataclass(frozen=True, slots=True)
class Inspected:
    """A page that came, whatever its status."""

    source: str
    response: Response
    page: Page
    blocked: Block | None = None
    """What stands in front of the page that was asked for: a challenge, a captcha, a denial."""

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


async def survey(
    words: Sequence[str],
    settings: WebSettings,
    report: Callable[[Result], None],
    *,
    stdin: BinaryIO,
    base_url: str | None = None,
) -> int:
    """Report one result for each word, in their order, each as soon as it can be; return the exit code."""
    targets = [_understood(word, base_url) for word in words]
    if not any(isinstance(t, Target) and t.kind is Kind.URL for t in targets):
        return await _report_all(targets, None, settings, report, stdin)
    from leadline.web.door import open_door  # brings the HTTP client along, which files do not need

    async with open_door(settings) as fetcher:
        return await _report_all(targets, fetcher, settings, report, stdin)


async def _report_all(
    targets: Sequence[Target | Failed],
    fetcher: Fetcher | None,
    settings: WebSettings,
    report: Callable[[Result], None],
    stdin: BinaryIO,
) -> int:
    async def result_of(target: Target | Failed) -> Result:
        if isinstance(target, Failed):
            return target
        try:
            if fetcher is not None and target.kind is Kind.URL:
                response = await fetcher.fetch(Request(target.url))
            else:
                response = read_target(target, stdin, settings.limits.body)
        except (BadTarget, FetchError) as error:
            return Failed(target.source, target.url, error)
        return _inspected(target, response)

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


def _inspected(target: Target, response: Response) -> Inspected:
    page = parse(response)
    block = recognise(response) if target.kind is Kind.URL else None
    return Inspected(target.source, response, page, blocked=block)
