"""Which subjects the simulated web is about, and which of them are near each other.

A domain has databases behind forms; an off-topic subject has none and is what a focused crawler should leave
alone. Neighbours talk about the same things: hotels and flights, books and literature blogs, used cars and
car repair. A share is the part of a subject's topical text that is spoken in the neighbour's words
(`lexicon` mixes it in already), and a measure of how likely the one links to the other.
"""

from leadline_lab.spec import Role

LANGUAGES = ("en", "de", "fr", "es", "pt")

DOMAINS = (
    "airfare", "auto", "book", "hotel", "job", "movie", "music", "rental", "apartment", "route", "product",
    "people",
)  # fmt: skip
"""SPEC section 5: airfare search, used cars, books, hotel availability, jobs, movie titles and DVDs, music CDs,
car rental, apartments, map and airline routes, household products, sports stars."""

UNSEEN = ("people", "route")
"""Domains that only reporting worlds have."""

SUBJECTS = (
    "gardening", "cooking", "health", "astronomy", "knitting", "football-news", "politics", "software-help",
    "parenting", "pets", "car-repair", "travel-guides", "literature-blogs", "film-criticism", "finance",
    "real-estate-news", "genealogy", "photography", "churches", "universities", "weather", "video-games",
    "hiking", "art-museums",
)  # fmt: skip
"""Off-topic subjects."""

_PAIRS: tuple[tuple[str, str, float], ...] = (
    ("airfare", "hotel", 0.10),
    ("airfare", "rental", 0.06),
    ("airfare", "route", 0.12),
    ("airfare", "travel-guides", 0.08),
    ("hotel", "rental", 0.06),
    ("hotel", "apartment", 0.04),
    ("hotel", "travel-guides", 0.12),
    ("rental", "auto", 0.08),
    ("rental", "travel-guides", 0.05),
    ("route", "travel-guides", 0.06),
    ("route", "hiking", 0.05),
    ("auto", "car-repair", 0.15),
    ("auto", "finance", 0.04),
    ("book", "music", 0.05),
    ("book", "movie", 0.05),
    ("book", "literature-blogs", 0.15),
    ("book", "universities", 0.03),
    ("movie", "music", 0.08),
    ("movie", "film-criticism", 0.15),
    ("movie", "video-games", 0.05),
    ("job", "finance", 0.06),
    ("job", "universities", 0.06),
    ("apartment", "real-estate-news", 0.15),
    ("real-estate-news", "finance", 0.08),
    ("product", "cooking", 0.06),
    ("product", "gardening", 0.05),
    ("people", "football-news", 0.15),
    ("health", "parenting", 0.08),
    ("health", "pets", 0.04),
    ("cooking", "gardening", 0.05),
    ("cooking", "health", 0.04),
    ("politics", "finance", 0.06),
    ("politics", "churches", 0.03),
    ("astronomy", "weather", 0.05),
    ("astronomy", "photography", 0.04),
    ("photography", "art-museums", 0.06),
    ("art-museums", "universities", 0.03),
    ("hiking", "weather", 0.05),
    ("hiking", "travel-guides", 0.08),
    ("software-help", "video-games", 0.06),
    ("genealogy", "churches", 0.06),
    ("knitting", "parenting", 0.03),
    ("literature-blogs", "film-criticism", 0.05),
    ("gardening", "weather", 0.04),
)

NEIGHBOURS: dict[str, tuple[tuple[str, float], ...]] = {
    subject: tuple(
        (second if first == subject else first, share)
        for first, second, share in _PAIRS
        if subject in (first, second)
    )
    for subject in DOMAINS + SUBJECTS
}
"""Subject → its neighbours, each with the share of words borrowed from it."""


def domains(role: Role) -> tuple[str, ...]:
    """The domains a world of this role may be about.

    >>> len(domains(Role.TUNING)), len(domains(Role.REPORTING))
    (10, 12)
    """
    return DOMAINS if role is Role.REPORTING else tuple(d for d in DOMAINS if d not in UNSEEN)
