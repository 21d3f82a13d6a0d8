"""More shapes of results, with parts that some records lack, and things between records that are none."""

from collections.abc import Callable, Sequence

from shape_records import Thing

Draw = Callable[[Sequence[Thing]], str]


def _link(t: Thing) -> str:
    return f"<a href={t.href}>{t.title}</a>"


def zebra_boxes(some: Sequence[Thing]) -> str:
    """Boxes in two colours; every third record lacks its note, every fourth has a badge."""
    return (
        "<div id=list>"
        + "".join(
            f"<div class=c{n % 2}><div class=t>{_link(t)}</div>"
            + ("<span class=badge>New!</span>" if n % 4 == 1 else "")
            + (f"<div class=d>{t.note}</div>" if n % 3 else "")
            + f"<div class=m>{t.maker}</div></div>"
            for n, t in enumerate(some)
        )
        + "</div>"
    )


def catalogue_brief(some: Sequence[Thing]) -> str:
    """A library's brief display: number, box, cover, labels in small print, holdings."""
    return (
        "<table class=browse>"
        + "".join(
            f"<tr class=entry><td class=num>{n}<td><input type=checkbox name=mark value={t.n}>"
            f"<td><img src=/c/{t.n}.jpg>"
            f"<td class=body><span class=entryTitle>{_link(t)}</span><br><span class=lab>Author"
            f"</span> {t.maker}<br>"
            f"<span class=lab>Published</span> {t.year}<br><span class=lab>Location</span> {t.place}"
            for n, t in enumerate(some, 1)
        )
        + "</table>"
    )


def bug_list(some: Sequence[Thing]) -> str:
    """A tracker's table: the number and the summary both lead to the record."""
    return (
        "<table id=bugs><thead><tr><th>ID<th>Summary<th>Owner<th>Changed</thead><tbody>"
        + "".join(
            f"<tr id=b{t.n}><td><a href={t.href}>{t.n}</a><td><a href={t.href}>{t.title}</a>"
            f"<td>{t.maker}<td>{t.year}"
            for t in some
        )
        + "</tbody></table>"
    )


def staff_list(some: Sequence[Thing]) -> str:
    """People's cards: no page of their own, an address for mail each."""
    return (
        "<div class=people>"
        + "".join(
            f"<div class=person><strong>{t.title}</strong><br>{t.maker}<br>Room {t.n}<br>"
            f"<a href='mailto:x{t.n}@museum.example'>x{t.n}@museum.example</a></div>"
            for t in some
        )
        + "</div>"
    )


def timetable(some: Sequence[Thing]) -> str:
    """Departures: times, an arrow, a price and a button in a form for each."""
    return "".join(
        f"<form method=post action=/book><div class=dep><b>{t.title}</b> "
        f"<span class=time>{n + 6}:05 → {n + 9}:40</span> "
        f"<span class=carrier>{t.maker}</span> <span class=fare>{t.price}</span> "
        f"<input type=submit value=Book></div></form>"
        for n, t in enumerate(some)
    )


def forum_topics(some: Sequence[Thing]) -> str:
    """Topics with a last post and numbers; a row of links to pages within some titles."""
    return (
        "<table class=forum><tr><th>Topic<th>Starter<th>Replies<th>Last post</tr>"
        + "".join(
            f"<tr><td><a class=topictitle href={t.href}>{t.title}</a>"
            + (f" [ <a href={t.href}?p=2>2</a> <a href={t.href}?p=3>3</a> ]" if n % 3 == 1 else "")
            + f"<td><a href=/user/{t.n % 6}>{t.maker}</a><td>{n}<td>{t.year}"
            for n, t in enumerate(some)
        )
        + "</table>"
    )


def list_in_a_form(some: Sequence[Thing]) -> str:
    """Labels with check boxes in a form that exports what is ticked."""
    return (
        "<form method=post action=/export><ul class=export>"
        + "".join(
            f"<li><label><input type=checkbox name=id value={t.n}> {_link(t)}</label><p>{t.maker} ({t.year})</p>"
            for t in some
        )
        + "</ul><button>Export</button></form>"
    )


def headline_and_snippet(some: Sequence[Thing]) -> str:
    """A search engine of today: address above, heading in the link, snippet with marked words."""
    return (
        "<div id=rso>"
        + "".join(
            f"<div class=g><div><a href={t.href}><div>museum.example › object</div><h3>{t.title}</h3></a></div>"
            f"<div><span>{t.year} — </span><span>… {t.note.replace(' ', ' <em>brass</em> ', 1)}</span></div></div>"
            for t in some
        )
        + "</div>"
    )


def addresses(some: Sequence[Thing]) -> str:
    """`<address>` blocks under a heading each, divided by rules."""
    return "<hr>".join(
        f"<h4>{t.title}</h4><address>{t.maker}<br>{t.n} Quay Street<br>{t.place}</address>" for t in some
    )


