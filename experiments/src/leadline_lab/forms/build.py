"""A planned form as its reader sees it.

Equal on every page it stands on: all that differs is the token of the session, and the action and what earlier
steps were sent, which the caller says. So the costly part is kept and only those are put in.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Literal

from leadline_lab.anatomy import FormModel, Input
from leadline_lab.forms import search
from leadline_lab.forms.dealings import fields_of
from leadline_lab.forms.fields import Asking
from leadline_lab.forms.hidden import button, furniture, item, token_field, trap
from leadline_lab.forms.manner import Pen
from leadline_lab.forms.plan import FormPlan
from leadline_lab.forms.telling import telling
from leadline_lab.forms.wording import CUE
from leadline_lab.randomness import dice
from leadline_lab.sources.model import Setting, Source
from leadline_lab.spec import WorldSpec
from leadline_lab.words import lexicon
from leadline_lab.world import Site

NOTHING: Mapping[str, Sequence[str]] = {}
CUED = 0.91
"""Share of search forms that say so somewhere (90 %, ALGORITHMS F3; some of the others do so by accident)."""
HONEYPOT = 0.08
"""Share of forms sent by POST that have one."""
_GET = {"site-search": 0.82, "search": 0.72, "login": 0.035, "registration": 0.035, "mailing-list": 0.08,
        "contact": 0.02, "order": 0.12, "poll": 0.1, "quote": 0.1, "password-recovery": 0.04, "navigation": 0.8,
        "other": 0.45}  # fmt: skip
"""Share of forms sent by GET, by kind (ALGORITHMS F3: 74 % of searches, 3–4 % of logins and registrations)."""
_HEADED = {"site": 0.2, "cart": 0.1, "jump": 0.35, "language": 0.3, "rating": 0.4, "keyword": 0.45}
_HEADED_ELSE = 0.8
_TOPICAL = 0.5
"""Share of headings of interfaces that say what is found there: "Find a hotel"."""
_ALWAYS = ("session",)
"""Tokens that go along with everything; the others guard what is posted."""
_NO_FURNITURE = ("jump", "language")


@dataclass(frozen=True, slots=True)
class _Order:
    """What a form depends on; a source is known by its key, because comparing its values would cost more than
    writing the form."""

    spec: WorldSpec
    site: Site
    plan: FormPlan
    step: int
    source: Source | None = field(compare=False)


def form(
    world: Setting,
    site: Site,
    plan: FormPlan,
    source: Source | None,
    action: str,
    step: int = 0,
    token: str = "",
    carried: Mapping[str, Sequence[str]] = NOTHING,
) -> FormModel:
    """The form; `token` is what this session has to send back, `carried` what earlier steps were sent.

    A plan of several steps begins with step 1 (0 is taken for it).
    """
    step = max(step, 1) if plan.steps > 1 else 0
    model = _model(_Order(world.spec, site, plan, step, source))
    inputs = model.inputs
    if any(i.meaning == "token" for i in inputs):
        inputs = tuple(replace(i, default=token) if i.meaning == "token" else i for i in inputs)
    if step > 1:
        inputs = _with_carried(_model(_Order(world.spec, site, plan, 1, source)), inputs, carried)
    return replace(model, action=action, inputs=inputs)


def _with_carried(
    first: FormModel, inputs: tuple[Input, ...], carried: Mapping[str, Sequence[str]]
) -> tuple[Input, ...]:
    """Answers of the first step as hidden inputs; they keep their choices, by which they are decoded."""
    kept = [
        replace(i, control="hidden", default=carried[i.name][0], label="", placement="missing", linked=False,
                title="", group="", required=False)
        for i in first.inputs
        if i.control != "hidden" and carried.get(i.name)
    ]  # fmt: skip
    return (*kept, *inputs)


@lru_cache(maxsize=4_096)
def _model(order: _Order) -> FormModel:
    plan, source = order.plan, order.source
    pen = Pen(order.spec, order.site, plan.model, order.step)
    if order.step > 1:
        # Names of the first step stay taken: its answers come along.
        for i in _model(replace(order, step=1)).inputs:
            if i.control != "hidden":
                pen.keep(i.name)
    cued = pen.roll.chance(CUED)
    fields = _fields(pen, order, cued=cued)
    method = _method(pen, plan, source)
    unseen = _unseen(pen, order, method)
    if method == "post" and pen.roll.chance(HONEYPOT):
        fields = _inserted(pen, fields, trap(pen))
    heading = _heading(pen, plan, fields, order.step)
    if plan.searches and not cued and CUE.search(heading):
        heading = ""
    seen = " ".join((heading, *(f"{i.name} {i.label} {i.title}" for i in fields)))
    texts = _button_texts(pen, plan, seen, order.step, cued=cued)
    first = pen.roll.chance(0.7)
    made = FormModel(
        key=plan.key,
        kind=plan.kind,
        domain=plan.domain,
        source=plan.source,
        action="",
        method=method,
        inputs=(*unseen, *fields) if first else (*fields, *unseen),
        buttons=(button(pen, texts),),
        heading=heading,
        multipart=any(i.control == "file" for i in fields),
        step=order.step,
    )
    return telling(pen, order.site, made, cued=cued) if plan.told_apart else made


def _unseen(pen: Pen, order: _Order, method: str) -> tuple[Input, ...]:
    """Hidden inputs: furniture, the number of a product, tokens."""
    plan, source = order.plan, order.source
    if plan.copy:
        first = dice(order.spec.seed, order.spec.role, "item", order.site.number, plan.shape).between(1, 9_000)
        found: tuple[Input, ...] = (item(pen, first + 7 * plan.copy),)
    else:
        found = () if plan.shape in _NO_FURNITURE and pen.roll.chance(0.7) else furniture(pen)
    standing = pen.roll.chance(0.15)
    if source is not None and source.token and (source.token in _ALWAYS or method == "post"):
        return (*found, token_field(pen, source.token, ""))
    return (*found, _standing_token(pen)) if method == "post" and standing else found


def _fields(pen: Pen, order: _Order, *, cued: bool) -> tuple[Input, ...]:
    shape, source = order.plan.shape, order.source
    if not order.plan.searches:
        return fields_of(pen, shape)
    if shape == "site":
        return search.site_search(pen, cued=cued)
    if source is None:
        return search.locator(pen)
    if shape == "advanced":
        return search.advanced(pen, source)
    if shape == "quick":
        return search.quick(pen, source)
    if shape == "browse":
        return search.browse(pen, source) or search.box(pen, source, cued=cued)
    if shape == "steps":
        return _step(pen, source, order.step)
    return search.box(pen, source, cued=cued)


def _step(pen: Pen, source: Source, step: int) -> tuple[Input, ...]:
    """First a choice from a list, then everything else that is required and some more."""
    opening = search.opening(source)
    if step == 1:
        return (Asking(pen, source).choice(opening, "select"),)
    return search.conditions(pen, source, pen.roll.between(2, 6), (opening.name,)) or search.box(
        pen, source, cued=True
    )


def _method(pen: Pen, plan: FormPlan, source: Source | None) -> Literal["get", "post"]:
    by_get = pen.roll.chance(_GET[plan.kind])
    if source is not None and (
        source.paging == "post" or (source.token in ("csrf", "viewstate") and plan.shape != "keyword")
    ):
        return "post"
    return "get" if by_get else "post"


def _standing_token(pen: Pen) -> Input:
    """A token as forms of other kinds have it, which nobody here checks."""
    digits = "".join(pen.roll.pick("0123456789abcdef") for _ in range(32))
    return replace(token_field(pen, "csrf", digits), meaning="")


def _inserted(pen: Pen, fields: tuple[Input, ...], field: Input) -> tuple[Input, ...]:
    at = pen.roll.between(0, len(fields))
    return (*fields[:at], field, *fields[at:])


def _heading(pen: Pen, plan: FormPlan, fields: tuple[Input, ...], step: int) -> str:
    what = "later" if step > 1 else plan.shape
    headed, topical = pen.roll.chance(_HEADED.get(what, _HEADED_ELSE)), pen.roll.chance(_TOPICAL)
    if not headed:
        return ""
    if topical and plan.source and step <= 1:
        return pen.text(lexicon(plan.domain, pen.words.language, pen.spec.role).search_anchors)
    label = next((i.label or i.meaning for i in fields), "")
    return pen.text(pen.words.headings[what]).format(label=label)


def _button_texts(pen: Pen, plan: FormPlan, seen: str, step: int, *, cued: bool) -> tuple[str, ...]:
    """What may stand on the button; a search that should say so does it there if nowhere else (in `seen`)."""
    known, dull = pen.words.buttons, pen.roll.chance(0.2)
    if not plan.searches:
        return known[plan.shape if plan.shape in known else plan.kind]
    if step == 1:
        return known["steps"]
    if not cued:
        return known["go"]
    said = bool(CUE.search(seen))
    if plan.shape in ("browse", "locator") and (said or not dull):
        return known[plan.shape]
    return known["go" if dull and said else plan.kind]
