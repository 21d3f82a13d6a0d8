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
from collections import Counter
from functools import lru_cache
from operator import itemgetter

SAMPLE = 4_096
_LOOK_AT = 131_072
_BEFORE = 1_000
"""Bytes before the first non-ASCII one that are looked at too, to see whether it stands in a script."""
_ENOUGH = 0.35  # mean weight of a non-ASCII character from which a guess is believed; random bytes stay below 0

# A tag ends at the next bracket of either kind: [^>]* would be quadratic on a body of nothing but "<".
_TAG = re.compile(rb"<[^<>]*>")
_SCRIPT = re.compile(rb"<(script|style)\b", re.IGNORECASE)

# Order breaks ties, so the commoner on the web goes first. Before the bar stand the frequent letters: scripts
# share a byte range, and only frequency tells Hebrew from Russian.
_LANGUAGES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("éèàçêâîôûëïùœöäüßáíóúñ¿¡", ("windows-1252",)),  # French, German, Spanish, Dutch, English
    ("ãõçáéíóúâêôàüªº", ("windows-1252",)),  # Portuguese
    ("åäöæøéëüêôòèàìùí", ("windows-1252",)),  # Nordic languages, Italian, Catalan
    ("áéíóúýþæöð", ("windows-1252",)),  # Icelandic
    ("оеаинтсрвлкмдпу|ябвгжзйфхцчшщъыьэюё№", ("cp1251", "koi8-r", "cp866", "iso8859-5")),  # Russian, Bulgarian
    ("оаинветірслкдмуп|ягбжзйфхцчшщьюїєґ№", ("cp1251", "koi8-u")),  # Ukrainian
    ("аиоентсрјувкдмлп|бгжзљњћфхцчџшђѓќѕ", ("cp1251", "iso8859-5")),  # Serbian, Macedonian
    ("ąćęłńóśźż", ("cp1250", "iso8859-2")),  # Polish
    ("áčďéěíňóřšťúůýžľôä", ("cp1250", "iso8859-2")),  # Czech, Slovak
    ("áéíóöőúüű", ("cp1250", "iso8859-2")),  # Hungarian
    ("ăâîşţ", ("cp1250", "iso8859-2")),  # Romanian
    ("čćšžđ", ("cp1250", "iso8859-2")),  # Croatian, Slovene
    ("çğıöşüâîû", ("cp1254",)),  # Turkish
    ("āčēģīķļņšūžõ", ("cp1257",)),  # Latvian
    ("ąčęėįšųūž", ("cp1257",)),  # Lithuanian
    ("αοιετσνηυρπκλμς|βγδζθξφχψωάέήίόύώϊϋΐ", ("cp1253", "iso8859-7")),  # Greek
    ("יוהלארמתבשנםדחעק|זטךכןסףפץצג", ("cp1255",)),  # Hebrew
    ("النمويرتبسةدعكفه|ثجحخذزشصضطظغقىءآأؤإئپچژگک،؟", ("cp1256", "iso8859-6")),  # Arabic, Persian
    ("กขคฆงจฉชซญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหอฮะาำเแโใไัิีึืุู็่้๊๋์ๆๅ", ("cp874",)),  # Thai
)
_SIGNS = frozenset("\u00a0‘’“”„‚–—…•·«»‹›©®™°€£§±×½¼¾")
"""What stands in text of any language; it says little, since the windows charsets share most of it."""
_IN_WORDS = frozenset("\u00a0‘’–—·")


def detect(body: bytes) -> str | None:
    """The codec under which the body reads most like a language; None if it reads like none."""
    sample = _sample(body)
    counts = Counter(byte for byte in sample if byte > 0x7F)
    scores = [(_multi_byte_score(sample, codec, rows), codec) for codec, rows in _EVERYDAY.items()]
    for letters, codecs in _LANGUAGES:
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


_Rows = tuple[tuple[str, int, int, float], ...]
_JAPANESE: _Rows = (
    # Kana and signs by their code points; level 1 of JIS X 0208 is rows 16–47.
    ("", 0x3040, 0x30FF, 1.0), ("", 0x3000, 0x303F, 0.5), ("", 0xFF01, 0xFF5E, 0.5),
    ("euc_jp", 0xB0, 0xCF, 0.85), ("euc_jp", 0xA1, 0xF4, 0.0), ("", 0, 0x10FFFF, -1.0),
)  # fmt: skip
_EVERYDAY: dict[str, _Rows] = {
    # Level 1 of GB 2312 is ordered by sound and holds 99.7 % of usage. Traditional characters are written too.
    "gb18030": (("gb2312", 0xB0, 0xD7, 0.9), ("gb2312", 0xA1, 0xA3, 0.5), ("gb2312", 0xD8, 0xF7, 0.0),
                ("big5", 0xA4, 0xC6, 0.5), ("", 0, 0x10FFFF, -0.8)),
    "cp932": _JAPANESE,
    "euc_jp": _JAPANESE,
    "big5hkscs": (("big5", 0xA4, 0xC6, 0.9), ("big5", 0xA1, 0xA3, 0.5), ("big5", 0xC9, 0xF9, 0.0),
                  ("", 0, 0x10FFFF, -0.8)),
    "cp949": (("euc_kr", 0xB0, 0xC8, 1.0), ("euc_kr", 0xA1, 0xA3, 0.3), ("", 0, 0x10FFFF, -0.5)),
}  # fmt: skip
"""What a character weighs that was read by a charset: the first row that its lead byte in another one, or its code
point, lies in."""


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
