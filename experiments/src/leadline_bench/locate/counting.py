"""What a crawl met, by the answer key: curves of forms and sites, forms by site, how often classifiers were right.

A form counts when a page it stands on was fetched and not set aside. A curve is kept as the pages at which the
first, second, third … distinct thing was met.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from leadline.model.url import site_of
from leadline.store.protocols import Store
from leadline_bench.locate.cache import PageCache
from leadline_bench.locate.facts import FormFact, true_identity

Right = tuple[int, int]
"""(judged rightly, judged)."""


@dataclass(slots=True)
class Met:
    """Everything that was met, filled page by page."""

    relevant: dict[str, int] = field(default_factory=dict)
    searchable: dict[str, int] = field(default_factory=dict)
    sites: dict[str, int] = field(default_factory=dict)
    """Sites with a relevant form, and the pages fetched when the first one was met."""
    by_site: dict[str, int] = field(default_factory=dict)
    """Relevant forms of each site that a page was fetched of."""
    judged: dict[str, dict[str, bool]] = field(
        default_factory=lambda: {"sites": {}, "forms": {}, "searchable forms": {}}
    )
    """Whether each home page, searchable form and form was taken for what it is."""

    @property
    def accuracy(self) -> dict[str, Right]:
        return {what: (sum(found.values()), len(found)) for what, found in self.judged.items()}

    def take_form(self, identity: str, form: FormFact, page: int, domain: str) -> None:
        self.judged["searchable forms"].setdefault(identity, (form.learned > 0.5) == form.is_searchable)
        if not form.is_searchable:
            return
        self.searchable.setdefault(identity, page)
        is_relevant = form.domain == domain
        if form.learned > 0.5:
            self.judged["forms"].setdefault(identity, (form.likely_of(domain) > 0.5) == is_relevant)
        if is_relevant:
            self.relevant.setdefault(identity, page)


def count(store: Store, cache: PageCache, domain: str, threshold: float, is_of: Callable[[str, str], bool]) -> Met:
    """From the pages of a crawl."""
    met = Met()
    for page, url, final_url, on_topic in _fetched(store):
        site = site_of(final_url)
        met.by_site.setdefault(site, 0)
        if urlsplit(final_url).path in ("", "/") and on_topic is not None:
            met.judged["sites"].setdefault(site, (on_topic > threshold) == is_of(domain, final_url))
        before = len(met.relevant)
        for form in cache.forms(url):
            if form.key:
                met.take_form(true_identity(final_url, form.key), form, page, domain)
        if len(met.relevant) > before:
            met.sites.setdefault(site, page)
            met.by_site[site] += len(met.relevant) - before
    return met


def kept(store: Store) -> tuple[int, ...]:
    """Pages fetched when the crawl's own critic took each of its forms for found."""
    return tuple(sorted(int(row["found_at_page"]) for row in store.pages.rows("forms")))


def listed(store: Store, cache: PageCache, domain: str) -> dict[str, Right]:
    """Of the forms that the crawl's own critic listed, by what they say they search: relevant ones, and all."""
    truth: dict[str, bool] = {}
    for _, url, final_url, _ in _fetched(store):
        for form in cache.forms(url):
            truth[f"{site_of(final_url)}#{form.identity}"] = form.is_relevant(domain)
    found: dict[str, Right] = {}
    for row in store.pages.rows("forms"):
        right, of = found.get(row["scope"], (0, 0))
        found[row["scope"]] = right + truth.get(row["identity"], False), of + 1
    return found


def _fetched(store: Store) -> Iterator[tuple[int, str, str, float | None]]:
    """(pages so far, URL, where it ended, P(topic)) of every page that says something of its own."""
    answered = (row for row in store.pages.rows("pages") if row["status"] is not None)
    for pages, row in enumerate(answered, 1):
        if row["set_aside"] in (None, "duplicate"):
            yield pages, row["url"], row["final_url"], row["on_topic"]
