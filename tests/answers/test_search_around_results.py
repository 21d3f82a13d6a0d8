"""Results that stand inside of the form that searches, on a site whose menu has all titles on every page."""

import pytest

from leadline.answers.records.cut import cut_records
from leadline_bench.training.record_examples import document_of

FIRST, SECOND = ("Amber", "Birch", "Copper", "Delta"), ("Gate", "Hall", "Inn", "Key")
TITLES = [f"{first} {second}" for first in FIRST for second in SECOND]
MENU = "".join(f"<li><a href=/{n}>{title}</a></li>" for n, title in enumerate(TITLES))


def _page(found: list[int], form: str) -> str:
    rows = "".join(
        f"<li><div><a href=/{n}>{TITLES[n]}</a></div><p>Built in {1800 + n} of stone, with {n + 2} rooms.</p></li>"
        for n in found
    )
    said = f"<p>{len(found)} found</p><ol class=hits>{rows}</ol>" if found else "<p>Nothing was found.</p>"
    kinds = "".join(f"<label><input type=checkbox name=kind value={k}> {k}</label>" for k in ("House", "Bridge"))
    box = f"<{form}><input name=q>{kinds}<button>Search</button>{said}</{form.split(maxsplit=1)[0]}>"
    return f"<html><body><header><ul>{MENU}</ul></header><main>{box}</main></body></html>"


@pytest.mark.parametrize("form", ["form role=search action=/find", "form action=/find", "div role=search"])
@pytest.mark.parametrize("found", [[3, 5, 9, 11], [7, 8]])
def test_results_within_the_search_are_records(form: str, found: list[int]) -> None:
    """What an answer has and neither the form's page nor nonsense does is no furniture, whatever it stands in."""
    url = "http://example.org/find?q=a"
    start = document_of(
        f"<html><body><header><ul>{MENU}</ul></header><p>Welcome.</body></html>", "http://example.org/"
    )
    known, nothing = start.page.text, document_of(_page([], form), url).page.text
    cuts = cut_records(document_of(_page(found, form), url), known, template=nothing, asked=("a",)).cuts
    assert [cut.url for cut in cuts] == [f"http://example.org/{n}" for n in found]
