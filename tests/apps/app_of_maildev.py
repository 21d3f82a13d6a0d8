"""MailDev (npm): letters that were caught, listed by a script that asks for all of them at once; in French."""

import json
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from email.policy import SMTP
from functools import partial

from app_front import Upstream
from app_kit import Application, Served, Workshop, files_state, free_port
from app_natural import dated, natural, signed
from app_oracle import Ask
from app_records import Item


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    port, kept = free_port(), workshop.folder / "kept"
    kept.mkdir()
    for item in workshop.items:
        (kept / f"lettre{item.number:04d}.eml").write_bytes(_letter(item).as_bytes(policy=SMTP))
    web, smtp = ("--ip", "127.0.0.1", "--web-ip", "127.0.0.1", "--web", str(port)), ("--smtp", str(free_port()))
    command = ("node", workshop.npm / "maildev/bin/maildev", *web, *smtp, "--mail-directory", kept, "--silent")
    with workshop.started(*command) as process:
        workshop.until(lambda: _listed(port) == len(workshop.items), process)
        workshop.front.behind = Upstream(port)
        yield Served(form="/", state=lambda: files_state(kept))


def _letter(item: Item) -> EmailMessage:
    letter = EmailMessage()
    letter["From"] = f"redacteur{item.number % 12}@example.org"
    letter["To"] = f"{item.kind.encode('ascii', 'ignore').decode()}@example.org"
    letter["Subject"] = signed(item)
    letter["Date"] = f"{int(dated(item)[8:])} Jan {dated(item)[:4]} 12:00:00 +0000"
    letter["Message-ID"] = f"<{item.number}@example.org>"
    letter.set_content(f"{item.text}\n\n{item.maker}\n{item.place}\n")
    return letter


def _listed(port: int) -> int:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/email", timeout=30) as answer:
            return len(json.load(answer))
    except OSError:
        return -1


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """All letters come in one answer."""
    if items:
        yield Ask("/email")


MAILDEV = Application(
    "maildev", "letters caught", 320, _serve, programs=("node",), packages=("maildev",),
    records=partial(natural, language="fr"), scripted=True, oracle=_oracle,
)  # fmt: skip
