"""Where controls and texts of a page stand on the screen, as a browser lays them out.

`measured(fetcher, request)` gives the page as it was rendered, and one box for each control and each run of text
that a reader sees, in document order. `Box.place` of a control is `Control.place` of the same control in the page
parsed from that answer, except behind web components, whose controls stand elsewhere in the tree: a control that
is drawn in a shadow tree has no box. Pictures are not loaded, so what stands beside one may be off by its size.
"""

from dataclasses import asdict, dataclass
from typing import Any, Literal

from leadline.model.page import Request, Response
from leadline.web.browser import BrowserFetcher

_MOST = 20_000
"""Boxes of a page; more is no page that anybody fills in."""

BOXES = """
(most) => {
  const boxes = [], range = document.createRange(), x = scrollX, y = scrollY;
  const add = (kind, place, text, r) => boxes.push([kind, place, text, r.left + x, r.top + y, r.width, r.height]);
  let place = 0;
  const walk = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let n; (n = walk.nextNode()) && boxes.length < most;) {
    if (n.nodeType === 1) {
      if (!['INPUT', 'SELECT', 'TEXTAREA', 'BUTTON'].includes(n.tagName)) continue;
      const r = n.getBoundingClientRect(), here = place++;
      if (n.checkVisibility({visibilityProperty: true, opacityProperty: true}) && r.width && r.height)
        add('control', here, '', r);
    } else if (n.data.trim() && n.parentElement && !n.parentElement.closest('script,style,noscript,option')
               && n.parentElement.checkVisibility({visibilityProperty: true, opacityProperty: true})) {
      range.selectNodeContents(n);
      const r = range.getBoundingClientRect();
      if (r.width && r.height) add('text', null, n.data.trim().replace(/\\s+/g, ' ').slice(0, 1000), r);
    }
  }
  return boxes;
}
"""


@dataclass(frozen=True, slots=True)
class Box:
    """One control or run of text; lengths are CSS pixels from the upper left corner of the page."""

    kind: Literal["control", "text"]
    place: int | None
    text: str
    left: float
    top: float
    width: float
    height: float

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


async def measured(fetcher: BrowserFetcher, request: Request) -> tuple[Response, tuple[Box, ...]]:
    """Fetch and render a page, whether it needs its scripts or not; no boxes where it could not be rendered."""
    response, rows = await fetcher.read(request, BOXES, _MOST)
    return response, tuple(Box(*row) for row in rows or ())
