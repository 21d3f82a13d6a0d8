"""The database of the built-in web: it answers as its form asks."""

import pytest

from leadline.demo.site import answer
from leadline.demo.stock import LOT, PER_PAGE, car, search


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({}, 26),
        ({"make": "", "model": "", "y1": "", "y2": "", "price": "99999", "gear": "x"}, 26),
        ({"make": "Ford"}, 5),
        ({"make": "Citroën", "gear": "a"}, 2),
        ({"model": "900"}, 3),
        ({"y1": "1990", "y2": "1995"}, 9),
        ({"price": "1000"}, 1),
        ({"y1": "soon"}, 26),
    ],
)
def test_every_field_of_the_form_counts(asked: dict[str, str], found: int) -> None:
    """Make, model, years, price and gearbox narrow the answer down; nonsense does not."""
    assert f"<B>{found} used cars found</B>" in search(asked)


def test_nothing_found_is_said() -> None:
    """A question without an answer gets a page that says so, and no table."""
    page = search({"make": "Trabant"})
    assert "No cars found" in page
    assert "<TABLE" not in page


def test_the_pages_of_an_answer_hold_every_car_once() -> None:
    """Going on from page to page shows all cars, and the last page leads nowhere further."""
    pages = [search({"start": str(start)}) for start in range(0, len(LOT), PER_PAGE)]
    assert all(sum(f"?id={one.number}" in page for page in pages) == 1 for one in LOT)
    assert [page.count("Next cars") for page in pages] == [1, 1, 0]
    assert [page.count("Previous cars") for page in pages] == [0, 1, 1]


def test_a_link_to_the_next_page_keeps_the_question() -> None:
    """What was asked for is asked for on the next page too, in the charset of the page."""
    assert "make=Citro%EBn&amp;start=0" in search({"make": "Citroën", "start": "10"})


def test_each_car_has_a_page() -> None:
    """The link of a record leads to the car; a number that is nobody's is not found."""
    assert all(one.name in (car({"id": str(one.number)}) or "").replace("&amp;", "&") for one in LOT)
    assert answer("cars.example", "/cgi-bin/car.cgi", "id=7").status == 404


def test_the_form_can_be_asked_over_http() -> None:
    """The query of a URL is read in the charset in which browsers send it."""
    body = answer("cars.example", "/cgi-bin/search.cgi", "make=Citro%EBn").body.decode("latin-1")
    assert "<B>4 used cars found</B>" in body


def test_one_host_disguises_what_it_does_not_have() -> None:
    """An unknown path is answered with 200 and an apology there, honestly elsewhere."""
    disguised, honest = (answer(host, "/prices.html") for host in ("autohaus.example", "cars.example"))
    assert (disguised.status, honest.status) == (200, 404)
    assert b"Sorry" in disguised.body
