"""Pages of a little shop for tests of judging: its form's page, and answers as its program would write them."""

from collections.abc import Sequence

from leadline.answers.document import read
from leadline.gate.targets import TARGET
from leadline.model.page import Request, Response
from leadline.parse.document import Document

FORM = """<form action=/search><label>Title <input name=q></label>
<label>Kind <select name=kind><option value=1>Novel<option value=2>Atlas</select></label>
<input type=submit value=Search></form><p>* Required fields are marked.</p>"""
HEAD = "<header><a href=/>Home</a> <a href=/about>About the shop</a></header>"
FOOT = "<footer><p>Imprint</p><p>No cookies are set.</p></footer>"
BOOKS = (
    ("Moby Dick", "Herman Melville", "1851"),
    ("Walden", "Henry David Thoreau", "1854"),
    ("Leaves of Grass", "Walt Whitman", "1855"),
    ("Little Women", "Louisa May Alcott", "1868"),
)
OTHERS = (("Roughing It", "Mark Twain", "1872"), ("Ben Hur", "Lew Wallace", "1880"))


def response(main: str, status: int = 200, headers: Sequence[tuple[str, str]] = ()) -> Response:
    """An answer of the shop: header, what is given, its form, footer."""
    body = f"<html><body>{HEAD}<main>{main}</main>{FORM}{FOOT}</body></html>".encode()
    request = Request("http://shop.test/search?q=x", permit=TARGET)
    return Response(
        request, request.url, status, (("Content-Type", "text/html; charset=utf-8"), *headers), body, 0.0
    )


def answer(main: str, status: int = 200) -> Document:
    return read(response(main, status))


def form_page() -> Document:
    return answer("")


def listed(books: Sequence[tuple[str, str, str]] = BOOKS) -> str:
    """Records as the shop lists them."""
    rows = "".join(
        f"<li class=book><h3><a href=/book/{year}>{title}</a></h3><p>{author}</p><p>{year}</p></li>"
        for title, author, year in books
    )
    return f"<ul class=books>{rows}</ul>"
