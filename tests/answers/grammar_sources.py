"""Sources built otherwise than `random_sources`: addresses by a grammar of parts, rows by the nature of fields.

Written after the code was mended by the other family, so that its first figure tells about the unseen. A part of
an address has a nature (program, key, half a key, words asked for, page, visit, row, rank, slug, date) and a way
of being written (a step, joined within a step, a parameter of a step, a parameter, a bare query, the fragment).
"""

# ruff: noqa: ARG005  # every part is told all there is
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from source_fold import SITE, DrawnSource, ShownPage

_VOWELS, _CONSONANTS = "aeiouäöy", "bcdfghjklmnprstvwxzß"


def _word(rng: random.Random, parts: int = 0) -> str:
    return "".join(rng.choice(_CONSONANTS) + rng.choice(_VOWELS) for _ in range(parts or rng.randint(2, 4)))


def _text(rng: random.Random, few: int, many: int) -> str:
    return " ".join(_word(rng) for _ in range(rng.randint(few, many)))


@dataclass(frozen=True)
class Entry:
    number: int
    key: str
    halves: tuple[str, str]
    title: str
    day: str
    person: int
    shelf: int
    fixed: tuple[str, ...]


@dataclass(frozen=True)
class Shown:
    """Where and when an entry is shown."""

    words: str
    page: int
    visit: str
    row: str
    rank: int


# ── addresses ─────────────────────────────────────────────────────────────────────────────────────────────

_NATURES: dict[str, Callable[[Entry, Shown], str]] = {
    "key": lambda e, s: e.key,
    "first half": lambda e, s: e.halves[0],
    "second half": lambda e, s: e.halves[1],
    "words": lambda e, s: quote(s.words),
    "page": lambda e, s: str(s.page),
    "visit": lambda e, s: s.visit,
    "row": lambda e, s: s.row,
    "rank": lambda e, s: str(s.rank),
    "slug": lambda e, s: quote(e.title.casefold().replace(" ", "-")),
    "day": lambda e, s: e.day,
}


@dataclass(frozen=True)
class Template:
    path: tuple[tuple[tuple[str, ...], str], ...]  # steps: natures joined by a sign; a nature may be a constant
    matrix: tuple[tuple[str, str], ...]
    query: tuple[tuple[str, str], ...]
    bare: tuple[str, ...]
    mark: str

    def written(self, e: Entry, s: Shown) -> str:
        def value(nature: str) -> str:
            return _NATURES[nature](e, s) if nature in _NATURES else nature

        path = "/" + "/".join(sign.join(map(value, natures)) for natures, sign in self.path)
        path += "".join(f";{name}={value(nature)}" for name, nature in self.matrix)
        query = "&amp;".join(f"{name}={value(nature)}" for name, nature in self.query)
        query = query or "+".join(map(value, self.bare))
        return path + (f"?{query}" if query else "") + (f"#{value(self.mark)}" if self.mark else "")


def _template(rng: random.Random) -> Template:
    keys = ["key"] if rng.random() < 0.8 else ["first half", "second half"]
    natures = keys + rng.sample(["words", "page", "visit", "row", "rank", "slug", "day"], rng.randint(0, 3))
    rng.shuffle(natures)
    path: list[tuple[tuple[str, ...], str]] = [((_word(rng, 2),), "")] if rng.random() < 0.8 else []
    matrix: list[tuple[str, str]] = []
    query: list[tuple[str, str]] = []
    bare: list[str] = []
    mark = ""
    for nature in natures:
        match rng.choice(
            ["step", "step", "joined", "joined", "matrix", "query", "query", "query", "bare", "mark"]
        ):
            case "step":
                path.append(((nature,), ""))
            case "joined":
                inner = [nature] if rng.random() < 0.4 else [_word(rng, 1), nature]
                if path and rng.random() < 0.7:
                    sign = rng.choice("-_.,~!")
                    path[-1] = ((*path[-1][0], *inner), path[-1][1] or sign)
                else:
                    path.append((tuple(inner), rng.choice("-_.,~!")))
            case "matrix" if path:
                matrix.append((_word(rng, 1), nature))
            case "bare" if not query:
                bare.append(nature)
            case "mark" if nature in keys and not mark and keys == ["key"]:
                mark = nature
            case _:
                query.append((f"{_word(rng, 2)}".replace("ß", "s"), nature))
    query += [(_word(rng, 1), one) for one in bare] if query else []
    rng.shuffle(query)
    return Template(
        tuple(path) or ((("x",), ""),), tuple(matrix), tuple(query), tuple(bare) if not query else (), mark
    )


