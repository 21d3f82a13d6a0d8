"""Sputnik (Debian): a wiki in Lua, as a CGI program.

It is older than the libraries it runs with, which no longer set the global names that it uses: the script that
starts it sets them.
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
from app_oracle import Ask, by_word, fewest
from app_records import Item

HOME, PATH = "usr/share/lua/5.1", "/cgi-bin/sputnik.cgi"
GLOBALS = """
coxpcall = require("coxpcall").xpcall or xpcall
wsapi = {request = require("wsapi.request"), response = require("wsapi.response"), util = require("wsapi.util")}
cosmo, lfs, md5, markdown = require("cosmo"), require("lfs"), require("md5"), require("markdown")
"""
SETTINGS = """{
  VERSIUM_PARAMS = {"%(kept)s/"}, BASE_URL = "%(path)s?", PASSWORD_SALT = "salt", TOKEN_SALT = "salt",
}"""
START = GLOBALS + 'require("sputnik.wsapi_app")\nrequire("wsapi.cgi").run(sputnik.wsapi_app.new%s)\n'
LOAD = """require("sputnik")
local wiki = sputnik.new%s
local function add(name, title, text)
  local page = wiki:get_node(name)
  page:update({title = title, content = text})
  wiki:save_node(page, nil, "archivero", "", {})
end
"""


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    kept, script = workshop.folder / "kept", workshop.folder / "sputnik.lua"
    kept.mkdir()
    settings = SETTINGS % {"kept": kept, "path": PATH}
    script.write_text(START % settings)
    load = workshop.folder / "load.lua"
    pages = "".join(f"add([==[{_name(i)}]==], [==[{i.title}]==], [==[{_text(i)}]==])\n" for i in workshop.items)
    load.write_text(GLOBALS + LOAD % settings + pages, encoding="utf-8")
    library = workshop.debian / HOME
    variables = {"LUA_PATH": f"{library}/?.lua;{library}/?/init.lua;;"}
    workshop.run("lua5.1", load, variables=variables)
    workshop.front.behind = Program(
        ("lua5.1", str(script)), PATH, workshop.environment(variables), workshop.folder
    )
    yield Served(form=f"{PATH}?p=sputnik/search", state=lambda: files_state(kept))


def _name(item: Item) -> str:
    """The name of a page: its title in plain letters, and the key."""
    plain = unicodedata.normalize("NFKD", item.title).encode("ascii", "ignore").decode()
    return "_".join((*re.findall(r"[A-Za-z0-9]+", plain), item.key))


def _text(item: Item) -> str:
    told = ", ".join(part for part in (item.kind, item.maker, item.place, str(item.year)) if part)
    return f"{item.text}\n\n{told}\n"


def _small(item: Item) -> str:
    return re.sub(r"\w*[^\W_a-zà-ÿ]\w*", "-", item.text)


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """Words of the texts, in small letters as they stand there: every answer is one page."""
    for word in fewest(by_word(items, _small, r"(?<=[ ])[a-z]{2,}(?=[ .,])")):
        yield Ask(f"{PATH}?" + urlencode({"p": "sputnik/search", "q": word}))


SPUTNIK = Application(
    "sputnik", "wiki", 310, _serve, programs=("lua5.1",), unpacked=(f"{HOME}/sputnik",),
    records=partial(natural, language="es"), oracle=_oracle,
)  # fmt: skip
