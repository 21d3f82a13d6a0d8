"""Which terms of a collection are worth counting: by the documents, and by the sites, that have them.

>>> select([{"car": 3, "home": 1}, {"car": 1, "home": 2}, {"home": 1, "log": 1}], at_least=2)
['home', 'car']
>>> select(
...     [{"car": 1, "aol": 1}, {"car": 1, "aol": 1}, {"car": 1}], groups=["a.com", "a.com", "b.com"], in_groups=2
... )
['car']
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from leadline.learn.features import Counts


def document_frequency(documents: Iterable[Counts]) -> Counter[str]:
    """In how many documents each term occurs."""
    found: Counter[str] = Counter()
    for document in documents:
        found.update(document.keys())
    return found


def select(
    documents: Sequence[Counts],
    *,
    at_least: int = 1,
    top: int | None = None,
    groups: Sequence[str] | None = None,
    in_groups: int = 1,
) -> list[str]:
    """Terms by falling document frequency (ties by the alphabet): FFC's threshold, ACHE's n best.

    With `groups` (the documents' sites), a term must occur in `in_groups` of them: what one site says on all of
    its pages is its name, not the topic.
    """
    frequency = document_frequency(documents)
    spread = document_frequency(_by_group(documents, groups)) if groups is not None else None
    kept = [
        term
        for term, count in frequency.items()
        if count >= at_least and (spread is None or spread[term] >= in_groups)
    ]
    return sorted(kept, key=lambda term: (-frequency[term], term))[:top]


def _by_group(documents: Sequence[Counts], groups: Sequence[str]) -> list[Counts]:
    together: dict[str, dict[str, int]] = {}
    for group, document in zip(groups, documents, strict=True):
        together.setdefault(group, {}).update(document)
    return list(together.values())
