"""What a harvest knows about its source besides the records, and what it was begun with: kept by name in the
store.

Whatever is learnt from an answer is committed in one batch with that answer, so a harvest that is resumed judges,
cuts and sends exactly as the one that was killed would have.

`source.toml` tells people what was found out. It is written once, to be read and edited: an edit counts from the
next `resume` on. `use = false` leaves a field alone, `label` names it for the table of values, `values` replaces
what is tried in it (for a select: which of its choices). The rest tells.
"""

import base64
import dataclasses
import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from leadline.answers.judge.counts import StatedCounts
from leadline.answers.judge.template import Template
from leadline.answers.records.cut import Records
from leadline.answers.records.repeats import Visit
from leadline.answers.records.source_identity import SourceIdentity
from leadline.answers.records.source_shape import SourceShape
from leadline.errors import BadConfiguration, BadTarget
from leadline.gate.targets import UNSENT
from leadline.harvest.buttons import without_buttons
from leadline.harvest.source import HarvestSource, planned
from leadline.model.call import Held, Place
from leadline.model.field import Field
from leadline.model.form import Form
from leadline.model.page import Request, Response
from leadline.parse.document import Document
from leadline.store.codec import dumps, pack_form, pairs, stored, unpack_form
from leadline.store.forgetting import Needles
from leadline.store.protocols import StoredDecisions
from leadline.submit.calls import call_of
from leadline.submit.session import Session

_START = "harvest"
_A_LIST = 2  # records of a page that show how others look
CUT_BY = "cut.by"
IDENTITY = "identity"  # what records go by, and what was counted of it (`SourceIdentity`)
REMEMBERED = "identity.rows"
SHAPE = "usual.held"  # what was counted of the shape of records (`SourceShape`)


@dataclass(frozen=True, slots=True)
class SourceProfile:
    """One source, as far as it is known: a value, folded over pages."""

    session: Session
    template: Template
    counts: StatedCounts = dataclasses.field(default_factory=StatedCounts)
    shape: SourceShape = SourceShape()  # noqa: RUF009  # a frozen value
    """How answers keep their records, and whether that holds."""
    paging: str | None = None  # what led to a next page first, in a few words
    identity: SourceIdentity = SourceIdentity()  # noqa: RUF009  # a frozen value
    """What records of the source go by, and whether that holds."""
    carried: Place | None = None
    """Where pages carry records for their scripts, if the form's page does."""
    region: str | None = None  # which rows are records, where a person said so: a shape
    idle: frozenset[str] = frozenset()  # buttons that only make the form longer (`leadline.harvest.buttons`)

    @classmethod
    def begun(cls, document: Document, form: Form) -> "SourceProfile":
        """What the form's page tells."""
        carried = document.wrapped.place if document.wrapped is not None else None
        return cls(Session(form), Template.of_form(document, form), carried=carried)

    @property
    def usual(self) -> str | None:
        """The shape by which records are looked for first."""
        return self.shape.choice

    @property
    def form(self) -> Form:
        """The form as it is sent: hidden values of the moment, and no button that does not search."""
        return without_buttons(self.session.form, self.idle)

    @property
    def held(self) -> Held:
        """How answers have their records, if that is known."""
        call = call_of(self.session.form)
        return call.held if call is not None else Held(self.carried)

    @stored("what was learnt")
    def recalled(self, decisions: StoredDecisions) -> "SourceProfile":
        """This one with what an earlier run knew."""
        now, get = self, decisions.get
        if form := get("session.form"):
            changing = frozenset(json.loads(get("session.changing") or "[]"))
            one_time = get("session.one_time") == "yes"
            session = replace(now.session, form=unpack_form(form), changing=changing, one_time=one_time)
            now = replace(now, session=session.resumed())
        if template := get("template"):
            now = replace(now, template=Template.from_json(template))
        if counts := get("counts"):
            now = replace(now, counts=StatedCounts.from_json(counts))
        if identity := get(IDENTITY):
            now = replace(now, identity=SourceIdentity.from_json(identity, get(REMEMBERED) or "[]"))
        idle = frozenset(json.loads(get("buttons.idle") or "[]"))
        shape = SourceShape.from_json(get("usual"), get(SHAPE))
        return replace(now, shape=shape, paging=get("paging"), idle=idle)

    def with_rows(self, cut: Records, visit: Visit) -> "SourceProfile":
        """With what a page says about how records look and what they go by. Where their look is replaced, what
        they go by is open again: their links stand elsewhere in them."""
        identity = self.identity.seen(cut.identity, cut.seen, visit)
        shape = self.shape.seen(cut.own, broken=identity.is_broken)
        if shape.choice != self.shape.choice and not identity.is_fixed:
            identity = SourceIdentity(cuts=identity.cuts)
        return replace(self, identity=identity, shape=shape)

    def with_list(self, shape: str | None, records: int) -> "SourceProfile":
        """With the first list that answers hold."""
        if shape is None or self.usual is not None or records < _A_LIST:
            return self
        return replace(self, shape=self.shape.begun(shape))

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
        if self.identity != before.identity:
            new[IDENTITY] = self.identity.to_json()
        if self.identity.remembered != before.identity.remembered:
            new[REMEMBERED] = self.identity.remembered_json()
        if self.shape != before.shape:
            new[SHAPE] = self.shape.to_json()
        if self.idle != before.idle:
            new["buttons.idle"] = json.dumps(sorted(self.idle))
        named = (("usual", self.usual, before.usual), ("paging", self.paging, before.paging))
        new |= {name: now for name, now, known in named if now is not None and now != known}
        return tuple(new.items())

    @property
    def cut_by(self) -> tuple[str, str]:
        """What a person said about how records are cut, by name, for the store."""
        by = self.identity.choice.by if self.identity.is_fixed and self.identity.choice is not None else None
        return CUT_BY, dumps([self.region, by])

    def decisions(self) -> tuple[tuple[str, str], ...]:
        """How records are cut, by name, for the store."""
        known = {IDENTITY: self.identity.to_json(), REMEMBERED: self.identity.remembered_json()}
        known |= dict([self.cut_by])
        if self.usual is not None:
            known |= {"usual": self.usual, SHAPE: self.shape.to_json()}
        return tuple(known.items())


