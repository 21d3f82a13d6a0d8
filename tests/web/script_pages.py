"""A server with pages that scripts make, which remembers every request."""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

Answers = Mapping[str, tuple[int, str, str]]
"""Path → status, media type (the target for a redirect), body."""

APP = """<!doctype html><title>Cars</title><div id=root></div><img src=/car.png><script src=/app.js></script>"""
APP_JS = """
document.getElementById('root').innerHTML =
  '<form action=/find><label>Make <input name=make></label><button>Search</button></form>';
"""


ROOT = "<!doctype html><title>t</title><div id=root></div>"
SAY = "const say = t => document.getElementById('root').append(t + ' ');"


def script(text: str) -> tuple[int, str, str]:
    """A page with an empty root and this script, which can `say` something on it."""
    return 200, "text/html; charset=utf-8", f"{ROOT}<script>{SAY}{text}</script>"


def js(text: str) -> tuple[int, str, str]:
    return 200, "text/javascript", text


def asking(url: str, how: str = "{}") -> str:
    """A script that asks for something and says what came of it."""
    return f"fetch('{url}', {how}).then(r => r.text()).then(t => say('got ' + t), e => say('refused'));"


PAGES: dict[str, tuple[int, str, str]] = {
    "/robots.txt": (200, "text/plain", "User-agent: *\nDisallow: /kept-out"),
    "/": (200, "text/html", APP),
    "/app.js": js(APP_JS),
    "/car.png": (200, "image/png", "x"),
    "/plain": (200, "text/html", "<p>" + "word " * 200 + "<script>document.body.innerHTML = ''</script>"),
    "/data": (200, "text/plain", "data"),
    "/robotic": (200, "text/html", ROOT + "<script src=/kept-out/a.js></script><script src=/app.js></script>"),
    "/goes-out": script("location.replace('/kept-out/page'); say('stayed');"),
    "/goes": script("location.replace('/moved')"),
    "/moved": (302, "/arrived?a=1", ""),
    "/arrived?a=1": script("say('arrived')"),
    "/endless": script("say('begun'); while (true) {}"),
    "/greedy": script("for (let n = 0; n < 30; n++) fetch('/data?' + n).catch(() => say('no'));"),
    "/own-query": script(asking("/search", """{method: 'POST', body: '{"query": "query A { a }"}'}""")),
    "/own-post": script(asking("/search", "{method: 'POST', body: 'q'}")),
    "/own-deed": script(asking("/data", "{method: 'POST', body: 'q'}")),
    "/search": (200, "text/plain", "data"),
    "/sends": script(
        "document.body.innerHTML = '<form method=post action=/buy></form>'; document.forms[0].submit();"
    ),
    "/buy": (200, "text/html", "bought"),
    "/noisy": script(
        "new WebSocket('ws://' + location.host + '/socket'); new EventSource('/events');"
        "navigator.sendBeacon('/beacon'); const f = document.createElement('iframe'); f.src = '/frame';"
        "document.body.append(f); window.open('/popup'); alert('hello'); const a = document.createElement('a');"
        "a.href = '/data'; a.download = 'x'; a.click(); new Image().src = '/pixel'; say('done');"
    ),
    "/component": script(
        "document.getElementById('root').innerHTML = '<find-box><b>Find</b></find-box>';"
        "customElements.define('find-box', class extends HTMLElement { connectedCallback() {"
        "this.attachShadow({mode: 'open'}).innerHTML = '<form><slot></slot><input name=q></form>'; } });"
    ),
    "/noscript": (200, "text/html", f"{APP}<noscript><form><input name=old></form></noscript>"),
    "/boxes": script(
        "document.body.innerHTML = '<form>Make of car <input name=trap hidden><input name=make style="
        '"width:120px;box-sizing:border-box"><p style="margin-top:500px"><button name=go>Go</button></form>\';'
    ),
    "/wall": (200, "text/html", ROOT + "<script>say = 1; _cf_chl_opt = 1</script>Checking your browser"),
}


@dataclass
class Site:
    """Where the server listens, and what it was asked for."""

    port: int
    asked: list[str] = field(default_factory=list)

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"


@contextmanager
def serving(answers: Answers) -> Iterator[Site]:
    """Serve these answers to any host; everything else is 404."""
    site = Site(0)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            length = int(self.headers.get("Content-Length") or 0)
            self.rfile.read(length)
            site.asked.append(f"{self.command} {self.headers['Host'].partition(':')[0]}{self.path}")
            status, kind, body = answers.get(self.path, (404, "text/plain", "nothing here"))
            self.send_response(status)
            self.send_header("Location" if 300 <= status < 400 else "Content-Type", kind)
            payload = body.encode()
            self.send_header("Content-Length", str(len(payload)))
            self.end_headers()
            self.wfile.write(payload)

        do_POST = do_GET  # noqa: N815  (the name is http.server's)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002  (http.server's name)
            """Tests read `asked` instead."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    site.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
