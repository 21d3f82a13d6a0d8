"""Small values for the tests of the store."""

from collections.abc import Sequence
from dataclasses import replace

from leadline.gate.targets import TARGET
from leadline.model.events import Finding, Outcome
from leadline.model.form import Control, Form, Invisible, Option
from leadline.model.page import Headers, Hop, Link, Request, Response
from leadline.protocols import Advice, OpenGroup, Ranked
from leadline.store.crawl import Capture, CrawlStore, Entry
from leadline.store.frontier import Waiting


def no_keys(patterns: Sequence[str]) -> list[float]:
    """For records without a re-rank."""
    raise AssertionError(f"nobody asked to re-rank {patterns}")


def ranked(url: str, group: str = "g", key: float = 1.0, pattern: str = "p", nth: int | None = None) -> Ranked:
    return Ranked(f"http://{url}", group, key, pattern, nth)


def fill(store: CrawlStore, *links: Ranked, groups: Sequence[str] = ()) -> int:
    """Let links wait, with these groups open; how many were new."""
    with store.db.transaction():
        for group in groups:
            store.frontier.open_group(OpenGroup(group), 0)
        return store.frontier.add(links, None)


def take_all(store: CrawlStore, group: str = "g") -> list[str]:
    """Every link of a group in the order it is served, without its scheme."""
    served = []
    with store.db.transaction():
        while (link := store.frontier.take(group)) is not None:
            store.frontier.done([link])
            served.append(link.url.removeprefix("http://"))
    return served


def outcome(number: int, url: str = "http://a.example/", links: tuple[Link, ...] = (), **more: object) -> Outcome:
    made = Outcome(number=number, url=url, group="g", depth=0, final_url=url, status=200, links=links)
    return replace(made, **more)  # type: ignore[arg-type]  # fields of `Outcome`


def link(url: str, anchor: str = "more") -> Link:
    return Link(url, anchor, "words around", "html/body/a", frozenset({"nofollow"}), same_site=False)


def entry(event: Outcome, *links: Ranked, origin: Waiting | None = None, capture: Capture | None = None) -> Entry:
    return Entry(event, Advice(links), origin, capture)


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
