"""Frequent words of five languages, for a search that tells nothing about what it holds.

Some pages are a box and a button. The commonest words of all find nearly everything in an index that keeps them;
one that drops them, or wants longer words, is opened by words that many texts have whatever they are about.

>>> function_words("de"), common_words("de")[:3]
(('der', 'und'), ('neue', 'jahr', 'zeit'))
>>> common_words("fi") == common_words("en")
True
"""

from types import MappingProxyType

_FUNCTION = MappingProxyType({"en": "the and", "de": "der und", "fr": "de la", "es": "de la", "pt": "de que"})
_COMMON = MappingProxyType(
    {
        "en": "new year time first use name work part history world city life home book art water house data "
        "file user list page public national music film science red white black john north south school war game",
        "de": "neue jahr zeit erste name arbeit teil geschichte welt stadt leben haus buch kunst wasser land "
        "system daten seite musik film recht deutsch berlin schule krieg weg rot weiss schwarz auto spiel",
        "fr": "nouveau an temps premier nom travail partie histoire monde ville vie maison livre art eau pays "
        "femme paris page musique film droit france guerre rouge blanc noir jeu voiture",
        "es": "nuevo tiempo primera nombre trabajo parte historia mundo ciudad vida casa libro arte agua pais "
        "hombre mujer madrid pagina musica cine derecho espana guerra rojo blanco negro juego coche",
        "pt": "novo ano tempo primeira nome trabalho parte historia mundo cidade vida casa livro arte agua pais "
        "homem mulher brasil pagina musica filme direito portugal guerra vermelho branco preto jogo carro",
    }
)


def function_words(language: str) -> tuple[str, ...]:
    """The commonest words of a language, such as "the"; of English where the language is not known."""
    return tuple(_FUNCTION.get(language, _FUNCTION["en"]).split())


def common_words(language: str) -> tuple[str, ...]:
    """Frequent words that mean something, so that no index leaves them out."""
    return tuple(_COMMON.get(language, _COMMON["en"]).split())
