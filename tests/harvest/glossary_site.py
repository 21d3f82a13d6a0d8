"""A made-up glossary, whose first page of everything lists the terms that nobody has described yet."""

BARE, KINDS, OF_A_KIND, PAGE = 24, ("sea", "wood", "mine", "field"), 8, 30
TERMS = BARE + len(KINDS) * OF_A_KIND
_FORM = (
    '<form action="/find" role="search"><label>Trade <select name="trade"><option value="">All trades'
    + "".join(f'<option value="{kind}">The {kind}' for kind in KINDS)
    + "</select></label><button>Search</button></form>"
)


def term(n: int) -> str:
    return f"{('grommet', 'adze', 'winze', 'balk', 'thole', 'froe', 'stope')[n % 7]} no. {n:02}"


def kind(n: int) -> str | None:
    return None if n < BARE else KINDS[n % 4]


def described(n: int) -> str:
    return f"Said of what {('the old hands', 'a crew', 'nobody else')[n % 3]} made from {n} parts in {1700 + n}."


def answer(path: str, pairs: list[tuple[str, str]]) -> tuple[int, str]:
    if path == "/":
        return 200, f"<html lang=en><title>Glossary</title><body><h1>Words of trades</h1>{_FORM}"
    if path != "/find":
        return 404, "<title>Not here</title>"
    given = dict(pairs)
    wanted, page = given.get("trade", ""), int(given.get("page", "1"))
    found = [n for n in range(TERMS) if wanted in ("", kind(n))]
    shown = found[(page - 1) * PAGE : page * PAGE]
    lines = "".join(
        f'<dt><a href="/term/{n}">{term(n)}</a></dt><dd>{f"<p>{described(n)}</p>" if n >= BARE else ""}</dd>'
        for n in shown
    )
    more = f'<a href="/find?trade={wanted}&amp;page={page + 1}">Next page</a>' if page * PAGE < len(found) else ""
    return (
        200,
        f"<html lang=en><title>Found</title><body><h1>Words of trades</h1>{_FORM}<dl>{lines}</dl><p>{more}</p>",
    )
