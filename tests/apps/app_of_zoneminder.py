"""ZoneMinder (Debian): what cameras saw, in PHP on MariaDB; a table asks for its rows by GET. Rows are Japanese.

Each row has a box, and buttons above the table archive, export and delete what is chosen: deletion is a GET to the
same address as the question for rows. Links of a row lead to the event, to its frames and to its camera.
"""

import hashlib
import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from urllib.parse import urlencode

from app_front import Upstream
from app_kit import Application, Served, Workshop, free_port
from app_mariadb import asked, database
from app_natural import dated, natural, signed
from app_oracle import Ask
from app_records import Item

PACKAGED, SETTINGS = "usr/share/zoneminder", "etc/zm"
PATH, HOURS = "/zm/", 24
ASKED = {"view": "request", "request": "events", "task": "query"}
CHANGED = {
    "ZM_SHOW_PRIVACY": "0", "ZM_DYN_SHOW_DONATE_REMINDER": "0", "ZM_TIMEZONE": "UTC",
    "ZM_LOG_LEVEL_DATABASE": "-5",
}  # fmt: skip
COLUMNS = (
    *(
        "MonitorId",
        "Name",
        "Cause",
        "StartDateTime",
        "EndDateTime",
        "Notes",
        "Width",
        "Height",
        "Length",
        "Frames",
    ),
    *("AlarmFrames", "TotScore", "AvgScore", "MaxScore", "StateId", "DiskSpace"),
)
WORKERS = "4"


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    site, socket, port = workshop.folder / "site", workshop.folder / "db.socket", free_port()
    _placed(workshop, site / PATH.strip("/"), socket)
    with database(workshop, socket, "zm"):
        made = (workshop.debian / PACKAGED / "db/zm_create.sql").read_text()
        triggers = f"source {workshop.debian / PACKAGED / 'db/triggers.sql'}"
        asked(workshop, socket, made.replace(f"source /{PACKAGED}/db/triggers.sql", triggers), "zm")
        asked(workshop, socket, "".join(_statements(workshop.items)), "zm")
        server = ("php", "-S", f"127.0.0.1:{port}", "-t", site)
        with workshop.server(port, *server, path=PATH, PHP_CLI_SERVER_WORKERS=WORKERS):
            workshop.front.behind = Upstream(port)
            yield Served(form=f"{PATH}?view=events", state=lambda: _state(workshop, socket))


def _placed(workshop: Workshop, site: Path, socket: Path) -> None:
    """The pages, and settings that name folders of the workshop instead of those of the system."""
    shutil.copytree(workshop.debian / PACKAGED / "www", site, symlinks=True, ignore=shutil.ignore_patterns("api"))
    kept, conf = workshop.folder / "kept", workshop.folder / "zm.conf"
    for name in ("events", "cache", "logs"):
        (kept / name).mkdir(parents=True)
    (site / "cache").symlink_to(kept / "cache")
    parts = [
        workshop.debian / SETTINGS / "zm.conf",
        *sorted((workshop.debian / SETTINGS / "conf.d").glob("*.conf")),
    ]
    own = {"ZM_PATH_WEB": site, "ZM_DB_HOST": f"localhost:{socket}", "ZM_DB_USER": "root", "ZM_DB_PASS": "",
           "ZM_DIR_EVENTS": kept / "events", "ZM_PATH_LOGS": kept / "logs"}  # fmt: skip
    conf.write_text("\n".join(part.read_text() for part in parts) + "".join(f"\n{k}={v}" for k, v in own.items()))
    config = site / "includes/config.php"
    told = config.read_text().replace("/etc/zm/zm.conf", str(conf)).replace("/etc/zm/conf.d", str(kept / "more"))
    config.write_text(told.replace("'/var/cache/zoneminder'", f"'{kept / 'cache'}'"))
    (kept / "more").mkdir()


def _statements(items: tuple[Item, ...]) -> Iterator[str]:
    for name, value in CHANGED.items():
        yield f"UPDATE Config SET Value = '{value}' WHERE Name = '{name}';\n"
    cameras = sorted({item.place for item in items})
    for number, place in enumerate(cameras, 1):
        named = _quoted(place or "カメラ")
        yield f"INSERT INTO Monitors (Id, Name, Width, Height) VALUES ({number}, {named}, 64, 48);\n"
    for item in items:
        seen = f"{dated(item)} {item.number % HOURS:02d}:00"
        told = (cameras.index(item.place) + 1, signed(item), item.kind, f"{seen}:00", f"{seen}:50", item.text)
        numbers = (64, 48, 50, item.number % 90 + 10, 5, item.year, 9, 20, 1, item.year * 100)
        values = ", ".join(map(_quoted, (*told, *numbers)))
        yield f"INSERT INTO Events ({', '.join(COLUMNS)}) VALUES ({values});\n"


def _quoted(value: object) -> str:
    """As SQL writes it: a string in JSON, which MariaDB reads as one."""
    return json.dumps(str(value), ensure_ascii=False)


def _state(workshop: Workshop, socket: Path) -> str:
    """The events as they are, and how many cameras and settings there are."""
    counted = asked(workshop, socket, "SELECT count(*) FROM Monitors; SELECT count(*) FROM Config;", "zm")
    kept = asked(workshop, socket, "SELECT * FROM Events ORDER BY Id; SELECT Name, Value FROM Config;", "zm")
    return counted + hashlib.sha256(kept.encode()).hexdigest()


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """All events, in one answer."""
    if items:
        told = {"sort": "StartDateTime", "order": "desc", "offset": 0, "limit": len(items)}
        yield Ask(f"{PATH}index.php?{urlencode(ASKED | told)}")


ZONEMINDER = Application(
    "zoneminder", "events that cameras saw", 330, _serve, programs=("php", "mariadb"), unpacked=(PACKAGED,),
    records=partial(natural, language="ja"), scripted=True, oracle=_oracle,
)  # fmt: skip
