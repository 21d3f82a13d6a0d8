"""What `leadline status` says: a crawl in numbers, or the life of one URL in sentences."""

import time
from dataclasses import asdict
from typing import TYPE_CHECKING

from rich.console import Console

from leadline.cli.documents import write_json
from leadline.cli.terminal import console, harmless
from leadline.errors import BadTarget
from leadline.model.url import canonical
from leadline.store.batch import Summary, UrlHistory

if TYPE_CHECKING:
    from leadline.store.folder import CrawlFolder
    from leadline.store.protocols import Store


def stand(folder: "CrawlFolder", store: "Store", *, as_json: bool) -> int:
    """The whole crawl in numbers."""
    found = store.pages.summary()
    records, queries, answers = store.queries.counts()
    rests = store.hosts.resting(time.time())
    if as_json:
        numbers = {"kind": folder.kind, **asdict(found), "records": records, "queries": queries}
        write_json({**numbers, "resting": [asdict(one) for one in rests]})
        return 0
    out = console()
    out.print(f"{folder.kind} in {folder.path}", soft_wrap=True)
    if folder.kind == "harvest":
        out.print(
            f"{records:,} records from {answers:,} pages of {queries:,} queries; {found.requests:,} requests"
        )
    else:
        _stand_of_a_crawl(found, out)
    for kind, count in found.failures.items():
        out.print(f"  {count:,} × {kind}")
    for one in rests:
        out.print(f"{harmless(one.host)} asked to be left alone until {one.until}", soft_wrap=True, markup=False)
    return 0


def _stand_of_a_crawl(found: Summary, out: Console) -> None:
    out.print(
        f"{found.pages:,} pages of {found.sites:,} sites, {found.on_topic:,} on the topic; "
        f"{found.requests:,} requests"
    )
    out.print(f"{found.relevant_forms:,} relevant forms among {found.forms:,} forms")
    out.print(
        f"{found.waiting:,} links wait; {found.left_sites:,} sites were left; {found.set_aside:,} pages set aside"
    )


def explain(store: "Store", url: str, *, as_json: bool) -> int:
    """All that is known about one URL, and why it was fetched or was not."""
    address = canonical(url)
    if address is None:
        raise BadTarget(f"{url} is not a URL; write it in full, http://… or https://…")
    life = store.pages.history(address)
    if as_json:
        write_json(asdict(life))
        return 0
    out = console()
    for sentence in _sentences(life):
        out.print(harmless(sentence), soft_wrap=True)
    return 0


def _sentences(life: UrlHistory) -> list[str]:
    told = [f"{life.url} {_STATES[life.state]}."]
    if life.number is not None:
        answer = f"status {life.status}" if life.status is not None else f"no page ({life.failure})"
        told.append(
            f"It was event {life.number}, taken from group '{life.group}' at depth {life.depth}: {answer}."
        )
    if life.permit:
        told.append(f"It was asked for as {life.permit}.")
    if life.key is not None:
        told.append(f"It waits in group '{life.group}' with key {life.key:g} (pattern {life.pattern!r}).")
    if life.on_topic is not None:
        told.append(f"P(topic) is {life.on_topic:.2f}.")
    if life.set_aside:
        told.append(f"Its links were not followed: {life.set_aside}.")
    told += [f"It was linked from {page} as “{anchor}”." for page, anchor in life.way]
    if life.left:
        told.append(f"Its site was left: {life.left}.")
    return told


_STATES = {
    "fetched": "was fetched",
    "failed": "was asked for and brought no page",
    "waiting": "is waiting in the frontier",
    "seen": "was met and dropped",
    "unknown": "was never met",
}
