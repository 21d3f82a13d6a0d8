"""GNU GLOBAL (Debian, global): source code as pages, with a search for names and lines, a CGI program in Perl."""

import re
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlencode

from app_front import Pages, Program
from app_kit import Application, Served, Workshop, files_state
from app_natural import natural
from app_oracle import Ask, by_word, fewest
from app_records import Item

PATH = "/code/cgi-bin/global.cgi"


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    code, shown = workshop.folder / "code", workshop.folder / "code/HTML"
    code.mkdir()
    for kind in sorted({item.kind for item in workshop.items}):
        lines = [_line(item) for item in workshop.items if item.kind == kind]
        (code / f"{_plain(kind).lower()}.h").write_text("".join(lines), encoding="utf-8")
    workshop.run("gtags", cwd=code)
    workshop.run("htags", "--form", "--alphabet", "--title", "Papers of the valley", cwd=code)
    script = shown / "cgi-bin/global.cgi"
    engine = Program(("perl", "-T", str(script)), PATH, workshop.environment(), script.parent)
    named = Pages(shown, "/code/defines.html", Pages(shown / "defines", "/code/defines/", engine))
    workshop.front.behind = Pages(shown, "/code/mains.html", Pages(shown / "S", "/code/S/", named))
    yield Served(form="/code/mains.html", state=lambda: files_state(code))


def _plain(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return "_".join(re.findall(r"[A-Za-z0-9]+", plain)).upper()


def _line(item: Item) -> str:
    """A constant: a name that a programmer would give it, and all that is known."""
    told = ", ".join(part for part in (item.maker, item.place, str(item.year)) if part)
    text = f"{item.title}. {item.text} {told}".replace("\\", "").replace('"', "'")
    return f'#define {_plain(item.title)}_{item.number} "{text}"\n'


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """Words that are in the lines: every answer is one page."""
    for word in fewest(by_word(items, lambda item: item.text)):
        yield Ask(f"{PATH}?" + urlencode({"pattern": word, "type": "grep", "icase": "on"}))


HTAGS = Application(
    "htags", "source code", 330, _serve, programs=("gtags", "htags", "perl"), records=natural, oracle=_oracle,
)  # fmt: skip
