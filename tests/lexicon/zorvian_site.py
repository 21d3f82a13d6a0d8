"""A library in a language that nobody speaks, on a loopback port: a search form, lists in pages, no results."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlencode, urlsplit

PAGE_SIZE = 8
KINDS = {"1": "Balmo", "2": "Dorsi", "3": "Ketru"}
_FIRST = ("Quilm", "Hradu", "Sonve", "Mirpa", "Taxel", "Wobni", "Grelo")
_LAST = ("starn", "fulti", "mekoda", "brisu")
TITLES = [f"{first} {last}" for first in _FIRST for last in _LAST]
_FORM = (
    '<form action="/trel" method="get"><label>Zorvik vordo <input name="tx"></label>'
    '<label>Fenda <select name="fx"><option value="">Omnu</option>'
    + "".join(f'<option value="{value}">{name}</option>' for value, name in KINDS.items())
    + '</select></label><input type="submit" value="Zorvika"></form>'
    '<form action="/xo" method="get"><input name="mx"><input type="submit" value="Grumsa vrelko"></form>'
)


def _page(body: str) -> str:
    head = '<html lang="qzv"><head><meta charset="utf-8"><title>Vordoteka</title></head>'
    return f"{head}<body><h1>Vordoteka</h1>{body}<p>Tolma gresk 1998</p></body></html>"


def _kind(number: int) -> str:
    return str(number % len(KINDS) + 1)


def _answer(asked: dict[str, str]) -> str:
    found = [
        number
        for number, title in enumerate(TITLES)
        if asked.get("tx", "").lower() in title.lower() and asked.get("fx", "") in ("", _kind(number))
    ]
    if not found:
        return _page(f"{_FORM}<p>Nel vrelki drusnat.</p>")
    start = int(asked.get("zk", "0"))
    shown = found[start : start + PAGE_SIZE]
    rows = "".join(
        f'<li class="r"><a href="/vr/{number}">{TITLES[number]}</a> <span>{KINDS[_kind(number)]}</span></li>'
        for number in shown
    )
    same = {name: value for name, value in asked.items() if name != "zk"}
    onward = f'<a href="/trel?{urlencode({**same, "zk": start + PAGE_SIZE})}">Onda</a>'
    back = f'<a href="/trel?{urlencode({**same, "zk": start - PAGE_SIZE})}">Retra</a> '
    links = (back if start else "") + (onward if start + PAGE_SIZE < len(found) else "")
    count = f"<p>Vrelki {start + 1} ol {start + len(shown)} ka {len(found)}</p>"
    return _page(f"{_FORM}{count}<ul>{rows}</ul><p>{links}</p>")


@contextmanager
def zorvian_site() -> Iterator[tuple[str, list[str]]]:
    """Its address, and every path that was asked for."""
    asked: list[str] = []

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            asked.append(self.path)
            query = {name: values[0] for name, values in parse_qs(parts.query).items()}
            pages = {"/": _page(f"<p>Halmo ta vordoteka.</p>{_FORM}"), "/trel": _answer(query)}
            if parts.path.startswith("/vr/"):
                number = int(parts.path.rpartition("/")[2])
                pages[parts.path] = _page(f"<h2>{TITLES[number]}</h2><p>{KINDS[_kind(number)]}</p>")
            body = pages.get(parts.path, "").encode()
            self.send_response(200 if body else 404)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Nothing on the terminal."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/", asked
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
