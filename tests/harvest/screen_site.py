"""A library whose page finds its books in data that no reader of calls understands, and shows them itself."""

import json
from base64 import b64encode
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote

from script_site import BOX, Library, books, page_of

_LONG = "It tells of the town, of its people and what they did; more is in the books beside it."


def _sealed(found: list[dict[str, Any]]) -> str:
    """The books as letters that say nothing by themselves."""
    return b64encode(json.dumps(found).encode()).decode()


_HOME = """<h1>Town library</h1><ul class=menu><li><a href=/hours>Opening hours</a>
<li><a href=/way>How to find us</a><li><a href=/rooms>Reading rooms</a></ul><p>The library of the town keeps what
its people wrote, from the first letters of its founders to the papers of last year, and lends most of it.</p>"""
_DATA = """
const all = JSON.parse(atob('@data'));
const line = b => `<li><a href="/parts/p${b.id}.html">${b.title}</a> <i>${b.author.name}</i> <em>${b.year}</em>`;
const about = b => `The story of ${b.title} by ${b.author.name} from the archive`.toLowerCase();
const fits = (b, w) => w && about(b).includes(w.toLowerCase());
let rows = [], at = 0;
const part = () => rows.slice(at, at + 5).map(line).join('');
"""
WAYS = {
    # What was there stays, and more comes below it.
    "more": """
    $('words').oninput = () => { clearTimeout(window.t); window.t = setTimeout(() => {
      rows = all.filter(b => fits(b, $('words').value)); at = 0; draw(false); }, 300); };
    const draw = add => { $('list').innerHTML = (add ? $('list').innerHTML : '') + part();
      $('more').hidden = at + 5 >= rows.length; };
    $('more').onclick = () => { at += 5; draw(true); };""",
    # The next part takes the place of this one.
    "next": """
    $('words').oninput = () => { rows = all.filter(b => fits(b, $('words').value)); at = 0; draw(); };
    const draw = () => { $('list').innerHTML = part(); $('more').hidden = at + 5 >= rows.length; };
    $('more').onclick = () => { at += 5; draw(); };""",
    # Nothing happens before the button is pressed.
    "button": """
    $('go').onclick = () => { rows = all.filter(b => fits(b, $('words').value)); at = 0; draw(); };
    const draw = () => { $('list').innerHTML = rows.map(line).join(''); };""",
    # Everything is there from the beginning; words hide the rest.
    "hides": """
    $('list').innerHTML = all.map(line).join('');
    $('words').oninput = () => { for (const li of $('list').children) {
      const is = li.textContent.toLowerCase().includes($('words').value.toLowerCase());
      li.className = is ? 'match' : 'none'; li.style.display = is ? '' : 'none'; } };""",
}
WRITES = """
$('words').addEventListener('input', () => {
  fetch('/api/track', {method: 'POST', body: JSON.stringify({q: $('words').value})}).catch(() => 0);
  fetch('/basket/add?id=3').catch(() => 0);
  document.body.append(Object.assign(document.createElement('iframe'), {src: 'http://ads.example/' + at})); });
"""


@dataclass
class Sealed(Library):
    """Its books have pages of their own, which say what they are about."""

    framed: dict[str, str] = field(default_factory=dict)  # further pages, by their paths

    def answer(self, method: str, path: str, body: str) -> tuple[int, str, str]:
        bare = path.partition("?")[0]
        if bare in self.framed:
            return (
                200,
                "text/javascript" if bare.endswith(".js") else "text/html; charset=utf-8",
                self.framed[bare],
            )
        number = bare.removeprefix("/parts/p").removesuffix(".html")
        book = next((one for one in self.books if str(one["id"]) == number), None)
        if book is not None:
            told = f"<h1>{book['title']}</h1><p>{book['genre']}. {_LONG}</p>"
            return 200, "text/html; charset=utf-8", f"<!doctype html><title>Town library</title><body>{told}"
        return super().answer(method, path, body)


def sealed(way: str, count: int, box: str = BOX, home: str = _HOME) -> Sealed:
    found = books(count)
    script = _DATA.replace("@data", _sealed(found)) + WAYS[way] + WRITES
    script += "$('more').textContent = 'Load more';" if way == "more" else ""
    return Sealed("none", found, page_of(script=script, box=home + box))


_FRAME = """<!doctype html><html lang=en><title>Results</title><body><ul id=list></ul>
<script src=pieces/@letter.js></script><script>
const word = decodeURIComponent(location.search.slice(1)).toLowerCase();
const about = ['the', 'from', 'and'];
for (const b of books) if ([...about, ...b[0].toLowerCase().split(' ')].some(w => w.startsWith(word))) {
  const li = document.createElement('li');
  li.innerHTML = `<a href="../parts/p${b[1]}.html">${b[0]}</a>`;
  document.getElementById('list').append(li); }
</script></body></html>"""


def framed(count: int) -> Sealed:
    """Its answers stand in a frame of the page, one for each letter that a word begins with, and a script beside
    each has the data."""
    found = books(count)
    pages: dict[str, str] = {}
    for letter in "abcdefghijklmnopqrstuvwxyz":
        own = [
            [book["title"], str(book["id"])]
            for book in found
            if letter in "aft" or any(word[0] == letter for word in book["title"].lower().split())
        ]
        pages[f"/search/{letter}.html"] = _FRAME.replace("@letter", letter)
        pages[f"/search/pieces/{letter}.js"] = f"var books = {json.dumps(own)};"
    script = """
    $('words').oninput = () => { const w = $('words').value; clearTimeout(window.t); window.t = setTimeout(() => {
      let f = document.querySelector('iframe');
      if (!f) { f = document.createElement('iframe'); f.style = 'width:600px;height:400px'; $('list').before(f); }
      if (!/^[a-z]/i.test(w)) { f.remove(); return; }
      f.src = 'search/' + w[0].toLowerCase() + '.html?' + encodeURIComponent(w); }, 300); };"""
    box = BOX.replace("<button id=go>Search</button>", "")
    return Sealed("none", found, page_of(script=script, box=box), framed=pages)


class Stepped(Library):
    """A word is a step of its call's path; whatever it does not know is answered with its program."""

    def answer(self, method: str, path: str, body: str) -> tuple[int, str, str]:
        word = unquote(path.removeprefix("/api/query/"))
        if not path.startswith("/api/query/"):
            return super().answer(method, path, body)
        if not word:
            return 200, "text/html; charset=utf-8", self.page
        return 200, "application/json", json.dumps(self.found(word))
