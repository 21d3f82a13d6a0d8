"""Sources of the lab, visited as a crawler visits them, with the answer key beside every answer.

A `Visit` holds one search form of one site: its page as we parse it, the model it was made from, and the database
behind it. `send` fills it in with our own `query.fill` and `query.submit` and gets the answer in process;
`Answered.truth` is what the site's program found, whatever its page says about it.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, time
from urllib.parse import urlsplit

from leadline.answers.document import read
from leadline.errors import MissingValue
from leadline.gate.targets import UNSENT
from leadline.model.form import Form
from leadline.model.page import Request, Response
from leadline.model.query import Choice
from leadline.model.query import Reply as Kind
from leadline.parse.document import Document
from leadline.submit.fill import default_query
from leadline.submit.submit import request_for
from leadline_bench.locate.facts import matched, models_of
from leadline_lab.anatomy import FormModel, Input
from leadline_lab.forms import asked
from leadline_lab.pages.sending import fields_sent
from leadline_lab.plan import HOME, SitePlan, plan_of
from leadline_lab.randomness import Dice, dice
from leadline_lab.render import FAMILIES
from leadline_lab.serve.faults import Fault
from leadline_lab.serve.lab import Lab, Served
from leadline_lab.sources import Source, ask
from leadline_lab.sources.records import composer_of
from leadline_lab.sources.writing import DAY_ZERO, written
from leadline_lab.web import Ask, Reply, Web
from leadline_lab.world import World

_KINDS = {
    "records": Kind.RESULTS,
    "none": Kind.EMPTY,
    "too-many": Kind.TOO_MANY,
    "required": Kind.REQUIRED,
    "error": Kind.ERROR,
    "bad-token": Kind.ERROR,
}
_STRUCK: dict[Fault, Kind] = {"server-error": Kind.ERROR, "too-many": Kind.BLOCKED}
"""What an answer is that did not arrive as the site meant it."""
_TYPED = ("text", "search", "textarea")
TODAY = datetime.combine(DAY_ZERO, time(), UTC).timestamp()
"""The day the lab's dates are counted from: forms are asked for dates around the day they are visited."""


@dataclass(frozen=True, slots=True)
class Answered:
    """One query, its answer, and what is true about it."""

    choice: Choice
    response: Response
    truth: Kind
    total: int = 0
    reachable: int = 0
    """Records that match, and those that paging brings."""
    suggested: bool = False
    """Nothing was found and records of something else are shown."""


@dataclass
class Visit:
    """One search form, open in front of us."""

    lab: Lab
    plan: SitePlan
    source: Source
    model: FormModel
    form: Form
    form_response: Response
    document: Document
    cookies: str = field(default="", repr=False)

    def send(self, values: Mapping[str, str]) -> Answered | None:
        """The form with these fields filled in; None where a browser would not send it."""
        try:
            query = default_query(self.form, dict(values))
        except MissingValue:
            return None
        request = request_for(self.form, query, self.document.page.charset, permit=UNSENT)
        return self._answered(tuple(values.items()), request, _fetched(self.lab, request, self.cookies))

    def _answered(self, choice: Choice, request: Request, served: Served) -> Answered:
        response = _response(request, served.reply)
        if served.fault in _STRUCK:
            return Answered(choice, response, _STRUCK[served.fault])
        content_type = dict(request.headers).get("Content-Type", "")
        sent = fields_sent(urlsplit(request.url).query, content_type, request.body or b"")
        what = asked(self.model, self.source, sent)
        found = ask(
            self.lab.web.world, self.plan.site, self.source, what.values, 0, what.sort, token_ok=what.token
        )
        outcome = what.outcome if found.outcome == "records" and what.outcome else found.outcome
        # A page that wants any criterion at all wants something that was left out.
        nothing = outcome == "error" and not any(value for said in what.values.values() for value in said)
        return Answered(
            choice,
            response,
            Kind.REQUIRED if nothing else _KINDS[outcome],
            found.total,
            found.reachable,
            bool(found.suggested_rows),
        )

    # ── what to fill in ───────────────────────────────────────────────────────────────────────────────────

    @property
    def word_fields(self) -> list[Input]:
        """Fields that take any word: the keyword first, then names and titles."""
        typed = [i for i in self.model.inputs if i.control in _TYPED and not i.honeypot and not i.end]
        by_name = {a.name: a for a in self.source.attributes}
        words = [i for i in typed if i.meaning == "keyword" and self.source.keyword]
        return words + [i for i in typed if (a := by_name.get(i.meaning)) and a.ask == "contains"]

    def values_of(self, n: int, names: list[str], roll: Dice) -> dict[str, str]:
        """What brings up the n-th record, for those of the fields that can say it."""
        record = composer_of(self.lab.web.world, self.plan.site, self.source).record(n)
        said = dict(zip((a.name for a in self.source.attributes), record.values, strict=True))
        filled: dict[str, str] = {}
        for i in self.model.inputs:
            if i.name in names and (value := self._value(i, said, roll)):
                filled[i.name] = value
        return filled

    def _value(self, i: Input, said: Mapping[str, str | int], roll: Dice) -> str:
        if i.meaning == "keyword" and i.control in _TYPED:
            texts = [str(said[a.name]) for a in self.source.attributes if a.searched and said[a.name]]
            words = [w for text in texts for w in text.split() if w.isalpha() and len(w) > 3]
            return roll.pick(words) if words else ""
        attribute = self.source.attribute(i.meaning)
        if attribute is None or i.control in ("hidden", "checkbox", "radio") or i.type in ("day", "month", "year"):
            return ""
        value = written(attribute, said[attribute.name])
        if i.choices:
            return next((choice.value for choice in i.choices if choice.label == value), "")
        if attribute.ask == "contains":
            words = [w for w in value.split() if w.isalpha()]
            return roll.pick(words) if words else value
        return str(said[attribute.name]) if attribute.numeric and attribute.type != "date" else value

    @property
    def required(self) -> list[str]:
        """Names of fields without which the source does not answer."""
        return [i.name for i in self.model.inputs if i.meaning in self.source.requires]

    @property
    def fillable(self) -> list[str]:
        """Names of fields that `values_of` may fill in."""
        known = {a.name for a in self.source.attributes} | {"keyword"}
        return list(dict.fromkeys(i.name for i in self.model.inputs if i.meaning in known and not i.honeypot))


