"""Boxes with shadows on grey, fields with nothing but placeholders, elements that are all `div`."""

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

CARDS = Family(
    name="cards",
    era=2,
    doctype="<!DOCTYPE html>",
    head_extra='<meta name="viewport" content="width=device-width">',
    bodies=(
        "<div><div[page]>{header}{nav}<div[columns]>{main}{aside}</div>{footer}</div></div>",
        "<div[page]>{header}<div[columns]><div>{main}</div><div>{nav}{aside}</div></div>{footer}</div>",
    ),
    zones={
        "header": "<div[header]>{}</div>",
        "nav": "<div[nav]>{}</div>",
        "main": "<div[main]>{}</div>",
        "aside": "<div[aside]>{}</div>",
        "footer": "<div[footer]>{}</div>",
    },
    headings=("<h1[heading]>{}</h1>", "<h2[heading]>{}</h2>", "<div[list-head]>{}</div>"),
    prose="<div[prose]>{}</div>",
    lists=lists(
        menu=ListTemplate("<div[list]>{}</div>", "<div[item]>{}</div>", head="<div[list-head]>{}</div>"),
        teasers=ListTemplate(
            "<div[list]>{}</div>",
            "<div[item]>{}</div>",
            lead="<div[teaser-title]>{}</div>",
            rest="<div[teaser-text]>{}</div>",
            head="<div[list-head]>{}</div>",
        ),
        entries=ListTemplate("<div[list]>{}</div>", "<div[item]>{}</div>", head="<div[list-head]>{}</div>"),
        inline=ListTemplate(
            "<div[list]>{}</div>", "<span[item]>{}</span>", between=" ", head="<div[list-head]>{}</div>"
        ),
    ),
    form=FormTemplate(
        frame="{form}{hidden}{heading}<div[group]>{rows}</div>{buttons}</form>",
        heading="<div[form-head]>{}</div>",
        rows=RowTemplate(
            left="<div[row]>{label} {field}</div>",
            above="<div[row]><div>{label}</div>{field}</div>",
            right="<div[row]>{field} {label}</div>",
            below="<div[row]><div>{field}</div>{label}</div>",
            bare="<div[row]>{field}</div>",
        ),
        section="<div[legend]>{legend}</div>{rows}",
        buttons="<div[actions]>{buttons}{hidden}</div>",
        trap="<div{hide}>{label}{field}</div>",
        loose="<span[label]>{}</span>",
        choice="<span[choice]>{}</span>",
        choice_between="<br>",
    ),
    compact=FormTemplate(
        frame="{form}{hidden}{heading}{rows}{buttons}</form>",
        heading="<span>{}</span>",
        rows=RowTemplate(
            left="{label} {field}",
            above="<div>{label}</div>{field}",
            right="{field} {label}",
            below="{field}<div>{label}</div>",
            bare="{field}",
        ),
        section="{legend} {rows}",
        buttons="{buttons}{hidden}",
        trap="<div{hide}>{label}{field}</div>",
    ),
    results=ResultTemplate(
        frame="<div[results]>{rows}</div>",
        row="<div[record]>{}</div>",
        first="<div[record-title]>{}</div>",
        cell='<div[cell]><span[cell-head]>{head}</span><span style="float:right">{value}</span></div>',
        bare="<div[cell]>{}</div>",
    ),
    details=DetailTemplate(
        frame="<div[details]>{}</div>",
        pair="<div><div[details-head]>{head}</div><div[details-value]>{value}</div></div>",
    ),
    pager=PagerTemplate(
        "<div[pager]>{}</div>", step="<span[page-step]>{}</span>", here="<span[page-here]>{}</span>"
    ),
    style=(
        ("*", "box-sizing:border-box"),
        ("body", "margin:0;background:#eef0f3;color:$ink;font:$size/1.5 $font"),
        ("[page]", "max-width:1080px;margin:0 auto;padding:0 16px"),
        ("[header]", "display:flex;gap:20px;align-items:center;flex-wrap:wrap;padding:14px 0"),
        ("[nav]", "padding:8px 0"),
        ("[menu]", "display:flex;gap:16px;flex-wrap:wrap"),
        ("[columns]", "display:flex;gap:20px;flex-wrap:wrap;align-items:flex-start"),
        ("[columns]>:first-child", "flex:1 1 560px"),
        ("[aside]", "flex:0 0 250px;background:#fff;border-radius:10px;padding:14px"),
        ("[main]", "background:#fff;border-radius:10px;padding:20px;box-shadow:0 1px 4px rgba(0,0,0,.15)"),
        ("[results],[teasers]", "display:grid;grid-template-columns:repeat(auto-fill,minmax(230px,1fr));gap:14px"),
        ("[record],[teasers-item]", "border:1px solid #e3e5e8;border-radius:8px;padding:12px"),
        ("[record-title],[teaser-title],[list-head],[form-head]", "font-weight:600"),
        ("[row]", "margin:10px 0"),
        ("input:not([type]),input[type=text],input[type=search],select",
         "padding:9px 12px;border:1px solid #ccd0d5;border-radius:8px"),
        ("button,input[type=submit]", "padding:9px 18px;border:0;border-radius:8px;background:$dark;color:#fff"),
        ("[tags-item]", "background:$light;border-radius:12px;padding:2px 10px"),
        ("a", "color:$link;text-decoration:none"),
        ("[footer]", "padding:20px 0;color:#777;font-size:85%"),
    ),
    hands=(Hand(), Hand(), Hand(quotes="bare"), Hand(backwards=True)),
    wrappers=(
        "<div[box]>{}</div>",
        "<div[spare-a]>{}</div>",
        "<div[spare-b]><div[spare-c]>{}</div></div>",
        "<div><div><div>{}</div></div></div>",
        "<div[spare-c]>{}</div>",
    ),
    unnamed=0.0,
)  # fmt: skip
