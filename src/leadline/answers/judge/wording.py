"""What answers say in words, in five languages: patterns of `data/wording.toml` over single lines.

Words are a feature, never the rule (ALGORITHMS E1): pages with results say "no reviews found" as well. So a line
counts only where it stands apart from the records and from what the form's page says anyway (the callers see to
that), where it is short enough to be a message, and where its subject is the search: comments, reviews, items in
a cart are somebody else's nothing.

All languages are tried on every page: a site's language is often declared wrongly, and messages of the software
behind it are English on German pages.
"""

import re
import tomllib
import unicodedata
from functools import cache, lru_cache
from pathlib import Path
from typing import Literal

_DATA = Path(__file__).with_name("data") / "wording.toml"

Said = Literal["too_many", "none", "invalid", "required", "narrow", "error", "truncated", "suggestion"]
"""none: nothing matched · too_many: more than the site shows · narrow: it wants a narrower question · truncated:
only a part is shown · required: something was left out · invalid: something cannot be read · error: the site's own
fault · suggestion: what follows was not asked for."""
MESSAGES: tuple[Said, ...] = ("too_many", "none", "invalid", "required", "narrow", "error", "truncated")
"""In the order in which they are tried on one line: the more telling first."""
_ABOUT_FIELDS: tuple[Said, ...] = ("invalid", "required")
_LONGEST = 260
"""Letters of a message; a longer line is prose."""
_LONGEST_REMARK = 160
_ELSEWHERE = re.compile(
    r"\b(?:reviews?|comments?|ratings?|repl(?:y|ies)|votes?|images?|photos?|pictures?|attachments?|tags?"
    r"|descriptions?|subtitles|cart|basket|bag|wish ?list|favou?rites|watch ?list|bids?|in stock|discounts?"
    r"|bewertung\w*|kommentar\w*|rezension\w*|bilder|bild|fotos?|antworten|warenkorb|merkzettel|merkliste|gebote?"
    r"|avis|commentaires?|photos?|images?|panier|notes? des|votre liste|coups de coeur"
    r"|comentarios?|opinion\w*|valoracion\w*|resenas?|fotos?|imagen\w*|carrito|cesta"
    r"|avaliac\w+|imagens?|imagem|carrinho)\b"
)
"""Somebody else's nothing; a field may well be called rating, and be required."""
_FURNITURE = re.compile(
    r"\b(?:cookies?|javascript|newsletter|abonn\w+|subscri\w+|log ?in|sign ?(?:in|up)|e-?mail\w*|passwor[dt]\w*"
    r"|registr(?:ier|ation|arse|ar-se)\w*|mot de passe|contrasena|senha|captcha|browser)\b"
)
_CONDITION = re.compile(
    r"(?:\b(?:if|unless|in case|wenn|falls|sofern)\b"
    r"|(?:^|[.!?:;,] )(?:when|should you|sollten sie|si|s'il\w*|en cas|au cas|caso|quando|cuando"
    r"|se (?:voce|nao|o|a))\b)"
    r"[^.!?,;:]*[,:]?"
)
"""What may be the case ("if you didn't find what you were looking for") is not said to be. Spanish and Portuguese
*se* is no condition in "no se encontraron"."""
_QUOTES = str.maketrans({"’": "'", "‘": "'", "´": "'", "`": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"'})
_ACCENTS = re.compile("[\u0300-\u036f]")


@lru_cache(maxsize=20_000)
def plain(text: str) -> str:
    """As the patterns have it.

    >>> plain("Aucun  résultat n’a été trouvé…")
    "aucun resultat n'a ete trouve..."
    """
    apart = unicodedata.normalize("NFKD", text.casefold().translate(_QUOTES))
    return " ".join(_ACCENTS.sub("", apart).split())


@cache
def _languages() -> tuple[dict[str, str], ...]:
    return tuple(tomllib.loads(_DATA.read_text(encoding="utf-8")).values())


@cache
def things(key: Literal["things", "results"], *but: str) -> str:
    """A pattern of what sites call records in any language, but for some of its alternatives."""
    words = (word for said in _languages() for word in _alternatives(said[key]))
    return "|".join(dict.fromkeys(word for word in words if word not in but))


def _alternatives(group: str) -> list[str]:
    """
    >>> _alternatives("(?:hits?|entr(?:y|ies))")
    ['hits?', 'entr(?:y|ies)']
    """
    found, depth = [""], 0
    for letter in group.removeprefix("(?:").removesuffix(")"):
        depth += (letter == "(") - (letter == ")")
        if letter == "|" and not depth:
            found.append("")
        else:
            found[-1] += letter
    return found


@cache
def _patterns(kind: Said) -> tuple[re.Pattern[str], ...]:
    return tuple(
        _compiled(pattern, said) for said in _languages() for pattern in said[kind].split("\n") if pattern
    )


def _compiled(pattern: str, said: dict[str, str]) -> re.Pattern[str]:
    slots = {
        "{thing}": said["things"],
        "{result}": said["results"],
        "{any}": r"(?:[\w'\"-]+ ){0,4}",
        "{n}": r"(?:\d{1,3}(?:[.,' ]\d{3})+|\d+)",
    }
    for slot, filling in slots.items():
        pattern = pattern.replace(slot, filling)
    return re.compile(rf"\b{pattern}" if pattern[:1].isalpha() else pattern)


def is_elsewhere(line: str) -> bool:
    """Whether a plain line is about comments, a cart and the like."""
    return _ELSEWHERE.search(line) is not None


def says(text: str, kind: Said) -> bool:
    """Whether a line says this.

    >>> says("Ihre Suche ergab leider keine Treffer.", "none"), says("213 Treffer", "none")
    (True, False)
    """
    line = plain(text)
    return len(line) <= (_LONGEST_REMARK if kind == "truncated" else _LONGEST) and any(
        pattern.search(line) for pattern in _patterns(kind)
    )


@lru_cache(maxsize=20_000)
def message_of(text: str) -> Said | None:
    """What a line says about the search, None if it says nothing about it.

    >>> message_of("Results are below. If nothing was found, create the page."), message_of("Nothing was found.")
    (None, 'none')
    """
    line = _CONDITION.sub(" ", plain(text))
    if len(line) > _LONGEST or _FURNITURE.search(line):
        return None
    kinds = _ABOUT_FIELDS if _ELSEWHERE.search(line) else MESSAGES
    return next((kind for kind in kinds if any(p.search(line) for p in _patterns(kind))), None)
