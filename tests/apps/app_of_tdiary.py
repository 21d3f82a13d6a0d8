"""tDiary (Debian): a diary in Ruby, as a CGI program; interface and records are Japanese."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from app_front import Asked, Program
from app_kit import Application, Served, Workshop, files_state
from app_natural import dated, natural
from app_records import Item

HOME = Path("/usr/share/tdiary")
SETTINGS = """
require 'tdiary/io/default'
@io_class = TDiary::IO::Default
@data_path = '{data}/'
@index = './index.rb'
@update = 'update.rb'
@lang = 'ja'
@html_title = '古文書日記'
@author_name = '文書館'
@header = '<h1>古文書日記</h1><%= navi %><%= search_form(@conf.index, "q", "検索") %>'
@footer = ''
@theme = 'default'
@latest_limit = 10
@style = 'tDiary'
@options2 = {{ 'sp.path' => ['{plugins}'], 'sp.selected' => "search-default.rb\\nsearch_form.rb" }}
@options = {{ 'sp.path' => ['{plugins}'], 'sp.selected' => "search-default.rb\\nsearch_form.rb" }}
load_cgi_conf
"""
ENTRY = """Date: {date}
Title:
Last-Modified: 1075651200
Visible: true
Format: tDiary

{title}
{text}
.
"""


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    data, site = workshop.folder / "data", workshop.folder / "site"
    _write(data, workshop.items)
    site.mkdir()
    (site / "tdiary.conf").write_text(SETTINGS.format(data=data, plugins=HOME / "misc/plugin"))
    command = ("ruby", "-E", "UTF-8", str(HOME / "index.rb"))
    program = Program(command, "/index.rb", workshop.environment(), site)
    # The first request ever brings its stored settings up to date and answers with a redirection.
    program.answer(Asked("GET", "/index.rb", {"host": workshop.front.address}, b""))
    workshop.front.behind = program
    months = {f"{file.stem}.tdr" for file in data.glob("*/*.td2")}  # from where visitors came
    yield Served(form="/index.rb", state=lambda: files_state(*data.glob("[12]*"), passing=months))


def _write(data: Path, items: tuple[Item, ...]) -> None:
    """A file a month, an entry a day, one section in it: as the program itself stores them."""
    months: dict[str, list[str]] = {}
    for item in sorted(items, key=dated):
        date = dated(item).replace("-", "")
        whose = f"{item.maker}、{item.place}。" if item.maker and item.place else ""
        entry = ENTRY.format(date=date, title=item.title, text=f"{whose}{item.text}")
        months.setdefault(date[:6], []).append(entry)
    for month, entries in months.items():
        folder = data / month[:4]
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{month}.td2").write_text("TDIARY2.00.00\n" + "".join(entries))


TDIARY = Application(
    "tdiary", "diary", 340, _serve, programs=("ruby", str(HOME / "index.rb")),
    records=partial(natural, language="ja"),
)  # fmt: skip
