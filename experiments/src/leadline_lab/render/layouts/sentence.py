"""Forms to be read as running text, fields among the words; few elements, wide margins."""

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

_WORDS = RowTemplate(
    left="{label} {field}",
    above='<span style="display:inline-block">{label}<br>{field}</span>',
    right="{field} {label}",
    below='<span style="display:inline-block">{field}<br>{label}</span>',
    bare="{field}",
)

SENTENCE = Family(
    name="sentence",
    era=2,
    doctype="<!DOCTYPE html>",
    head_extra='<meta name="viewport" content="width=device-width, initial-scale=1">',
    bodies=(
        "<div[page]>{header}{main}{aside}{nav}{footer}</div>",
        "{nav}<div[page]>{header}{main}{aside}</div>{footer}",
    ),
    zones={
        "header": "<div[header]>{}</div>",
        "nav": "<div[nav]>{}</div>",
        "main": "<div[main]>{}</div>",
        "aside": "<div[aside]>{}</div>",
        "footer": "<div[footer]>{}</div>",
    },
    headings=("<h1>{}</h1>", "<h2>{}</h2>", "<p[heading]><strong>{}</strong></p>"),
    prose="<p>{}</p>",
    lists=lists(
        menu=ListTemplate("<span[list]>{}</span>", "{}", between="$bar", head="<b[list-head]>{}</b> "),
        teasers=ListTemplate("{}", "<p[item]>{}</p>", lead="{}", rest="&mdash; {}", head="<p[list-head]>{}</p>"),
        entries=ListTemplate("<p[list]>{}</p>", "{}", between=", ", head="<p[list-head]>{}</p>"),
        inline=ListTemplate("<span[list]>{}</span>", "{}", between="$bar", head="<i>{}</i> "),
    ),
    form=FormTemplate(
        frame="{form}{heading}{hidden}<p[form]>{opening}{rows}. {buttons}</p></form>",
        heading="<h2[form-head]>{}</h2>",
        rows=_WORDS,
        section="{legend} ({rows})",
        buttons="{buttons}{hidden}",
        trap="<span{hide}>{label} {field}</span>",
        choice_between=", ",
        row_between=", ",
        colon="",
    ),
    compact=FormTemplate(
        frame="{form}{hidden}{heading}{rows} {buttons}</form>",
        heading="<b>{}</b> ",
        rows=_WORDS,
        section="{legend} {rows}",
        buttons="{buttons}{hidden}",
        trap="<span{hide}>{label} {field}</span>",
        row_between=" ",
        colon="",
    ),
    results=ResultTemplate(
        frame="<div[results]>{rows}</div>",
        row="<p[record]>{}</p>",
        first="<b[record-title]>{}</b>",
        cell=" &middot; {head} <i>{value}</i>",
        bare=" &middot; {}",
        between="\n",
    ),
    details=DetailTemplate(frame="<div[details]>{}</div>", pair="<p>{head} <em[details-value]>{value}</em></p>"),
    pager=PagerTemplate("<div[pager]>{}</div>", here="<u>{}</u>", between=" "),
    style=(
        ("body", "max-width:44rem;margin:2rem auto;padding:0 1rem;color:$ink;background:$paper"),
        ("body", "font:$size/1.7 Georgia,serif"),
        ("[form]", "font-size:1.25em;line-height:2.4"),
        ("input,select", "font:inherit;border:0;border-bottom:2px solid $link;background:transparent"),
        ("button,input[type=submit]", "border:1px solid $ink;padding:0 .8em"),
        ("[aside]", "border-left:3px solid $light;padding-left:1rem"),
        ("[footer]", "font-size:.85em;color:#777"),
        ("a", "color:$link"),
    ),
    hands=(Hand(), Hand(quotes="single"), Hand(backwards=True)),
    wrappers=(
        "<div[box]>{}</div>",
        "<section[spare-a]>{}</section>",
        "<div[spare-b]><div>{}</div></div>",
        "<div[spare-c]>{}</div>",
    ),
    unnamed=0.35,
)  # fmt: skip
