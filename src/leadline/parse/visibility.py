"""Which elements a reader does not see, as far as the page itself says so.

Style sheets are not fetched: what counts is the `hidden` attribute, the element's own `style`, and
`aria-hidden`. Text under the first two is no visible text. What is only hidden from assistive technology
(`aria-hidden`) is seen by everybody else, so its text counts; a control in there is still suspicious,
because traps for robots are marked so.
"""

import re
from functools import lru_cache

from selectolax.lexbor import LexborNode

from leadline.model.form import Invisible

_HIDING = re.compile(
    r"""
    (?:^|;)\s*(?:
        display\s*:\s*none
      | visibility\s*:\s*(?:hidden|collapse)
      | opacity\s*:\s*(?:0+(?:\.0+)?|\.0+)%?\s*(?:!|;|$)
      | (?:max-)?(?:width|height)\s*:\s*(?:0+(?:\.0+)?|\.0+)(?:px|r?em|%|pt)?\s*(?:!|;|$)
      | text-indent\s*:\s*-\d{3,}
      | (?:left|top|right|bottom|margin(?:-(?:left|top|right|bottom))?|inset[a-z-]*)\s*:\s*-\d{3,}
      | clip\s*:\s*rect\(\s*[01](?:px)?[\s,]+[01](?:px)?[\s,]+[01](?:px)?[\s,]+[01](?:px)?\s*\)
      | transform\s*:[^;]*(?:scale\(\s*0\s*\)|translate[xy]?\(\s*-\d{4,})
    )
    """,
    re.VERBOSE | re.IGNORECASE,
)
_LONGEST_STYLE = 4_096
"""No author writes more by hand, and the expression above need not see a megabyte."""


@lru_cache(maxsize=8_192)
def style_hides(style: str) -> bool:
    """Whether an inline style takes its element from sight.

    >>> style_hides("color: red; DISPLAY : none"), style_hides("position:absolute; left:-9999px")
    (True, True)
    >>> style_hides("width: 0.5em; opacity: 0.9; margin-left: -10px")
    False
    """
    return _HIDING.search(style) is not None


MAY_HIDE = "[style],[hidden],[aria-hidden]"
"""Asked of every page: looking into the source first for whether there is any costs more than asking."""


def why_invisible(node: LexborNode) -> Invisible | None:
    """The reason an element itself gives for not being seen."""
    attributes = node.attributes
    if "hidden" in attributes:
        return Invisible.HIDDEN_ATTRIBUTE
    style = attributes.get("style")
    if style and style_hides(style[:_LONGEST_STYLE]):
        return Invisible.STYLE
    if (attributes.get("aria-hidden") or "").strip().lower() == "true":
        return Invisible.ARIA
    return None
