"""Where controls and texts of a rendered page stand on the screen, written into the page itself.

What comes out of the browser is a body, and what understands forms reads bodies: from the network, from an
archive, from a file. So boxes travel in the body, as JSON in one `<script>` at its end that no parser takes for
text, and the forms' own markup stays as it was (attributes would change the signatures of forms). A page without a
control gets none, nor does one with more than `MOST` boxes.

    {"controls": [box, …], "texts": [box, …]}      box: [left, top, width, height] in CSS pixels, or null if unseen

Both lists are in document order of the body that is written: controls as `Control.place` counts them, and the
texts that are more than white space, but for those in `UNREAD`. Pictures are not loaded, so what stands beside one
may be off by its size. A control counts as seen wherever it takes room, also if it is transparent: that is how
pages put their own drawing over a checkbox.
"""

MARK = "leadline-boxes"  # the script's id
MOST = 20_000
UNREAD = frozenset({"script", "style", "noscript", "template", "textarea", "option", "title", "iframe", "noembed"})
"""Elements whose own texts are not counted."""
