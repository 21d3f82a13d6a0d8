"""Answer pages nobody has written: layouts put together by chance, in words that mean nothing.

What a selection learns from a hundred layouts is those layouts. Here every page has another one: what a record
is made of, which elements hold it, which classes they have, what stands around the list (`random_frames`). Words
are made of syllables, so that nothing can be learnt from them; what stays the same from row to row, and what
varies, is all there is to learn from.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from html import escape
from random import Random

from leadline_bench.training.random_frames import Frame, sentence, word, words
from leadline_bench.training.random_labels import ITEMS, Labelling, between
from leadline_bench.training.random_surroundings import Surroundings

HERE = "http://made.example/find"
_KNOWN_CLASSES = (
    "item",
    "result",
    "row",
    "entry",
    "card",
    "list-item",
    "media",
    "post",
    "hit",
    "product",
    "record",
)

_BARE, _FRONTS = 0.12, 0.25
"""Shares of parted pages: records of bare paragraphs, a list on the form's page."""


@dataclass(frozen=True, slots=True)
class TrueRecord:
    """What a page shows of one record: (name, value), the name empty where it gives none; its own page if any."""

    fields: tuple[tuple[str, str], ...]
    url: str | None


@dataclass(frozen=True, slots=True)
class RandomPage:
    name: str
    html: str
    form_html: str  # the page of the form; empty if it is not known
    nonsense_html: str  # the answer to a word that nothing has; empty if nobody asked
    asked: tuple[str, ...]
    records: tuple[TrueRecord, ...]


@dataclass(slots=True)
class _Look:
    """The choices that hold for all rows of one list."""

    roll: Random
    fields: list[str]
    labelled: bool
    colon: str
    linked: bool
    link_last: bool
    shared_link: int  # 0 none, 1 before the title, 2 after it
    picture: bool
    controls: list[str]
    numbered: bool
    snippet: bool
    classes: Callable[[str], str]
    heading: str
    missing: float
    path: str
    tag: str
    deep: int
    passages: bool  # places on the record's own page that it lists
    thin: str  # what all titles have in common but their number; empty if nothing
    names: list[str] = field(default_factory=list)
    labelling: Labelling | None = None


def _value(roll: Random, kind: str) -> str:
    if kind == "number":
        return str(roll.randint(1, 9999))
    if kind == "price":
        return f"{roll.choice(('$', '€ ', '£'))}{roll.randint(1, 900)}.{roll.randint(10, 99)}"
    if kind == "date":
        return f"{roll.randint(1960, 2026)}-{roll.randint(10, 12)}-{roll.randint(10, 28)}"
    if kind == "choice":
        return roll.choice(("Batiro", "Komelu", "Sanove", "Rilato"))
    if kind == "long":
        return sentence(roll)
    if kind.startswith("same "):
        return kind.removeprefix("same ")
    if kind == "colon":
        return f"{word(roll).capitalize()} {word(roll)}: {words(roll, 1, 3).title()}"
    if kind == "items":
        often = ("batiro", "kome la", "sanove", "rila to", "muvena")
        made = (
            roll.choice(often) if roll.random() < 0.4 else words(roll, 1, 3) for _ in range(roll.randint(1, 6))
        )
        return ITEMS.join(dict.fromkeys(made))
    return words(roll, 1, 3).title()


