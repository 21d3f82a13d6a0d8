"""The patchwork as a `Fetcher`: real pages with their links turned to where the plan says."""

import html
import re
from collections.abc import Callable

from leadline.errors import NameNotResolved
from leadline.model.page import Request, Response
from leadline.model.url import host_of, join, rest_of, site_of
from leadline_bench.patchwork.pieces import RELEVANT, Piece, hrefs, without_forms
from leadline_bench.patchwork.plan import Brand, Place, Plan
from leadline_lab.randomness import dice

_BASE = re.compile(rb"<base\b[^>]*>", re.IGNORECASE)
_BODY = re.compile(rb"<body\b[^>]*>", re.IGNORECASE)
_UNLINKED = re.compile(rb"href\s*=\s*$", re.IGNORECASE)
_TITLE = re.compile(rb"<title[^>]*>(.*?)</title", re.IGNORECASE | re.DOTALL)
_TAGS = re.compile(rb"<script.*?</script>|<style.*?</style>|<[^>]+>", re.IGNORECASE | re.DOTALL)
_HTML = (("Content-Type", "text/html"),)
_ABOUT = 160
"""Letters of a page that a directory quotes."""
Turn = Callable[[str], str]
"""Where a real address leads here."""


class Patchwork:
    """`leadline.protocols.Fetcher`: every page is a pure function of plan and address."""

    def __init__(self, plan: Plan, *, dead: float = 1.0, says_missing: bool = True) -> None:
        """`dead`: share of the folders, and hosts, whose links to pages that nobody saved are links still: it is
        parts of sites that go. `says_missing`: whether a host that is there answers for pages that are not (404),
        or nobody does, as in a replay of an archive."""
        self.dead = dead
        self.plan = plan
        self.says_missing = says_missing
        self._said: dict[int, tuple[str, str]] = {}

    async def fetch(self, request: Request) -> Response:
        url = request.url
        body = self.page(url)
        if body is not None:
            return Response(request, url, 200, _HTML, body, 0.0)
        if self.says_missing and host_of(url) in self.plan.hosts:
            return Response(request, url, 404, _HTML, b"<title>Not found</title><p>Not found", 0.0)
        raise NameNotResolved(url, f"the name {host_of(url)} does not resolve")

    async def close(self) -> None:
        """Nothing is held."""

    def page(self, url: str) -> bytes | None:
        if url in self.plan.hubs:
            return self._hub(url)
        place = self.plan.places.get(url)
        return None if place is None else self._sewn(url, place)

    def links(self, url: str) -> list[str]:
        """Pages that are there and that this one links to."""
        if url in self.plan.hubs:
            return list(self.plan.hubs[url])
        place = self.plan.places[url]
        piece = self.plan.pieces[place.piece]
        turn = self._turn(url, place, piece)
        found = (turn(to) for _, href in hrefs(piece.body) if (to := join(piece.url, href)) is not None)
        known = (to for to in found if to in self.plan.places or to in self.plan.hubs)
        return list(dict.fromkeys(to for to in known if to != url))

    def _sewn(self, url: str, place: Place) -> bytes:
        piece = self.plan.pieces[place.piece]
        body = _BASE.sub(b"", piece.body)
        if place.brand is not None:
            body = _with_searches(body, self.plan.brands[place.brand], place)
        turn = self._turn(url, place, piece)
        parts, end = [], 0
        for found, href in hrefs(body):
            real = join(piece.url, href)
            if real is None:
                continue
            to = turn(real)
            if self._is_cut(to):
                parts += [body[end : found.start()], _UNLINKED.sub(b"data-href=", found[1]), found[2]]
            else:
                parts += [body[end : found.start()], found[1], b'"', html.escape(to).encode(), b'"']
            end = found.end()
        return b"".join([*parts, body[end:]])

    def _is_cut(self, to: str) -> bool:
        """A link to nothing that is a link no longer."""
        if self.dead >= 1 or to in self.plan.places or to in self.plan.hubs:
            return False
        host = host_of(to)
        folder = rest_of(to).split("/")[1].partition("?")[0] if host in self.plan.hosts else ""
        return not dice(self.plan.seed, "dead", host, folder).chance(self.dead)

    def _turn(self, url: str, place: Place, piece: Piece) -> Turn:
        if place.brand is not None:
            brand = self.plan.brands[place.brand]
            # A page of another site stands in for this one's login: what it links to in its own site is here, too.
            own = site_of(piece.url)
            return lambda to: (
                brand.url(rest_of(to)) if site_of(to) == own else brand.outward.get(host_of(to)) or to
            )
        outward, own = self.plan.outward.get(url, {}), site_of(url)
        return lambda to: to if site_of(to) == own else outward.get(host_of(to), to)

    # ── directories ───────────────────────────────────────────────────────────────────────────────────────

    def _hub(self, url: str) -> bytes:
        subject = url.split("/")[3]
        rows = []
        for to in self.plan.hubs[url]:
            title, about = self._told(to)
            rows.append(f'<li><a href="{html.escape(to)}">{html.escape(title)}</a> {html.escape(about)}</li>')
        head = f"<title>{subject} links</title><h1>{subject}</h1>"
        return f"<!doctype html>{head}<ul>{''.join(rows)}</ul>".encode()

    def _told(self, url: str) -> tuple[str, str]:
        """Title and first words of a page."""
        place = self.plan.places.get(url)
        if place is None:
            return "More links", ""
        if place.piece not in self._said:
            body = self.plan.pieces[place.piece].body
            found = _TITLE.search(body)
            title = " ".join(_text(found[1]).split()) if found else ""
            about = " ".join(_text(_TAGS.sub(b" ", body[body.lower().find(b"<body") :])).split())
            self._said[place.piece] = (title[:80] or host_of(url), about[200 : 200 + _ABOUT])
        return self._said[place.piece]


def _text(found: bytes) -> str:
    return html.unescape(found.decode("utf-8", "replace"))


def _with_searches(body: bytes, brand: Brand, place: Place) -> bytes:
    """The page with the searches it is to have."""
    own = RELEVANT.get(brand.voice, frozenset())
    if not place.has_searches:
        return without_forms(body, own)
    if brand.graft is None:
        return body
    begins = _BODY.search(body)
    at = begins.end() if begins else 0
    return body[:at] + brand.graft[1] + body[at:]
