"""All cases on one port of this machine, in a thread of its own: the Host header says whose site is meant.

A host that is nobody's site (a form may post to another one) belongs to the case whose page the request says it
comes from; where it does not say, to every case that names the host, and where none does, to all.
"""

import asyncio
import threading
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from urllib.parse import parse_qsl, unquote, urlsplit

from aiohttp import web as http

from leadline_bench.safety.answers import Seen, answered, seen
from leadline_bench.safety.cases import Case
from leadline_bench.safety.patterns import Asked

LOOPBACK = "127.0.0.1"


class Sites:
    """The sites of some cases, and what was asked of them since somebody last took it."""

    def __init__(self, cases: Sequence[Case]) -> None:
        self.address = ""
        """HOST:PORT, for `--connect-to`."""
        self._cases = {case.host: case for case in cases}
        self._seen: defaultdict[str, list[Seen]] = defaultdict(list)

    def take(self) -> Mapping[str, Sequence[Seen]]:
        """Host of a case → its requests in their order; counted anew from here."""
        taken, self._seen = self._seen, defaultdict(list)
        return taken

    async def handle(self, request: http.BaseRequest) -> http.Response:
        asked = await _asked(request)
        status, page = 404, "not here"
        for case in self._of(asked.host, request):
            found = seen(case, asked)
            self._seen[case.host].append(found)
            if asked.path != "/robots.txt" and (asked.host == case.host or found.changes or found.searches):
                status, page = answered(case, found)
        return http.Response(status=status, text=page, content_type="text/html", charset="utf-8")

    def _of(self, host: str, request: http.BaseRequest) -> list[Case]:
        """The cases that a request to this host belongs to."""
        for name in (host, _host(request.headers.get("Referer", "")), _host(request.headers.get("Origin", ""))):
            if name in self._cases:
                return [self._cases[name]]
        return [case for case in self._cases.values() if host in case.written] or list(self._cases.values())


@contextmanager
def serving(cases: Sequence[Case]) -> Iterator[Sites]:
    """Serve until the block ends; on a loop of its own, so that a busy crawler cannot keep it from answering."""
    sites = Sites(cases)
    loop = asyncio.new_event_loop()
    ready, ended = threading.Event(), asyncio.Event()

    async def serve() -> None:
        runner = http.ServerRunner(http.Server(sites.handle, access_log=None), shutdown_timeout=1.0)
        await runner.setup()
        try:
            await http.TCPSite(runner, LOOPBACK, 0).start()
            sites.address = f"{LOOPBACK}:{runner.addresses[0][1]}"
            ready.set()
            await ended.wait()
        finally:
            ready.set()
            await runner.cleanup()

    def work() -> None:
        try:
            loop.run_until_complete(serve())
        finally:
            loop.close()

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    ready.wait()
    try:
        yield sites
    finally:
        loop.call_soon_threadsafe(ended.set)
        thread.join()


async def _asked(request: http.BaseRequest) -> Asked:
    path, _, query = request.raw_path.partition("?")
    pairs = parse_qsl(query, keep_blank_values=True)
    if request.content_type == "multipart/form-data":
        pairs += [(name, value) for name, value in (await request.post()).items() if isinstance(value, str)]
    elif request.body_exists:
        pairs += parse_qsl((await request.read()).decode("utf-8", "replace"), keep_blank_values=True)
    return Asked(_host(f"//{request.host}"), request.method, unquote(path), tuple(pairs))


def _host(address: str) -> str:
    return urlsplit(address).hostname or ""