def random_page(seed: int, *, labelled: bool = False, in_lines: bool = False, parted: bool = False) -> RandomPage:
    """The page of a seed. `labelled`: labels stand beside their values in many ways, and some values are the same
    in all records, have a colon in them, or are lists. `in_lines`: a record is one line. `parted`: rules, pagers
    and counts stand above and below the list (`random_surroundings`), which the form's page may show as well."""
    roll = Random(f"page {seed}")  # noqa: S311
    look = _look(roll)
    if labelled:
        _relabel(look, Random(f"labels {seed}"), own=False)  # noqa: S311
    many = roll.choice((0, 1, 1, 2, 2, 3, 4, 4, 6, 10, 10, 12, 20, 25, 50))
    asked = word(roll)
    rows = [_record(roll, look, n, asked) for n in range(many)]
    layout = _facts if many == 1 and roll.random() < 0.4 else roll.choice(_LAYOUTS)
    layout = _one_line if in_lines else layout
    beside = Random(f"around {seed}")  # noqa: S311
    bare = many > 0 and roll.random() < 0.25
    parted = parted and not bare
    if parted and beside.random() < _BARE:
        layout = _bare_paragraphs
    listed = layout(look, rows) if rows else ""
    frame = Frame(roll, lambda n, said: _record(roll, look, n, said), asked, bare=bare)
    on_form = rows and roll.random() < 0.08
    around = Surroundings(beside, asked, lambda n, said: _record(beside, look, n, said)).around if parted else None
    html = frame.page(listed, many, answer=True, around=around)
    front = listed if on_form else ""
    if around is not None and rows and beside.random() < _FRONTS:
        front = around("", layout(look, [_record(beside, look, n, word(beside)) for n in range(500, 525)]), 25)
    form_html = frame.page(front, 0, answer=False) if not bare and roll.random() < 0.8 else ""
    nonsense_html = (
        frame.page("", 0, answer=True, around=around).replace(asked, word(roll))
        if not bare and roll.random() < 0.6
        else ""
    )
    name = f"{layout.__name__.strip('_')}/{seed}"
    truth = tuple(
        TrueRecord(tuple(_shown(look, row)), f"http://made.example{row['href']}" if look.linked else None)
        for row in rows
    )
    said: tuple[str, ...] = (asked,) if roll.random() < 0.8 else ()
    said += tuple(kind.removeprefix("same ") for kind in look.fields if kind.startswith("same ") and len(said))
    if labelled and look.names and seed % 6 == 0:
        said += (look.names[0],)  # a label may be what was asked for
    return RandomPage(name, html, form_html, nonsense_html, said, truth)


def _look(roll: Random) -> _Look:
    many = roll.choice((0, 1, 2, 2, 3, 3, 4, 6, 8))
    kinds = [roll.choice(("number", "price", "date", "choice", "text", "text", "long")) for _ in range(many)]
    style = roll.random()
    made: dict[str, str] = {}

    def classes(what: str) -> str:
        if style < 0.3:
            return ""
        if what not in made:
            made[what] = (
                roll.choice(_KNOWN_CLASSES)
                if what == "row" and style < 0.55
                else f"{word(roll, 1, 3)}-{word(roll, 1, 2)}"
            )
        return f' class="{made[what]}"'

    labelled = roll.random() < 0.45
    linked = roll.random() < 0.75
    controls = [words(roll, 1, 2) for _ in range(roll.choice((0, 0, 0, 1, 2, 3)))]
    return _Look(
        roll, kinds, labelled, roll.choice((":", ":", "")), linked, linked and roll.random() < 0.15,
        roll.choice((0, 0, 0, 0, 1, 2)), roll.random() < 0.2, controls, roll.random() < 0.2, roll.random() < 0.4,
        classes, roll.choice(("h2", "h3", "h4", "b", "strong", "span", "div", "")),
        roll.choice((0.0, 0.0, 0.1, 0.3)),
        roll.choice(("/item/{n}", "/show.php?id={n}", "/{w}-{n}.html", "/x/{w}", "/view?rec={n}&amp;from=list")),
        roll.choice(("div", "article", "section", "li")), roll.choice((0, 0, 1, 2)),
        linked and roll.random() < 0.08,
        f"{word(roll).capitalize()} {{}} {word(roll, 1, 2)}" if roll.random() < 0.3 else "",
        [words(roll, 1, 2).capitalize() for _ in kinds],
    )  # fmt: skip


def _relabel(look: _Look, roll: Random, *, own: bool) -> Labelling:
    labelling = look.labelling = Labelling.by_chance(roll, headed=own)
    look.labelled = look.labelled or roll.random() < 0.4
    for place in range(len(look.fields)):
        look.fields[place] = labelling.kind(look.fields[place], roll, 0.2 if own else 0.08)
    return labelling


