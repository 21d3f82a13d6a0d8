"""CubicWeb's blog (PyPI): a semantic web in Spanish; one box takes words and its own query language."""

import json
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from urllib.parse import urlencode

from app_front import Upstream
from app_kit import Application, Served, Workshop, free_port, tables_state
from app_natural import natural, signed
from app_oracle import Ask, by_word, fewest, pages
from app_records import Item

LOAD = """
import json
blog = cnx.create_entity("Blog", title="Hemeroteca")
entries = [cnx.create_entity("BlogEntry", title=row["title"], content=row["text"], content_format="text/plain",
    entry_of=blog) for row in json.load(open("rows.json"))]
cnx.commit()
for entry in entries:
    entry.cw_adapt_to("IWorkflowable").fire_transition("publish")
cnx.create_entity("CWProperty", pkey="ctxcomponents.blog.latest_blogs.visible", value="")
cnx.commit()
"""
"""Its box of the latest five is switched off: from the second page on it holds all that there are."""
SOURCES = """[admin]
login=admin
password=not-for-use

[system]
db-driver=sqlite
db-name={kept}
db-encoding=utf8
"""
ON_A_PAGE = 40


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    port, kept, command = free_port(), workshop.folder / "papers.sqlite", workshop.tools / "halls/bin/cubicweb-ctl"
    variables = _variables(workshop, port)
    rows = [{"title": signed(i), "text": i.text} for i in workshop.items]
    (workshop.folder / "rows.json").write_text(json.dumps(rows))
    (workshop.folder / "load.py").write_text(LOAD)
    (workshop.folder / "etc").mkdir()
    workshop.run(command, "create", "-a", "-S", "blog", "papers", variables=variables)
    (workshop.folder / "etc/papers/sources").write_text(SOURCES.format(kept=kept))
    workshop.run(command, "db-create", "-a", "papers", variables=variables)
    workshop.run(command, "shell", "papers", "load.py", variables=variables)
    with workshop.server(port, command, "start", "papers", **variables):
        workshop.front.behind = Upstream(port, {"accept-language": "es"})
        yield Served(form="/", state=lambda: tables_state(kept))


def _variables(workshop: Workshop, port: int) -> Mapping[str, str]:
    """Where its instances are, and what would stand in their settings."""
    folder = workshop.folder
    places = ("CW_INSTANCES_DIR", "CW_INSTANCES_DATA_DIR", "CW_RUNTIME_DIR")
    return {
        "CW_MODE": "user",
        **{name: str(folder / "etc") for name in places},
        "CW_BASE_URL": workshop.front.url("/"),
        "CW_INTERFACE": "127.0.0.1",
        "CW_PORT": str(port),
        "CW_ANONYMOUS_USER": "visitor",
        "CW_ANONYMOUS_PASSWORD": "visitor",
        "CW_LOG_FILE": str(folder / "papers.log"),
    }


def _plain(item: Item) -> str:
    """What is looked for: its words without accents."""
    return unicodedata.normalize("NFKD", f"{signed(item)} {item.text}").encode("ascii", "ignore").decode()


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """Whole words, each finding what holds it, page by page."""
    found = by_word(items, _plain)
    for word in fewest(found, ON_A_PAGE):
        for page in pages(len(found[word]), ON_A_PAGE):
            more = {"__start": page * ON_A_PAGE, "__stop": (page + 1) * ON_A_PAGE - 1} if page else {}
            yield Ask("/view?" + urlencode({"rql": word, **more}))


CUBICWEB = Application(
    "cubicweb", "blog on a semantic web", 300, _serve, programs=("msgfmt",), modules=("cubicweb_blog",),
    environment="halls", records=partial(natural, language="es"), oracle=_oracle,
)  # fmt: skip
