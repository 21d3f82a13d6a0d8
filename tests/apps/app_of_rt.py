"""Request Tracker (Debian): requests to a help desk, in Perl on SQLite, for whom is logged in; Japanese."""

import hashlib
import http.cookiejar
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

from app_front import Upstream
from app_kit import Application, Served, Workshop, free_port, tables_state
from app_natural import natural, signed
from app_oracle import Ask, pages
from app_records import Item

PACKAGED, SETUP = "usr/share/request-tracker5", "usr/sbin/rt-setup-database-5"
FORM, LIST, ON_A_PAGE = "/Search/Simple.html", "/Search/Results.html", 50
WORD = "a-long-pass-phrase"
SETTINGS = """Set($rtname, 'archive');
Set($Organization, 'example.org');
Set($WebDomain, '127.0.0.1');
Set($WebPort, %(port)d);
Set($DatabaseType, 'SQLite');
Set($DatabaseName, '%(database)s');
Set($DatabaseUser, 'root'); Set($DatabasePassword, 'none');
Set($RestrictReferrer, 0);
Set($LogToSyslog, undef); Set($LogToSTDERR, 'critical');
Set($MailCommand, 'testfile');
Set($WebSessionClass, 'Apache::Session::File');
1;
"""
LOAD = """use strict; use warnings;
use lib @ARGV;
use JSON; use RT -init;
my $system = RT->SystemUser;
my $reader = RT::User->new($system);
$reader->Create(Name => 'reader', Password => '%(word)s', Privileged => 1, Lang => 'ja');
$reader->GenerateAuthToken;  # for feeds of a list; else made when the first one is shown
my $queue = RT::Queue->new($system);
$queue->Load('General');
$reader->PrincipalObj->GrantRight(Right => $_, Object => $queue) for ('SeeQueue', 'ShowTicket');
my $scrips = RT::Scrips->new($system);  # what sends letters
$scrips->UnLimit;
while (my $scrip = $scrips->Next) { $scrip->SetDisabled(1) }
local $/;
my $items = decode_json(<STDIN>);
$RT::Handle->BeginTransaction;
for my $item (@$items) {
    my $text = MIME::Entity->build(Type => 'text/plain', Charset => 'UTF-8',
                                   Data => [Encode::encode('UTF-8', $item->{text})]);
    my ($number, undef, $said) = RT::Ticket->new($system)->Create(Queue => $queue->id,
        Subject => $item->{title}, Requestor => $item->{from}, Status => $item->{status}, MIMEObj => $text);
    die $said unless $number;
}
$RT::Handle->Commit;
"""
STATES = ("new", "open", "open")


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    port, database = free_port(), workshop.folder / "kept/rt.db"
    _instance(workshop, port, database)
    setup = ("perl", workshop.folder / "rt-setup-database-5", "--dba", "root", "--dba-password", "none")
    workshop.run(*setup, "--action", "schema,coredata")
    workshop.run(*setup, "--action", "insert", "--datafile", workshop.debian / PACKAGED / "etc/initialdata")
    libraries = (workshop.debian / PACKAGED / "lib", workshop.folder / "own/lib")
    (workshop.folder / "load.pl").write_text(LOAD % {"word": WORD})
    rows = [
        {"title": signed(i), "text": i.text, "status": _status(i), "from": f"visitor{i.number % 40}@example.org"}
        for i in workshop.items
    ]
    # The last library named is looked into first.
    workshop.run("perl", workshop.folder / "load.pl", *reversed(libraries), given=json.dumps(rows))
    server = ("perl", workshop.folder / "rt-server", "--host", "127.0.0.1", "--port", str(port))
    with workshop.server(port, *server, path="/NoAuth/Login.html"):
        told = {"cookie": _logged_in(port), "accept-language": "ja"}
        workshop.front.behind = Upstream(port, told)
        yield Served(form=FORM, state=lambda: _state(database))


def _instance(workshop: Workshop, port: int, database: Path) -> None:
    """Its folders, and its programs with these where the package has folders of the system."""
    folder, packaged = workshop.folder, workshop.debian / PACKAGED
    for name in ("own/lib/RT", "kept", "settings", "passing/mason_data", "passing/session_data"):
        (folder / name).mkdir(parents=True)
    places = {
        "/usr/local/share/request-tracker5": folder / "own",
        "/usr/share/request-tracker5": packaged,
        "/etc/request-tracker5": folder / "settings",
        "/var/lib/request-tracker5": folder / "kept",
        "/var/cache/request-tracker5": folder / "passing",
    }
    for file, to in (
        (packaged / "libexec/rt-server", folder / "rt-server"),
        (workshop.debian / SETUP, folder / "rt-setup-database-5"),
        (packaged / "lib/RT/Generated.pm", folder / "own/lib/RT/Generated.pm"),
    ):
        text = file.read_text()
        for number, place in enumerate(places):
            text = text.replace(place, f"\0{number}\0")
        for number, here in enumerate(places.values()):
            text = text.replace(f"\0{number}\0", str(here))
        to.write_text(text)
    settings = folder / "settings/RT_SiteConfig.pm"
    settings.write_text(SETTINGS % {"port": workshop.front.port, "database": database})


def _status(item: Item) -> str:
    return STATES[item.number % len(STATES)]


def _logged_in(port: int) -> str:
    """The cookie of a reader who has logged in."""
    jar = http.cookiejar.CookieJar()
    told = urlencode({"user": "reader", "pass": WORD}).encode()
    with build_opener(HTTPCookieProcessor(jar)).open(f"http://127.0.0.1:{port}/NoAuth/Login.html", told) as page:
        page.read()
    return "; ".join(f"{cookie.name}={cookie.value}" for cookie in jar)


def _state(database: Path) -> str:
    """Every table counted but that which remembers what a reader looked at last; requests word by word."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        requests = connection.execute("SELECT * FROM Tickets ORDER BY id").fetchall()
    return tables_state(database, ("Attributes",)) + hashlib.sha256(repr(requests).encode()).hexdigest()


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """The words for what state a request is in, and the pages of their answers."""
    for status in dict.fromkeys(STATES):
        yield Ask(f"{FORM}?q={status}")
        asked = {"Query": f"( Status = '{status}' )", "Rows": str(ON_A_PAGE), "OrderBy": "id", "Order": "ASC"}
        for page in pages(sum(_status(item) == status for item in items), ON_A_PAGE)[1:]:
            yield Ask(f"{LIST}?{urlencode({**asked, 'Page': str(page + 1)})}")


RT = Application(
    "rt", "requests to a help desk", 320, _serve, programs=("perl", "plackup"), unpacked=(PACKAGED, SETUP),
    records=partial(natural, language="ja"), oracle=_oracle,
)  # fmt: skip
