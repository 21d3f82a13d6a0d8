"""The one database of the built-in web: the cars on Wheel & Deal's lot, searched as the form on its page asks.

Answers are pages as such sites made them around 1999: a table of ten cars, a count above it, a link to the next
ten, and a page for each car. The same question gets the same bytes every time.
"""

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from importlib import resources
from urllib.parse import urlencode

SEARCH = "/cgi-bin/search.cgi"
CAR = "/cgi-bin/car.cgi"
PER_PAGE = 10


@dataclass(frozen=True, slots=True)
class Car:
    """One record."""

    number: int
    make: str
    model: str
    year: int
    price: int
    gear: str
    miles: int
    colour: str

    @property
    def name(self) -> str:
        return f"{self.year} {self.make} {self.model}"


def search(asked: Mapping[str, str]) -> str:
    """The page of results for the fields of the form, and `start`, which the links to further pages add."""
    found = [car for car in LOT if _wanted(car, asked)]
    start = min(_number(asked.get("start"), 0), len(found))
    shown = found[start : start + PER_PAGE]
    rows = "".join(map(_row, shown))
    if not found:
        return _page("No cars found", "<P>Sorry, no used car on our lot is like that. Try fewer wishes.</P>\n")
    heading = f"<P><B>{len(found)} used cars found</B>, {start + 1} to {start + len(shown)} shown:</P>\n"
    names = "<TR><TH>Car</TH><TH>Price</TH><TH>Gearbox</TH><TH>Miles</TH><TH>Colour</TH></TR>\n"
    table = f"<TABLE BORDER=1 CELLPADDING=4>\n{names}{rows}</TABLE>\n" if shown else ""
    return _page("Search results", heading + table + _further(asked, start, len(found)))


def car(asked: Mapping[str, str]) -> str | None:
    """The page of one car, None where there is none of that number."""
    found = next((car for car in LOT if str(car.number) == asked.get("id")), None)
    if found is None:
        return None
    text = (
        f"<P>Stock number {found.number}. {escape(found.colour.capitalize())}, {_GEARS[found.gear]} gearbox, "
        f"{found.miles:,} miles on the clock, one year of warranty on engine and transmission.</P>\n"
        f"<P><B>Price: ${found.price:,}</B> or trade in your old car.</P>\n"
    )
    return _page(found.name, text)


def _wanted(car: Car, asked: Mapping[str, str]) -> bool:
    wishes = {name: asked.get(name, "").strip().lower() for name in ("make", "model")}
    gear = asked.get("gear", "x")
    return (
        wishes["make"] in ("", car.make.lower())
        and wishes["model"] in car.model.lower()
        and _number(asked.get("y1"), 0) <= car.year <= _number(asked.get("y2"), 9999)
        and car.price <= _number(asked.get("price"), 99_999)
        and gear not in _GEARS.keys() - {car.gear}
    )


def _number(written: str | None, otherwise: int) -> int:
    return int(written) if written and written.isascii() and written.isdecimal() else otherwise


def _row(car: Car) -> str:
    cells = (f"${car.price:,}", _GEARS[car.gear], f"{car.miles:,}", car.colour)
    link = f'<A HREF="{CAR}?id={car.number}">{escape(car.name)}</A>'
    return f"<TR><TD>{link}</TD>{''.join(f'<TD>{escape(cell)}</TD>' for cell in cells)}</TR>\n"


def _further(asked: Mapping[str, str], start: int, found: int) -> str:
    links = []
    if start:
        links.append((max(start - PER_PAGE, 0), "&lt;&lt; Previous cars"))
    if start + PER_PAGE < found:
        links.append((start + PER_PAGE, "Next cars &gt;&gt;"))
    wishes = {name: value for name, value in asked.items() if name != "start"}
    written = (
        f'<A HREF="{SEARCH}?{escape(urlencode({**wishes, "start": at}, encoding="latin-1", errors="replace"))}">'
        f"{words}</A>"
        for at, words in links
    )
    return f"<P>{' | '.join(written)}</P>\n"


def _page(title: str, inside: str) -> str:
    return (
        f"<HTML>\n<HEAD><TITLE>Wheel &amp; Deal Used Cars - {escape(title)}</TITLE></HEAD>\n"
        f'<BODY BGCOLOR="#FFFFCC">\n<H2>{escape(title)}</H2>\n{inside}<HR>\n<A HREF="/">New search</A>\n'
        "</BODY>\n</HTML>\n"
    )


_GEARS = {"m": "manual", "a": "automatic"}


def _lot() -> Iterator[Car]:
    rows = resources.files(__package__).joinpath("cars.csv").read_text(encoding="utf-8").splitlines()
    for number, (make, model, year, price, gear, miles, colour) in enumerate(csv.reader(rows[1:]), 101):
        yield Car(number, make, model, int(year), int(price), gear, int(miles), colour)


LOT = tuple(_lot())
