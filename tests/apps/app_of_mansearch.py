"""mansearch (Debian, man2html): manual pages, searched by a CGI program in awk on swish++; in German."""

import re
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from urllib.parse import urlencode

from app_front import Programs
from app_kit import Application, Served, Workshop, files_state
from app_natural import natural, signed
from app_oracle import Ask, by_word, fewest, pages
from app_records import Item

CGI, PARTS, PATH = "usr/lib/cgi-bin/man", "usr/share/man2html", "/cgi-bin/man"
SHOWN = 50
NOT_INDEXED = frozenset(("name", "ehrlich", "alquen", "anna", "lena"))
"""Words that its engine takes for no words, or for the name of a section."""
PAGE = """.TH {name} 7 "{year}" "{place}" "Nachlass"
.SH NAME
{name} \\- {title}
.SH DESCRIPTION
{text}
.SH AUTHOR
{maker}
"""


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    manuals, parts, programs = workshop.folder / "man/man7", workshop.folder / "parts", workshop.folder / "cgi"
    for folder in (manuals, parts, programs):
        folder.mkdir(parents=True)
    for item in workshop.items:
        (manuals / f"{_name(item)}.7").write_text(_page(item), encoding="utf-8")
    packaged, index = f"/{PARTS}", "/var/cache/man2html/man2html.swish++.index"
    for name in ("mansearch.aux", "swish++.conf"):
        text = (workshop.debian / PARTS / name).read_text()
        (parts / name).write_text(text.replace(index, str(workshop.folder / "index")))
    text = (workshop.debian / CGI / "mansearch").read_text()
    (programs / "mansearch").write_text(text.replace(packaged, str(parts)))
    (programs / "man2html").write_text(f'exec "{workshop.debian / CGI / "man2html"}" "$@"\n')
    workshop.run("index++", "--config-file", parts / "swish++.conf", manuals)
    variables = workshop.environment({"LC_ALL": "C.UTF-8"})
    workshop.front.behind = Programs(programs, PATH, "mansearch", variables, ("sh",))
    yield Served(form=f"{PATH}/mansearch", state=lambda: files_state(manuals, parts, programs))


def _name(item: Item) -> str:
    """The name of a page, as of a command."""
    plain = unicodedata.normalize("NFKD", item.title.replace("ß", "ss")).encode("ascii", "ignore").decode()
    return "-".join((*re.findall(r"[a-z0-9]+", plain.lower()), item.key))


def _page(item: Item) -> str:
    return PAGE.format(
        name=_name(item), year=item.year, place=item.place, title=signed(item), text=item.text, maker=item.maker
    )


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """Words with the pages of their answers; a word that touches a letter beyond ASCII is not indexed as such."""
    found = by_word(items, lambda item: item.text, r"(?<![^ .,(-])[a-z]{4,}(?![^ .,)-])")
    whole = {word: keys for word, keys in found.items() if word not in NOT_INDEXED}
    for word in fewest(whole, SHOWN):
        for page in pages(len(whole[word]), SHOWN):
            more = {"skip": str(page * SHOWN)} if page else {}
            yield Ask(f"{PATH}/mansearch?" + urlencode({"query": word} | more))


MANSEARCH = Application(
    "mansearch", "manual pages", 320, _serve, programs=("gawk", "index++"), unpacked=(CGI, PARTS),
    records=partial(natural, language="de"), oracle=_oracle,
)  # fmt: skip
