"""Which host shows which page, and with what manners."""

import gzip
from dataclasses import dataclass
from importlib import resources

Headers = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """What the server sends."""

    status: int
    headers: Headers
    body: bytes = b""


def answer(host: str, path: str) -> Answer:
    """The answer for a host and a path (query left out), the same every time."""
    if path == "/robots.txt":
        return _robots(host)
    redirect = _REDIRECTS.get((host, path))
    if redirect is not None:
        return Answer(301, (("Location", redirect),))
    shown = _PAGES.get((host, path))
    if shown is not None:
        return shown.answer()
    known = (_NOTHING_BEHIND if any(h == host for h, _ in _PAGES) else index()).encode()
    return Answer(404, (("Content-Type", "text/plain; charset=utf-8"),), known)


def index() -> str:
    """The addresses of this web, one a line."""
    found = sorted({*_PAGES, *_REDIRECTS})
    return "".join(f"http://{host}{path}\n" for host, path in found)


@dataclass(frozen=True, slots=True)
class _Shown:
    """A page and the way it is sent."""

    file: str
    charset: str = "utf-8"
    says_charset: bool = True
    zipped: bool = False

    def answer(self) -> Answer:
        text = resources.files(__package__).joinpath("pages", self.file).read_text(encoding="utf-8")
        body = text.encode(self.charset)
        kind = f"text/html; charset={self.charset}" if self.says_charset else "text/html"
        headers: Headers = (("Content-Type", kind),)
        if self.zipped:
            return Answer(200, (*headers, ("Content-Encoding", "gzip")), gzip.compress(body, mtime=0))
        return Answer(200, headers, body)


def _robots(host: str) -> Answer:
    rules = _ROBOTS.get(host)
    if rules is None:
        return Answer(404, (("Content-Type", "text/plain"),), b"no robots.txt here\n")
    return Answer(200, (("Content-Type", "text/plain"),), rules.encode())


_PAGES = {
    ("cars.example", "/"): _Shown("cars.html", charset="latin-1", says_charset=False),
    ("library.example", "/catalogue"): _Shown("library.html"),
    ("town.example", "/"): _Shown("town.html"),
    ("jobs.example", "/"): _Shown("jobs.html"),
    ("jobs.example", "/staff/"): _Shown("staff.html"),
    ("records.example", "/"): _Shown("records.html", zipped=True),
    ("antiquariat.example", "/"): _Shown("antiquariat.html", charset="windows-1252", says_charset=False),
}
_REDIRECTS = {("library.example", "/"): "/catalogue"}
_ROBOTS = {"jobs.example": "User-agent: *\nDisallow: /staff/\n"}
_NOTHING_BEHIND = "This is a page to inspect; there is no database behind its form.\n"
