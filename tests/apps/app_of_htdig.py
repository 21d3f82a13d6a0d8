"""ht://Dig (Debian): a CGI search engine in C++, as many sites of the nineties had it."""

import html
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app_front import Pages, Program
from app_kit import Application, Served, Workshop, files_state
from app_natural import natural
from app_records import Item

CGI = "/usr/lib/cgi-bin/htsearch"
FORM = Path("/usr/share/doc/htdig/examples/search.html")
SETTINGS = """include: /etc/htdig/htdig.conf
database_dir: {database}
start_url: {start}
limit_urls_to: {start}
local_urls: {start}={pages}/
local_urls_only: true
local_default_doc: contents.html
robotstxt_name: htdig
max_hop_count: 2
"""
"""The packaged settings; the pages are read from disk, as its documentation advises for sites of one's own."""


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    pages, database, settings = (workshop.folder / name for name in ("pages", "database", "settings"))
    for folder in (pages, database, settings):
        folder.mkdir()
    links = "".join(f'<li><a href="{item.key}.html">{_shown(item.title)}</a>' for item in workshop.items)
    _write(pages / "contents.html", f"<title>Contents</title><meta name=robots content=noindex><ul>{links}</ul>")
    for item in workshop.items:
        _write(pages / f"{item.key}.html", _page(item))
    configuration = settings / "htdig.conf"
    start = workshop.front.url("/pages/")
    configuration.write_text(SETTINGS.format(database=database, start=start, pages=pages))
    workshop.run("htdig", "-i", "-c", configuration)
    workshop.run("htpurge", "-c", configuration)
    form = workshop.folder / "form"
    form.mkdir()
    (form / "search.html").write_bytes(FORM.read_bytes())
    engine = Program((CGI,), "/cgi-bin/htsearch", workshop.environment({"CONFIG_DIR": str(settings)}), settings)
    workshop.front.behind = Pages(pages, "/pages/", Pages(form, "/search.html", engine))
    yield Served(
        form="/search.html",
        state=lambda: files_state(pages, settings),
        search_posts=("/cgi-bin/htsearch",),
    )


def _page(item: Item) -> str:
    title, text, maker, place = (_shown(part) for part in (item.title, item.text, item.maker, item.place))
    whose = f"<p>By {maker}" if maker else ""
    where = f"<p>{place}, {item.year}" if place else f"<p>{item.year}"
    return f"<title>{title}</title><h1>{title}</h1>{whose}<p>{text}{where}"


def _shown(text: str) -> str:
    """As written for browsers of that time, without the quotation marks they did not have."""
    return html.escape(text.replace("“", '"').replace("”", '"'), quote=False)


def _write(file: Path, page: str) -> None:
    """In the encoding of that time; what it lacks is written as a character reference."""
    file.write_bytes(page.encode("iso-8859-1", "xmlcharrefreplace"))


HTDIG = Application("htdig", "CGI search engine", 420, _serve, programs=("htdig", CGI), records=natural)
