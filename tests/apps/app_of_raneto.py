"""Raneto (npm): a knowledge base of Markdown files on Node; interface and records are French."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from urllib.parse import urlencode

from app_front import Upstream
from app_kit import Application, Served, Workshop, files_state, free_port
from app_natural import natural
from app_oracle import Ask, by_word, fewest
from app_records import Item

SITE = """
const path = require('path');
const raneto = require('%(raneto)s/app/index.js');
const config = require('%(raneto)s/example/config.default.js');
Object.assign(config, {
  site_title: 'Archives', locale: 'fr', content_dir: '%(content)s/', searchExtraLanguages: ['fr'],
  allow_editing: false, authentication: false, authentication_for_edit: false, table_of_contents: false,
});
const app = raneto(config);
app.set('port', %(port)d);
app.listen(app.get('port'), '127.0.0.1');
"""
"""As the server in its examples, with the settings changed that a French site without editors changes."""


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    content, site, port = workshop.folder / "content", workshop.folder / "server.js", free_port()
    for item in workshop.items:
        _write(content / item.kind, item)
    raneto = workshop.npm / "raneto"
    site.write_text(SITE % {"raneto": raneto, "content": content, "port": port})
    with workshop.server(port, "node", site):
        workshop.front.behind = Upstream(port)
        # It answers 500 for a file it does not have, robots.txt too, which asks every crawler to stay away.
        yield Served(form="/", state=lambda: files_state(content), arguments=("--no-robots",))


def _write(folder: Path, item: Item) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    whose = f"*{item.maker}, {item.place}*\n\n" if item.maker and item.place else ""
    title = json.dumps(item.title, ensure_ascii=False)  # bare, a title with a colon is no YAML: no search finds it
    head = f"---\nTitle: {title}\nSort: {item.number}\n---\n"
    (folder / f"{item.number:04d}.md").write_text(f"{head}\n{item.text}\n\n{whose}")


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """Words of the texts, without those that every French text has: every answer is one page."""
    found = by_word(items, lambda item: item.text, r"(?<![^ .,])(?!avec|ceci|mais|pour)[a-z]{4,}(?![^ .,])")
    for word in fewest(found):
        yield Ask("/?" + urlencode({"search": word}))


RANETO = Application(
    "raneto", "knowledge base", 320, _serve, programs=("node",), packages=("raneto",),
    records=partial(natural, language="fr"), oracle=_oracle,
)  # fmt: skip