def random_own_pages(seed: int, many: int = 2) -> tuple[list[str], list[TrueRecord]]:
    """Own pages of some records of one site, one layout for all of them."""
    roll = Random(f"own {seed}")  # noqa: S311
    look = _look(roll)
    labelling = _relabel(look, roll, own=True)
    frame = Frame(roll, lambda n, said: _record(roll, look, n, said), word(roll), bare=roll.random() < 0.4)
    draw = _facts if roll.random() < 0.5 else _boxes_of_one
    before, after = _of_site(look, labelling, roll), _of_site(look, labelling, roll)
    pages, truth = [], []
    for n in range(many):
        row = _record(roll, look, n, word(roll))
        look.roll = Random(f"layout {seed}")  # noqa: S311
        pages.append(frame.page(f"{before}{draw(look, [row])}{after}", 0, answer=False))
        truth.append(TrueRecord(tuple(_shown(look, row)), None))
    return pages, truth


def _of_site(look: _Look, labelling: Labelling, roll: Random) -> str:
    """What a site tells about itself on every page: pairs and sentences like those of records."""
    told = ""
    for _ in range(roll.choice((0, 0, 1, 1, 2, 3))):
        pair = labelling.draw(words(roll, 1, 2), words(roll, 1, 3), "span", ":", look.classes)
        said = roll.choice((pair, pair, f"{words(roll, 1, 2)}: {words(roll, 1, 3)}", sentence(roll, 3, 9)))
        tag = roll.choice(("div", "p", "p", "footer", "aside"))
        told += f"<{tag}{look.classes('site') if tag == 'div' else ''}>{said}</{tag}>"
    return told


def _boxes_of_one(look: _Look, rows: Sequence[dict[str, str]]) -> str:
    look.labelled = True
    return f"<div{look.classes('row')}>{_boxes(look, rows[0])}</div>"


def _record(roll: Random, look: _Look, n: int, asked: str) -> dict[str, str]:
    title = look.thin.format(n + 1) if look.thin else words(roll, 1, 6).capitalize()
    number = 1000 + 13 * n + roll.randint(0, 9)
    row = {"title": title, "href": look.path.format(n=number, w=f"{word(roll)}{number}"), "n": str(n + 1)}
    row["href"] = row["href"].replace("&amp;", "&")
    for place, kind in enumerate(look.fields):
        value = f"{look.names[place]} {n + 1}" if look.thin and kind == "text" else _value(roll, kind)
        row[str(place)] = "" if roll.random() < look.missing else value
    row["snippet"] = (
        f"{sentence(roll)} {asked if roll.random() < 0.7 else word(roll)} {sentence(roll)}" if look.snippet else ""
    )
    row["shared"] = roll.choice(("Batiro", "Komelu", "Sanove"))
    return row


def _shown(look: _Look, row: dict[str, str]) -> list[tuple[str, str]]:
    found = [("", row["title"])]
    values = ((place, row[str(place)]) for place in range(len(look.fields)))
    named = ((look.names[place] if look.labelled else "", value) for place, value in values if value)
    found.extend((name, item) for name, value in named for item in value.split(ITEMS))
    return found


# ── parts of a row ────────────────────────────────────────────────────────────────────────────────────────


def _title(look: _Look, row: dict[str, str]) -> str:
    text, href = escape(row["title"]), escape(row["href"])
    inner = f'<a href="{href}"{look.classes("link")}>{text}</a>' if look.linked and not look.link_last else text
    tag = look.heading
    inner = f"<{tag}{look.classes('title')}>{inner}</{tag}>" if tag else inner
    shared = f'<a href="/kind/{row["shared"].lower()}"{look.classes("kind")}>{row["shared"]}</a> '
    inner = shared + inner if look.shared_link == 1 else inner + " " + shared if look.shared_link == 2 else inner
    if look.picture:
        image = f'<img src="/p/{row["n"]}.jpg" alt="">'
        inner = (f'<a href="{href}">{image}</a>' if look.linked else image) + inner
    return (f"{row['n']}. " if look.numbered else "") + inner


def _pairs(look: _Look, row: dict[str, str]) -> list[tuple[str, str]]:
    return [(look.names[place], _shown_html(row, place)) for place in range(len(look.fields)) if row[str(place)]]


