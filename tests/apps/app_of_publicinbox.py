"""public-inbox (Debian): the archive of a mailing list; results are numbered lines of preformatted text."""

from collections.abc import Iterator
from contextlib import contextmanager

from app_front import Upstream
from app_kit import Application, Served, Workshop, files_state, free_port
from app_records import Item

LOAD = """
use PublicInbox::Config;
use PublicInbox::InboxWritable;
my $box = PublicInbox::Config->new->lookup_name('instruments') or die 'no such inbox';
PublicInbox::InboxWritable->new($box)->import_maildir($ARGV[0]);
"""
"""What its own script for whole folders of letters does."""


def _letter(item: Item) -> str:
    number = item.number
    return (
        f"From: {item.maker} <{item.maker.lower()}@example.org>\nTo: instruments@example.org\n"
        f"Subject: {item.title}\nMessage-ID: <{number}@example.org>\n"
        f"Date: Mon, {1 + number % 28:02d} Mar {2000 + number % 20} 10:{number % 60:02d}:00 +0000\n"
        f"Content-Type: text/plain; charset=utf-8\n\n{item.text}\n"
    )


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    box, mail, port = workshop.folder / "box", workshop.folder / "mail", free_port()
    for part in ("cur", "new", "tmp"):
        (mail / part).mkdir(parents=True)
    for item in workshop.items:
        (mail / "cur" / f"{item.key}:2,S").write_text(_letter(item))
    there = workshop.front.url("/instruments")
    workshop.run("public-inbox-init", "-V2", "instruments", box, there, "instruments@example.org")
    workshop.run("perl", "-e", LOAD, mail)
    workshop.run("public-inbox-index", box)
    with workshop.server(port, "public-inbox-httpd", "-W0", "-l", f"127.0.0.1:{port}"):
        workshop.front.behind = Upstream(port)
        yield Served(form="/instruments/", state=lambda: files_state(box / "git"))


PUBLICINBOX = Application("publicinbox", "mail archive", 300, _serve, programs=("public-inbox-httpd",))
