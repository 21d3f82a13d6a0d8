"""What it costs `sounding` to rank all waiting links anew, where nearly each of them is a pattern of its own: the
worst case, and its usual one, since the words of a link are in its pattern. Beside it, in the same process, what
reading a page costs: parsing it, judging its topic, telling which links may be followed. A crawl also fetches,
archives and records a page, so reading is less than what a page costs.

The links are those of synthetic pages (`pages`), each anchor with the surroundings of another link each time, read
and kept by the strategy itself. `python -m leadline_bench.rerank_load LINKS SEED DATABASE`
"""

import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from leadline.errors import WorkNotDone
from leadline.locate.settings import LocateSettings
from leadline.locate.strategies.sounding import Sounding
from leadline.locate.visit import followable
from leadline.model.events import Outcome
from leadline.model.page import Link
from leadline.parse.document import parse_html
from leadline.protocols import Advice, Prior, Rerank
from leadline.store.batch import Batch
from leadline.store.sqlite.store import SqliteStore
from leadline.topics.background import bundled_background
from leadline.topics.bundled import bundled
from leadline.topics.classify import classifier, linear_model
from leadline_bench.pages import Site

TOPIC = "auto"
_WARM, _PAGES = 20, 60
"""Pages read before, so that tables are loaded, and pages whose reading is timed."""
_LINKS = 80
"""Of a page that the strategy is told of."""


@dataclass(frozen=True, slots=True)
class Reading:
    """Links of pages, and the CPU seconds that reading one took."""

    links: tuple[Link, ...]
    seconds: float


def read_pages(seed: int) -> Reading:
    site = Site(250, 500, 80, seed)
    written = [(site.html(number), site.url(0, number)) for number in range(_WARM + _PAGES)]
    topic = classifier(bundled(TOPIC))
    links: list[Link] = []
    began = 0.0
    for number, (html, url) in enumerate(written):
        if number == _WARM:
            began = time.process_time()
        page = parse_html(html, url)
        topic.probability([page])
        links += followable(page)
    return Reading(tuple(links), (time.process_time() - began) / _PAGES)


def events(links: Sequence[Link]) -> Iterator[Outcome]:
    """Pages without end, no two of whose links say the same."""
    for number in count():
        host = f"site{number % 2_000}.example"
        shift = number * _LINKS // len(links) + 1
        found = []
        for nth in range(number * _LINKS, (number + 1) * _LINKS):
            link, other = links[nth % len(links)], links[(nth + 7 * shift) % len(links)]
            to = host if link.same_site else f"site{nth * 31 % 2_000}.example"
            found.append(link._replace(url=f"http://{to}/stock/{nth}.html", around=other.around))
        url = f"http://{host}/{number}"
        yield Outcome(
            number, url, f"{host} 0", 0, final_url=url, status=200, on_topic=0.9, links=tuple(found)
        )  # fmt: skip


def carry(links: int, seed: int, path: Path) -> dict[str, object]:
    """Fill a frontier with so many links, and rank it anew."""
    reading = read_pages(seed)
    topic = linear_model(bundled(TOPIC), bundled_background())
    strategy = Sounding(LocateSettings(topic=TOPIC), Prior(topic=topic.weights))
    store = SqliteStore(path)
    store.commit(Batch(advice=strategy.start(["http://site0.example/"])))
    for event in events(reading.links):
        said = strategy.learn(event)
        commands = tuple(command for command in said.commands if not isinstance(command, Rerank))
        store.commit(Batch(advice=Advice(said.links, commands)))
        if store.frontier.met() >= links:
            break
    ranked = 0

    def places(waiting: Sequence[tuple[str, str]]) -> Sequence[tuple[str, float]]:
        nonlocal ranked
        ranked += len(waiting)
        return strategy.places(waiting)

    began = time.process_time()
    store.commit(Batch(advice=Advice(commands=(Rerank(1),))), places)
    spent = time.process_time() - began
    store.close()
    if ranked < links // 2:
        raise WorkNotDone(f"{links:,} links have {ranked:,} patterns: most were to have one of their own")
    return {"links": links, "patterns": ranked, "cpu": spent, "page_cpu": reading.seconds}


def main(links: str, seed: str, path: str) -> None:
    sys.stdout.write(json.dumps(carry(int(links), int(seed), Path(path))))


if __name__ == "__main__":
    main(*sys.argv[1:])
