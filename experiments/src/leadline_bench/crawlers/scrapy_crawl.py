"""Scrapy as its documentation shows it: the settings of its page on broad crawls, and one of two spiders.

`extractor` is a `CrawlSpider` whose one rule follows every link its `LinkExtractor` finds; `selectors` is the
leaner spider of the tutorial, `response.follow` for every `a::attr(href)`. Neither classifies, parses forms or
stores anything, and both keep their queue in memory; robots.txt is left off, as by default.

Redirects, cookies and retries are off and logs are at INFO, as that page advises for speed; concurrency is ours.
`python -m leadline_bench.crawlers.scrapy_crawl extractor|selectors SEEDS PAGES CONCURRENCY OUT`
"""

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from scrapy import Request, Spider
from scrapy.crawler import CrawlerProcess
from scrapy.http import Response, TextResponse
from scrapy.link import Link
from scrapy.linkextractors import LinkExtractor
from scrapy.spiders import CrawlSpider, Rule

BROAD: dict[str, Any] = {
    "REACTOR_THREADPOOL_MAXSIZE": 20,
    "LOG_LEVEL": "INFO",
    "COOKIES_ENABLED": False,
    "RETRY_ENABLED": False,
    "DOWNLOAD_TIMEOUT": 15,
    "REDIRECT_ENABLED": False,
    "DOWNLOAD_DELAY": 0,
    # "Crawl in BFO order": less memory, and the order our best-first crawl of like pages comes to as well.
    "DEPTH_PRIORITY": 1,
    "SCHEDULER_DISK_QUEUE": "scrapy.squeues.PickleFifoDiskQueue",
    "SCHEDULER_MEMORY_QUEUE": "scrapy.squeues.FifoMemoryQueue",
    "TELNETCONSOLE_ENABLED": False,
}


class ExtractorSpider(CrawlSpider):
    """Follows what a `LinkExtractor` finds."""

    name = "extractor"
    rules = (Rule(LinkExtractor(), callback="parse_page", follow=True, process_links="count_links"),)
    pages = 0
    links = 0

    def parse_page(self, response: Response) -> Iterable[Request]:  # noqa: ARG002  # a spider's work would be here
        return ()

    def count_links(self, links: list[Link]) -> list[Link]:
        self.pages += 1
        self.links += len(links)
        return links


class SelectorSpider(Spider):
    """Follows what a CSS selector finds."""

    name = "selectors"
    pages = 0
    links = 0

    def parse(self, response: Response, **_: Any) -> Iterator[Request]:
        assert isinstance(response, TextResponse)
        found = response.css("a::attr(href)").getall()
        self.pages += 1
        self.links += len(found)
        for href in found:
            yield response.follow(href, callback=self.parse)


SPIDERS: dict[str, type[ExtractorSpider | SelectorSpider]] = {
    spider.name: spider for spider in (ExtractorSpider, SelectorSpider)
}


def main(which: str, seeds_file: str, pages: str, concurrency: str, out: str) -> None:  # noqa: ARG001  # it stores nothing
    asked = {"CONCURRENT_REQUESTS": int(concurrency), "CLOSESPIDER_PAGECOUNT": int(pages)}
    process = CrawlerProcess({**BROAD, **asked})
    crawler = process.create_crawler(SPIDERS[which])
    process.crawl(crawler, start_urls=Path(seeds_file).read_text(encoding="utf-8").split())
    process.start()
    spider, stats = crawler.spider, crawler.stats
    assert isinstance(spider, ExtractorSpider | SelectorSpider)
    assert stats is not None
    answers = stats.get_value("downloader/response_count", 0)
    sys.stdout.write(json.dumps({"pages": spider.pages, "links": spider.links, "answers": answers}))


if __name__ == "__main__":
    main(*sys.argv[1:])
