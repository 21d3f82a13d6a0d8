"""Sites that offer deeds beside a search: in every row, behind "next", in a second form, beside the search box."""

from collections.abc import Callable, Mapping

Pairs = list[tuple[str, str]]
Answer = Callable[[str, Pairs], tuple[int, str]]

SEARCH = (
    '<form action="/find" role="search"><label>Search titles <input name="q"></label>'
    "<button>Search</button></form>"
)
NAMES = [f"{first} {second}" for first in ("Red", "Green", "Blue", "White") for second in ("Lamp", "Chair", "Rug")]
"""Twelve records in all, on one page."""
READING = ("/", "/find", "/item")
"""What may be asked of these sites; everything else does something."""


def row(number: int, name: str, control: str, title: str) -> str:
    """A row of a table; `{n}` and `{name}` in the parts are the record's."""
    cells = f"<td>{title}</td><td>{number * 7} EUR</td><td>Shelf {number % 4}</td><td>{control}</td>"
    return f"<tr>{cells}</tr>".replace("{n}", str(number)).replace("{name}", name)


def listing(control: str, title: str = "{name}", below: str = "", names: list[str] = NAMES) -> str:
    rows = "".join(row(number, name, control, title) for number, name in enumerate(names, 1))
    head = "<tr><th>Name</th><th>Price</th><th>Place</th><th></th></tr>"
    return f"<title>Results</title>{SEARCH}<table>{head}{rows}</table>{below}"


def site(answers: str, form: str = SEARCH, more: Mapping[str, str] | None = None, lang: str = "en") -> Answer:
    """A page with a form; whatever is asked of /find is answered with `answers`, nonsense with nothing."""
    pages = {"/": f"<title>Things</title><h1>Things</h1>{form}<p>Since 1970.", **(more or {})}

    def answer(path: str, pairs: Pairs) -> tuple[int, str]:
        if path in pages:
            return 200, f'<html lang="{lang}">{pages[path]}'
        if path == "/find":
            words = dict(pairs).get("q", "").lower().split()
            known = all(any(word in name.lower() for name in NAMES) for word in words)
            return 200, f'<html lang="{lang}">{answers if known else SEARCH + "<p>Nothing fits.</p>"}'
        if path.startswith("/item/") and path.removeprefix("/item/").isdigit():
            number = int(path.removeprefix("/item/"))
            name = NAMES[(number - 1) % len(NAMES)]
            return 200, f"<title>{name}</title><h1>{name}</h1><table><tr><th>Weight<td>{number + 3} kg</table>"
        return 200, "<title>Done</title><p>Done, it cannot be taken back."

    return answer


def is_reading(path: str) -> bool:
    return path in READING or (path.startswith("/item/") and path.removeprefix("/item/").isdigit())
