"""Layout tables within layout tables, font tags, forms that start between table and row: 1999."""

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

_FONT = '<font face="$font" size="2">{}</font>'
_TITLE = '<font face="$font" size="2" color="$dark"><b>{}</b></font><br>'

NESTED = Family(
    name="nested",
    era=0,
    doctype='<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">',
    body_tag='<body bgcolor="$paper" text="$ink" link="$link" vlink="#551a8b">',
    bodies=(
        (
            '<table width="760" border="0" cellspacing="0" cellpadding="0" align="center"><tr><td>{header}'
            '<table width="100%" border="0" cellspacing="0" cellpadding="6"><tr valign="top">{nav}{main}{aside}'
            "</tr></table>{footer}</td></tr></table>"
        ),
        (
            '{header}<table width="100%" border="0" cellspacing="4" cellpadding="4"><tr valign="top">'
            "{main}{nav}{aside}</tr></table>{footer}"
        ),
    ),
    zones={
        "header": '<table width="100%" bgcolor="$light" border="0" cellpadding="4"><tr><td>{}</td></tr></table>',
        "nav": '<td width="150" bgcolor="$light">{}</td>',
        "main": "<td>{}</td>",
        "aside": '<td width="160"><table bgcolor="$light" cellpadding="4"><tr><td>{}</td></tr></table></td>',
        "footer": '<table width="100%"><tr><td align="center"><hr size="1" noshade>{}</td></tr></table>',
    },
    headings=(
        '<h1><font face="$font" color="$dark">{}</font></h1>',
        '<h2><font face="$font" color="$dark">{}</font></h2>',
        _TITLE,
    ),
    prose='<p><font face="$font" size="2">{}</font>',
    lists=lists(
        menu=ListTemplate(
            '<table border="0" cellpadding="2" width="100%"[list]>{}</table>',
            f"<tr><td>{_FONT}</td></tr>",
            head=_TITLE,
        ),
        teasers=ListTemplate(
            "{}",
            '<table border="0" width="100%"[item]><tr valign="top"><td width="12">'
            '<img src="/images/bullet.gif" alt="" width="8" height="8"></td><td>{}</td></tr></table>',
            lead='<font face="$font" size="2"><b>{}</b></font>',
            rest='<br><font face="$font" size="2">{}</font>',
            head=_TITLE,
        ),
        entries=ListTemplate("<ul[list]>{}</ul>", f"<li>{_FONT}", head=_TITLE),
        inline=ListTemplate(
            '<p align="center"><font face="$font" size="1">{}</font>', "{}", between="$bar", head="<b>{}</b> "
        ),
    ),
    form=FormTemplate(
        frame='<table border="0" cellpadding="3" bgcolor="$light"[form]>{form}{hidden}{heading}{rows}{buttons}'
        "</form></table>",
        sound='{form}<table border="0" cellpadding="3" bgcolor="$light"[form]>{heading}{rows}{buttons}</table>'
        "{hidden}</form>",
        heading='<tr><td colspan="2" bgcolor="$dark"><font color="#ffffff"><b>{}</b></font></td></tr>',
        rows=RowTemplate(
            left='<tr><td align="right" nowrap>{label}<td>{field}',
            above='<tr><td colspan="2">{label}<br>{field}',
            right='<tr><td align="right">{field}<td>{label}',
            below='<tr><td>&nbsp;<td>{field}<br>{label}',
            bare="<tr><td>&nbsp;<td>{field}",
        ),
        section='<tr><td colspan="2"><font face="$font" color="$dark"><b>{legend}</b></font>{rows}',
        buttons="<tr><td>&nbsp;<td>{buttons}{hidden}",
        trap="<tr{hide}><td>{label}<td>{field}",
        label=_FONT,
        choice=_FONT,
        choice_between="<br>\n",
        row_between="\n",
    ),
    compact=FormTemplate(
        frame='<table border="0" cellpadding="1">{form}<tr>{heading}{rows}<td>{hidden}{buttons}</td></tr></form>'
        "</table>",
        sound='{form}<table border="0" cellpadding="1"><tr>{heading}{rows}<td>{hidden}{buttons}</td></tr></table>'
        "</form>",
        heading="<td><b>{}</b></td>",
        rows=RowTemplate(
            left="<td>{label} {field}</td>",
            above="<td>{label}<br>{field}</td>",
            right="<td>{field} {label}</td>",
            below="<td>{field}<br>{label}</td>",
            bare="<td>{field}</td>",
        ),
        section="<td>{legend}</td>{rows}",
        buttons="{buttons}{hidden}",
        trap="<td{hide}>{label}{field}</td>",
        label='<font face="$font" size="1">{}</font>',
    ),
    results=ResultTemplate(
        frame='<table border="1" cellspacing="0" cellpadding="3" width="100%"[results]>{heads}{rows}</table>',
        heads='<tr bgcolor="$dark">{}</tr>',
        head='<th><font face="$font" size="2" color="#ffffff">{}</font></th>',
        row="<tr>{}</tr>",
        other='<tr bgcolor="$light">{}</tr>',
        first='<td><font face="$font" size="2"><b>{}</b></font></td>',
        cell='<td><font face="$font" size="2">{value}</font></td>',
        bare=f"<td>{_FONT}</td>",
        between="\n",
    ),
    details=DetailTemplate(
        frame='<table border="0" cellpadding="4"[details]>{}</table>',
        pair='<tr><td bgcolor="$light"><font face="$font" size="2"><b>{head}</b></font></td>'
        '<td><font face="$font" size="2">{value}</font></td></tr>',
    ),
    pager=PagerTemplate('<div align="center">{}</div>', step=_FONT, here="<b>[{}]</b>", between="$bar"),
    style=(),
    hands=(
        Hand(capitals=True, quotes="bare", raw_ampersands=True, closes=False),
        Hand(capitals=True, closes=False),
        Hand(quotes="bare", raw_ampersands=True, backwards=True, closes=False),
    ),
    wrappers=(
        "<center>{}</center>",
        "<blockquote>{}</blockquote>",
        '<table width="100%" border="0"><tr><td>{}</td></tr></table>',
        '<table width="95%" cellpadding="2"[box]><tr><td valign="top">{}</td></tr></table>',
        '<div align="left">{}</div>',
    ),
    charsets=("iso-8859-1", "windows-1252", "utf-8"),
    unnamed=0.8,
)  # fmt: skip
