"""A form laid out as a reader sees it, without a browser (HiWE section 5.1: partial layout).

- `source`    which part of the page's tree is laid out; `Scene`, the result: texts and widgets with rectangles
- `build`     elements → boxes, texts cut into pieces
- `markup`    how elements are laid out, by tag and own style; rough sizes of texts and widgets
- `arrange`   boxes → places: blocks, lines, tables
- `rendered`  where a browser put things, if the page was rendered: in place of the rough layout
"""
