"""Forms whose kind is known: annotated ones of formasaurus, and those of ddg pages with hand-typed fields.

Of the ddg pages only forms with a typed field are labelled (log-in, sign-up, checkout, newsletter): they are no
searches, and which kind they are nobody has said. Where another parser counted other forms on a formasaurus page,
nobody knows which annotation belongs to which form, and the page is left out.
"""

import json
import re
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from leadline.errors import BadTarget
from leadline.gate.targets import UNSENT
from leadline.model.form import Form
from leadline.model.page import Page, Request, Response
from leadline.model.url import site_of
from leadline.parse.document import parse

FORMASAURUS = Path("formasaurus") / "dev_html.tar.xz"
DDG = Path("ddg_autofill_forms") / "dev_html.tar.xz"
_SHORT = {
    "s": "search", "l": "login", "r": "registration", "p": "password-recovery", "m": "mailing-list",
    "c": "contact", "b": "order", "o": "other", "P": "other", "V": "other", "N": "other", "C": "other",
}  # fmt: skip
_UNLABELLED = "-X"
_FILE_NAMES = (
    ("login|signin|sign-in", "login"),
    ("signup|register|registration|sign-up|join", "registration"),
    ("newsletter|subscribe", "mailing-list"),
    ("contact|message", "contact"),
    ("checkout|payment|shipping|donation|order|billing|cart", "order"),
    ("forgot|reset|recover", "password-recovery"),
)
"""What a ddg page is called tells what its typed forms are; it only helps to train: nobody labelled them."""


@dataclass(frozen=True, slots=True)
class Example:
    """One form and what it is."""

    form: Form
    page: Page
    site: str
    """Forms of one site belong to one fold."""
    kind: str | None
    """None: some kind that is no search."""
    hinted: str | None = None
    """A kind to train with, where `kind` is not for measuring: by the name of a file, or of the lab."""

    @property
    def searches(self) -> bool:
        return (self.kind or self.hinted) == "search"


def examples(data: Path) -> Iterator[Example]:
    """All of both development sets in the folder `data`."""
    for path in (FORMASAURUS, DDG, Path("formasaurus") / "dev_index.json"):
        if not (data / path).is_file():
            raise BadTarget(
                f"{data} has no {path}; the folder with the development data is needed, see docs/rooms"
            )
    yield from _formasaurus(data)
    yield from _ddg(data)


def parsed(url: str, body: bytes) -> Page:
    return parse(Response(Request(url, permit=UNSENT), url, 200, (("Content-Type", "text/html"),), body, 0.0))


def _formasaurus(data: Path) -> Iterator[Example]:
    index = json.loads((data / "formasaurus" / "dev_index.json").read_text(encoding="utf-8"))
    for name, body in _pages(data / FORMASAURUS):
        if name in index:
            page, kinds = parsed(index[name]["url"], body), index[name]["forms"]
            if len(kinds) == len(page.forms):
                for form, kind in zip(page.forms, kinds, strict=True):
                    if kind not in _UNLABELLED:
                        yield Example(form, page, site_of(page.url), _SHORT[kind])


def _ddg(data: Path) -> Iterator[Example]:
    for name, body in _pages(data / DDG):
        stem = name.partition(".")[0]
        page = parsed(f"https://{stem.replace('_', '-')}.example/", body)
        hinted = next((kind for pattern, kind in _FILE_NAMES if re.search(pattern, stem)), None)
        for form in page.forms:
            if any((c.attribute("data-manual-scoring") or "unknown") != "unknown" for c in form.controls):
                yield Example(form, page, stem.partition("_")[0], None, hinted)


def _pages(archive: Path) -> Iterator[tuple[str, bytes]]:
    with tarfile.open(archive) as members:
        for member in members:
            stream = members.extractfile(member)
            if stream is not None:
                yield member.name, stream.read()
