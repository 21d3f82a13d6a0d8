"""SKS (Debian): a server of public keys in OCaml, searched by the names of their owners."""

import hashlib
import random
import shutil
from calendar import timegm
from collections.abc import Iterator
from contextlib import contextmanager
from time import strptime
from urllib.parse import urlencode

from app_front import Upstream
from app_kit import Application, Served, Workshop, files_state, free_port
from app_natural import dated, natural
from app_oracle import Ask, by_word, fewest
from app_records import Item

PROGRAM, PAGE = "usr/sbin/sks", "var/lib/sks/www"
SETTINGS = "hkp_address: 127.0.0.1\nhkp_port: {port}\nrecon_port: {other}\nhostname: keys.example.org\n"
PASSING = (*(f"__db.{number:03d}" for number in range(1, 10)), "log.0000000001")
"""Shared memory and the log of transactions: they change when something is read, too."""
HOSTS = ("example", "test", "invalid")
"""Names that no host can have (RFC 2606)."""
KEY, OWNER, SIGNATURE, RSA, SHA256 = 6, 13, 2, 1, 8


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    port, home, program = free_port(), workshop.folder / "keys", workshop.debian / PROGRAM
    for name in ("etc/sks", "var/log/sks", "var/run/sks", "var/spool/sks", "var/lib/sks"):
        (home / name).mkdir(parents=True)
    (home / "etc/sks/sksconf").write_text(SETTINGS.format(port=port, other=free_port()))
    shutil.copytree(workshop.debian / PAGE, home / "var/lib/sks/www")
    ring = workshop.folder / "ring.pgp"
    ring.write_bytes(b"".join(_public_key(item) for item in workshop.items))
    workshop.run(program, "build", "-basedir", home, ring, cwd=home)
    with workshop.server(port, program, "db", "-basedir", home):
        workshop.front.behind = Upstream(port)
        yield Served(form="/", state=lambda: files_state(home / "var/lib/sks", passing=PASSING))


def _public_key(item: Item) -> bytes:
    """A key as OpenPGP writes it (RFC 4880): its numbers, whose it is, a signature that nobody verifies."""
    chance = random.Random(item.number)
    made = timegm(strptime(dated(item), "%Y-%m-%d")).to_bytes(4)
    key = b"\x04" + made + bytes([RSA]) + _number(_long(chance)) + _number(65537)
    name = hashlib.sha1(b"\x99" + len(key).to_bytes(2) + key, usedforsecurity=False).digest()[-8:]
    signed = b"\x04\x13" + bytes([RSA, SHA256]) + b"\x00\x06\x05\x02" + made + b"\x00\x0a\x09\x10" + name
    signature = signed + chance.randbytes(2) + _number(_long(chance))
    return _packet(KEY, key) + _packet(OWNER, _owner(item).encode()) + _packet(SIGNATURE, signature)


def _long(chance: random.Random) -> int:
    return chance.getrandbits(1024) | 1 << 1023 | 1


def _packet(tag: int, body: bytes) -> bytes:
    return bytes([0x80 | tag << 2 | 1]) + len(body).to_bytes(2) + body


def _number(value: int) -> bytes:
    return value.bit_length().to_bytes(2) + value.to_bytes((value.bit_length() + 7) // 8)


def _owner(item: Item) -> str:
    """A name, what the key is for, and an address, as keys have it."""
    host = f"{item.kind.replace(' ', '-')}.{HOSTS[item.number % len(HOSTS)]}"
    return f"{item.maker or item.title} ({item.title}) <{item.key}@{host}>"


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """Words of names: every answer is one page."""
    for word in fewest(by_word(items, _owner)):
        yield Ask("/pks/lookup?" + urlencode({"search": word, "op": "index"}))


SKS = Application(
    "sks", "register of public keys", 340, _serve, unpacked=(PROGRAM, PAGE), records=natural, oracle=_oracle,
)  # fmt: skip
