"""Atramhasis (PyPI): a thesaurus on Pyramid, in French; each list of concepts holds the form that narrows it."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from app_front import Upstream
from app_kit import Application, Served, Workshop, free_port, tables_state
from app_natural import natural, signed
from app_oracle import Ask
from app_records import Item

START = """
import json, sys
from skosprovider.registry import Registry
from skosprovider_sqlalchemy.models import (
    Base as SkosBase, Collection, Concept, ConceptScheme, Initialiser, Label, Language, Note)
from sqlalchemy import create_engine
from sqlalchemy.orm import Session
from wsgiref.simple_server import make_server
from atramhasis import main
from atramhasis.data.models import Base, ExpandStrategy, Provider
from atramhasis.skos import register_providers_from_db

KEPT = "sqlite:///concepts.db"

def registry(request):
    "Its own, without the thesauri of others."
    own = Registry(instance_scope="threaded_thread")
    register_providers_from_db(own, request.db)
    return own

def load(rows):
    engine = create_engine(KEPT)
    SkosBase.metadata.create_all(engine)
    Base.metadata.create_all(engine)
    with Session(engine) as session:
        Initialiser(session).init_all()
        session.merge(Language("fr", "français"))
        session.flush()
        scheme = ConceptScheme(uri="urn:x-archive:objets", labels=[Label("Objets et papiers", "prefLabel", "fr")])
        session.add(scheme)
        session.flush()
        session.add(Provider(id="OBJETS", conceptscheme=scheme, uri_pattern="urn:x-archive:objets:%s",
            meta={"subject": [], "default_language": "fr", "atramhasis.id_generation_strategy": "NUMERIC"},
            expand_strategy=ExpandStrategy.RECURSE))
        kinds = {}
        for row in rows:
            own = {"concept_id": str(row["number"]), "uri": f"urn:x-archive:objets:{row['number']}"}
            concept = Concept(conceptscheme=scheme, **own,
                labels=[Label(row["title"], "prefLabel", "fr")],
                notes=[Note(row["text"], "definition", "fr")])
            session.add(concept)
            if row["kind"] not in kinds:
                number = 9000 + len(kinds)
                kinds[row["kind"]] = Collection(conceptscheme=scheme, concept_id=str(number),
                    uri=f"urn:x-archive:objets:{number}", labels=[Label(row["kind"], "prefLabel", "fr")])
                session.add(kinds[row["kind"]])
            kinds[row["kind"]].members.add(concept)
        session.commit()

if __name__ != "__main__":
    pass  # its settings name the function above, in this module
elif sys.argv[1] == "load":
    load(json.load(sys.stdin))
else:
    made = main({}, **{
        "sqlalchemy.url": KEPT, "pyramid.default_locale_name": "fr", "available_languages": "en fr nl",
        "atramhasis.session_factory.secret": "not-for-use", "atramhasis.dump_location": "dump",
        "layout.focus_conceptschemes": "", "skosprovider.skosregistry_factory": "start.registry"})
    make_server("127.0.0.1", int(sys.argv[2]), made).serve_forever()
"""
PATH = "/conceptschemes/OBJETS/c"
PASSING = ("concept_visit_log", "conceptscheme_visit_log")
"""It counts who looks at what."""


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    port, python, kept = free_port(), workshop.python_of("rooms"), workshop.folder / "concepts.db"
    (workshop.folder / "start.py").write_text(START)
    rows = [{"number": i.number, "title": signed(i), "kind": i.kind, "text": i.text} for i in workshop.items]
    workshop.run(python, "start.py", "load", given=json.dumps(rows))
    with workshop.server(port, python, "start.py", "serve", str(port)):
        workshop.front.behind = Upstream(port)
        yield Served(form=PATH, state=lambda: tables_state(kept, PASSING))


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """No label at all finds everything, on one page."""
    if items:
        yield Ask(f"{PATH}?type=concept&label=")


ATRAMHASIS = Application(
    "atramhasis", "thesaurus", 340, _serve, modules=("atramhasis",), environment="rooms",
    records=partial(natural, language="fr"), oracle=_oracle,
)  # fmt: skip
