"""A site of a world whose one page scripts fill, and the program behind its calls.

The database is the world's own, without a cap: what a query finds is what the site's other forms would find. The
page is `page.html`; what it is told stands in one object of its script.
"""

import html
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import blake2b
from importlib.resources import files
from string import Template
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from leadline_lab.scripted.manner import ScriptedManner
from leadline_lab.sources import Source, ask
from leadline_lab.sources.wording import keyword_label
from leadline_lab.web import Ask, Reply, Web
from leadline_lab.words import tongue
from leadline_lab.world import Site, World

SIZE = 20
_FACETS = 2
_MOST_VALUES = 12
_GRAPHQL = "query Items($q: String, $cursor: String) { items(q: $q, cursor: $cursor) { total next items { id } } }"
_JSON = "application/json"


@dataclass(frozen=True, slots=True)
class Shown:
    """Records in the order of an answer."""

    keys: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class ScriptedWeb(Web):
    """`leadline_lab.web.Web` with one site made anew: its page, and the calls of its script."""

    def __init__(self, world: World, site: Site, source: Source, manner: ScriptedManner) -> None:
        super().__init__(world)
        self.site = site
        self.manner = manner
        self.source = replace(
            source,
            cap=None,
            default="all",
            ranking="static",
            order="",
            per_page=source.size,
            counting="exact",
            token="",
            requires=(),
            keyword=source.keyword or "like",
            shortest_keyword=1,
            suggestion="",
        )
        self.writes: list[str] = []
        """What reached the site and is no question."""

    @property
    def url(self) -> str:
        return f"http://{self.site.host}/"

    def everything(self) -> Shown:
        return self.found(())

    def found(self, asked: tuple[tuple[str, str], ...]) -> Shown:
        return _found(self.world, self.site, self.source, asked)

    def reply(self, ask: Ask) -> Reply:
        parts = urlsplit(ask.url)
        if parts.hostname != self.site.host:
            return super().reply(ask)
        given = dict(parse_qsl(parts.query, keep_blank_values=True))
        speech = self.manner.speech
        if ask.method == "POST" and parts.path == {"post": "/api/search", "graphql": "/graphql"}.get(speech):
            body = json.loads(ask.body)
            return self._called(body["variables"] if speech == "graphql" else body)
        if ask.method != "GET":
            self.writes.append(f"{ask.method} {parts.path}")
            return _text(405, "text/plain", "")
        if parts.path == "/":
            return _text(200, "text/html", self._hydrated(given) if speech == "state" else self._page())
        if parts.path == {"get": "/api/items", "fragments": "/fragments"}.get(speech):
            return self._called(given)
        return _text(404, "text/plain", "")

    # ── answers ───────────────────────────────────────────────────────────────────────────────────────────

    def _called(self, given: Mapping[str, Any]) -> Reply:
        found, start, ahead = self._part(given)
        rows = [self._named(key, row) for key, row in zip(found.keys, found.rows, strict=True)]
        some = rows[start : start + SIZE]
        if self.manner.speech == "fragments":
            return _text(200, "text/html", "".join(map(self._line, some)))
        if self.manner.turning == "last-id":
            return _text(200, _JSON, json.dumps(some))
        told: dict[str, Any] = {"total": len(rows), "items": some}
        if self.manner.turning == "cursor":
            told["next"] = ahead
        return _text(
            200, _JSON, json.dumps({"data": {"items": told}} if self.manner.speech == "graphql" else told)
        )

    def _part(self, given: Mapping[str, Any]) -> tuple[Shown, int, str | None]:
        """What is found, where the part that is asked for begins, and the mark of the one after it."""
        names = {"q": "keyword", **{a.name: a.name for a in self.source.attributes}}
        wanted = tuple((names[name], str(value)) for name, value in given.items() if name in names and value)
        found = self.found(wanted)
        start = 0
        match self.manner.turning:
            case "page":
                start = (int(given.get("page") or 1) - 1) * SIZE
            case "offset":
                start = int(given.get("offset") or 0)
            case "cursor":
                marks = {self._mark(n): n for n in range(0, len(found.keys) + SIZE, SIZE)}
                start = marks.get(str(given.get("cursor") or ""), 0)
            case "last-id":
                last = str(given.get("after_id") or "")
                start = found.keys.index(last) + 1 if last in found.keys else 0
        ahead = self._mark(start + SIZE) if start + SIZE < len(found.keys) else None
        return found, max(start, 0), ahead

    def _mark(self, start: int) -> str:
        return blake2b(f"{self.source.key} {start}".encode(), digest_size=8).hexdigest()

    def _named(self, key: str, row: tuple[str, ...]) -> dict[str, str]:
        return {"id": key, **dict(zip((a.name for a in self.source.listed), row, strict=True))}

    def _line(self, row: Mapping[str, str]) -> str:
        cells = (f"<span>{html.escape(row[a.name])}</span>" for a in self._columns if a.name != self.source.title)
        return f"<li><b>{html.escape(row[self.source.title])}</b> {' '.join(cells)}</li>"

    # ── pages ─────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def _columns(self) -> list[Any]:
        """The title first."""
        return sorted(self.source.listed, key=lambda a: a.name != self.source.title)

    def _page(self) -> str:
        speech, role = tongue(self.source.language, self.world.spec.role), self.world.spec.role
        facets = [a for a in self.source.attributes if a.askable and a.ask == "equals" and len(a.values) > 1]
        config = {
            "turning": self.manner.turning, "speech": self.manner.speech, "more": self.manner.more, "size": SIZE,
            "query": _GRAPHQL, "words": keyword_label(self.source, role), "go": speech.buttons["search"][0],
            "any": speech.options["any"][0],
            "on": speech.pager[0][1] if self.manner.more == "next" else speech.nav["more"][0],
            "columns": [{"name": a.name, "label": a.label} for a in self._columns],
            "facets": [
                {"name": a.name, "label": a.label, "values": a.values[:_MOST_VALUES]} for a in facets[:_FACETS]
            ] if self.manner.facets else [],
        }  # fmt: skip
        return _template().substitute(language=self.source.language, title=self._title, config=_script(config))

    def _hydrated(self, given: Mapping[str, str]) -> str:
        found, start, _ = self._part(given)
        rows = [self._named(key, row) for key, row in zip(found.keys, found.rows, strict=True)]
        props = {"page": start // SIZE + 1, "total": len(rows), "items": rows[start : start + SIZE]}
        state = _script({"props": {"pageProps": props}, "page": "/", "query": dict(given)})
        speech, role = tongue(self.source.language, self.world.spec.role), self.world.spec.role
        button, label = speech.buttons["search"][0], html.escape(keyword_label(self.source, role))
        form = (
            f'<form action="/"><input name="q" aria-label="{label}"><button>{html.escape(button)}</button></form>'
        )
        return (
            f'<!doctype html><html lang="{self.source.language}"><title>{self._title}</title><body>{form}'
            f'<div id="__next"></div><script id="__NEXT_DATA__" type="application/json">{state}</script>'
        )

    @property
    def _title(self) -> str:
        return html.escape(self.site.host.split(".")[-2].replace("-", " ").capitalize())


@lru_cache(maxsize=64)
def _found(world: World, site: Site, source: Source, asked: tuple[tuple[str, str], ...]) -> Shown:
    answer = ask(world, site, source, {name: (value,) for name, value in asked})
    return Shown(answer.keys, answer.rows) if answer.outcome == "records" else Shown((), ())


@lru_cache(maxsize=1)
def _template() -> Template:
    return Template((files("leadline_lab.scripted") / "page.html").read_text("utf-8"))


def _script(value: object) -> str:
    return json.dumps(value).replace("<", "\\u003c")


def _text(status: int, kind: str, text: str) -> Reply:
    return Reply(status, (("Content-Type", f"{kind}; charset=utf-8"),), text.encode())
