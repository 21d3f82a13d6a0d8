"""Everything before the body: document type, character set, title, robots, canonical address, hints, style."""

import json
import re
from urllib.parse import urlsplit

from leadline_lab.anatomy import Sheet
from leadline_lab.render.skins import Skin
from leadline_lab.render.writing import Attribute, text_of

_PARAMETER = re.compile(r"\{([^{}?]+)\??\}")
_REGIONS = {"en": "en-US", "de": "de-DE", "fr": "fr-FR", "es": "es-ES", "pt": "pt-BR"}


def head(sheet: Sheet, skin: Skin) -> str:
    """The document up to the start tag of the body."""
    hand, family = skin.hand, skin.family
    mark = skin.habits.language_mark
    language = _REGIONS.get(sheet.language, sheet.language) if mark == "region" else sheet.language
    given: list[Attribute] = [] if mark == "meta" else [("lang", language)]
    if hand.slashes:
        given = [("xmlns", "http://www.w3.org/1999/xhtml"), *given]
    parts = [family.doctype, hand.tag("html", given), hand.copy("<head>"), _charset(skin)]
    if mark == "meta":
        parts.append(_meta(skin, "http-equiv", "Content-Language", language))
    title = hand.copy("<title>"), hand.copy("</title>")
    parts += [f"{title[0]}{text_of(sheet.title)}{title[1]}", family.head_extra]
    parts += _directions(sheet, skin)
    if skin.style:
        parts.append(f"{_style_start(skin)}\n{skin.style}\n{hand.end('style')}")
    if skin.habits.script:
        parts.append(skin.habits.script)
    if sheet.search_action:
        parts.append(_search_action(sheet))
    parts.append(hand.end("head"))
    return "\n".join(part for part in parts if part)


def _charset(skin: Skin) -> str:
    if skin.family.era == 2:
        return skin.hand.tag("meta", (("charset", skin.charset),))
    return _meta(skin, "http-equiv", "Content-Type", f"text/html; charset={skin.charset}")


def _meta(skin: Skin, key: str, name: str, content: str) -> str:
    return skin.hand.tag("meta", ((key, name), ("content", content)))


def _directions(sheet: Sheet, skin: Skin) -> list[str]:
    """What the page says to robots and browsers."""
    parts: list[str] = []
    if sheet.noindex or sheet.nofollow:
        said = ", ".join((["noindex"] if sheet.noindex else []) + (["nofollow"] if sheet.nofollow else []))
        parts.append(_meta(skin, "name", "robots", said))
    for rel, href in (("canonical", sheet.canonical), ("next", sheet.next)):
        if href:
            parts.append(skin.hand.tag("link", (("rel", rel), ("href", href))))
    if sheet.opensearch:
        kind = "application/opensearchdescription+xml"
        parts.append(skin.hand.tag("link", (("rel", "search"), ("type", kind), ("href", sheet.opensearch))))
    return parts


def _style_start(skin: Skin) -> str:
    return skin.hand.tag("style", (("type", "text/css"),) if skin.family.era < 2 else ())


def _search_action(sheet: Sheet) -> str:
    """JSON cannot end its element early: `<` stands as an escape."""
    parts = urlsplit(sheet.url)
    name = _PARAMETER.search(sheet.search_action)
    said = {
        "@context": "https://schema.org",
        "@type": "WebSite",
        "url": f"{parts.scheme}://{parts.netloc}/",
        "potentialAction": {
            "@type": "SearchAction",
            "target": sheet.search_action,
            "query-input": f"required name={name[1] if name else 'search_term_string'}",
        },
    }
    return f'<script type="application/ld+json">{json.dumps(said).replace("<", chr(92) + "u003c")}</script>'
