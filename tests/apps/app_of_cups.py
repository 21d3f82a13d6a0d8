"""CUPS (Debian): the printers of a house, shown by programs in C that the scheduler starts; in Japanese."""

import hashlib
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from app_front import Upstream
from app_kit import Application, Served, Workshop, files_state, free_port
from app_natural import natural
from app_oracle import Ask, pages
from app_records import Item

DAEMON, PROGRAMS, TEXTS = "usr/sbin/cupsd", "usr/lib/cups", "usr/share/cups"
SETTINGS = """LogLevel warn
Listen 127.0.0.1:{port}
Browsing No
WebInterface Yes
ServerAlias *
ServerName 127.0.0.1
DefaultAuthType None
<Location />
  Order allow,deny
  Allow all
</Location>
<Location /admin>
  Order deny,allow
  Deny all
</Location>
<Policy default>
  <Limit All>
    Order allow,deny
    Allow all
  </Limit>
</Policy>
"""
FILES = """ServerRoot {home}/kept
ServerBin {home}/{programs}
DataDir {home}/{texts}
DocumentRoot {home}/{texts}/doc-root
CacheDir {home}/passing
RequestRoot {home}/spool
TempDir {home}/passing
StateDir {home}/passing
AccessLog {home}/passing/access_log
ErrorLog {home}/passing/error_log
PageLog {home}/passing/page_log
FileDevice Yes
User lp
Group lp
SystemGroup root
"""
ON_A_PAGE = 100


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    port = free_port()
    with TemporaryDirectory(prefix="cups") as place:
        home = Path(place)
        home.chmod(0o755)  # its programs run as another user, who cannot enter the folders of tests
        for part in (PROGRAMS, TEXTS):
            shutil.copytree(workshop.debian / part, home / part, symlinks=True)
        for name in ("kept", "passing", "spool"):
            (home / name).mkdir()
        kept = home / "kept"
        (kept / "cupsd.conf").write_text(SETTINGS.format(port=port))
        (kept / "cups-files.conf").write_text(FILES.format(home=home, programs=PROGRAMS, texts=TEXTS))
        (kept / "printers.conf").write_text("".join(_printer(item) for item in workshop.items))
        configured = ("-c", kept / "cupsd.conf", "-s", kept / "cups-files.conf")
        with workshop.server(port, workshop.debian / DAEMON, "-f", *configured):
            workshop.front.behind = Upstream(port, {"accept-language": "ja"})
            yield Served(form="/printers/", state=lambda: _state(home), arguments=("--no-robots",))


def _printer(item: Item) -> str:
    told = (item.title, item.place, item.text)
    title, place, text = (re.sub(r"[#<>\\]", " ", part) for part in told)
    return (
        f"<Printer p{item.number:03d}>\nInfo {title} {item.key}\nLocation {place}\nDeviceURI file:///dev/null\n"
        f"State Idle\nStateMessage {text}\nType 4\nAccepting Yes\nShared No\nJobSheets none none\n"
        "OpPolicy default\nErrorPolicy stop-printer\n</Printer>\n"
    )


def _state(home: Path) -> str:
    """Printers and jobs; the scheduler writes the times of its own housekeeping beside them."""
    lines = (home / "kept/printers.conf").read_text().splitlines()
    kept = [line for line in lines if line.startswith(("<Printer", "Info ", "Location ", "Accepting ", "State "))]
    return hashlib.sha256("\n".join(kept).encode()).hexdigest() + files_state(home / "spool")


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """Nothing asked for shows everything."""
    for page in pages(len(items), ON_A_PAGE):
        yield Ask(f"/printers/?QUERY=&FIRST={page * ON_A_PAGE}")


CUPS = Application(
    "cups", "register of printers", 320, _serve, unpacked=(DAEMON, f"{PROGRAMS}/cgi-bin", f"{TEXTS}/templates"),
    records=partial(natural, language="ja"), oracle=_oracle,
)  # fmt: skip