def _shown_html(row: dict[str, str], place: int) -> str:
    items = escape(row[str(place)]).split(ITEMS)
    if len(items) == 1:
        return items[0]
    apart = place % 2 == 1  # in two elements
    made = (item.replace(" ", "</span> <span>", 1) if apart else item for item in items)
    return f"<ul>{''.join(f'<li><span>{item}</span></li>' if apart else f'<li>{item}</li>' for item in made)}</ul>"


def _labelled(look: _Look, name: str, value: str, tag: str = "span") -> str:
    if not look.labelled:
        return f"<{tag}{look.classes(name)}>{value}</{tag}>"
    if look.labelling is not None:
        return look.labelling.draw(name, value, tag, look.colon, look.classes)
    return (
        f"<{tag}{look.classes('label')}>{name}{look.colon}</{tag}> <{tag}{look.classes('value')}>{value}</{tag}>"
    )


def _end(look: _Look, row: dict[str, str]) -> str:
    text = f"<p{look.classes('text')}>{row['snippet']}</p>" if row["snippet"] else ""
    if look.passages:
        places = [
            f'<li><a href="{escape(row["href"])}#{word(look.roll)}">{word(look.roll)}</a>'
            f" {words(look.roll, 1, 4)}</li>"
            for _ in range(look.roll.randint(2, 4))
        ]
        text += f"<ul>{''.join(places)}</ul>"
    controls = "".join(
        f'<a href="/do/{n}?id={row["n"]}" rel="nofollow">{said}</a> ' for n, said in enumerate(look.controls)
    )
    more = (
        f'<a href="{escape(row["href"])}">{look.names[0] if look.names else "Valono"} »</a>'
        if look.link_last
        else ""
    )
    return text + (f"<div{look.classes('tools')}>{controls}</div>" if controls else "") + more


def _boxes(look: _Look, row: dict[str, str]) -> str:
    pairs = [_labelled(look, name, value) for name, value in _pairs(look, row)]
    sign = look.labelling.between if look.labelling is not None else ""
    inner = between(pairs, sign) if sign else "".join(f"<div{look.classes('pair')}>{one}</div>" for one in pairs)
    return f"{_title(look, row)}{inner}{_end(look, row)}"


# ── layouts of a list ─────────────────────────────────────────────────────────────────────────────────────


def _cards(look: _Look, rows: Sequence[dict[str, str]]) -> str:
    tag, deep = look.tag, look.deep
    before = "".join(f"<div{look.classes(f'in{n}')}>" for n in range(deep))
    stripes = look.roll.random() < 0.15
    made = ""
    for n, row in enumerate(rows):
        named = f" class=s{n % 2}" if stripes else look.classes("row")
        made += f"<{tag}{named}>{before}{_boxes(look, row)}{'</div>' * deep}</{tag}>"
    outer = "ul" if tag == "li" else "div"
    return f"<{outer}{look.classes('list')}>{made}</{outer}>"


def _grid(look: _Look, rows: Sequence[dict[str, str]]) -> str:
    wide = look.roll.choice((2, 3, 4))
    cells = [f"<div{look.classes('row')}>{_boxes(look, row)}</div>" for row in rows]
    lines = ["".join(cells[n : n + wide]) for n in range(0, len(cells), wide)]
    return "".join(f"<div{look.classes('line')}>{line}</div>" for line in lines)


def _table(look: _Look, rows: Sequence[dict[str, str]]) -> str:
    roll = look.roll
    look.labelled = roll.random() < 0.7
    cell = roll.choice(("th", "th", "td"))
    mark = ("<b>", "</b>") if cell == "td" else ("", "")
    titles = [words(roll, 1, 2).capitalize(), *look.names]
    heads = "".join(f"<{cell}>{mark[0]}{name}{mark[1]}</{cell}>" for name in titles)
    more = "<th></th>" if look.controls or look.link_last else ""
    first = "th scope=row" if roll.random() < 0.15 else "td"
    made = [
        f"<{first}>{_title(look, row)}</{first[:2]}>"
        + "".join(f"<td>{_shown_html(row, n)}</td>" for n in range(len(look.fields)))
        + (f"<td>{_end(look, row)}</td>" if more or row["snippet"] else "")
        for row in rows
    ]  # fmt: skip
    stripes = roll.choice((("", ""), ("", ""), ("", ""), (" class=s0", " class=s1"), ("", " class=s1")))
    lines = "".join(f"<tr{stripes[n % 2]}>{line}</tr>" for n, line in enumerate(made))
    head = f"<thead><tr>{heads}{more}</tr></thead>" if roll.random() < 0.5 else f"<tr>{heads}{more}</tr>"
    return f"<table{look.classes('list')}>{head if look.labelled else ''}{lines}</table>"


