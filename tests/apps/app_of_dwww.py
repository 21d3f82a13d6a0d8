"""dwww (Debian): a catalogue of the documents of a system, CGI programs in Perl; documents in English.

Three buttons say where to look, and the one chosen looks for programs: only the second finds the documents.
Anything but letters, digits and a few signs is an error; an answer groups what it found by sections, on one page.
"""

import html
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlencode, urlsplit

from app_front import NOTHING, Asked, Program, Told
from app_kit import Application, Served, Workshop, files_state
from app_natural import natural
from app_oracle import Ask, by_word, fewest
from app_records import Item

PARTS = ("usr/sbin", "usr/share/dwww", "usr/share/perl5/Debian/Dwww", "usr/lib/cgi-bin")
MOVED = re.compile(r"/(?:etc|usr/share|usr/sbin|var/cache|var/lib)/dwww|/var/lib/doc-base|/var/www")
"""Where it keeps things: all of it is moved below a folder of its own."""
CGI = "/cgi-bin/dwww"
PAGE = '<!DOCTYPE html><html><head><meta charset="utf-8"><title>{title}</title></head><body>{text}</body></html>'


@dataclass(frozen=True, slots=True)
class _System:
    """The pages that were built, and the program that searches."""

    pages: Path
    search: Program

    def answer(self, asked: Asked) -> Told:
        path = unquote(urlsplit(asked.target).path)
        if path.startswith(CGI):
            return self.search.answer(asked)
        file = self.pages / path.lstrip("/")
        file = file / "index.html" if file.is_dir() else file
        if ".." in path or not file.is_file():
            return NOTHING
        kind = "text/html; charset=utf-8" if file.suffix == ".html" else "text/css"
        return Told(200, (("Content-Type", kind),), file.read_bytes())


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    root = workshop.folder / "system"
    for part in PARTS:
        shutil.copytree(workshop.debian / part, root / part, ignore=_others)
    for name in ("etc/dwww", "var/cache/dwww/db", "var/lib/dwww", "var/lib/doc-base/documents", "var/www/dwww"):
        (root / name).mkdir(parents=True)
    for file in (path for path in root.rglob("*") if path.is_file() and path.suffix != ".png"):
        _move(file, root)
    documents = workshop.folder / "documents"
    settings = (
        f"DWWW_DOCPATH={documents}\nDWWW_ALLOWEDLINKPATH={documents}\nDWWW_USE_CACHE=no\nDWWW_TITLE='Documents'\n"
    )
    (root / "etc/dwww/dwww.conf").write_text(settings)
    for item in workshop.items:
        _write(root / "var/lib/doc-base/documents", documents / item.kind, item)
    for name in ("dwww-build", "dwww-build-menu"):
        workshop.run(root / "usr/sbin" / name)
    search = Program(("perl", "-T", str(root / "usr/lib/cgi-bin/dwww")), CGI)
    workshop.front.behind = _System(root / "var/www", search)
    yield Served(form="/dwww/", state=lambda: files_state(documents, root / "var/www", root / "var/lib"))


def _others(folder: str, names: list[str]) -> list[str]:
    """What other packages put into the same folders."""
    return [name for name in names if Path(folder).name in ("sbin", "cgi-bin") and not name.startswith("dwww")]


def _move(file: Path, root: Path) -> None:
    told = file.read_bytes()
    if told.startswith(b"\x7fELF"):
        return
    text = MOVED.sub(lambda found: f"{root}{found[0]}", told.decode())
    if text.startswith("#!/usr/bin/perl"):
        first, _, rest = text.partition("\n")
        text = f'{first}\nuse lib "{root}/usr/share/perl5";\n{rest}'
    file.write_text(text, encoding="utf-8")


def _write(registered: Path, folder: Path, item: Item) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    page = folder / f"{item.number}.html"
    page.write_text(PAGE.format(title=html.escape(item.title), text=html.escape(item.text)), encoding="utf-8")
    author = f"Author: {item.maker}\n" if item.maker else ""
    head = f"Document: paper-{item.number}\nTitle: {item.title}\n{author}Abstract: {item.text}\n"
    formats = f"Section: Papers/{item.kind.capitalize()}\n\nFormat: HTML\nIndex: {page}\nFiles: {page}\n"
    (registered / f"paper-{item.number}").write_text(head + formats, encoding="utf-8")


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """Words that together are in every text, looked for among the documents; an answer is one page."""
    for word in fewest(by_word(items, lambda item: item.text)):
        yield Ask(f"{CGI}?" + urlencode({"search": word, "programsubmit": "Search", "searchtype": "m"}))


DWWW = Application(
    "dwww", "documents of a system", 320, _serve, programs=("perl",), unpacked=("usr/sbin/dwww-find",),
    records=natural, oracle=_oracle,
)  # fmt: skip
