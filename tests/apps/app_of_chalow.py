"""chalow (Debian): a diary kept as a ChangeLog, searched by a CGI program in Perl; pages and records are Japanese.

Everything is in EUC-JP. How much was found stands before the page begins; an answer is ten passages, its further
pages are bare numbers.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from urllib.parse import urlencode, urlsplit

from app_front import NOTHING, Asked, Program, Told
from app_kit import Application, Served, Workshop, files_state
from app_natural import dated, natural
from app_oracle import Ask, pages
from app_records import Item

PACKAGED, SETTINGS = "usr/share/chalow", "usr/share/doc/chalow/examples/cl-ja-eucjp.conf"
FOLDER, ON_A_PAGE = "/diary", 10
SEARCH = f"{FOLDER}/clsearch.cgi"
CODE = "euc_jp"


@dataclass(frozen=True, slots=True)
class _Diary:
    """The pages that were made, and the program that searches them."""

    made: Path
    search: Program

    def answer(self, asked: Asked) -> Told:
        path = urlsplit(asked.target).path
        if path == SEARCH:
            return self.search.answer(asked)
        file = self.made / (Path(path).name if not path.endswith("/") else "index.html")
        if not (path.startswith(f"{FOLDER}/") and file.suffix == ".html" and file.is_file()):
            return NOTHING
        return Told(200, (("Content-Type", "text/html; charset=EUC-JP"),), file.read_bytes())


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    diary, made = workshop.folder / "ChangeLog", workshop.folder / "diary"
    made.mkdir()
    days = sorted(workshop.items, key=dated, reverse=True)
    diary.write_bytes("".join(_entry(item) for item in days).encode(CODE, "xmlcharrefreplace"))
    variables = {"PERL5LIB": str(workshop.debian / "usr/share/perl5"), "LANG": "C"}
    settings = workshop.debian / SETTINGS
    workshop.run(workshop.debian / "usr/bin/chalow", "-o", made, "-c", settings, diary, variables=variables)
    search = Program(("perl", str(workshop.debian / PACKAGED / "clsearch.cgi")), SEARCH, folder=made)
    workshop.front.behind = _Diary(made, search)
    yield Served(form=f"{FOLDER}/", state=lambda: files_state(made))


def _entry(item: Item) -> str:
    """One day of the diary with one thing in it; a line that ends early goes on below it."""
    place = f"\n\t{item.place}にて。" if item.place else ""
    return f"{dated(item)}  係  <kakari@example.org>\n\n\t* {item.title}[{item.kind}]: {item.text}{place}\n\n"


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """The stop that ends every sentence, as what is typed is looked for anywhere; page by page."""
    for page in pages(len(items), ON_A_PAGE):
        yield Ask(f"{SEARCH}?from={page * ON_A_PAGE}&" + urlencode({"key": "。"}, encoding=CODE))


CHALOW = Application(
    "chalow", "diary", 330, _serve, programs=("perl",), unpacked=(PACKAGED, SETTINGS),
    records=partial(natural, language="ja"), oracle=_oracle,
)  # fmt: skip
