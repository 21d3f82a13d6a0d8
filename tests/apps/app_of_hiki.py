"""Hiki (Debian): a wiki of CGI scripts in Ruby, in Japanese; its pages are files.

It is older than Ruby 3, where a missing block is no longer the caller's: that one default is mended in the copy.
"""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from urllib.parse import urlencode

from app_front import Program
from app_kit import Application, Served, Workshop, files_state
from app_natural import natural, signed
from app_oracle import Ask, by_letter, fewest
from app_records import Item

HOME, PATH = "usr/share/hiki", "/hiki/hiki.cgi"
SETTINGS = """
@data_path = '{folder}/data'
@plugin_path = '{library}/plugin'
@template_path = '{library}/template'
@theme_path = '{library}/theme'
@theme_url = 'theme'
@site_name = '谷の文書'
@author_name = '文書係'
@mail = ['archive@example.org']
@cgi_name = 'hiki.cgi'
@theme = 'hiki'
@lang = 'ja'
@use_plugin = true
@use_session = true
@mail_on_update = false
@hilight_keys = true
"""
LOAD = """
Encoding.default_external = 'utf-8'
$:.unshift('{library}', '{library}/hiki')
require 'hiki/config'
require 'json'
store = Hiki::Config.new.database
store.open_db {{
  JSON.parse(STDIN.read).each do |page|
    store.store(page['name'], page['text'], nil)
    store.set_attribute(page['name'], [[:title, page['title']], [:keyword, [page['kind']]]])
  end
}}
"""
START = "#!/usr/bin/ruby\nload '{library}/hiki.cgi'\n"


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    library, pages, place = (workshop.folder / name for name in ("library", "data/text", "place"))
    shutil.copytree(workshop.debian / HOME, library)
    for script in library.rglob("*.rb"):
        text = script.read_text(encoding="utf-8", errors="surrogateescape")
        script.write_text(text.replace("block = Proc.new", "&block"), encoding="utf-8", errors="surrogateescape")
    pages.mkdir(parents=True)
    place.mkdir()
    (place / "hikiconf.rb").write_text(SETTINGS.format(folder=workshop.folder, library=library), encoding="utf-8")
    script = place / "hiki.cgi"
    script.write_text(START.format(library=library), encoding="utf-8")
    rows = [{"name": "FrontPage", "title": "谷の文書", "text": "! 谷の文書\n", "kind": "案内"}]
    rows += [
        {"name": f"Paper{i.number}", "title": signed(i), "text": _written(i), "kind": i.kind}
        for i in workshop.items
    ]  # names of pages are in plain letters, their titles need not be
    load = LOAD.format(library=library)
    workshop.run("ruby", "-W0", "-e", load, given=json.dumps(rows), cwd=place)
    program = Program(("ruby", str(script)), PATH, workshop.environment({"RUBYOPT": "-W0"}), place)
    workshop.front.behind = program
    yield Served(form=f"{PATH}?c=search", state=lambda: files_state(pages))


def _written(item: Item) -> str:
    lines = [item.text, ""]
    lines += [f"* {told}" for told in (item.kind, item.maker, item.place, str(item.year)) if told]
    return "\n".join(lines) + "\n"


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """What is typed is looked for inside words too: letters that are in every page's name."""
    for letter in fewest(by_letter(items, signed)):
        yield Ask(f"{PATH}?" + urlencode({"c": "search", "key": letter}))


HIKI = Application(
    "hiki", "wiki", 320, _serve, programs=("ruby",), unpacked=(HOME,),
    records=partial(natural, language="ja"), oracle=_oracle,
)  # fmt: skip
