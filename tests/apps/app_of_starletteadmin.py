"""starlette-admin (PyPI): an administration; its table asks for pages and words by a script; in French."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from urllib.parse import urlencode

from app_front import Upstream
from app_kit import Application, Served, Workshop, free_port, tables_state
from app_natural import dated, natural
from app_oracle import Ask
from app_records import Item

PROGRAM = """
import json
from datetime import date
from pathlib import Path
from sqlalchemy import Date, Integer, String, Text, create_engine
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column
from starlette.applications import Starlette
from starlette_admin import I18nConfig
from starlette_admin.contrib.sqla import Admin, ModelView

class Base(DeclarativeBase):
    pass

class Piece(Base):
    __tablename__ = "pieces"
    id: Mapped[int] = mapped_column(primary_key=True)
    titre: Mapped[str] = mapped_column(String(200))
    auteur: Mapped[str] = mapped_column(String(100))
    lieu: Mapped[str] = mapped_column(String(100))
    genre: Mapped[str] = mapped_column(String(40))
    jour: Mapped[date] = mapped_column(Date)
    texte: Mapped[str] = mapped_column(Text)

kept = Path(__file__).with_name("kept.db")
engine = create_engine("sqlite:///" + str(kept), connect_args={"check_same_thread": False})
Base.metadata.create_all(engine)
with Session(engine) as session:
    for told in json.loads(Path(__file__).with_name("told.json").read_text()):
        session.add(Piece(**told | {"jour": date.fromisoformat(told["jour"])}))
    session.commit()

app = Starlette()
admin = Admin(engine, title="Archives", i18n_config=I18nConfig(default_locale="fr"))
admin.add_view(ModelView(Piece, label="Pièces"))
admin.mount_to(app)
"""
ON_A_PAGE = 1000


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    port = free_port()
    (workshop.folder / "told.json").write_text(json.dumps([_told(item) for item in workshop.items]))
    (workshop.folder / "archives.py").write_text(PROGRAM)
    served = ("archives:app", "--app-dir", str(workshop.folder), "--host", "127.0.0.1", "--port", str(port))
    with workshop.server(port, workshop.tools / "decks/bin/uvicorn", *served):
        workshop.front.behind = Upstream(port)
        yield Served(form="/admin/piece/list", state=lambda: tables_state(workshop.folder / "kept.db"))


def _told(item: Item) -> dict[str, object]:
    return {
        "id": item.number, "titre": item.title, "auteur": item.maker, "lieu": item.place, "genre": item.kind,
        "jour": dated(item), "texte": item.text,
    }  # fmt: skip


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """Everything, in one answer."""
    for first in range(0, len(items), ON_A_PAGE):
        asked = urlencode({"skip": first, "limit": ON_A_PAGE, "order_by": "id asc"})
        yield Ask(f"/admin/api/piece?{asked}")


STARLETTEADMIN = Application(
    "starletteadmin", "administration", 340, _serve, modules=("starlette_admin",), environment="decks",
    records=partial(natural, language="fr"), scripted=True, oracle=_oracle,
)  # fmt: skip
