"""A register behind a form that cuts its answers, with one side door of any kind beside it: complete, a part of
the register, or as long as it and about something else."""

import csv
import io
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

TREES = [
    "alder",
    "birch",
    "cedar",
    "elm",
    "fir",
    "hazel",
    "juniper",
    "larch",
    "maple",
    "oak",
    "pine",
    "rowan",
    "spruce",
    "willow",
    "yew",
]
PLACES = [
    "harbour",
    "garden",
    "library",
    "market",
    "tower",
    "mill",
    "bridge",
    "forge",
    "chapel",
    "quarry",
    "orchard",
    "ferry",
]
SIZE, CAP, PAGE, BATCH = 360, 30, 10, 50


@dataclass(frozen=True)
class Entry:
    number: int

    @property
    def title(self) -> str:
        n = self.number
        return f"{TREES[n % 15].title()} {self.number * 37 % 1009} of the {PLACES[n // 15 % 12]}"

    @property
    def place(self) -> str:
        return PLACES[self.number // 15 % 12]

    @property
    def path(self) -> str:
        return f"/tree/{self.number}"


ENTRIES = [Entry(n) for n in range(SIZE)]
HEADS = {
    "sitemap": "",
    "robots": "",
    "feed": '<link rel="alternate" type="application/rss+xml" href="/feed?page=1">',
    "oai-pmh": '<a href="/oai?verb=Identify">For machines</a>',
    "opensearch": '<link rel="search" type="application/opensearchdescription+xml" href="/osd.xml">',
    "ckan": '<meta name="generator" content="ckan 2.10.1">',
    "socrata": '<a href="/resource/ab12-cd34.csv">Data</a>',
    "odata": '<a href="/odata/">OData</a>',
    "wfs": '<a href="/ows?service=WFS&amp;request=GetCapabilities">Map service</a>',
    "table": '<a href="/trees.json">JSON</a>',
    "blog": '<link rel="https://api.w.org/" href="/wp-json/">',
    "csv": '<a href="/all.csv">Download as CSV</a>',
    "dataset": '<script type="application/ld+json">{"@type":"Dataset","distribution":'
    '[{"@type":"DataDownload","encodingFormat":"text/csv","contentUrl":"/all.csv"}]}</script>',
    "none": "",
}
FORM = '<form action="/find" role="search"><label>Keywords <input name="q"></label><button>Search</button></form>'
Answer = tuple[int, str, str, tuple[tuple[str, str], ...]]


@dataclass
class DoorSite:
    """One register with one door, and the log of what it was asked."""

    kind: str
    entries: list[Entry]  # what the door lists
    address: str = ""
    asked: list[str] = field(default_factory=list)

    def url(self, path: str = "/") -> str:
        return f"http://{self.address}{path}"

    def answer(self, target: str) -> Answer:
        parts = urlsplit(target)
        given = dict(parse_qsl(parts.query))
        if parts.path == "/robots.txt":
            named = f"Sitemap: {self.url('/maps/index.xml')}\n" if self.kind == "robots" else ""
            return 200, "text/plain", f"User-agent: *\nDisallow:\n{named}", ()
        page = self._page(parts.path, given)
        if page is not None:
            return 200, "text/html; charset=utf-8", page, ()
        return self._door(parts.path, given) or (404, "text/html", "<title>Not here</title>", ())

    def _page(self, path: str, given: dict[str, str]) -> str | None:
        if path == "/":
            return f"<html><head><title>Trees</title>{HEADS[self.kind]}</head><body>{FORM}<p>Trees of the town."
        if path.startswith("/tree/") and path[6:].isdecimal() and int(path[6:]) < SIZE:
            one = ENTRIES[int(path[6:])]
            rows = f"<tr><th>Place<td>{one.place}<tr><th>Height<td>{one.number % 31 + 2} m"
            return f"<title>{one.title}</title><h1>{one.title}</h1><table>{rows}</table>"
        if path != "/find":
            return None
        words = given.get("q", "").lower().split()
        found = [one for one in ENTRIES if all(word in one.title.lower().split() for word in words)]
        if not found:
            return f"<title>Trees</title>{FORM}<p>No tree was found.<p>Trees of the town."
        start = int(given.get("start", "0"))
        rows = "".join(
            f'<div class="hit"><h3><a href="{one.path}">{one.title}</a></h3><p>{one.place}</p></div>'
            for one in found[:CAP][start : start + PAGE]
        )
        more = start + PAGE < min(CAP, len(found))
        ahead = (
            f'<a rel="next" href="/find?q={given.get("q", "")}&amp;start={start + PAGE}">Next</a>' if more else ""
        )
        return f"<title>Trees</title>{FORM}{rows}{ahead}<p>Trees of the town."

    # ── doors ─────────────────────────────────────────────────────────────────────────────────────────────

    def _things(self, given: dict[str, str], name: str, first: int = 0) -> tuple[list[Entry], int]:
        start = int(given.get(name, str(first))) - first
        return self.entries[start : start + BATCH], start + BATCH

    def _door(self, path: str, given: dict[str, str]) -> Answer | None:
        made = getattr(
            self, "_" + {"oai-pmh": "oai", "dataset": "csv", "robots": "sitemap"}.get(self.kind, self.kind)
        )
        found = made(path, given)
        if found is None or isinstance(found, tuple):
            return found
        return 200, "application/json", json.dumps(found), ()

    def _none(self, path: str, given: dict[str, str]) -> None:
        del path, given

    def _sitemap(self, path: str, given: dict[str, str]) -> Answer | None:
        del given
        head = '<?xml version="1.0"?>'
        if path in ("/sitemap.xml", "/maps/index.xml"):
            if (path == "/maps/index.xml") != (self.kind == "robots"):
                return None
            parts = "".join(f"<sitemap><loc>{self.url(f'/maps/{n}.xml')}</loc></sitemap>" for n in (0, 1))
            space = "http://www.sitemaps.org/schemas/sitemap/0.9"
            return 200, "application/xml", f'{head}<sitemapindex xmlns="{space}">{parts}</sitemapindex>', ()
        if path not in ("/maps/0.xml", "/maps/1.xml"):
            return None
        half = len(self.entries) // 2
        some = self.entries[:half] if path == "/maps/0.xml" else self.entries[half:]
        urls = [self.url(one.path) for one in some] + ([self.url("/"), self.url("/about")] if half else [])
        listed = "".join(f"<url><loc>{url}</loc></url>" for url in urls)
        return 200, "application/xml", f'{head}<urlset xmlns="x">{listed}</urlset>', ()

    def _items(self, some: list[Entry]) -> str:
        return "".join(
            f"<item><title>{one.title}</title><link>{self.url(one.path)}</link><guid>{one.number}</guid></item>"
            for one in some
        )

    def _feed(self, path: str, given: dict[str, str]) -> Answer | None:
        if path != "/feed":
            return None
        page = int(given.get("page", "1"))
        some = self.entries[(page - 1) * BATCH : page * BATCH]
        more = page * BATCH < len(self.entries)
        ahead = f'<a:link xmlns:a="http://www.w3.org/2005/Atom" rel="next" href="/feed?page={page + 1}"/>'
        return 200, "application/rss+xml", f"<rss><channel>{ahead * more}{self._items(some)}</channel></rss>", ()

    def _opensearch(self, path: str, given: dict[str, str]) -> Answer | None:
        if path == "/osd.xml":
            template = escape(self.url("/os?q={searchTerms}&startIndex={startIndex?}&count={count?}"))
            url = f'<Url type="application/rss+xml" template="{template}"/>'
            return 200, "application/xml", f"<OpenSearchDescription>{url}</OpenSearchDescription>", ()
        if path != "/os":
            return None
        some, _ = self._things(given, "startIndex", 1)
        total = (
            f'<o:totalResults xmlns:o="http://a9.com/-/spec/opensearch/1.1/">{len(self.entries)}</o:totalResults>'
        )
        return 200, "application/rss+xml", f"<rss><channel>{total}{self._items(some)}</channel></rss>", ()

    def _oai(self, path: str, given: dict[str, str]) -> Answer | None:
        if path != "/oai":
            return None
        space = 'xmlns="http://www.openarchives.org/OAI/2.0/"'
        if given.get("verb") == "Identify":
            return 200, "text/xml", f"<OAI-PMH {space}><Identify/></OAI-PMH>", ()
        some, end = self._things(given, "resumptionToken")
        rows = "".join(
            f"<record><header><identifier>oai:t:{one.number}</identifier></header><metadata>"
            f'<dc xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>{one.title}</dc:title>'
            f"<dc:identifier>{self.url(one.path)}</dc:identifier></dc></metadata></record>"
            for one in some
        )
        more = str(end) if end < len(self.entries) else ""
        token = f'<resumptionToken completeListSize="{len(self.entries)}">{more}</resumptionToken>'
        return 200, "text/xml", f"<OAI-PMH {space}><ListRecords>{rows}{token}</ListRecords></OAI-PMH>", ()

    def _rows(self, some: list[Entry]) -> list[dict[str, object]]:
        return [{"id": one.number, "title": one.title, "place": one.place} for one in some]

    def _ckan(self, path: str, given: dict[str, str]) -> object:
        if path != "/api/3/action/package_search":
            return None
        some, _ = self._things(given, "start")
        rows = [{**row, "name": f"tree-{row['id']}"} for row in self._rows(some)]
        return {"success": True, "result": {"count": len(self.entries), "results": rows}}

    def _socrata(self, path: str, given: dict[str, str]) -> object:
        start = int(given.get("$offset", "0"))
        return self._rows(self.entries[start : start + 1000]) if path == "/resource/ab12-cd34.json" else None

    def _odata(self, path: str, given: dict[str, str]) -> object:
        if path == "/odata/":
            sets = [{"name": "Trees", "kind": "EntitySet", "url": "Trees"}]
            return {"@odata.context": self.url("/odata/$metadata"), "value": sets}
        if path != "/odata/Trees":
            return None
        some, end = self._things(given, "$skip")
        ahead = {"@odata.nextLink": self.url(f"/odata/Trees?$skip={end}")} if end < len(self.entries) else {}
        return {"@odata.count": len(self.entries), "value": self._rows(some), **ahead}

    def _wfs(self, path: str, given: dict[str, str]) -> object:
        if path != "/ows":
            return None
        if given.get("request") == "GetCapabilities":
            names = "<FeatureTypeList><FeatureType><Name>t:trees</Name></FeatureType></FeatureTypeList>"
            return 200, "text/xml", f"<WFS_Capabilities>{names}</WFS_Capabilities>", ()
        some, _ = self._things(given, "startIndex")
        rows = [{"type": "Feature", "id": f"t.{row['id']}", "properties": row} for row in self._rows(some)]
        return {"type": "FeatureCollection", "numberMatched": len(self.entries), "features": rows}

    def _table(self, path: str, given: dict[str, str]) -> object:
        if path != "/trees.json":
            return None
        some, end = self._things(given, "_next")
        rows = [[one.number, one.title, one.place] for one in some]
        ahead = self.url(f"/trees.json?_next={end}") if end < len(self.entries) else None
        return {"columns": ["id", "title", "place"], "rows": rows, "next_url": ahead}

    def _blog(self, path: str, given: dict[str, str]) -> object:
        if path == "/wp-json/":
            return {"routes": {"/wp/v2/posts": {}}}
        if path != "/wp-json/wp/v2/posts":
            return None
        page = int(given.get("page", "1"))
        some = self.entries[(page - 1) * BATCH : page * BATCH]
        rows = [{"id": n.number, "title": {"rendered": n.title}, "link": self.url(n.path)} for n in some]
        pages = -(-len(self.entries) // BATCH)
        more = (("X-WP-Total", str(len(self.entries))), ("X-WP-TotalPages", str(pages)))
        return 200, "application/json", json.dumps(rows), more

    def _csv(self, path: str, given: dict[str, str]) -> Answer | None:
        del given
        if path != "/all.csv":
            return None
        out = io.StringIO()
        writer = csv.writer(out)
        writer.writerow(["number", "title", "place"])
        writer.writerows((one.number, one.title, one.place) for one in self.entries)
        return 200, "text/csv", out.getvalue(), ()


@contextmanager
def door_site(kind: str, entries: list[Entry] | None = None) -> Iterator[DoorSite]:
    site = DoorSite(kind, ENTRIES if entries is None else entries)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path != "/robots.txt":
                site.asked.append(self.path)
            status, kind, body, more = site.answer(self.path)
            data = body.encode()
            self.send_response(status)
            for name, value in (("Content-Type", kind), ("Content-Length", str(len(data))), *more):
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    site.address = f"127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()
