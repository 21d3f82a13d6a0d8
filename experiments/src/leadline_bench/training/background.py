"""The background of topics, counted and stored; `leadline.topics.background` reads it."""

from collections.abc import Sequence
from io import BytesIO

import numpy as np

from leadline.learn.features import Counts
from leadline.topics.background import Background, background_of


def counted(kinds: Sequence[Sequence[Counts]], terms: Sequence[str]) -> Background:
    """The background of pages already sorted into kinds."""
    table = np.array([[sum(term in page for page in kind) for term in terms] for kind in kinds], dtype=np.int64)
    return background_of(tuple(terms), np.array([len(kind) for kind in kinds], dtype=np.int64), table)


def stored(background: Background) -> bytes:
    """Plain arrays: no pickle, the same bytes for the same counts."""
    kinds, columns = np.nonzero(background.counts)
    buffer = BytesIO()
    np.savez_compressed(
        buffer,
        terms=np.frombuffer("\n".join(background.terms).encode(), dtype=np.uint8),
        pages=background.pages.astype(np.uint16),
        kinds=kinds.astype(np.uint8),
        columns=columns.astype(np.uint16),
        counts=background.counts[kinds, columns].astype(np.uint16),
    )
    return buffer.getvalue()
