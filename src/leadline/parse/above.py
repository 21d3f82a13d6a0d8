"""The short text right above a form, outside of its tags: "Search Articles", and below it a box that says "Go".

It is the nearest thing before the form that says anything, looked for among what stands before it and before the
elements around it, if it is short and holds no control: what stands before another form is that form's. Of a long
text the last element counts, if it is a heading.

Every form of a page is looked at once, and no further back than to the form before it, so it takes time linear in
the page.

>>> tree = Tree("<p>We sell cameras.</p><div><h3>Search articles</h3><form><input name=q></form></div>")
>>> list(texts_above(tree).values())
['Search articles']
"""

from selectolax.lexbor import LexborNode

from leadline.parse.tree import CONTROLS, Tree

_MOST_WORDS = 10
_LEVELS = 4
"""Elements around a form that may stand between it and its heading."""
_HEADINGS = frozenset(
    {"h1", "h2", "h3", "h4", "h5", "h6", "legend", "caption", "th", "dt", "label", "b", "strong"}
)
_SILENT = frozenset({"script", "style", "noscript", "template", "-comment"})
_END = frozenset({"body", "html", "frameset"})
_CONTROL = "form, input, select, textarea, button"


def texts_above(tree: Tree) -> dict[int, str]:
    """By lexbor's number of each form that has one."""
    found = ((form.mem_id, _above(form)) for form in tree.document.css("form"))
    return {number: text for number, text in found if text}


def _above(form: LexborNode) -> str:
    node: LexborNode | None = form
    for _ in range(_LEVELS):
        if node is None or node.tag in _END:
            return ""
        before = node.prev
        while before is not None:
            if before.tag not in _SILENT and (_is_control(before) or _words(before)):
                return "" if _is_control(before) else _short(before)
            before = before.prev
        node = node.parent
    return ""


def _is_control(node: LexborNode) -> bool:
    return node.tag == "form" or node.tag in CONTROLS or (_element(node) and node.css_first(_CONTROL) is not None)


def _short(node: LexborNode) -> str:
    words = _words(node)
    if len(words) <= _MOST_WORDS:
        return " ".join(words)
    last = node.last_child if _element(node) else None
    while last is not None and (last.tag in _SILENT or not _words(last)):
        last = last.prev
    if last is None or last.tag not in _HEADINGS:
        return ""
    words = _words(last)
    return " ".join(words) if len(words) <= _MOST_WORDS else ""


def _element(node: LexborNode) -> bool:
    return not (node.tag or "-").startswith(("-", "!"))


def _words(node: LexborNode) -> list[str]:
    return node.text(deep=True, separator=" ").split()