def _table_of_boxes(look: _Look, rows: Sequence[dict[str, str]]) -> str:
    return (
        f"<table{look.classes('list')}>"
        + "".join(f"<tr><td>{_boxes(look, row)}</td></tr>" for row in rows)
        + "</table>"
    )


def _two_rows_each(look: _Look, rows: Sequence[dict[str, str]]) -> str:
    made = ""
    for row in rows:
        pairs = " ".join(_labelled(look, name, value) for name, value in _pairs(look, row))
        made += f"<tr><td>{_title(look, row)}</td></tr><tr><td>{pairs}{_end(look, row) or '&nbsp;'}</td></tr>"
    return f"<table>{made}</table>"


def _entries(look: _Look, rows: Sequence[dict[str, str]]) -> str:
    """A line of a table for each record, and below it as many lines as it has values."""
    made = ""
    for row in rows:
        made += f"<tr{look.classes('row')}><td>{row['n']}</td><td colspan=2>{_title(look, row)}</td></tr>"
        for name, value in _pairs(look, row):
            made += f"<tr><td></td><td>{name if look.labelled else ''}</td><td>{value}</td></tr>"
    return f"<table{look.classes('list')}>{made}</table>"


def _terms(look: _Look, rows: Sequence[dict[str, str]]) -> str:
    made = ""
    for row in rows:
        pairs = "".join(f"<dd>{_labelled(look, name, value)}</dd>" for name, value in _pairs(look, row))
        made += f"<dt>{_title(look, row)}</dt>{pairs}<dd>{_end(look, row) or row['title'][:3]}</dd>"
    return f"<dl{look.classes('list')}>{made}</dl>"


def _runs(look: _Look, rows: Sequence[dict[str, str]]) -> str:
    look.heading = look.heading or "h3"
    rule = look.roll.choice(("", "", "<hr>"))
    return rule.join(
        _title(look, row) + "".join(f"<p>{_labelled(look, name, value)}</p>" for name, value in _pairs(look, row))
        + (_end(look, row) or f"<p>{sentence(look.roll)}</p>")
        for row in rows
    )  # fmt: skip


def _paragraphs(look: _Look, rows: Sequence[dict[str, str]]) -> str:
    look.heading = look.roll.choice(("", "b", "strong"))
    sign = (look.labelling.between if look.labelling is not None else "") or "<br>"
    parts = [
        sign.join([_title(look, row), *(_labelled(look, n, v) for n, v in _pairs(look, row))])
        + (f"<br>{row['snippet']}" if row["snippet"] else "")
        for row in rows
    ]
    return "".join(f"<p>{part}</p>" for part in parts) if look.roll.random() < 0.7 else "<br><br>".join(parts)


def _bare_paragraphs(look: _Look, rows: Sequence[dict[str, str]]) -> str:
    """Two paragraphs and more of each record, as many as it has something to say in, and nothing around them."""
    look.heading = look.roll.choice(("", "", "b", "strong"))
    tag = look.roll.choice(("p", "p", "div"))
    made = ""
    for row in rows:
        parts = [_title(look, row), *(_labelled(look, name, value) for name, value in _pairs(look, row))]
        text = row["snippet"] or sentence(look.roll)
        parts.insert(1 if look.link_last else len(parts), text)
        made += "".join(f"<{tag}>{part}</{tag}>" for part in parts)
    return made