def visits(
    world: World, most: int, largest: int = 10_000, families: Collection[str] = FAMILIES
) -> Iterator[Visit]:
    """Search forms of one step, at most this many, drawn from a world; one of a site of one of these layouts."""
    lab = Lab(Web(world))
    made = 0
    for plan in _drawn(world, world.subjects):
        if plan.site.family not in families:
            continue
        fit = _of_one_step(plan, largest)
        picked = dice(world.spec.seed, "visited form", plan.site.number).pick(fit) if fit else None
        visit = opened(lab, plan, picked) if picked is not None else None
        if visit is not None:
            yield visit
            made += 1
            if made == most:
                return


def site_visits(world: World, subject: str) -> Iterator[list[Visit]]:
    """Site after site of one subject, drawn: all search forms of one step that we see there, if there are any."""
    lab = Lab(Web(world))
    for plan in _drawn(world, (subject,)):
        found = [visit for form in _of_one_step(plan) if (visit := opened(lab, plan, form)) is not None]
        if found:
            yield found


def _drawn(world: World, subjects: Iterable[str]) -> Iterator[SitePlan]:
    """Deep sites in the order of the draw."""
    numbers = [n for one in subjects for n in world.of("deep", one)]
    for n in dice(world.spec.seed, "visited sources").sample(numbers, len(numbers)):
        yield plan_of(world, world.site(n))


def _of_one_step(plan: SitePlan, largest: int | None = None) -> list[int]:
    """Numbers of the forms that search a database of this size at most."""
    return [
        i
        for i, planned in enumerate(plan.forms)
        if planned.kind == "search" and planned.steps == 1 and planned.source
        if largest is None or plan.sources[planned.source].size <= largest
    ]


def opened(lab: Lab, plan: SitePlan, index: int) -> Visit | None:
    """The form on its page; None if we do not see it there as it was made."""
    page = next((p for p, there in plan.stands.on.items() if index in there), HOME)
    request = Request(plan.url(page), permit=UNSENT)
    reply = lab.web.reply(Ask(request.method, request.url))
    cookies = dict(reply.headers).get("Set-Cookie", "").partition(";")[0]
    response = _response(request, reply)
    document = read(response)
    models = matched(document.page.forms, models_of(reply.sheet), document.page.base_url)
    for form, model in zip(document.page.forms, models, strict=True):
        if model is not None and model.key == plan.forms[index].key:
            return Visit(lab, plan, plan.sources[model.source], model, form, response, document, cookies)
    return None


def _fetched(lab: Lab, request: Request, cookies: str) -> Served:
    headers = {**dict(request.headers), **({"Cookie": cookies} if cookies else {})}
    return lab.serve(Ask(request.method, request.url, headers, request.body or b""))


def _response(request: Request, reply: Reply) -> Response:
    return Response(request, request.url, reply.status, reply.headers, reply.body, 0.0)
