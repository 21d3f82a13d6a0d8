"""What pages about one subject talk about, in one language.

A lexicon's `words` are the subject's own, most typical first, followed by some of its neighbours': their
weights make up the shares of `NEIGHBOURS`, so nobody has to mix again.
"""

from dataclasses import dataclass
from functools import cache

from leadline.errors import BadConfiguration
from leadline_lab.spec import Role
from leadline_lab.words.reading import phrases, table, words
from leadline_lab.words.split import seen
from leadline_lab.words.subjects import DOMAINS, LANGUAGES, NEIGHBOURS, SUBJECTS, domains

BORROWED = 40
"""Words a subject takes over from one neighbour: its most typical ones."""

FLATNESS = 10
"""k of the weight 1/(rank+k): the topical words of a page are less skewed than the words of a language."""


@dataclass(frozen=True, slots=True)
class Lexicon:
    subject: str
    language: str
    words: tuple[str, ...]
    """Topical words, also the neighbours'."""
    weights: tuple[float, ...]
    """How often each is said; they sum to 1."""
    anchors: tuple[str, ...]
    """Link texts that are about the subject and name no form."""
    search_anchors: tuple[str, ...]
    """Link texts of form pages; empty for off-topic subjects."""
    sections: tuple[str, ...]
    """Titles of a site's sections."""
    headlines: tuple[str, ...]
    """Titles of pages; `{word}` stands for a topical word."""
    communities: tuple[tuple[str, ...], tuple[str, ...]]
    """Extra words of two sub-communities (bookshops, library catalogues); empty for off-topic subjects."""
    brand_words: tuple[str, ...]
    """What host and site names of the subject like to contain."""


@dataclass(frozen=True, slots=True)
class _Entry:
    """A data file's part for one language, before the split."""

    words: tuple[str, ...]
    anchors: tuple[str, ...]
    search: tuple[str, ...]
    sections: tuple[str, ...]
    headlines: tuple[str, ...]
    communities: tuple[tuple[str, ...], tuple[str, ...]]
    brand: tuple[str, ...]


@cache
def lexicon(subject: str, language: str, role: Role) -> Lexicon:
    """The lexicon of a domain or an off-topic subject as worlds of this role have it."""
    if subject not in domains(role) + SUBJECTS:
        raise BadConfiguration(f"no {role} world is about {subject!r}: choose from {domains(role) + SUBJECTS}")
    if language not in LANGUAGES:
        raise BadConfiguration(f"the lab does not speak {language!r}: choose from {LANGUAGES}")
    entry = _entries(subject)[language]
    spoken = _mixed(subject, language, role)
    first, second = entry.communities
    return Lexicon(
        subject=subject,
        language=language,
        words=tuple(spoken),
        weights=tuple(spoken.values()),
        anchors=seen(entry.anchors, role),
        search_anchors=seen(entry.search, role),
        sections=seen(entry.sections, role),
        headlines=seen(entry.headlines, role),
        communities=(seen(first, role), seen(second, role)),
        brand_words=seen(entry.brand, role),
    )


def _mixed(subject: str, language: str, role: Role) -> dict[str, float]:
    """Word → weight: the subject's own words and those of its neighbours, which come to their shares."""
    known = domains(role) + SUBJECTS
    near = [(other, share) for other, share in NEIGHBOURS[subject] if other in known]
    own = seen(_entries(subject)[language].words, role)
    spoken = _weighted(own, 1.0 - sum(share for _, share in near))
    for other, share in near:
        borrowed = seen(_entries(other)[language].words, role)[:BORROWED]
        for word, weight in _weighted(borrowed, share).items():
            spoken[word] = spoken.get(word, 0.0) + weight
    return spoken


def _weighted(spoken: tuple[str, ...], mass: float) -> dict[str, float]:
    weights = [1.0 / (rank + FLATNESS) for rank in range(len(spoken))]
    total = sum(weights)
    return {word: mass * weight / total for word, weight in zip(spoken, weights, strict=True)}


@cache
def _entries(subject: str) -> dict[str, _Entry]:
    said = table(subject)
    english = said["en"]
    return {language: _entry(said[language], english, domain=subject in DOMAINS) for language in LANGUAGES}


def _entry(said: dict[str, str], english: dict[str, str], *, domain: bool) -> _Entry:
    return _Entry(
        words=words(said["words"]),
        anchors=phrases(said["anchors"]),
        search=phrases(said["search"]) if domain else (),
        sections=phrases(said["sections"]),
        headlines=phrases(said["headlines"]),
        communities=(words(said["first"]), words(said["second"])) if domain else ((), ()),
        brand=words(said.get("brand", english["brand"])),
    )
