"""How many sites of each kind and subject a world has, out of 10,000.

Deep sites are 5.6 % of all (126 of 2,256 servers, He & Chang 2004–07; ALGORITHMS F3). How they spread over the
domains, and how many sites only talk about a domain, makes its density of relevant forms: set so that
`best-first-sc` meets ACHE's Table 1 (`leadline bench density` on tuning worlds measures it).
"""

from dataclasses import dataclass

from leadline_lab.spec import Role
from leadline_lab.words import SUBJECTS, domains

DEEP_SHARE = 126 / 2_256


@dataclass(frozen=True, slots=True)
class Share:
    """Sites of one domain, in 10,000."""

    deep: float
    topical: float
    directories: float = 12.0


SHARES = {
    "airfare": Share(6, 220),
    "auto": Share(90, 260),
    "book": Share(13, 400),
    "hotel": Share(172, 230),
    "job": Share(42, 280),
    "movie": Share(9, 420),
    "music": Share(23, 330),
    "rental": Share(6, 220),
    "apartment": Share(80, 230),
    "route": Share(40, 180),
    "product": Share(57, 300),
    "people": Share(22, 300),
}

COMPANY = {
    **dict.fromkeys(("airfare", "rental"), 0.35),
    "hotel": 0.10,
    **dict.fromkeys(("book", "music", "movie"), 0.25),
}
"""Share of deep sites that are portals, with forms of neighbouring domains beside their own. There are thirty
times as many hotel sites as airfare sites: at 35 % their portals would make airfare three times too dense."""
COMPANY_ELSEWHERE = 0.05
NEAR_DOMAINS = {
    "airfare": ("hotel", "rental"),
    "hotel": ("airfare", "rental"),
    "rental": ("airfare", "hotel"),
    "book": ("music", "movie"),
    "music": ("movie", "book"),
    "movie": ("music", "book"),
    "auto": ("rental",),
    "apartment": ("hotel",),
    "route": ("airfare", "hotel"),
    "product": ("book",),
    "job": ("apartment",),
    "people": ("movie",),
}


def subjects(role: Role) -> tuple[str, ...]:
    """Domains first, then what is off topic."""
    return (*domains(role), *SUBJECTS)


def counts(sites: int, role: Role, barren: float | None = None) -> list[tuple[str, str, int]]:
    """(kind, subject, how many), adding up to `sites`; every domain has a deep site however small the world.
    `barren` is the share of the sites about a domain that are to have no form, None for the census."""
    present = domains(role)
    deep_scale = DEEP_SHARE * sites / sum(SHARES[d].deep for d in present)
    found: list[tuple[str, str, int]] = []
    for domain in present:
        share = SHARES[domain]
        deep, topical = share.deep * deep_scale, share.topical * sites / 10_000
        if barren is not None:
            deep, topical = (1.0 - barren) * (deep + topical), barren * (deep + topical)
        found.append(("deep", domain, max(1, round(deep))))
        found.append(("directory", domain, max(1, round(share.directories * sites / 10_000))))
        found.append(("topical", domain, max(1, round(topical))))
    left = max(len(SUBJECTS), sites - sum(n for _, _, n in found))
    for i, subject in enumerate(SUBJECTS):
        found.append(("off", subject, left * (i + 1) // len(SUBJECTS) - left * i // len(SUBJECTS)))
    return found
