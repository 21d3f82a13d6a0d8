"""Tables whose labels stand after or under their fields, as guest books and first web programs had them."""

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

REVERSED = Family(
    name="reversed",
    era=1,
    doctype='<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">',
    bodies=(
        '{header}<table[columns] width="100%"><tr>{main}{aside}{nav}</tr></table>{footer}',
        '{header}{footer}<table[columns] width="100%"><tr>{nav}{main}{aside}</tr></table>',
    ),
    zones={
        "header": "<center[header]>{}</center>",
        "nav": '<td[nav] width="15%" valign="top">{}</td>',
        "main": '<td[main] valign="top">{}</td>',
        "aside": '<td[aside] width="20%" valign="top" bgcolor="$light">{}</td>',
        "footer": "<center[footer]>{}</center>",
    },
    headings=("<h1>{}</h1>", "<h2>{}</h2>", "<h3>{}</h3>", "<h4[heading]>{}</h4>"),
    prose="<p>{}",
    lists=lists(
        menu=ListTemplate("{}", "{}<br>", between="\n", head="<b>{}</b><br>"),
        teasers=ListTemplate("{}", "<p[item]>{}", lead="<big>{}</big>", rest="<br><small>{}</small>"),
        entries=ListTemplate(
            '<table[list] border="0">{}</table>', "<tr><td>{}</td></tr>", lead="{}", rest="<i>{}</i>", between="\n"
        ),
        inline=ListTemplate("<p[list]>{}", "{}", between="$bar", head="<b>{}</b>"),
    ),
    form=FormTemplate(
        frame='{heading}<table[form] border="0" cellpadding="4">{form}{rows}{buttons}{hidden}</form></table>',
        sound='{heading}{form}<table[form] border="0" cellpadding="4">{rows}{buttons}</table>{hidden}</form>',
        heading="<h3[form-head]>{}</h3>",
        rows=RowTemplate(
            left="<tr[row]><td>{label}</td><td>{field}</td></tr>",
            above='<tr[row]><td colspan="2">{label}<br>{field}</td></tr>',
            right='<tr[row]><td align="right">{field}</td><td><i>{label}</i></td></tr>',
            below='<tr[row]><td colspan="2">{field}</td></tr><tr><td colspan="2"><small>{label}</small></td></tr>',
            bare='<tr[row]><td colspan="2">{field}</td></tr>',
        ),
        section='<tr><td colspan="2"><hr size="1"><b[legend]>{legend}</b></td></tr>{rows}',
        buttons='<tr><td colspan="2" align="center"[actions]>{buttons}{hidden}</td></tr>',
        trap='<tr{hide}><td colspan="2">{field} {label}</td></tr>',
        row_between="\n",
        colon="",
    ),
    compact=FormTemplate(
        frame="{form}{heading}{rows}{buttons}{hidden}</form>",
        heading="<b>{}</b> ",
        rows=RowTemplate(
            left="{label} {field} ",
            above="{label}<br>{field} ",
            right="{field} {label} ",
            below="{field}<br>{label} ",
            bare="{field} ",
        ),
        section="{legend} {rows}",
        buttons="{buttons}{hidden}",
        trap="<span{hide}>{label} {field}</span>",
    ),
    results=ResultTemplate(
        frame="{rows}",
        row='<table[record] width="100%" border="1" cellpadding="3">{}</table><br>',
        other='<table[record] width="100%" border="1" cellpadding="3" bgcolor="$light">{}</table><br>',
        first='<tr><th colspan="2" align="left"[record-title]>{}</th></tr>',
        cell='<tr><td width="30%"[cell]>{head}</td><td>{value}</td></tr>',
        bare='<tr><td colspan="2"[cell]>{}</td></tr>',
        between="\n",
    ),
    details=DetailTemplate(
        frame='<table[details] border="1" cellpadding="3">{}</table>',
        pair="<tr><td[details-value]><b>{value}</b></td><td[details-head]><small>{head}</small></td></tr>",
    ),
    pager=PagerTemplate("<center[pager]>{}</center>", step="[{}]", here="<b>{}</b>", between=" "),
    style=(
        ("body", "font-family:$font;color:$ink;background:$paper"),
        ("a", "color:$link"),
        ("h1", "color:$dark"),
        ("[header]", "background:$light"),
        ("[nav]", "font-size:90%"),
    ),
    hands=(
        Hand(capitals=True),
        Hand(),
        Hand(quotes="bare", raw_ampersands=True),
        Hand(capitals=True, backwards=True),
    ),
    wrappers=(
        "<center>{}</center>",
        "<div[box]>{}</div>",
        '<table[spare-a] width="98%"><tr><td>{}</td></tr></table>',
        "<blockquote[spare-b]>{}</blockquote>",
    ),
    charsets=("iso-8859-1", "utf-8", "windows-1252"),
    unnamed=0.5,
)  # fmt: skip
