"""Nothing but its content tells a site with databases: not its name, not its class names, not its URLs.

A classifier learns on tuning worlds from host names, class names, ids and URL shapes, which sites have databases;
on reporting worlds it must not tell them better than it can from words like "search" standing on the page.
"""

import re
from collections.abc import Iterator, Sequence
from urllib.parse import urlsplit

import numpy as np
import pytest

from leadline.learn.linear import fit
from leadline_lab.spec import Role, spec
from leadline_lab.web import Ask, Web
from leadline_lab.words import UNSEEN, domains
from leadline_lab.world import Site, open_world

_MARKS = re.compile(r"""\b(class|id)\s*=\s*["']?([\w\- ]+)""", re.IGNORECASE)
_HREFS = re.compile(r"""\b(?:href|action)\s*=\s*["']?([^"'\s>]+)""", re.IGNORECASE)
_SEARCH_WORDS = re.compile(
    r"search|find|query|keyword|suche|finden|cherch|trouv|busc|búsq|encontr|pesquis|procur|\bgo\b", re.IGNORECASE
)
_SITES = 170
Row = tuple[dict[str, float], dict[str, float], bool]


def _grams(text: str) -> Iterator[str]:
    return (text[i : i + n] for n in (3, 4) for i in range(len(text) - n + 1))


def _shape(href: str) -> str:
    parts = urlsplit(href)
    path = re.sub(r"[a-z]+", "w", re.sub(r"\d+", "#", parts.path.lower()))
    query = "&".join(sorted(p.partition("=")[0] for p in parts.query.split("&"))) if parts.query else ""
    return f"{path}?{query}"


def _looks(site: Site, html: str) -> dict[str, float]:
    """Host name, class names, ids, URL shapes."""
    found = {f"host~{g}": 1.0 for g in _grams(f"^{site.host.removeprefix('www.')}$")}
    for kind, names in _MARKS.findall(html):
        found.update((f"{kind.lower()}={name.lower()}", 1.0) for name in names.split())
    for href in _HREFS.findall(html):
        if not href.startswith("http") or urlsplit(href).netloc == site.host:
            found[f"url={_shape(href)}"] = 1.0
    length = sum(v * v for v in found.values()) ** 0.5
    return {name: value / length for name, value in found.items()}


def _search_words(html: str) -> dict[str, float]:
    text = re.sub(r"<(?:script|style)\b.*?</", "", html, flags=re.DOTALL | re.IGNORECASE)
    found = [word.lower() for word in _SEARCH_WORDS.findall(text)]
    return {f"{word}{min(found.count(word), 4)}": 1.0 for word in set(found)}


def _rows(role: Role, seed: int) -> list[Row]:
    world = open_world(spec("medium", seed=seed, role=role))
    web = Web(world)
    shared = [d for d in domains(role) if d not in UNSEEN]
    found: list[Row] = []
    for kind in ("deep", "topical"):
        # The same domains on both sides: what a site is about may show in its name.
        numbers = [n for d in shared for n in world.of("deep" if kind == "deep" else "topical", d)]
        for number in numbers[:: max(1, len(numbers) // _SITES)][:_SITES]:
            site = world.site(number)
            html = web.reply(Ask("GET", f"http://{site.host}/")).body.decode("utf-8", "replace")
            found.append((_looks(site, html), _search_words(html), kind == "deep"))
    return found


def _auc(scores: Sequence[float], truth: Sequence[bool]) -> float:
    order = np.argsort(np.argsort(scores, kind="stable"), kind="stable")
    deep = np.asarray(truth)
    ranks = order[deep].sum() - deep.sum() * (deep.sum() - 1) / 2
    return float(ranks / (deep.sum() * (~deep).sum()))


@pytest.fixture(scope="module")
def rows() -> tuple[list[Row], list[Row]]:
    return _rows(Role.TUNING, 21), _rows(Role.REPORTING, 22)


def _learned(rows: tuple[list[Row], list[Row]], which: int) -> float:
    learned, judged = rows
    model = fit([row[which] for row in learned], [row[2] for row in learned], strength=1e-3, steps=150)  # type: ignore[misc]
    return _auc([model.score(row[which]) for row in judged], [row[2] for row in judged])  # type: ignore[arg-type]


def test_looks_tell_no_more_than_search_words(rows: tuple[list[Row], list[Row]]) -> None:
    """Names, marks and URL shapes learned on tuning worlds are worth no more than words like "search"."""
    looks, words = _learned(rows, 0), _learned(rows, 1)
    assert looks <= max(words, 0.5) + 0.03, (looks, words)
    assert words < 0.95