def _one_line(look: _Look, rows: Sequence[dict[str, str]]) -> str:
    """A record a line, its pairs one after the other."""
    look.heading = look.roll.choice(("", "", "b", "strong"))
    sign = (look.labelling.between if look.labelling is not None else "").replace("<br>", "") or " "
    tag = look.roll.choice(("p", "li", "div", "td"))
    made = (
        f"{_title(look, row)} {sign.join(_labelled(look, name, value) for name, value in _pairs(look, row))}"
        for row in rows
    )
    lines = "".join(f"<{tag}>{one}</{tag}>" if tag != "td" else f"<tr><td>{one}</td></tr>" for one in made)
    return {"li": f"<ul>{lines}</ul>", "td": f"<table>{lines}</table>"}.get(tag, lines)


def _links(look: _Look, rows: Sequence[dict[str, str]]) -> str:
    look.fields, look.names, look.shared_link, look.controls = [], [], 0, []
    tag = look.roll.choice(("li", "li", "p", "div"))
    made = "".join(
        f"<{tag}>{_title(look, row)}{' – ' + row['snippet'] if row['snippet'] else ''}</{tag}>" for row in rows
    )
    return f"<ul>{made}</ul>" if tag == "li" else made


def _text_lines(look: _Look, rows: Sequence[dict[str, str]]) -> str:
    look.picture, look.heading, look.shared_link, look.controls = False, "", 0, []
    look.labelled = False
    made = []
    for row in rows:
        rest = "".join(f"  {escape(row[str(n)].replace(ITEMS, ' ')):<30}" for n in range(len(look.fields)))
        made.append(f"{_title(look, row)}{' ' * max(1, 60 - len(row['title']))}{rest}".rstrip())
    return f"<pre>{chr(10).join(made)}</pre>"


def _text_blocks(look: _Look, rows: Sequence[dict[str, str]]) -> str:
    look.picture, look.heading, look.shared_link, look.controls, look.colon = False, "", 0, [], ":"
    made = []
    for row in rows:
        for place in range(len(look.fields)):  # lists take elements
            row[str(place)] = row[str(place)].partition(ITEMS)[0]
        lines = [
            _title(look, row),
            *(f"{name}: {value}" if look.labelled else f"  {value}" for name, value in _pairs(look, row)),
        ]
        made.append("\n".join([*lines, *([f"  {row['snippet']}"] if row["snippet"] else [])]))
    return f"<pre>{(chr(10) * 2).join(made)}</pre>"


def _facts(look: _Look, rows: Sequence[dict[str, str]]) -> str:
    """One record as lines of label and value."""
    roll, row = look.roll, rows[0]
    look.fields = look.fields or ["text", "number"]
    for place, kind in enumerate(look.fields):
        row[str(place)] = row.get(str(place)) or _value(roll, kind)
    while len(look.names) < len(look.fields):
        look.names.append(words(roll, 1, 2).capitalize())
    look.labelled = True
    pairs = _pairs(look, row)
    kind = roll.choice(("table", "dl", "lines", "boxes"))
    if kind == "table":
        cell = roll.choice(("th", "td"))
        body = (
            "<table>"
            + "".join(f"<tr><{cell}>{n}{look.colon}</{cell}><td>{v}</td></tr>" for n, v in pairs)
            + "</table>"
        )
    elif kind == "dl":
        body = "<dl>" + "".join(f"<dt>{n}<dd>{v}" for n, v in pairs) + "</dl>"
    elif kind == "lines":
        body = "<p>" + "<br>".join(f"<b>{n}:</b> {v}" for n, v in pairs) + "</p>"
    else:
        body = "".join(f"<div>{_labelled(look, n, v)}</div>" for n, v in pairs)
    return f"<div{look.classes('row')}>{_title(look, row)}{body}</div>"


def _grouped(look: _Look, rows: Sequence[dict[str, str]]) -> str:
    size = look.roll.choice((2, 3, 5))
    groups = [rows[n : n + size] for n in range(0, len(rows), size)]
    return "".join(f"<h4>{word(look.roll).capitalize()}</h4>{_cards(look, some)}" for some in groups)


_LAYOUTS: tuple[Callable[[_Look, Sequence[dict[str, str]]], str], ...] = (
    _cards, _cards, _cards, _grid, _table, _table, _table, _table_of_boxes, _two_rows_each, _entries, _terms,
    _runs, _paragraphs, _links, _text_lines, _text_blocks, _grouped,
)  # fmt: skip
