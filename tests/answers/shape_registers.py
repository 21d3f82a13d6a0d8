"""Results as registers: bodies and tables for each group or record, columns in text, tables without `<table>`."""

from collections.abc import Callable, Sequence

from shape_records import Thing

Draw = Callable[[Sequence[Thing]], str]


def _link(t: Thing) -> str:
    return f"<a href={t.href}>{t.title}</a>"


def body_a_group(some: Sequence[Thing]) -> str:
    """A `<tbody>` for every three records, a head across the table in its first row."""
    groups = [some[n : n + 3] for n in range(0, len(some), 3)]
    bodies = "".join(
        f"<tbody><tr><th colspan=3 scope=rowgroup>Case {n}</th></tr>"
        + "".join(f"<tr><td>{_link(t)}<td>{t.maker}<td>{t.year}</tr>" for t in group)
        + "</tbody>"
        for n, group in enumerate(groups, 1)
    )
    return f"<table><thead><tr><th>Object<th>Maker<th>Year</thead>{bodies}</table>"


def headed_table_a_record(some: Sequence[Thing]) -> str:
    """A table with heads and one row for each record."""
    return "".join(
        f"<table class=one><tr><th>Object<th>Maker<th>Year<tr><td>{_link(t)}<td>{t.maker}<td>{t.year}</table>"
        for t in some
    )


def head_across_and_pairs(some: Sequence[Thing]) -> str:
    """One table; a head across it and rows of head and value for each record; no links."""
    return (
        "<table>"
        + "".join(
            f"<tr><th colspan=2>{t.title}</th><tr><th>Maker</th><td>{t.maker}<tr><th>Year</th><td>{t.year}"
            f"<tr><th>Price</th><td>{t.price}"
            for t in some
        )
        + "</table>"
    )


def rows_of_lists(some: Sequence[Thing]) -> str:
    """Rows and heads are lists in a row of lists."""
    heads = "<ul class=heads><li>Object</li><li>Maker</li><li>Year</li></ul>"
    return f"<div class=tab>{heads}" + "".join(
        f"<ul class=entry><li>{_link(t)}</li><li>{t.maker}</li><li>{t.year}</li></ul>" for t in some
    )


def rows_of_boxes(some: Sequence[Thing]) -> str:
    """A table of boxes with a row of heads, none of them with a role; no links."""
    heads = "<div class=thead><div class=c1>Object</div><div class=c2>Maker</div><div class=c3>Price</div></div>"
    return f"<div class=tbl>{heads}" + "".join(
        f"<div class=trow><div class=c1>{t.title}</div><div class=c2>{t.maker}</div>"
        f"<div class=c3>{t.price}</div></div>"
        for t in some
    )


def terms_with_labelled_lines(some: Sequence[Thing]) -> str:
    """A `<dl>`; terms are titles that lead nowhere, descriptions begin with labels."""
    return (
        "<dl>"
        + "".join(
            f"<dt>{t.title}</dt><dd>Maker: {t.maker}</dd><dd>Year: {t.year}</dd><dd>Price: {t.price}</dd>"
            for t in some
        )
        + "</dl>"
    )


def columns_in_text(some: Sequence[Thing]) -> str:
    """Columns of `<pre>` under heads and a rule of dashes; no links."""
    lines = "\n".join(f"{t.title:<26}{t.maker:<24}{t.year:>6}{t.price:>10}" for t in some)
    heads = f"{'Object':<26}{'Maker':<24}{'Year':>6}{'Price':>10}"
    return f"<pre>{heads}\n{'-' * 66}\n{lines}\n</pre>"


def table_in_a_cell(some: Sequence[Thing]) -> str:
    """Numbers and titles; a small table of heads and values stands in the last cell."""
    lines = "".join(
        f"<tr><td>{n}<td>{_link(t)}<td><table><tr><th>Maker</th><td>{t.maker}<tr><th>Year</th><td>{t.year}</table>"
        for n, t in enumerate(some, 1)
    )
    return f"<table><tr><th>No.<th>Object<th>Facts</tr>{lines}</table>"


