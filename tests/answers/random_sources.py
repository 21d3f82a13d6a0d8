"""Sources put together by chance, to see whether records are told apart: words of no language, rows with many
links, addresses with whatever a program writes into them, records that come again under other queries.

`drawn_source(seed)` is one source: all pages of several answers, each row with the number of the record it shows.
"""
# ruff: noqa: ARG005  # every address is told all there is

import base64
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from source_fold import SITE, DrawnSource, ShownPage

# ── words and records ─────────────────────────────────────────────────────────────────────────────────────

_SYLLABLES = [
    "ba",
    "de",
    "ki",
    "lo",
    "mu",
    "na",
    "pe",
    "ri",
    "so",
    "tu",
    "va",
    "wi",
    "zo",
    "fer",
    "gan",
    "hol",
    "jur",
    "mer",
    "pol",
    "quin",
    "ras",
    "tel",
    "ven",
    "dor",
    "nim",
    "sul",
]


def _word(rng: random.Random) -> str:
    return "".join(rng.choice(_SYLLABLES) for _ in range(rng.randint(2, 3)))


def _words(rng: random.Random, few: int, many: int) -> str:
    return " ".join(_word(rng) for _ in range(rng.randint(few, many)))


def _token(rng: random.Random, length: int = 0) -> str:
    letters = "0123456789abcdef" if rng.random() < 0.5 else "0123456789abcdefghijklmnopqrstuvwxyz"
    return "".join(rng.choice(letters) for _ in range(length or rng.randint(5, 20)))


@dataclass(frozen=True)
class Thing:
    number: int
    key: str
    slug: str
    title: str
    author: int
    kind: int
    told: tuple[str, ...]  # what its fields say
    volume: int
    leaf: int


@dataclass(frozen=True)
class Visit:
    """What one page of one answer writes into its links."""

    words: str
    session: str
    page: int
    back: str


