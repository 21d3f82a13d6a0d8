"""Results as a book of accounts keeps them: heads on two lines, sums, shared cells, two records in a row."""

from collections.abc import Callable, Sequence
from itertools import groupby

from shape_records import Thing

Draw = Callable[[Sequence[Thing]], str]


def _link(t: Thing) -> str:
    return f"<a href={t.href}>{t.title}</a>"


def heads_in_two_lines(some: Sequence[Thing]) -> str:
    """Heads over groups of columns, their own heads below."""
    lines = "".join(f"<tr><td>{_link(t)}<td>{t.maker}<td>{t.year}<td>{t.place}<td>{t.price}" for t in some)
    return (
        "<table border=1><tr><th rowspan=2>Object<th colspan=2>Origin<th colspan=2>Sale"
        f"<tr><th>Maker<th>Year<th>Place<th>Price</tr>{lines}</table>"
    )


def heads_for_two_lines(some: Sequence[Thing]) -> str:
    """Two lines of heads, because every record has two lines."""
    lines = "".join(f"<tr><td>{_link(t)}<td>{t.maker}<tr><td>{t.year}<td align=right>{t.price}" for t in some)
    return f"<table><tr><th>Object<th>Maker<tr><th>Year<th>Price</tr>{lines}</table>"


def heads_of_rows(some: Sequence[Thing]) -> str:
    """Every row has its own head, a cell over these is empty."""
    lines = "".join(
        f"<tr><th scope=row>{_link(t)}</th><td>{t.maker}<td>{t.year}<td align=right>{t.price}" for t in some
    )
    return (
        "<table><thead><tr><td></td><th scope=col>Maker<th scope=col>Year<th scope=col>Price</thead>"
        f"<tbody>{lines}</table>"
    )


def heads_in_a_class(some: Sequence[Thing]) -> str:
    """Heads that only their class tells from rows, and no links."""
    lines = "".join(f"<tr><td>{t.title}<td>{t.maker}<td>{t.year}<td>{t.price}" for t in some)
    return f"<table><tr class=tblhead><td>Object<td>Maker<td>Year<td>Price</tr>{lines}</table>"


def heads_in_a_colour(some: Sequence[Thing]) -> str:
    """Heads that only their colour tells from rows."""
    lines = "".join(f"<tr><td>{t.n}<td>{_link(t)}<td>{t.year}<td>{t.price}" for t in some)
    return (
        "<table cellspacing=0><tr bgcolor=#336699><td><font color=white>Number</font><td><font color=white>Object"
        "</font><td><font color=white>Year</font><td><font color=white>Price</font></tr>"
        f"{lines}</table>"
    )


def heads_in_a_table_above(some: Sequence[Thing]) -> str:
    """Heads in a table of their own, so that they stay when the list is scrolled."""
    lines = "".join(f"<tr><td>{_link(t)}<td>{t.maker}<td>{t.year}" for t in some)
    return (
        "<div class=grid-head><table><tr><th>Object<th>Maker<th>Year</table></div>"
        f"<div class=grid-body><table>{lines}</table></div>"
    )


def heads_every_four_rows(some: Sequence[Thing]) -> str:
    """The heads come again as `<th>` after every four rows; no links."""
    heads = "<tr><th>Object<th>Maker<th>Year<th>Price</tr>"
    lines = "".join(
        (heads if n % 4 == 0 else "") + f"<tr><td>{t.title}<td>{t.maker}<td>{t.year}<td>{t.price}"
        for n, t in enumerate(some)
    )
    return f"<table border>{lines}</table>"


def subtotals(some: Sequence[Thing]) -> str:
    """After every three rows a sum in the last column, at the end the sum of sums."""
    lines = "".join(
        f"<tr><td>{_link(t)}<td>{t.place}<td align=right>{t.price}"
        + ("<tr><td><b>Subtotal</b><td><td align=right><b>£99.00</b>" if n % 3 == 2 else "")
        for n, t in enumerate(some)
    )
    return (
        f"<table><tr><th>Object<th>Place<th>Price</tr>{lines}"
        "<tr><td><b>Total</b><td><td align=right><b>£990.00</b></table>"
    )


def running_balance(some: Sequence[Thing]) -> str:
    """A balance is brought forward, goes on in every row and is carried forward; no links."""
    lines = "".join(
        f"<tr><td>{t.year}<td>{t.title}<td align=right>{t.price}<td align=right>£{200 + 7 * n}.00"
        for n, t in enumerate(some)
    )
    return (
        "<table class=ledger><tr><th>Year<th>Entry<th>Amount<th>Balance</tr>"
        "<tr><td><td>Balance brought forward<td><td align=right>£193.00"
        f"{lines}<tr><td><td>Balance carried forward<td><td align=right>£999.00</table>"
    )


def months_in_the_first_cell(some: Sequence[Thing]) -> str:
    """Before the rows of a month one with its name, the other cells empty."""
    lines = "".join(
        (f"<tr><td>Month {n // 3 + 1}<td><td><td>" if n % 3 == 0 else "")
        + f"<tr><td>{t.year}<td>{_link(t)}<td>{t.maker}<td>{t.price}"
        for n, t in enumerate(some)
    )
    return f"<table><tr><th>Year<th>Object<th>Maker<th>Price</tr>{lines}</table>"


