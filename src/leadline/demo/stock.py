"""The one database of the built-in web: the cars on Wheel & Deal's lot, searched as the form on its page asks.

Answers are pages as such sites made them around 1999: a table of ten cars, a count above it, a link to the next
ten, and a page for each car. The same question gets the same bytes every time.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
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
_ROWS = """
Alfa Romeo|Giulia Super|1972|6,900|m|71,200|red
Alfa Romeo|GTV 2000|1974|9,450|m|64,800|dark green
Alfa Romeo|Spider|1986|5,200|m|88,100|white
Alfa Romeo|164|1994|3,300|a|97,400|black
Citroën|2CV Charleston|1988|2,850|m|49,700|burgundy
Citroën|DS 21 Pallas|1970|11,900|a|83,000|silver
Citroën|CX 25 GTi|1985|2,100|m|121,600|blue
Citroën|XM|1993|1,950|a|109,300|grey
Ford|Mustang|1967|14,500|a|76,500|light blue
Ford|Taurus|1995|3,950|a|68,400|beige
Ford|Escort|1992|990|m|118,200|red
Ford|F-150|1991|4,200|m|132,900|white
Ford|Thunderbird|1989|2,750|a|94,600|black
Lancia|Fulvia Coupé|1971|7,800|m|58,300|white
Lancia|Beta HPE|1981|1,700|m|102,700|brown
Lancia|Thema 8.32|1988|8,250|m|79,900|blue
Saab|99 Turbo|1979|3,600|m|113,500|red
Saab|900|1987|2,400|m|126,000|silver
Saab|900 Convertible|1991|6,100|a|84,700|black
Saab|9000 CS|1994|3,850|a|91,200|green
Saab|96|1976|2,950|m|67,100|yellow
Volvo|P1800|1966|12,700|m|81,400|white
Volvo|240 Wagon|1989|2,650|a|141,800|beige
Volvo|740|1990|2,300|a|134,300|grey
Volvo|850 GLT|1995|7,400|a|62,200|dark red
Volvo|Amazon 122|1968|4,900|m|99,000|light green
"""


def _lot() -> tuple[Car, ...]:
    cars = []
    for number, line in enumerate(_ROWS.strip().splitlines(), 101):
        make, model, year, price, gear, miles, colour = line.replace(",", "").split("|")
        cars.append(Car(number, make, model, int(year), int(price), gear, int(miles), colour))
    return tuple(cars)


LOT = _lot()
