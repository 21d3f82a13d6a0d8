"""Kerko (PyPI): a bibliography with facets on Flask, in French; its form is a POST that leads to a list by GET."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from html import escape

from app_front import Upstream
from app_kit import Application, Served, Workshop, files_state, free_port
from app_natural import dated, natural, signed
from app_oracle import Ask, pages
from app_records import Item

START = """
import json, sys
from flask import Flask
from flask_babel import Babel
from flask_bootstrap import Bootstrap4
import kerko
from kerko.composer import Composer
from kerko.config_helpers import config_set, config_update, parse_config
from kerko.storage import open_index, save_object
from kerko.sync.cache import get_cache_schema
from kerko.sync.index import sync_index
from kerko.sync.zotero import LibraryContext
given = json.load(open("library.json"))
app = Flask("library", instance_path=given["folder"])
app.config.update(SECRET_KEY="not-for-use-at-all", BABEL_DEFAULT_LOCALE="fr",
    ZOTERO_API_KEY="not-for-use-at-all", ZOTERO_LIBRARY_ID="1", ZOTERO_LIBRARY_TYPE="group")
config_update(app.config, kerko.DEFAULTS)
config_set(app.config, "kerko.meta.title", "Bibliographie")
config_set(app.config, "kerko.search.whoosh_language", "fr")
config_set(app.config, "kerko.zotero.locale", "fr-FR")
parse_config(app.config)
Babel(app, default_domain=kerko.TRANSLATION_DOMAIN, default_translation_directories=kerko.TRANSLATION_DIRECTORY)
Bootstrap4(app)
with app.app_context():
    app.config["kerko_composer"] = Composer(app.config)
app.register_blueprint(kerko.make_blueprint(), url_prefix="/bibliographie")
if sys.argv[1] == "load":
    with app.app_context():
        writer = open_index("cache", schema=get_cache_schema, auto_create=True, write=True).writer()
        for row in given["rows"]:
            writer.update_document(**row)
        writer.commit()
        fields = [{"field": name, "localized": told} for name, told in given["fields"].items()]
        save_object("cache", "version", 1)
        save_object("cache", "library", LibraryContext("1", "group", collections=None,
            item_types={"document": "Document"}, item_fields={"document": fields},
            creator_types={"document": [{"creatorType": "author", "localized": "Auteur"}]}))
        sync_index()
else:
    app.run("127.0.0.1", int(sys.argv[2]))
"""
FIELDS = {"title": "Titre", "abstractNote": "Résumé", "date": "Date", "archiveLocation": "Localisation"}
PATH, ON_A_PAGE = "/bibliographie/", 20


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    port, python, kept = free_port(), workshop.python_of("rooms"), workshop.folder / "kerko"
    given = {"folder": str(workshop.folder), "rows": [_row(i) for i in workshop.items], "fields": FIELDS}
    (workshop.folder / "start.py").write_text(START)
    (workshop.folder / "library.json").write_text(json.dumps(given))
    workshop.run(python, "start.py", "load")
    with workshop.server(port, python, "start.py", "serve", str(port)):
        workshop.front.behind = Upstream(port)
        yield Served(form=PATH, state=lambda: files_state(kept), search_posts=(PATH,))


def _row(item: Item) -> dict[str, object]:
    """What the reference manager would tell of it, with the citation that it writes."""
    key = f"ITEM{item.number:04d}"
    first, _, last = item.maker.rpartition(" ")
    makers = [{"creatorType": "author", "firstName": first, "lastName": last}] if item.maker else []
    told = f"{f'{last}, {first[:1]}. ' if item.maker else ''}({item.year}). <i>{escape(signed(item))}</i>."
    changed = f"{dated(item)}T12:00:00Z"
    return {
        "key": key,
        "version": 1,
        "parentItem": "",
        "itemType": "document",
        "library": {"id": 1, "type": "group"},
        "links": {},
        "meta": {"parsedDate": str(item.year), "creatorSummary": last},
        "data": {
            "key": key, "itemType": "document", "title": signed(item), "creators": makers, "date": str(item.year),
            "abstractNote": item.text, "archiveLocation": item.place, "tags": [{"tag": item.kind}],
            "collections": [], "relations": {}, "dateAdded": changed, "dateModified": changed,
        },
        "bib": f'<div class="csl-bib-body"><div class="csl-entry">{told}</div></div>',
        "coins": "",
        "ris": f"TY  - GEN\nTI  - {signed(item)}\nER  - \n",
        "bibtex": f"@misc{{{key}, title = {{{signed(item)}}}}}",
    }  # fmt: skip


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """Without a word the list is everything."""
    for page in pages(len(items), ON_A_PAGE):
        yield Ask(f"{PATH}?page={page + 1}")


KERKO = Application(
    "kerko", "bibliography with facets", 340, _serve, modules=("kerko",), environment="rooms",
    records=partial(natural, language="fr"), oracle=_oracle,
)  # fmt: skip
