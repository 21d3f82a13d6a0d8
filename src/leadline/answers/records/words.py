"""Words in class names that say what an element holds."""

import re
from functools import lru_cache

from leadline.answers.records.outline import Node

_PARTS = re.compile(r"__|--|[-_.:]|(?<=[a-z])(?=[A-Z])")
_OF_LOOKS = """
    col cols column columns row rows container wrap wrapper inner outer content contents clear clearfix left right
    top bottom center middle text txt link links href url item items result results record records list listing
    entry entries block box cell btn button icon img odd even first last label value val field fields view views
    small big large bold normal light dark main body td th tr li ul dl dd dt div span card cards search hit hits
    post data info line float pull grid flex sm md lg xl xs mt mb ml mr pt pb pl pr px py no none new meta group
    style font color section area part panel element el node widget product book ng v js css is has d p m w h t x
"""
_LAYOUT = frozenset(_OF_LOOKS.split())
_WORD = re.compile(r"^[a-z]{2,}$")


def name_from_classes(node: Node) -> str:
    """The name that the classes of an element, or of the ones around it alone, give to its text."""
    own = node
    for _ in range(3):
        if own.classes and (word := _word(own.classes)):
            return word
        parent = own.parent
        if parent is None or (parent.start, parent.end) != (own.start, own.end):
            break
        own = parent
    return ""


@lru_cache(maxsize=8_192)
def _word(names: frozenset[str]) -> str:
    for name in sorted(names):
        words = [word.lower() for word in _PARTS.split(name) if word]
        telling = [word for word in words if _WORD.match(word) and word not in _LAYOUT]
        if telling and all(_WORD.match(word) for word in words):
            return " ".join(telling[-2:])
    return ""
