"""Which forms a site has, and where they stand."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from leadline_lab.anatomy import Kind


@dataclass(frozen=True, slots=True)
class FormPlan:
    """One form of a site: what it is for and where it stands."""

    key: str
    """Unique within the site, never shown."""
    kind: Kind
    domain: str = ""
    """Domain whose records it brings up."""
    source: str = ""
    """Key of the source behind it."""
    depth: int = 0
    """Links from the home page to the page it stands on; 0 is the home page itself."""
    everywhere: bool = False
    """It stands on every page of the site (header, footer, side bar)."""
    co_located: bool = False
    """A foreign form beside another domain's: airfare on a hotel portal."""
    told_apart: bool = False
    """A box for something else than its page is about, which says for what."""
    steps: int = 1
    shape: str = "plain"
    """Variant of its kind: keyword, advanced, quick, browse, steps; locator, look-up, alert, cart …"""
    place: str = "home"
    """Forms with the same place stand on one page; empty if it stands everywhere."""
    copy: int = 0
    """Which of several alike (a cart button per product), from 1; 0 if there is only one of its kind."""

    @property
    def searches(self) -> bool:
        return self.kind in ("search", "site-search")

    @property
    def model(self) -> str:
        """Key of the form it is alike with: its own, unless there are several."""
        return self.shape if self.copy else self.key


def forms_on(plans: Sequence[FormPlan], place: str) -> tuple[FormPlan, ...]:
    """Forms of one page: those that stand everywhere, then its own; an ordinary page is the place ``""``."""
    return tuple(p for p in plans if p.everywhere) + tuple(
        p for p in plans if not p.everywhere and p.place == place
    )


def places(plans: Sequence[FormPlan]) -> dict[str, int]:
    """Pages that have a form of their own, with their depth; `home` is 0."""
    return {p.place: p.depth for p in plans if not p.everywhere}


def forms_per_page(plans: Sequence[FormPlan], ordinary: int = 1) -> Counter[int]:
    """How many pages of a site have so many forms: its home page, its form pages, and `ordinary` others."""
    found = Counter(len(forms_on(plans, place)) for place in {"home": 0, **places(plans)})
    found[len(forms_on(plans, ""))] += ordinary
    return found


def expected_forms(plans: Sequence[FormPlan], ordinary: int = 1) -> float:
    """Forms on a page that has any, on average over a site; 0 if it has no forms."""
    counts = forms_per_page(plans, ordinary)
    del counts[0]
    return sum(n * pages for n, pages in counts.items()) / counts.total() if counts else 0.0
