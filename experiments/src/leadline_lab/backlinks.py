"""An incomplete backlink provider for the lab: what a search engine would know of a world.

Of the pages that truly link to a site it knows a share (`WorldSpec.backlinks_known`), the same ones every time; it
lists those of well-known sites first, and of one site no more than a few. For a site that hardly anybody links to
that is often nothing at all.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from urllib.parse import urlsplit

from leadline_lab.plan import HOME, pages_above, pages_linking, plan_of
from leadline_lab.randomness import dice
from leadline_lab.world import World

_OF_ONE_SITE = 3
"""Search engines show no more of a site than this, however many of its pages carry the link."""


class LabBacklinks:
    """`leadline.protocols.BacklinkSource`; `calls` counts the questions."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.calls = 0

    async def backlinks(self, target: str, limit: int) -> Sequence[str]:
        self.calls += 1
        return self.known(target, limit)

    def known(self, target: str, limit: int) -> list[str]:
        """Pages that link to a site, by host name or registrable domain; or to a page, those of its own site
        first."""
        if "://" in target:
            return list(islice(self._of_page(target), limit))
        site = self._world.find(target)
        return [] if site is None else list(islice(self._known(site.number), limit))

    def _of_page(self, url: str) -> Iterator[str]:
        site = self._world.find(urlsplit(url).netloc)
        page = None if site is None else plan_of(self._world, site).page(url)
        if site is None or page is None:
            return
        plan, spec = plan_of(self._world, site), self._world.spec
        for above in pages_above(plan, page):
            if dice(spec.seed, "backlink", url, plan.url(above)).chance(spec.backlinks_known):
                yield plan.url(above)
        if page == HOME:
            yield from self._known(site.number)

    def _known(self, target: int) -> Iterator[str]:
        spec = self._world.spec
        for origin in self._popular_first(target):
            for url in pages_linking(self._world, origin, target, _OF_ONE_SITE):
                if dice(spec.seed, "backlink", target, url).chance(spec.backlinks_known):
                    yield url

    def _popular_first(self, target: int) -> list[int]:
        """Sites that link to this one; those that most others link to first."""
        origins = [int(origin) for origin in self._world.into(target)]
        return sorted(origins, key=lambda origin: (-len(self._world.into(origin)), origin))
