"""Results as lists, cards, paragraphs and bare text: each shape draws a list of records."""

import json
from collections.abc import Callable, Sequence

from shape_records import Thing

Draw = Callable[[Sequence[Thing]], str]


def _link(t: Thing) -> str:
    return f"<a href={t.href}>{t.title}</a>"


def cards_with_adverts(some: Sequence[Thing]) -> str:
    """A grid of cards, every fourth place sold."""
    advert = (
        "<div class=card-sponsored><a href=http://ads.example/x><b>Polish for brass</b></a><p>Order today!</div>"
    )
    cards = "".join(
        f"<div class='col-4 card'><a href={t.href}><img src=/p/{t.n}.jpg></a><h4>{_link(t)}</h4>"
        f"<div class=maker>{t.maker}</div><div class=price>{t.price}</div></div>" + (advert if n % 4 == 2 else "")
        for n, t in enumerate(some)
    )
    return f"<div class=row>{cards}</div>"


def one_definition_list(some: Sequence[Thing]) -> str:
    """A `<dl>` whose terms are titles and which has several descriptions each."""
    return "<dl>" + "".join(f"<dt>{_link(t)}<dd>{t.maker}, {t.place}<dd><i>{t.note}</i>" for t in some) + "</dl>"


def labelled_definition_list(some: Sequence[Thing]) -> str:
    """One `<dl>` for all records whose terms are labels that come round again."""
    return (
        "<dl>"
        + "".join(f"<dt>Object<dd>{_link(t)}<dt>Maker<dd>{t.maker}<dt>Year<dd>{t.year}" for t in some)
        + "</dl>"
    )


def definition_list_each(some: Sequence[Thing]) -> str:
    """A `<dl>` of labels for each record, under a heading."""
    return "".join(
        f"<h3>{_link(t)}</h3><dl><dt>Maker<dd>{t.maker}<dt>Year<dd>{t.year}<dt>Place<dd>{t.place}</dl>"
        for t in some
    )


def paragraphs_by_breaks(some: Sequence[Thing]) -> str:
    """All in one element, records divided by two line breaks."""
    return "<td>" + "<br><br>".join(f"{_link(t)}<br>{t.maker}<br>{t.note}" for t in some)


def lines_by_breaks(some: Sequence[Thing]) -> str:
    """A line a record."""
    return "<div>" + "".join(f"{_link(t)} ({t.maker}, {t.year})<br>" for t in some) + "</div>"


def labels_by_breaks(some: Sequence[Thing]) -> str:
    """`<span>Label:</span> value<br>` and a paragraph each."""
    return "".join(
        f"<p><span>Object:</span> {_link(t)}<br><span>Maker:</span> {t.maker}<br><span>Year:</span> {t.year}</p>"
        for t in some
    )


def labels_by_breaks_unlinked(some: Sequence[Thing]) -> str:
    """Bold labels, line breaks, an empty line after each record, no links, no elements around records."""
    return "<div>" + "<br>".join(
        f"<b>Object:</b> {t.title}<br><b>Maker:</b> {t.maker}<br><b>Year:</b> {t.year}<br>" for t in some
    )


def ledger_lines(some: Sequence[Thing]) -> str:
    """Boxes of lines, each with a label and a value in boxes of their own."""
    return "<div>" + "".join(
        f"<div><div>{_link(t)}</div><div><span>Maker</span><span>{t.maker}</span></div>"
        f"<div><span>Year</span><span>{t.year}</span></div><div><span>Price</span><span>{t.price}"
        f"</span></div></div>"
        for t in some
    )


def flat_lines(some: Sequence[Thing]) -> str:
    """The same without a box around a record: a heading line, then lines of label and value."""
    return "<div class=out>" + "".join(
        f"<div class=hd>{_link(t)}</div><div class=ln><b>Maker</b> <span>{t.maker}</span></div>"
        f"<div class=ln><b>Year</b> <span>{t.year}</span></div>"
        for t in some
    )


def preformatted(some: Sequence[Thing]) -> str:
    """A listing of columns in `<pre>`, a line a record."""
    return (
        "<pre>"
        + "\n".join(f"<a href={t.href}>{t.title:<24}</a> {t.maker:<22} {t.year:>6}  {t.place}" for t in some)
        + "</pre>"
    )


def preformatted_blocks(some: Sequence[Thing]) -> str:
    """Records of several lines in `<pre>`, with an empty line between."""
    return (
        "<pre>" + "\n\n".join(f"TITLE  {_link(t)}\nMAKER  {t.maker}\nNOTE   {t.note}" for t in some) + "\n</pre>"
    )


