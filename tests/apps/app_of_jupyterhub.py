"""JupyterHub (PyPI): the users of a hub, for its administrator; a page made with React asks for them page by page.

Every row has buttons that write, one of them starts a program for that user; the proxy in front of the hub is
left out, for nobody's program is ever started.
"""

import hashlib
import http.cookiejar
import re
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

SETTINGS = """
from jupyterhub.proxy import Proxy


class NoProxy(Proxy):
    should_start = False

    async def add_route(self, routespec, target, data):
        pass

    async def delete_route(self, routespec):
        pass

    async def get_all_routes(self):
        return {{}}


c.JupyterHub.proxy_class = NoProxy
c.JupyterHub.authenticator_class = "dummy"
c.DummyAuthenticator.password = {word!r}
c.JupyterHub.bind_url = c.JupyterHub.hub_bind_url = "http://127.0.0.1:{port}"
c.JupyterHub.db_url = "sqlite:///{kept}"
c.Authenticator.admin_users = {{{admin!r}}}
c.Authenticator.allowed_users = {names!r}
c.JupyterHub.cookie_max_age_days = 30
"""
PATH, CALL, ON_A_PAGE = "/hub/admin", "/hub/api/users", 50
ADMIN, WORD = "archivist", "a long word 7"
TOKEN = re.compile(r'name="_xsrf"\s+value="([^"]*)"')
LISTED = ("spawners",)
"""A user without a program gets an empty row here as soon as a list shows him; `servers` tells who has one."""


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    port, kept = free_port(), workshop.folder / "hub.sqlite"
    names = {_name(item) for item in workshop.items}
    settings = SETTINGS.format(word=WORD, port=port, kept=kept, admin=ADMIN, names=names)
    (workshop.folder / "jupyterhub_config.py").write_text(settings)
    command = (workshop.python_of("lofts"), "-m", "jupyterhub")
    with workshop.server(port, *command, path="/hub/api/"):
        workshop.front.behind = Upstream(port, {"cookie": _logged_in(port)})
        yield Served(form=PATH, state=lambda: _state(kept))


def _name(item: Item) -> str:
    """Names of users have small letters."""
    return signed(item).lower()


def _logged_in(port: int) -> str:
    """The cookies of somebody who has logged in."""
    jar = http.cookiejar.CookieJar()
    opener, login = (
        build_opener(HTTPCookieProcessor(jar)),
        f"http://127.0.0.1:{port}/hub/login?next=%2Fhub%2Fadmin",
    )
    with opener.open(login) as page:
        token = TOKEN.search(page.read().decode())
    told = {"username": ADMIN, "password": WORD, "_xsrf": token[1] if token else ""}
    with opener.open(login, urlencode(told).encode()) as page:
        if not page.url.endswith(PATH):
            raise RuntimeError(f"JupyterHub does not let its administrator in: {page.url}")
    return "; ".join(f"{cookie.name}={cookie.value}" for cookie in jar)


def _state(kept: Path) -> str:
    """Every table counted, and who the users are; when they were last seen is no part of it."""
    with closing(sqlite3.connect(f"file:{kept}?mode=ro", uri=True)) as connection:
        users = connection.execute("SELECT name, admin FROM users ORDER BY id").fetchall()
    return tables_state(kept, LISTED) + hashlib.sha256(repr(users).encode()).hexdigest()


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """Everybody, page by page."""
    for page in pages(len(items) + 1, ON_A_PAGE):
        asked = {"offset": page * ON_A_PAGE, "limit": ON_A_PAGE, "include_stopped_servers": 1}
        yield Ask(f"{CALL}?{urlencode(asked)}")


JUPYTERHUB = Application(
    "jupyterhub", "users of a hub", 330, _serve, modules=("jupyterhub",), environment="lofts",
    records=partial(natural, language="fr"), scripted=True, oracle=_oracle,
)  # fmt: skip
