"""Text → terms: what every learner of ours reads, for pages, anchors, URLs and labels alike.

A term is a lower-case word without its ending (Porter, *An algorithm for suffix stripping*, Program 14(3),
1980), stop-words and single letters left out, numbers folded: a year is `#year`, any other number `#`, and
digits inside a word become 0 (`v6` and `v8` are one term, `v0`), because a page's numbers are its own and a
classifier should not learn them.

A piece of text between two spaces is judged once: what terms it holds is kept in a bounded table. Cutting at
spaces and looking each piece up takes about as long as finding the words with a regular expression would, and
so leaves stemming and counting free; doing these after the expression took nearly twice as long.

>>> terms("Used Cars for sale: 2 dealers near you, since 1998!")
['us', 'car', 'sale', '#', 'dealer', 'near', '#year']
>>> term_counts(["cars, Car and CARS", ""])
[{'car': 3}, {}]
>>> url_terms("http://www.example.co.uk/New-York/usedCars.asp?makeId=7")
['exampl', 'new', 'york', 'us', 'car', 'make', 'id']
>>> normalise("<b>Company&nbsp;Name(s):</b>")
'compani name'
"""

import html
import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache
from sys import intern

import Stemmer  # type: ignore[import-not-found]  # a C extension without stubs

from leadline.lexicon.tables import entries
from leadline.model.url import host_of, readable, rest_of, site_of_host

STOP_WORDS = frozenset(entries("words", "stop"))
"""Words that say nothing about a topic, of all languages as one set: pages rarely say theirs truthfully. A word
that is empty in one and means something in another is in no list: French *car* (because) is an English car."""
LONGEST_WORD = 40  # longer runs of letters are keys, hashes or text without spaces: no word of any vocabulary
_TABLE_SIZE = 200_000
_REMEMBERED = 1 << 14  # hosts, and addresses but for their numbers

_WORD = re.compile(r"[^\W_]+")
_TAG = re.compile(r"<[^<>]*>")
_DIGIT = re.compile(r"\d")
_NUMBER = re.compile(r"[0-9]+")
_YEAR = re.compile(r"(?:19|20)\d\d")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[a-zA-Z])(?=\d)|(?<=\d)(?=[a-zA-Z])")
_FILE_ENDINGS = frozenset({"html", "htm", "php", "asp", "aspx", "jsp", "cgi", "pl", "do", "shtml", "xhtml", "cfm"})
_NOT_IN_URLS = _FILE_ENDINGS | {"www", "http", "https"}


def terms(text: str) -> list[str]:
    return " ".join(map(_table.__getitem__, text.split())).split()


def distinct_terms(text: str) -> list[str]:
    """The terms of a text in order, each once: what `sorted(set(terms(text)))` is, in two thirds of its time.

    >>> distinct_terms("Used cars, car parts")
    ['car', 'part', 'us']
    """
    return _distinct(set(map(_table.__getitem__, text.split())))


def terms_in(text: str) -> Collection[str]:
    """The same in no order, for who looks for a few of them: without the order reading a link takes a tenth less.

    >>> sorted(terms_in("Used-cars, car parts"))
    ['car', 'part', 'us']
    """
    pieces = set(map(_table.__getitem__, text.split()))
    pieces.discard("")
    joined = " ".join(pieces)
    return pieces if joined.count(" ") == len(pieces) - 1 or not pieces else set(joined.split())


def term_counts(texts: Sequence[str]) -> list[dict[str, int]]:
    return [term_counts_of(Counter(text.split())) for text in texts]


def term_counts_of(words: Mapping[str, int]) -> dict[str, int]:
    """The same of words that were counted before, however they are written.

    A page repeats its words: counting them first leaves a third as many to look up.

    >>> term_counts_of({"Cars,": 2, "car": 1, "used-car": 1, "and": 4})
    {'car': 4, 'us': 1}
    """
    counts: dict[str, int] = {}
    known = counts.get
    for term, count in zip(map(_table.__getitem__, words), words.values(), strict=True):
        counts[term] = known(term, 0) + count
    counts.pop("", None)
    for several in [term for term in counts if " " in term]:
        count = counts.pop(several)
        for term in several.split():
            counts[term] = counts.get(term, 0) + count
    return counts


