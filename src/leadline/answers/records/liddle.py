"""Records as Liddle et al. cut and count them (SPEC section 3, "Duplicates").

The source is split at `</tr> <hr> <p> </table> </blockquote> </html>`, tags are stripped, and each piece is
hashed; a page with none of these but `</html>` is one record. A query's U is the bytes of its pieces that no
earlier query brought. It brought *new data* if U is at least 1000, else if U exceeds the smallest U of the
previous C queries; the variant by percentage asks what share of the answer is new.
"""

import html
import re
from collections.abc import Container, Sequence
from dataclasses import dataclass

from leadline.answers.records.identity import digest

_SPLIT = re.compile(r"</tr\s*>|<hr\b[^>]*>|<p\b[^>]*>|</table\s*>|</blockquote\s*>|</html\s*>", re.IGNORECASE)
_UNREAD = re.compile(r"(?is)<!--.*?(?:-->|\Z)|<(script|style|noscript|template)\b.*?(?:</\1\s*>|\Z)")
_TAG = re.compile(r"<[^>]*(?:>|\Z)")
ENOUGH = 1_000
"""Unique bytes from which on an answer counts as new data whatever came before."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One of Liddle's records: its text without tags, and the hash of it."""

    id: str
    text: str

    @property
    def size(self) -> int:
        return len(self.text.encode("utf-8", "surrogatepass"))


def split_liddle(source: str) -> tuple[Piece, ...]:
    """The distinct pieces of a page, in order.

    >>> [piece.text for piece in split_liddle("<p>Moby <b>Dick</b><p>Emma<hr>Emma</html>")]
    ['Moby Dick', 'Emma']
    """
    pieces: dict[str, Piece] = {}
    for node in _SPLIT.split(_UNREAD.sub(" ", source)):
        text = " ".join(html.unescape(_TAG.sub(" ", node)).split())
        if text:
            key = digest(text)
            pieces.setdefault(key, Piece(key, text))
    return tuple(pieces.values())


def unique_bytes(pieces: Sequence[Piece], seen: Container[str]) -> int:
    """U: bytes of the pieces whose hashes were not seen before."""
    return sum(piece.size for piece in pieces if piece.id not in seen)


def is_new_data(
    unique: int, previous: Sequence[int], *, enough: int = ENOUGH, size: int = 0, share: float | None = None
) -> bool:
    """Whether a query brought new data; `previous` are the U of the C queries before it.

    With `share` the variant by percentage: `unique` over the answer's `size`.

    >>> is_new_data(1000, []), is_new_data(300, [290, 800]), is_new_data(290, [290, 800]), is_new_data(300, [])
    (True, True, False, True)
    """
    if share is not None:
        return size > 0 and unique / size >= share
    return unique >= enough or unique > min(previous, default=0)
