"""LDAP Account Manager (Debian): the people of a directory in PHP, for whom is logged in.

Its list is a form sent by POST: a row of boxes below the names of the columns, one beside each row to choose it,
and buttons that delete what is chosen.
"""

import hashlib
import http.cookiejar
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

from app_front import Upstream
from app_kit import Application, Served, Workshop, free_port
from app_natural import natural
from app_of_phpldapadmin import ADD, BASE, DIRECTORY, SCHEMAS, SERVER, SHOW, entries_for
from app_oracle import Ask, pages
from app_records import Item

PACKAGED, PROFILE = "usr/share/ldap-account-manager", "var/lib/ldap-account-manager/config"
FORM, ON_A_PAGE = "/templates/lists/list.php?type=user", 30
KEEPER, WORD = "keeper", "a-long-pass-phrase"
CHANGED = {
    "ServerURL": "ldap://127.0.0.1:{port}", "Admins": "cn={keeper},{base}", "useTLS": "no", "searchLimit": "0",
    "types: suffix_user": "ou=people,{base}", "types: attr_user": "#uid;#cn;#sn;#l;#description",
    "tools: treeViewSuffix": "{base}", "defaultLanguage": "en_US.utf8",
}  # fmt: skip


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    debian, folder, site = workshop.debian, workshop.folder, workshop.folder / "site"
    shutil.copytree(debian / PACKAGED, site, ignore=shutil.ignore_patterns("docs", "config"), symlinks=True)
    shutil.copytree(debian / PACKAGED / "templates/config", site / "templates/config")
    shutil.copytree(debian / PROFILE, site / "config", ignore=shutil.ignore_patterns("config.cfg"))
    for name in ("entries", "site/sess", "site/tmp/internal"):
        (folder / name).mkdir(parents=True)
    directory, port = free_port(), free_port()
    told = {"folder": folder, "schemas": debian / SCHEMAS, "modules": debian / "usr/lib/ldap", "base": BASE}
    (folder / "slapd.conf").write_text(DIRECTORY.format(**told))
    (folder / "entries.ldif").write_text("\n".join(entries_for(workshop.items, KEEPER, WORD)))
    (site / "config/config.cfg").write_text((site / "config/config.cfg.sample").read_text())
    (site / "config/lam.conf").write_text(
        _profile((site / "config/addressbook.sample.conf").read_text(), directory)
    )
    library = next((debian / "usr/lib").glob("*/libslapi-*.so.0")).parent
    variables = {"LD_LIBRARY_PATH": str(library)}
    configured = ("-f", folder / "slapd.conf")
    workshop.run(debian / ADD, *configured, "-l", folder / "entries.ldif", variables=variables)
    address = ("-h", f"ldap://127.0.0.1:{directory}", "-d", "0")
    with workshop.started(debian / SERVER, *configured, *address, **variables) as process:
        workshop.until((folder / "pid").exists, process)
        server = ("php", "-d", "display_errors=0", "-S", f"127.0.0.1:{port}", "-t", site)
        with workshop.server(port, *server, path="/templates/login.php"):
            workshop.front.behind = Upstream(port, {"cookie": _entered(port)})

            def state() -> str:
                return hashlib.sha256(workshop.run(debian / SHOW, *configured, variables=variables)).hexdigest()

            yield Served(form=FORM, state=state, search_posts=("/templates/lists/list.php",))


def _profile(sample: str, port: int) -> str:
    lines = []
    for line in sample.splitlines():
        name = next((name for name in CHANGED if line.startswith(f"{name}:")), None)
        told = {"port": port, "base": BASE, "keeper": KEEPER}
        lines.append(line if name is None else f"{name}: {CHANGED[name].format(**told)}")
    return "\n".join(lines) + "\n"


def _entered(port: int) -> str:
    """The cookies of somebody who has logged in."""
    jar = http.cookiejar.CookieJar()
    opener, login = build_opener(HTTPCookieProcessor(jar)), f"http://127.0.0.1:{port}/templates/login.php"
    with opener.open(login) as page:
        page.read()
    told = {
        "username": f"cn={KEEPER},{BASE}",
        "passwd": WORD,
        "language": "en_US.utf8",
        "checklogin": "Login",
        "submit": "Login",
    }
    with opener.open(login, urlencode(told).encode()) as page:
        if "login.php" in page.url:
            raise RuntimeError("LDAP Account Manager does not let its keeper in")
    return "; ".join(f"{cookie.name}={cookie.value}" for cookie in jar)


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """Nothing asked for shows everything, page by page."""
    for page in pages(len(items), ON_A_PAGE):
        yield Ask(f"{FORM}&norefresh=true&page={page + 1}&sort=uid&sortdirection=1")


LAM = Application(
    "lam", "people of a directory", 340, _serve, programs=("php",),
    unpacked=(PACKAGED, PROFILE, SERVER, SCHEMAS), records=partial(natural, language="en", seed=7), oracle=_oracle,
)  # fmt: skip
