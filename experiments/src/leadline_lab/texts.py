"""Texts of real pages in place of made ones, where a world was given a file of them (`WorldSpec.texts`).

Every site speaks with the voice of one real site of its subject: its menu, its link texts, its titles, the words
of its addresses, and running text word for word. Who links to whom, which forms there are and where they stand is
as without. Subjects that nobody brought pages about, and sites in other languages than English, keep their own
words. `leadline_bench.locate.texts` makes the file; a third of the real sites speaks in reporting worlds only.
"""

import json
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from leadline_lab.randomness import dice, number
from leadline_lab.spec import Role
from leadline_lab.text import Voice
from leadline_lab.words import SUBJECTS
from leadline_lab.world import Site, World

ANYTHING = "*"
"""The subject of pages at large: they speak for off-topic subjects without pages of their own."""


def voice_of(world: World, site: Site, subject: str) -> Voice | None:
    """Who speaks when the site speaks about a subject; None: the lab itself."""
    if not world.spec.texts or site.language != "en":
        return None
    voices = _voices(world.spec.texts, world.spec.role)
    able = voices.get(subject) or (voices.get(ANYTHING) if subject in SUBJECTS else None)
    return dice(world.spec.seed, "voice", site.number, subject).pick(able) if able else None


@lru_cache(maxsize=4)
def _voices(file: str, role: Role) -> dict[str, Sequence[Voice]]:
    """Subject → voices; a subject with too few to part keeps them all."""
    found: dict[str, list[Voice]] = {}
    for one in json.loads(Path(file).read_text(encoding="utf-8")):
        pages = tuple(tuple(page.split()) for page in one["pages"])
        menu, anchors, titles, words = (tuple(one[name]) for name in ("menu", "anchors", "titles", "path_words"))
        found.setdefault(one["subject"], []).append(Voice(one["name"], menu, anchors, titles, words, pages))
    if role is Role.REPORTING:
        return dict(found)
    heard = {s: [v for v in voices if number("heard", v.name) % 3] for s, voices in found.items()}
    return {subject: voices or found[subject] for subject, voices in heard.items()}
