"""The prior of `training.domains`: keywords of the bundled topics and of `domain_words.toml`, in all languages."""

import tomllib
from collections import defaultdict
from pathlib import Path

from leadline.forms.domains.model import Terms
from leadline.learn.text import terms
from leadline.topics.background import bundled_background
from leadline.topics.bundled import NAMES, bundled

WORDS = Path(__file__).resolve().parent / "domain_words.toml"
WEAK = 0.4


def keywords(*, competing: float) -> dict[str, Terms]:
    """Each domain's keyword weights, in all languages; others' keywords speak against it."""
    common, written = bundled_background(), tomllib.loads(WORDS.read_text("utf-8"))
    own: dict[str, Terms] = {}
    for name in NAMES:
        found: Terms = {}
        for table in bundled(name).words_by_language():
            for term, weight in table.items():
                found[term] = max(found.get(term, 0.0), weight)
        for kind, weight in (("strong", 1.0), ("weak", WEAK)):
            for term in terms(written[name][kind]):
                found[term] = max(found.get(term, 0.0), weight)
        for term, weight in bundled(name).words_against().items():
            found.setdefault(term, -0.5 * weight)
        own[name] = {term: weight * common.rarity(term) for term, weight in found.items()}
    every: Terms = defaultdict(float)
    for table in own.values():
        for term, weight in table.items():
            every[term] += max(weight, 0.0)
    return {
        name: {
            term: found.get(term, 0.0) - competing * (total - max(found.get(term, 0.0), 0.0))
            for term, total in (every.items() if competing else ((t, 0.0) for t in found))
        }
        for name, found in own.items()
    }
