"""What a harvest knows about its source besides the records, and what it was begun with: kept by name in the
store.

Whatever is learnt from an answer is committed in one batch with that answer, so a harvest that is resumed judges,
cuts and sends exactly as the one that was killed would have.
"""

import base64
import json
from dataclasses import dataclass, field, replace

from leadline.answers.judge import StatedCounts, Template, learn_probe
from leadline.answers.records import Records
from leadline.errors import BadTarget
from leadline.gate.targets import UNSENT
from leadline.model.page import Page, Request, Response
from leadline.model.query import Choice
from leadline.parse.document import Document
from leadline.store.codec import dumps, pack_form, stored, unpack_form
from leadline.store.protocols import Decisions
from leadline.submit.session import Session

_START = "harvest"


@dataclass(frozen=True, slots=True)
class SourceProfile:
    """One source, as far as it is known: a value, folded over pages."""

    session: Session
    template: Template
    counts: StatedCounts = field(default_factory=StatedCounts)
    usual: str | None = None
    """How answers keep their records: the shape that was met first."""
    paging: str | None = None
    """What led to a next page first, in a few words."""

    def probed(self, document: Document, choice: Choice, cut: Records) -> "SourceProfile":
        """After an answer to a nonsense word."""
        return replace(self, template=learn_probe(self.template, document, choice, cut))

    def loaded(self, page: Page) -> "SourceProfile":
        return replace(self, session=self.session.loaded(page))

    @stored("what was learnt")
    def recalled(self, decisions: Decisions) -> "SourceProfile":
        """This one with what an earlier run knew."""
        now, get = self, decisions.get
        if form := get("session.form"):
            session = replace(
                now.session,
                form=unpack_form(form),
                changing=frozenset(json.loads(get("session.changing") or "[]")),
                one_time=get("session.one_time") == "yes",
                spent=True,
                cold=True,
            )
            now = replace(now, session=session)
        if template := get("template"):
            now = replace(now, template=Template.from_json(template))
        if counts := get("counts"):
            now = replace(now, counts=StatedCounts.from_json(counts))
        return replace(now, usual=get("usual"), paging=get("paging"))

    def changes(self, before: "SourceProfile") -> tuple[tuple[str, str], ...]:
        """What is new since `before`, by name, for the store."""
        new: dict[str, str] = {}
        session = self.session
        if replace(session, spent=False) != replace(before.session, spent=False):
            new["session.form"] = pack_form(session.form)
            new["session.changing"] = json.dumps(sorted(session.changing))
            new["session.one_time"] = "yes" if session.one_time else "no"
        if self.template != before.template:
            new["template"] = self.template.to_json()
        if self.counts != before.counts:
            new["counts"] = self.counts.to_json()
        if self.usual is not None and self.usual != before.usual:
            new["usual"] = self.usual
        if self.paging is not None and self.paging != before.paging:
            new["paging"] = self.paging
        return tuple(new.items())


@dataclass(frozen=True, slots=True)
class HarvestStart:
    """The beginning of a harvest: the form's page as it came, which form, what the user set.

    The page and not what was understood of it: understanding it again gives the same fields, and pages from files
    are nowhere else.
    """

    response: Response
    form: int
    sets: dict[str, str]
    values: str | None

    def packed(self) -> tuple[str, str]:
        """Name and text, for the store."""
        response = self.response
        body = {
            "url": response.url,
            "status": response.status,
            "headers": response.headers,
            "body": base64.b64encode(response.body).decode("ascii"),
            "fetched_at": response.fetched_at,
            "form": self.form,
            "sets": self.sets,
            "values": self.values,
        }
        return _START, dumps(body)

    @classmethod
    @stored("the form's page")
    def recalled(cls, decisions: Decisions) -> "HarvestStart":
        text = decisions.get(_START)
        if text is None:
            raise BadTarget("an older version began this harvest and kept no form; begin again in a new folder")
        body = json.loads(text)
        response = Response(
            Request(body["url"], permit=UNSENT),
            body["url"],
            body["status"],
            tuple((name, value) for name, value in body["headers"]),
            base64.b64decode(body["body"]),
            body["fetched_at"],
        )
        return cls(response, body["form"], body["sets"], body["values"])
