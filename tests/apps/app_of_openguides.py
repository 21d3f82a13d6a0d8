"""OpenGuides (Debian): a city guide that visitors write, CGI programs in Perl; its search ranks."""

import json
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager

from app_front import Programs
from app_kit import Application, Served, Workshop, tables_state
from app_natural import natural, signed

HOME = "usr/lib/cgi-bin/openguides"
SETTINGS = """dbtype = sqlite
dbname = {folder}/guide.db
indexing_directory = {folder}/indexes
script_name = wiki.cgi
script_url = {url}
template_path = {debian}/usr/share/openguides/templates
custom_template_path = {folder}/templates
static_url = {url}static
site_name = Guide to the valley
site_desc = What stood where, and who remembers it
default_city = Ashford
default_country = England
contact_email = guide@example.org
home_name = Home
geo_handler = 1
use_leaflet = 0
http_charset = UTF-8
"""
LOAD = """
use strict; use JSON; use OpenGuides; use OpenGuides::Config;
my $guide = OpenGuides->new(config => OpenGuides::Config->new(file => $ARGV[0]));
local $/; my $items = JSON->new->utf8(0)->decode(<STDIN>);  # it stores octets as they come
for my $item (@$items) {
    $guide->wiki->write_node($item->{title}, $item->{text}, undef, {
        category => [$item->{kind}], locale => [$item->{place} || ()], summary => $item->{summary},
        username => 'curator', comment => '', edit_type => 'Normal edit' }) or die "not written: $item->{title}";
}
"""


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    settings = workshop.folder / "wiki.conf"
    settings.write_text(
        SETTINGS.format(folder=workshop.folder, debian=workshop.debian, url=workshop.front.url("/guide/"))
    )
    for name in ("indexes", "templates"):
        (workshop.folder / name).mkdir()
    database = workshop.folder / "guide.db"
    library = {"PERL5LIB": str(workshop.debian / "usr/share/perl5")}
    workshop.run("perl", workshop.debian / "usr/bin/openguides-setup-db", settings, variables=library)
    rows = [
        {"title": _plain(signed(i)), "text": i.text, "kind": i.kind, "place": i.place,
         "summary": f"{i.maker}, {i.year}" if i.maker else ""}
        for i in workshop.items
    ]  # fmt: skip
    workshop.run("perl", "-e", LOAD, settings, given=json.dumps(rows, ensure_ascii=False), variables=library)
    variables = workshop.environment({"OPENGUIDES_CONFIG_FILE": str(settings), **library})
    workshop.front.behind = Programs(workshop.debian / HOME, "/guide", "wiki.cgi", variables, ("perl",))
    yield Served(form="/guide/search.cgi", state=lambda: tables_state(database))


def _plain(title: str) -> str:
    """Its store finds a page again only by a name in ASCII; the texts may hold anything."""
    decomposed = unicodedata.normalize("NFKD", title.replace("“", "'").replace("”", "'").replace("ø", "o"))
    return decomposed.encode("ascii", "ignore").decode()


OPENGUIDES = Application(
    "openguides", "city guide", 310, _serve, programs=("perl",), unpacked=(HOME,), records=natural
)  # fmt: skip
