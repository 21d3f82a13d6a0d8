"""bull-board (npm, with redis of Debian): jobs that wait in a queue, cards a script asks for page by page; German.

There is no box for words: a list goes by pages and by what has become of the jobs. Every card has buttons that run
or remove its job, and the page asks anew every few seconds.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from urllib.parse import urlencode

from app_front import Upstream
from app_kit import Application, Served, Workshop, free_port
from app_natural import dated, natural, signed
from app_oracle import Ask, pages
from app_records import Item

QUEUE = "Archiv"
SERVER = """
const express = require("express");
const { Queue } = require("bullmq");
const { createBullBoard } = require("@bull-board/api");
const { BullMQAdapter } = require("@bull-board/api/bullMQAdapter");
const { ExpressAdapter } = require("@bull-board/express");
const [port, redis] = process.argv.slice(2).map(Number);
const queue = new Queue("QUEUE", { connection: { host: "127.0.0.1", port: redis } });
const board = new ExpressAdapter();
createBullBoard({ queues: [new BullMQAdapter(queue)], serverAdapter: board });
queue.addBulk(require("./jobs.json")).then(() => {
  const app = express();
  app.use(board.getRouter());
  app.listen(port, "127.0.0.1");
});
"""
BINARY = "/usr/bin/redis-check-rdb"
"""Debian's server is this file by another name, and its package would start a service."""
CALL, ON_A_PAGE = "/api/queues", 100


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    port, redis, program = free_port(), free_port(), workshop.folder / "redis-server"
    program.symlink_to(BINARY)
    (workshop.folder / "node_modules").symlink_to(workshop.npm)
    (workshop.folder / "server.cjs").write_text(SERVER.replace("QUEUE", QUEUE))
    (workshop.folder / "jobs.json").write_text(json.dumps([_job(item) for item in workshop.items]))
    kept = ("--port", str(redis), "--bind", "127.0.0.1", "--save", "", "--enable-debug-command", "local")
    client = ("redis-cli", "-p", str(redis))
    with workshop.started(program, *kept) as process:
        workshop.until(
            lambda: (workshop.folder / "redis-server.log").read_text().count("Ready to accept") > 0, process
        )
        with workshop.server(port, "node", "server.cjs", str(port), str(redis)):
            workshop.front.behind = Upstream(port)
            yield Served(
                form=f"/queue/{QUEUE}?status=waiting",
                state=lambda: workshop.run(*client, "DEBUG", "DIGEST").decode(),
            )


def _job(item: Item) -> dict[str, object]:
    told = {"art": item.kind, "wer": item.maker, "ort": item.place, "tag": dated(item), "text": item.text}
    return {"name": signed(item), "data": {name: value for name, value in told.items() if value}}


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """All jobs, page by page, as many at once as the page offers."""
    for page in pages(len(items), ON_A_PAGE):
        asked = {"activeQueue": QUEUE, "status": "waiting", "page": page + 1, "jobsPerPage": ON_A_PAGE}
        yield Ask(f"{CALL}?{urlencode(asked)}")


BULLBOARD = Application(
    "bullboard", "jobs of a queue", 330, _serve, programs=("node", "redis-cli"),
    packages=("bullmq", "ioredis", "@bull-board/api", "@bull-board/express", "express"),
    records=partial(natural, language="de"), scripted=True, oracle=_oracle,
)  # fmt: skip
