"""Prefect (PyPI): deployments of a scheduler of work; scripts ask for pages of them by POST of JSON."""

import hashlib
import json
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager

from app_front import Upstream
from app_kit import Application, Served, Workshop, free_port
from app_natural import dated, natural, signed
from app_oracle import Ask, pages
from app_records import Item

PAGINATED = "/api/deployments/paginate"
BESIDE = ("/api/deployments/count", "/api/flow_runs/filter", "/api/flows/filter")
"""What its page asks for beside the list: every question is a POST, and so would changes be, to other paths."""
ON_A_PAGE = 200
"""The most that an answer may hold."""


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    port = free_port()
    variables = {
        "PREFECT_HOME": str(workshop.folder / "kept"),
        "PREFECT_API_DATABASE_CONNECTION_URL": f"sqlite+aiosqlite:///{workshop.folder}/prefect.db",
        "PREFECT_UI_API_URL": workshop.front.url("/api"),
        "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
    }
    server = ("server", "start", "--host", "127.0.0.1", "--port", str(port), "--no-services")
    command = (workshop.tools / "talks/bin/prefect", *server)
    with workshop.server(port, *command, path="/api/health", **variables):
        flows: dict[str, str] = {}
        for item in workshop.items:
            if item.kind not in flows:
                flows[item.kind] = _asked(port, "/api/flows/", {"name": item.kind})["id"]
            _asked(port, "/api/deployments/", _told(item, flows[item.kind]))
        workshop.front.behind = Upstream(port)
        yield Served(
            form="/deployments", state=lambda: _state(port, len(workshop.items)), search_posts=(PAGINATED, *BESIDE)
        )


def _told(item: Item, flow: str) -> dict[str, object]:
    """As whoever deploys a flow tells the server; what stands in titles and no name may hold is left out."""
    name = "".join(letter for letter in signed(item) if letter not in '/%&><"')
    tags = [part for part in (item.maker, item.place) if part]
    return {
        "name": name, "flow_id": flow, "description": item.text, "tags": tags, "version": str(item.year),
        "labels": {"date": dated(item)}, "parameters": {}, "paused": False, "entrypoint": f"{item.key}.py:run",
    }  # fmt: skip


def _asked(port: int, path: str, told: dict[str, object]) -> dict[str, str]:
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}{path}", json.dumps(told).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        return dict(json.load(answer))


def _state(port: int, size: int) -> str:
    kept = [_asked(port, PAGINATED, _page(page)) for page in pages(size, ON_A_PAGE)]
    return hashlib.sha256(json.dumps(kept, sort_keys=True).encode()).hexdigest()


def _page(page: int) -> dict[str, object]:
    return {"page": page + 1, "limit": ON_A_PAGE, "sort": "NAME_ASC"}


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """Everything, in answers as long as they may be."""
    for page in pages(len(items), ON_A_PAGE):
        yield Ask(PAGINATED, document=json.dumps(_page(page)))


PREFECT = Application(
    "prefect", "scheduler", 330, _serve, modules=("prefect",), environment="talks", records=natural, scripted=True,
    oracle=_oracle,
)  # fmt: skip
