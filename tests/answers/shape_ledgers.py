"""Results as ledgers: lines of labels and values, several to a line, ruled and ordered like a book of accounts."""

from collections.abc import Callable, Sequence

from shape_records import Thing

Draw = Callable[[Sequence[Thing]], str]


def _link(t: Thing) -> str:
    return f"<a href={t.href}>{t.title}</a>"


def two_pairs_a_row(some: Sequence[Thing]) -> str:
    """A table a record, two pairs of label and value in each row."""
    return "".join(
        f"<table border=1><tr><td colspan=4><b>{_link(t)}</b><tr><td>Maker<td>{t.maker}<td>Year<td>{t.year}"
        f"<tr><td>Place<td>{t.place}<td>Price<td>{t.price}</table><br>"
        for t in some
    )


def headed_pairs_a_row(some: Sequence[Thing]) -> str:
    """One table, two rows of `<th>` and `<td>` in turn for each record, a rule after it."""
    return (
        "<table>"
        + "".join(
            f"<tr><th>Object<td>{_link(t)}<th>Maker<td>{t.maker}<tr><th>Year<td>{t.year}<th>Place<td>{t.place}"
            "<tr><td colspan=4><hr>"
            for t in some
        )
        + "</table>"
    )


def lines_with_classes(some: Sequence[Thing]) -> str:
    """A list of boxes of lines; label and value are told apart by classes that say nothing."""
    return (
        "<div class=ldg>"
        + "".join(
            f"<div class=en><p class=a>{_link(t)}</p><p class=b><span class=k1>Maker</span> "
            f"<span class=k2>{t.maker}</span></p><p class=b><span class=k1>Year</span> "
            f"<span class=k2>{t.year}</span>"
            "</p></div>"
            for t in some
        )
        + "</div>"
    )


def striped_with_heading_rows(some: Sequence[Thing]) -> str:
    """Each record is a heading row across the table and a striped row of cells under heads."""
    return (
        "<table><tr><th>Maker<th>Year<th>Price</tr>"
        + "".join(
            f"<tr class=head><th colspan=3>{_link(t)}</th></tr><tr class={'ab'[n % 2]}><td>{t.maker}<td>{t.year}"
            f"<td>{t.price}</tr>"
            for n, t in enumerate(some)
        )
        + "</table>"
    )


def dotted_lines(some: Sequence[Thing]) -> str:
    """A line a record with dots up to the price at its end."""
    return (
        "<ul class=plain>"
        + "".join(f"<li>{_link(t)} <i>{t.maker}</i> ........ <b>{t.price}</b></li>" for t in some)
        + "</ul>"
    )


def numbered_account(some: Sequence[Thing]) -> str:
    """Numbered rows with debit and credit columns of which one is empty, and a sum below."""
    return (
        "<table class=acc><tr><th>No.<th>Entry<th>In<th>Out</tr>"
        + "".join(
            f"<tr><td>{n}<td>{_link(t)}<td>{t.price if n % 2 else ''}<td>{'' if n % 2 else t.price}</tr>"
            for n, t in enumerate(some, 1)
        )
        + "<tr><td><td><b>Total</b><td>£100.00<td>£90.00</tr></table>"
    )


LEDGERS: dict[Draw, tuple[str, ...]] = {
    two_pairs_a_row: ("=title", "Maker=maker", "Year=year", "Place=place", "Price=price"),
    headed_pairs_a_row: ("Object=title", "Maker=maker", "Year=year", "Place=place"),
    lines_with_classes: ("=title", "Maker=maker", "Year=year"),
    striped_with_heading_rows: ("=title", "Maker=maker", "Year=year", "Price=price"),
    dotted_lines: ("=title", "=maker", "=price"),
    numbered_account: ("Entry=title", "=price"),
}
"""Each shape with the fields it shows: `name=attribute`, the name empty where the page gives none."""
