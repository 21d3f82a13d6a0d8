"""A form laid out as a reader sees it, without a browser (HiWE section 5.1: partial layout).

- `source`   the page's tree, built again for the few forms that are to be understood; what of it is laid out
- `build`    elements → boxes, texts cut into pieces
- `markup`   how elements are laid out, by tag and own style
- `metrics`  rough sizes of texts and widgets
- `arrange`  boxes → places: blocks, lines
- `grid`     tables: which rows and columns a cell covers
- `measured`, `shown`  where a browser put things, if the page was rendered: in place of the rough layout
- `scene`    the result: texts and widgets with rectangles
"""

from leadline.forms.layout.scene import Scene, scene_of
from leadline.forms.layout.source import Source

__all__ = ["Scene", "Source", "scene_of"]
