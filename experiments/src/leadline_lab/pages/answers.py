"""What a site answers to a form: records, a complaint, the next step, its own pages, or thanks.

Everything an answer depends on comes with the request: what was sent, which page of the answer, the session.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from leadline_lab.anatomy import Anchor, Block, FormModel, Listing, Prose, Sheet
from leadline_lab.forms import Asked, asked
from leadline_lab.pages.chrome import heading, sheet
from leadline_lab.pages.content import page_sheet
from leadline_lab.pages.models import form_model, known_session
from leadline_lab.pages.writer import Writer
from leadline_lab.plan import HOME, Page, SitePlan
from leadline_lab.randomness import number
from leadline_lab.sources import Answer, Source, ask, blocks_of, record_of
from leadline_lab.sources.wording import count_text
from leadline_lab.world import World

Sent = Mapping[str, Sequence[str]]
_LOOKED_AT = 2_000
"""Items a site's own search looks through."""
_SHOWN = 20
_PAGE_NAMES = ("page", "p", "pg", "pageno")
_OFFSET_NAMES = ("start", "offset", "first", "skip")


@dataclass(frozen=True, slots=True)
class Submission:
    """One form, sent."""

    index: int
    """Which form of the plan."""
    sent: Sent
    session: str
    """Of the visitor's cookie; empty if none came."""
    address: str
    """Path and query as they came."""
    visit: str = ""
    """Id that links of the answer are to carry, on sites that do that."""


def answer(world: World, plan: SitePlan, said: Submission) -> tuple[Sheet, FormModel]:
    """The page that comes back, and the form that was sent."""
    planned = plan.forms[said.index]
    model = _model_sent(world, plan, said)
    writer = Writer(world, plan, Page("form", -1 - said.index), said.session, said.visit)
    source = plan.sources.get(planned.source)
    what = asked(model, source, said.sent)
    if planned.kind == "navigation":
        return replace(
            page_sheet(Writer(world, plan, HOME, said.session, said.visit)), url=plan.root + said.address
        ), model
    if what.following:
        return _step(writer, said, what), model
    if planned.kind == "site-search":
        return _own_pages(writer, said, model), model
    if source is None or planned.kind != "search":
        return _thanks(writer, said, model, what), model
    return _records(writer, said, model, source, what), model


def _step(writer: Writer, said: Submission, what: Asked) -> Sheet:
    """The next step of a form, or the same one with a complaint."""
    form = form_model(writer.world, writer.plan, said.index, said.session, what.following, said.sent)
    return _sheet(writer, said, [*_complaint(writer, what), form], "form")


def _complaint(writer: Writer, what: Asked) -> list[Block]:
    """What is wrong with what was sent, if anything is."""
    messages = writer.manner.speech.messages
    if not what.outcome:
        return []
    if what.outcome == "required":
        said = writer.roll.pick(messages["required"]).format(field=", ".join(what.missing))
    else:
        said = writer.roll.pick(messages["token" if what.outcome == "bad-token" else "error"])
    return [Prose((said,))]


def _model_sent(world: World, plan: SitePlan, said: Submission) -> FormModel:
    """The step of the form whose fields came; of several the last, since later steps repeat earlier fields."""
    steps = plan.forms[said.index].steps
    for step in range(steps if steps > 1 else 0, 1, -1):
        model = form_model(world, plan, said.index, said.session, step, said.sent)
        own = {i.name for i in model.inputs if i.control != "hidden"}
        if own & said.sent.keys():
            return model
    return form_model(world, plan, said.index, said.session)


def _records(writer: Writer, said: Submission, model: FormModel, source: Source, what: Asked) -> Sheet:
    world, plan = writer.world, writer.plan
    token_ok = what.token and (not source.token or known_session(world, plan.site.number, said.session))
    size = what.per_page or source.per_page
    page = _page_asked(plan, source, model, said.sent, size)
    name = _page_name(plan, source, model)
    kept = [(key, value) for key, values in said.sent.items() if key != name for value in values]

    def address(n: int) -> str:
        extra = [(name, str(n * size if source.paging == "offset" else n + 1))]
        return writer.address(f"{model.action}?{urlencode(extra if source.paging == 'post' else kept + extra)}")

    def details(key: str) -> str:
        return writer.address(plan.record_path(source.key, key))

    found = _page_of_size(writer, source, what, page, token_ok=token_ok)
    against = found.outcome == "records" and what.outcome in ("required", "error")
    main = (
        _complaint(writer, what)
        if against
        else list(blocks_of(world, plan.site, source, found, address, details, tuple(kept)))
    )
    more = source.paging == "more" and page > 0
    if not more and (found.outcome != "records" or against or number(source.wording, "again") % 3):
        main.append(form_model(world, plan, said.index, said.session))
    made = _sheet(writer, said, main, "results")
    return replace(made, zones=tuple(zone for zone in made.zones if zone.role == "main")) if more else made


