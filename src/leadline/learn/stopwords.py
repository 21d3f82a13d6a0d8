"""Words that say nothing about a topic: the lexicon's own lists.

Pages rarely say their language truthfully, so the lists are used as one set by default. A word that is
empty in one language and means something in another is in none of them: French *car* (because) is an English
car, German *war* and *die*, Spanish *son* and French *sale* and *pour* would cost more than they bring.

>>> "the" in STOP_WORDS, "und" in STOP_WORDS, "car" in STOP_WORDS
(True, True, False)
>>> sorted(stop_words("de") & stop_words("en"))
['also', 'am', 'an', 'in', 'so', 'was', 'will']
"""

from leadline.lexicon.tables import codes, table

_LISTS = {code: frozenset(listed) for code in codes() if (listed := table(code, "words").get("stop"))}
LANGUAGES = tuple(_LISTS)
STOP_WORDS = frozenset().union(*_LISTS.values())


def stop_words(*languages: str) -> frozenset[str]:
    """The stop-words of these languages; of all that have a list if none is named."""
    return frozenset().union(*(_LISTS[language] for language in languages)) if languages else STOP_WORDS
