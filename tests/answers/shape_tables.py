"""Results as tables, the way sites of four decades lay them out: each shape draws a list of records."""

from collections.abc import Callable, Sequence
from itertools import groupby

from shape_records import Thing

Draw = Callable[[Sequence[Thing]], str]


def _link(t: Thing) -> str:
    return f"<a href={t.href}>{t.title}</a>"


def striped_with_sections(some: Sequence[Thing]) -> str:
    """Heads, striped rows, and a row with the name of each section across the table."""
    lines = "".join(
        (f"<tr class=section><td colspan=4>Room {n // 4 + 1}" if n % 4 == 0 else "")
        + f"<tr class={'odd' if n % 2 else 'even'}><td>{_link(t)}<td>{t.maker}<td>{t.year}<td>{t.price}"
        for n, t in enumerate(some)
    )
    return f"<table><tr><th>Object<th>Maker<th>Year<th>Price</tr>{lines}</table>"


def two_rows_each(some: Sequence[Thing]) -> str:
    """A row of cells, then a row with a note across the table."""
    lines = "".join(
        f"<tr class=h><td>{_link(t)}<td>{t.maker}<td>{t.year}<tr class=d><td colspan=3>{t.note}" for t in some
    )
    return f"<table><tr><th>Object<th>Maker<th>Year</tr>{lines}</table>"


def two_bare_rows_each(some: Sequence[Thing]) -> str:
    """A title across the table and a row of cells, no classes and no heads."""
    lines = "".join(f"<tr><td colspan=3><b>{_link(t)}</b><tr><td>{t.maker}<td>{t.year}<td>{t.place}" for t in some)
    return f"<table border=0>{lines}</table>"


def three_rows_and_a_gap(some: Sequence[Thing]) -> str:
    """Three rows a record and an empty one after it."""
    lines = "".join(
        f"<tr><td><b>{n}.</b><td>{_link(t)}<tr><td>&nbsp;<td>{t.note}<tr><td><td><i>{t.maker}, {t.year}</i>"
        "<tr><td colspan=2>&nbsp;"
        for n, t in enumerate(some, 1)
    )
    return f"<table>{lines}</table>"


def nested_tables(some: Sequence[Thing]) -> str:
    """Tables within tables within tables, spacer images and fonts."""
    inner = "".join(
        "<tr><td><table width=100%><tr><td width=80><img src=/t.gif alt=''><td><table><tr><td><font size=3>"
        f"{_link(t)}</font><tr><td><font size=2>Maker: {t.maker}</font><tr><td><font size=2>Year: {t.year}</font>"
        "</table></table><tr><td><img src=/spacer.gif height=4>"
        for t in some
    )
    return (
        f"<center><table width=750><tr><td width=120><a href=/a>Hours</a><br><a href=/b>Maps"
        f"</a><td><table>{inner}</table></table></center>"
    )


def table_a_record(some: Sequence[Thing]) -> str:
    """A table of label and value for each record, the title in its first row."""
    return "".join(
        f"<table class=rec><tr><th colspan=2>{_link(t)}<tr><td>Maker<td>{t.maker}<tr><td>Year<td>{t.year}"
        f"<tr><td>Price<td>{t.price}</table>"
        for t in some
    )


def unlinked_table_a_record(some: Sequence[Thing]) -> str:
    """Label and value rows, a table for each record, no link at all."""
    return "".join(
        f"<table><tr><td><b>Object</b><td>{t.title}<tr><td><b>Maker</b><td>{t.maker}<tr><td>"
        f"<b>Year</b><td>{t.year}"
        f"<tr><td><b>Place</b><td>{t.place}</table><br>"
        for t in some
    )


def labels_in_one_table(some: Sequence[Thing]) -> str:
    """One long table of label and value rows; each record begins with the same label, an empty row after it."""
    lines = "".join(
        f"<tr><td>Object:<td>{_link(t)}<tr><td>Maker:<td>{t.maker}<tr><td>Year:<td>{t.year}<tr><td colspan=2><hr>"
        for t in some
    )
    return f"<table>{lines}</table>"


def repeated_groups(some: Sequence[Thing]) -> str:
    """The maker's cell spans the rows of all its objects."""
    lines: list[str] = []
    for maker, own in groupby(sorted(some, key=lambda t: t.maker), key=lambda t: t.maker):
        group = list(own)
        for n, t in enumerate(group):
            first = f"<td rowspan={len(group)}>{maker}" if n == 0 else ""
            lines.append(f"<tr>{first}<td>{_link(t)}<td>{t.year}<td>{t.place}")
    return f"<table><thead><tr><th>Maker<th>Object<th>Year<th>Place</thead><tbody>{''.join(lines)}</table>"


def sorted_and_ticked(some: Sequence[Thing]) -> str:
    """Check boxes, heads that sort, a row of totals, all in a form."""
    lines = "".join(
        f"<tr><td><input type=checkbox name=pick value={t.n}><td>{_link(t)}<td>{t.maker}<td align=right>{t.price}"
        for t in some
    )
    heads = "".join(f"<th><a href='?q=brass&amp;sort={c}'>{c}</a>" for c in ("Object", "Maker", "Price"))
    return (
        f"<form method=post action=/basket><table><thead><tr><th>{heads}</thead><tbody>{lines}</tbody>"
        f"<tfoot><tr><td><td>Total<td><td>£980.00</tfoot></table><input type=submit value='Add to basket'></form>"
    )


