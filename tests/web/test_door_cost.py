"""What the way through the door and the parser costs beside aiohttp and selectolax used by hand.

`python tests/web/test_door_cost.py` prints the figures: fetch and parse beside bare aiohttp and bare selectolax
(the tree alone, since ours reads facts on demand), and with every fact read, beside the same facts by hand and
beside tree, text, hrefs and names of controls.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable

import ada_url
import aiohttp
from page_server import page_server
from selectolax.lexbor import LexborHTMLParser, LexborNode

from leadline.gate.targets import TARGET
from leadline.model.page import Request
from leadline.parse.document import parse
from leadline.protocols import Fetcher
from leadline.web.door import open_door
from leadline.web.settings import WebSettings

COUNT = 32
AT_ONCE = 16
Work = Callable[[int], Awaitable[None]]


def by_hand(html: str, url: str) -> tuple[str, list[tuple[str, str, str, str, str]], list[tuple[object, ...]]]:
    """The facts of a `Page` with plain selectolax: text, links with anchor, words around and path, fields."""
    tree = LexborHTMLParser(html)
    tree.strip_tags(["script", "style", "noscript", "template"])
    body = tree.body
    assert body is not None
    text = " ".join(body.text(separator=" ").split())
    links = []
    for node in tree.css("a[href]"):
        anchor = " ".join(node.text(separator=" ").split())
        parent = node.parent
        around = " ".join((parent.text(separator=" ") if parent else "").split()[:20])
        target = ada_url.join_url(url, node.attributes["href"] or "")
        links.append((target, anchor, around, _path(node), node.attributes.get("rel") or ""))
    fields: list[tuple[object, ...]] = []
    for form in tree.css("form"):
        for node in form.css("input,select,textarea,button"):
            options = [(o.attributes.get("value"), o.text()) for o in node.css("option")]
            fields.append((node.tag, node.attributes, options, node.parent.text() if node.parent else ""))
    return text, links, fields


def _path(node: LexborNode) -> str:
    steps = []
    above: LexborNode | None = node
    while above is not None and above.tag not in (None, "-undef"):
        given = above.attributes
        steps.append(f"{above.tag}.{given.get('class') or ''}#{given.get('id') or ''}")
        above = above.parent
    return "/".join(reversed(steps))


def few_facts(html: str) -> tuple[str, list[str | None], list[str | None]]:
    tree = LexborHTMLParser(html)
    body = tree.body
    assert body is not None
    names = [node.attributes.get("name") for node in tree.css("input,select,textarea,button")]
    return body.text(), [node.attributes.get("href") for node in tree.css("a[href]")], names


async def _cpu(work: Work, numbers: range) -> float:
    waiting = iter(numbers)

    async def worker() -> None:
        for number in waiting:
            await work(number)

    start = time.process_time()
    await asyncio.gather(*(worker() for _ in range(AT_ONCE)))
    return time.process_time() - start


def _ours(door: Fetcher) -> Work:
    async def work(number: int) -> None:
        parse(await door.fetch(Request(f"http://h{number % AT_ONCE}.example/{number}", permit=TARGET)))

    return work


def _all_facts(door: Fetcher) -> Work:
    async def work(number: int) -> None:
        page = parse(await door.fetch(Request(f"http://h{number % AT_ONCE}.example/{number}", permit=TARGET)))
        assert page.text
        assert len(page.links) == 80
        assert page.links[30].around
        assert len(page.forms[0].controls) == 4

    return work


def _door_alone(door: Fetcher) -> Work:
    async def work(number: int) -> None:
        await door.fetch(Request(f"http://h{number % AT_ONCE}.example/{number}", permit=TARGET))

    return work


def _library(session: aiohttp.ClientSession, port: int, read: Callable[[str, str], object]) -> Work:
    async def work(number: int) -> None:
        async with session.get(f"http://127.0.0.1:{port}/{number}") as answer:
            read(await answer.text("utf-8"), "http://h.example/")

    return work


async def best_rounds(port: int, rounds: int, *names: str) -> dict[str, float]:
    """CPU seconds a page in the best round of each way.

    Rounds are short and interleaved, every one asks for URLs nobody has seen, and the first warms connections
    and robots.txt and does not count. What else the machine does only adds to a round, so the best one counts.
    """
    settings = WebSettings(connect_to=f"127.0.0.1:{port}", delay=0.0)
    async with open_door(settings) as door, aiohttp.ClientSession() as session:
        known = {
            "door": _door_alone(door),
            "fetch and parse": _ours(door),
            "all facts": _all_facts(door),
            "aiohttp": _library(session, port, lambda *_: None),
            "bare": _library(session, port, lambda html, _: LexborHTMLParser(html)),
            "few by hand": _library(session, port, lambda html, _: few_facts(html)),
            "all by hand": _library(session, port, by_hand),
        }
        ways = {name: known[name] for name in names or known}
        taken = [
            [await _cpu(work, range(turn * COUNT, (turn + 1) * COUNT)) for work in ways.values()]
            for turn in range(rounds + 1)
        ]
    best = (min(times) / COUNT for times in zip(*taken[1:], strict=True))
    return dict(zip(ways, best, strict=True))


def _ratio(ours: str, theirs: str, most: float) -> float:
    """The best round of each, of fifteen; of more where a busy machine left none undisturbed."""
    best = {ours: float("inf"), theirs: float("inf")}
    with page_server() as port:
        for _ in range(14):
            found = asyncio.run(best_rounds(port, 15, ours, theirs))
            best = {name: min(best[name], found[name]) for name in best}
            if best[ours] < most * best[theirs]:
                break
    return best[ours] / best[theirs]


def test_fetch_and_parse_cost_little_more_than_bare_libraries() -> None:
    """Guard, robots, turns, caps and a page that can be asked cost at most 1.3 times an unguarded tree."""
    assert _ratio("fetch and parse", "bare", 1.3) < 1.3


def test_reading_every_fact_costs_little_more_than_doing_it_by_hand() -> None:
    """Text, links with their context, and forms, behind the door: about 1.1 times the same by hand on a quiet
    machine; the bound keeps us from getting worse."""
    assert _ratio("all facts", "all by hand", 1.5) < 1.5


if __name__ == "__main__":
    with page_server() as port:
        cost = asyncio.run(best_rounds(port, 100))
    for ours, theirs in (
        ("door", "aiohttp"),
        ("fetch and parse", "bare"),
        ("all facts", "all by hand"),
        ("all facts", "few by hand"),
        ("all facts", "bare"),
    ):
        ratio = cost[ours] / cost[theirs]
        print(
            f"{ours:16} {1e6 * cost[ours]:5.0f} µs a page = {ratio:.2f} × {theirs} ({1e6 * cost[theirs]:.0f} µs)"
        )
