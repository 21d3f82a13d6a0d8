"""Rosetta (PyPI, django-rosetta): messages of a program and their translations, for translators; in French.

The list is itself a form that changes the translations, by POST; the search is a GET beside it.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from urllib.parse import urlencode

from app_django import MEMBER, Site, running, settings
from app_front import Upstream
from app_kit import Application, Served, Workshop, files_state
from app_natural import natural
from app_oracle import Ask, pages
from app_records import Item

ADDRESSES = """
from django.urls import include, path
urlpatterns = [path("rosetta/", include("rosetta.urls")), path("", include("django.contrib.auth.urls"))]
"""
LOAD = f"""
import json, sys
import django
django.setup()
{MEMBER}
member("traductrice")
"""
MORE = """
LOCALE_PATHS = ["catalogue/locale"]
"""
PATH, ON_A_PAGE = "/rosetta/files/project/fr/0/", 10
SITE = Site("sites", "messages", settings("messages", "fr", ["rosetta"], MORE), ADDRESSES, LOAD)
HEAD = 'msgid ""\nmsgstr ""\n"Language: fr\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n'


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    catalogue = workshop.folder / "catalogue/locale/fr/LC_MESSAGES/django.po"
    catalogue.parent.mkdir(parents=True)
    catalogue.write_text("\n".join([HEAD, *map(_message, workshop.items)]), encoding="utf-8")
    with running(workshop, SITE, [], "/login/") as (port, session):
        workshop.front.behind = Upstream(port, {"cookie": f"sessionid={session}"})
        yield Served(form=PATH, state=lambda: files_state(catalogue.parent))


def _message(item: Item) -> str:
    """The record's text as a message; a third of the titles stand as its translation, the others are wanting."""
    translated = item.title if item.number % 3 == 0 else ""
    said = (
        f"#: {item.kind}/{item.key}.py:{item.year}",
        f"msgid {_quoted(item.text)}",
        f"msgstr {_quoted(translated)}",
    )
    return "\n".join(said) + "\n"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """Every message, ten at a time."""
    for page in pages(len(items), ON_A_PAGE):
        yield Ask(PATH + "?" + urlencode({"msg_filter": "all", "page": page + 1}))


ROSETTA = Application(
    "rosetta", "messages to translate", 330, _serve, modules=("rosetta",), environment="sites",
    records=partial(natural, language="fr"), oracle=_oracle,
)  # fmt: skip
