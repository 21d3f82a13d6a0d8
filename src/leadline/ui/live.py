"""What is under way, told as it changes: server-sent events. A crawl writes into its folder, whichever process it
is, so the folder is looked at and nobody has to be asked."""

import asyncio
import json
from collections.abc import AsyncIterator

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import StreamingResponse

from leadline.ui.desk import Desk

_SECONDS = 1.0  # between two looks: a polite crawl brings about a page a second
_COMMENT = 15  # looks without news after which a line keeps the connection from being taken for dead


async def events(request: Request) -> StreamingResponse:
    desk: Desk = request.app.state.desk
    return StreamingResponse(_told(request, desk), media_type="text/event-stream")


async def _told(request: Request, desk: Desk) -> AsyncIterator[str]:
    known: dict[str, str] = {}
    silent = 0
    while not await request.is_disconnected() and not desk.ending.is_set():
        now = await run_in_threadpool(desk.live)
        news = {name: said for name, told in now.items() if known.get(name) != (said := json.dumps(told))}
        for name, said in news.items():
            yield f"event: folder\ndata: {said}\n\n"
            known[name] = said
        silent = 0 if news else silent + 1
        if silent % _COMMENT == 1:
            yield ": nothing new\n\n"
        await asyncio.sleep(_SECONDS)
