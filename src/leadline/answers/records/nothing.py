"""Whether a page says that nothing was found, so that what repeats on it is advice and no answer.

A guard for callers without templates; judging an answer properly is `leadline.answers.judge`'s.
"""

from leadline.answers.records.known import KnownText
from leadline.answers.records.outline import Outline
from leadline.answers.records.regions import Region
from leadline.lexicon.phrases import template

_NOTHING = template("records", r"\b(?:(?<![\d.,])0 {zero_of}|{nothing})|{nothing_unspaced}")
_LONGEST = 300
"""Letters of a text that says so; it is no article about it."""
_MOST = 0.8
_FEW = 4


def says_nothing_found(outline: Outline, region: Region | None, known: KnownText) -> bool:
    """It says so outside of navigation and not after the records began, and the form's page did not say it too.

    Where the weightiest region is a menu, or a few lines that lead nowhere new, no records began.
    """
    end = region.spans[0][0] if region is not None else len(outline.texts)
    if region is not None and known.share([outline.text_between(*span) for span in region.spans]) > _MOST:
        end = len(outline.texts)
    elif region is not None and len(region.rows) <= _FEW and not _leads_anew(outline, region, known):
        end = region.spans[-1][1]
    for n in range(end):
        text = outline.texts[n]
        if len(text) <= _LONGEST and _NOTHING.search(text) and not outline.owners[n].boilerplate:
            return not (known and known.has(text))
    return False


def _leads_anew(outline: Outline, region: Region, known: KnownText) -> bool:
    """Whether rows have links that the form's page has not."""
    linked = (n for first, last in region.spans for n in range(first, last) if outline.owners[n].link is not None)
    return any(not (known and known.has(outline.texts[n])) for n in linked)
