"""An answer as blocks of a page: what the site says, its records, the way to the other pages.

Nothing here decides anything: `Answer` holds what is true and what is said, and this puts it in the site's order.
"""

from collections.abc import Callable

from leadline_lab.anatomy import Block, Heading, Listing, Pager, Prose, Results
from leadline_lab.randomness import number
from leadline_lab.sources.model import Answer, Setting, Source
from leadline_lab.sources.records import composer_of
from leadline_lab.sources.wording import phrases_of, say
from leadline_lab.spec import Role
from leadline_lab.words import tongue
from leadline_lab.world import Site

_WINDOW = 4
"""Page numbers shown on either side of the present one."""
_REL_SHARE = 39
"""Of 100 sites with a next link, those that mark it (ALGORITHMS F3)."""


def blocks_of(
    world: Setting,
    site: Site,
    source: Source,
    answer: Answer,
    address: Callable[[int], str],
    details: Callable[[str], str] | None = None,
    hidden: tuple[tuple[str, str], ...] = (),
    field: str = "",
) -> tuple[Block, ...]:
    """The main part of a page with this answer.

    `address` says where a page (from 0) of the answer is, `details` where a record's own page is; `hidden` are the
    fields a pager that posts sends along, `field` the name under which it sends the page.
    """
    role = world.spec.role
    said: list[Block] = []
    if answer.echo:
        said.append(Heading(answer.echo) if _odd(source, "echo") else Prose((answer.echo,)))
    elif answer.outcome == "records" and _odd(source, "heading"):
        said.append(Heading(say(source, role, "heading")))
    counted = Prose((answer.shown_total,)) if answer.shown_total else None
    if counted and not _odd(source, "count below"):
        said.append(counted)
    if answer.message:
        said.append(Prose((answer.message,)))
    if answer.outcome == "records":
        said.append(results(source, answer.keys, answer.rows, details))
    elif answer.outcome == "none":
        said += _suggestions(world, site, source, answer, details)
    if counted and _odd(source, "count below"):
        said.append(counted)
    if answer.outcome == "records" and answer.pages > 1:
        said.append(pager(source, role, answer, address, hidden, field))
    return tuple(said)


def results(
    source: Source,
    keys: tuple[str, ...],
    rows: tuple[tuple[str, ...], ...],
    details: Callable[[str], str] | None,
) -> Results:
    links = tuple(details(key) for key in keys) if details and source.has_details else ()
    return Results(tuple(a.label for a in source.listed), rows, keys, links)


def pager(
    source: Source,
    role: Role,
    answer: Answer,
    address: Callable[[int], str],
    hidden: tuple[tuple[str, str], ...],
    field: str,
) -> Pager:
    here, pages = answer.page, answer.pages
    more = source.paging == "more"
    spoken = tongue(source.language, role).pager
    # Addresses by offset come with numbers on some sites and without on others.
    numbers = source.paging == "numbered" or (source.paging in ("offset", "post") and _odd(source, "numbers"))
    window = range(max(0, here - _WINDOW), min(pages, here + _WINDOW + 1)) if numbers else ()
    return Pager(
        here=here + 1,
        pages=pages if numbers else 0,
        previous=address(here - 1) if here and not more else "",
        following=address(here + 1) if here + 1 < pages else "",
        numbered=tuple((n + 1, address(n)) for n in window),
        style="more" if more else "post" if source.paging == "post" else "links",
        words=spoken[number(source.wording, "pager") % len(spoken)],
        rel=number(source.wording, "rel") % 100 < _REL_SHARE,
        hidden=hidden if source.paging == "post" else (),
        field=field if source.paging == "post" else "",
    )


def _suggestions(
    world: Setting, site: Site, source: Source, answer: Answer, details: Callable[[str], str] | None
) -> list[Block]:
    """What stands beside "nothing found"; not what was asked for, whatever it looks like."""
    role = world.spec.role
    if answer.suggested_rows:
        found = results(source, answer.suggested_keys, answer.suggested_rows, details)
        return [Heading(say(source, role, "others"), 3), found]
    if not answer.message or answer.total:
        return []
    if source.suggestion == "spelling":
        composer = composer_of(world, site, source)
        like = composer.row(composer.record(number(source.wording, answer.echo, "mean") % source.size))
        title = [a.name for a in source.listed].index(source.title)
        return [Prose((say(source, role, "mean", word=like[title]),))]
    if source.suggestion == "tips":
        tips = phrases_of(source.language, role)["tips"]
        first = number(source.wording, "tips") % len(tips)
        advice = (tips[first:] + tips[:first])[:3]
        return [Listing(tuple((tip,) for tip in advice), "related", say(source, role, "suggestions"))]
    return []


def _odd(source: Source, what: str) -> bool:
    return number(source.wording, what) % 2 == 1
