"""Texts of real pages for worlds of the lab (`leadline_lab.texts`): read from the development data into one file.

| data | speaks for |
|---|---|
| swde: auto, book, job, movie, camera, nbaplayer | the domains auto, book, job, movie, product, people |
| recipe_sites, ache_ebola, webkb | cooking, health, universities |
| formasaurus | whatever else is off topic |

A real site of swde is one voice; of sets with a page or two a site, some sites together are one. The file holds
third-party text: it lies in the cache of an experiment and goes nowhere else.
"""

import gzip
import hashlib
import json
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from leadline.gate.targets import UNSENT
from leadline.model.page import Page, Request, Response
from leadline.model.url import canonical
from leadline.parse.document import parse
from leadline_bench.development import data_folder, members
from leadline_lab.texts import ANYTHING

_DOMAINS = {"camera": "product", "nbaplayer": "people"}
"""Verticals of swde that are called otherwise here."""
_PAGES_A_SITE = 20
_TOGETHER = 12
"""Pages of small sets that make up a voice."""
_VOICES = 12
"""Of one small set at most."""
_LISTED = 150
"""Link texts and titles of a voice at most."""
_WORDS = 1_500
"""Of a page."""
_UNKNOWN = "http://x.invalid/"
_PATH_WORD = re.compile(r"[a-z]{3,14}")

Named = tuple[str, str, Page]
"""Subject, name of the voice, page."""


def texts_file(folder: Path) -> str:
    """The file of texts in a cache, made if it is not there yet."""
    data = data_folder()
    said = hashlib.blake2b(Path(__file__).read_bytes(), digest_size=6)
    said.update(str(sorted((a.name, a.stat().st_size) for a in data.glob("*/*.tar.xz"))).encode())
    file = folder / f"texts-{said.hexdigest()}.json"
    if not file.is_file():
        draft = file.with_suffix(f".{os.getpid()}")
        draft.write_text(json.dumps(voices(data)), encoding="utf-8")
        draft.replace(file)
    return str(file)


def voices(data: Path) -> list[dict[str, Any]]:
    """Every voice as `leadline_lab.texts` reads it."""
    found: dict[tuple[str, str], list[Page]] = {}
    for subject, name, page in (*_swde(data), *_small(data)):
        found.setdefault((subject, name), []).append(page)
    made = [_voice(subject, name, pages) for (subject, name), pages in sorted(found.items(), key=lambda f: f[0])]
    return [voice for voice in made if all(voice[part] for part in ("menu", "anchors", "titles", "pages"))]


def _voice(subject: str, name: str, pages: Sequence[Page]) -> dict[str, Any]:
    own = [[link.anchor for link in page.links if link.same_site and _sayable(link.anchor)] for page in pages]
    common = Counter(anchor for there in own for anchor in dict.fromkeys(there))
    often = [anchor for anchor, many in common.most_common() if many > len(pages) / 2]
    menu = [anchor for anchor in (often if len(often) > 2 else list(common)) if len(anchor.split()) <= 4]
    titles = _without_ends([page.title for page in pages])
    words = Counter(word for page in pages for word in _PATH_WORD.findall(urlsplit(page.url).path.lower()))
    if len(words) < 5:
        words = Counter(word for title in titles for word in _PATH_WORD.findall(title.lower()))
    return {
        "subject": subject,
        "name": name,
        "menu": menu[:40],
        "anchors": [anchor for anchor in common if anchor not in menu][:_LISTED] or menu,
        "titles": list(dict.fromkeys(t for t in titles if _sayable(t)))[:_LISTED],
        "path_words": [word for word, _ in words.most_common(100)],
        "pages": [" ".join(page.text.split()[:_WORDS]) for page in pages if page.text.strip()],
    }


def _sayable(text: str) -> bool:
    """Fit to be a link text or a title of the lab: a few letters at least, and no template's braces."""
    return (
        3 <= len(text) <= 70
        and sum(letter.isascii() and letter.isalpha() for letter in text) > 2
        and "{" not in text
    )


def _without_ends(titles: Sequence[str]) -> list[str]:
    """Titles without the words that all of them begin or end with."""
    said = [title.split() for title in titles]
    before, after = _shared(said), _shared([words[::-1] for words in said])
    short = [" ".join(words[before : len(words) - after]).strip(" -|:·,") for words in said]
    return short if len(set(titles)) > 1 else list(titles)


def _shared(said: Sequence[list[str]]) -> int:
    """Words that all of them begin with."""
    first, last = min(said), max(said)
    same = (a == b for a, b in zip(first, last, strict=False))
    return next((n for n, equal in enumerate(same) if not equal), min(len(first), len(last)))


# ── the sets ──────────────────────────────────────────────────────────────────────────────────────────────


def _swde(data: Path) -> Iterator[Named]:
    with gzip.open(data / "swde" / "dev_page_urls.tsv.gz", "rt", encoding="utf-8") as lines:
        urls = dict(line.rstrip("\n").split("\t")[:2] for line in lines)
    seen: Counter[str] = Counter()
    for name, body in members(data / "swde" / "dev_pages.tar.xz", every=3):
        vertical, site = name.split("/")[:2]
        seen[site] += 1
        if seen[site] <= _PAGES_A_SITE:
            yield _DOMAINS.get(vertical, vertical), site, _page(body, urls.get(name, ""))


def _small(data: Path) -> Iterator[Named]:
    recipes = ((body, "") for name, body in members(data / "recipe_sites" / "dev.tar.xz") if name.endswith("html"))
    yield from _grouped("cooking", recipes)
    disease = members(data / "ache_ebola" / "dev.tar.xz")
    yield from _grouped("health", ((body, unquote(name.partition("/")[2])) for name, body in disease))
    campus = members(data / "webkb" / "dev.tar.xz", every=20)
    yield from _grouped("universities", ((body.partition(b"\n\n")[2], "") for _, body in campus))
    index = json.loads((data / "formasaurus" / "dev_index.json").read_text("utf-8"))
    large = members(data / "formasaurus" / "dev_html.tar.xz")
    yield from _grouped(ANYTHING, ((body, index[name]["url"]) for name, body in large if name in index), 3)


def _grouped(subject: str, bodies: Iterable[tuple[bytes, str]], more: int = 1) -> Iterator[Named]:
    for number, (body, url) in enumerate(bodies):
        if number >= more * _VOICES * _TOGETHER:
            return
        yield subject, f"{subject} {number // _TOGETHER}", _page(body, url)


def _page(body: bytes, url: str) -> Page:
    address = canonical(url) or _UNKNOWN
    return parse(
        Response(Request(address, permit=UNSENT), address, 200, (("Content-Type", "text/html"),), body, 0.0)
    )
