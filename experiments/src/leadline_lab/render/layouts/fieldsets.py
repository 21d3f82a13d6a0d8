"""Fieldsets with legends, paragraphs and line breaks: forms as the recommendation had them."""

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

FIELDSETS = Family(
    name="fieldsets",
    era=1,
    doctype='<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">',
    bodies=(
        "<div[page]><div[header]>{header}{nav}</div><div[columns]>{main}{aside}</div>{footer}</div>",
        "<div[page]>{header}{nav}<div[columns]>{aside}{main}</div>{footer}</div>",
    ),
    zones={
        "header": "<div>{}</div>",
        "nav": "<div[nav]>{}</div>",
        "main": "<div[main]>{}</div>",
        "aside": "<div[aside]>{}</div>",
        "footer": "<div[footer]>{}</div>",
    },
    headings=("<h1>{}</h1>", "<h2>{}</h2>", "<h3[heading]>{}</h3>"),
    prose="<p>{}</p>",
    lists=lists(
        menu=ListTemplate("<ul[list]>{}</ul>", "<li[item]>{}</li>"),
        teasers=ListTemplate(
            "{}", "<div[item]>{}</div>", lead="<strong>{}</strong><br>", rest="{}", head="<h2[list-head]>{}</h2>"
        ),
        entries=ListTemplate("<ol[list]>{}</ol>", "<li[item]>{}</li>", between="\n"),
        inline=ListTemplate("<p[list]>{}</p>", "{}", between="$bar", head="<strong>{}</strong> "),
    ),
    form=FormTemplate(
        frame="{form}<fieldset[form]>{heading}{hidden}{rows}{buttons}</fieldset></form>",
        heading="<legend[form-head]>{}</legend>",
        rows=RowTemplate(
            left="<p[row]>{label} {field}</p>",
            above="<p[row]>{label}<br>{field}</p>",
            right="<p[row]>{field} {label}</p>",
            below="<p[row]>{field}<br>{label}</p>",
            bare="<p[row]>{field}</p>",
        ),
        section="<fieldset[group]><legend[legend]>{legend}</legend>{rows}</fieldset>",
        buttons="<p[actions]>{buttons}{hidden}</p>",
        trap="<p{hide}>{label} {field}</p>",
        choice_between="<br>",
        row_between="\n",
    ),
    compact=FormTemplate(
        frame="{form}<p>{hidden}{heading}{rows}{buttons}</p></form>",
        heading="<strong>{}</strong><br>",
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
        frame="<ul[results]>{rows}</ul>",
        row="<li[record]>{}</li>",
        first="<strong[record-title]>{}</strong>",
        cell="<br>{head}: <span[cell]>{value}</span>",
        bare="<br><span[cell]>{}</span>",
        between="\n",
    ),
    details=DetailTemplate(
        frame="<table[details]>{}</table>",
        pair='<tr><th[details-head] scope="row">{head}</th><td[details-value]>{value}</td></tr>',
    ),
    pager=PagerTemplate("<div[pager]>{}</div>", here="<strong>{}</strong>", between="$bar"),
    style=(
        ("body", "font-family:$font;font-size:$size;color:$ink;background:$paper;margin:0 auto;max-width:60em"),
        ("[header]", "border-bottom:3px solid $dark;padding:6px"),
        ("[nav] ul", "margin:0;padding:0"),
        ("[nav] li", "display:inline;margin-right:1em"),
        ("[aside]", "float:right;width:14em;background:$light;padding:8px;margin:8px"),
        ("[main]", "padding:8px;margin-right:17em"),
        ("[footer]", "clear:both;padding:8px;background:$light"),
        ("fieldset", "border:1px solid $dark;margin:0 0 1em"),
        ("legend", "color:$dark;font-weight:bold"),
        ("th", "text-align:left;padding-right:1em"),
        ("a", "color:$link"),
    ),
    hands=(Hand(slashes=True), Hand(), Hand(quotes="single"), Hand(slashes=True, backwards=True)),
    wrappers=(
        "<div[box]>{}</div>",
        "<div[spare-a]>{}</div>",
        "<div[spare-b]><div[spare-c]>{}</div></div>",
        "<blockquote[box]>{}</blockquote>",
    ),
    charsets=("utf-8", "iso-8859-1"),
    unnamed=0.2,
)
