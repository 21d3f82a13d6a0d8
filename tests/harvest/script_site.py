"""A library whose page scripts fill, in several ways of asking for its books; a real server that remembers every
request and knows which of them change something."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit

# fmt: off
_FIRST = ("Silent", "Golden", "Hidden", "Broken", "Distant", "Crimson", "Frozen", "Hollow", "Burning", "Secret",
          "Wandering", "Ancient")
_SECOND = ("River", "Garden", "Mirror", "Harbour", "Forest", "Lantern", "Castle", "Meadow", "Orchard", "Winter",
           "Island", "Compass", "Journey")
_NAMES = ("Abbott", "Baxter", "Calloway", "Donnelly", "Ellery", "Fairfax", "Gallagher", "Holloway", "Ingram",
          "Jarvis", "Kendrick")
# fmt: on
GENRES = ("Crime", "Poetry", "History", "Travel", "Drama")
PAGE = 20


def books(count: int) -> list[dict[str, Any]]:
    return [
        {
            "id": 1000 + n,
            "title": f"{_FIRST[n % 12]} {_SECOND[n % 13]} {n // 12 + 1}",
            "author": {"name": f"{_NAMES[n % 11]}, {'JMPRST'[n % 6]}."},
            "genre": GENRES[n % 5],
            "year": 1950 + n % 60,
        }
        for n in range(count)
    ]


FRAME = """<!doctype html><html lang=en><title>Town library</title><body><div id=root></div>
<script>
const $ = id => document.getElementById(id);
$('root').innerHTML = `%(controls)s<p id=count></p><ul id=list></ul><button id=more>%(more)s</button>`;
const row = b => `<li><b>${b.title}</b> <i>${b.author.name}</i> <span>${b.genre}</span> <em>${b.year}</em></li>`;
const show = (rows, add) => { $('list').innerHTML = (add ? $('list').innerHTML : '') + rows.map(row).join(''); };
const genre = () => $('genre') ? $('genre').value : '';
%(noise)s
%(script)s
</script></body></html>"""
BOX = '<input id=words placeholder="Search the catalogue"><button id=go>Search</button>'
LIST = (
    "<select id=genre aria-label=Genre><option value=''>Any genre</option>"
    + "".join(f"<option>{name}</option>" for name in GENRES)
    + "</select>"
)
NOISE = """
fetch('/api/track', {method: 'POST', body: JSON.stringify({seen: 1})}).catch(() => 0);
fetch('/api/books/7', {method: 'DELETE'}).catch(() => 0);
fetch('/graphql', {method: 'POST', body: JSON.stringify({query: 'mutation { drop }'})}).catch(() => 0);
fetch('/basket/add?id=3').catch(() => 0);
"""

SCRIPTS = {
    "pages": """
let page = 1;
const ask = async () => {
  const q = encodeURIComponent($('words').value);
  const r = await fetch(`/api/books?q=${q}&genre=${genre()}&page=${page}&size=20`);
  const d = await r.json(); show(d.items); $('count').textContent = d.total + ' books'; };
$('go').onclick = () => { page = 1; ask(); };
$('more').onclick = () => { page++; ask(); };
if ($('genre')) $('genre').onchange = () => { page = 1; ask(); };
ask();""",
    "scroll": """
let offset = 0, busy = false, done = false;
const ask = async add => { if (busy) return; busy = true;
  const p = new URLSearchParams({search: $('words').value, limit: 20, offset});
  const r = await fetch('/api/scroll?' + p); const d = await r.json(); show(d.results, add);
  done = !d.results.length; busy = false; };
$('words').onkeydown = e => { if (e.key === 'Enter') { offset = 0; ask(false); } };
onscroll = () => {
  if (!done && scrollY + innerHeight > document.body.scrollHeight - 50) { offset += 20; ask(true); } };
document.body.style.minHeight = '3000px';
ask(false);""",
    "cursor": """
let cursor = null;
const ask = async add => {
  const body = {query: 'query Books($text: String, $after: String) { books(text: $text, after: $after) { x } }',
    variables: {text: $('words').value, after: add ? cursor : null}};
  const r = await fetch('/graphql', {method: 'POST', headers: {'Content-Type': 'application/json'},
    body: JSON.stringify(body)});
  const d = (await r.json()).data.books; cursor = d.pageInfo.endCursor; show(d.edges.map(e => e.node), add); };
$('go').onclick = () => ask(false);
$('more').onclick = () => ask(true);
ask(false);""",
    "posted": """
let from = 0;
const ask = async () => {
  const r = await fetch('/api/search', {method: 'POST', headers: {'Content-Type': 'application/json'},
    body: JSON.stringify({q: $('words').value, from, size: 20})});
  const d = await r.json(); show(d.hits.hits.map(h => h._source)); };