def under_letters(some: Sequence[Thing]) -> str:
    """Lists under headings of one letter."""
    return "".join(
        (("</ul>" if n else "") + f"<h3>{'ABCDEFGHIKLM'[n // 3]}</h3><ul>" if n % 3 == 0 else "")
        + f"<li>{_link(t)}, {t.maker} <em>{t.year}</em>"
        for n, t in enumerate(some)
    )


def under_dates(some: Sequence[Thing]) -> str:
    """Paragraphs under dates, all siblings."""
    return (
        "<div>"
        + "".join(
            (f"<h4>{n // 2 + 1} March 2020</h4>" if n % 2 == 0 else "")
            + f"<p><b>{_link(t)}</b><br>{t.note}<br><small>{t.place}</small></p>"
            for n, t in enumerate(some)
        )
        + "</div>"
    )


def articles_with_tags(some: Sequence[Thing]) -> str:
    """`<article>` with a header, a text, a list of tags and a footer."""
    return "<main>" + "".join(
        f"<article class='post type-object'><header><h2>{_link(t)}</h2>"
        f"<time datetime={t.year}-01-01>{t.year}</time>"
        f"</header><p>{t.note}</p><ul class=tags><li><a href=/tag/brass>brass</a><li><a href=/tag/sea>sea</a></ul>"
        f"<footer>Made by <a href=/maker/{t.n % 6}>{t.maker}</a></footer></article>"
        for t in some
    )


def linked_data_only(some: Sequence[Thing]) -> str:
    """Nothing to see without scripts: the records are in JSON-LD."""
    listed = [
        {
            "@type": "ListItem",
            "position": n,
            "item": {"@type": "Product", "name": t.title, "url": t.href, "brand": t.maker, "releaseDate": t.year},
        }
        for n, t in enumerate(some, 1)
    ]
    data = {"@context": "https://schema.org", "@type": "ItemList", "itemListElement": listed}
    return f"<div id=app>Loading …</div><script type='application/ld+json'>{json.dumps(data)}</script>"


def between_rules(some: Sequence[Thing]) -> str:
    """Text between `<hr>`s."""
    return "<hr>" + "<hr>".join(f"<b>{_link(t)}</b><br>{t.maker}<p>{t.note}</p>" for t in some) + "<hr>"


def numbered_text(some: Sequence[Thing]) -> str:
    """The way search engines of the 1990s answered: number, title, summary, address, size."""
    return "<p>".join(
        f"<b>{n}.</b> {_link(t)} [{100 - n}%]<br>{t.note}<br>"
        f"<font color=green>http://museum.example{t.href}</font>"
        f" - {n + 3}K - {t.year}"
        for n, t in enumerate(some, 1)
    )


def beside_popular(some: Sequence[Thing]) -> str:
    """A longer list of popular things beside the results."""
    popular = "".join(
        f"<li><a href=/object/{9000 + n}>Popular print no. {n} of the harbour</a> seen {n * 31} times"
        for n in range(15)
    )
    rows = "".join(f"<li>{_link(t)} <span>{t.maker}</span> <span>{t.year}</span>" for t in some)
    return f"<div class=left-col><h3>Popular</h3><ul>{popular}</ul></div><div class=middle><ul>{rows}</ul></div>"


def beside_facets(some: Sequence[Thing]) -> str:
    """Facets that say more than the results."""
    facets = "".join(
        f"<div class=group><h5>{name}</h5><ul>"
        + "".join(f"<li><a href='?q=brass&amp;{name}={n}'>{name} value {n}</a> ({n * 3 + 1})" for n in range(12))
        + "</ul></div>"
        for name in ("Material", "Period", "Region", "Gallery")
    )
    rows = "".join(f"<div class=hit>{_link(t)}<br>{t.maker}, {t.year}</div>" for t in some)
    return f"<div class=narrow>{facets}</div><div class=found>{rows}</div>"


def with_a_map(some: Sequence[Thing]) -> str:
    """A map's list of markers before the results, with the same names."""
    markers = "".join(f"<div class=marker data-id={t.n}><b>{t.place}</b></div>" for t in some)
    rows = "".join(
        f"<section class=obj><h3>{_link(t)}</h3><p>{t.place}</p><p>{t.note}</p></section>" for t in some
    )
    return f"<div id=map>{markers}</div><div id=hits>{rows}</div>"


