"""Terms and definitions for forms, records and details alike."""

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

DEFINITIONS = Family(
    name="definitions",
    era=1,
    doctype='<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd">',
    bodies=(
        "<div[page]>{header}{nav}{main}{aside}{footer}</div>",
        "{header}<div[columns]>{main}{aside}</div>{nav}{footer}",
    ),
    zones={
        "header": "<div[header]>{}</div>",
        "nav": "<div[nav]>{}</div>",
        "main": "<div[main]>{}</div>",
        "aside": "<div[aside]>{}</div>",
        "footer": "<div[footer]>{}</div>",
    },
    headings=("<h1[heading]>{}</h1>", "<h2>{}</h2>", "<h3>{}</h3>", "<h4>{}</h4>"),
    prose="<p>{}</p>",
    lists=lists(
        menu=ListTemplate("<dl[list]>{}</dl>", "<dd[item]>{}</dd>", head="<h4[list-head]>{}</h4>"),
        teasers=ListTemplate("<dl[list]>{}</dl>", "{}", lead="<dt[item]>{}</dt>", rest="<dd>{}</dd>"),
        entries=ListTemplate("<dl[list]>{}</dl>", "{}", lead="<dt>{}</dt>", rest="<dd[item]>{}</dd>"),
        inline=ListTemplate("<p[list]>{}</p>", "{}", between="$bar", head="<h5>{}</h5>"),
    ),
    form=FormTemplate(
        frame="{form}{heading}{hidden}<dl[form]>{rows}</dl>{buttons}</form>",
        heading="<h2[form-head]>{}</h2>",
        rows=RowTemplate(
            left='<dt style="float:left;clear:left;width:10em"[label-cell]>{label}</dt>'
            '<dd style="margin-left:11em"[field-cell]>{field}</dd>',
            above="<dt>{label}</dt><dd[field-cell]>{field}</dd>",
            right="<dd[field-cell]>{field} {label}</dd>",
            below="<dd>{field}<br>{label}</dd>",
            bare="<dd[field-cell]>{field}</dd>",
        ),
        section="<dt[legend]><strong>{legend}</strong></dt><dd><dl[group]>{rows}</dl></dd>",
        buttons="<p[actions]>{buttons}{hidden}</p>",
        trap="<dd{hide}>{label} {field}</dd>",
        loose="{}",
        choice_between="<br>",
        row_between="\n",
    ),
    compact=FormTemplate(
        frame="{form}<p>{hidden}{heading}{rows}{buttons}</p></form>",
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
        frame="<dl[results]>{rows}</dl>",
        row="{}",
        first="<dt[record-title]>{}</dt>",
        cell="<dd[cell]>{head}: {value}</dd>",
        bare="<dd[cell]>{}</dd>",
        between="\n",
    ),
    details=DetailTemplate(
        frame="<dl[details]>{}</dl>", pair="<dt[details-head]>{head}</dt><dd[details-value]>{value}</dd>"
    ),
    pager=PagerTemplate("<div[pager]>{}</div>", here="<em[page-here]>{}</em>", between="$bar"),
    style=(
        ("body", "font-family:$font;font-size:$size;margin:1em 8%;color:$ink;background:$paper"),
        ("[header]", "border-bottom:2px solid $dark"),
        ("[nav] dd", "display:inline;margin:0 1em 0 0"),
        ("[nav]", "background:$light;padding:4px 8px"),
        ("dt", "font-weight:bold"),
        ("[aside]", "border:1px solid $light;padding:0 1em;margin:1em 0"),
        ("[footer]", "border-top:1px solid $dark;font-size:85%"),
        ("a", "color:$link"),
    ),
    hands=(Hand(), Hand(quotes="single"), Hand(backwards=True), Hand(slashes=True)),
    wrappers=(
        "<div[box]>{}</div>",
        "<div[spare-a]>{}</div>",
        "<dl><dd[spare-b]>{}</dd></dl>",
        "<div[spare-c]><div>{}</div></div>",
    ),
    charsets=("utf-8", "utf-8", "iso-8859-1"),
    unnamed=0.3,
)
