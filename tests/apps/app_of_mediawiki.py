"""MediaWiki (Debian): a wiki on SQLite; its search shows matches of titles and of texts as two lists."""

from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from pathlib import Path

from app_front import Upstream
from app_kit import Application, Served, Workshop, free_port, tables_state
from app_records import Item

PASSING = ("objectcache", "l10n_cache", "module_deps", "querycache", "querycache_info", "job", "site_stats")


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    program, database, port = workshop.debian / "usr/share/mediawiki", workshop.folder / "data", free_port()
    settings = _configured(workshop, program, database)
    maintenance, named = program / "maintenance", ("--conf", settings)
    dump = workshop.folder / "dump.xml"
    dump.write_text(_dump(workshop.items))
    workshop.run("php", maintenance / "importDump.php", *named, "--no-updates", dump)
    workshop.run("php", maintenance / "rebuildtextindex.php", *named)
    workshop.run("php", maintenance / "initSiteStats.php", *named, "--update")
    # The package keeps its settings beside the program; this one is told where they are before each request.
    prepended = workshop.folder / "prepended.php"
    prepended.write_text(f"<?php\ndefine('MW_CONFIG_FILE', '{settings}');\n")
    php = ("php", "-d", f"auto_prepend_file={prepended}", "-S", f"127.0.0.1:{port}", "-t", program)
    with workshop.server(port, *php, path="/index.php"):
        workshop.front.behind = Upstream(port)
        yield Served(
            form="/index.php?title=Special:Search&profile=default",
            state=lambda: tables_state(database / "museum.sqlite", PASSING),
        )


def _configured(workshop: Workshop, program: Path, database: Path) -> Path:
    """An empty wiki; what its installer wrote, with the caches in the workshop."""
    database.mkdir()
    workshop.run(
        *("php", program / "maintenance/install.php", "--dbtype", "sqlite", "--dbname", "museum"),
        *("--dbpath", database, "--server", workshop.front.url(""), "--scriptpath", "", "--lang", "en"),
        *("--pass", "a-long-pass-phrase", "--confpath", workshop.folder, "Instruments", "Curator"),
    )
    settings = workshop.folder / "LocalSettings.php"
    more = "$wgJobRunRate = 0;\n$wgGroupPermissions['*']['edit'] = true;\n"
    settings.write_text(f"{settings.read_text()}\n$wgCacheDirectory = '{workshop.folder}';\n{more}")
    return settings


def _dump(items: tuple[Item, ...]) -> str:
    pages = "".join(
        f"<page><title>{escape(item.title[:1].upper() + item.title[1:])}</title><ns>0</ns><revision>"
        f"<timestamp>2020-01-01T00:00:00Z</timestamp><contributor><username>{item.maker}</username></contributor>"
        f"<model>wikitext</model><format>text/x-wiki</format>"
        f'<text xml:space="preserve">{escape(item.text)}\n\nKind: {item.kind}</text></revision></page>\n'
        for item in items
    )
    version = 'xmlns="http://www.mediawiki.org/xml/export-0.10/" version="0.10" xml:lang="en"'
    return f"<mediawiki {version}>{pages}</mediawiki>"


MEDIAWIKI = Application("mediawiki", "wiki", 400, _serve, programs=("php",), unpacked=("usr/share/mediawiki",))
