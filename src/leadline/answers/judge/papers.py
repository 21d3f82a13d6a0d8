"""How the papers tell results from none.

- HiWE (section 5.3 of the paper, SPEC section 4): words in the *significant portion*, or a portion that came too
  often. It is the table that holds the element laid out at the page's centre, else the page. The paper's centre
  frame needs no rule of its own: a frame set holds no text, and the frame is an answer of its own. The layout is
  rough, as theirs is: lines stand below one another, a long line takes several, and the centre is half-way down.
- Liddle et al.: a small rest of constant size once header and footer are taken off.

Which kind of no-results a page is they do not say, so what they reject is EMPTY, or an ERROR where HiWE's hash
alone decided.
"""

from bisect import bisect_left
from hashlib import blake2b
from itertools import accumulate

from leadline.answers.judge.evidence import Evidence
from leadline.answers.judge.keys import echoes, key_of
from leadline.answers.judge.lines import Line, lines_of, message_of
from leadline.answers.judge.template import rest_of
from leadline.model.query import Choice, Reply
from leadline.parse.document import Document

Decision = tuple[Reply, str] | tuple[Reply, str, str]
"""What it is, a sentence for people, the site's own words."""
_REPEATED = 3  # HiWE: a significant portion that came more often than this is an error page (SPEC section 6)
_SMALL = 400  # liddle: letters left after header and footer up to which a rest is small
_CONSTANT = 20  # liddle: letters by which two rests may differ and still be the same
_LETTERS_A_LINE = 90  # of a page as wide as those of the paper's time


def significant(document: Document) -> tuple[Line, ...]:
    lines = lines_of(document)
    if not lines:
        return ()
    ends = list(accumulate(1 + len(line.text) // _LETTERS_A_LINE for line in lines))
    tables = lines[bisect_left(ends, ends[-1] / 2)].tables
    return tuple(line for line in lines if tables[-1] in line.tables) if tables else lines


def significant_hash(document: Document, choice: Choice) -> str:
    """Equal for portions that say the same, the query's echo and numbers apart."""
    repeated = echoes(document, choice)
    portion = "\n".join(key_of(line.text, repeated) for line in significant(document))
    return blake2b(portion.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


# ── the rules ─────────────────────────────────────────────────────────────────────────────────────────────


def by_hash(page: Evidence) -> Decision:
    for line in significant(page.document):
        if message_of(line.text, page.document.page.language) is not None:
            return Reply.EMPTY, f"its significant portion says “{line.text[:120]}”", line.text
    times = dict(page.template.seen).get(significant_hash(page.document, page.choice), 0)
    if times + 1 > _REPEATED:
        return Reply.ERROR, f"its significant portion came {times} times before"
    return Reply.RESULTS, "its significant portion is new and has no known message"


def by_size(page: Evidence) -> Decision:
    template = page.template
    keys = tuple(key for _, key in page.lines)
    if template.head is None:
        return Reply.RESULTS, "the first answer: nothing to compare it with"
    rest = rest_of(keys, template.head, template.foot)
    same = sum(n for known, n in template.rests if abs(known - rest) <= _CONSTANT)
    if rest <= _SMALL and (same or not rest):
        return Reply.EMPTY, f"{rest} letters without header and footer, as {same} times before"
    return Reply.RESULTS, f"{rest} letters without header and footer"
