"""Pages that are long, deep, wide, or full of links to where nobody should go: fetched and taken apart."""

from dataclasses import replace

import pytest
from hostile_server import HostileServer, Script, Visit, endless, page
from survival import LIMITS, SETTINGS, URL, Case, Late, ids, run, survive

from leadline.gate.targets import TARGET
from leadline.model.page import Page, Request, Truncation
from leadline.model.url import canonical
from leadline.parse.document import parse
from leadline.web.door import open_door
from leadline.web.settings import Limits

MIB = 2**20
FULL = replace(SETTINGS, limits=replace(LIMITS, body=Limits().body))
"""The real cap on a body: ten mebibytes."""


def big(name: str, script: Script | Late, outcome: Truncation | None = None) -> Case:
    return Case(name, script, outcome, settings=FULL, most_seconds=8)


def numbered(piece: bytes, count: int) -> bytes:
    return b"".join(piece % n for n in range(count))


def fifty_megabytes(visit: Visit) -> None:
    visit.send(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 52428800\r\n\r\n<p>")
    for _ in range(800):
        visit.send(b"word " * 13_107)


OPEN_END = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n"

CASES = [
    big("fifty megabytes in one line", fifty_megabytes, Truncation.SIZE),
    big("a million nested tags", page(b"<div>" * 1_000_000)),
    big("fifty thousand nested tables", page(b"<table><tr><td>" * 50_000)),
    big("forms in forms", page(b"<form><div>" * 100_000)),
    big("a hundred thousand links", Late(lambda: page(numbered(b'<a href="/p%d">page</a> ', 100_000)))),
    big("an attribute of nine megabytes", page(b'<a href="/x" title="' + b"y" * 9 * MIB + b'">x</a>')),
    big("a URL of nine megabytes", page(b'<a href="/' + b"y" * 9 * MIB + b'">x</a>')),
    big("half a million attributes", Late(lambda: page(b"<a " + numbered(b"a%d=1 ", 500_000) + b">x</a>"))),
    big("a list of two hundred thousand options", page(b"<form><select name=s>" + b"<option>x" * 200_000)),
    big("nothing but unclosed comments", page(b"<!--" * 2 * MIB)),
    big("nothing but less-than signs", page(b"<" * 4 * MIB)),
    big("nothing but ampersands", page(b"&" * 4 * MIB)),
    big("nothing but NUL", page(bytes(4 * MIB))),
    big("a character set that does not exist", page(b"<p>\xe4\xf6", "Content-Type: text/html; charset=none-such")),
    big("UTF-16 without its half", page(b"\xff\xfe<\x00p\x00>\x00\xe4", "Content-Type: text/html")),
    big("UTF-7 that hides a script", page(b"+ADw-script+AD4-", "Content-Type: text/html; charset=utf-7")),
    Case("an endless page of forms", endless(OPEN_END, b"<form><input name=a></form>" * 3000), Truncation.SIZE,
         settings=replace(SETTINGS, limits=replace(LIMITS, body=256 * 1024))),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=ids)
def test_page(case: Case) -> None:
    """A hostile page arrives (cut, where it is too long), is parsed, and the next page is fetched."""
    survive(case)


HREFS = [
    "javascript:alert(1)", "JaVaScRiPt:alert(1)", " javascript:x", "java\tscript:x", "data:text/html,x",
    "file:///etc/passwd", "ftp://files.example/", "mailto:a@b.example", "tel:1", "about:blank", "blob:x",
    "view-source:http://a.example/", "http://", "http:///x", "http://[::1", "http://a b.example/", "http://%00/",
    "http://a.example:99999/", "//", "http://user:secret@in.example/x", "\x00\x01", "http://\ud7ff/", "?" * 9000,
    "http://0x7f.1/x", "http://a.example/%", "http://a.example/%zz", "\\\\evil.example\\x", "http:evil", "#only",
]  # fmt: skip


def test_hostile_links_are_left_out_or_made_harmless() -> None:
    """Every link that leaves the parser is an http or https URL in canonical form, without a password."""
    body = "".join(f'<a href="{href}">x</a><form action="{href}"><input name=q></form>' for href in HREFS)

    async def go(server: HostileServer) -> Page:
        async with open_door(replace(SETTINGS, connect_to=server.address)) as fetcher:
            return parse(await fetcher.fetch(Request(URL, permit=TARGET)))

    with HostileServer({"/hostile": page(body.encode())}) as server:
        found = run(go(server))
    links = [link.url for link in found.links]
    assert "http://in.example/x" in links
    assert "http://127.0.0.1/x" in links
    assert all(url == canonical(url) for url in links)
    assert not any("secret" in url or url.startswith("javascript") for url in links)
