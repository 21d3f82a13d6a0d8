"""Places on the web that never end: calendars, session ids, paths that repeat, pages that say the same.

Two nets. `trap` judges a URL by itself and costs nothing. `TrapWatch` learns from what was fetched: URLs of
one site that differ only in numbers have one *shape*, and a shape whose pages keep saying the same is closed.
Its state is a fold over outcomes, like a strategy's.
"""

import json
import re
from collections import deque
from dataclasses import dataclass, field

from leadline.model.events import Outcome
from leadline.model.url import parts_of, rest_of

_NO_PAGE_ENDINGS = (
    "jpg jpeg png gif webp avif bmp ico svg svgz tif tiff css js mjs json map woff woff2 ttf otf eot mp3 mp4 m4a "
    "m4v avi mov mkv webm wmv flv ogg wav zip gz tgz bz2 xz 7z rar tar exe dmg msi apk iso deb rpm jar pdf doc "
    "docx xls xlsx ppt pptx odt ods epub mobi ps csv bin"
)
_NO_PAGES = frozenset(_NO_PAGE_ENDINGS.split())
_FAR_YEAR = re.compile(r"[12](?<!\d.)(?:(?<=1)[0-4]\d\d|(?<=2)(?:10[1-9]|1[1-9]\d|[2-9]\d\d))(?!\d)")
"""1000–1499 and 2101–2999: no record is from then. It begins with what it is looked for by: half of the time."""
_DATED = re.compile(r"year|date|month|cal|day", re.IGNORECASE)
_NUMBERS = re.compile(r"\d+")
_TOKEN = re.compile(r"[0-9a-f]{16,}|[A-Za-z0-9_-]{32,}")

MAX_LENGTH = 1024
MAX_SEGMENTS = 16
MAX_PARAMETERS = 20
_SHORTEST_REPETITION = 3  # segments in which one can stand three times


def trap(url: str) -> str | None:
    """Why this URL is not worth a request, or None.

    >>> [trap(f"http://a.example/{rest}") for rest in ("x/y/x/y/x/y/", "events?year=2471", "a")]
    ['repeating path', 'calendar far from now', None]
    """
    if len(url) > MAX_LENGTH:
        return "very long URL"
    # A canonical URL parts at its first / and ?; `parts_of` would cost more than all tests below together.
    rest = rest_of(url)
    path, _, query = rest.partition("?")
    if path[path.rfind(".") + 1 :].lower() in _NO_PAGES:
        return "not a page"
    if path.count("/") >= _SHORTEST_REPETITION:
        segments = [s for s in path.split("/") if s]
        if len(segments) > MAX_SEGMENTS:
            return "very deep path"
        if _repeats(segments):
            return "repeating path"
    if query.count("&") >= MAX_PARAMETERS:
        return "very many parameters"
    if _FAR_YEAR.search(rest) and _DATED.search(path + query):
        return "calendar far from now"
    return None


def _repeats(segments: list[str]) -> bool:
    """A run of one to three segments that stands three times in a row."""
    runs = ((start, size) for size in (1, 2, 3) for start in range(len(segments) - 3 * size + 1))
    return any(segments[at : at + size] * 3 == segments[at : at + 3 * size] for at, size in runs)


def shape(url: str) -> str:
    """A URL with its numbers and tokens blanked: what calendars and paginations have in common.

    >>> shape("http://a.example/2026/11/15/?view=day&id=7")
    'a.example/#/#/#/?id&view'
    """
    parts = parts_of(url)
    path = _NUMBERS.sub("#", _TOKEN.sub("#", parts.path))
    names = sorted({p.partition("=")[0] for p in parts.query.split("&") if p})
    return f"{parts.host}{path}?{'&'.join(names)}" if names else f"{parts.host}{path}"


@dataclass(slots=True)
class _Shape:
    visited: int = 0
    dull: int = 0  # pages that said what a recent page of this shape said
    recent: deque[int] = field(default_factory=lambda: deque(maxlen=32))


NEAR = 3  # bits of 64 in which the simhashes of near-duplicates differ at most (Manku, Jain, Das Sarma, WWW 2007)
ENOUGH = 20
DULL_SHARE = 0.9
_SHAPES = 50_000


class TrapWatch:
    """Shapes that keep saying the same are closed. A fold over outcomes."""

    def __init__(self) -> None:
        self._shapes: dict[str, _Shape] = {}
        self._closed: set[str] = set()

    def learn(self, outcome: Outcome) -> None:
        if outcome.fingerprint is None:
            return
        name = shape(outcome.url)
        if "#" not in name and "?" not in name:
            return
        seen = self._shapes.setdefault(name, _Shape())
        seen.visited += 1
        if any((outcome.fingerprint ^ other).bit_count() <= NEAR for other in seen.recent):
            seen.dull += 1
        seen.recent.append(outcome.fingerprint)
        if seen.visited >= ENOUGH and seen.dull >= DULL_SHARE * (seen.visited - 1):
            self._closed.add(name)
        if len(self._shapes) > _SHAPES:
            self._shapes.pop(next(iter(self._shapes)))

    @property
    def any_closed(self) -> bool:
        return bool(self._closed)

    def closed(self, url: str) -> bool:
        return bool(self._closed) and shape(url) in self._closed

    def state(self) -> str:
        shapes = {name: [s.visited, s.dull, list(s.recent)] for name, s in self._shapes.items()}
        return json.dumps({"closed": sorted(self._closed), "shapes": shapes})

    def restore(self, state: str) -> None:
        values = json.loads(state)
        self._closed = set(values["closed"])
        self._shapes = {n: _Shape(v, d, deque(r, maxlen=32)) for n, (v, d, r) in values["shapes"].items()}
