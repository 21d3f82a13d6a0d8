"""Strategies by name, with what a trial changes about them: `ffc@levels=1`, `smart@alone`, `ache@links.batch=9`.

Behind the name stand, each after an `@`, words of `WORDS` and settings of the section `locate`.

>>> Variant.of("smart@alone@sites.pages=50")
Variant(name='smart', words=frozenset({'alone'}), options=('sites.pages=50',))
>>> Variant.of("smart@alone@sites.pages=50").settings(LocateSettings()).sites.pages
50
"""

from dataclasses import dataclass, replace
from functools import lru_cache

from leadline.app.settings import fill, read
from leadline.errors import BadConfiguration
from leadline.locate.settings import LocateSettings

WORDS = {
    "alone": "nobody answers questions about backlinks",
    "taught": "begins with the ways to forms of a lesson in another world",
    "untaught": "begins with nothing",
    "backward": "begins with known form pages of its seeds, and whom backlinks name",
    "searchable": "counts searchable forms of any domain on pages on topic, as FFC did",
}
TAUGHT = ("ffc", "ache-offline", "ache")
"""Strategies that the papers began with a link classifier."""
PAPERS_PAGES = 100_000
"""Pages of a crawl in ACHE's and SmartCrawler's experiments, which the thresholds of learning are meant for."""


@dataclass(frozen=True, slots=True)
class Variant:
    """A strategy as one trial has it."""

    name: str
    words: frozenset[str] = frozenset()
    options: tuple[str, ...] = ()

    @classmethod
    @lru_cache(maxsize=256)
    def of(cls, text: str) -> "Variant":
        name, *behind = text.split("@")
        options = tuple(part for part in behind if "=" in part)
        words = frozenset(behind) - set(options)
        for word in sorted(words - WORDS.keys()):
            known = ", ".join(WORDS)
            raise BadConfiguration(f"'{text}': '{word}' is neither KEY=VALUE nor a word; known words: {known}")
        found = cls(name, words, options)
        found.settings(LocateSettings())  # a wrong setting is told before the first trial, not in the hundredth
        return found

    @property
    def is_taught(self) -> bool:
        if self.words & {"untaught", "backward"}:
            return False
        return self.name in TAUGHT or "taught" in self.words

    def settings(self, base: LocateSettings) -> LocateSettings:
        """The base with the variant's own settings."""
        tree = read(None, [f"locate.{option}" for option in self.options], ("locate",))
        return fill(base, tree.get("locate", {}), "locate")


def scaled(base: LocateSettings, pages: int) -> LocateSettings:
    """How often a crawl learns, in proportion to its pages.

    100 forms in 100,000 pages are 5 in 5,000: a crawl then learns as often as the papers' did, and where theirs
    found too few forms to learn at all (ACHE's Movie) this one does, too. The links that FFC loads at once stay as
    they are: with a handful, two of three fetches would go to the farther levels.

    >>> found = scaled(LocateSettings(), 5_000)
    >>> found.links.threshold, found.sites.learn_sites, found.sites.learn_forms
    (5, 3, 5)
    """

    def share(value: int) -> int:
        return max(1, int(value * pages / PAPERS_PAGES + 0.5))

    links, sites = base.links, base.sites
    return replace(
        base,
        links=replace(links, threshold=share(links.threshold)),
        sites=replace(sites, learn_sites=share(sites.learn_sites), learn_forms=share(sites.learn_forms)),
    )
