"""What a harvest was begun with, kept in its folder: the form's page as it came, which form, what the user set.

The page and not what was understood of it: understanding it again gives the same fields, and pages from files are
nowhere else.
"""

import base64
import json
from dataclasses import dataclass

from leadline.errors import BadTarget
from leadline.gate.targets import UNSENT
from leadline.model.page import Request, Response
from leadline.store.codec import dumps
from leadline.store.crawl import CrawlStore
from leadline.store.damage import stored

_KEY = "harvest"


@dataclass(frozen=True, slots=True)
class Kept:
    """The beginning of a harvest."""

    response: Response
    form: int
    sets: dict[str, str]
    values: str | None


def keep(store: CrawlStore, begun: Kept) -> None:
    """Inside a transaction."""
    response = begun.response
    body = {
        "url": response.url,
        "status": response.status,
        "headers": response.headers,
        "body": base64.b64encode(response.body).decode("ascii"),
        "fetched_at": response.fetched_at,
        "form": begun.form,
        "sets": begun.sets,
        "values": begun.values,
    }
    store.put_meta(_KEY, dumps(body))


@stored("the form's page")
def recall(store: CrawlStore) -> Kept:
    said = store.meta(_KEY)
    if said is None:
        raise BadTarget("an older version began this harvest and kept no form; begin again in a new folder")
    body = json.loads(said)
    response = Response(
        Request(body["url"], permit=UNSENT),
        body["url"],
        body["status"],
        tuple((name, value) for name, value in body["headers"]),
        base64.b64decode(body["body"]),
        body["fetched_at"],
    )
    return Kept(response, body["form"], body["sets"], body["values"])
