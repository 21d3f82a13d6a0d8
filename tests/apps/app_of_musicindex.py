"""mod_musicindex (Debian): songs in folders, listed and searched by a module of Apache, in C; all is French."""

import struct
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from app_front import Upstream
from app_kit import Application, Served, Workshop, files_state, free_port
from app_natural import natural, signed
from app_oracle import Ask, by_letter, fewest
from app_records import Item

MODULES, MODULE = Path("/usr/lib/apache2/modules"), "usr/lib/apache2/modules/mod_musicindex.so"
SERVER = "/usr/sbin/apache2"
SETTINGS = """ServerRoot {home}
PidFile {home}/passing/pid
Mutex file:{home}/passing default
ErrorLog {home}/passing/error.log
User nobody
Group nogroup
Listen 127.0.0.1:{port}
ServerName 127.0.0.1
LoadModule mpm_prefork_module {modules}/mod_mpm_prefork.so
LoadModule authz_core_module {modules}/mod_authz_core.so
LoadModule mime_module {modules}/mod_mime.so
LoadModule dir_module {modules}/mod_dir.so
LoadModule musicindex_module {module}
TypesConfig /dev/null
AddType audio/mpeg mp3
DocumentRoot {home}/pages
<Directory {home}/pages>
  Options Indexes
  Require all granted
  MusicIndex On -Stream -Download +Search -Rss -Tarball
  MusicFields track title artist album genre date
  MusicSortOrder title filename
  MusicPageTitle Archives
</Directory>
"""
SILENCE = (bytes.fromhex("fffb9064") + bytes(413)) * 12
"""A dozen frames of sound: files that hold a name only are not listed."""


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    port = free_port()
    with TemporaryDirectory(prefix="musicindex") as place:
        home = Path(place)
        home.chmod(0o755)  # the server runs as another user, who cannot enter the folders of tests
        for name in ("pages/chants", "passing", "languages"):
            (home / name).mkdir(parents=True)
        for item in workshop.items:
            folder = home / "pages/chants" / item.kind
            folder.mkdir(exist_ok=True)
            (folder / f"{item.number:03d}.mp3").write_bytes(_tagged(item) + SILENCE)
        settings = home / "httpd.conf"
        module = workshop.debian / MODULE
        settings.write_text(SETTINGS.format(home=home, port=port, modules=MODULES, module=module))
        workshop.run("localedef", "-i", "fr_FR", "-f", "UTF-8", home / "languages/fr_FR.UTF-8")
        spoken = {"LOCPATH": str(home / "languages"), "LANG": "fr_FR.UTF-8"}
        # The module falls over visitors that do not say who they are: it is not asked whether it answers.
        with workshop.server(port, SERVER, "-f", settings, "-DFOREGROUND", path="/ready", **spoken):
            workshop.front.behind = Upstream(port)
            yield Served(form="/chants/", state=lambda: files_state(home / "pages"), search_posts=("/chants/",))


def _tagged(item: Item) -> bytes:
    """What stands before the sound: title, artist, album, genre and year (ID3, version 2.3)."""
    told = {
        "TIT2": signed(item),
        "TPE1": item.maker,
        "TALB": item.place,
        "TCON": item.kind,
        "TYER": str(item.year),
    }
    frames = b""
    for name, text in told.items():
        if text:
            written = b"\x01" + text.encode("utf-16")
            frames += name.encode() + struct.pack(">IH", len(written), 0) + written
    size = bytes(len(frames) >> bits & 127 for bits in (21, 14, 7, 0))
    return b"ID3\x03\x00\x00" + size + frames


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """Letters that stand in titles, by the button that looks into the folders below as well."""
    for letter in fewest(by_letter(items, lambda item: item.title)):
        yield Ask("/chants/", (("search", letter), ("action", "RecursiveSearch")))


MUSICINDEX = Application(
    "musicindex", "songs in folders", 340, _serve, programs=(SERVER, "localedef"), unpacked=(MODULE,),
    records=partial(natural, language="fr"), oracle=_oracle,
)  # fmt: skip