# ── rows ──────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Look:
    address: Template
    frame: str
    own: str  # what leads to the record: title, more, title and image, nothing
    beside: tuple[str, ...]  # other links, in front of the title or behind it
    in_front: int
    labels: tuple[str, ...]
    fixed: int
    changing: tuple[str, ...]  # passage, score, rank, visits
    gap: float
    words: tuple[str, ...]


def _look(rng: random.Random, fixed: int) -> Look:
    beside = tuple(rng.sample(["person", "shelf", "change", "drop", "send", "talk"], rng.randint(0, 4)))
    return Look(
        _template(rng),
        rng.choice(["table", "definitions", "articles", "spans", "nested"]),
        rng.choice(["title", "title", "title", "title", "more", "title and image"]),
        beside,
        rng.randint(0, len(beside)),
        tuple(_word(rng).title() for _ in range(10)) if rng.random() < 0.6 else (),
        fixed,
        tuple(rng.sample(["passage", "score", "rank", "visits"], rng.randint(0, 3))),
        rng.choice([0.0, 0.0, 0.15]),
        tuple(_word(rng) for _ in range(14)),
    )


def _cells(e: Entry, s: Shown, look: Look, people: Sequence[str], rng: random.Random) -> list[tuple[str, str]]:
    href, w = look.address.written(e, s), look.words
    title = f'<a href="{href}">{e.title}</a>' if look.own != "more" else e.title
    links = {
        "person": f'<a href="/who/{e.person}">{people[e.person]}</a>',
        "shelf": f'<a href="/shelf/{w[e.shelf]}">{w[e.shelf]}</a>',
        "change": f'<a href="/{w[5]}/{e.key}">{w[6]}</a>',
        "drop": f'<a href="/{w[7]}?{w[8]}={e.key}&amp;t={s.visit}">{w[9]}</a>',
        "send": f'<a href="http://elsewhere.example/?to={e.number}">{w[10]}</a>',
        "talk": f'<a href="/talk/{e.number}">{rng.randint(0, 40)} {w[11]}</a>',
    }
    shown = ["" if one == "person" and rng.random() < look.gap else links[one] for one in look.beside]
    front, behind = shown[: look.in_front], shown[look.in_front :]
    if look.own == "title and image":
        front = [f'<a href="{href}"><img src="/pic/{e.number}.jpg"></a>', *front]
    if look.own == "more":
        behind = [*behind, f'<a href="{href}">more</a>']
    cells = [("title", " ".join((*front, title, *behind)))]
    cells += [("fixed", "" if rng.random() < look.gap else one) for one in e.fixed]
    for one in look.changing:
        said = {
            "passage": f"{_text(rng, 4, 10)} <em>{s.words}</em> {_text(rng, 2, 8)}",
            "score": f"{rng.randint(1, 100)} %",
            "rank": f"{s.rank})",
            "visits": str(rng.randint(1, 9_999)),
        }
        cells.append((one, said[one]))
    return cells


def _row(cells: Sequence[tuple[str, str]], look: Look) -> str:
    w, labels = look.words, look.labels
    said = [f"<b>{labels[n]}:</b> {cell}" if labels and n and cell else cell for n, (_, cell) in enumerate(cells)]
    match look.frame:
        case "table":
            return "<tr>" + "".join(f"<td>{cell}</td>" for _, cell in cells) + "</tr>"
        case "definitions":
            return f"<dt>{said[0]}</dt><dd>" + "<br>".join(filter(None, said[1:])) + "</dd>"
        case "articles":
            return (
                f"<article><h2>{said[0]}</h2>" + "".join(f"<p>{one}</p>" for one in said[1:] if one) + "</article>"
            )
        case "spans":
            return (
                f'<div class="{w[12]}">'
                + " ".join(f'<span class="{w[n]}">{one}</span>' for n, one in enumerate(said) if one)
                + "</div>"
            )
        case _:
            inner = "".join(
                f"<tr><td>{labels[n] if labels else ''}</td><td>{c}</td></tr>" for n, (_, c) in enumerate(cells)
            )
            return f"<li><table>{inner}</table></li>"


