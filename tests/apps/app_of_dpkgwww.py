"""dpkg-www (Debian): a CGI program, a shell script, that shows a database of packages as dpkg prints it."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from app_front import Program
from app_kit import Application, Served, Workshop, files_state
from app_natural import natural
from app_oracle import Ask
from app_records import Item

SCRIPT = "usr/lib/cgi-bin/dpkg"


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    database = workshop.folder / "dpkg"
    (database / "info").mkdir(parents=True)
    (database / "updates").mkdir()
    (database / "status").write_text("\n".join(_package(item) for item in workshop.items) + "\n")
    (database / "available").write_text("")
    for item in workshop.items:
        (database / "info" / f"{_name(item)}.list").write_text(f"/.\n/usr/share/doc/{_name(item)}\n")
    command = ("bash", str(workshop.debian / SCRIPT))
    variables = workshop.environment({"DPKG_ADMINDIR": str(database)})
    workshop.front.behind = Program(command, "/cgi-bin/dpkg", variables, workshop.folder)
    yield Served(form="/cgi-bin/dpkg", state=lambda: files_state(database))


def _package(item: Item) -> str:
    """One paragraph of its database; long texts are wrapped into lines as packages have them."""
    lines = re.sub(r"(.{50,75}) ", r"\1\n ", item.text)
    return (
        f"Package: {_name(item)}\nStatus: install ok installed\nPriority: optional\nSection: {item.kind}\n"
        f"Installed-Size: {item.number * 37 % 9000}\nMaintainer: {item.maker or 'Nobody'} <archive@example.org>\n"
        f"Architecture: all\nVersion: {item.year}-{item.number % 5}\nDescription: {item.title}\n {lines}\n"
    )


def _name(item: Item) -> str:
    words = re.findall("[a-z]+", item.title.lower())
    return f"{'-'.join(word for word in words if len(word) > 3) or 'paper'}-{item.key}"


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """The form's page shows every package."""
    if items:
        yield Ask("/cgi-bin/dpkg")


DPKGWWW = Application(
    "dpkgwww", "package database", 320, _serve, programs=("dpkg-query",), unpacked=(SCRIPT,), records=natural,
    oracle=_oracle
)  # fmt: skip
