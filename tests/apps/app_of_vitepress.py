"""VitePress (npm): a manual built with Vue; the index of its search is a program the page loads; in Spanish."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from html import escape
from json import dumps

from app_front import Upstream
from app_kit import Application, Served, Workshop, files_state, free_port
from app_natural import natural
from app_oracle import Ask
from app_records import Item

SETTINGS = """export default {{
  lang: "es", title: "Archivo", description: "Los papeles de un pequeño archivo", cleanUrls: false,
  themeConfig: {{ sidebar: {sidebar}, search: {{ provider: "local", options: {{ translations: {{
    button: {{ buttonText: "Buscar", buttonAriaLabel: "Buscar" }} }} }} }} }},
  vite: {{ plugins: [{{ name: "names", configResolved({{ build }}) {{
    if (!build.ssr) build.rollupOptions.output.chunkFileNames = "assets/chunks/[name].js";
  }} }}] }},
}}
"""
"""Without sums of content in the names of its programs, so that the oracle knows what the index is called."""
HOME = "# Bienvenida\n\nLos papeles de un pequeño archivo, descritos hoja por hoja.\n"
INDEX = "/assets/chunks/@localSearchIndexroot.js"


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    pages, port = workshop.folder / "hojas", free_port()
    (pages / ".vitepress").mkdir(parents=True)
    (pages / "node_modules").symlink_to(workshop.npm)
    (pages / "index.md").write_text(HOME)
    chapters: dict[str, list[dict[str, str]]] = {}
    for item in workshop.items:
        place = f"{item.kind.lower()}/hoja{item.number:04d}"
        (pages / item.kind.lower()).mkdir(exist_ok=True)
        (pages / f"{place}.md").write_text(_page(item))
        chapters.setdefault(item.kind.capitalize(), []).append({"text": item.title, "link": f"/{place}"})
    sidebar = [{"text": kind, "collapsed": True, "items": linked} for kind, linked in chapters.items()]
    (pages / ".vitepress/config.mjs").write_text(SETTINGS.format(sidebar=dumps(sidebar)))
    workshop.run("node", workshop.npm / "vitepress/bin/vitepress.js", "build", pages)
    site = pages / ".vitepress/dist"
    command = (workshop.python, "-m", "http.server", str(port), "--bind", "127.0.0.1", "--directory", site)
    with workshop.server(port, *command):
        workshop.front.behind = Upstream(port)
        yield Served(form="/", state=lambda: files_state(site))


def _page(item: Item) -> str:
    told = ", ".join(part for part in (item.maker, item.place, str(item.year)) if part)
    return f"# {_plain(item.title)}\n\n*{_plain(told)}*\n\n{_plain(item.text)}\n"


def _plain(text: str) -> str:
    """Marks of Markdown, HTML and Vue as plain letters."""
    return re.sub(r"([\\`*_{}\[\]#|~])", r"\\\1", escape(text, quote=False))


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """The index holds the titles and words of every page; the pages themselves are not counted."""
    if items:
        yield Ask(INDEX)


VITEPRESS = Application(
    "vitepress", "manual", 320, _serve, programs=("node",), packages=("vitepress",),
    records=partial(natural, language="es"), scripted=True, oracle=_oracle,
)  # fmt: skip
