"""The front of an application: a loopback port that writes down every request before the application sees it.

Behind it is a server of its own (`Upstream`) or a CGI program that is started for each request (`Program`,
RFC 3875). The log is the proof that a harvest sent nothing but searches, and the count of its requests.
"""

import http.client
import os
import subprocess
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.parser import BytesHeaderParser
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Protocol
from urllib.parse import unquote, urlsplit

OF_ONE_CONNECTION = frozenset(("connection", "keep-alive", "transfer-encoding", "content-length", "te", "upgrade"))
PATIENCE = 120.0
"""Seconds an application may take for one answer."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One request as it arrived."""

    method: str
    target: str
    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True, slots=True)
class Told:
    """The application's answer."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes


NOT_YET = Told(503, (("Content-Type", "text/plain"),), b"The application is being set up.\n")
CUT_OFF = Told(502, (("Content-Type", "text/plain"),), b"The application ended the connection.\n")
NOTHING = Told(404, (("Content-Type", "text/plain"),), b"There is nothing here.\n")


class Behind(Protocol):
    """What answers behind the front."""

    def answer(self, asked: Asked) -> Told: ...


@dataclass(frozen=True, slots=True)
class Upstream:
    """A server on another loopback port. The host name stays the front's, so that its links lead to the front."""

    port: int
    always: Mapping[str, str] = field(default_factory=dict)
    """Headers set for everybody, in lower case: the language of an application that follows its visitor's."""

    def answer(self, asked: Asked) -> Told:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            sent = {name: value for name, value in asked.headers.items() if name.lower() not in OF_ONE_CONNECTION}
            sent.update(self.always)
            connection.request(asked.method, asked.target, body=asked.body or None, headers=sent)
            answered = connection.getresponse()
            return Told(answered.status, tuple(answered.getheaders()), answered.read())
        except http.client.RemoteDisconnected:
            return CUT_OFF  # a connection that was to become something else than HTTP, a WebSocket for instance
        finally:
            connection.close()


@dataclass(frozen=True, slots=True)
class Program:
    """A CGI program at one path; requests for other paths are answered with 404."""

    command: tuple[str, ...]
    path: str
    settings: Mapping[str, str] = field(default_factory=dict)
    folder: Path | None = None

    def answer(self, asked: Asked) -> Told:
        parts = urlsplit(asked.target)
        if not (parts.path == self.path or parts.path.startswith(self.path.rstrip("/") + "/")):
            return NOTHING
        done = subprocess.run(
            self.command,
            input=asked.body,
            env=self._environment(asked),
            cwd=self.folder,
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
        return _spoken(done.stdout) if done.stdout else Told(500, (), done.stderr)

    def _environment(self, asked: Asked) -> dict[str, str]:
        parts = urlsplit(asked.target)
        host, _, port = asked.headers.get("host", "127.0.0.1:80").partition(":")
        given = {f"HTTP_{name.upper().replace('-', '_')}": value for name, value in asked.headers.items()}
        return {
            "PATH": os.environ.get("PATH", os.defpath),
            "GATEWAY_INTERFACE": "CGI/1.1",
            "REQUEST_METHOD": asked.method,
            "REQUEST_URI": asked.target,
            "SCRIPT_NAME": self.path.rstrip("/"),
            "SCRIPT_FILENAME": self.command[-1],
            "PATH_INFO": unquote(parts.path[len(self.path.rstrip("/")) :]),
            "QUERY_STRING": parts.query,
            "CONTENT_TYPE": asked.headers.get("content-type", ""),
            "CONTENT_LENGTH": str(len(asked.body)) if asked.body else "",
            "SERVER_NAME": host,
            "SERVER_PORT": port or "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "SERVER_SOFTWARE": "front",
            "REMOTE_ADDR": "127.0.0.1",
            **given,
            **self.settings,
        }


@dataclass(frozen=True, slots=True)
class Programs:
    """A folder of CGI programs below one path; a name that is not in it is answered by one of them."""

    folder: Path
    path: str
    otherwise: str
    settings: Mapping[str, str] = field(default_factory=dict)
    interpreter: tuple[str, ...] = ()

    def answer(self, asked: Asked) -> Told:
        path = urlsplit(asked.target).path
        if not path.startswith(f"{self.path}/"):
            return NOTHING
        name = path.removeprefix(f"{self.path}/").partition("/")[0]
        known = bool(name) and (self.folder / name).is_file()
        file, at = (name, f"{self.path}/{name}") if known else (self.otherwise, path)
        return Program((*self.interpreter, str(self.folder / file)), at, self.settings, self.folder).answer(asked)


def _spoken(output: bytes) -> Told:
    """What a CGI program printed: its header, a blank line and the body."""
    ends = [(at, len(mark)) for mark in (b"\r\n\r\n", b"\n\n") if (at := output.find(mark)) >= 0]
    at, width = min(ends, default=(len(output), 0))
    head = BytesHeaderParser().parsebytes(output[:at] + b"\n\n")
    status = int(str(head.get("Status", "302" if "Location" in head else "200")).split()[0])
    headers = tuple((name, str(value)) for name, value in head.items() if name.lower() != "status")
    return Told(status, headers, output[at + width :])


@dataclass(frozen=True, slots=True)
class Pages:
    """A folder of HTML files below one path, and something else for every other path."""

    folder: Path
    path: str
    otherwise: Behind

    def answer(self, asked: Asked) -> Told:
        path = unquote(urlsplit(asked.target).path)
        if not path.startswith(self.path):
            return self.otherwise.answer(asked)
        file = self.folder / Path(path).name
        if not file.is_file():
            return NOTHING
        return Told(200, (("Content-Type", "text/html; charset=utf-8"),), file.read_bytes())


@dataclass(slots=True)
class Front:
    """The port, what is behind it, and what was asked so far."""

    address: str
    log: list[Asked] = field(default_factory=list)
    behind: Behind | None = None

    def url(self, path: str) -> str:
        return f"http://{self.address}{path}"

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2])


@contextmanager
def front() -> Iterator[Front]:
    """A front on a free port, closed when the block ends; set `behind` before it is asked."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def _serve(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            headers = {name.lower(): value for name, value in self.headers.items()}
            asked = Asked(self.command, self.path, headers, body)
            state.log.append(asked)
            told = state.behind.answer(asked) if state.behind is not None else NOT_YET
            self.send_response_only(told.status)
            for name, value in told.headers:
                if name.lower() not in OF_ONE_CONNECTION:
                    self.send_header(name, value)
            self.send_header("Content-Length", str(len(told.body)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(told.body)

        do_GET = do_POST = do_HEAD = do_PUT = do_DELETE = _serve  # noqa: N815  # the parent's names

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # the parent's name
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    state = Front(f"127.0.0.1:{server.server_port}")
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield state
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
