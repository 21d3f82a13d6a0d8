"""Postfixadmin (Debian): the mailboxes of a domain, in PHP on SQLite, for whom is logged in; all is German.

Its search is a box without a button or a name that a reader sees; pages are called by how their first and last
mailbox begin; the link that logs out stands beside them.
"""

import hashlib
import http.cookiejar
import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

from app_front import Upstream
from app_kit import Application, Served, Workshop, free_port, tables_state
from app_natural import natural, signed
from app_oracle import Ask, pages
from app_records import Item

PACKAGED, DEFAULTS = "usr/share/postfixadmin", "etc/postfixadmin/config.inc.php"
PATH, DOMAIN, ON_A_PAGE = "/list-virtual.php", "archiv.example", 25
ADMIN, WORD = f"verwaltung@{DOMAIN}", "ein langes Kennwort 7"
SETTINGS = """<?php
$CONF['configured'] = true;
$CONF['database_type'] = 'sqlite';
$CONF['database_name'] = '%(database)s';
$CONF['default_language'] = 'de';
$CONF['page_size'] = '%(size)d';
$CONF['encrypt'] = 'md5crypt';
$CONF['show_footer_text'] = 'NO';
$CONF['footer_link'] = '';
"""
TOKEN = re.compile(r'name="token" value="([^"]*)"')
ADDED = (
    "INSERT INTO domain (domain, description, transport) VALUES ({domain}, 'Archiv', 'virtual')",
    "INSERT INTO admin (username, password, superadmin) VALUES ({admin}, {crypted}, 1)",
    "INSERT INTO domain_admins (username, domain) VALUES ({admin}, 'ALL')",
)


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    site, port, database = workshop.folder / "site", free_port(), workshop.folder / "post.db"
    links = shutil.ignore_patterns("config.*.php", "templates_c")
    shutil.copytree(workshop.debian / PACKAGED, site, ignore=links, symlinks=True)
    for folder in (site / "templates_c", workshop.folder / "sessions"):
        folder.mkdir()
    shutil.copyfile(workshop.debian / DEFAULTS, site / "config.inc.php")
    (site / "dbconfig.inc.php").write_text("<?php\n")
    (site / "config.local.php").write_text(SETTINGS % {"database": database, "size": ON_A_PAGE})
    database.touch()
    workshop.run("php", site / "public/upgrade.php", cwd=site / "public")
    crypted = workshop.run("php", "-r", f"echo crypt('{WORD}', '$1$archives$');").decode()
    _loaded(database, workshop.items, crypted)
    sessions = f"session.save_path={workshop.folder / 'sessions'}"
    server = ("php", "-d", sessions, "-S", f"127.0.0.1:{port}", "-t", site / "public")
    with workshop.server(port, *server, path="/login.php"):
        workshop.front.behind = Upstream(port, {"cookie": _logged_in(port)})
        yield Served(form=f"{PATH}?domain={DOMAIN}", state=lambda: _state(database), search_posts=(PATH,))


def _loaded(database: Path, items: tuple[Item, ...], crypted: str) -> None:
    named = {"domain": DOMAIN, "admin": ADMIN, "crypted": crypted}
    with closing(sqlite3.connect(database)) as connection, connection:
        for statement in ADDED:
            connection.execute(statement.format(**{name: f":{name}" for name in named}), named)
        for item in items:
            # What its form for a new mailbox writes; every mailbox has its own address beside it.
            name = f"{item.kind.lower()}.{item.number}"
            address = f"{name}@{DOMAIN}"
            connection.execute(
                "INSERT INTO mailbox (username, password, name, maildir, local_part, domain)"
                " VALUES (?, 'x', ?, ?, ?, ?)",
                (address, signed(item), f"{DOMAIN}/{name}/", name, DOMAIN),
            )
            connection.execute(
                "INSERT INTO alias (address, goto, domain) VALUES (?, ?, ?)", (address, address, DOMAIN)
            )


def _logged_in(port: int) -> str:
    """The cookie of somebody who has logged in."""
    jar = http.cookiejar.CookieJar()
    opener, login = build_opener(HTTPCookieProcessor(jar)), f"http://127.0.0.1:{port}/login.php"
    with opener.open(login) as page:
        token = TOKEN.search(page.read().decode())
    told = {"fUsername": ADMIN, "fPassword": WORD, "lang": "de", "token": token[1] if token else ""}
    with opener.open(login, urlencode(told).encode()) as page:
        if not page.url.endswith("main.php"):
            raise RuntimeError(f"Postfixadmin does not let its administrator in: {page.url}")
    return "; ".join(f"{cookie.name}={cookie.value}" for cookie in jar)


def _state(database: Path) -> str:
    """Every table counted, its log of changes among them, and the mailboxes word by word."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        boxes = connection.execute("SELECT * FROM mailbox ORDER BY username").fetchall()
    return tables_state(database) + hashlib.sha256(repr(boxes).encode()).hexdigest()


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """Nothing asked for shows everything, page by page."""
    for page in pages(len(items), ON_A_PAGE):
        yield Ask(f"{PATH}?domain={DOMAIN}&limit={page * ON_A_PAGE}")


POSTFIXADMIN = Application(
    "postfixadmin", "mailboxes of a domain", 340, _serve, programs=("php",), unpacked=(PACKAGED, DEFAULTS),
    records=partial(natural, language="de"), oracle=_oracle,
)  # fmt: skip
