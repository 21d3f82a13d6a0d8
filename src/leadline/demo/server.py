"""The built-in web on a loopback port, under all its host names at once: the Host header decides.

The standard library's server in a thread of its own: real sockets, real HTTP, nothing to install, and
independent of the client under demonstration.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import urlsplit

from leadline.demo.site import answer
from leadline.errors import BadConfiguration

LOOPBACK = "127.0.0.1"
_LONGEST = 1 << 16  # bytes of a filled-in form


@contextmanager
def serving(port: int = 0) -> Iterator[str]:
    """Serve until the block ends; gives the HOST:PORT for `--connect-to`. Port 0 is any free one."""
    try:
        server = _Server((LOOPBACK, port), _Handler)
    except OSError as error:
        raise BadConfiguration(f"--port {port}: cannot be served on: {error.strerror}; try another") from error
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield f"{LOOPBACK}:{server.server_address[1]}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False  # an idle connection of a browser must not keep the demo from ending


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        length = self.headers.get("Content-Length") or ""
        if not length.isdecimal() or int(length) > _LONGEST:
            self.close_connection = True  # the body is not read, so the next request is not where we are
            length = "0"
        self._answer(self.rfile.read(int(length)).decode("ascii", "replace"))

    def do_GET(self) -> None:
        self._answer(None)

    def _answer(self, posted: str | None) -> None:
        host = (self.headers.get("Host") or "").partition(":")[0].lower()
        asked = urlsplit(self.path)
        found = answer(host, asked.path, asked.query, posted)
        self.send_response(found.status)
        for name, value in (*found.headers, ("Content-Length", str(len(found.body)))):
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(found.body)

    def do_HEAD(self) -> None:
        self.do_GET()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # the parent's name for it
        """Nothing: standard error belongs to what the demo says."""