def whole_card_linked(some: Sequence[Thing]) -> str:
    """Each card is one link."""
    return "<div class=grid>" + "".join(
        f"<a class=tile href={t.href}><span class=name>{t.title}</span><span class=by>{t.maker}</span>"
        f"<span class=amount>{t.price}</span></a>"
        for t in some
    )


def spans_of_labels(some: Sequence[Thing]) -> str:
    """Nothing but spans, labels among them, in one line."""
    return "<ol>" + "".join(
        f"<li><span class=t>{_link(t)}</span> <span>Maker: <em>{t.maker}</em></span> | "
        f"<span>Year: <em>{t.year}</em></span> | <span>Price: <em>{t.price}</em></span>"
        for t in some
    )


def headings_and_lists(some: Sequence[Thing]) -> str:
    """A heading and a list of facts each, all siblings."""
    return "<div>" + "".join(
        f"<h2>{_link(t)}</h2><ul><li>Maker: {t.maker}<li>Year: {t.year}<li>Place: {t.place}</ul>" for t in some
    )


def unlinked_paragraphs(some: Sequence[Thing]) -> str:
    """Paragraphs with a bold title, no links."""
    return "<div>" + "".join(f"<p><b>{t.title}</b>. {t.maker}, {t.year}. {t.note}</p>" for t in some)


def utility_classes(some: Sequence[Thing]) -> str:
    """Classes that only say how things look, in all cards and all of their parts the same."""
    return "<div class='grid gap-4'>" + "".join(
        "<div class='p-4 flex'><div class='p-4 flex'><div class='text-sm'>"
        f"{_link(t)}</div><div class='text-sm'>{t.maker}</div><div class='text-sm'>{t.price}</div></div></div>"
        for t in some
    )


def nested_lists(some: Sequence[Thing]) -> str:
    """Facts of each record in a list within the list."""
    return (
        "<ul>" + "".join(f"<li>{_link(t)}<ul><li>{t.maker}<li>{t.year}<li>{t.note}</ul>" for t in some) + "</ul>"
    )


def bare_text_and_links(some: Sequence[Thing]) -> str:
    """A heading-like link, a text, and a line of actions; nothing is wrapped."""
    return "<div>" + "".join(
        f"<font size=4>{_link(t)}</font><br>{t.note}<br><a href=/object/{t.n}/cite>Cite</a> | "
        f"<a href=/object/{t.n}/print>Print</a> | <a href='/similar?to={t.n}'>Similar</a><br><br>"
        for t in some
    )


FLOWS: dict[Draw, tuple[str, ...]] = {
    cards_with_adverts: ("=title", "maker=maker", "price=price"),
    one_definition_list: ("=title", "=note"),
    labelled_definition_list: ("Object=title", "Maker=maker", "Year=year"),
    definition_list_each: ("=title", "Maker=maker", "Year=year", "Place=place"),
    paragraphs_by_breaks: ("=title", "=maker", "=note"),
    lines_by_breaks: ("=title",),
    labels_by_breaks: ("Object=title", "Maker=maker", "Year=year"),
    labels_by_breaks_unlinked: ("Object=title", "Maker=maker", "Year=year"),
    ledger_lines: ("=title", "Maker=maker", "Year=year", "Price=price"),
    flat_lines: ("=title", "Maker=maker", "Year=year"),
    preformatted: ("=title",),
    preformatted_blocks: ("=title",),
    under_letters: ("=title", "=year"),
    under_dates: ("=title", "=note", "=place"),
    articles_with_tags: ("=title", "=note", "=year"),
    linked_data_only: ("name=title", "brand=maker", "releaseDate=year"),
    between_rules: ("=title", "=maker", "=note"),
    numbered_text: ("=title", "=note"),
    beside_popular: ("=title", "=maker", "=year"),
    beside_facets: ("=title",),
    with_a_map: ("=title", "=place", "=note"),
    whole_card_linked: ("name=title", "by=maker", "amount=price"),
    spans_of_labels: ("=title", "Maker=maker", "Year=year", "Price=price"),
    headings_and_lists: ("=title", "Maker=maker", "Year=year", "Place=place"),
    unlinked_paragraphs: ("=title",),
    utility_classes: ("=title", "=maker", "=price"),
    nested_lists: ("=title", "=maker", "=year", "=note"),
    bare_text_and_links: ("=title", "=note"),
}
"""Each shape with the fields it shows: `name=attribute`, the name empty where the page gives none."""
