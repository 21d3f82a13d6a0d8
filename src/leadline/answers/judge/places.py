"""The place among all that a page states and that something on it bears out.

"1 of 7" alone may be the seventh room. It counts where the line says that it counts pages, in any language known;
where a range is as long as there are records on the page; or where so many pages of so many records are what the
page says there are in all. Places that contradict each other tell nothing.
"""

from collections.abc import Iterator

from leadline.answers.judge.counts import PAGES, pattern
from leadline.answers.judge.evidence import Evidence
from leadline.answers.judge.lines import SAID, plain
from leadline.answers.places import Place, places_in


def place_of(page: Evidence) -> Place | None:
    """Where a page says that its records stand; None where it says nothing to be believed."""
    found = set(_borne_out(page))
    ranges, pages = ({one for one in found if (one.size is not None) is kind} for kind in (True, False))
    told = [place for kind in (ranges, pages) if len(kind) == 1 for place in kind]
    return told[0] if len({place.goes_on for place in told}) == 1 else None


def _borne_out(page: Evidence) -> Iterator[Place]:
    shown, total = len(page.records.cuts), page.count.total if page.count is not None else 0
    for at, (line, _) in enumerate(page.lines):
        if at in page.within or len(line.text) > SAID:
            continue
        for place in places_in(line.text):
            if place.size is not None:
                agrees = place.size == shown > 1
            else:
                pages_of_all = -(-total // shown) if shown else 0
                agrees = place.total == pages_of_all > 1 or _is_of_pages(line.text)
            if agrees:
                yield place


def _is_of_pages(text: str) -> bool:
    return pattern(PAGES).search(plain(text)) is not None