def _things(rng: random.Random, many: int) -> list[Thing]:
    style = rng.choice(["number", "sparse", "hex", "code", "slug"])
    numbers = rng.sample(range(10, 90_000), many)
    slugs = sorted(
        {f"{_word(rng)}-{_word(rng)}" + (f"-{_word(rng)}" if rng.random() < 0.4 else "") for _ in range(3 * many)}
    )
    rng.shuffle(slugs)
    twins = rng.choice([0.0, 0.0, 0.1, 0.3])  # titles that stand over several records
    fields = rng.randint(0, 4)
    few = [[_words(rng, 1, 2) for _ in range(rng.randint(2, 9))] for _ in range(fields)]
    found: list[Thing] = []
    for n in range(many):
        keys = {
            "number": str(n + 1),
            "sparse": str(numbers[n]),
            "hex": _token(rng, 12),
            "code": f"{_word(rng)[:2].upper()}{numbers[n]}",
            "slug": slugs[n],
        }
        title, slug = _words(rng, 1, rng.choice([2, 7])).capitalize(), slugs[n]
        if found and rng.random() < twins:
            title, slug = (twin := rng.choice(found)).title, twin.slug if style != "slug" else slug
        told = tuple(
            rng.choice(one) if rng.random() < 0.5 else f"{_word(rng)} {rng.randint(2, 4_000)}" for one in few
        )
        found.append(
            Thing(
                n,
                keys[style],
                slug,
                title,
                rng.randrange(max(2, many // rng.randint(1, 9))),
                rng.randrange(5),
                told,
                n // 8,
                n % 8,
            )
        )
    return found


# ── addresses ─────────────────────────────────────────────────────────────────────────────────────────────

Address = Callable[[Thing, Visit, int, random.Random], str]


def _packed(text: str) -> str:
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


ADDRESSES: dict[str, Address] = {
    "plain": lambda t, v, at, r: f"/x/{t.key}",
    "slug and key": lambda t, v, at, r: f"/{t.slug}-{t.key}.html",
    "rank in a step": lambda t, v, at, r: f"/hit-{at}-vol-{t.key}",
    "session in a step": lambda t, v, at, r: f"/{v.session}~{t.key}",
    "session and rank": lambda t, v, at, r: f"/o/{t.key}_{at}_{v.session}",
    "click": lambda t, v, at, r: f"/click?u={quote(f'/doc/{t.key}', safe='')}&zt={v.session}&zr={at}",
    "steps of parameters": lambda t, v, at, r: f"/item;vv={v.session};k={t.key}",
    "slug after key": lambda t, v, at, r: f"/a/{t.key}/{t.slug}?w0={quote(v.words)}",
    "keyword query": lambda t, v, at, r: f"/view.pl?rec,{t.key},{at}",
    "destination": lambda t, v, at, r: f"/node/{t.key}?dest={quote(v.back, safe='')}",
    "fragment": lambda t, v, at, r: f"/catalogue.html#r{t.key}",
    "words in a step": lambda t, v, at, r: f"/find/{quote(v.words)}/leaf/{t.key}",
    "two keys": lambda t, v, at, r: f"/leaf?band={t.volume}&blatt={t.leaf}",
    "stamp": lambda t, v, at, r: f"/q.cgi?zk={t.key}&zs={v.session}",
    "nonce": lambda t, v, at, r: f"/d/{t.key}?h={_token(r, 9)}",
    "score": lambda t, v, at, r: f"/d.php?k={t.key}&g={r.randint(1, 9_999) / 10_000}",
    "page and place": lambda t, v, at, r: f"/rec?wv={v.page}&wn={at}&wk={t.key}",
    "visit first": lambda t, v, at, r: f"/{v.session}/{t.kind}/{t.key}",
    "host": lambda t, v, at, r: f"http://k{t.number}.source.example/?zz={v.session}",
    "packed": lambda t, v, at, r: f"/go/{_packed(f'{v.session[:5]}:{t.key}:{at}')}",
    "kind and key": lambda t, v, at, r: f"/{('ar', 'be', 'ci', 'do', 'eg')[t.number % 5]}/{t.number // 5}",
}


# ── rows ──────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class _Style:
    address: Address
    links: tuple[str, ...]  # in their order
    frame: str
    heading: str  # what the title stands in
    snippet: str  # none, same, query
    noise: tuple[str, ...]
    empty: float  # share of cells that are empty
    classes: tuple[str, ...]
    header: tuple[str, ...]
    sep: str


def _drawn_style(rng: random.Random, about: str) -> _Style:
    others = rng.sample(["author", "kind", "edit", "delete", "share", "image", "notes"], rng.randint(0, 5))
    links = ["own", *others]
    rng.shuffle(links)
    classes = tuple(_word(rng) for _ in range(12))
    return _Style(
        ADDRESSES[about],
        tuple(links),
        rng.choice(["table", "list", "cards", "lines"]),
        rng.choice(["", "h3", "b", "span"]),
        rng.choice(["none", "same", "query", "query"]),
        tuple(rng.sample(["score", "number", "age", "views", "flag"], rng.randint(0, 2))),
        rng.choice([0.0, 0.0, 0.2]),
        classes,
        tuple(_word(rng).capitalize() for _ in range(12)),
        rng.choice([" ", " | ", "<br>", " · "]),
    )


def _links(
    t: Thing, v: Visit, at: int, s: _Style, rng: random.Random, authors: Sequence[str], kinds: Sequence[str]
) -> str:
    href = s.address(t, v, at, rng).replace("&", "&amp;")
    title = f"<{s.heading}>{{}}</{s.heading}>" if s.heading else "{}"
    said = {
        "own": title.format(f'<a href="{href}">{t.title}</a>'),
        "author": f'<a href="/by/{t.author}">{authors[t.author]}</a>',
        "kind": f'<a href="/all?sort={t.kind}">{kinds[t.kind]}</a>',
        "edit": f'<a href="/edit?n={t.key}">{s.header[-1]}</a>',
        "delete": f'<a href="/del/{t.key}/{v.session}">{s.header[-2]}</a>',
        "share": f'<a href="http://social.example/s?u={quote(SITE, safe="")}%2Fx%2F{t.key}">{s.header[-3]}</a>',
        "image": f'<a href="{href}"><img src="/i/{t.number}.png" alt=""></a>',
        "notes": f'<a href="{href}#notes">{rng.randint(0, 30)} {s.header[-4]}</a>',
    }
    shown = [said[one] for one in s.links if one != "author" or rng.random() >= s.empty]
    return s.sep.join(shown)


def _row(
    t: Thing, v: Visit, at: int, s: _Style, rng: random.Random, authors: Sequence[str], kinds: Sequence[str]
) -> str:
    passage = {
        "none": "",
        "same": " ".join(_words(random.Random(t.number * 31 + 7), 8, 20).split()),
        "query": f"{_words(rng, 3, 9)} <b>{v.words}</b> {_words(rng, 3, 9)}",
    }[s.snippet]
    noise = {
        "score": f"{s.header[-5]}: {rng.randint(1, 999) / 1000}",
        "number": f"{at}.",
        "age": f"{rng.randint(2, 59)} minutes ago",
        "views": f"{rng.randint(100, 9_000)} {s.header[-6]}",
        "flag": s.header[-7] if rng.random() < 0.3 else "",
    }
    cells = [_links(t, v, at, s, rng, authors, kinds)]
    cells += ["" if rng.random() < s.empty else one for one in t.told]
    cells += [passage] if passage else []
    for one in s.noise:
        cells.insert(0 if one == "number" else len(cells), noise[one])
    if s.frame == "table":
        return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"
    boxes = "".join(f'<div class="{s.classes[n]}">{cell}</div>' for n, cell in enumerate(cells))
    if s.frame == "list":
        return f"<li>{boxes}</li>"
    if s.frame == "cards":
        return f'<div class="{s.classes[-1]}">{boxes}</div>'
    return f'<p class="{s.classes[-1]}">' + "<br>".join(cells) + "</p>"


def _page(rows: Sequence[str], s: _Style, head: Sequence[str], words: str) -> str:
    listed = "".join(rows)
    if s.frame == "table":
        names = "".join(f"<th>{name}</th>" for name in head)
        listed = f"<table><tr>{names}</tr>{listed}</table>" if names else f"<table>{listed}</table>"
    elif s.frame == "list":
        listed = f"<ul>{listed}</ul>"
    else:
        listed = f"<div>{listed}</div>"
    form = (
        f'<form action="/find"><input name="{s.classes[0]}" value="{words}"><button>{s.classes[1]}</button></form>'
    )
    menu = "<nav><a href=/>{}</a> <a href=/w>{}</a></nav>".format(*s.header[:2])
    head, heading = f"<head><title>{s.header[2]}</title></head>", f"<h1>{s.header[2]}</h1>"
    return f"<html>{head}<body>{menu}{heading}{form}{listed}</body></html>"


def drawn_source(seed: int) -> DrawnSource:
    rng = random.Random(seed)
    about = list(ADDRESSES)[seed % len(ADDRESSES)]
    things = _things(rng, rng.randint(30, 90))
    style = _drawn_style(rng, about)
    authors = [f"{_word(rng).capitalize()} {_word(rng).capitalize()}" for _ in things]
    kinds = [_word(rng) for _ in range(5)]
    head = [_word(rng).capitalize() for _ in range(1 + len(things[0].told))] if rng.random() < 0.6 else []
    head = [*head, *(["x"] if head and style.snippet != "none" else [])]
    for one in style.noise:
        if head:
            head.insert(0 if one == "number" else len(head), style.header[3])
    size = rng.choice([5, 10, 10, 20])
    pages: list[ShownPage] = []
    for query in range(rng.randint(3, 6)):
        words = _word(rng)
        found = (
            [t for t in things if rng.random() < rng.choice([0.3, 0.5, 0.8])]
            if query
            else things[: rng.randint(20, 60)]
        )
        rng.shuffle(found)
        name = style.classes[0]
        for number, first in enumerate(range(0, len(found), size)):
            url = f"{SITE}/find?{name}={words}" + (f"&pg={number + 1}" if number else "")
            visit = Visit(words, _token(rng), number + 1, url.removeprefix(SITE))
            shown = found[first : first + size]
            rows = [_row(t, visit, first + at + 1, style, rng, authors, kinds) for at, t in enumerate(shown)]
            html = _page(rows, style, head, words)
            pages.append(
                ShownPage(
                    query + 1,
                    number,
                    (words,),
                    url,
                    html,
                    tuple(t.number for t in shown),
                    tuple(t.title for t in shown),
                )
            )
    return DrawnSource(
        f"{about}; {style.frame}; links {','.join(style.links)}; {style.snippet}; {style.noise}", tuple(pages)
    )
