"""Host names: brand-like, and the same for every kind of site.

A name is made of neutral stems and tails (`harborlane.com`), sometimes with a word of the site's subject
(`hotelharbor.com`), as on the web: what a site is *about* may show in its name, what it *has* does not.
"""

from bisect import bisect_right

import numpy as np
import numpy.typing as npt

from leadline_lab.randomness import running
from leadline_lab.spec import Role
from leadline_lab.words import brands, lexicon, tlds

_WITH_SUBJECT = 0.3
_WITH_WWW = 0.6


def host_names(subjects: list[str], languages: list[str], role: Role, rolls: npt.NDArray[np.float64]) -> list[str]:
    """One host a site, all registrable domains different; `rolls` has six numbers in [0, 1) a site."""
    stems, tails = brands(role)
    endings = {language: tlds(language) for language in set(languages)}
    sums = {language: running([share for _, share in ending]) for language, ending in endings.items()}
    flavours = {subject: lexicon(subject, "en", role).brand_words for subject in set(subjects)}
    taken: set[str] = set()
    hosts = []
    for subject, language, (a, b, c, d, e, f) in zip(subjects, languages, rolls.tolist(), strict=True):
        stem, tail = stems[int(a * len(stems))], tails[int(b * len(tails))]
        flavour = flavours[subject]
        if c < _WITH_SUBJECT and flavour:
            word = flavour[int(c / _WITH_SUBJECT * len(flavour))]
            name = word + stem if d < 0.5 else stem + word
        elif d < 0.25:
            name = f"{stem}-{tail}"
        else:
            name = stem + tail
        shares = sums[language]
        suffix = endings[language][bisect_right(shares, e * shares[-1], 0, len(shares) - 1)][0]
        domain = f"{name}.{suffix}"
        step = int(e * len(stems))
        while domain in taken:
            step = (step + 1) % (len(stems) * 97)
            domain = f"{name}{stems[step % len(stems)][: 3 + step // len(stems) % 5]}.{suffix}"
        taken.add(domain)
        hosts.append(f"www.{domain}" if f < _WITH_WWW else domain)
    return hosts
