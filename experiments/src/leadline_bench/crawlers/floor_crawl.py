"""The floor: fetch, parse, tokenise and archive done barely, with the libraries Leadline is built on.

No robots.txt, no guard, no link context, no forms, no frontier, no database, nothing durable: what any crawler
that reads and keeps pages pays with these libraries.
`python -m leadline_bench.crawlers.floor_crawl SEEDS PAGES CONCURRENCY OUT`
"""

import asyncio
import json
import re
import sys
import warnings
from collections import Counter, deque
from pathlib import Path
from typing import BinaryIO
from urllib.parse import urljoin

import aiohttp
import Stemmer  # type: ignore[import-not-found]  # a C extension without stubs
from selectolax.lexbor import LexborHTMLParser

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # fastwarc warns of its own old classes on import
    from fastwarc.stream_io import GzipWriter
    from fastwarc.warc import WarcRecord, WarcRecordType

_WORD = re.compile(r"\w+")


class FloorCrawl:
    """Breadth first; a set of URLs seen is all it remembers."""

    def __init__(self, seeds: list[str], pages: int, archive: BinaryIO) -> None:
        self._waiting = deque(seeds)
        self._seen = set(seeds)
        self._left = pages
        self._archive = GzipWriter(archive, compression_level=6)
        self._stemmer = Stemmer.Stemmer("porter")
        self.pages = 0
        self.links = 0
        self.words = 0

    async def run(self, concurrency: int) -> None:
        connector = aiohttp.TCPConnector(limit=concurrency)
        async with aiohttp.ClientSession(connector=connector) as session:
            await asyncio.gather(*(self._work(session) for _ in range(min(concurrency, len(self._waiting)))))

    async def _work(self, session: aiohttp.ClientSession) -> None:
        while self._waiting and self._left:
            self._left -= 1
            url = self._waiting.popleft()
            async with session.get(url) as response:
                body = await response.read()
            self._take_in(url, body)

    def _take_in(self, url: str, body: bytes) -> None:
        tree = LexborHTMLParser(body)
        found = [urljoin(url, href) for node in tree.css("a[href]") if (href := node.attributes["href"])]
        text = tree.body.text(separator=" ") if tree.body else ""
        words = Counter(self._stemmer.stemWords(_WORD.findall(text.lower())))
        fresh = [link for link in found if link not in self._seen]
        self._seen.update(fresh)
        self._waiting.extend(fresh)
        self._keep(url, body)
        self.pages += 1
        self.links += len(found)
        self.words += words.total()

    def _keep(self, url: str, body: bytes) -> None:
        record = WarcRecord()
        record.init_headers(WarcRecordType.response)
        record.headers.append("WARC-Target-URI", url)
        record.set_bytes_content(b"HTTP/1.1 200 OK\r\n\r\n" + body)
        record.write(self._archive)
        self._archive.finish()


def main(seeds_file: str, pages: str, concurrency: str, out: str) -> None:
    folder = Path(out)
    folder.mkdir()
    with (folder / "floor.warc.gz").open("wb") as archive:
        crawl = FloorCrawl(Path(seeds_file).read_text(encoding="utf-8").split(), int(pages), archive)
        asyncio.run(crawl.run(int(concurrency)))
    sys.stdout.write(json.dumps({"pages": crawl.pages, "links": crawl.links, "words": crawl.words}))


if __name__ == "__main__":
    main(*sys.argv[1:])
