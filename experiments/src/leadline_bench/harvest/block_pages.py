"""Pages that stand in front of a site, with a status of success: nothing of the site on them, a sentence or two,
and what the blocker needs. For measurement only: the structures that weights are learned from are others."""

import html
from dataclasses import replace

from leadline.model.page import Response
from leadline_bench.harvest.moved import BLOCKS, FRESH_BLOCKS, NOVEL_BLOCKS
from leadline_bench.harvest.rewording import Rewording, fresh, moved, novel
from leadline_lab.randomness import dice

_PAGES = (
    (
        "<html><head><title>{host}</title><script src='/guard/v3.js' async></script></head><body><div id=stage>"
        "<h2>{host}</h2><p id=cs>{said}</p><noscript><p>JavaScript</p></noscript></div></body></html>"
    ),
    (
        "<!doctype html><html><head><meta http-equiv=refresh content='8'></head><body><center><p>{said}</p>"
        "<svg class=spin viewBox='0 0 9 9'></svg></center></body></html>"
    ),
    (
        "<html><body><form method=post action='/verify'><p>{said}</p><img src='/image.php?id=81f3' alt=''>"
        "<input name=answer autocomplete=off><input type=submit value=OK></form></body></html>"
    ),
    (
        "<html><head><title>{host}</title></head><body><table width=60% align=center><tr><td><p>{said}</p><hr>"
        "<p>ID: 7f3a9c1be204d5 — 203.0.113.77 — 2026-11-16 09:12:44</p></td></tr></table></body></html>"
    ),
    (
        "<html><body><div class=box><p>{said}</p><div id=widget data-key='6Lc_x9A'></div>"
        "<script src='https://check.example/api.js'></script></div></body></html>"
    ),
)


def block_page(like: Response, site: str, words: Rewording) -> Response:
    """What this site would be given instead of an answer."""
    said = (words("blocked", site) or "").replace("{n}", "4417")
    pages: dict[Rewording, tuple[str, ...]] = {moved: BLOCKS, fresh: FRESH_BLOCKS, novel: NOVEL_BLOCKS}
    page = dice("block page", site).pick(pages.get(words, _PAGES))
    body = page.format(said=html.escape(said), host=html.escape(site)).encode()
    return replace(like, status=200, headers=(("Content-Type", "text/html; charset=utf-8"),), body=body)
