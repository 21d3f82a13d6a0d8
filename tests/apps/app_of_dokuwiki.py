"""DokuWiki (Debian): a wiki; every page a record, its full-text search shows all pages with a word on one page."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app_front import Upstream
from app_kit import Application, Served, Workshop, files_state, free_port


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    site, data = _installed(workshop), workshop.folder / "data"
    pages = data / "pages" / "instruments"
    pages.mkdir()
    for item in workshop.items:
        (pages / f"{item.key}.txt").write_text(f"====== {item.title} ======\n\n{item.text}\n\nKind: {item.kind}\n")
    (data / "pages" / "start.txt").write_text("====== Instruments ======\n\nA collection to be searched.\n")
    workshop.run("php", site / "bin/indexer.php", "-q")
    port = free_port()
    with workshop.server(port, "php", "-S", f"127.0.0.1:{port}", "-t", site, path="/doku.php"):
        workshop.front.behind = Upstream(port)
        yield Served(form="/doku.php", state=lambda: files_state(data / "pages", data / "attic"))


def _installed(workshop: Workshop) -> Path:
    """A copy of the packaged program with its configuration and data in the workshop."""
    site, conf = workshop.folder / "site", workshop.folder / "conf"
    shutil.copytree(workshop.debian / "usr/share/dokuwiki", site, symlinks=True)
    shutil.copytree(workshop.debian / "etc/dokuwiki", conf, symlinks=True)
    shutil.copytree(workshop.debian / "var/lib/dokuwiki/data", workshop.folder / "data")
    for link in [path for path in site.rglob("*") if path.is_symlink()]:
        _lead_into(workshop, link)
    (conf / "local.php").write_text(
        "<?php\n$conf['title'] = 'Instruments';\n$conf['useacl'] = 0;\n"
        f"$conf['savedir'] = '{workshop.folder / 'data'}';\n$conf['license'] = '';\n"
    )
    # The packaged file of this name sends everything to the system's own folders.
    (site / "inc/preload.php").write_text(f"<?php\nif (!defined('DOKU_CONF')) define('DOKU_CONF', '{conf}/');\n")
    return site


def _lead_into(workshop: Workshop, link: Path) -> None:
    """A link of the package leads to where its target was unpacked, or goes."""
    target = Path(link.readlink())
    unpacked = workshop.debian / str(target).lstrip("/") if target.is_absolute() else None
    link.unlink()
    if unpacked is not None and unpacked.exists():
        link.symlink_to(unpacked)


DOKUWIKI = Application("dokuwiki", "wiki", 400, _serve, programs=("php",), unpacked=("usr/share/dokuwiki",))