def _page(rows: Sequence[str], look: Look, cells: int, words: str, more: bool) -> str:
    listed = "".join(rows)
    head = "".join(f"<th>{one}</th>" for one in look.labels[:cells])
    listed = {
        "table": f"<table><thead><tr>{head}</tr></thead><tbody>{listed}</tbody></table>",
        "definitions": f"<dl>{listed}</dl>",
        "nested": f"<ol>{listed}</ol>",
    }.get(look.frame, f"<section>{listed}</section>")
    w = look.words
    form = f'<form action="/s"><input name="{w[0]}" value="{words}"><input type=submit value="{w[1]}"></form>'
    foot = f"<footer><a href=/{w[2]}>{w[2]}</a> <a href=/{w[3]}>{w[3]}</a></footer>"
    on = f'<p><a href="/s?{w[0]}={quote(words)}&amp;page=9">Next</a></p>' if more else ""
    return f"<!doctype html><html><body><header>{w[4]}</header>{form}<main>{listed}{on}</main>{foot}</body></html>"


# ── sources ───────────────────────────────────────────────────────────────────────────────────────────────


def _entries(rng: random.Random, many: int) -> list[Entry]:
    way = rng.choice(["counted", "drawn", "letters", "mixed"])
    drawn = rng.sample(range(100, 1_000_000), many)
    few = [[_text(rng, 1, 2) for _ in range(rng.randint(2, 12))] for _ in range(rng.randint(0, 4))]
    alike = rng.choice([0.0, 0.0, 0.0, 0.15])
    found: list[Entry] = []
    for n in range(many):
        key = {
            "counted": str(n + 100),
            "drawn": str(drawn[n]),
            "letters": _word(rng, 6),
            "mixed": f"{_word(rng, 1)}{drawn[n]}",
        }
        title = rng.choice(found).title if found and rng.random() < alike else _text(rng, 1, 6)
        fixed = tuple(rng.choice(one) if k % 2 else str(rng.randint(1, 3_000)) for k, one in enumerate(few))
        day = f"{rng.randint(1990, 2024)}-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}"
        halves = (str(n // 7 + 1), str(n % 7 + 1))
        found.append(
            Entry(
                n, quote(key[way]), halves, title, day, rng.randrange(max(2, many // 3)), rng.randrange(5), fixed
            )
        )
    return found


def drawn_source(seed: int) -> DrawnSource:
    rng = random.Random(f"grammar {seed}")
    entries = _entries(rng, rng.randint(40, 120))
    look = _look(rng, len(entries[0].fixed))
    people = [f"{_word(rng).title()} {_word(rng).title()}" for _ in entries]
    size, order = rng.choice([8, 10, 15, 25]), rng.choice(["drawn", "number", "title"])
    absolute, beginning = rng.random() < 0.7, rng.choice([0, 1])
    pages: list[ShownPage] = []
    for query in range(1, rng.randint(4, 7)):
        words = _word(rng)
        found = [e for e in entries if rng.random() < rng.choice([0.25, 0.5, 0.75])]
        rng.shuffle(found)
        if order != "drawn":
            found.sort(key=lambda e: e.title if order == "title" else e.number)
        for number, first in enumerate(range(0, len(found), size)):
            shown, visit = found[first : first + size], f"{rng.getrandbits(40):x}"
            rows: list[str] = []
            cells: list[tuple[str, str]] = []
            for at, entry in enumerate(shown):
                rank = beginning + at + (first if absolute else 0)
                state = Shown(words, number + beginning, visit, f"{rng.getrandbits(32):x}", rank)
                cells = _cells(entry, state, look, people, rng)
                rows.append(_row(cells, look))
            url = f"{SITE}/s?{look.words[0]}={quote(words)}" + (f"&page={number + 1}" if number else "")
            html = _page(rows, look, len(cells), words, first + size < len(found))
            truth, titles = tuple(e.number for e in shown), tuple(e.title for e in shown)
            pages.append(ShownPage(query, number, (words,), url, html, truth, titles))
    return DrawnSource(f"{look.frame}; {look.own}; {look.address}; {look.beside}; {look.changing}", tuple(pages))
