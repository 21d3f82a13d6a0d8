"""One visit: go to a URL, read what is there, and say what it was. No state; the loop keeps the books.

The loop knows a `Visitor` alone. `WebVisitor` fetches, parses and judges; an experiment hands in one that looks
up what it read before.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from leadline.errors import FetchError, HostResting, ReadingTooLong, Refused
from leadline.gate.links import Denied, SeenLink, follow, naming_deeds, repeated_controls
from leadline.gate.targets import SEED
from leadline.learn.vocabulary import page_words
from leadline.locate.critic import Critic, digest_of, fingerprint, form_identity
from leadline.locate.proof import FormProver, Proof
from leadline.locate.traps import trap
from leadline.model.events import Failure, Finding
from leadline.model.form import Form
from leadline.model.page import Link, Page, Request, Response
from leadline.model.permit import Permit
from leadline.model.travelling import travelling
from leadline.model.url import host_of
from leadline.model.url_parameters import without_session
from leadline.parse.document import Document, parse
from leadline.protocols import Fetcher
from leadline.store.archive import PackedExchange
from leadline.store.batch import FrontierLink
from leadline.store.packed import PackedForm
from leadline.web.blocks import recognise
from leadline.web.soft404 import SoftNotFound, worth_asking
from leadline.web.tasks import Reader, beside, takes_long


@travelling
@dataclass(frozen=True, slots=True)
class Reading:
    """All that the loop wants to know about a page."""

    on_topic: float
    goals: tuple[Finding, ...]  # also those that were met before
    links: Sequence[Link]  # those worth following
    forms: int
    digest: int | None
    fingerprint: int
    kept: tuple[Form | PackedForm, ...] = ()  # forms to store, whatever they are for


@travelling
@dataclass(frozen=True, slots=True)
class Visit:
    """What came of one link: an answer, mostly with a page, or why there is none."""

    link: FrontierLink
    final_url: str = ""
    status: int | None = None
    reading: Reading | None = None
    failure: Failure | None = None
    set_aside: str | None = None
    response: Response | None = None  # what to archive; None also where the answer is archived elsewhere
    packed: PackedExchange | None = None  # in its place, where somebody has it as the archive keeps it
    permit: str = ""  # why the gate let it be asked for
    resting: tuple[str, float] | None = None
    """The host that wants to be left alone, and until when: the link's own, or one it is redirected to."""


class Visitor(Protocol):
    """Goes where the loop sends it."""

    async def visit(self, link: FrontierLink) -> Visit: ...


@dataclass(frozen=True, slots=True)
class WebVisitor:
    fetcher: Fetcher
    critic: Critic
    missing: SoftNotFound | None = None
    reader: Reader | None = None  # reads what is large beside the loop
    prover: FormProver | None = None  # asks forms before they count
    doubt: frozenset[Proof] = frozenset({Proof.REFUTED})  # what a form must not be where they are asked

    async def visit(self, link: FrontierLink) -> Visit:
        try:
            permit = permitted(link)
            response = await self.fetcher.fetch(Request(link.url, permit=permit))
        except HostResting as error:
            return Visit(link, resting=(host_of(error.url), error.until))
        except FetchError as error:
            return Visit(link, failure=Failure(error.kind, error.found))
        came = Visit(link, response.url, response.status, response=response)
        if response.rest_until is not None:
            rests = (host_of(response.url), response.rest_until)
            return replace(came, set_aside=f"status {response.status}", resting=rests)
        try:
            return replace(await self._read(came, response), permit=permit.why)
        except ReadingTooLong as error:
            return replace(came, failure=Failure(error.kind, error.found))

    async def _read(self, came: Visit, response: Response) -> Visit:
        page, why_not = await beside(self.reader, response, lambda: examined(response))
        if page is None:
            return replace(came, set_aside=why_not)
        if why_not is None and await self._is_missing(came.link, response, page):
            why_not = "soft 404"
        reading = await beside(self.reader, response, lambda: reading_of(page, self.critic))
        if self.prover is not None and reading.goals:
            stand = await self._standing(self.prover, Document.of(response), reading.goals)
            reading = replace(reading, goals=stand)
        response.memo.document = None  # the archive wants the bytes; a tree that waits with them costs memory
        return replace(came, reading=reading, set_aside=why_not)

    async def _standing(
        self, prover: FormProver, document: Document, goals: tuple[Finding, ...]
    ) -> tuple[Finding, ...]:
        """The goals that hold when they are asked."""
        forms = {form_identity(document.page, form): form for form in document.page.forms}
        stand = []
        for goal in goals:
            form = forms.get(goal.identity)
            proof = await prover.prove(goal.identity, form, document) if form is not None else Proof.UNKNOWN
            if form is None or proof not in self.doubt:
                stand.append(goal)
        return tuple(stand)

    async def _is_missing(self, link: FrontierLink, response: Response, page: Page) -> bool:
        asked, seen = (link.url, response.url), (page.title, page.text)
        if self.missing is None or not worth_asking(*asked, *seen):
            return False
        return await self.missing.is_missing(*asked, response.status, *seen)


