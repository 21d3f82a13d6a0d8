"""Small values for the tests of the store."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

from leadline.gate.targets import TARGET
from leadline.model.events import Finding, Outcome, Starved
from leadline.model.form import Control, Form, Invisible, Option
from leadline.model.page import Headers, Hop, Link, Request, Response
from leadline.protocols import Advice, Command, OpenGroup, Ranked
from leadline.store.batch import Batch, Capture, FrontierLink, Keys
from leadline.store.exchange import Piece
from leadline.store.protocols import Store


def no_keys(patterns: Sequence[str]) -> list[float]:
    """For records without a re-rank."""
    raise AssertionError(f"nobody asked to re-rank {patterns}")


def ranked(url: str, group: str = "g", key: float = 1.0, pattern: str = "p", nth: int | None = None) -> Ranked:
    return Ranked(f"http://{url}", group, key, pattern, nth)


def fill(store: Store, *links: Ranked, groups: Sequence[str] = ()) -> int:
    """Let links wait, with these groups open; how many were new."""
    before = waiting(store)
    store.commit(Batch(advice=Advice(links, tuple(OpenGroup(group) for group in groups))))
    return waiting(store) - before


def waiting(store: Store) -> int:
    return sum(store.frontier.waiting().values())


def advise(store: Store, *commands: Command, keys: Keys = no_keys) -> None:
    """Have the store carry out what a strategy says to an event."""
    store.commit(Batch(Starved(store.log.length), Advice((), commands)), keys)


def take_all(store: Store, group: str = "g") -> list[str]:
    """Every link of a group in the order it is served, without its scheme."""
    served = []
    while (link := store.frontier.take(group)) is not None:
        store.commit(Batch(dropped=(link,)))
        served.append(link.url.removeprefix("http://"))
    return served


def outcome(number: int, url: str = "http://a.example/", links: tuple[Link, ...] = (), **more: object) -> Outcome:
    made = Outcome(number=number, url=url, group="g", depth=0, final_url=url, status=200, links=links)
    return replace(made, **more)  # type: ignore[arg-type]  # fields of `Outcome`


def link(url: str, anchor: str = "more") -> Link:
    return Link(url, anchor, "words around", "html/body/a", frozenset({"nofollow"}), same_site=False)


@dataclass(frozen=True)
class Place:
    """Where an answer lies in the archive, as its capture says it."""

    file: str
    offset: int
    length: int
    digest: str | None
    hops: tuple[Piece, ...]

    @property
    def end(self) -> int:
        return self.offset + self.length


def place_of(capture: Capture) -> Place:
    assert capture.warc is not None
    assert capture.warc_offset is not None
    assert capture.warc_length is not None
    hops = tuple(Piece(*hop) for hop in json.loads(capture.hops))
    return Place(capture.warc, capture.warc_offset, capture.warc_length, capture.digest, hops)


def batch(
    event: Outcome, *links: Ranked, origin: FrontierLink | None = None, capture: Capture | None = None
) -> Batch:
    return Batch(event, Advice(links), origin, capture)


def response(
    url: str = "http://a.example/",
    body: bytes = b"<p>Hello",
    *,
    headers: Headers = (("Content-Type", "text/html; charset=utf-8"),),
    request: Request | None = None,
    hops: tuple[Hop, ...] = (),
    status: int = 200,
) -> Response:
    asked = request or Request(hops[0].url if hops else url, permit=TARGET)
    return Response(asked, url, status, headers, body, 1_700_000_000.25, 0.5, "192.0.2.7", hops=hops)


def finding(identity: str, score: float = 0.9) -> Finding:
    return Finding(identity, f"http://a.example/search?{identity}", score)


def form(identity: str = "f1", signature: str = "s1") -> Form:
    """With something in every field."""
    control = Control(
        kind="select",
        name="make",
        value="1",
        attributes=(("name", "make"), ("data-x", "")),
        options=(Option("1", "Ford", selected=True, group="Cars"), Option("2", "Škoda")),
        labels=("Make",),
        legends=("Search", "Cars"),
        before="Make",
        tag_path="html/body/form/select",
        invisible=Invisible.STYLE,
    )
    return Form(
        index=0,
        page_url="http://a.example/",
        action="http://a.example/search",
        method="get",
        enctype="application/x-www-form-urlencoded",
        attributes=(("role", "search"),),
        controls=(control,),
        text="Make",
        signature=signature,
        identity=identity,
        role="search",
    )
