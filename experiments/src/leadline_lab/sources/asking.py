"""One query to one database: what comes back, in the order in which a site's program would look.

Token, required fields, nothing asked, what cannot be read, then the search itself; then the cap, the page, the
count. Truth (`outcome`, `total`, `reachable`) and what the site says about it (`message`, `shown_total`) are made
together.
"""

from collections.abc import Mapping, Sequence

from leadline_lab.anatomy import Details
from leadline_lab.randomness import dice, number
from leadline_lab.sources.model import Answer, Setting, Source
from leadline_lab.sources.question import Complaint, Question, given, read
from leadline_lab.sources.records import Composer, composer_of
from leadline_lab.sources.tables import SHELF
from leadline_lab.sources.wording import count_text, grouped, keyword_label, rounded, say, separator_of
from leadline_lab.sources.writing import written
from leadline_lab.spec import Role
from leadline_lab.world import Site

Asked = Mapping[str, Sequence[str]]
_SUGGESTED = 4


def ask(
    world: Setting, site: Site, source: Source, asked: Asked, page: int = 0, sort: str = "", token_ok: bool = True
) -> Answer:
    """One page (from 0) of the answer to a query; see `Source` for what `asked` may hold."""
    role = world.spec.role
    if source.token and not token_ok:
        return Answer("bad-token", message=say(source, role, "token"))
    echo = _echo(source, role, asked)
    if missing := _missing(source, role, asked):
        message = say(source, role, "required", field=", ".join(missing))
        return Answer("required", message=message, missing=missing, echo=echo)
    question = read(source, role, asked)
    if isinstance(question, Complaint):
        return Answer("error", message=question.message, echo=echo)
    if not question and source.default != "all":
        return _nothing_asked(source, role)
    found = SHELF.matches(world, site, source, question, sort)
    composer = composer_of(world, site, source)
    if not found:
        return _nothing_found(source, role, composer, question, echo)
    return _shown(source, role, composer, found, page, echo)


def record_of(world: Setting, site: Site, source: Source, key: str) -> Details | None:
    """A record's own page, its title first; None if there is no such record or records have no pages."""
    composer = composer_of(world, site, source)
    n = composer.number_of(key)
    if n is None or not source.has_details:
        return None
    pairs = sorted(
        zip(source.attributes, composer.record(n).values, strict=True),
        key=lambda pair: pair[0].name != source.title,
    )
    return Details(key, tuple((a.label, written(a, value)) for a, value in pairs))


def _missing(source: Source, role: Role, asked: Asked) -> tuple[str, ...]:
    """Labels of the required fields that are empty."""
    labels = {a.name: a.label for a in source.attributes}
    return tuple(
        labels.get(name) or keyword_label(source, role) for name in source.requires if not given(asked, name)
    )


def _nothing_asked(source: Source, role: Role) -> Answer:
    if source.default == "none":
        # Half of them show an empty page, the others say that nothing was found.
        blank = number(source.wording, "blank") % 2 == 0
        return Answer("none", message="" if blank else say(source, role, "none"))
    wanted = "keyword" if not source.structured else "criterion"
    return Answer("error", message=say(source, role, wanted))


def _nothing_found(source: Source, role: Role, composer: Composer, question: Question, echo: str) -> Answer:
    message = say(source, role, "none")
    if source.suggestion != "records":
        return Answer("none", message=message, echo=echo)
    roll = dice(composer.identity, "suggested", question)
    records = [composer.record(roll.below(source.size)) for _ in range(roll.between(2, _SUGGESTED))]
    records = list({record.number: record for record in records}.values())
    return Answer(
        "none",
        message=message,
        suggested_keys=tuple(composer.key(record.number) for record in records),
        suggested_rows=tuple(composer.row(record) for record in records),
        echo=echo,
    )


def _shown(source: Source, role: Role, composer: Composer, found: Sequence[int], page: int, echo: str) -> Answer:
    total, cap = len(found), source.cap
    over = cap is not None and total > cap
    if over and source.overflow == "refuse":
        return Answer(
            "too-many", total=total, message=say(source, role, "too_many", n=_hits(source, total)), echo=echo
        )
    reachable = min(total, cap) if cap is not None else total
    pages = (reachable + source.per_page - 1) // source.per_page
    at = _page(source, page, pages)
    start = at * source.per_page
    numbers = found[start : min(start + source.per_page, reachable)]
    if not numbers:
        return Answer(
            "none", total=total, reachable=reachable, page=page, pages=pages, message=say(source, role, "none")
        )
    records = [composer.record(n) for n in numbers]
    return Answer(
        "records",
        keys=tuple(composer.key(n) for n in numbers),
        rows=tuple(composer.row(record) for record in records),
        total=total,
        reachable=reachable,
        shown_total=count_text(source, role, total, start + 1, len(numbers)),
        page=at,
        pages=pages,
        message=say(source, role, "cut", n=_grouped(source, reachable))
        if over and source.overflow == "tell"
        else "",
        echo=echo,
    )


def _hits(source: Source, total: int) -> str:
    """How many match, as exactly as this site counts."""
    if source.counting == "capped":
        return _grouped(source, source.cap or total) + "+"
    return _grouped(source, rounded(total) if source.counting == "rounded" else total)


def _grouped(source: Source, value: int) -> str:
    return grouped(value, separator_of(source.language))


def _page(source: Source, page: int, pages: int) -> int:
    """The page that is shown when this one is asked for."""
    if 0 <= page < pages or source.beyond == "empty":
        return max(page, 0)
    return pages - 1 if source.beyond == "last" and page >= pages else 0


def _echo(source: Source, role: Role, asked: Asked) -> str:
    """The query repeated: values only, as most sites do it."""
    if not source.echo:
        return ""
    told = [value for name in asked for value in given(asked, name)]
    return say(source, role, "echo", q=", ".join(told)) if told else ""
