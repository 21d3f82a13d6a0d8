"""A synthetic site for timing crawlers: pages of an ordinary size and make, a pure function of their number.

Measured means (`tests/bench`): 43 KB of HTML, 13 KB on the wire, 80 links to other pages, one form, 3,600 words.
Words follow Zipf's law over a made-up vocabulary, with English stop-words and some of the topic's own between
them, so that word tables, compression and the topic classifier have as much to do as on real pages.

The same pages stand on every host, but half of a page's links are relative: they lead to other URLs on each.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

LINKS = 80
_WORDS = 3_280
"""Of running text; links, list items and the form bring the rest."""
_VOCABULARY = 20_000
_STOP = "the of and to a in for is on that by this with you it not or be are from at as your all have new more an"
_TOPIC = (
    "car cars used dealer dealers mileage sedan suv truck price engine model make year transmission automatic "
    "diesel hybrid vehicle vehicles warranty financing inventory coupe convertible horsepower lease"
)
_MAKES = ("Audi", "BMW", "Ford", "Honda", "Kia", "Mazda", "Opel", "Skoda", "Toyota", "Volvo")
_SYLLABLES = (
    "an ar as at ba be bo ca ce co da de di en er es fa fe fi ga ge ha he ho il im in ka la le li lo ma me mi mo "
    "na ne ni no on or pa pe pi po ra re ri ro sa se si so ta te ti to tra tre un ur va ve vi wa we win zo"
)
_STYLE = "".join(
    f".box{n}{{margin:{n}px 0;padding:{n % 7}px {n % 11}px;border:1px solid #{n:03x};float:left}}\n"
    for n in range(90)
)
_SCRIPT = "".join(
    f"function track{n}(e){{if(e.target&&e.target.id=='b{n}'){{window.q.push([{n},e.x])}}}}\n" for n in range(60)
)


def host(number: int) -> str:
    """The address of a host: all of 127.0.0.0/8 is this machine, so many hosts need neither names nor a proxy.

    >>> host(0), host(250)
    ('127.0.1.1', '127.0.2.1')
    """
    return f"127.0.{1 + number // 250}.{1 + number % 250}"


@dataclass(frozen=True)
class Site:
    """`hosts` hosts with `pages` pages each, all on one port."""

    hosts: int
    pages: int
    port: int
    seed: int = 0

    def url(self, host_number: int, page: int) -> str:
        return f"http://{host(host_number)}:{self.port}{self.path(page)}"

    @staticmethod
    def path(page: int) -> str:
        return f"/stock/{page}.html"

    def seeds(self, count: int) -> list[str]:
        """Page 0 of the first hosts."""
        return [self.url(number, 0) for number in range(min(count, self.hosts))]

    def html(self, page: int) -> str:
        """The page of that number, the same on every host."""
        rng = np.random.default_rng((self.seed, page))
        words = self._text(rng)
        links = self._links(rng, page)
        # "Used" stands before each: a label that happened to be a command ("save", "order") would not be followed.
        labels = ["used " + " ".join(words[40 + 3 * n : 42 + 3 * n + n % 2]) for n in range(LINKS)]
        anchors = [
            f'<a class="l{n % 5}" href="{href}" title="{words[n]}">{labels[n]}</a>' for n, href in enumerate(links)
        ]
        title = f"Used cars {words[0]} {words[1]} {page}"
        navigation = "".join(f'<li class="item item-{n}">{a}</li>' for n, a in enumerate(anchors[:16]))
        side = "".join(f"<li><span>»</span> {a}</li>" for a in anchors[16:32])
        return (
            f'<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8"><title>{title}</title>\n'
            f'<meta name="description" content="{" ".join(words[2:20])}">\n<style>{_STYLE}</style>\n'
            f"<script>{_SCRIPT}</script></head>\n<body>\n"
            f'<div id="head"><h1>{title}</h1><ul class="nav">{navigation}</ul>{self._form()}</div>\n'
            f'<div id="side" class="box3"><h3>{words[20]}</h3><ul>{side}</ul></div>\n'
            f'<div id="main">{self._main(words, anchors[32:])}</div>\n'
            f'<div id="foot"><p>{" ".join(words[-12:])}</p></div>\n</body></html>\n'
        )

    @staticmethod
    def _main(words: Sequence[str], anchors: Sequence[str]) -> str:
        """Sections of running text with links in it."""
        size = len(words) // len(anchors)
        sections = []
        for n, anchor in enumerate(anchors):
            text = words[n * size : (n + 1) * size]
            sections.append(
                f'<div class="box{n % 40} row" id="r{n}"><h2>{" ".join(text[:4])}</h2>\n'
                f"<p>{' '.join(text[4:30])} {anchor} <b>{' '.join(text[30:33])}</b> {' '.join(text[33:])}.</p>\n"
                f'<span class="price">{n * 137 % 40_000} EUR</span></div>\n'
            )
        return "".join(sections)

    @staticmethod
    def _form() -> str:
        options = "".join(f'<option value="{n}">{make}</option>' for n, make in enumerate(_MAKES))
        return (
            '<form action="/search" method="get"><label for="q">Keyword</label>'
            f'<input type="text" id="q" name="q"><label>Make <select name="make">{options}</select></label>'
            '<label>Price to <input type="text" name="price" size="6"></label>'
            '<input type="submit" value="Search cars"></form>'
        )

    def _links(self, rng: np.random.Generator, page: int) -> list[str]:
        """Half of them to this host, half to others; never twice the same, never the page itself."""
        others = [number for number in rng.choice(self.pages, LINKS + 1, replace=False).tolist() if number != page]
        hosts = rng.integers(self.hosts, size=LINKS).tolist()
        return [
            self.path(number) if n % 2 else self.url(hosts[n], number) for n, number in enumerate(others[:LINKS])
        ]

    def _text(self, rng: np.random.Generator) -> list[str]:
        vocabulary, chances = self._language
        return [vocabulary[n] for n in rng.choice(len(vocabulary), size=_WORDS, p=chances).tolist()]

    @cached_property
    def _language(self) -> tuple[list[str], np.ndarray[tuple[int], np.dtype[np.float64]]]:
        """Words and how likely each is: 35 % stop-words, 10 % of the topic, the rest by Zipf's law."""
        rng = np.random.default_rng((self.seed, 2**31))
        stop, topic = _STOP.split(), _TOPIC.split()
        syllables = _SYLLABLES.split()
        made = [
            "".join(syllables[s] for s in rng.integers(len(syllables), size=size).tolist())
            for size in rng.integers(2, 5, size=_VOCABULARY).tolist()
        ]
        zipf = 1 / np.arange(3, _VOCABULARY + 3, dtype=np.float64)
        chances = np.concatenate(
            [
                np.full(len(stop), 0.35 / len(stop)),
                np.full(len(topic), 0.10 / len(topic)),
                0.55 * zipf / zipf.sum(),
            ]
        )
        return [*stop, *topic, *made], chances / chances.sum()
