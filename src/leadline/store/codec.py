"""Events and links as text: canonical JSON, so that equal logs are equal bytes."""

import json
import re
import zlib
from collections.abc import Sequence
from typing import Any

from leadline.model.events import Backlinks, Event, Failure, Finding, Outcome, Starved
from leadline.model.page import Link
from leadline.store.damage import inflated, stored

_SURROGATE = re.compile("[\ud800-\udfff]")


def dumps(value: object) -> str:
    """Canonical JSON: sorted keys, no spaces, as UTF-8 can hold it."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":"))
    if not text.isascii() and _SURROGATE.search(text):
        # Half a character, from a hostile page or server: as an escape it is JSON, and comes back unchanged.
        text = _SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
    return text


_END = "\0"
"""Between two texts of a blob of links, and in front of them all."""
_COLUMNS = 6
_NO_REL: frozenset[str] = frozenset()


def pack_links(links: Sequence[Link]) -> bytes:
    """A page's links as one blob: column by column, which is packed in half of the time that JSON takes and is
    smaller. Level 1: a third of the time of 6 for a tenth more bytes, and this happens once a page."""
    texts = [link.url for link in links]
    texts += [link.anchor for link in links]
    texts += [link.around for link in links]
    texts += [link.tag_path for link in links]
    texts += [" ".join(sorted(link.rel)) if link.rel else "" for link in links]
    texts += ["=" if link.same_site else "" for link in links]
    said = _END + _END.join(texts)
    odd = any(not word or " " in word for link in links for word in link.rel)
    if odd or said.count(_END) != max(1, len(texts)):
        # No parsed page holds NUL (HTML section 13.2.3.5), nor a rel a space; whoever made this link, it is kept.
        said = dumps([[k.url, k.anchor, k.around, k.tag_path, sorted(k.rel), k.same_site] for k in links])
    return zlib.compress(said.encode(errors="surrogatepass"), 1)


@stored("the links of a page")
def unpack_links(blob: bytes) -> tuple[Link, ...]:
    said = inflated(blob).decode(errors="surrogatepass")
    if said[0] != _END:  # written by an older Leadline, or as the one above says
        return tuple(
            Link(url, anchor, around, path, frozenset(rel), same)
            for url, anchor, around, path, rel, same in json.loads(said)
        )
    if len(said) == 1:
        return ()
    _, *texts = said.split(_END)
    n = len(texts) // _COLUMNS
    rels = [frozenset(text.split(" ")) if text else _NO_REL for text in texts[4 * n : 5 * n]]
    same = map(bool, texts[5 * n :])
    return tuple(map(Link, texts[:n], texts[n : 2 * n], texts[2 * n : 3 * n], texts[3 * n : 4 * n], rels, same))


def pack_event(event: Event) -> tuple[str, dict[str, Any]]:
    """(kind, body) of an event, its number and links left out: they have columns of their own."""
    if isinstance(event, Starved):
        return "starved", {}
    if isinstance(event, Backlinks):
        return "backlinks", {"site": event.site, "pages": list(event.pages)}
    body: dict[str, Any] = {
        "url": event.url,
        "group": event.group,
        "depth": event.depth,
        "final_url": event.final_url,
        "status": event.status,
        "on_topic": event.on_topic,
        "forms": event.forms,
        "found": [[f.identity, f.url, f.score] for f in event.found],
        "failure": [event.failure.kind, event.failure.found] if event.failure else None,
        "set_aside": event.set_aside,
        "digest": event.digest,
        "fingerprint": event.fingerprint,
        "permit": event.permit,
    }
    return "outcome", body


@stored("an event")
def unpack_event(number: int, kind: str, body: str, links: bytes | None, path: tuple[Link, ...]) -> Event:
    values = json.loads(body)
    if kind == "starved":
        return Starved(number)
    if kind == "backlinks":
        return Backlinks(number, values["site"], tuple(values["pages"]))
    return Outcome(
        number=number,
        url=values["url"],
        group=values["group"],
        depth=values["depth"],
        path=path,
        final_url=values["final_url"],
        status=values["status"],
        on_topic=values["on_topic"],
        links=unpack_links(links) if links else (),
        forms=values["forms"],
        found=tuple(Finding(*row) for row in values["found"]),
        failure=Failure(*values["failure"]) if values["failure"] else None,
        set_aside=values["set_aside"],
        digest=values["digest"],
        fingerprint=values["fingerprint"],
        permit=values.get("permit", ""),
    )