def figures(some: Sequence[Thing]) -> str:
    """`<figure>` with a caption."""
    return (
        "<div class=gallery>"
        + "".join(
            f"<figure><a href={t.href}><img src=/p/{t.n}.jpg alt=''></a><figcaption>{_link(t)}"
            f"<small>{t.maker}</small>"
            f"<small>{t.year}</small></figcaption></figure>"
            for t in some
        )
        + "</div>"
    )


def detail_summary(some: Sequence[Thing]) -> str:
    """`<details>` with a summary and a table of facts inside."""
    return "".join(
        f"<details><summary>{t.title}</summary><table><tr><th>Maker<td>{t.maker}<tr><th>Year<td>{t.year}"
        f"<tr><th>Place<td>{t.place}</table></details>"
        for t in some
    )


def colon_lines_unlinked(some: Sequence[Thing]) -> str:
    """Lines of label and value in `<pre>`, records divided by an empty line."""
    return (
        "<pre>"
        + "\n\n".join(f"Name: {t.title}\nMaker: {t.maker}\nYear: {t.year}\nPlace: {t.place}" for t in some)
        + "\n</pre>"
    )


def grouped_tables(some: Sequence[Thing]) -> str:
    """A heading and a table with heads of its own for every four records."""
    parts = [some[n : n + 4] for n in range(0, len(some), 4)]
    return "".join(
        f"<h3>Gallery {n}</h3><table><tr><th>Object<th>Maker<th>Year</tr>"
        + "".join(f"<tr><td>{_link(t)}<td>{t.maker}<td>{t.year}" for t in part)
        + "</table>"
        for n, part in enumerate(parts, 1)
    )


def aria_table(some: Sequence[Thing]) -> str:
    """A table made of boxes with roles."""
    head = "".join(f"<div role=columnheader>{name}</div>" for name in ("Object", "Maker", "Year"))
    return (
        f"<div role=table><div role=row>{head}</div>"
        + "".join(
            f"<div role=row><div role=cell>{_link(t)}</div><div role=cell>{t.maker}</div>"
            f"<div role=cell>{t.year}</div></div>"
            for t in some
        )
        + "</div>"
    )


def hidden_labels(some: Sequence[Thing]) -> str:
    """A responsive table: each cell carries its label for small screens."""
    return (
        "<ul class=resp>"
        + "".join(
            f"<li><div><span class=label>Object</span><span class=value>{_link(t)}</span></div>"
            f"<div><span class=label>Maker</span><span class=value>{t.maker}</span></div>"
            f"<div><span class=label>Year</span><span class=value>{t.year}</span></div></li>"
            for t in some
        )
        + "</ul>"
    )


def microdata(some: Sequence[Thing]) -> str:
    """Microdata, with prices in attributes."""
    return (
        "<div>"
        + "".join(
            f"<div itemscope itemtype=http://schema.org/Product><a itemprop=url href={t.href}>"
            f"<span itemprop=name>{t.title}"
            f"</span></a> <span itemprop=brand>{t.maker}</span><meta itemprop=releaseDate content={t.year}></div>"
            for t in some
        )
        + "</div>"
    )


def picture_rows(some: Sequence[Thing]) -> str:
    """Rows of pictures, rows of captions: a record is half of two rows."""
    return (
        "<table class=wide>"
        + "".join(
            f"<tr><td rowspan=3><a href={t.href}><img src=/p/{t.n}.jpg></a><td><b>{_link(t)}</b>"
            f"<tr><td>{t.maker}<tr>"
            f"<td>{t.note}"
            for t in some
        )
        + "</table>"
    )


def inline_sentences(some: Sequence[Thing]) -> str:
    """Sentences in list items, values in bold."""
    return (
        "<ul>"
        + "".join(
            f"<li>The {_link(t)} was made by <b>{t.maker}</b> in <b>{t.year}</b>, price <b>{t.price}</b>."
            for t in some
        )
        + "</ul>"
    )


MORE: dict[Draw, tuple[str, ...]] = {
    zebra_boxes: ("=title", "=maker"),
    catalogue_brief: ("=title", "Author=maker", "Published=year", "Location=place"),
    bug_list: ("Summary=title", "Owner=maker", "Changed=year"),
    staff_list: ("=title", "=maker"),
    timetable: ("=title", "carrier=maker", "fare=price"),
    forum_topics: ("Starter=maker", "Last post=year"),
    list_in_a_form: ("=title",),
    headline_and_snippet: ("=title",),
    addresses: ("=title", "=maker", "=place"),
    figures: ("=title", "=maker", "=year"),
    detail_summary: ("=title", "Maker=maker", "Year=year", "Place=place"),
    colon_lines_unlinked: ("Name=title", "Maker=maker", "Year=year", "Place=place"),
    grouped_tables: ("Object=title", "Maker=maker", "Year=year"),
    aria_table: ("Object=title", "Maker=maker", "Year=year"),
    hidden_labels: ("Object=title", "Maker=maker", "Year=year"),
    microdata: ("name=title", "brand=maker"),
    picture_rows: ("=title", "=maker", "=note"),
    inline_sentences: ("=title", "=maker", "=year", "=price"),
}
"""Each shape with the fields it shows: `name=attribute`, the name empty where the page gives none."""
