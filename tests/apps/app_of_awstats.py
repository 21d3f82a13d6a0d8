"""AWStats (Debian): the pages of a site and how often they were read, a CGI program in Perl; in French.

Never more than fifty rows, in the order of visits, and no pages: filters, a month and a year lead to the others.
"""

import re
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from urllib.parse import urlencode

from app_front import Program
from app_kit import Application, Served, Workshop, files_state
from app_natural import natural
from app_oracle import Ask, fewest
from app_records import Item

SCRIPT, PARTS = "usr/lib/cgi-bin/awstats.pl", "usr/share/awstats"
ROWS = 50
YEAR = 2025
SETTINGS = """LogFile="{folder}/access.log"
LogType=W
LogFormat=1
SiteDomain="archives.example.org"
HostAliases="archives.example.org"
DNSLookup=0
DirData="{folder}/kept"
DirCgi="/cgi-bin"
DirIcons="/icon"
DirLang="{parts}/lang"
Lang="fr"
AllowFullYearView=3
AllowToUpdateStatsFromBrowser=0
UseFramesWhenCGI=0
DetailedReportsOnNewWindows=0
MaxRowsInHTMLOutput={rows}
MaxLengthOfShownURL=200
URLWithQuery=0
LevelForRobotsDetection=0
ShowLinksOnUrl=1
"""
LINE = (
    "192.0.2.{host} - - [{day:02d}/{month}/{year}:{hour:02d}:00:00 +0000] "
    '"GET {path} HTTP/1.1" 200 {size} "-" "-"\n'
)
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    kept, script = workshop.folder / "kept", workshop.folder / "awstats.pl"
    kept.mkdir()
    packaged = workshop.debian / PARTS
    settings = SETTINGS.format(folder=workshop.folder, parts=packaged, rows=ROWS)
    (workshop.folder / "awstats.archives.conf").write_text(settings)
    text = (workshop.debian / SCRIPT).read_text(encoding="latin-1")
    script.write_text(text.replace("/usr/share/awstats", str(packaged)), encoding="latin-1")
    (workshop.folder / "access.log").write_text("".join(_visits(workshop.items)))
    variables = workshop.environment({"AWSTATS_ENABLE_CONFIG_DIR": "1"})
    given = ("-config=archives", f"-configdir={workshop.folder}")
    workshop.run("perl", script, "-update", *given)
    workshop.front.behind = Program(("perl", str(script)), "/cgi-bin/awstats.pl", variables, workshop.folder)
    yield Served(form="/cgi-bin/awstats.pl?" + urlencode(_page()), state=lambda: files_state(kept))


def _visits(items: tuple[Item, ...]) -> list[str]:
    """Every page was read in one month, by one to nine readers; a log is in the order of time."""
    times = sorted((_month(i), 1 + i.number % 28, visit, i.number) for i in items for visit in range(_readers(i)))
    paths = {item.number: _path(item) for item in items}
    return [
        LINE.format(host=hour + 1, day=day, month=MONTHS[month], year=YEAR, hour=hour, path=paths[number],
                    size=400 + number)
        for month, day, hour, number in times
    ]  # fmt: skip


def _readers(item: Item) -> int:
    return 1 + item.number * 7 % 9


def _month(item: Item) -> int:
    return item.number % 12


def _path(item: Item) -> str:
    """An address as sites make it of a title: plain letters, with strokes between words."""
    plain = unicodedata.normalize("NFKD", f"{item.kind}/{item.title} {item.key}".lower())
    return "/" + re.sub(r"[^a-z0-9/]+", "-", plain.encode("ascii", "ignore").decode()).replace("/-", "/") + ".html"


def _page() -> dict[str, str]:
    return {"config": "archives", "output": "urldetail", "year": str(YEAR), "month": "all"}


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """The months one by one, or words of addresses whose answer is not cut: whichever is less."""
    months = {("", f"{month + 1:02d}"): _keys(i for i in items if _month(i) == month) for month in range(12)}
    words = {word for item in items for word in re.findall(r"[a-z]{3,}", _path(item))}
    found = {(word, "all"): _keys(item for item in items if word in _path(item)) for word in words}
    whole = {query: keys for query, keys in (months | found).items() if len(keys) <= ROWS}
    for word, month in min(fewest(months), fewest(whole), key=len):
        yield Ask("/cgi-bin/awstats.pl?" + urlencode(_page() | {"urlfilter": word, "month": month}))


def _keys(items: Iterator[Item]) -> frozenset[str]:
    return frozenset(item.key for item in items)


AWSTATS = Application(
    "awstats", "statistics of pages", 330, _serve, programs=("perl",), unpacked=(SCRIPT,),
    records=partial(natural, language="fr"), oracle=_oracle,
)  # fmt: skip
