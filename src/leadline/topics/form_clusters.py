"""Forms of a crawl in groups, to make a topic from: ACHE's future work (its section 6).

Barbosa, Freire & Silva (*Organizing hidden-web databases by clustering visible Web documents*, ICDE 2007) cluster
forms by their own words and by those of their pages. Here the forms speak alone: a crawl's store has them, and
what stands above a form is among its words. Somebody looks at the groups and says which is the topic; their pages
are examples for `leadline topic train`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from leadline.forms.domains.model import form_terms, space_of
from leadline.forms.kinds.model import judge
from leadline.learn.clusters import clusters, weighed
from leadline.model.form import Form

_WORDS = 8


@dataclass(frozen=True, slots=True)
class FoundForm:
    """A form of a crawl, and where it stands."""

    form: Form
    page_url: str
    site: str


@dataclass(frozen=True, slots=True)
class FormCluster:
    """Forms that resemble each other."""

    words: tuple[str, ...]  # those that tell it from other clusters, heaviest first
    pages: tuple[str, ...]
    forms: int
    sites: int


def cluster_forms(found: Sequence[FoundForm], k: int) -> list[FormCluster]:
    """The searches among the forms in at most k groups, the largest first."""
    searches = [one for one in found if judge(one.form).searchable > 0.5]
    documents = [form_terms(one.form) for one in searches]
    placed = clusters(documents, k)
    vectors = weighed(documents)
    made = []
    for number in sorted(set(placed)):
        inside = [n for n, one in enumerate(placed) if one == number]
        words = _telling([vectors[n] for n in inside])
        pages = tuple(dict.fromkeys(searches[n].page_url for n in inside))
        made.append(FormCluster(words, pages, len(inside), len({searches[n].site for n in inside})))
    return made


def _telling(vectors: Sequence[Mapping[str, float]]) -> tuple[str, ...]:
    """The form's own words that weigh most in a cluster."""
    heavy: dict[str, float] = {}
    for vector in vectors:
        for term, weight in vector.items():
            if not space_of(term):
                heavy[term] = heavy.get(term, 0.0) + weight
    return tuple(sorted(heavy, key=lambda term: (-heavy[term], term))[:_WORDS])
