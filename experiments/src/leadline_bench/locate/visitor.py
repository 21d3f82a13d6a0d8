"""Visits without the web: pages come from the cache, and the ones it lacks are read into it.

With several requests under way a visit takes virtual time, as the web would: a host is asked once a second, and an
answer is a while on its way. With one at a time nobody waits, since time could not change the order.
"""

import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from leadline.errors import FetchError
from leadline.gate.targets import UNSENT
from leadline.learn.text import term_counts
from leadline.learn.vocabulary import page_words
from leadline.locate.critic import digest_of, fingerprint
from leadline.locate.visit import Reading, Visit, Visitor, examined, followable, permitted
from leadline.model.events import Failure
from leadline.model.page import Page, Request
from leadline.model.url import host_of
from leadline.protocols import Clock, Fetcher
from leadline.store.batch import FrontierLink
from leadline.store.codec import pack_links
from leadline.store.packed import PackedLinks
from leadline.topics.classify import page_text
from leadline.web.politeness import PolitenessGate
from leadline_bench.locate.cache import Answer, Contents, PageCache
from leadline_bench.locate.facts import facts_of
from leadline_bench.locate.truth import Judge
from leadline_lab.anatomy import FormModel


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads a page so that nobody has to read it again."""

    fetcher: Fetcher
    models: Callable[[str], Sequence[FormModel]]
    """The answer key: forms of the page at a URL."""

    async def read(self, url: str) -> Answer:
        try:
            response = await self.fetcher.fetch(Request(url, permit=UNSENT))
        except FetchError as error:
            return Answer(failure=Failure(error.kind, error.found))
        page, why_not = examined(response)
        contents = None if page is None else self._contents(page)
        return Answer(response.url, response.status, None, why_not, contents)

    def _contents(self, page: Page) -> Contents:
        (terms,) = term_counts([page_text(page)])
        forms = facts_of(page, self.models(page.url))
        links = followable(page)
        packed = pack_links(links) if links else b""
        return Contents(digest_of(page), fingerprint(page_words(page)), forms, terms, packed)


@dataclass(frozen=True, slots=True)
class CachedVisitor:
    """Reads each page of a world once."""

    cache: PageCache
    reader: Reader
    judge: Judge

    async def visit(self, link: FrontierLink) -> Visit:
        answer = self.cache.find(link.url)
        if answer is None:
            answer = await self.reader.read(link.url)
            self.cache.keep(link.url, answer)
        reading = None if answer.page is None else self._reading(answer.final_url, answer.page)
        permit = permitted(link).why if answer.failure is None else ""
        return Visit(
            link, answer.final_url, answer.status, reading, answer.failure, answer.set_aside, permit=permit
        )

    def _reading(self, url: str, page: Contents) -> Reading:
        on_topic, goals = self.judge.judge(url, page)
        return Reading(
            on_topic=on_topic,
            goals=goals,
            links=PackedLinks.of(page.links, page.packed_links) if page.packed_links else (),
            forms=len(page.forms),
            digest=page.digest,
            fingerprint=page.fingerprint,
        )


@dataclass(frozen=True, slots=True)
class PacedVisitor:
    """The same visits, at the pace of a polite crawler; on virtual time."""

    visitor: Visitor
    clock: Clock
    gate: PolitenessGate
    delay: float = 1.0

    async def visit(self, link: FrontierLink) -> Visit:
        async with self.gate.turn(host_of(link.url), None, self.delay) as turn:
            arrives = self.clock.now() + _on_its_way(link.url)
            # Before the wait: virtual time stands still while a page is read, so those that have to be read and
            # those that are looked up arrive in the same order.
            found = await self.visitor.visit(link)
            await self.clock.sleep_until(arrives)
            turn.answered()
            return found


def _on_its_way(url: str) -> float:
    """Seconds until the answer is there: 0.1 to 0.9, each URL its own."""
    return 0.1 + 0.8 * (zlib.crc32(url.encode()) % 1000) / 1000
