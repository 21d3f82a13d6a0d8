"""Whether a page says that nothing was found, so that what repeats on it is advice and no answer.

A guard for callers without templates; judging an answer properly is `leadline.query.judge`'s.
"""

import re

from leadline.query.records.known import Known
from leadline.query.records.outline import Outline
from leadline.query.records.regions import Region

_NOTHING = re.compile(
    r"\b(?:no (?:results?|matches|matching|records?|hits|documents?|entries)|no items (?:were |was )?found"
    r"|nothing (?:was )?found|(?<![\d.,])0 (?:results?|matches|records?|hits|treffer|resultados?)"
    r"|(?:did|does) not match any"
    r"|(?:returned|found) no (?:results?|matches)|keine (?:treffer|ergebnisse|eintr[äa]ge)|nichts gefunden"
    r"|aucun r[ée]sultat|pas de r[ée]sultats?|(?:ning[úu]n|sin|no se (?:han )?encontr\w+) resultados?"
    r"|nenhum (?:resultado|registro)|n[ãa]o (?:foram )?encontr\w+)",
    re.IGNORECASE,
)
_LONGEST = 300
"""Letters of a text that says so; it is no article about it."""


def says_nothing_found(outline: Outline, region: Region | None, known: Known) -> bool:
    """It says so outside of navigation and not after the records began, and the form's page did not say it too."""
    end = region.spans[0][0] if region is not None else len(outline.texts)
    for n in range(end):
        text = outline.texts[n]
        if len(text) <= _LONGEST and _NOTHING.search(text) and not outline.owners[n].away:
            return not (known and known.has(text))
    return False
