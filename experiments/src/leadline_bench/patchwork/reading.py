"""Pages of a patchwork as crawls read them, each once: what they are about, and which forms are wanted ones."""

import pickle
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from leadline.errors import FetchError
from leadline.gate.targets import UNSENT
from leadline.locate.critic import Critic, finder, form_identity
from leadline.locate.settings import LocateSettings
from leadline.locate.visit import Reading, examined, reading_of
from leadline.model.events import Failure, Finding
from leadline.model.page import Page, Request
from leadline.model.url import site_of
from leadline.store.codec import pack_links
from leadline.topics.bundled import bundled
from leadline.topics.classify import classifier
from leadline_bench.patchwork.pieces import TOPICS, field_name
from leadline_bench.patchwork.plan import relevant_names
from leadline_bench.patchwork.web import Patchwork


@dataclass(frozen=True, slots=True)
class Seen:
    """What came of one address, for every topic."""

    status: int | None = None
    failure: Failure | None = None
    set_aside: str | None = None
    reading: Reading | None = None
    links: bytes = b""
    judged: Mapping[str, tuple[float, tuple[Finding, ...]]] = field(default_factory=dict)
    relevant: Mapping[str, str] = field(default_factory=dict)
    """Identities of the forms on it that search the subject of its site, and the one form of the site each is: an
    identity may say which page a form stands on."""
    subject: str = ""


class Reader:
    """Reads each page once, whoever goes there."""

    def __init__(self, web: Patchwork, kept: Path | None = None) -> None:
        self.web = web
        self._kept = kept
        self._seen: dict[str, Seen] = {}
        if kept is not None and kept.is_file():
            self._seen = pickle.loads(kept.read_bytes())  # noqa: S301  # written by ourselves
        self._had = len(self._seen)
        self._critics = {name: _critic(name) for name in TOPICS}

    def keep(self) -> None:
        """For the next time."""
        if self._kept is not None and len(self._seen) > self._had:
            draft = self._kept.with_suffix(".part")
            draft.write_bytes(pickle.dumps(self._seen))
            draft.replace(self._kept)
            self._had = len(self._seen)

    async def read(self, url: str) -> Seen:
        found = self._seen.get(url)
        if found is None:
            found = self._seen[url] = await self._read(url)
        return found

    async def _read(self, url: str) -> Seen:
        try:
            response = await self.web.fetch(Request(url, permit=UNSENT))
        except FetchError as error:
            return Seen(failure=Failure(error.kind, error.found))
        page, why_not = examined(response)
        if page is None:
            return Seen(response.status, set_aside=why_not)
        first, *_ = self._critics.values()
        reading = reading_of(page, first)
        judged = {name: critic.judge(page) for name, critic in self._critics.items()}
        subject, relevant = self._relevant(url, page)
        packed = pack_links(reading.links) if reading.links else b""
        bare = replace(reading, links=(), goals=(), kept=())
        return Seen(response.status, None, why_not, bare, packed, judged, relevant, subject)

    def _relevant(self, url: str, page: Page) -> tuple[str, dict[str, str]]:
        plan = self.web.plan
        place = plan.places.get(url)
        if place is None or place.brand is None:
            return "", {}
        names = relevant_names(plan, place)
        site, forms = site_of(url), {}
        for form in page.forms:
            if said := names & {field_name(control.name) for control in form.controls}:
                forms[form_identity(page, form)] = f"{site} {min(said)}"
        return plan.brands[place.brand].subject, forms


def _critic(topic: str) -> Critic:
    return Critic(classifier(bundled(topic)), finder(LocateSettings(topic=topic), topical_only=False))
