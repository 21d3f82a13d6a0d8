"""Which host shows which page, and with what manners, as `site.toml` lists it."""

import gzip
import tomllib
from dataclasses import dataclass
from importlib import resources
from urllib.parse import parse_qs, parse_qsl

from leadline.demo import stock
from leadline.demo.databases import Database, databases

Headers = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ServedAnswer:
    """What the server sends."""

    status: int
    headers: Headers
    body: bytes = b""


def answer(host: str, path: str, query: str = "", posted: str | None = None) -> ServedAnswer:
    """The answer for a host, a path, a query and the fields of a POST, the same every time."""
    if path == "/robots.txt":
        rules = _ROBOTS.get(host)
        body = (rules or "no robots.txt here\n").encode()
        return ServedAnswer(200 if rules else 404, (("Content-Type", "text/plain"),), body)
    if host == "cars.example" and path in (stock.SEARCH, stock.CAR):
        return _searched(path, query)
    if (searched := DATABASES.get(host)) is not None and searched.path == path:
        return _asked(searched, query, posted)
    redirect = _REDIRECTS.get((host, path))
    if redirect is not None:
        return ServedAnswer(301, (("Location", redirect),))
    shown = _PAGES.get((host, path))
    if shown is not None:
        return shown.answer()
    if host in _SOFT:
        return _Page(_SOFT[host]).answer()
    known = (_NOTHING_BEHIND if any(h == host for h, _ in _PAGES) else index()).encode()
    return ServedAnswer(404, (("Content-Type", "text/plain; charset=utf-8"),), known)


def index() -> str:
    """The addresses of this web, one a line."""
    return "".join(f"http://{host}{path}\n" for host, path in sorted({*_PAGES, *_REDIRECTS}))


@dataclass(frozen=True, slots=True)
class _Page:
    """A page and the way it is sent."""

    file: str
    charset: str = "utf-8"  # any other is not said in the header: such pages are from before that was usual
    zipped: bool = False

    def answer(self) -> ServedAnswer:
        text = resources.files(__package__).joinpath("pages", self.file).read_text(encoding="utf-8")
        body = text.encode(self.charset)
        said = "; charset=utf-8" if self.charset == "utf-8" else ""
        headers: Headers = (("Content-Type", f"text/html{said}"),)
        if self.zipped:
            return ServedAnswer(200, (*headers, ("Content-Encoding", "gzip")), gzip.compress(body, mtime=0))
        return ServedAnswer(200, headers, body)


def _searched(path: str, query: str) -> ServedAnswer:
    # The page has no charset of its own: browsers send its form in the one of the page before, latin-1.
    asked = dict(parse_qsl(query, keep_blank_values=True, encoding="latin-1"))
    text = stock.search(asked) if path == stock.SEARCH else stock.car(asked)
    headers = (("Content-Type", "text/html; charset=latin-1"),)
    if text is None:
        return ServedAnswer(404, headers, b"There is no such car on our lot.\n")
    return ServedAnswer(200, headers, text.encode("latin-1", "xmlcharrefreplace"))


def _asked(database: Database, query: str, posted: str | None) -> ServedAnswer:
    headers: Headers = (("Content-Type", f"text/html; charset={database.charset}"),)
    fields = query if posted is None else posted
    asked = parse_qs(fields, keep_blank_values=True, encoding=database.charset, errors="replace")
    text = database.answer(asked) if (posted is not None) == (database.method == "POST") else None
    if text is None:
        return ServedAnswer(403, headers, b"Please begin your search on our first page.\n")
    return ServedAnswer(200, headers, text.encode(database.charset, "xmlcharrefreplace"))


_SITE = tomllib.loads(resources.files(__package__).joinpath("site.toml").read_text(encoding="utf-8"))
_PAGES = {(host, path): _Page(**page) for host, pages in _SITE["pages"].items() for path, page in pages.items()}
DATABASES = dict(databases(_SITE["databases"]))
"""By host, but for that of `stock`."""
_SOFT = _SITE["soft"]
_REDIRECTS = {(host, path): to for host, paths in _SITE["redirects"].items() for path, to in paths.items()}
_ROBOTS = _SITE["robots"]
_NOTHING_BEHIND = "Nothing is here: behind the forms of this site there is no database.\n"
