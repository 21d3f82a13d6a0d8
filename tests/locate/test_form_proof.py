"""Post-query proof: a form is a search if words and nonsense are answered differently; six requests at most."""

import asyncio
import zlib
from collections.abc import Callable
from urllib.parse import parse_qsl, urlsplit

import pytest

from leadline.gate.targets import TARGET
from leadline.locate.critic import form_identity
from leadline.locate.proof import MOST, FormProver, Proof
from leadline.model.page import Request, Response
from leadline.parse.document import Document

Site = Callable[[str], tuple[int, str]]
FORM = (
    '<form action="/find" role="search"><label>Search cars <input name="q"></label><button>Search</button></form>'
)
PAGE = f"<title>Cars</title><h1>Cars of all makes</h1>{FORM}<p>Golf and Polo and Golf again"
HEAD = f"<title>Cars</title>{FORM}"


class OneSite:
    """A fetcher whose web is one function of what is asked."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self.asked: list[str] = []

    async def fetch(self, request: Request) -> Response:
        word = dict(parse_qsl(urlsplit(request.url).query))["q"]
        self.asked.append(word)
        status, body = self._site(word)
        return Response(request, request.url, status, (("Content-Type", "text/html"),), body.encode(), 0.0)

    async def close(self) -> None:
        """Nothing is held."""


def proved(site: Site, html: str = PAGE) -> tuple[Proof, OneSite]:
    fetcher = OneSite(site)
    document = Document(html, "http://cars.example/")
    (form,) = document.page.forms

    async def twice() -> Proof:
        prover = FormProver(fetcher, ("sedan",))
        identity = form_identity(document.page, form)
        first, again = await asyncio.gather(*(prover.prove(identity, form, document) for _ in range(2)))
        assert first is again
        assert prover.requests == len(fetcher.asked)
        return first

    return asyncio.run(twice()), fetcher


def _rows(*titles: str) -> str:
    return "".join(f"<li><a href='/{title}'>{title}</a> in good order" for title in titles)


def _search(word: str) -> tuple[int, str]:
    found = [one for one in ("Golf GTI", "Golf Variant", "Polo Classic", "Passat") if word in one.lower()]
    listed = _rows(*found) if found else f"<p>Nothing found for {word}."
    return 200, f"{HEAD}{listed}"


def _says_it_back(word: str) -> tuple[int, str]:
    return 200, f"{HEAD}<p>Thank you for {word}!<p>We received {len(word)} letters.<p>{word} is what you wrote."


def _broken(_word: str) -> tuple[int, str]:
    return 500, "<p>Internal error"


def _any_news(word: str) -> tuple[int, str]:
    """Nothing is looked for: each answer shows other headlines."""
    drawn = [chr(97 + (zlib.crc32(word.encode()) >> n) % 26) * 9 for n in range(4)]
    return 200, HEAD + "".join(f"<p>Headline {one} today" for one in drawn)


@pytest.mark.parametrize(
    ("site", "proof"),
    [
        (_search, Proof.PROVEN),
        (_says_it_back, Proof.REFUTED),
        (_broken, Proof.UNKNOWN),
        (_any_news, Proof.REFUTED),
    ],
)
def test_what_answers_tell(site: Site, proof: Proof) -> None:
    """Rows that nonsense does not bring prove a search; what only repeats the question, and what is different each
    time, does not; an error tells nothing. Each form is asked once, with six requests at most."""
    told, fetcher = proved(site)
    assert told is proof
    assert len(fetcher.asked) <= MOST


@pytest.mark.parametrize(
    "html",
    [
        PAGE.replace("Search</button>", "Delete</button>").replace("/find", "/delete"),
        PAGE.replace('<input name="q">', '<input name="q"><input type="password" name="p">'),
        PAGE.replace('<input name="q">', '<select name="q"><option>Golf<option>Polo</select>'),
    ],
)
def test_what_may_not_be_asked_is_not(html: str) -> None:
    """The gate's word counts, and a list takes no nonsense: nothing is sent."""
    told, fetcher = proved(_search, html)
    assert (told, fetcher.asked) == (Proof.UNKNOWN, [])


def test_permits_are_of_the_form() -> None:
    """Requests carry the gate's permit for this form, not one for pages."""
    fetcher = OneSite(_search)
    seen: list[Request] = []
    plain = fetcher.fetch

    async def watched(request: Request) -> Response:
        seen.append(request)
        return await plain(request)

    fetcher.fetch = watched  # type: ignore[method-assign]
    document = Document(PAGE, "http://cars.example/")
    (form,) = document.page.forms
    asyncio.run(FormProver(fetcher).prove("x", form, document))
    assert seen
    assert all(request.permit.why != TARGET.why for request in seen)
