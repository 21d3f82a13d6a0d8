"""Frequent words of a language, the lexicon's table `[words]`, for a search that tells nothing of what it holds.

Some pages are a box and a button. The commonest words of all find nearly everything in an index that keeps them;
one that drops them, or wants longer words, is opened by words that many texts have whatever they are about.

>>> function_words("de"), common_words("de")[:3]
(('der', 'und'), ('neue', 'jahr', 'zeit'))
>>> common_words("fi") == common_words("en")
True
"""

from leadline.lexicon.tables import code_of, table


def function_words(language: str) -> tuple[str, ...]:
    """The commonest words of a language, such as "the"; of English where the language is not known."""
    return _listed(language, "function")


def common_words(language: str) -> tuple[str, ...]:
    """Frequent words that mean something, so that no index leaves them out."""
    return _listed(language, "common")


def _listed(language: str, key: str) -> tuple[str, ...]:
    return table(code_of(language) or "en", "words").get(key) or table("en", "words")[key]
