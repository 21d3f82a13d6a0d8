"""Signs of a query that need no word for it: open choices, orders of results, ranges, buttons that show."""

import pytest

from leadline.forms.evidence import Evidence
from leadline.forms.searchable import open_choices, ranges, signs
from leadline.parse.document import parse_html


def _evidence(fields: str) -> Evidence:
    return Evidence(parse_html(f"<form action=/x>{fields}</form>", "http://a.example/").forms[0])


@pytest.mark.parametrize(
    ("fields", "found"),
    [
        ("<select name=m><option>Any make<option>Kia</select>", ("choice",)),
        ("<select name=m><option>Toutes les marques<option>Kia</select>", ("choice",)),
        ("<label><input type=radio name=z value=''>egal</label><input type=radio name=z value=v>", ("choice",)),
        ("<select name=m><option>Select one<option>Kia</select>", ()),
        ("<select name=m><option>Kia<option>Any</select>", ()),
        ("<input name=t>Sort by <select name=o><option>price<option>date</select>", ("order",)),
        ("Sort by <select name=o><option>price<option>date</select>", ()),
        ("Year from <input name=y1 size=4> to <input name=y2 size=4>", ("range",)),
        ("<label>Min price <input name=a></label><label>Max price <input name=b></label>", ("range",)),
        ("<input type=number name=mass_min><input type=number name=mass_max>", ("range",)),
        ("<input type=date name=from> <input type=date name=to>", ()),
        ("From <input name=from> to <input name=to>", ()),
        ("<input name=t><button>Show flats</button>", ("shows",)),
        ("<input name=t><input type=submit value='Afficher la liste'>", ("shows",)),
        ("<input name=t><button>Send</button>", ()),
    ],
)
def test_signs(fields: str, found: tuple[str, ...]) -> None:
    """Each is seen where it is and nowhere else; what bookings and journeys have as well is none."""
    assert signs(_evidence(fields)) == found


def test_they_are_counted() -> None:
    """Lists and groups of radio buttons that may be left open, and pairs of ends."""
    two = (
        "<select name=a><option>All<option>x</select><select name=b><option>Todas<option>y</select>"
        "<label><input type=radio name=c> any</label><label><input type=radio name=c> new</label>"
    )
    assert open_choices(_evidence(two)) == 3
    pairs = "<input type=number name=pricemin><input type=number name=pricemax><input type=number name=min_rooms>"
    assert ranges(_evidence(pairs + "<input type=number name=max_rooms>")) == 2