def permitted(link: FrontierLink) -> Permit:
    """The gate's permit for a link of the frontier, by its address once more: what it says was judged on its page.

    Raises `Refused` where the address names a deed, as in a folder that somebody else wrote."""
    if link.parent is None:
        return SEED
    judged = follow(SeenLink("", link.url))
    if isinstance(judged, Denied):
        raise Refused(link.url, judged.why)
    return judged


def examined(response: Response) -> tuple[Page | None, str | None]:
    """The page in an answer, if there is one; and why it is not what the site has to say, if it is not."""
    block = recognise(response)
    why_not = f"block page: {block.kind}" if block else None
    if not response.ok:
        return None, why_not or f"status {response.status}"
    page = parse(response)
    if takes_long(response):
        page.title, page.text  # noqa: B018  # read while there is time for it, not when somebody asks
    return page, why_not


def reading_of(page: Page, critic: Critic) -> Reading:
    on_topic, goals = critic.judge(page)
    return Reading(
        on_topic=on_topic,
        goals=goals,
        links=followable(page),
        forms=len(page.forms),
        digest=digest_of(page),
        fingerprint=fingerprint(page_words(page)),
        kept=page.forms,
    )


class Appending(Protocol):
    """Takes answers into an archive, wherever that is."""

    def append(self, response: Response, *, extra: Mapping[str, str] | None = None) -> object: ...


@dataclass(frozen=True, slots=True)
class ArchivingFetcher:
    """A fetcher whose answers go to the archive, because they decide about the crawl (a host's habits, backlinks)
    and a replay has to get the same ones. They are committed with the page that made us ask."""

    fetcher: Fetcher
    archive: Appending
    probe: str  # what is asked for, in the archive's words
    secret: str = ""  # a header that stays out: the key of an interface

    async def fetch(self, request: Request) -> Response:
        response = await self.fetcher.fetch(request)
        sent = tuple(pair for pair in response.sent_headers if pair[0].lower() != self.secret.lower())
        plain = replace(response, request=replace(request, headers=()), sent_headers=sent)
        self.archive.append(plain, extra={"probe": self.probe})
        return response

    async def close(self) -> None:
        """The fetcher is its owner's to close."""


def read(response: Response) -> tuple[str, str]:
    """Title and text, as `SoftNotFound` compares them."""
    page = parse(response)
    return page.title, page.text


def followable(page: Page) -> tuple[Link, ...]:
    """The links of a page that lead somewhere worth a request and name no deed, sessions cut out of their URLs."""
    if page.robots.nofollow:
        return ()
    kept: dict[str, Link] = {}
    links = page.links
    controls, deeds = repeated_controls(links, page.language), naming_deeds(links, page.language)
    for number, link in enumerate(links):
        # Taken apart once: a field of a tuple by its name costs as much as most tests here.
        written, anchor, *_ = link
        url = without_session(written)
        if url in kept or trap(url) is not None or number in deeds or (anchor, written) in controls:
            continue
        kept[url] = link if url == written else link._replace(url=url)
    return tuple(kept.values())
