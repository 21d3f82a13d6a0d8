"""phpLDAPadmin (Debian): a directory of people, in PHP, before a directory server in C.

Its form asks for a filter in the directory's own language, and for the number of entries to show: 50 of them,
which the answer then says were found.
"""

import base64
import hashlib
import http.cookiejar
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

from app_front import Upstream
from app_kit import Application, Served, Workshop, free_port
from app_natural import natural, signed
from app_oracle import Ask
from app_records import Item

PACKAGED, TEMPLATES = "usr/share/phpldapadmin", "etc/phpldapadmin/templates"
SERVER, ADD, SHOW = "usr/sbin/slapd", "usr/sbin/slapadd", "usr/sbin/slapcat"
SCHEMAS = "etc/ldap/schema"
FORM, BASE = "/cmd.php?cmd=query_engine&server_id=1", "dc=example,dc=org"
READER, WORD = "reader", "a-long-pass-phrase"
DIRECTORY = """include {schemas}/core.schema
include {schemas}/cosine.schema
include {schemas}/inetorgperson.schema
modulepath {modules}
moduleload back_mdb
pidfile {folder}/pid
sizelimit unlimited
database mdb
suffix "{base}"
directory {folder}/entries
maxsize 104857600
index objectClass eq
access to attrs=userPassword by * auth
access to * by * read
"""
SETTINGS = """<?php
$config->custom->session['blowfish'] = '{word}-{word}';
$servers = new Datastore();
$servers->newServer('ldap_pla');
$servers->setValue('server', 'name', 'Archives');
$servers->setValue('server', 'host', '127.0.0.1');
$servers->setValue('server', 'port', {port});
$servers->setValue('server', 'base', array('{base}'));
$servers->setValue('server', 'read_only', true);
$servers->setValue('login', 'auth_type', 'config');
$servers->setValue('login', 'bind_id', 'cn={reader},{base}');
$servers->setValue('login', 'bind_pass', '{word}');
"""


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    debian, folder, site = workshop.debian, workshop.folder, workshop.folder / "site"
    shutil.copytree(debian / PACKAGED, site, ignore=shutil.ignore_patterns("doc"), symlinks=True)
    (site / "templates").unlink()
    (site / "templates").symlink_to(debian / TEMPLATES)
    for name in ("entries", "sessions"):
        (folder / name).mkdir()
    directory, port = free_port(), free_port()
    told = {"folder": folder, "schemas": debian / SCHEMAS, "modules": debian / "usr/lib/ldap", "base": BASE}
    (folder / "slapd.conf").write_text(DIRECTORY.format(**told))
    settings = SETTINGS.format(base=BASE, reader=READER, word=WORD, port=directory)
    (site / "config/config.php").write_text(settings)
    (folder / "entries.ldif").write_text("\n".join(entries_for(workshop.items, READER, WORD)))
    library = next((debian / "usr/lib").glob("*/libslapi-*.so.0")).parent
    variables = {"LD_LIBRARY_PATH": str(library)}
    configured = ("-f", folder / "slapd.conf")
    workshop.run(debian / ADD, *configured, "-l", folder / "entries.ldif", variables=variables)
    address = ("-h", f"ldap://127.0.0.1:{directory}", "-d", "0")
    with workshop.started(debian / SERVER, *configured, *address, **variables) as process:
        workshop.until((folder / "pid").exists, process)
        sessions = ("-d", f"session.save_path={folder / 'sessions'}", "-d", "display_errors=0")
        server = ("php", *sessions, "-S", f"127.0.0.1:{port}", "-t", site / "htdocs")
        with workshop.server(port, *server, path="/welcome.php"):
            workshop.front.behind = Upstream(port, {"cookie": _entered(port)})

            def state() -> str:
                return hashlib.sha256(workshop.run(debian / SHOW, *configured, variables=variables)).hexdigest()

            yield Served(form=FORM, state=state)


def _entered(port: int) -> str:
    """The cookie of somebody who has seen the first page: without it every page leads there."""
    jar = http.cookiejar.CookieJar()
    with build_opener(HTTPCookieProcessor(jar)).open(f"http://127.0.0.1:{port}/index.php") as page:
        page.read()
    return "; ".join(f"{cookie.name}={cookie.value}" for cookie in jar)


def entries_for(items: tuple[Item, ...], reader: str, word: str) -> Iterator[str]:
    """The directory as text (LDIF): itself, who reads it, and the people."""
    yield f"dn: {BASE}\nobjectClass: dcObject\nobjectClass: organization\ndc: example\no: Archives\n"
    yield (
        f"dn: cn={reader},{BASE}\nobjectClass: organizationalRole\nobjectClass: simpleSecurityObject\n"
        f"cn: {reader}\nuserPassword: {word}\n"
    )
    yield f"dn: ou=people,{BASE}\nobjectClass: organizationalUnit\nou: people\n"
    for item in items:
        name = f"p{item.number:03d}"
        told = {"cn": signed(item), "sn": item.maker or "?", "l": item.place, "description": item.text}
        lines = [f"{at}:: {base64.b64encode(text.encode()).decode()}" for at, text in told.items() if text]
        yield (
            f"dn: uid={name},ou=people,{BASE}\nobjectClass: inetOrgPerson\nuid: {name}\n" + "\n".join(lines) + "\n"
        )


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """The form as it stands, with a number large enough for all."""
    asked = {
        "query": "none", "format": "list", "showresults": "na", "base": BASE, "scope": "sub", "orderby": "",
        "filter": "objectClass=*", "display_attrs": "cn, sn, uid, postalAddress, telephoneNumber",
        "size_limit": str(2 * len(items)), "search": "Search",
    }  # fmt: skip
    yield Ask(f"{FORM}&{urlencode(asked)}")


PHPLDAPADMIN = Application(
    "phpldapadmin", "directory of people", 330, _serve, programs=("php",),
    unpacked=(PACKAGED, TEMPLATES, SERVER, SCHEMAS), records=natural, oracle=_oracle,
)  # fmt: skip
