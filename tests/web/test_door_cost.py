"""What the way through the door and the parser costs beside aiohttp and selectolax used by hand.

`python tests/web/test_door_cost.py` prints the figures: the same facts by hand, and, for those who want to know
what all the facts cost, the bare minimum (tree, text, hrefs and names of controls).

The aim is 1.3 times the same facts by hand. Three runs on a quiet machine gave 1.16, 1.22 and 1.32 (3.7 to 4.3
times the bare minimum), runs on a busy one up to 1.53. So the test below only keeps us from getting worse.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable

import ada_url
import aiohttp
from page_server import page_server
from selectolax.lexbor import LexborHTMLParser, LexborNode

from leadline.model.page import Request
from leadline.parse.page import parse
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


def bare_minimum(html: str) -> tuple[str, list[str | None], list[str | None]]:
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
        page = parse(await door.fetch(Request(f"http://h{number % AT_ONCE}.example/{number}")))
        assert len(page.links) == 80
        assert page.links[30].around
        assert len(page.forms[0].controls) == 4

    return work


def _door_alone(door: Fetcher) -> Work:
    async def work(number: int) -> None:
        await door.fetch(Request(f"http://h{number % AT_ONCE}.example/{number}"))

    return work


def _library(session: aiohttp.ClientSession, port: int, read: Callable[[str, str], object]) -> Work:
    async def work(number: int) -> None:
        async with session.get(f"http://127.0.0.1:{port}/{number}") as answer:
            read(await answer.text("utf-8"), "http://h.example/")

    return work


async def best_rounds(port: int, rounds: int, fetch_too: bool = False) -> list[float]:
    """CPU seconds a page in the best round of each: ours, the same facts by hand, the bare minimum; with
    `fetch_too` also our door alone and aiohttp alone.

    Rounds are short and interleaved, every one asks for URLs nobody has seen, and the first warms connections
    and robots.txt and does not count. What else the machine does only adds to a round, so the best one counts.
    """
    settings = WebSettings(connect_to=f"127.0.0.1:{port}", delay=0.0)
    async with open_door(settings) as door, aiohttp.ClientSession() as session:
        ways = [
            _ours(door),
            _library(session, port, by_hand),
            _library(session, port, lambda html, _: bare_minimum(html)),
        ]
        if fetch_too:
            ways += [_door_alone(door), _library(session, port, lambda *_: None)]
        taken = [
            [await _cpu(work, range(turn * COUNT, (turn + 1) * COUNT)) for work in ways]
            for turn in range(rounds + 1)
        ]
    return [min(times) / COUNT for times in zip(*taken[1:], strict=True)]


def test_fetch_and_parse_cost_little_more_than_the_libraries_by_hand() -> None:
    """Guard, robots, turns, caps and the model cost much less than the same facts made by hand."""
    with page_server() as port:
        ours, same, _ = asyncio.run(best_rounds(port, rounds=30))
    assert ours < 1.75 * same


if __name__ == "__main__":
    with page_server() as port:
        ours, same, bare, door, fetch = asyncio.run(best_rounds(port, rounds=100, fetch_too=True))
    print(f"over the same facts by hand {ours / same:.2f}, over tree, text and hrefs {ours / bare:.2f}")
    for name, fetched, all_of_it in (("ours", door, ours), ("by hand", fetch, same), ("bare", fetch, bare)):
        print(f"{name:8} fetch {1e6 * fetched:5.0f} µs, parse {1e6 * (all_of_it - fetched):5.0f} µs a page")
