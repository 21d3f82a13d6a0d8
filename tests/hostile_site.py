"""A site whose every text is an attack: title, labels, names and choices of its form, records, addresses.

As text it is written down escaped, as any careful site shows what strangers typed in; as markup it stands at the
end of the form's page and of records' own pages, where only the archive meets it.
"""

import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import parse_qs, urlsplit

from conftest import run_in

RUNS = "document.documentElement.setAttribute('data-ran','1')"
_SHAPES = (
    "<script>{0}</script>", '"><script>{0}</script>', "'><img src=x onerror=\"{0}\">", '<svg onload="{0}">',
    "<svg><script>{0}</script></svg>", "javascript:{0}", "</title><script>{0}</script>",
    "<iframe srcdoc='<script>parent.{0}</script>'>", "<style>*{{background:url(javascript:{0})}}</style>",
    "<a href='javascript:{0}'>x</a>", "{{{{ {0} }}}}", "{{% raw %}}{0}", '<details open ontoggle="{0}">',
    "<math><mtext><script>{0}</script>", "\u202e<b onclick='{0}'>", "=cmd|' /C calc'!A0 {0}",
    "\x1b]0;owned\x07{0}", "<base href='//evil.example/'>", "<!--{0}-->",
    "<meta http-equiv=refresh content=0;url=//evil.example>",
)  # fmt: skip
_FIRST = ("", "\u2066", "=", "+", "@", "-", "\x1b[2J", "\x9b31m", "\u200b", "\t")
HOSTILE = [f"{first}{number} {shape.format(RUNS)}" for number, first in enumerate(_FIRST) for shape in _SHAPES]
"""200 strings; the number makes each its own."""


def _page(inside: str, markup: str = "") -> str:
    head = f"<head><title>{escape(HOSTILE[6])}</title></head>"
    return f"<!doctype html><html>{head}<body>{inside}{markup}</body></html>"


def _form() -> str:
    choices = "".join(f'<option value="{escape(text)}">{escape(text)}</option>' for text in HOSTILE[20:26])
    return (
        f'<form action="/find?{escape(HOSTILE[1])}" method="get" role="search"><h1>Search the records</h1>'
        f'<label>{escape(HOSTILE[14])} <input name="{escape(HOSTILE[3])}"></label>'
        f'<label>{escape(HOSTILE[16])} <select name="kind"><option value="">All</option>{choices}</select></label>'
        '<input type="submit" value="Search"></form>'
    )


def _answer(asked: dict[str, list[str]]) -> str:
    typed = [value for values in asked.values() for value in values if value.strip()]
    found = [text for text in HOSTILE if all(word.lower() in text.lower() for word in typed)]
    rows = "".join(
        f'<li class="record"><h3><a href="/item/{HOSTILE.index(text)}?{escape(text)}">{escape(text)}</a></h3>'
        f"<p><b>{escape(HOSTILE[15])}:</b> <span>{escape(text[::-1])}</span></p>"
        f"<p><b>Formula:</b> <span>=1+{HOSTILE.index(text)}</span></p></li>"
        for text in found
    )
    return f"<p>{len(found)} records found</p><ul>{rows}</ul>" if found else "<p>No records were found.</p>"


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        asked = urlsplit(self.path)
        status, body = 404, ""
        if asked.path == "/":
            # `<base>` would have the form lead to another site, which is refused.
            status, body = 200, _page(_form(), "".join(text for text in HOSTILE[:20] if "<base" not in text))
        elif asked.path == "/find":
            fields = parse_qs(asked.query)
            status, body = 200, _page(_answer({name: fields.get(name, []) for name in ("kind", HOSTILE[3])}))
        elif asked.path.startswith("/item/"):
            text = HOSTILE[int(asked.path.removeprefix("/item/"))]
            status, body = 200, _page(f"<h1>{escape(text)}</h1><p>{escape(text)}</p>", "".join(HOSTILE[:20]))
        sent = body.encode("utf-8")
        self.send_response(status)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(sent)))
        self.end_headers()
        self.wfile.write(sent)

    def log_message(self, *_: object) -> None:
        """Nothing."""


@contextmanager
def serving() -> Iterator[str]:
    """HOST:PORT for `--connect-to`."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield f"127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def harvest(folder: Path, name: str) -> None:
    """All of it, by the command, into a folder of this name; no page is rendered, which would run its scripts."""
    with serving() as address:
        web = ("--connect-to", address, "--delay", "0.01", "--max-requests", "24", "--render", "never")
        done = run_in(folder, "harvest", "http://hostile.example/", "--out", name, *web)
    assert (done.returncode in (0, 4), (folder / name / "records.jsonl").is_file()) == (True, True), done.stderr
    assert is_harmless(done.stdout + done.stderr)


def is_harmless(text: str) -> bool:
    """Whether nothing in it steers a terminal or turns the direction of writing."""
    return all(letter in "\n\t" or unicodedata.category(letter) not in ("Cc", "Cf") for letter in text)
