"""What was archived, read again: a page by its address, an answer by the query that brought it, the forms of a
page as they were understood, and a stored form that is filled in off line."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from leadline.app.inspect import Inspected, PageUnderstander
from leadline.app.settings import Settings, read
from leadline.app.targets import Target
from leadline.errors import BadTarget
from leadline.gate.targets import answered
from leadline.harvest.profile import HarvestStart
from leadline.model.page import Request, Response
from leadline.model.url import canonical
from leadline.store.archive import Archive
from leadline.store.folder import CrawlFolder
from leadline.store.protocols import Store
from leadline.store.withholding import is_withheld
from leadline.web.replay import read_answer_at
from leadline.web.settings import Limits

_LIMITS = Limits(body=2**31)  # what is in the archive was let in before
_LOOSE = ("https://www.", "http://www.", "https://", "http://")
Pairs = Sequence[tuple[str, str]]
Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ArchivedAnswer:
    """One answer out of the archive."""

    response: Response
    asked: Pairs | None = None  # what was filled in for it, where it is the answer to a form


def archived_page(folder: CrawlFolder, store: Store, url: str, at: str | None = None) -> ArchivedAnswer | None:
    """The newest that came from an address, a success before a failure; http and https, `www.` and a slash at the
    end do not matter. A posted form has one address for all its answers: the one that lies `at` a place of the
    archive, if any does. None where nothing of it is here."""
    wanted = _levelled(url)
    best: Row | None = None
    for row in store.pages.rows("pages"):
        if row["warc"] is None or wanted not in (_levelled(row["final_url"]), _levelled(row["url"])):
            continue
        if at == f"{row['warc']}#{row['warc_offset']}":
            best = row
            break
        if best is None or _rank(row, url) >= _rank(best, url):
            best = row
    if best is None:
        return None
    return _kept(ArchivedAnswer(_read(folder, best["warc"], best["warc_offset"], best)))


def archived_answer(folder: CrawlFolder, store: Store, query: int, page: int) -> ArchivedAnswer | None:
    """A page of the answer to a query, by their numbers."""
    if (query, page) not in set(store.queries.archived()):
        return None
    found = store.queries.archived_page(query, page)
    row = {"final_url": found.url, "url": found.url, "fetched_at": found.fetched_at}
    return _kept(ArchivedAnswer(_read(folder, found.warc, found.offset, row), found.submission.choice))


def _kept(answer: ArchivedAnswer) -> ArchivedAnswer | None:
    """None where what it said was taken out, since a record of it was forgotten."""
    return None if is_withheld(answer.response.headers) else answer


def answered_before(store: Store, asked: Pairs, fixed: frozenset[str]) -> int | None:
    """The number of the query that asked for just that, if any; `fixed` are fields that nobody fills in, whose
    values (tokens of a session, say) may be others each time."""
    archived = {query for query, _ in store.queries.archived()}
    wanted = _filled(asked, fixed)
    for row in store.pages.rows("queries"):
        if row["query"] in archived and _filled([(n, v) for n, v in row["assignment"] or ()], fixed) == wanted:
            return int(row["query"])
    return None


def _filled(pairs: Pairs, fixed: frozenset[str]) -> list[tuple[str, str]]:
    return sorted((name, value.strip()) for name, value in pairs if value.strip() and name not in fixed)


def _read(folder: CrawlFolder, file: str, offset: int, row: Row) -> Response:
    url = str(row["final_url"] or row["url"])
    request = Request(url, permit=answered("what was archived is read again"))
    return read_answer_at(Archive(folder.warc).path(file), offset, request, url, row["fetched_at"], _LIMITS)


def _rank(row: Row, url: str) -> tuple[bool, bool, float]:
    return (row["status"] or 0) < 400, url in (row["final_url"], row["url"]), float(row["fetched_at"] or 0)


def _levelled(url: str | None) -> str:
    """
    >>> _levelled("https://www.a.test/x/#y") == _levelled("http://a.test/x")
    True
    """
    text = (url or "").partition("#")[0]
    head = next((head for head in _LOOSE if text.startswith(head)), "")
    return text[len(head) :].rstrip("/")


# ── forms ─────────────────────────────────────────────────────────────────────────────────────────────────


def form_page(folder: CrawlFolder, store: Store) -> Inspected:
    """Of a harvest: the page with its form, understood again, that form alone."""
    kept = HarvestStart.recalled(store.decisions)
    found = _understood(folder, kept.response)
    own = tuple(one for one in found.forms if one.form.index == kept.form)
    return replace(found, forms=own or found.forms)


def found_forms(folder: CrawlFolder, store: Store, rows: Sequence[Row]) -> Iterator[Inspected | None]:
    """Of a crawl: the page of each form that was found, understood again with that form alone; None where its page
    is not in the archive."""
    pages: dict[str, Inspected | None] = {}
    for row in rows:
        url = row["page_url"]
        if url not in pages:
            page = archived_page(folder, store, url)
            pages[url] = _understood(folder, page.response) if page is not None else None
        found = pages[url]
        if found is None:
            yield None
            continue
        own = tuple(one for one in found.forms if str(row["identity"]).endswith(one.form.identity))
        yield replace(found, forms=own) if own else None


def _understood(folder: CrawlFolder, response: Response) -> Inspected:
    """As `inspect` does it, with the folder's settings."""
    kept = read(folder.config, [], sections=("web", "forms", folder.kind))
    settings = Settings.of({name: kept[name] for name in ("forms",) if name in kept})
    address = canonical(response.url)
    if address is None:
        raise BadTarget(f"{response.url}: the archive has a page whose address is none")
    return PageUnderstander(settings.forms).inspected(Target(address, "file", address), response)
