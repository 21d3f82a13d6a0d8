"""Hexo with its theme NexT (npm): a blog of plain pages; its search, a window over them, loads a file of XML.

The box is not there to be seen until "Buscar" in the menu is pressed; the first page says what the blog is and
lists nothing. An answer shows the title and two lines around the word that was typed. In Spanish.
"""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from app_front import Upstream
from app_kit import Application, Served, Workshop, files_state, free_port
from app_natural import dated, natural, signed
from app_oracle import Ask
from app_records import Item

SETTINGS = """title: Archivo
language: es
url: http://archivo.example.org
permalink: :year/:month/:title/
theme: next
marked: {autolink: false}
search: {path: search.xml, field: post, content: true, format: striptags}
syntax_highlighter: ''
theme_config:
  local_search: {enable: true, top_n_per_article: 1}
  vendors: {internal: local, plugins: local}
  menu: {home: / || fa fa-home}
"""
PLUGINS = (
    *("hexo-renderer-marked", "hexo-renderer-stylus", "hexo-renderer-ejs"),
    *("hexo-generator-searchdb", "@next-theme/plugins", "hexo-theme-next"),
)
HOME = "---\ntitle: Archivo\n---\n\nLos papeles de un pequeño archivo, descritos hoja por hoja.\n"
INDEX = "/search.xml"


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    port, posts, site = free_port(), workshop.folder / "source/_posts", workshop.folder / "public"
    posts.mkdir(parents=True)
    (workshop.folder / "_config.yml").write_text(SETTINGS)
    told = {
        "name": "archivo",
        "version": "1.0.0",
        "hexo": {"version": ""},
        "dependencies": dict.fromkeys(PLUGINS, "*"),
    }
    (workshop.folder / "package.json").write_text(json.dumps(told))
    (workshop.folder / "node_modules").symlink_to(workshop.npm)
    (workshop.folder / "scaffolds").mkdir()
    (workshop.folder / "source/index.md").write_text(HOME, encoding="utf-8")
    for item in workshop.items:
        (posts / f"hoja{item.number:04d}.md").write_text(_post(item), encoding="utf-8")
    workshop.run("node", workshop.npm / "hexo-cli/bin/hexo", "generate", "--silent")
    shutil.rmtree(posts)
    command = ("-m", "http.server", str(port), "--bind", "127.0.0.1", "--directory", site)
    with workshop.server(port, workshop.python, *command):
        workshop.front.behind = Upstream(port)
        yield Served(form="/", state=lambda: files_state(site))


def _post(item: Item) -> str:
    """What stands above a text is JSON, which YAML is too: titles hold colons and quotation marks."""
    tags = [part for part in (item.maker, item.place) if part]
    above = {"title": signed(item), "date": f"{dated(item)} 12:00:00", "categories": [item.kind], "tags": tags}
    lines = "".join(f"{name}: {json.dumps(value, ensure_ascii=False)}\n" for name, value in above.items())
    return f"---\n{lines}---\n\n{item.text.replace('<', '&lt;')}\n\nAño {item.year}.\n"


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """The file that the search loads holds everything."""
    if items:
        yield Ask(INDEX)


HEXO = Application(
    "hexo", "blog", 320, _serve, programs=("node",), packages=("hexo-cli", *PLUGINS),
    records=partial(natural, language="es"), scripted=True, oracle=_oracle,
)  # fmt: skip
