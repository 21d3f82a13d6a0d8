"""Messages moved to other places of the page than the lab has them, and other pages of blockers; one place a site.

For measurement only (`moved_wordings.toml`, `fresh_wordings.toml`, `novel_wordings.toml`). A program may say what
it has to say in a toast or a dialog at an end of the source, in a list of definitions, in a table, in plain text
at the bottom, beside the field it is about, on a page that has nothing else, or in a frame that the lab does not
have.
"""

import html
import re

from leadline_lab.randomness import dice

HOLE = "\ue000"
"""Stands where a message was."""
_AROUND = re.compile(rf"<(\w+)[^<>]*>\s*{HOLE}\s*</\1>", re.IGNORECASE)
_FORM = re.compile(r"<form\b.*?</form>", re.IGNORECASE | re.DOTALL)
_FIELD = re.compile(
    r"<input(?![^>]*type=[\"']?(?:hidden|submit|image|reset|button|radio|checkbox))\b[^>]*>"
    r"|<(select|textarea)\b.*?</\1>",
    re.IGNORECASE | re.DOTALL,
)
_PLACES = ("toast", "definition", "row", "dialog", "bottom", "field", "alone", "banner")
_FRAMES = {
    "toast": '<div class="toasts"><div class="toast show"><button>×</button><div>{}</div></div></div>',
    "definition": "<dl><dt>i</dt><dd>{}</dd></dl>",
    "row": '<table border=0 width="100%"><tr><td width=16>&nbsp;</td><td><font size=2>{}</font></td></tr></table>',
    "dialog": '<div role=dialog aria-modal=true class="modal"><div>{}</div><a href="#" class=close>OK</a></div>',
    "bottom": "<hr>{}<br>",
    "field": "<small>{}</small>",
    "alone": '<html><body><p>{}</p><p><a href="javascript:history.back()">&lt;</a></p></body></html>',
    "banner": '<section class="strip"><span>•</span> <span>{}</span></section>',
}


FRESH = (
    "<table border=1><caption>{}</caption><tr><th>#</th><th>A–Z</th></tr></table>",
    "<aside><h4>{}</h4></aside>",
    "<pre>\n  {}\n</pre>",
    "<h1>{}</h1><hr>",
    "<ol><li>{}</li></ol>",
    "<details open><summary>?</summary>{}</details>",
    "<fieldset><legend>!</legend>{}</fieldset>",
    "<marquee>{}</marquee><p><a href='/help'>?</a> <a href='/'>⌂</a></p>",
)
"""Frames of the fourth set, where the lab has its message."""

NOVEL = (
    "<hgroup><h5>{}</h5></hgroup>",
    "<table><tfoot><tr><td colspan=2>{}</td></tr></tfoot></table>",
    "<output>{}</output>",
    "<figure><figcaption>{}</figcaption></figure>",
    "<samp>&gt; {}</samp><br>",
    "<menu><li>{}</li></menu>",
    "<div><div><div><u>{}</u></div></div></div>",
    "<address>{}</address><hr>",
)
"""Frames of the fifth set, at the same place."""


def framed(page: str, said: list[tuple[str, str]], site: str, name: str = "fresh") -> str:
    """The page with what it says in a frame of this site's."""
    frame = dice(f"{name} frame", site).pick(NOVEL if name == "novel" else FRESH)
    for words, _ in said:
        page = page.replace(HOLE, frame.format(html.escape(words)), 1)
    return page


def placed(page: str, said: list[tuple[str, str]], site: str) -> str:
    """The page with what it says (words, and the label they are about) put where this site puts it."""
    if not said:
        return page
    place = dice("moved place", site).pick(_PLACES)
    spoken = "<br>".join(html.escape(words) for words, _ in said)
    framed = _FRAMES[place].format(spoken)
    if place == "alone":
        return framed
    if place in ("definition", "row"):
        return page.replace(HOLE, framed, 1).replace(HOLE, "")
    for _ in range(2):
        page = _AROUND.sub(HOLE, page)
    page = page.replace(HOLE, "")
    if place in ("dialog", "banner"):
        begin = re.search(r"<body[^>]*>", page, re.IGNORECASE)
        at = begin.end() if begin is not None else 0
        return page[:at] + framed + page[at:]
    beside = _beside_a_field(page, said[0][1]) if place == "field" else None
    if beside is not None:
        return page[:beside] + framed + page[beside:]
    end = re.search(r"</body>", page, re.IGNORECASE)
    at = end.start() if end is not None else len(page)
    return page[:at] + framed + page[at:]


