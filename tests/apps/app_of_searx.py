"""Searx (Debian, python3-searx): a search engine on Flask with one engine, a table of papers; all is Russian.

As it comes its search is a POST, and so are the pages of an answer: buttons of forms of their own. Beside the
results stand boxes that copy the address and offer files.
"""

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial

from app_front import Upstream
from app_kit import Application, Served, Workshop, files_state, free_port
from app_natural import natural
from app_oracle import Ask, fewest, pages
from app_records import Item

PACKAGED, SHARED = "/usr/lib/python3/dist-packages/searx", "/usr/share/python3-searx"
SYSTEM = "/usr/bin/python3"
"""Debian's own interpreter: what `python3-searx` installs, with its libraries, is found by no other."""
SEARCH, ON_A_PAGE = "/search", 10
FOUND = """SELECT title, content, url FROM papers WHERE papers MATCH '"' || replace(:query, '"', ' ') || '"'"""
WORD = re.compile(r"\b\w{3,}\b")


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    port, kept, settings = free_port(), workshop.folder / "papers.db", workshop.folder / "settings.yml"
    with closing(sqlite3.connect(kept)) as connection, connection:
        connection.execute("CREATE VIRTUAL TABLE papers USING fts5(title, content, url UNINDEXED)")
        rows = [(i.title, i.text, workshop.front.url(f"/papers/{i.number}")) for i in workshop.items]
        connection.executemany("INSERT INTO papers VALUES (?, ?, ?)", rows)
    settings.write_text(json.dumps(_settings(workshop, port, str(kept))))  # what is JSON is YAML
    with workshop.server(port, SYSTEM, "-m", "searx.webapp", SEARX_SETTINGS_PATH=str(settings)):
        workshop.front.behind = Upstream(port)
        yield Served(
            form="/", state=lambda: files_state(workshop.folder, passing=("python3.log",)), search_posts=(SEARCH,)
        )


def _settings(workshop: Workshop, port: int, kept: str) -> dict[str, object]:
    """What its settings must say; no engine of the network is among them."""
    engine = {
        "name": "архив", "engine": "sqlite", "shortcut": "ar", "categories": "general", "disabled": False,
        "database": kept, "query_str": FOUND, "limit": ON_A_PAGE, "result_template": "default.html",
        "timeout": 30.0,
    }  # fmt: skip
    return {
        "general": {"debug": False, "instance_name": "Архив", "contact_url": False},
        "brand": {},
        "search": {"safe_search": 0, "autocomplete": "", "default_lang": "ru", "formats": ["html"]},
        "server": {"port": port, "bind_address": "127.0.0.1", "secret_key": "archive", "base_url": False,
                   "image_proxy": False, "http_protocol_version": "1.0"},
        "ui": {"static_path": f"{SHARED}/static", "templates_path": f"{SHARED}/templates",
               "default_theme": "oscar", "default_locale": "ru",
               "theme_args": {"oscar_style": "logicodev"}},
        "outgoing": {"request_timeout": 30.0, "useragent_suffix": ""},
        "locales": {"ru": "Русский (Russian)"},
        "doi_resolvers": {"oadoi.org": "https://oadoi.org/"}, "default_doi_resolver": "oadoi.org",
        "engines": [engine],
    }  # fmt: skip


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """Whole words of titles and texts, each finding what holds it, page by page."""
    found: dict[str, set[str]] = {}
    for item in items:
        for word in WORD.findall(f"{item.title} {item.text}".lower()):
            found.setdefault(word, set()).add(item.key)
    held = {word: frozenset(keys) for word, keys in found.items()}
    for word in fewest(held, ON_A_PAGE):
        for page in pages(len(held[word]), ON_A_PAGE):
            yield Ask(SEARCH, (("q", word), ("category_general", "on"), ("pageno", str(page + 1))))


SEARX = Application(
    "searx", "search engine", 340, _serve, programs=(SYSTEM,), unpacked=(PACKAGED,),
    records=partial(natural, language="ru"), oracle=_oracle,
)  # fmt: skip