def _page_name(plan: SitePlan, source: Source, model: FormModel) -> str:
    """Name of the parameter that says which page, one that no field of the form has."""
    names = _OFFSET_NAMES if source.paging == "offset" else _PAGE_NAMES
    taken = {i.name for i in model.inputs}
    first = number(plan.site.host, source.key) % len(names)
    free = [n for n in (*names[first:], *names[:first], "pagenum", "paging_page") if n not in taken]
    return free[0]


def _page_of_size(writer: Writer, source: Source, what: Asked, page: int, *, token_ok: bool) -> Answer:
    """A page with as many records as the visitor chose, put together of the source's own."""
    world, site, own, size = writer.world, writer.plan.site, source.per_page, what.per_page or source.per_page

    def asked_for(n: int) -> Answer:
        return ask(world, site, source, what.values, n, what.sort, token_ok=token_ok)

    start = page * size
    found = asked_for(start // own)
    if size == own or found.outcome != "records" or found.page != start // own:
        return found
    pages = [found, *(asked_for(n) for n in range(found.page + 1, min(found.pages, -(-(start + size) // own))))]
    cut = slice(start % own, start % own + size)
    keys = tuple(key for part in pages for key in part.keys)[cut]
    return replace(
        found,
        keys=keys,
        rows=tuple(row for part in pages for row in part.rows)[cut],
        page=page,
        pages=-(-found.reachable // size),
        shown_total=count_text(source, world.spec.role, found.total, start + 1, len(keys)),
    )


def _page_asked(plan: SitePlan, source: Source, model: FormModel, sent: Sent, size: int) -> int:
    said = next(iter(sent.get(_page_name(plan, source, model), ())), "")
    if not said.isdecimal() or len(said) > 9:
        return 0
    return int(said) // size if source.paging == "offset" else max(0, int(said) - 1)


def record(writer: Writer, source: Source, key: str, address: str) -> Sheet | None:
    """The page of one record, None if there is none."""
    found = record_of(writer.world, writer.plan.site, source, key)
    if found is None:
        return None
    title = found.pairs[0][1] if found.pairs else key
    return sheet(writer, [heading(title), found], title, "record", address=address)


def _own_pages(writer: Writer, said: Submission, model: FormModel) -> Sheet:
    """A search over the titles of the site's own pages."""
    names = [i.name for i in model.inputs if i.control in ("text", "search")]
    words = " ".join(value for name in names for value in said.sent.get(name, ())).lower().split()
    titles = writer.plan.outline.titles
    found: list[Page] = []
    for item in range(min(writer.plan.outline.items, _LOOKED_AT) if words else 0):
        title = titles.title(item).lower()
        if all(word in title for word in words):
            found.append(Page("item", item))
            if len(found) == _SHOWN:
                break
    speech = writer.manner.speech
    main: list[Block] = []
    if found:
        rows = [(Anchor(writer.href(p), writer.title(p)),) for p in found]
        main.append(Listing(tuple(rows), "teasers", " ".join(words)))
    else:
        main.append(Prose((writer.roll.pick(speech.messages["none"]),)))
    return _sheet(writer, said, [*main, model], "results")


def _thanks(writer: Writer, said: Submission, model: FormModel, what: Asked) -> Sheet:
    complaint = _complaint(writer, what)
    if complaint:
        return _sheet(writer, said, [*complaint, model], "form")
    return _sheet(writer, said, [Prose((writer.roll.pick(writer.manner.speech.messages["thanks"]),))], "answer")


def _sheet(writer: Writer, said: Submission, main: Sequence[Block], kind: str) -> Sheet:
    return sheet(writer, main, writer.manner.brand, kind, address=said.address)
