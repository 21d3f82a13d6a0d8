"""Tables with heads across columns and down rows: one for the fields of a group, one for both ends of a range."""

from leadline_lab.render.templates import (
    DetailTemplate,
    Family,
    FormTemplate,
    ListTemplate,
    PagerTemplate,
    ResultTemplate,
    RowTemplate,
    lists,
)
from leadline_lab.render.writing import Hand

LEDGER = Family(
    name="ledger",
    era=1,
    doctype='<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" '
    '"http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">',
    bodies=(
        (
            '<table[page] width="100%"><tr><th colspan="2">{header}</th></tr><tr>{nav}<td valign="top">'
            '{main}{aside}</td></tr><tr><td colspan="2">{footer}</td></tr></table>'
        ),
        (
            '{header}<table[columns] width="100%"><tr><td valign="top">{main}</td>{nav}</tr>'
            '<tr><td colspan="2">{aside}{footer}</td></tr></table>'
        ),
    ),
    zones={
        "header": "<div[header]>{}</div>",
        "nav": '<td[nav] rowspan="1" valign="top" width="160">{}</td>',
        "main": "<div[main]>{}</div>",
        "aside": "<div[aside]>{}</div>",
        "footer": "<div[footer]>{}</div>",
    },
    headings=("<h1[heading]>{}</h1>", "<h2>{}</h2>", "<h3>{}</h3>"),
    prose="<p>{}</p>",
    lists=lists(
        menu=ListTemplate("<table[list]>{}</table>", "<tr><td[item]>{}</td></tr>", head="<h4[list-head]>{}</h4>"),
        teasers=ListTemplate(
            "<table[list]>{}</table>", "<tr>{}</tr>", lead='<th align="left"[item]>{}</th>', rest="<td>{}</td>"
        ),
        entries=ListTemplate(
            "<table[list]>{}</table>", "<tr>{}</tr>", lead="<td[item]>{}</td>", rest="<td>{}</td>"
        ),
        inline=ListTemplate("<div[list]>{}</div>", "{}", between="$bar", head="<b>{}</b> "),
    ),
    form=FormTemplate(
        frame='{form}<table[form] border="1" cellspacing="0" cellpadding="5">{heading}{rows}{buttons}</table>'
        "{hidden}</form>",
        heading='<tr><th colspan="3"[form-head]>{}</th></tr>',
        rows=RowTemplate(
            left='<tr[row]><th colspan="2" align="left"[label-cell]>{label}</th><td[field-cell]>{field}</td></tr>',
            above='<tr[row]><td colspan="3">{label}<br>{field}</td></tr>',
            right='<tr[row]><td[field-cell]>{field}</td><td colspan="2">{label}</td></tr>',
            below='<tr[row]><td colspan="3">{field}<br>{label}</td></tr>',
            bare='<tr[row]><td colspan="3">{field}</td></tr>',
        ),
        inner=RowTemplate(
            left="<tr><td[label-cell]>{label}</td><td[field-cell]>{field}</td></tr>",
            above='<tr><td colspan="2">{label}<br>{field}</td></tr>',
            right="<tr><td[field-cell]>{field}</td><td>{label}</td></tr>",
            below='<tr><td colspan="2">{field}<br>{label}</td></tr>',
            bare='<tr><td colspan="2">{field}</td></tr>',
        ),
        section='<tr><th rowspan="{span}" align="left" valign="top"[legend]>{legend}</th></tr>{rows}',
        buttons='<tr><td colspan="3" align="right"[actions]>{buttons}{hidden}</td></tr>',
        trap='<tr{hide}><td colspan="3">{label} {field}</td></tr>',
        row_between="\n",
    ),
    compact=FormTemplate(
        frame="{form}<table><tr>{heading}{rows}<td>{buttons}{hidden}</td></tr></table></form>",
        heading="<th>{}</th>",
        rows=RowTemplate(
            left="<th>{label}</th><td>{field}</td>",
            above="<td>{label}<br>{field}</td>",
            right="<td>{field}</td><th>{label}</th>",
            below="<td>{field}<br>{label}</td>",
            bare="<td>{field}</td>",
        ),
        section="<th>{legend}</th>{rows}",
        buttons="{buttons}{hidden}",
        trap="<td{hide}>{label} {field}</td>",
    ),
    results=ResultTemplate(
        frame="<table[results] border=\"1\" cellspacing=\"0\" width=\"100%\"><tbody>{heads}{rows}</tbody></table>",
        heads="<tr>{}</tr>",
        head='<th scope="col"[record-head]>{}</th>',
        row="<tr[record]>{}</tr>",
        other="<tr[record-other]>{}</tr>",
        first='<th scope="row" align="left"[record-title]>{}</th>',
        cell="<td[cell]>{value}</td>",
        bare="<td[cell]>{}</td>",
        between="\n",
    ),
    details=DetailTemplate(
        frame='<table[details] border="1" cellspacing="0" cellpadding="4">{}</table>',
        pair="<tr><th[details-head]>{head}</th></tr><tr><td[details-value]>{value}</td></tr>",
    ),
    pager=PagerTemplate(
        "<table[pager]><tr>{}</tr></table>", step="<td>{}</td>", here="<td><b>{}</b></td>", between=""
    ),
    style=(
        ("body,td,th", "font-family:$font;font-size:$size;color:$ink"),
        ("body", "background:$paper"),
        ("[form] th,[results] th,[details] th", "background:$light"),
        ("[header]", "text-align:left;border-bottom:2px solid $dark"),
        ("table", "border-collapse:collapse"),
        ("a", "color:$link"),
    ),
    hands=(Hand(slashes=True), Hand(), Hand(quotes="bare")),
    wrappers=(
        "<div[box]>{}</div>",
        "<table[spare-a]><tr><td>{}</td></tr></table>",
        "<div[spare-b]>{}</div>",
        "<div><div[spare-c]>{}</div></div>",
    ),
    charsets=("utf-8", "iso-8859-1"),
    unnamed=0.25,
)  # fmt: skip
