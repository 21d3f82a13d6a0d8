"""Xymon (Debian): the events of a monitor, a CGI program in C, with fields for times, names and a number.

Without being asked for more it shows one day of the events, and never more than a hundred.
"""

import re
import shutil
import time
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlencode

from app_front import Program
from app_kit import Application, Served, Workshop, files_state, free_port
from app_natural import natural
from app_oracle import Ask
from app_records import Item

CGI, PAGES, PATH = "usr/lib/xymon/server/bin/eventlog.cgi", "etc/xymon/web", "/xymon-cgi/eventlog.sh"
SERVICES = ("conn", "cpu", "disk", "http", "memory", "smtp")
COLOURS = ("gr", "ye", "re")
MINUTES = 20
"""Between one event and the next: all of them make four to five days."""


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    home, kept = workshop.folder / "home", workshop.folder / "kept"
    shutil.copytree(workshop.debian / PAGES, home / "web")
    for folder in (home / "etc", kept / "hist", workshop.folder / "passing"):
        folder.mkdir(parents=True)
    kinds = sorted({item.kind for item in workshop.items})
    (home / "etc/hosts.cfg").write_text("".join(_page(kind, workshop.items) for kind in kinds))
    now = int(time.time())
    (kept / "hist/allevents").write_text(
        "".join(_event(item, now, len(workshop.items)) for item in workshop.items)
    )
    variables = {
        "XYMONHOME": str(home), "XYMONVAR": str(kept), "XYMONHISTDIR": str(kept / "hist"),
        "HOSTSCFG": str(home / "etc/hosts.cfg"), "XYMONTMP": str(workshop.folder / "passing"),
        "XYMONWEB": "/xymon", "XYMONSKIN": "/xymon/gifs", "XYMONHELPSKIN": "/xymon/help",
        "XYMONMENUSKIN": "/xymon/menu", "CGIBINURL": "/xymon-cgi", "SECURECGIBINURL": "/xymon-seccgi",
        "XYMONSERVERCGIURL": "/xymon-cgi", "XYMONWEBHOST": workshop.front.url(""),
        "XYMONWEBHOSTURL": workshop.front.url("/xymon"), "XYMSRV": "127.0.0.1", "XYMONDPORT": str(free_port()),
    }  # fmt: skip
    # No daemon answers at that port: the program then reads the list of hosts from its file.
    command = (str(workshop.debian / CGI),)
    workshop.front.behind = Program(command, PATH, workshop.environment(variables), workshop.folder)
    yield Served(form=PATH, state=lambda: files_state(home, kept))


def _plain(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return "-".join(re.findall(r"[a-z0-9]+", plain.lower()))


def _host(item: Item) -> str:
    return f"{_plain(item.title)}-{item.key}.{_plain(item.place or item.kind)}.example"


def _page(kind: str, items: tuple[Item, ...]) -> str:
    """The hosts of one kind stand on one page."""
    hosts = (item for item in items if item.kind == kind)
    lines = (f"192.0.2.{1 + i.number % 254} {_host(i)} # noconn\n" for i in hosts)
    return f"page {_plain(kind)} {kind}\n" + "".join(lines)


def _event(item: Item, now: int, size: int) -> str:
    """A line of the log: who, what, when, since when, for how long, how it is and how it was, better or worse."""
    at, lasted = now - 60 * MINUTES * (size - item.number) - 60, 60 + item.year
    new, old = COLOURS[item.number % 3], COLOURS[(item.number + 1 + item.year % 2) % 3]
    worse = 2 if COLOURS.index(new) > COLOURS.index(old) else 1
    service = SERVICES[item.year % len(SERVICES)]
    return f"{_host(item)} {service} {at} {at - lasted} {lasted} {new} {old} {worse}\n"


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """A span of time that holds all events, and their number."""
    if items:
        asked = {"MAXTIME": str(MINUTES * len(items) + 60), "MAXCOUNT": str(len(items))}
        yield Ask(f"{PATH}?" + urlencode(asked))


XYMON = Application(
    "xymon", "log of events", 330, _serve, unpacked=(CGI, PAGES), records=natural, oracle=_oracle,
)  # fmt: skip
