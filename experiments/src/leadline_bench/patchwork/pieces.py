"""Pages of the development data, as they were saved, and which of their forms are what.

No text of them is here or goes anywhere: whoever has no such data has no patchwork.
"""

import gzip
import json
import re
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

from leadline.model.url import canonical
from leadline_bench.development import members

TOPICS: Mapping[str, str] = {"auto": "auto", "book": "book", "job": "job", "movie": "movie", "product": "camera"}
"""Bundled topics that there are real sites of, and what the data call them."""
RELEVANT: Mapping[str, frozenset[str]] = {
    name: frozenset(said.split())
    for name, said in {
        "auto-autobytel": "search",
        "auto-kbb": "manufacturername",
        "auto-yahoo": "p location usedMakeId",
        "auto-aol": "query",
        "auto-carquotes": "ctl#$MainContentPlaceHolder$usedModelSearch$zipTextBox",
        "auto-cars": "q zip",
        "book-abebooks": "stext",
        "book-barnesandnoble": "choice",
        "book-bookdepository": "searchTerm",
        "book-buy": "qu",
        "book-amazon": "field-keywords",
        "book-booksamillion": "where",
        "camera-beachaudio": "w",
        "camera-buy": "qu",
        "camera-jr": "NAVIGATION_SEARCH<>searchTerms",
        "camera-newegg": "Description",
        "camera-amazon": "field-keywords",
        "job-job": "sKey",
        "movie-allmovie": "q",
        "movie-amctv": "q",
        "movie-imdb": "q",
        "movie-rottentomatoes": "search",
        "movie-yahoo": "p",
        "movie-boxofficemojo": "q",
    }.items()
}
"""Searches of a site's subject, read by hand: a name of theirs that no other form of the site has, by the site.
A box over the whole site counts where the site is a catalogue of that subject; prices, mail, logins, what is
searched inside one book or among other customers do not."""
_DIGITS = re.compile(r"\d+")
_HREF = re.compile(rb"(<a(?:rea)?\b[^>]*?\bhref\s*=\s*)(\"[^\"]*\"|'[^']*'|[^\s>]+)", re.IGNORECASE)
_FORM = re.compile(rb"<form\b.*?</form\s*>", re.IGNORECASE | re.DOTALL)
_NAME = re.compile(rb"\bname\s*=\s*[\"']?([^\"'\s>]+)", re.IGNORECASE)
_COLON = "\uf03a"


@dataclass(frozen=True, slots=True)
class Piece:
    """One real page."""

    name: str
    subject: str
    """A vertical of SWDE, or the set it is of."""
    voice: str
    """The site it is of, where there is more than one page of it."""
    url: str
    packed: bytes

    @property
    def body(self) -> bytes:
        return zlib.decompress(self.packed)


def field_name(name: str) -> str:
    """As forms are told apart by: numbers count for nothing."""
    return _DIGITS.sub("#", name)


def hrefs(body: bytes) -> Iterator[tuple[re.Match[bytes], str]]:
    """Where the links of a page stand, and what they say."""
    for found in _HREF.finditer(body):
        yield found, found[2].strip(b"\"' \t\r\n").replace(b"&amp;", b"&").decode("utf-8", "replace")


def without_forms(body: bytes, names: frozenset[str]) -> bytes:
    """The page without the forms that have one of these fields."""

    def kept(form: re.Match[bytes]) -> bytes:
        said = {field_name(name.decode("utf-8", "replace")) for name in _NAME.findall(form[0])}
        return b"" if said & names else form[0]

    return _FORM.sub(kept, body) if names else body


def pieces(data: Path) -> list[Piece]:
    """All of them, in the order of their archives."""
    return [*_swde(data), *_others(data)]


def loose_forms(data: Path) -> dict[str, list[tuple[str, bytes]]]:
    """Relevant forms by vertical: the site each is of, and its own HTML."""
    found: dict[str, dict[str, tuple[str, bytes]]] = {}
    with gzip.open(data / "swde" / "dev_forms.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            form = json.loads(line)
            voice = f"{form['vertical']}-{form['site']}"
            names = {field_name(field[2] or "") for field in form["fields"]}
            if names & RELEVANT.get(voice, frozenset()):
                key = f"{voice} {sorted(names)}"
                found.setdefault(form["vertical"], {}).setdefault(key, (voice, form["html"].encode()))
    return {vertical: list(forms.values()) for vertical, forms in found.items()}


def _swde(data: Path) -> Iterator[Piece]:
    with gzip.open(data / "swde" / "dev_page_urls.tsv.gz", "rt", encoding="utf-8") as lines:
        urls = dict(line.rstrip("\n").split("\t")[:2] for line in lines)
    for name, body in members(data / "swde" / "dev_pages.tar.xz"):
        url = canonical(urls.get(name, ""))
        if url is not None:
            vertical, site = name.split("/")[:2]
            yield _piece(name, vertical, site.partition("(")[0], url, body)


def _others(data: Path) -> Iterator[Piece]:
    for name, body in members(data / "recipe_sites" / "dev.tar.xz"):
        if name.endswith("html"):
            site = name.split("/")[0]
            yield _piece(name, "recipes", site, f"http://{site}/recipes/{len(body)}/", body)
    for name, body in members(data / "ache_ebola" / "dev.tar.xz"):
        if url := canonical(unquote(name.partition("/")[2])):
            yield _piece(name, "health", "", url, body)
    index = json.loads((data / "formasaurus" / "dev_index.json").read_text("utf-8"))
    for name, body in members(data / "formasaurus" / "dev_html.tar.xz"):
        if name in index and (url := canonical(index[name]["url"])):
            yield _piece(name, "login" if "l" in index[name]["forms"] else "anything", "", url, body)
    for name, body in members(data / "webkb" / "dev.tar.xz"):
        url = canonical(name.split("/", 3)[3].replace(_COLON, ":").replace("^", "/"))
        if url is not None and url.startswith("http"):
            yield _piece(name, "universities", "", url, re.split(rb"\r?\n\r?\n", body, maxsplit=1)[-1])


def _piece(name: str, subject: str, voice: str, url: str, body: bytes) -> Piece:
    return Piece(name, subject, voice, url, zlib.compress(body, 1))