def url_terms(url: str, *, host: bool = True) -> list[str]:
    """The terms of a canonical URL: host without its public suffix, path, query; file endings left out."""
    rest = rest_of(url)
    if rest.isascii() and "%" not in rest:
        rest = _NUMBER.sub("0", rest)  # no term of an address has a digit, so thousands of them read the same
    return [*_terms_of_host(host_of(url)), *_terms_of_rest(rest)] if host else list(_terms_of_rest(rest))


@lru_cache(maxsize=_REMEMBERED)
def _terms_of_host(host: str) -> tuple[str, ...]:
    suffix = site_of_host(host).partition(".")[2]
    return _terms_of_address(host.removesuffix(f".{suffix}") if suffix else host)


@lru_cache(maxsize=_REMEMBERED)
def _terms_of_rest(rest: str) -> tuple[str, ...]:
    path, _, query = rest.partition("?")
    return _terms_of_address(f"{readable(path)} {readable(query)}")


def _terms_of_address(written: str) -> tuple[str, ...]:
    return tuple(" ".join(map(_url_table.__getitem__, _WORD.findall(written))).split())


def distinct_path_terms(path: str, query: str) -> list[str]:
    """The same for path and query of a canonical URL.

    >>> distinct_path_terms("/used-cars/usedCars.asp", "year=1998")
    ['car', 'us', 'year']
    """
    return _distinct(set(map(_url_table.__getitem__, _WORD.findall(f"{readable(path)} {readable(query)}"))))


def _distinct(pieces: set[str]) -> list[str]:
    """The terms of pieces of text that were looked up: most hold one, some none, few several."""
    pieces.discard("")
    found = sorted(pieces)
    joined = " ".join(found)
    return found if joined.count(" ") == len(found) - 1 or not found else sorted(set(joined.split()))


def normalise(label: str) -> str:
    """A label or value in the form HiWE compares (section 4): no tags, stop-words or endings, lower case.

    Where nothing but stop-words would be left ("From", "To"), they stay: an empty label matches nothing (ours).

    >>> normalise("To:"), normalise("State of the Union"), normalise(" * ")
    ('to', 'state union', '')
    """
    words = _WORD.findall(html.unescape(_TAG.sub(" ", label)).lower())
    kept = [word for word in words if word not in STOP_WORDS and (len(word) > 1 or word.isdigit())]
    return " ".join(_stemmer().stemWords(kept or words))


class _Table(dict[str, str]):
    """Piece of text → its terms, parted by spaces; most hold one. A cache of a pure function."""

    def __init__(self, read: Callable[[str], str]) -> None:
        super().__init__()
        self._read = read

    def __missing__(self, piece: str) -> str:
        if len(self) >= _TABLE_SIZE:
            # Emptied as a whole: keeping an order of use would cost more on every look-up than it saves.
            self.clear()
        found = self[piece] = intern(self._read(piece))
        return found


def terms_of_word(piece: str) -> str:
    """The terms of what stands between two spaces, with spaces between them. Most pieces are a word and nothing
    else, which takes a third of the time."""
    piece = piece.lower()
    if not piece.isalpha():
        return _terms_of_words(_WORD.findall(piece))
    is_term = piece not in STOP_WORDS and 1 < len(piece) <= LONGEST_WORD
    return str(_stemmer().stemWord(piece)) if is_term else ""


def _read_address(piece: str) -> str:
    words = _WORD.findall(_HUMP.sub(" ", piece).lower())
    return _terms_of_words([word for word in words if word not in _NOT_IN_URLS and not word.isdigit()])


_table = _Table(terms_of_word)
_url_table = _Table(_read_address)


def _terms_of_words(words: Sequence[str]) -> str:
    kept = [w for w in words if (w not in STOP_WORDS and 1 < len(w) <= LONGEST_WORD) or w.isdigit()]
    stems = zip(kept, _stemmer().stemWords(kept), strict=True)
    return " ".join(_folded(word) if _DIGIT.search(word) else stem for word, stem in stems)


def _folded(word: str) -> str:
    if word.isdigit():
        return "#year" if _YEAR.fullmatch(word) else "#"
    return _DIGIT.sub("0", word)


@lru_cache(maxsize=1)
def _stemmer() -> Stemmer.Stemmer:
    return Stemmer.Stemmer("porter", 0)  # the table replaces its cache
