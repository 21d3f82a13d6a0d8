"""Which page of a site: a small value that addresses and sheets are both made from."""

from typing import Literal, NamedTuple

PageKind = Literal["home", "desk", "section", "hub", "item", "links", "form", "print", "calendar"]
"""desk: about, contact, help … · section: its front and the pages of its archive · hub: a page between a
section and what is deeper · links: where external links gather · form: made for one or more forms · print:
the same item under another address · calendar: endless."""

DESKS = ("about", "contact", "help", "legal", "privacy", "sitemap")
"""What a site may have besides its subject, by the names `Tongue.nav` has for them."""


class Page(NamedTuple):
    """One page; `number` counts pages of its kind (months since January of year 0 for a calendar)."""

    kind: PageKind
    number: int = 0
    leaf: int = 0
    """Which page of a section's archive, 0 for its front."""


HOME = Page("home")
