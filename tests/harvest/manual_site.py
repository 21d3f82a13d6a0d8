"""A manual of plain files whose page looks words up by itself, in data that it has; every address it does not know
is an error, and every word is answered with the same file."""

import json
from dataclasses import dataclass
from typing import Any

from script_site import Library

_HEAD = "<!doctype html><html lang=en><title>Manual</title><body><noscript>Please turn on JavaScript.</noscript>"
_SEARCH = """<form action=search.html><input name=q placeholder="Search the manual"><button>Search</button></form>
<p id=said></p><ul id=found></ul>"""
_LOOK = """
const link = %(link)s;
const words = new URLSearchParams(location.search).get('q');
const look = async data => { if (!words) return;
  const rows = (%(rows)s)(data).filter(r => r.title.toLowerCase().includes(words.toLowerCase()));
  document.getElementById('said').textContent = rows.length ? rows.length + ' pages' : 'Nothing fits.';
  for (const row of rows) {
    const li = document.createElement('li');
    li.innerHTML = `<a href="${link(row)}?mark=${words}">${row.title}</a>`;
    document.getElementById('found').append(li); %(piece)s } };
const Search = {setIndex: look};
"""
_COLUMNS = "d => d.names.map((name, n) => ({name, title: d.titles[n]}))"
_NAMED = "d => Object.entries(d.pages).map(([name, one]) => ({name, title: one.title}))"
_LISTED = "d => d.pages"


@dataclass
class Manual(Library):
    """`way`: how its index comes."""

    way: str = ""
    is_found_elsewhere: bool = False  # its script asks another address for what it looks up, too
    menu: int = 0  # how many of its pages each page lists as it comes; it asks for no JavaScript

    def answer(self, _method: str, path: str, _body: str) -> tuple[int, str, str]:
        path, _, query = path.partition("?")
        if path in ("/", "/search.html"):
            return 200, "text/html; charset=utf-8", self._page()
        if path == "/data/index.js":
            return 200, "text/javascript", self._index()
        if path == "/data/index.json":
            return 200, "application/json", json.dumps(_listed(self.books))
        if path == "/more" and self.is_found_elsewhere:
            word = query.partition("=")[2]
            return (
                200,
                "application/json",
                json.dumps([{"title": f"{word} of the archive", "name": "../archive/1"}]),
            )
        number = path.removeprefix("/parts/p").removesuffix(".html")
        book = next((one for one in self.books if str(one["id"]) == number), None)
        if book is None:
            return 404, "text/html", "<h1>Not found</h1>"
        told = f"Written by {book['author']['name']} in {book['year']}, on {book['genre']}."
        said = f"<h1>{book['title']}</h1><p>{told}"
        return 200, "text/html; charset=utf-8", f"<!doctype html><title>Manual</title><body>{said} {_LONG}</p>"

    def _page(self) -> str:
        rows = {"columns": _COLUMNS, "named": _NAMED}.get(self.way, _LISTED)
        name = "r => `parts/${r.name}.html`" if self.way in ("columns", "named") else "r => r.name"
        piece = "fetch(link(row)).then(r => r.text()).then(t => li.append(' ', t.slice(-20)));"
        parts = {"rows": rows, "link": name, "piece": piece if self.way == "columns" else ""}
        script = _LOOK % parts
        if self.is_found_elsewhere:
            script += "fetch('/more?q=' + words).then(r => r.json()).then(d => words && look({pages: d}));"
        if self.way == "fetched":
            script += "fetch('data/index.json').then(r => r.json()).then(look);"
        outside = "" if self.way == "fetched" else "<script src=data/index.js></script>"
        head = _HEAD
        if self.menu:
            menu = (f"<li><a href=parts/p{b['id']}.html>{b['title']}</a></li>" for b in self.books[: self.menu])
            head = f"{_HEAD.partition('<noscript>')[0]}<h3>Parts</h3><ul>{''.join(menu)}</ul>"
        return f"{head}{_SEARCH}<script>{script}</script>{outside}</body></html>"

    def _index(self) -> str:
        names, titles = [f"p{one['id']}" for one in self.books], [one["title"] for one in self.books]
        if self.way == "columns":
            return f"Search.setIndex({{names:{json.dumps(names)},titles:{json.dumps(titles)},version:2,}})"
        pages = {name: {"title": title, "rank": 1} for name, title in zip(names, titles, strict=True)}
        data = json.dumps({"pages": pages})
        return f"(function() {{ const seen = {{a: 1, b: [2]}}, index = {data}; Search.setIndex(index); }})();"


_LONG = "It tells of the town, of its people and what they did; more is in the books beside it."


def _listed(books: list[dict[str, Any]]) -> dict[str, Any]:
    return {"pages": [{"title": one["title"], "name": f"parts/p{one['id']}.html"} for one in books]}
