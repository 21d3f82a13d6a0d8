"""What a harvest knows about its source besides the records: a value, folded over pages and kept with them.

Whatever is learnt from an answer is committed in one transaction with that answer, so a harvest that is resumed
judges, cuts and sends exactly as the one that was killed would have.
"""

import json
from dataclasses import dataclass, field, replace

from leadline.answers.judge import Counts, Template, learnt
from leadline.answers.records import Records
from leadline.model.page import Page
from leadline.model.query import Choice
from leadline.parse.document import Document
from leadline.store.crawl import CrawlStore
from leadline.store.damage import stored
from leadline.store.forms import pack_form, unpack_form
from leadline.submit.session import Session


@dataclass(frozen=True, slots=True)
class Knowledge:
    """One source, as far as it is known."""

    session: Session
    template: Template
    counts: Counts = field(default_factory=Counts)
    usual: str | None = None
    """How answers keep their records: the shape that was met first."""
    paging: str | None = None
    """What led to a next page first, in a few words."""

    def probed(self, document: Document, choice: Choice, cut: Records) -> "Knowledge":
        """After an answer to a nonsense word."""
        return replace(self, template=learnt(self.template, document, choice, cut))

    def loaded(self, page: Page) -> "Knowledge":
        return replace(self, session=self.session.loaded(page))


class Keeper:
    """Knowledge in the store: what changed is written with the event that changed it."""

    def __init__(self, store: CrawlStore, knowledge: Knowledge) -> None:
        self._store = store
        self.now = knowledge

    @stored("what was learnt")
    def recall(self) -> None:
        """Take up what an earlier run knew."""
        now, meta = self.now, self._store.meta
        if form := meta("session.form"):
            session = replace(
                now.session,
                form=unpack_form(form),
                changing=frozenset(json.loads(meta("session.changing") or "[]")),
                one_time=meta("session.one_time") == "yes",
                spent=True,
                cold=True,
            )
            now = replace(now, session=session)
        if template := meta("template"):
            now = replace(now, template=Template.from_json(template))
        if counts := meta("counts"):
            now = replace(now, counts=Counts.from_json(counts))
        self.now = replace(now, usual=meta("usual"), paging=meta("paging"))

    def learn(self, knowledge: Knowledge) -> None:
        """Write what is new; inside a transaction."""
        before, self.now = self.now, knowledge
        session = knowledge.session
        if replace(session, spent=False) != replace(before.session, spent=False):
            self._store.put_meta("session.form", pack_form(session.form))
            self._store.put_meta("session.changing", json.dumps(sorted(session.changing)))
            self._store.put_meta("session.one_time", "yes" if session.one_time else "no")
        if knowledge.template != before.template:
            self._store.put_meta("template", knowledge.template.to_json())
        if knowledge.counts != before.counts:
            self._store.put_meta("counts", knowledge.counts.to_json())
        if knowledge.usual is not None and knowledge.usual != before.usual:
            self._store.put_meta("usual", knowledge.usual)
        if knowledge.paging is not None and knowledge.paging != before.paging:
            self._store.put_meta("paging", knowledge.paging)