def ruled_by_cells(some: Sequence[Thing]) -> str:
    """Lines of colour between records are rows with an empty cell."""
    lines = "".join(
        f"<tr><td>{_link(t)}<td>{t.place}<td>{t.year}<tr><td colspan=3 height=1 bgcolor=#999999>"
        "<img src=/dot.gif width=1 height=1>"
        for t in some
    )
    return f"<table cellpadding=0><tr><td><b>Object</b><td><b>Place</b><td><b>Year</b></tr>{lines}</table>"


def currency_in_its_own_cell(some: Sequence[Thing]) -> str:
    """The sign of the currency and the amount under one head."""
    lines = "".join(f"<tr><td>{_link(t)}<td>{t.maker}<td>£<td align=right>{t.price[1:]}" for t in some)
    return f"<table><tr><th>Object<th>Maker<th colspan=2>Price</tr>{lines}</table>"


def row_and_list_below(some: Sequence[Thing]) -> str:
    """A row of cells, and one below it with a list of labels."""
    lines = "".join(
        f"<tr class=row><td>{_link(t)}<td>{t.maker}<tr class='row-more'><td colspan=2>"
        f"<dl><dt>Year<dd>{t.year}<dt>Place<dd>{t.place}</dl>"
        for t in some
    )
    return f"<table><tr><th>Object<th>Maker</tr>{lines}</table>"


def statistics_below(some: Sequence[Thing]) -> str:
    """Under the results a table of the same look says how many there are of each kind."""
    lines = "".join(f"<tr><td>{_link(t)}<td>{t.maker}<td>{t.year}" for t in some)
    kinds = "".join(f"<tr><td>Room {n}<td>{n * 7}<td>{n * 9}%" for n in range(1, 9))
    return (
        f"<table class=list><tr><th>Object<th>Maker<th>Year</tr>{lines}</table>"
        f"<h3>Statistics</h3><table class=list><tr><th>Room<th>Objects<th>Share</tr>{kinds}</table>"
    )


def sorted_heads(some: Sequence[Thing]) -> str:
    """Heads with arrows that sort, a row of filters below them."""
    lines = "".join(f"<tr><td>{_link(t)}<td>{t.maker}<td>{t.year}<td>{t.price}" for t in some)
    heads = "".join(
        f"<th>{name} <a href='?q=brass&amp;by={name}&amp;d=1'>▲</a><a href='?q=brass&amp;by={name}&amp;d=0'>▼</a>"
        for name in ("Object", "Maker", "Year", "Price")
    )
    boxes = "<td><input name=f>" * 4
    return f"<table><thead><tr>{heads}<tr>{boxes}</thead><tbody>{lines}</table>"


def foot_with_sums(some: Sequence[Thing]) -> str:
    """Sums in heads across the table, a note in a last row; no links."""
    lines = "".join(f"<tr><td>{t.n}<td>{t.title}<td>{t.place}<td align=right>{t.price}" for t in some)
    return (
        f"<table><tr><th>Id<th>Object<th>Place<th>Price</tr>{lines}"
        "<tr><th colspan=3>Total<th>£99.50<tr><td colspan=4>Prices as of last sale.</table>"
    )


REGISTERS: dict[Draw, tuple[str, ...]] = {
    body_a_group: ("Object=title", "Maker=maker", "Year=year"),
    headed_table_a_record: ("Object=title", "Maker=maker", "Year=year"),
    head_across_and_pairs: ("=title", "Maker=maker", "Year=year", "Price=price"),
    rows_of_lists: ("Object=title", "Maker=maker", "Year=year"),
    rows_of_boxes: ("Object=title", "Maker=maker", "Price=price"),
    terms_with_labelled_lines: ("=title", "Maker=maker", "Year=year", "Price=price"),
    columns_in_text: ("Object=title", "Maker=maker", "Year=year", "Price=price"),
    table_in_a_cell: ("Object=title", "Maker=maker", "Year=year"),
    ruled_by_cells: ("Object=title", "Place=place", "Year=year"),
    currency_in_its_own_cell: ("Object=title", "Maker=maker"),
    row_and_list_below: ("Object=title", "Maker=maker", "Year=year", "Place=place"),
    statistics_below: ("Object=title", "Maker=maker", "Year=year"),
    sorted_heads: ("Object=title", "Maker=maker", "Year=year", "Price=price"),
    foot_with_sums: ("Id=n", "Object=title", "Place=place", "Price=price"),
}
"""Each shape with the fields it shows: `name=attribute`, the name empty where the page gives none."""
