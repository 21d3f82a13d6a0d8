"""What Chromium sends for the recorded forms: the expectations of `test_submit` are its, not ours."""

import re
import shutil
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from submitted_forms import CASES, Case, page

CHROMIUM = next(
    (found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None
)
_SEND = b"""<script>addEventListener("load", () => {
  const form = document.forms[0];
  const button = document.querySelector("[type=submit], [type=image], button:not([type=reset], [type=button])");
  form.requestSubmit(button && button.form === form ? button : null);
})</script>"""

Received = dict[str, tuple[str, str, str, bytes]]


@contextmanager
def _receiving() -> Iterator[tuple[str, Received, threading.Event]]:
    received: Received = {}
    complete = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = self.path
            if path == "/":
                frames = "".join(f'<iframe src="/form/{number}/"></iframe>' for number in range(len(CASES)))
                return self._send(f"<!doctype html>{frames}".encode(), "utf-8")
            if found := re.fullmatch(r"/form/(\d+)/", path):
                case = CASES[int(found[1])]
                base = f"<base href='/sent/{found[1]}/'>".encode()
                html = (
                    page(case).replace(b"<title>", base + b"<title>").replace(b"=/", b"=").replace(b'="/', b'="')
                )
                return self._send(html + _SEND, case.charset)
            return self._receive(b"")

        def do_POST(self) -> None:
            self._receive(self.rfile.read(int(self.headers.get("Content-Length") or 0)))

        def _receive(self, body: bytes) -> None:
            if found := re.fullmatch(r"/sent/(\d+)(/.*)", self.path):
                kind = self.headers.get("Content-Type") or ""
                received[CASES[int(found[1])].name] = (self.command, found[2], kind, body)
                if len(received) == len(CASES):
                    complete.set()
            self._send(b"thanks", "utf-8")

        def _send(self, body: bytes, charset: str) -> None:
            self.send_response(200)
            self.send_header("Content-Type", f"text/html; charset={charset}")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # the parent's name
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}/", received, complete
        finally:
            server.shutdown()
            thread.join()


@pytest.mark.chromium
@pytest.mark.skipif(
    CHROMIUM is None, reason="no Chromium is installed; its answers are recorded in submitted_forms.py"
)
def test_chromium_sends_what_was_recorded(tmp_path: Path) -> None:
    """Each recorded request is what a real Chromium sends for its form."""
    assert CHROMIUM is not None
    with _receiving() as (address, received, complete):
        flags = "--headless --no-sandbox --disable-gpu --disable-background-networking --disable-component-update "
        flags += "--disable-sync --no-first-run --remote-debugging-port=0"
        browser = subprocess.Popen(
            [CHROMIUM, *flags.split(), f"--user-data-dir={tmp_path}", address],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            assert complete.wait(60), f"Chromium did not send: {[c.name for c in CASES if c.name not in received]}"
        finally:
            browser.terminate()
            browser.wait(20)
    differing = {case.name: received[case.name] for case in CASES if _plain(received[case.name]) != expected(case)}
    assert differing == {}


def _plain(request: tuple[str, str, str, bytes]) -> tuple[str, str, str, bytes]:
    method, target, kind, body = request
    boundary = kind.partition("boundary=")[2]
    if boundary:
        kind, body = kind.replace(boundary, "{boundary}"), body.replace(boundary.encode(), b"{boundary}")
    return method, target, kind, body


def expected(case: Case) -> tuple[str, str, str, bytes]:
    return case.method, case.target, case.kind, case.body