@dataclass(frozen=True, slots=True)
class HarvestStart:
    """The beginning of a harvest: the form's page as it came, which form, what the user set.

    The page and not what was understood of it: understanding it again gives the same fields, and pages from files
    are nowhere else."""

    response: Response
    form: int
    sets: dict[str, str]
    values: str | None
    memory: str | None = None  # what earlier sources had taught when it began
    call: str | None = None  # the call of the page's script that is made instead of a form (`Call.to_json`)
    door: str | None = None  # the side door that is gone through instead (`Door.to_json`)

    def packed(self) -> tuple[str, str]:
        came = {name: getattr(self.response, name) for name in ("url", "status", "headers", "fetched_at")}
        body = base64.b64encode(self.response.body).decode("ascii")
        given = {
            "form": self.form,
            "sets": self.sets,
            "values": self.values,
            "memory": self.memory,
            "call": self.call,
            "door": self.door,
        }
        return _START, dumps({**came, "body": body, **given})

    @staticmethod
    def is_kept(decisions: StoredDecisions) -> bool:
        return decisions.get(_START) is not None

    @classmethod
    @stored("the form's page")
    def recalled(cls, decisions: StoredDecisions) -> "HarvestStart":
        text = decisions.get(_START)
        if text is None:
            raise BadTarget("an older version began this harvest and kept no form; begin again in a new folder")
        body = json.loads(text)
        request, page = Request(body["url"], permit=UNSENT), base64.b64decode(body["body"])
        response = Response(request, body["url"], body["status"], pairs(body["headers"]), page, body["fetched_at"])
        ways = body.get("memory"), body.get("call"), body.get("door")
        return cls(response, body["form"], body["sets"], body["values"], *ways)


def scrubbed_start(start: HarvestStart, needles: Needles) -> tuple[str, str]:
    """The same without what may not be known any more: the form's page may show records."""
    text = start.response.body.decode("utf-8", "surrogateescape")
    body = needles.scrubbed(text).encode("utf-8", "surrogateescape")
    return replace(start, response=replace(start.response, body=body)).packed()


SOURCE_FILE = "source.toml"
_HEAD = """\
# What Leadline found out about this source. You may edit it; `leadline resume` takes the edits up:
# use = false leaves a field alone, label names it, values are what is tried in it.
"""
_WIDEST = 500  # choices of one field that are written; a longer list is not edited by hand


def described(source: HarvestSource, profile: SourceProfile) -> str:
    form, counts = source.form, profile.counts
    target = {"index": form.index, "id": form.identity, "action": form.action, "method": form.method}
    belief = "believed" if counts.believed else "not believed"
    lines = [_HEAD, *_entries({"url": source.page.url}), "", "[form]", *_entries(target), "", "[answers]"]
    lines += _entries({"counts": belief, "cap": counts.cap, "paging": profile.paging})
    for field in source.fields:
        names = {"name": field.name, "label": field.label, "type": field.type.value}
        lines += ["", "[[field]]", *_entries({**names, "use": True, "required": field.required or None})]
        if field.finite and len(field.choices) <= _WIDEST:
            shown = (f"    {_value(choice.value)},  # {_comment(choice.label)}" for choice in field.choices)
            lines += ["values = [", *shown, "]"]
    return "\n".join(lines) + "\n"


def _entries(known: Mapping[str, object]) -> list[str]:
    return [f"{key} = {_value(value)}" for key, value in known.items() if value is not None]


def _value(value: object) -> str:
    """As TOML has it; JSON's escapes are among its own, but for DEL."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _comment(text: str) -> str:
    return "".join(letter if letter.isprintable() else " " for letter in text)


# ── read back ─────────────────────────────────────────────────────────────────────────────────────────────


def edited(file: Path, fields: Sequence[Field]) -> tuple[Sequence[Field], Mapping[str, Sequence[str]]]:
    """The fields as a descriptor has them, if there is one, and its values for text fields, by name."""
    if not file.is_file():
        return fields, {}
    try:
        tree = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadConfiguration(f"{file} cannot be read: {error}; correct it, or delete it") from error
    written = {str(one.get("name")): one for one in tree.get("field", []) if isinstance(one, dict)}
    used: list[Field] = []
    given: dict[str, list[str]] = {}
    for field in fields:
        one = written.get(field.name, {})
        if one.get("use", True) is not True:
            continue
        values = _values(file, one)
        if values is not None and not field.finite:
            given[field.name] = values
        only = frozenset(values) if values is not None and field.finite else None
        used.append(planned(replace(field, label=str(one.get("label", field.label)), only=only)))
    return used, given


def _values(file: Path, one: Mapping[str, Any]) -> list[str] | None:
    values = one.get("values")
    if values is None:
        return None
    if not isinstance(values, list):
        raise BadConfiguration(f'{file}: values of field {one.get("name")!r} are a list: values = ["a", "b"]')
    return [str(value) for value in values]
