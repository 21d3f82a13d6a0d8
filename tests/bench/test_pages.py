"""The synthetic site is what the documentation says, and does not change under a figure."""

import gzip
import hashlib
from statistics import fmean

from leadline.gate.targets import TARGET
from leadline.learn.vocabulary import page_words
from leadline.locate.critic import fingerprint
from leadline.locate.traps import NEAR
from leadline.model.page import Page, Request, Response
from leadline.parse.document import parse
from leadline.topics.bundled import bundled
from leadline.topics.classify import classifier
from leadline_bench.pages import LINKS, Site

_SITE = Site(hosts=250, pages=500, port=8000)


def _parsed(number: int) -> Page:
    url = _SITE.url(0, number)
    headers = (("Content-Type", "text/html; charset=utf-8"),)
    return parse(
        Response(Request(url, permit=TARGET), url, 200, headers, _SITE.html(number).encode(), fetched_at=0.0)
    )


def test_pages_are_of_the_size_and_make_that_is_claimed() -> None:
    """43 KB, 13 KB packed, 3,600 words, 80 different links, one form: the mean page of the documentation."""
    written = [_SITE.html(number) for number in range(20)]
    pages = [_parsed(number) for number in range(20)]
    assert 42_000 < fmean(map(len, written)) < 45_000
    assert 12_000 < fmean(len(gzip.compress(html.encode(), 6)) for html in written) < 14_000
    assert 3_500 < fmean(len(page.text.split()) for page in pages) < 3_700
    assert all(len({link.url for link in page.links}) == LINKS for page in pages)
    assert all(len(page.forms) == 1 for page in pages)


def test_pages_are_on_the_topic_and_unlike_each_other() -> None:
    """A best-first crawl follows them all, and no trap or duplicate rule has a reason to step in."""
    pages = [_parsed(number) for number in range(20)]
    assert min(classifier(bundled("auto")).probability(pages)) > 0.6
    prints = [fingerprint(page_words(page)) for page in pages]
    assert min((a ^ b).bit_count() for n, a in enumerate(prints) for b in prints[:n]) > NEAR


def test_a_page_is_a_function_of_seed_and_number() -> None:
    """The same on every run; another seed makes another site."""
    html = _SITE.html(7)
    assert Site(hosts=250, pages=500, port=8000).html(7) == html
    assert Site(hosts=250, pages=500, port=8000, seed=1).html(7) != html
    assert len({hashlib.sha256(_SITE.html(n).encode()).digest() for n in range(10)}) == 10
