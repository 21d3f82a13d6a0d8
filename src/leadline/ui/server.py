"""The dashboard as an ASGI application, and uvicorn that serves it."""

import asyncio
import secrets
import socket
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from leadline.app.library import Library
from leadline.errors import ArchiveError, BadConfiguration, LeadlineError, NotHere
from leadline.ui import showing
from leadline.ui.api import ENDPOINTS, Plain, api_routes
from leadline.ui.archive import ARCHIVE
from leadline.ui.desk import Desk
from leadline.ui.guarding import Access, Guard
from leadline.ui.live import events
from leadline.ui.metrics import health, metrics
from leadline.ui.pages import PAGES
from leadline.ui.started import StartedHarvests
from leadline.ui.writing import WRITES, WRITING

_LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})


@dataclass(frozen=True, slots=True)
class ServeSettings:
    """What `leadline serve` is given."""

    folders: Sequence[Path]
    host: str = "127.0.0.1"
    port: int = 8080
    token: str | None = None
    read_only: bool = False
    words: Sequence[str] = ()  # network options of harvests that are started from here

    def access(self) -> Access:
        """On loopback whoever sits at the machine; elsewhere who has the token, made if none was given."""
        if self.token is None and self.host in _LOOPBACK:
            return Access(None, self.read_only)
        return Access(self.token or secrets.token_urlsafe(24), self.read_only)


def application(desk: Desk) -> Starlette:
    """All routes behind the guard."""

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        desk.ending.set()
        await asyncio.to_thread(desk.started.close)

    static = StaticFiles(packages=[("leadline.ui", "static")])
    served = [Route("/events", events), Route("/metrics", metrics), Route("/health", health)]
    made = Starlette(
        routes=[*PAGES, *ARCHIVE, *WRITING, *api_routes([*ENDPOINTS, *WRITES]), *served, Mount("/static", static)],
        middleware=[Middleware(Guard, access=desk.access)],
        exception_handlers={LeadlineError: _failed, HTTPException: _failed},
        lifespan=lifespan,
    )
    made.state.desk = desk
    return made


async def _failed(request: Request, error: Exception) -> Response:
    """One sentence, as a page or as JSON: something is wrong with the request, or with the folder."""
    if isinstance(error, HTTPException):
        status = error.status_code
        sentence = "there is nothing at this address" if status == 404 else str(error.detail)
    else:
        sentence = str(error)
        status = 404 if isinstance(error, NotHere) else 409 if isinstance(error, ArchiveError) else 400
    if request.url.path.startswith("/api/") or request.method not in ("GET", "HEAD"):
        return Plain({"error": sentence}, status)
    return showing.page(
        "failed.html", status, sentence=sentence, read_only=True, may_start=False, path=request.url.path
    )


def make_desk(settings: ServeSettings, index: Path | None) -> Desk:
    access = settings.access()
    return Desk(Library(settings.folders), access, StartedHarvests(settings.words), index)


async def serve(settings: ServeSettings, stop: asyncio.Event, on_ready: Callable[[str], object]) -> None:
    """Until `stop` is set; `on_ready` is told the address to open, token included, once it is listened at."""
    with tempfile.TemporaryDirectory(prefix="leadline-index-") as away:
        desk = make_desk(settings, Path(away) if settings.read_only else None)
        listening = _listening(settings.host, settings.port)
        config = uvicorn.Config(
            application(desk), log_level="warning", access_log=False, timeout_graceful_shutdown=3
        )
        server = _Server(config)
        task = asyncio.create_task(server.serve(sockets=[listening]))
        try:
            await server.ready.wait()
            on_ready(_address(settings, listening, desk.access))
            ended = asyncio.create_task(stop.wait())
            await asyncio.wait((task, ended), return_when=asyncio.FIRST_COMPLETED)
            ended.cancel()
        finally:
            desk.ending.set()
            server.should_exit = True
            await task


class _Server(uvicorn.Server):
    """uvicorn's, which leaves Ctrl-C to whoever started us and says when it is listening."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.ready = asyncio.Event()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        try:
            await super().startup(sockets)
        finally:
            self.ready.set()


def _listening(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # By its number asyncio knows TCP, and sends what is small at once: each answer took 40 ms more without.
    made = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((host, port))
    except OSError as error:
        made.close()
        raise BadConfiguration(
            f"--host {host} --port {port}: cannot be served on: {error.strerror}; try another, or --port 0"
        ) from error
    made.listen(128)
    return made


def _address(settings: ServeSettings, listening: socket.socket, access: Access) -> str:
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    token = f"?token={access.token}" if access.token is not None else ""
    return f"http://{host}:{listening.getsockname()[1]}/{token}"
