"""Coloured cells and boxes; in forms a row with the label, then a row with the field."""

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

_BAR = (
    '<table width="100%" cellspacing="0" cellpadding="3"><tr><td bgcolor="$dark"[list-head]>'
    '<font color="#ffffff"><b>{}</b></font></td></tr></table>'
)

PANELS = Family(
    name="panels",
    era=1,
    doctype='<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN" "http://www.w3.org/TR/html4/loose.dtd">',
    body_tag='<body bgcolor="$paper"[body]>',
    bodies=(
        (
            '<table[page] width="100%" cellspacing="0" cellpadding="8"><tr><td colspan="3"[header]>{header}</td>'
            '</tr><tr valign="top">{nav}{main}{aside}</tr><tr><td colspan="3"[footer]>{footer}</td></tr></table>'
        ),
        (
            '<table[page] width="900" align="center" cellspacing="6" cellpadding="6"><tr>'
            '<td colspan="3"[header] bgcolor="$light">{header}</td></tr><tr valign="top">{main}{aside}{nav}</tr>'
            '<tr><td colspan="3"[footer] bgcolor="$light">{footer}</td></tr></table>'
        ),
    ),
    zones={
        "header": "{}",
        "nav": '<td[nav] width="170" bgcolor="$light">{}</td>',
        "main": "<td[main]>{}</td>",
        "aside": '<td[aside] width="180">{}</td>',
        "footer": "{}",
    },
    headings=("<h1[heading]>{}</h1>", "<h2>{}</h2>", "<h3>{}</h3>"),
    prose="<p[prose]>{}</p>",
    lists=lists(
        menu=ListTemplate("<div[list]>{}</div>", "&#8250; {}<br>", head=_BAR, between="\n"),
        teasers=ListTemplate(
            '<table width="100%" cellpadding="4"[list]>{}</table>',
            "<tr[item]><td>{}</td></tr>",
            lead="<b>{}</b>",
            rest="<br>{}",
            head=_BAR,
        ),
        entries=ListTemplate(
            '<table cellpadding="2"[list]>{}</table>', "<tr><td[item]>&bull;</td><td>{}</td></tr>", head=_BAR
        ),
        inline=ListTemplate("<div[list]>{}</div>", "{}", between="$bar", head="<b>{}</b> "),
    ),
    form=FormTemplate(
        frame='{form}{hidden}<table[form] cellspacing="1" cellpadding="4" bgcolor="$dark">'
        "{heading}{rows}{buttons}</table></form>",
        heading='<tr><td colspan="2"[form-head]><font color="#ffffff"><b>{}</b></font></td></tr>',
        rows=RowTemplate(
            left='<tr[row] bgcolor="$light"><td width="130">{label}</td><td>{field}</td></tr>',
            above='<tr bgcolor="$light"><td colspan="2"[label-cell]>{label}</td></tr>'
            '<tr bgcolor="$paper"><td colspan="2"[field-cell]>{field}</td></tr>',
            right='<tr[row] bgcolor="$light"><td align="right">{field}</td><td>{label}</td></tr>',
            below='<tr bgcolor="$paper"><td colspan="2"[field-cell]>{field}</td></tr>'
            '<tr bgcolor="$light"><td colspan="2"[label-cell]>{label}</td></tr>',
            bare='<tr[row] bgcolor="$paper"><td colspan="2">{field}</td></tr>',
        ),
        section='<tr><th colspan="2" align="left" bgcolor="$light"[legend]>{legend}</th></tr>{rows}',
        buttons='<tr><td colspan="2" align="right" bgcolor="$light"[actions]>{buttons}{hidden}</td></tr>',
        trap="<tr{hide}><td>{label}</td><td>{field}</td></tr>",
        loose="<b>{}</b>",
        row_between="\n",
    ),
    compact=FormTemplate(
        frame="{form}{hidden}{heading}{rows}{buttons}</form>",
        heading="<b>{}</b><br>",
        rows=RowTemplate(
            left="{label} {field} ",
            above="{label}<br>{field}<br>",
            right="{field} {label} ",
            below="{field}<br>{label}<br>",
            bare="{field} ",
        ),
        section="{legend} {rows}",
        buttons="{buttons}{hidden}",
        trap="<span{hide}>{label} {field}</span>",
    ),
    results=ResultTemplate(
        frame='<table[results] width="100%" cellspacing="1" cellpadding="4" bgcolor="#ccc">{heads}{rows}</table>',
        heads='<tr bgcolor="$light">{}</tr>',
        head="<td[record-head]><b>{}</b></td>",
        row='<tr[record] bgcolor="#ffffff">{}</tr>',
        other='<tr[record] bgcolor="#f0f0f0">{}</tr>',
        first="<td[record-title]>{}</td>",
        cell="<td[cell]>{value}</td>",
        bare="<td[cell]>{}</td>",
    ),
    details=DetailTemplate(
        frame='<table[details] cellspacing="1" cellpadding="4" bgcolor="#cccccc">{}</table>',
        pair='<tr bgcolor="#ffffff"><th align="left" bgcolor="$light"[details-head]>{head}</th>'
        "<td[details-value]>{value}</td></tr>",
    ),
    pager=PagerTemplate('<div align="right"[pager]>{}</div>', between=" | ", here="<b[page-here]>{}</b>"),
    style=(
        ("body,td,th", "font-family:$font;font-size:$size;color:$ink"),
        ("a", "color:$link"),
        ("h1", "font-size:150%;color:$dark;margin:0 0 8px"),
        ("h2", "font-size:120%;color:$dark"),
        ("form", "margin:0 0 10px"),
    ),
    hands=(Hand(), Hand(quotes="bare", closes=False), Hand(backwards=True), Hand(quotes="single")),
    wrappers=(
        "<div[box]>{}</div>",
        '<table width="100%"[spare-a]><tr><td>{}</td></tr></table>',
        '<table border="0"><tr><td[spare-b]>{}</td></tr></table>',
        '<div align="left"[spare-c]>{}</div>',
    ),
    charsets=("iso-8859-1", "windows-1252", "utf-8", "utf-8"),
    unnamed=0.4,
)  # fmt: skip
