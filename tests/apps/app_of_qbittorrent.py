"""qBittorrent (Debian): a list of downloads, as things by name, kept up by a script; in Spanish."""

import hashlib
import http.client
import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from app_front import Upstream
from app_kit import Application, Served, Workshop, free_port
from app_natural import dated, natural, signed
from app_oracle import Ask
from app_records import Item

SETTINGS = r"""[LegalNotice]
Accepted=true

[Preferences]
General\Locale=es
WebUI\Address=127.0.0.1
WebUI\LocalHostAuth=false
WebUI\HostHeaderValidation=false
WebUI\CSRFProtection=false
WebUI\Port={port}

[BitTorrent]
Session\DHTEnabled=false
Session\LSDEnabled=false
Session\PeXEnabled=false
"""
ALL = "/api/v2/torrents/info"
BOUNDARY = "leaf"


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    port, kept = free_port(), workshop.folder / "qBittorrent/config"
    kept.mkdir(parents=True)
    (kept / "qBittorrent.conf").write_text(SETTINGS.format(port=port))
    command = ("/usr/bin/qbittorrent-nox", f"--profile={workshop.folder}")
    with workshop.started(*command) as process:
        workshop.until(lambda: _is_there(port), process)
        for item in workshop.items:
            _add(port, item)
        workshop.until(lambda: "checking" not in _told(port), process)
        workshop.front.behind = Upstream(port)
        yield Served(form="/", state=lambda: _state(port))


def _add(port: int, item: Item) -> None:
    told = {
        b"comment": item.text.encode(),
        b"info": {b"length": 1, b"name": signed(item).replace("/", " ").encode(), b"piece length": 16384,
                  b"pieces": hashlib.sha1(item.key.encode()).digest(), b"private": 1},
    }  # fmt: skip
    fields = {"paused": "true", "category": item.kind, "tags": ",".join((item.place or "-", dated(item)))}
    body = b"".join(_part(f'name="{name}"', value.encode()) for name, value in fields.items())
    body += _part('name="torrents"; filename="a.torrent"', _bencoded(told)) + f"--{BOUNDARY}--\r\n".encode()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request(
        "POST", "/api/v2/torrents/add", body, {"Content-Type": f"multipart/form-data; boundary={BOUNDARY}"}
    )
    answer = connection.getresponse().read()
    connection.close()
    if answer != b"Ok.":
        raise RuntimeError(f"not taken: {answer!r}")


def _part(head: str, value: bytes) -> bytes:
    return f"--{BOUNDARY}\r\nContent-Disposition: form-data; {head}\r\n\r\n".encode() + value + b"\r\n"


def _bencoded(value: object) -> bytes:
    if isinstance(value, int):
        return b"i%de" % value
    if isinstance(value, bytes):
        return b"%d:%s" % (len(value), value)
    assert isinstance(value, dict)
    return b"d" + b"".join(_bencoded(key) + _bencoded(value[key]) for key in sorted(value)) + b"e"


def _is_there(port: int) -> bool:
    try:
        return bool(_told(port))
    except OSError:
        return False


def _told(port: int) -> str:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", ALL)
    told = connection.getresponse().read().decode()
    connection.close()
    return told


def _state(port: int) -> str:
    kept = json.loads(_told(port))
    told = sorted((one["hash"], one["name"], one["category"], one["tags"], one["state"]) for one in kept)
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """All of them in one answer."""
    if items:
        yield Ask(ALL)


QBITTORRENT = Application(
    "qbittorrent", "list of downloads", 320, _serve, programs=("qbittorrent-nox",),
    records=partial(natural, language="es"), scripted=True, oracle=_oracle,
)  # fmt: skip
