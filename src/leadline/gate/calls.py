"""What the scripts of a page ask for: parts to show by GET, and by POST only what says that it is a query.

A page's script may put something into a basket before anybody has pressed anything. What is asked by GET is
refused where its address names a deed; a POST has to be proved a query: by the words of its address, or because
its body is one (GraphQL's `query`, never a `mutation`).
"""

import re

from leadline.gate.granting import grant
from leadline.gate.judgement import Denied, Judgement
from leadline.lexicon.languages import Mark
from leadline.lexicon.names import deed_in_url
from leadline.lexicon.reading import said
from leadline.lexicon.units import words

_ASKS = frozenset({Mark.SEARCH, Mark.FILTER, Mark.SHOW, Mark.LIST, Mark.REFRESH, Mark.NEXT, Mark.DETAILS})
_MUTATION = re.compile(rb'"query"\s*:\s*"\s*(?:mutation|subscription)\b')
_QUERY = re.compile(rb'"query"\s*:\s*"\s*(?:query\b|\{)|^\s*\{\s*"query"')
_LOOKED_AT = 20_000


def part(url: str, kind: str) -> Judgement:
    """A script, a style sheet, a frame or data that the page loads by GET."""
    if found := deed_in_url(url):
        return Denied(f"its address says “{found}”")
    return grant(f"a {kind} the page is made of")


def posted(url: str, body: bytes) -> Judgement:
    """Data that a script asks for by POST."""
    if found := deed_in_url(url):
        return Denied(f"its address says “{found}”")
    head = body[:_LOOKED_AT]
    if _MUTATION.search(head):
        return Denied("it is a mutation, which changes something")
    if _QUERY.search(head):
        return grant("a query that a script of the page posts")
    told = words(url.partition("://")[2].partition("/")[2].partition("?")[0])
    if any(said(word, "en").looks in _ASKS for word in told):
        return grant("a call of a script whose address says that it asks")
    return Denied("a script posts to it, and nothing says that it only asks")