def shared_cell_left_out(some: Sequence[Thing]) -> str:
    """The maker stands in the first row of each of its objects, the cells below stay empty; no links."""
    lines: list[str] = []
    for maker, own in groupby(sorted(some, key=lambda t: t.maker), key=lambda t: t.maker):
        lines += [
            f"<tr><td>{maker if n == 0 else '&nbsp;'}<td>{t.title}<td>{t.year}<td>{t.price}"
            for n, t in enumerate(own)
        ]
    return f"<table><tr><th>Maker<th>Object<th>Year<th>Price</tr>{''.join(lines)}</table>"


def number_spans_three_rows(some: Sequence[Thing]) -> str:
    """The number of an entry spans its three rows."""
    return (
        "<table>"
        + "".join(
            f"<tr><td rowspan=3>{n}.<td colspan=2>{_link(t)}<tr><td>Maker<td>{t.maker}<tr><td>Year<td>{t.year}"
            for n, t in enumerate(some, 1)
        )
        + "</table>"
    )


def two_spans(some: Sequence[Thing]) -> str:
    """Place and maker both span the rows they are shared by."""
    lines: list[str] = []
    ordered = sorted(some, key=lambda t: (t.place, t.maker))
    for place, there in groupby(ordered, key=lambda t: t.place):
        at_place = list(there)
        first = f"<td rowspan={len(at_place)}>{place}"
        for maker, own in groupby(at_place, key=lambda t: t.maker):
            made = list(own)
            second = f"<td rowspan={len(made)}>{maker}"
            for t in made:
                lines.append(f"<tr>{first}{second}<td>{_link(t)}<td>{t.year}")
                first = second = ""
    return f"<table><tr><th>Place<th>Maker<th>Object<th>Year</tr>{''.join(lines)}</table>"


def two_records_a_row(some: Sequence[Thing]) -> str:
    """Two records in each row, with the heads twice and an empty cell between."""
    cells = [f"<td>{_link(t)}<td>{t.year}<td align=right>{t.price}" for t in some]
    cells += ["<td><td><td>"] * (len(cells) % 2)
    lines = "".join(f"<tr>{one}<td>&nbsp;{other}" for one, other in zip(cells[::2], cells[1::2], strict=True))
    heads = "<th>Object<th>Year<th>Price"
    return f"<table><tr>{heads}<th>&nbsp;{heads}</tr>{lines}</table>"


def link_in_the_last_cell(some: Sequence[Thing]) -> str:
    """The title leads nowhere; the last cell says "View"."""
    lines = "".join(f"<tr><td>{t.title}<td>{t.maker}<td>{t.year}<td><a href={t.href}>View</a>" for t in some)
    return f"<table><tr><th>Object<th>Maker<th>Year<th></tr>{lines}</table>"


def link_on_the_number(some: Sequence[Thing]) -> str:
    """A narrow first column with a number that leads to the record."""
    lines = "".join(
        f"<tr><td nowrap><a href={t.href}>{t.n}</a><td>{t.title}<td>{t.maker}<td align=right>{t.price}"
        for t in some
    )
    return f"<table><tr><th>No.<th>Object<th>Maker<th>Price</tr>{lines}</table>"


def gaps_and_dashes(some: Sequence[Thing]) -> str:
    """Many cells are empty or hold a dash; no links."""
    lines = "".join(
        f"<tr><td>{t.title}<td>{t.maker if n % 2 else '&nbsp;'}<td>{t.year}<td>{t.price if n % 3 else '-'}<td>"
        for n, t in enumerate(some)
    )
    return f"<table><tr><th>Object<th>Maker<th>Year<th>Price<th>Lent to</tr>{lines}</table>"


ACCOUNTS: dict[Draw, tuple[str, ...]] = {
    heads_in_two_lines: ("Object=title", "Maker=maker", "Year=year", "Place=place", "Price=price"),
    heads_for_two_lines: ("Object=title", "Maker=maker", "Year=year", "Price=price"),
    heads_of_rows: ("=title", "Maker=maker", "Year=year", "Price=price"),
    heads_in_a_class: ("Object=title", "Maker=maker", "Year=year", "Price=price"),
    heads_in_a_colour: ("Number=n", "Object=title", "Year=year", "Price=price"),
    heads_in_a_table_above: ("Object=title", "Maker=maker", "Year=year"),
    heads_every_four_rows: ("Object=title", "Maker=maker", "Year=year", "Price=price"),
    subtotals: ("Object=title", "Place=place", "Price=price"),
    running_balance: ("Year=year", "Entry=title", "Amount=price"),
    months_in_the_first_cell: ("Year=year", "Object=title", "Maker=maker", "Price=price"),
    shared_cell_left_out: ("Object=title", "Year=year", "Price=price"),
    number_spans_three_rows: ("=title", "Maker=maker", "Year=year"),
    two_spans: ("Place=place", "Maker=maker", "Object=title", "Year=year"),
    two_records_a_row: ("Object=title", "Year=year", "Price=price"),
    link_in_the_last_cell: ("Object=title", "Maker=maker", "Year=year"),
    link_on_the_number: ("No.=n", "Object=title", "Maker=maker", "Price=price"),
    gaps_and_dashes: ("Object=title", "Year=year"),
}
"""Each shape with the fields it shows: `name=attribute`, the name empty where the page gives none."""
