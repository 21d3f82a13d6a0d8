"""Made-up catalogues whose rows are hard to tell apart: what is linked first, sessions and ranks in addresses."""

from collections.abc import Callable
from itertools import count

BOOKS = 60
PAGE = 10
KINDS = ("novel", "atlas", "score")
_WORDS = ("harbour", "lantern", "meadow", "quarry", "thicket", "weaver", "orchard", "glacier", "saddle", "compass")

Row = Callable[[int, int, str], str]
"""A row by the number of its book, its place in the list (from 1) and something drawn for each request."""


def title(n: int) -> str:
    return f"The {_WORDS[n % 10]} and the {_WORDS[n // 10]} no. {n}"


def kind(n: int) -> str:
    return KINDS[n % 3]


def told(n: int) -> str:
    return f"<td>{kind(n)}, {90 + 7 * n} leaves, printed in {1700 + 3 * n}</td>"


def writer(n: int) -> int:
    """On the first page everybody wrote one book; later seven wrote them all."""
    return n if n < PAGE else n % 7


def author_first(n: int, _place: int, _drawn: str) -> str:
    own = f'<a href="/writer/{writer(n)}">Writer {writer(n)}</a> <a href="/book/{n}">{title(n)}</a>'
    return f"<tr><td>{own}</td>{told(n)}</tr>"


def author_only(n: int, _place: int, _drawn: str) -> str:
    """The title is plain text: nothing but the writer is linked."""
    return f'<tr><td><a href="/writer/{writer(n)}">Writer {writer(n)}</a></td><td>{title(n)}</td>{told(n)}</tr>'


def shared_page(n: int, _place: int, _drawn: str) -> str:
    """One page of terms for all books of a kind, linked before the title."""
    own = f'<a href="/terms/{kind(n)}.html">Terms of loan</a>: <a href="/book/{n}">{title(n)}</a>'
    return f"<tr><td>{own}</td>{told(n)}</tr>"


def session(n: int, _place: int, drawn: str) -> str:
    return f'<tr><td><a href="/v/{drawn}/book/{n}?zz={drawn}">{title(n)}</a></td>{told(n)}</tr>'


def rank(n: int, place: int, _drawn: str) -> str:
    return f'<tr><td><a href="/hit/{place}/book/{n}">{title(n)}</a></td>{told(n)}</tr>'


def ticket(n: int, place: int, drawn: str) -> str:
    """A ticket of its own for every row of every answer, before the key."""
    return f'<tr><td><a href="/t/{drawn}{place}/{n}">{title(n)}</a></td>{told(n)}</tr>'


def site(row: Row) -> Callable[[str, list[tuple[str, str]]], tuple[int, str]]:
    requests = count(1)

    def answer(path: str, pairs: list[tuple[str, str]]) -> tuple[int, str]:
        options = "".join(f'<option value="{one}">{one.title()}s' for one in KINDS)
        form = (
            '<form action="/find" role="search"><label>Kind <select name="kind"><option value="">All kinds'
            f"{options}</select></label><button>Search</button></form>"
        )
        if path == "/":
            return 200, f"<html lang=en><title>Books</title><body><h1>Books</h1>{form}"
        if path != "/find":
            return 404, "<title>Not here</title>"
        given = dict(pairs)
        wanted, page = given.get("kind", ""), int(given.get("page", "1"))
        found = [n for n in range(BOOKS) if wanted in ("", kind(n))]
        first = (page - 1) * PAGE
        drawn = f"k{next(requests) * 7919 % 9973}x"
        rows = "".join(row(n, first + at + 1, drawn) for at, n in enumerate(found[first : first + PAGE]))
        more = (
            f'<a href="/find?kind={wanted}&amp;page={page + 1}">Next page</a>' if first + PAGE < len(found) else ""
        )
        return 200, (
            f"<html lang=en><title>Found</title><body><h1>Books</h1>{form}<table class=found>"
            f"<tr><th>Book</th><th>About</th></tr>{rows}</table><p>{more}</p>"
        )

    return answer
