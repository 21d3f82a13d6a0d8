"""netviel (PyPI, with notmuch of Debian): letters, found by a word that stands in the path of a call; in French.

The page shows nothing until something is typed and "Enter" is pressed: there is no form and no button with a word
on it, and its parts stand in shadow trees. `notmuch` looks words up in the whole text; a list shows authors,
subjects and days. The page asks for fonts of another site.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from email.policy import SMTP
from functools import partial
from pathlib import Path
from urllib.parse import quote

from app_front import Upstream
from app_kit import Application, Served, Workshop, files_state, free_port
from app_natural import dated, natural, signed
from app_oracle import Ask, by_word, fewest
from app_records import Item

BINDING = Path("/usr/lib/python3/dist-packages/notmuch")
SETTINGS = """[database]
path={kept}
[user]
name=Archiviste
primary_email=archiviste@example.org
[new]
tags=archive
[maildir]
synchronize_flags=false
"""
CALL = "/api/query/"


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    port, kept, settings = free_port(), workshop.folder / "letters", workshop.folder / "notmuch-config"
    for name in ("cur", "new", "tmp"):
        (kept / name).mkdir(parents=True)
    for item in workshop.items:
        (kept / "cur" / f"{item.number}.archive:2,S").write_bytes(_letter(item).as_bytes(policy=SMTP))
    settings.write_text(SETTINGS.format(kept=kept))
    libraries = workshop.folder / "libraries"
    libraries.mkdir()
    (libraries / BINDING.name).symlink_to(BINDING)  # the only one of Debian's that this interpreter is given
    variables = {"NOTMUCH_CONFIG": str(settings), "NOTMUCH_PATH": str(kept), "PYTHONPATH": str(libraries)}
    workshop.run("notmuch", "new", variables=variables)
    command = (workshop.python_of("attics"), "-m", "netviel", "--port", str(port))
    with workshop.server(port, *command, **variables):
        workshop.front.behind = Upstream(port)
        yield Served(form="/", state=lambda: files_state(kept))


def _letter(item: Item) -> EmailMessage:
    letter = EmailMessage()
    letter["From"] = f'"{item.maker or "Anonyme"}" <redacteur{item.number % 12}@example.org>'
    letter["To"] = f"{item.kind.encode('ascii', 'ignore').decode()}@example.org"
    letter["Subject"] = signed(item)
    letter["Date"] = f"{int(dated(item)[8:])} Jan {dated(item)[:4]} 12:00:00 +0000"
    letter["Message-ID"] = f"<{item.number}@example.org>"
    letter.set_content(f"{item.text}\n\n{item.place}\n{item.year}\n")
    return letter


def _told(item: Item) -> str:
    return f"{item.title} {item.text} {item.place}"


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """Words, each with all that it finds in one answer."""
    for word in fewest(by_word(items, _told)):
        yield Ask(CALL + quote(word))


NETVIEL = Application(
    "netviel", "archive of letters", 330, _serve, programs=("notmuch",), modules=("netviel",),
    environment="attics", records=partial(natural, language="fr"), scripted=True, oracle=_oracle,
)  # fmt: skip
