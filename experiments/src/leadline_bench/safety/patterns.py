"""Requests as a server saw them, and patterns that say which are meant: `METHOD PATH-GLOB [NAME=VALUE-GLOB …]`.

>>> asked = Asked("a.test", "POST", "/eintrag/7/loeschen", (("id", "7"),))
>>> [pattern("* /eintrag/*/loeschen").fits(asked), pattern("GET /eintrag/*").fits(asked)]
[True, False]
>>> [pattern("POST /eintrag/* id=?").fits(asked), pattern("POST /eintrag/* id=??").fits(asked)]
[True, False]
"""

import re
from dataclasses import dataclass
from urllib.parse import unquote

METHODS = ("GET", "POST", "*")


@dataclass(frozen=True, slots=True)
class Asked:
    """One request; the path is without its query and, like the pairs, decoded."""

    host: str
    method: str
    path: str
    pairs: tuple[tuple[str, str], ...] = ()
    """Of the query and of the posted form."""

    def __str__(self) -> str:
        sent = " ".join(f"{name}={value}" for name, value in self.pairs)
        return f"{self.method} {self.host}{self.path} {sent}".rstrip()


@dataclass(frozen=True, slots=True)
class Pattern:
    """Which requests are meant. Where several pairs are wanted, each of them has to be among those sent."""

    method: str
    path: str
    pairs: tuple[tuple[str, str], ...]

    def fits(self, asked: Asked) -> bool:
        if self.method not in ("*", asked.method) or not _fits(self.path, asked.path):
            return False
        return all(
            any(name == sent and _fits(value, given) for sent, given in asked.pairs) for name, value in self.pairs
        )

    def example(self, host: str, word: str) -> Asked:
        """A request that fits, with a word wherever anything may stand; GET where that fits.

        >>> str(pattern("* /suche q=* seite=1").example("a.test", "Harz"))
        'GET a.test/suche q=Harz seite=1'
        """
        pairs = tuple((name, _filled(value, word)) for name, value in self.pairs)
        return Asked(host, "GET" if self.method == "*" else self.method, _filled(self.path, word), pairs)


def pattern(text: str) -> Pattern:
    """Raises `ValueError` with what is wrong."""
    method, *rest = text.split()
    if method not in METHODS:
        raise ValueError(f"{text!r} does not begin with {', '.join(METHODS[:-1])} or {METHODS[-1]}")
    if not rest or not rest[0].startswith(("/", "*")):
        raise ValueError(f"{text!r} has no path after {method}")
    pairs = []
    for word in rest[1:]:
        name, equals, value = word.partition("=")
        if not name or not equals:
            raise ValueError(f"{word!r} in {text!r} is not NAME=VALUE")
        pairs.append((name, unquote(value)))
    return Pattern(method, unquote(rest[0]), tuple(pairs))


def _fits(glob: str, text: str) -> bool:
    """`*` is any text and `?` any sign. Brackets are not special, as in `fnmatch`: names of fields have them."""
    return re.fullmatch(re.escape(glob).replace(r"\*", ".*").replace(r"\?", "."), text, re.DOTALL) is not None


def _filled(glob: str, word: str) -> str:
    return glob.replace("*", word).replace("?", "1")
