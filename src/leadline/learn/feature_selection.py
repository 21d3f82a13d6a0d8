"""Automatic feature selection (AFS): Barbosa & Freire, *An Adaptive Crawler for Locating Hidden-Web Entry Points*,
WWW 2007, Algorithm 2 and section 3.3; and SmartCrawler's splitting of URL words at frequent terms (section 4.1).

| paper | here |
|---|---|
| terms without stop-words, stemmed (lines 4–6) | `leadline.learn.contexts` |
| URL only: the k most frequent terms; each takes over the frequency of terms that contain it (7–14) | `_fed` |
| the n terms of highest document frequency (15, and its last paragraph) | `most_frequent` |

A frequency is a number of links ("documents") that hold the term. A URL feature found inside a longer word has to
be seen in such words when links are classified, too: `holds`.

>>> urls = [("jobsearch",)] * 3 + [("job",)] * 2 + [("search", "titl")] * 2 + [("titl",)]
>>> select_url_terms(urls, k=4, n=2)
('job', 'search')
>>> split_at(["abebook", "carbuyer"], ["book", "car"])
['abe', 'book', 'car', 'buyer']
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from leadline.learn.contexts import CONTEXTS, Bags

Terms = tuple[str, ...]
Selected = tuple[Terms, Terms, Terms]
"""Features by context: URL, anchor, around."""


def select(links: Sequence[Bags], *, k: int, n: int) -> Selected:
    """AFS over the links of one level."""
    url, anchor, around = ([bags[number] for bags in links] for number in range(len(CONTEXTS)))
    return (
        select_url_terms(url, k=k, n=n),
        most_frequent(frequencies(anchor), n),
        most_frequent(frequencies(around), n),
    )


def select_above(links: Sequence[Bags], *, least: int) -> Selected:
    """FFC's selection: in each context the terms that stand in at least so many links."""
    url, anchor, around = (
        most_frequent(counts, sum(times >= least for times in counts.values()))
        for counts in (frequencies(bags[number] for bags in links) for number in range(len(CONTEXTS)))
    )
    return url, anchor, around


def select_url_terms(urls: Iterable[Sequence[str]], *, k: int, n: int) -> Terms:
    """The URL's branch of AFS."""
    return most_frequent(_fed(frequencies(urls), k), n)


def frequencies(documents: Iterable[Sequence[str]]) -> Counter[str]:
    """In how many documents each term stands."""
    return Counter(term for document in documents for term in set(document))


def most_frequent(counts: Counter[str], n: int) -> Terms:
    """The n most frequent terms, equals in the order of the alphabet."""
    return tuple(sorted(counts, key=lambda term: (-counts[term], term))[:n])


def _fed(counts: Counter[str], k: int) -> Counter[str]:
    """Lines 8–13: what contains a frequent term counts for it."""
    fed = Counter(counts)
    for term in most_frequent(counts, k):
        fed[term] += sum(times for other, times in counts.items() if other != term and term in other)
    return fed


def holds(terms: Collection[str], features: Sequence[str]) -> list[str]:
    """The URL features that a link has, as words or inside of words.

    >>> holds(["jobsearch", "usa"], ["job", "search", "us", "titl"])
    ['job', 'search', 'us']
    """
    written = "\n".join(terms)
    return [feature for feature in features if feature in written]


def split_at(words: Iterable[str], frequent: Collection[str]) -> list[str]:
    """URL words cut where a frequent term stands inside of them."""
    if not frequent:
        return list(words)
    cut = re.compile(
        "(" + "|".join(re.escape(term) for term in sorted(frequent, key=lambda t: (-len(t), t))) + ")"
    )
    return [piece for word in words for piece in cut.split(word) if piece]