$('words').oninput = () => { clearTimeout(window.t); window.t = setTimeout(() => { from = 0; ask(); }, 200); };
$('more').onclick = () => { from += 20; ask(); };""",
    "fragments": """
let page = 1;
const ask = async () => {
  const r = await fetch(`/fragments?words=${encodeURIComponent($('words').value)}&p=${page}`);
  $('list').innerHTML = await r.text(); };
$('go').onclick = () => { page = 1; ask(); };
$('more').onclick = () => { page++; ask(); };
ask();""",
    "last-id": """
let last = '';
const ask = async add => {
  const text = encodeURIComponent($('words').value);
  const r = await fetch(`/api/keyset?text=${text}` + (add ? `&after_id=${last}` : ''));
  const d = await r.json(); last = d.at(-1)?.id; show(d, add); };
$('go').onclick = () => ask(false);
$('more').onclick = () => ask(true);
ask(false);""",
}


@dataclass
class Library:
    """What is served, and what was asked for."""

    kind: str
    books: list[dict[str, Any]]
    page: str
    asked: list[tuple[str, str, str]] = field(default_factory=list)
    port: int = 0
    cors: bool = False  # lets pages of other sites read its answers
    ending: threading.Event = field(default_factory=threading.Event)
    sealed: set[str] = field(default_factory=set)  # signatures that were used

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    @property
    def writes(self) -> list[tuple[str, str, str]]:
        """Requests that change something."""
        return [one for one in self.asked if _changes(*one)]

    def found(self, word: str, genre: str = "") -> list[dict[str, Any]]:
        wanted = word.casefold()
        return [
            book
            for book in self.books
            if wanted in f"{book['title']} {book['author']['name']}".casefold() and genre in ("", book["genre"])
        ]

    def unusual(self, path: str, given: dict[str, str]) -> tuple[int, str, str] | None:
        """Calls that are not asked as libraries ask them."""
        if path == "/api/news":
            self.ending.wait(60)
            return _json({})
        if path == "/api/sealed":
            if given["sign"] in self.sealed or given["sign"] != _sign(given["n"], given["salt"]):
                return 403, "application/json", "{}"
            self.sealed.add(given["sign"])
            at = int(given["n"]) * PAGE
            return _json(self.books[at : at + PAGE])
        if path == "/api/marked":
            rows, at = self.found(given.get("q", "")), int((given.get("page_token") or "t0")[1:])
            after = {"next_page_token": f"t{at + PAGE}"} if at + PAGE < len(rows) else {}
            return _json({"books": rows[at : at + PAGE], **after})
        if path == "/api/members":
            return _json({"people": [], "charts": [{"label": "Members"}, {"label": "Visits"}]})
        if path != "/api/wrapped":
            return None
        rows, at = self.found(given.get("q", "")), int(given.get("page") or 1)
        lines = "".join(
            f'<li class="row"><b>{b["title"]}</b> <i>{b["author"]["name"]}</i> <span>{b["genre"]}</span></li>'
            for b in rows[(at - 1) * PAGE : at * PAGE]
        )
        return _json({"data": {"list": f'<ul class="all">{lines}</ul>' if lines else ""}})

    def answer(self, method: str, path: str, body: str) -> tuple[int, str, str]:
        where = urlsplit(path)
        given = dict(parse_qsl(where.query, keep_blank_values=True))
        if where.path == "/robots.txt":
            return 404, "text/plain", ""
        if _changes(method, path, body):
            return 200, "application/json", "{}"
        if (told := self.unusual(where.path, given)) is not None:
            return told
        if where.path == "/api/books":
            rows, at = self.found(given.get("q", ""), given.get("genre", "")), int(given.get("page") or 1)
            size = int(given.get("size") or PAGE)
            return _json({"total": len(rows), "page": at, "items": rows[(at - 1) * size : at * size]})
        if where.path == "/api/scroll":
            rows, at = self.found(given.get("search", "")), int(given.get("offset") or 0)
            facets = [{"name": name, "count": 1} for name in GENRES]
            return _json({"facets": facets, "results": rows[at : at + int(given.get("limit") or PAGE)]})
        if where.path == "/api/keyset":
            rows = [
                book for book in self.found(given.get("text", "")) if book["id"] > int(given.get("after_id") or 0)
            ]
            return _json(rows[:PAGE])
        if where.path == "/graphql":
            variables = json.loads(body)["variables"]
            rows = self.found(variables.get("text") or "")
            at = int((variables.get("after") or "c0")[1:])
            edges = [{"node": book} for book in rows[at : at + PAGE]]
            end = f"c{at + PAGE}" if at + PAGE < len(rows) else None
            return _json(
                {"data": {"books": {"totalCount": len(rows), "edges": edges, "pageInfo": {"endCursor": end}}}}
            )
        if where.path in ("/api/search", "/api/table"):
            asked = json.loads(body)
            rows, at = self.found(asked["q"]), asked["from"]
            hits = [{"_id": book["id"], "_source": book} for book in rows[at : at + asked["size"]]]
            return _json({"took": 3, "hits": {"total": {"value": len(rows)}, "hits": hits}})
        if where.path == "/fragments":
            rows, at = self.found(given.get("words", "")), int(given.get("p") or 1)
            lines = (
                f"<li><b>{b['title']}</b> <i>{b['author']['name']}</i> <span>{b['genre']}</span></li>"
                for b in rows[(at - 1) * PAGE : at * PAGE]
            )
            return 200, "text/html; charset=utf-8", "".join(lines) or "<p>Nothing found</p>"
        if self.kind in STATES:
            rows, at = self.found(given.get("q", "")), int(given.get("page") or 1)
            state = {"page": at, "total": len(rows), "books": rows[(at - 1) * PAGE : at * PAGE]}
            return 200, "text/html; charset=utf-8", STATES[self.kind](state)
        return 200, "text/html; charset=utf-8", self.page.replace("@asked", str(len(self.asked)))


_SEARCH = "<form action=/><input name=q aria-label='Search the catalogue'><button>Search</button></form>"


def _next_data(state: dict[str, Any]) -> str:
    props = {"menu": [{"label": "Home"}, {"label": "About us"}], "pageProps": state}
    data = json.dumps({"props": props}).replace("<", "\\u003c")
    return f"{_SEARCH}<div id=__next></div><script id=__NEXT_DATA__ type=application/json>{data}</script>"


def _assigned(state: dict[str, Any]) -> str:
    return f"{_SEARCH}<div id=app></div><script>window.__INITIAL_STATE__ = {json.dumps({'list': state})};</script>"


def _parsed(state: dict[str, Any]) -> str:
    text = json.dumps(json.dumps(state))
    return f"{_SEARCH}<div id=app></div><script>var state = JSON.parse({text}); start(state);</script>"


def _nuxt(state: dict[str, Any]) -> str:
    flat: list[Any] = []

    def put(value: Any) -> int:
        at = len(flat)
        flat.append(None)
        if isinstance(value, dict):
            flat[at] = {name: put(one) for name, one in value.items()}
        elif isinstance(value, list):
            flat[at] = [put(one) for one in value]
        else:
            flat[at] = value
        return at

    put({"data": state})
    data = json.dumps([["Reactive", 1], *[_moved(one) for one in flat]])
    return f"{_SEARCH}<div id=__nuxt></div><script id=__NUXT_DATA__ type=application/json>{data}</script>"


def _moved(one: Any) -> Any:
    """Numbers of places, one further."""
    if isinstance(one, dict):
        return {name: at + 1 for name, at in one.items()}
    return [at + 1 for at in one] if isinstance(one, list) else one


STATES = {"next": _next_data, "assigned": _assigned, "parsed": _parsed, "nuxt": _nuxt}
"""Pages that carry their books for a script, and show none."""


def _changes(method: str, path: str, body: str) -> bool:
    if method not in ("GET", "POST") or "mutation" in body:
        return True
    return path.startswith(("/api/track", "/basket"))


def _sign(number: str, salt: str) -> str:
    """What the script of the page works out as well."""
    return str((int(number) * 31 + int(salt) * 7919) % 1_000_003)


def _json(value: Any) -> tuple[int, str, str]:
    return 200, "application/json", json.dumps(value)


def page_of(kind: str = "", *, script: str = "", box: str = BOX, lists: bool = False, noise: bool = True) -> str:
    """The page of one way of asking, or with a script of one's own."""
    more = "Load more" if kind in ("cursor", "last-id") else "Next"
    parts = {"controls": box + (LIST if lists else ""), "more": more, "noise": NOISE if noise else ""}
    return FRAME % {**parts, "script": script or SCRIPTS[kind]}


@contextmanager
def library(kind: str, count: int = 137, *, lists: bool = False, noise: bool = True) -> Iterator[Library]:
    page = page_of(kind, lists=lists, noise=noise) if kind in SCRIPTS else ""
    with serving(Library(kind, books(count), page)) as served:
        yield served


@contextmanager
def serving(found: Library) -> Iterator[Library]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def _answer(self) -> None:
            length = int(self.headers.get("Content-Length") or 0)
            body = self.rfile.read(length).decode("utf-8", "replace")
            found.asked.append((self.command, self.path, body))
            status, kind, text = found.answer(self.command, self.path, body)
            data = text.encode()
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(data)))
            if found.cors:
                self.send_header("Access-Control-Allow-Origin", "*")
            self.end_headers()
            self.wfile.write(data)

        do_GET = do_POST = do_PUT = do_DELETE = do_PATCH = _answer  # noqa: N815

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    found.port = server.server_address[1]
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield found
    finally:
        found.ending.set()
        server.shutdown()
        server.server_close()
