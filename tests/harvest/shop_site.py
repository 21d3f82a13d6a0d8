"""A shop whose search means what it says: a word and two choices over a hundred things, cut off after thirty."""

THINGS = [
    (f"{colour} {thing} {letter}", thing, colour, number)
    for number, (thing, colour, letter) in enumerate(
        (thing, colour, letter)
        for thing in ("Lamp", "Chair", "Table", "Carpet", "Mirror")
        for colour in ("Red", "Green", "Blue", "White")
        for letter in ("Alder", "Birch", "Cedar", "Douglas", "Elm")
    )
]
NAMES = sorted(name for name, *_ in THINGS)
CAP, PAGE = 30, 10


def _options(name: str, label: str, values: list[str]) -> str:
    return (
        f'<label>{label} <select name="{name}"><option value="">Any'
        + "".join(f'<option value="{value.lower()}">{value}' for value in values)
        + "</select></label>"
    )


FORM = (
    '<form action="/find" role="search"><label>Keywords <input name="q"></label>'
    + _options("thing", "Kind of thing", ["Lamp", "Chair", "Table", "Carpet", "Mirror"])
    + _options("colour", "Colour", ["Red", "Green", "Blue", "White"])
    + "<button>Search</button></form>"
)


def answer(path: str, pairs: list[tuple[str, str]]) -> tuple[int, str]:
    """Status and body."""
    if path == "/":
        return 200, f"<title>Shop</title><h1>Things for the house</h1>{FORM}<p>Since 1970."
    if path.startswith("/thing/"):
        name, thing, colour, number = THINGS[int(path.removeprefix("/thing/"))]
        return 200, (
            f"<title>{name}</title><h1>{name}</h1><table><tr><th>Kind<td>{thing}<tr><th>Colour<td>{colour}"
            f"<tr><th>Weight<td>{number + 3} kg<tr><th>Made in<td>Hall {number % 7}</table><p>Since 1970."
        )
    if path != "/find":
        return 404, "<title>Not here</title>"
    given = dict(pairs)
    words = given.get("q", "").lower().split()
    found = [
        one
        for one in THINGS
        if all(word in one[0].lower().split() for word in words)
        and given.get("thing", "") in ("", one[1].lower())
        and given.get("colour", "") in ("", one[2].lower())
    ]
    if not found:
        return 200, f"<title>Shop</title>{FORM}<p>Sorry, nothing fits your wishes.<p>Since 1970."
    start = int(given.get("start", "0"))
    shown = found[:CAP][start : start + PAGE]
    rows = "".join(
        f'<div class="hit"><h3><a href="/thing/{number}">{name}</a></h3>'
        f'<span class="price">{number + 10} EUR</span>'
        f'<span class="stock">{number % 5} in stock</span></div>'
        for name, _, _, number in shown
    )
    query = "&amp;".join(f"{key}={value}" for key, value in pairs if key != "start")
    more = (
        f'<a href="/find?{query}&amp;start={start + PAGE}">next</a>' if start + PAGE < min(CAP, len(found)) else ""
    )
    return 200, f"<title>Shop</title>{FORM}<p>{len(found)} things found</p>{rows}<p>{more}<p>Since 1970."
