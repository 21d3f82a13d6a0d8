"""What is no place for records: navigation, footers, search forms, facets, pagers, advertisements.

Marked on the parts themselves, from the top down. A name alone (`with-sidebar`, `page-menu-left`) does not put
away what holds most of the page.
"""

import re
from collections.abc import Sequence

from leadline.answers.records.groups import NodeGroup
from leadline.answers.records.outline import Node, Outline

_TAGS = frozenset({"nav", "footer", "aside", "head"})
_ROLES = frozenset(
    {"navigation", "banner", "contentinfo", "complementary", "menu", "menubar", "tablist", "search", "toolbar"}
)
_NAME = re.compile(
    r"(?:^|[\s_-])(?:footers?|foot|sidebar\w*|facets?\w*|refine\w*|filters?|cookies?\w*|social|share|sharing|ads?"
    r"|advert\w*|sponsor\w*|banner\w*|promo\w*|tagcloud|quicklinks|skip\w*|login\w*|copyright|legal|pagination\w*"
    r"|widget[_-](?:recent|tag|categor|archive|meta|nav|search|page|calendar|link|text)\w*)(?=$|[\s_-])",
    re.IGNORECASE,
)
_NAME_OF_LINKS = re.compile(
    r"(?:^|[\s_-])(?:nav\w*|menus?|[^\W_]*menu|(?:bread)?crumbs?|trail|pag(?:er|ing)\w*|toolbar|masthead|topbar|languages?"
    r"|related)(?=$|[\s_-])",
    re.IGNORECASE,
)
"""Names of what consists of links; a box with that name and hardly any may say something about a record."""
_SURE = re.compile(
    r"(?:^|\s)(?:left|right|main|page)?[_-]?(?:sidebar|footer|nav(?:bar|igation)?|menu|breadcrumbs?|pagination|pager)"
    r"(?=$|\s)",
    re.IGNORECASE,
)
_NAMED_TAGS = frozenset({"div", "ul", "ol", "section", "table", "p", "td", "dl", "span", "fieldset", "center"})
_LINKED = 0.4
_MOST, _NEARLY_ALL = 0.5, 0.8
"""Share of the page's letters above which a name does not put away; the second for names that are nothing else."""


def mark_boilerplate(outline: Outline, groups: list[NodeGroup]) -> None:
    """Groups come outer ones first, so what is above is marked before."""
    whole = max(1, outline.letters(outline.root))
    for group in groups[1:]:
        listed = group.tag == "form" and _are_listed(group.members)
        for node in group.members:
            parent = node.parent
            node.boilerplate = (parent is not None and parent.boilerplate) or (
                not listed and _is_away(outline, node, whole)
            )


def _to_fill_in(form: Node) -> int:
    """How many controls of a form take a value that is not theirs alone."""
    stack, found = list(form.children), 0
    for _ in range(_LOOKED_AT):
        if not stack:
            break
        node = stack.pop()
        typed = node.tag == "input" and (node.attr("type").lower() or "text") in _TYPED
        found += typed or node.tag in ("select", "textarea")
        stack.extend(node.children)
    return found


_LOOKED_AT = 400
_LABEL = 40
"""Letters of a label; a form with as many controls is one to be filled in, however short the page."""
_TYPED = frozenset({"text", "search", "number", "date", "email", "tel", "url", "month"})


def _are_listed(forms: Sequence[Node]) -> bool:
    """Whether forms are rows of a list: side by side, each to do the same with another record."""
    return len(forms) > 1 and len({(id(form.parent), form.attr("action")) for form in forms}) == 1


def _is_away(outline: Outline, node: Node, whole: int) -> bool:
    tag = node.tag
    if node.is_header:  # of columns, see `heads`
        return True
    if tag == "form":  # many a list stands in a form of checkboxes; a search form holds few links and letters
        letters, linked = outline.letters(node), outline.link_letters(node)
        few = letters < 0.3 * whole or letters < _LABEL * _to_fill_in(node)
        return few and linked < 0.25 * letters
    if tag in _TAGS:
        return outline.letters(node) < 0.9 * whole
    if tag == "header":
        return node.parent is not None and node.parent.tag == "body"
    given = node.attributes
    if not given:
        return False
    if (given.get("role") or "").lower() in _ROLES:
        return outline.letters(node) < 0.9 * whole
    if tag not in _NAMED_TAGS:
        return False
    said = f"{given.get('class') or ''} {given.get('id') or ''}"
    if not _NAME.search(said) and not (
        _NAME_OF_LINKS.search(said) and outline.link_letters(node) >= _LINKED * outline.letters(node)
    ):
        return False
    return outline.letters(node) < (_NEARLY_ALL if _SURE.search(said) else _MOST) * whole
