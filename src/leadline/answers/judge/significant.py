"""HiWE's significant portion of an answer (section 5.3 of the paper, SPEC section 4), and its hash.

The table that holds the element laid out at the page's centre, else the page. The paper's centre frame needs no
rule of its own: a frame set holds no text, and the frame is an answer of its own. The layout is rough, as theirs
is: lines stand below one another, a long line takes several, and the centre is half-way down.
"""

from hashlib import blake2b

from leadline.answers.judge.lines import Line, echoes, key_of, lines_of
from leadline.model.query import Choice
from leadline.parse.document import Document

_LETTERS_A_LINE = 90


def significant(document: Document) -> tuple[Line, ...]:
    """The lines of the significant portion."""
    lines = lines_of(document)
    if not lines:
        return ()
    centre = _centre(lines)
    if not centre.tables:
        return lines
    table = centre.tables[-1]
    return tuple(line for line in lines if table in line.tables)


def _centre(lines: tuple[Line, ...]) -> Line:
    heights = [1 + len(line.text) // _LETTERS_A_LINE for line in lines]
    half, below = sum(heights) / 2, 0
    for line, height in zip(lines, heights, strict=True):
        below += height
        if below >= half:
            return line
    return lines[-1]


def significant_hash(document: Document, choice: Choice) -> str:
    """Equal for portions that say the same, the query's echo and numbers apart."""
    repeated = echoes(document, choice)
    said = "\n".join(key_of(line.text, repeated) for line in significant(document))
    return blake2b(said.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()