def total_in_the_body(some: Sequence[Thing]) -> str:
    """A last row of sums in the same body."""
    lines = "".join(f"<tr><td>{_link(t)}<td>{t.year}<td>{t.price}" for t in some)
    return f"<table><tr><th>Object<th>Year<th>Price</tr>{lines}<tr><td>Total<td><td>£431.00</table>"


def transposed(some: Sequence[Thing]) -> str:
    """Records side by side: each is a column, the labels are the first one."""
    rows = (
        ("Object", [_link(t) for t in some]),
        ("Maker", [t.maker for t in some]),
        ("Year", [t.year for t in some]),
        ("Price", [t.price for t in some]),
    )
    return (
        "<table>"
        + "".join(f"<tr><th>{name}" + "".join(f"<td>{v}" for v in row) for name, row in rows)
        + "</table>"
    )


def heads_repeated(some: Sequence[Thing]) -> str:
    """The heads come again after every five rows."""
    heads = "<tr><td><b>Object</b><td><b>Maker</b><td><b>Year</b>"
    lines = "".join(
        (heads if n % 5 == 0 else "") + f"<tr><td>{_link(t)}<td>{t.maker}<td>{t.year}" for n, t in enumerate(some)
    )
    return f"<table border=1>{lines}</table>"


def unlinked_rows(some: Sequence[Thing]) -> str:
    """A plain table without links."""
    lines = "".join(f"<tr><td>{t.title}<td>{t.maker}<td>{t.year}<td>{t.place}" for t in some)
    return (
        f"<table class=data><caption>Objects</caption><tr><th>Object<th>Maker<th>Year<th>Place</tr>{lines}</table>"
    )


def numbered_with_gaps(some: Sequence[Thing]) -> str:
    """A number, a picture, a cell with title and lines, a cell with price and button; rules between."""
    lines = "".join(
        f"<tr valign=top><td>{n}.<td><a href={t.href}><img src=/p/{t.n}.jpg></a><td>"
        f"<a href={t.href}><b>{t.title}</b></a>"
        f"<br>by {t.maker}<br><small>{t.note}</small><td nowrap>{t.price}<br>"
        f"<a href=/basket?add={t.n}>Add to basket</a>"
        "<tr><td colspan=4><hr size=1>"
        for n, t in enumerate(some, 1)
    )
    return f"<table cellpadding=3>{lines}</table>"


def cards_in_cells(some: Sequence[Thing]) -> str:
    """Three records in each row of a table."""
    rows = [some[n : n + 3] for n in range(0, len(some), 3)]
    return (
        "<table>"
        + "".join(
            "<tr>" + "".join(f"<td><img src=/p/{t.n}.jpg><br>{_link(t)}<br>{t.maker}<br>{t.price}" for t in row)
            for row in rows
        )
        + "</table>"
    )


def body_a_record(some: Sequence[Thing]) -> str:
    """A `<tbody>` for each record."""
    lines = "".join(
        f"<tbody><tr><td rowspan=2>{t.year}<td>{_link(t)}<td>{t.maker}<tr><td colspan=2>{t.note}</tbody>"
        for t in some
    )
    return f"<table><thead><tr><th>Year<th>Object<th>Maker</thead>{lines}</table>"


def table_with_dates_between(some: Sequence[Thing]) -> str:
    """A heading row with a date before the rows of that day, in `<th>`."""
    lines = "".join(
        (f"<tr><th colspan=3>{n // 3 + 1} May 2019" if n % 3 == 0 else "")
        + f"<tr><td>{n % 12}:30<td>{_link(t)}<td>{t.place}"
        for n, t in enumerate(some)
    )
    return f"<table>{lines}</table>"


TABLES: dict[Draw, tuple[str, ...]] = {
    striped_with_sections: ("Object=title", "Maker=maker", "Year=year", "Price=price"),
    two_rows_each: ("Object=title", "Maker=maker", "Year=year", "=note"),
    two_bare_rows_each: ("=title", "=maker", "=year", "=place"),
    three_rows_and_a_gap: ("=title", "=note"),
    nested_tables: ("=title", "Maker=maker", "Year=year"),
    table_a_record: ("=title", "Maker=maker", "Year=year", "Price=price"),
    unlinked_table_a_record: ("Object=title", "Maker=maker", "Year=year", "Place=place"),
    labels_in_one_table: ("Object=title", "Maker=maker", "Year=year"),
    repeated_groups: ("Maker=maker", "Object=title", "Year=year", "Place=place"),
    sorted_and_ticked: ("Object=title", "Maker=maker", "Price=price"),
    total_in_the_body: ("Object=title", "Year=year", "Price=price"),
    transposed: ("Object=title", "Maker=maker", "Year=year", "Price=price"),
    heads_repeated: ("Object=title", "Maker=maker", "Year=year"),
    unlinked_rows: ("Object=title", "Maker=maker", "Year=year", "Place=place"),
    numbered_with_gaps: ("=title", "=note", "=price"),
    cards_in_cells: ("=title", "=maker", "=price"),
    body_a_record: ("Year=year", "Object=title", "Maker=maker", "=note"),
    table_with_dates_between: ("=title", "=place"),
}
"""Each shape with the fields it shows: `name=attribute`, the name empty where the page gives none."""
