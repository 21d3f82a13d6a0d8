"""A shop whose stock can be changed between two visits: everything in pages, choices of colours, own pages."""

from dataclasses import dataclass, field

COLOURS = ("Red", "Green", "Blue", "White")
PAGE = 10


@dataclass
class Thing:
    name: str
    colour: str
    price: int
    weight: int


@dataclass
class RenewedSite:
    """`answer` is what `catalogue_server.catalogue` serves."""

    many: int = 60
    lists_all: bool = True  # without a choice everything is listed; else a colour has to be chosen
    things: dict[int, Thing] = field(default_factory=dict)
    row: str = (
        '<div class="hit"><h3><a href="/thing/{0}">{1}</a></h3><p>Colour: {2}</p><p>Price: {3} EUR</p></div>'
    )
    own_pages: bool = True
    colours: tuple[str, ...] = COLOURS
    broken: bool = False  # the search finds nothing, whatever is asked
    visits: int = 0
    counts_visits: bool = False

    def __post_init__(self) -> None:
        for number in range(self.many):
            colour = COLOURS[number % 4]
            self.things[number] = Thing(f"{colour} thing {number:04}", colour, 10 + number, 3 + number)

    def answer(self, path: str, pairs: list[tuple[str, str]]) -> tuple[int, str]:
        if path == "/":
            return 200, f"<title>Shop</title><h1>Things for the house</h1>{self._form()}<p>Since 1970."
        if path.startswith("/thing/"):
            thing = self.things.get(int(path.removeprefix("/thing/")))
            return (404, "<title>Not here</title>") if thing is None else (200, self._own_page(thing))
        return (200, self._list(dict(pairs))) if path == "/find" else (404, "<title>Not here</title>")

    def _form(self) -> str:
        options = "".join(f'<option value="{colour.lower()}">{colour}' for colour in self.colours)
        everything = '<option value="">Any colour' if self.lists_all else ""
        return (
            '<form action="/find" role="search"><label>Colour <select name="colour">'
            f"{everything}{options}</select></label><button>Search</button></form>"
        )

    def _own_page(self, thing: Thing) -> str:
        return (
            f"<title>{thing.name}</title><h1>{thing.name}</h1><table><tr><th>Weight<td>{thing.weight} kg"
            f"<tr><th>Made in<td>Hall {thing.weight % 7}</table><p>Since 1970."
        )

    def _list(self, given: dict[str, str]) -> str:
        wanted = given.get("colour", "")
        found = [(n, one) for n, one in sorted(self.things.items()) if wanted in ("", one.colour.lower())]
        if self.broken or not found:
            return f"<title>Shop</title>{self._form()}<p>Sorry, nothing fits your wishes.<p>Since 1970."
        self.visits += 1
        start = int(given.get("start", "0"))
        shown = found[start : start + PAGE]
        rows = "".join(self._row(number, one) for number, one in shown)
        more = start + PAGE < len(found)
        link = f'<a href="/find?colour={wanted}&amp;start={start + PAGE}">next</a>' if more else ""
        return f"<title>Shop</title>{self._form()}<p>{len(found)} things found</p>{rows}<p>{link}<p>Since 1970."

    def _row(self, number: int, thing: Thing) -> str:
        row = self.row if self.own_pages else self.row.replace('<a href="/thing/{0}">{1}</a>', "{1}")
        text = row.format(number, thing.name, thing.colour, thing.price)
        return text.replace("EUR</p>", f"EUR</p><p>Visits: {self.visits}</p>") if self.counts_visits else text
