"""Example pages as people have them: files of HTML, folders of them, URLs, lists of URLs.

A file's site is, in this order: that of the URL its name spells (`http%3A%2F%2F…`, as crawlers save
pages), that of the page's canonical link, the sub-folder it lies in, the file alone. Sites matter: a score is
only honest if training and test share none.
"""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, unquote

from leadline.errors import BadTarget
from leadline.gate.targets import UNSENT
from leadline.model.page import Page, Request, Response
from leadline.model.url import canonical, site_of
from leadline.parse.document import parse

_SPELT_URL = re.compile(r"https?%3A", re.IGNORECASE)
_LARGEST = 10 * 2**20


@dataclass(frozen=True, slots=True)
class ExamplePage:
    page: Page
    site: str
    on_topic: bool = True


def gather(words: Sequence[str]) -> tuple[list[ExamplePage], list[str]]:
    """The pages that the words name on disk, and the URLs among them, still to be fetched."""
    shown: list[ExamplePage] = []
    urls: list[str] = []
    for word in words:
        path = Path(word)
        if word.startswith(("http://", "https://")):
            urls.append(_url(word, word))
        elif path.is_dir():
            shown += _folder(path)
        elif path.suffix == ".txt" and path.is_file():
            urls += [_url(line, f"{word}: {line}") for line in _lines(path)]
        else:
            shown.append(_shown(path, str(path)))
    return shown, urls


def fetched(page: Page) -> ExamplePage:
    """A page that came from the web."""
    address = canonical(page.url)
    return ExamplePage(page, site_of(address) if address else page.url)


def _folder(folder: Path) -> list[ExamplePage]:
    files = sorted(file for file in folder.rglob("*") if file.is_file() and not file.name.startswith("."))
    if not files:
        raise BadTarget(f"{folder}: the folder has no files")
    below = ((file, file.relative_to(folder).parts) for file in files)
    return [_shown(file, parts[0] if len(parts) > 1 else str(file)) for file, parts in below]


def _shown(file: Path, otherwise: str) -> ExamplePage:
    try:
        with file.open("rb") as stream:
            body = stream.read(_LARGEST)
    except OSError as error:
        raise BadTarget(f"{file}: cannot be read: {error.strerror or error}") from error
    spelt = canonical(unquote(file.name)) if _SPELT_URL.match(file.name) else None
    url = spelt or _made_up(file, otherwise)
    page = parse(Response(Request(url, permit=UNSENT), url, 200, (("Content-Type", "text/html"),), body, 0.0))
    address = spelt or (canonical(page.canonical_url) if page.canonical_url else None)
    return ExamplePage(page, site_of(address) if address else otherwise)


def _made_up(file: Path, site: str) -> str:
    """An address for a page whose own is not known. A form on a page without one is sent nowhere, and would not
    look like a search; pages of one folder are pages of one site."""
    host = hashlib.blake2b(site.encode(errors="replace"), digest_size=8).hexdigest()
    return f"http://{host}.invalid/{quote(file.name, safe='.')}"


def _lines(file: Path) -> list[str]:
    try:
        written = file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadTarget(f"{file}: cannot be read as a list of URLs: {error}") from error
    return [line.strip() for line in written.splitlines() if line.strip() and not line.startswith("#")]


def _url(written: str, shown: str) -> str:
    url = canonical(written)
    if url is None:
        raise BadTarget(f"{shown}: not a URL; a list of examples has one http(s) URL a line")
    return url