def _beside_a_field(page: str, label: str) -> int | None:
    """Behind the field with this label, else behind the first one; of the form with most fields."""
    forms = [(len(_FIELD.findall(form[0])), -form.start(), form) for form in _FORM.finditer(page)]
    if not forms or not max(forms)[0]:
        return None
    form = max(forms)[2]
    named = re.search(rf">\s*{re.escape(html.escape(label))}", form[0]) if label else None
    fields = list(_FIELD.finditer(form[0]))
    after = [field for field in fields if named is not None and field.start() > named.start()]
    return form.start() + (after or fields)[0].end()


BLOCKS = (
    (
        "<html><head><style>body{{margin:15%}}</style></head><body><main><h1>{host}</h1><section>{said}"
        "<canvas id=puzzle></canvas><div class=slider></div></section></main><script>go(1)</script></body></html>"
    ),
    (
        "<html><body><h3>{said}</h3><dl><dt>IP</dt><dd>198.51.100.23</dd><dt>Ray</dt><dd>8a41f09bd7e2c455</dd></dl>"
        "</body></html>"
    ),
    (
        "<html><head><noscript><meta http-equiv='refresh' content='0; url=/no-js'></noscript></head><body>"
        "<script>document.cookie='t=1';location.reload()</script><span>{said}</span></body></html>"
    ),
    (
        "<html><body><form action='/queue' method=post><p>{said}</p><progress max=9 value=2></progress>"
        "<label><input type=checkbox name=human> OK</label></form><script src=/q.js></script></body></html>"
    ),
    (
        "<html><head><title>{host}</title></head><body><iframe src='https://challenge.example/f'></iframe>"
        "<p>{said}</p></body></html>"
    ),
    (
        "<html><body><p>{said}</p><p>203.0.113.9 · 2026-11-17T22:04:51Z</p>"
        "<p><a href='mailto:abuse@{host}'>abuse@{host}</a></p></body></html>"
    ),
)
"""Six pages of blockers that are unlike those of the first sets."""
FRESH_BLOCKS = (
    (
        "<html><head><title>…</title></head><body><h1>403</h1><p>{said}</p><hr><i>proxy-7 · 198.51.100.4</i>"
        "</body></html>"
    ),
    (
        "<html><body><div class=ring></div><h2>{said}</h2><script>setTimeout(function(){{location.reload()}},4e3)"
        "</script></body></html>"
    ),
    (
        "<html><body><form method=post><p>{said}</p><img src=/puzzle.gif><input name=solution><button>→</button>"
        "</form><p>#b81e0c77</p></body></html>"
    ),
    (
        "<html><body><p>{said}</p><object data=/check.swf></object><p><a href='mailto:noc@{host}'>noc@{host}</a>"
        "</p><script src=/f.js></script></body></html>"
    ),
)
NOVEL_BLOCKS = (
    (
        "<html><body><h2>{host}</h2><p>{said}</p><ul><li>IP 203.0.113.40</li><li>d41f-88ab20c1e7</li></ul>"
        "<footer><small>edge 14</small></footer></body></html>"
    ),
    (
        "<html><head><script>var k=[3,1,4];function run(){{top.location='/r?k='+k.join('')}}</script></head>"
        "<body onload=run()><b>{said}</b></body></html>"
    ),
    (
        "<html><body><table><tr><td><img src=/shield.png></td><td>{said}</td></tr></table><form action=/human>"
        "<input type=hidden name=t value=9><input type=submit value='✓'></form></body></html>"
    ),
    ("<html><body><article><h1>429</h1><p>{said}</p><time>2026-11-19T04:30:00Z</time></article></body></html>"),
    (
        "<html><body><p>{said}</p><div class=bar><div class=fill></div></div><script src=/w/c.js defer></script>"
        "<noscript>JS</noscript></body></html>"
    ),
    (
        "<html><body><p>{said}</p><audio src=/say.ogg controls></audio><form method=post><input name=heard>"
        "<button>OK</button></form></body></html>"
    ),
)
