"""Zabbix's pages (Debian, zabbix-frontend-php): the machines of a monitor, in PHP on MariaDB, for guests.

The box that searches stands beside the menu on every page. An answer is three tables, of machines, groups and
templates, with a dozen links in every row; never more than fifty machines, though it says how many there are.
"""

import gzip
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from urllib.parse import urlencode

from app_front import Upstream
from app_kit import Application, Served, Workshop, free_port
from app_mariadb import SERVER, asked, database
from app_natural import natural, signed
from app_oracle import Ask, fewest
from app_records import Item

PACKAGED, SCHEMA = "usr/share/zabbix", "usr/share/zabbix-server-mysql"
SETTINGS = """<?php
$DB['TYPE'] = 'MYSQL'; $DB['SERVER'] = 'localhost'; $DB['PORT'] = '0'; $DB['DATABASE'] = 'zabbix';
$DB['USER'] = 'root'; $DB['PASSWORD'] = ''; $DB['SCHEMA'] = ''; $DB['ENCRYPTION'] = false;
$DB['KEY_FILE'] = ''; $DB['CERT_FILE'] = ''; $DB['CA_FILE'] = ''; $DB['VERIFY_HOST'] = false;
$DB['CIPHER_LIST'] = ''; $DB['VAULT_URL'] = ''; $DB['VAULT_DB_PATH'] = ''; $DB['VAULT_TOKEN'] = '';
$DB['DOUBLE_IEEE754'] = true;
$ZBX_SERVER_NAME = 'Archiv'; $IMAGE_FORMAT_DEFAULT = IMAGE_FORMAT_PNG;
"""
NEEDED = re.compile(r"INSERT INTO `(?:role|role_rule|users|usrgrp|users_groups|config|module|graph_theme)` ")
"""Of what it comes with: people, their rights and settings, without the templates for machines of others."""
GUESTS, OFF = 8, 9
"""The group of guests, and that of people who may not come in; guests come in both."""
PATH, MOST = "/zabbix.php?action=search", 50
WORD = re.compile(r"[a-zäöü]{3,}")


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    site, port, socket = workshop.folder / "site", free_port(), workshop.folder / "db.sock"
    shutil.copytree(workshop.debian / PACKAGED, site, symlinks=True)
    (site / "conf/zabbix.conf.php").write_text(SETTINGS)
    core = site / "include/classes/core/CConfigFile.php"
    core.write_text(core.read_text().replace("/etc/zabbix/zabbix.conf.php", str(site / "conf/zabbix.conf.php")))
    with database(workshop, socket, "zabbix"):
        asked(workshop, socket, "ALTER DATABASE zabbix COLLATE utf8mb4_bin")  # as its manual asks for
        asked(workshop, socket, _loading(workshop.debian / SCHEMA, workshop.items), "zabbix")
        given = (
            f"mysqli.default_socket={socket} max_execution_time=300 max_input_time=300 post_max_size=16M".split()
        )
        more = [part for each in given for part in ("-d", each)]
        with workshop.server(port, "php", *more, "-S", f"127.0.0.1:{port}", "-t", site, path="/index.php"):
            workshop.front.behind = Upstream(port)
            count = " UNION ALL ".join(
                f"SELECT '{name}', count(*) FROM {name}" for name in ("hosts", "users", "items", "hstgrp")
            )
            yield Served(
                form=PATH, state=lambda: asked(workshop, socket, count, "zabbix"), arguments=("--no-robots",)
            )


def _loading(schema: Path, items: tuple[Item, ...]) -> str:
    """The tables, what must be in them, and a machine for each record that guests may see."""
    with gzip.open(schema / "schema.sql.gz", "rt", encoding="utf-8") as tables:
        statements = [tables.read(), "SET foreign_key_checks = 0;"]
    with gzip.open(schema / "data.sql.gz", "rt", encoding="utf-8") as rows:
        statements += [line for line in rows if NEEDED.match(line)]
    statements.append(f"DELETE FROM users_groups WHERE usrgrpid = {OFF};")
    kinds = sorted({item.kind for item in items})
    for at, kind in enumerate(kinds, 20):
        statements.append(f"INSERT INTO hstgrp (groupid, name, uuid) VALUES ({at}, '{kind}', '{at:032}');")
        statements.append(f"INSERT INTO rights VALUES ({at}, {GUESTS}, 2, {at});")
    for item in items:
        host, name, text = 20000 + item.number, _quoted(signed(item)), _quoted(item.text)
        statements.append(
            "INSERT INTO hosts (hostid, host, name, name_upper, description) VALUES"
            f" ({host}, 'blatt-{item.number}', {name}, upper({name}), {text});"
        )
        group = 20 + kinds.index(item.kind)
        statements.append(f"INSERT INTO hosts_groups VALUES ({host}, {host}, {group});")
    return "\n".join(statements)


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "''") + "'"


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """Words of names, looked for in any part of them, whose answers are whole; none with ß finds anything."""
    names = {item.key: signed(item).lower() for item in items}
    words = {word for name in names.values() for word in (*WORD.findall(name), *name.split())}
    found = {
        word: frozenset(key for key, name in names.items() if word in name) for word in words if "ß" not in word
    }
    for word in fewest({word: keys for word, keys in found.items() if len(keys) <= MOST}):
        yield Ask(f"{PATH}&" + urlencode({"search": word}))


ZABBIX = Application(
    "zabbix", "machines of a monitor", 340, _serve, programs=("php", SERVER), unpacked=(PACKAGED, SCHEMA),
    records=partial(natural, language="de"), oracle=_oracle,
)  # fmt: skip
