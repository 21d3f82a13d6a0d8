"""Guess a legacy charset from the bytes alone, for pages that declare none or the wrong one.

A sample of the visible text that holds non-ASCII bytes is decoded by each candidate; the candidate whose result
looks most like a written language wins. For single-byte charsets a language is the set of its letters beyond
ASCII: a right guess yields nearly only those, a wrong one yields letters of no common language, symbols
inside words, or capitals after small letters (KOI8-R read as windows-1251 is Russian with the case swapped).
For multi-byte charsets it is the share of everyday characters, which each standard keeps in its first level.

Why not charset-normalizer: on real pages of known language, re-encoded in a legacy charset of that language, it
was right on 100 of 139 (windows-1250 for windows-1252 in every third Western page); these profiles were right
on 270 of 276, in 4 ms each. tests/web/test_charset.py repeats such a count where the pages are.
"""

import re
import tomllib
from collections import Counter
from functools import lru_cache
from importlib.resources import files
from operator import itemgetter

TABLES = tomllib.loads((files("leadline.web") / "charsets.toml").read_text("utf-8"))
_Rows = list[tuple[str, int, int, float]]
_EVERYDAY: dict[str, _Rows] = {
    codec: rows for codecs, rows in TABLES["detect"]["everyday"].items() for codec in codecs.split()
}
SAMPLE = 4_096
_LOOK_AT = 131_072
_BEFORE = 1_000
"""Bytes before the first non-ASCII one that are looked at too, to see whether it stands in a script."""
_ENOUGH = 0.35  # mean weight of a non-ASCII character from which a guess is believed; random bytes stay below 0

# A tag ends at the next bracket of either kind: [^>]* would be quadratic on a body of nothing but "<".
_TAG = re.compile(rb"<[^<>]*>")
_SCRIPT = re.compile(rb"<(script|style)\b", re.IGNORECASE)

_SIGNS = frozenset("\u00a0‘’“”„‚–—…•·«»‹›©®™°€£§±×½¼¾")
"""What stands in text of any language; it says little, since the windows charsets share most of it."""
_IN_WORDS = frozenset("\u00a0‘’–—·")


def detect(body: bytes) -> str | None:
    """The codec under which the body reads most like a language; None if it reads like none."""
    sample = _sample(body)
    counts = Counter(byte for byte in sample if byte > 0x7F)
    scores = [(_multi_byte_score(sample, codec, rows), codec) for codec, rows in _EVERYDAY.items()]
    for letters, *codecs in TABLES["detect"]["languages"]:
        scores += [(_letter_score(sample, counts, letters, codec), codec) for codec in codecs]
    best, found = max(scores, key=itemgetter(0))  # the first of equals
    return found if best > _ENOUGH else None


def _sample(body: bytes) -> bytes:
    """Lines of visible text that hold non-ASCII bytes; of the whole body if only scripts and tags have any."""
    head = body[max(0, _first_beyond_ascii(body) - _BEFORE) :][:_LOOK_AT]
    text = _TAG.sub(b"\n", _without_scripts(head))
    if text.isascii():
        text = head
    lines, size = [], 0
    for line in text.split(b"\n"):
        if not line.isascii():
            lines.append(_cut(line.strip()))
            size += len(lines[-1])
            if size >= SAMPLE:
                break
    return b"\n".join(lines)


def _first_beyond_ascii(body: bytes) -> int:
    """Its offset, by way of the decoder's complaint: megabytes of ASCII are passed at the speed of memory."""
    try:
        body.decode("ascii")
    except UnicodeDecodeError as error:
        return error.start
    return 0


def _without_scripts(body: bytes) -> bytes:
    kept, at = [], 0
    while start := _SCRIPT.search(body, at):
        end = body.find(b"</" + start[1], start.end())
        if end < 0:
            break
        kept.append(body[at : start.start()])
        at = end
    kept.append(body[at:])
    return b"\n".join(kept)


def _cut(line: bytes) -> bytes:
    """Of a long line a piece from a little before its first non-ASCII byte."""
    if len(line) <= SAMPLE:
        return line
    return line[max(0, _first_beyond_ascii(line) - 20) :][:SAMPLE]


def _letter_score(sample: bytes, counts: Counter[int], letters: str, codec: str) -> float:
    if not counts:
        return 0.0
    weights = _weights(letters, codec)
    total = sum(times * weights[byte] for byte, times in counts.items())
    shapes = sample.translate(_shapes(codec))
    if letters[0] < _LATIN_END:
        score = total - sum(map(shapes.count, _NO_WORD))
        if codec == _COMMON:
            return (score + _DOUBT) / counts.total()
        return score / (counts.total() + _DOUBT)
    # Another script comes in words; letters of it standing alone are quotation marks and fractions misread.
    if sum(map(len, _RUN.findall(shapes))) < counts.total() / 2:
        return 0.0
    return (total - sum(map(shapes.count, _NO_WORD + _NO_SCRIPT))) / (counts.total() + _DOUBT)


@lru_cache(maxsize=64)
def _weights(letters: str, codec: str) -> dict[int, float]:
    return {b: _letter_weight(bytes([b]).decode(codec, "replace"), letters) for b in range(0x80, 0x100)}


def _letter_weight(character: str, letters: str) -> float:
    frequent, _, others = letters.partition("|")
    if character == "\ufffd" or character < "\xa0":
        return -3.0
    if character in _SIGNS:
        return 0.4
    if not character.isalpha():
        return 1.0 if character in letters else -1.0
    small = character.lower()
    weight = 1.0 if small in frequent else 0.7 if small in others else -1.0
    return weight if character == small or weight < 0 else 0.8 * weight


_COMMON, _DOUBT = "windows-1252", 3
"""Where little speaks for anything (an English page with a © and two quotation marks), the common one it is."""
_LATIN_END = "\u0250"
_NO_WORD = (b"aU", b"lU", b"lA", b"lsl", b"asl", b"asa")
"""Shapes that words of no language have: a capital after a small letter, a sign between two letters."""
_NO_SCRIPT = (b"al", b"la", b"Al", b"lA", b"AU", b"UA", b"aU", b"Ua", b"ao", b"oa", b"Ao", b"oA")
"""A letter of another script directly beside a Latin one."""
_RUN = re.compile(rb"[lUo]{2,}")


@lru_cache(maxsize=32)
def _shapes(codec: str) -> bytes:
    """Table for bytes.translate: a A ASCII letters, l U o other letters, s other signs, blank the rest."""
    return bytes(ord(_shape(bytes([byte]).decode(codec, "replace"))) for byte in range(256))


def _shape(character: str) -> str:
    if character.isascii():
        return " " if not character.isalpha() else "a" if character.islower() else "A"
    if character.isalpha():
        return "l" if character.islower() else "U" if character.isupper() else "o"
    return " " if character in _IN_WORDS else "s"


def _multi_byte_score(sample: bytes, codec: str, rows: _Rows) -> float:
    total, count = 0.0, 0
    for character, times in Counter(sample.decode(codec, "replace")).items():
        if character > "\x7f":
            total += times * _weight(character, rows)
            count += times
    return total / count if count >= _FEW else 0.0


_FEW = 4  # a lone quotation mark and the letter behind it make a fine Chinese character; a text has more of them


def _weight(character: str, rows: _Rows) -> float:
    if character == "\ufffd":
        return -3.0
    for codec, first, last, weight in rows:
        if first <= (_lead_byte(character, codec) if codec else ord(character)) <= last:
            return weight
    return 0.0


def _lead_byte(character: str, codec: str) -> int:
    try:
        return character.encode(codec)[0]
    except UnicodeEncodeError:
        return 0
