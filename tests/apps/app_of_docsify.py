"""docsify (npm): a manual in Japanese, whose pages a script fetches one by one and looks words up in."""

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from html import escape

from app_front import Upstream
from app_kit import Application, Served, Workshop, files_state, free_port
from app_natural import natural
from app_oracle import Ask
from app_records import Item

PAGE = """<!doctype html>
<html lang="ja"><head><meta charset="utf-8"><title>文書館</title>
<link rel="stylesheet" href="docsify/themes/core.css"></head>
<body><div id="app"></div>
<script>
window.$docsify = {
  name: "文書館", loadSidebar: true, search: {paths: "auto", placeholder: "検索", noData: "見つかりません"}
};
</script>
<script src="docsify/docsify.min.js"></script><script src="docsify/plugins/search.min.js"></script>
</body></html>
"""
HOME = "# ようこそ\n\n小さな文書館の紙片を一枚ずつ記したもの。\n"


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    site, port = workshop.folder / "site", free_port()
    shutil.copytree(_built(workshop), site / "docsify")
    (site / "index.html").write_text(PAGE)
    (site / "README.md").write_text(HOME)
    (site / "_sidebar.md").write_text("".join(f"* [{_plain(i.title)}]({_file(i)})\n" for i in workshop.items))
    for item in workshop.items:
        (site / _file(item)).write_text(_page(item))
    command = (workshop.python, "-m", "http.server", str(port), "--bind", "127.0.0.1", "--directory", site)
    with workshop.server(port, *command):
        workshop.front.behind = Upstream(port)
        yield Served(form="/", state=lambda: files_state(site))


def _built(workshop: Workshop) -> str:
    return str(next(path for name in ("dist", "lib") if (path := workshop.npm / "docsify" / name).is_dir()))


def _file(item: Item) -> str:
    return f"kami-{item.number:04d}.md"


def _page(item: Item) -> str:
    told = [part for part in (item.maker, item.place, str(item.year)) if part]
    title, line, text = (_plain(part) for part in (item.title, "、".join(told), item.text))
    return f"# {title}\n\n*{line}*\n\n{text}\n"


def _plain(text: str) -> str:
    return re.sub(r"([\\`*_{}\[\]#])", r"\\\1", escape(text, quote=False))


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """Each page is a file of its own."""
    for item in items:
        yield Ask(f"/{_file(item)}")


DOCSIFY = Application(
    "docsify", "manual", 310, _serve, packages=("docsify",), records=partial(natural, language="ja"),
    scripted=True, oracle=_oracle,
)  # fmt: skip
