"""Names of charsets on the web, and the codec each one really means.

The table is that of the WHATWG Encoding Standard (section 4.2): pages say `iso-8859-1` or `gb2312` and browsers
read windows-1252 or gb18030, so their authors wrote for that. Python's own look-up is never asked: it would
accept `zlib`, `rot13`, `unicode_escape`, `idna` or `utf-7`, which a hostile server must not choose.
Where Python's codec of the label's name is narrower than the browser's, the wider one stands here.

>>> codec_of(" ISO-8859-1 "), codec_of("GB2312"), codec_of("utf-7")
('windows-1252', 'gb18030', None)
"""

_LABELS = {
    "utf-8": "unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf8 x-unicode20utf8",
    "cp866": "866 csibm866 ibm866",
    "iso8859-2": "csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2",
    "iso8859-3": "csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3",
    "iso8859-4": "csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4",
    "iso8859-5": "csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595 iso_8859-5",
    "iso8859-6": "arabic asmo-708 csisolatinarabic ecma-114 iso-8859-6 iso-8859-6-e iso-8859-6-i iso-ir-127 "
    "iso8859-6 iso88596 iso_8859-6",
    "iso8859-7": "csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126 iso8859-7 iso88597 "
    "iso_8859-7 sun_eu_greek",
    "iso8859-8": "csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-8859-8-i iso-ir-138 iso8859-8 iso88598 "
    "iso_8859-8 logical visual csiso88598e csiso88598i",
    "iso8859-10": "csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6",
    "iso8859-13": "iso-8859-13 iso8859-13 iso885913",
    "iso8859-14": "iso-8859-14 iso8859-14 iso885914",
    "iso8859-15": "csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9 latin9 latin-9",
    "iso8859-16": "iso-8859-16",
    "koi8-r": "cskoi8r koi koi8 koi8_r",
    "koi8-u": "koi8-ru",
    "mac-roman": "csmacintosh mac macintosh x-mac-roman",
    "mac-cyrillic": "x-mac-cyrillic x-mac-ukrainian",
    "cp874": "dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874",
    "cp1250": "windows-1250 x-cp1250",
    "cp1251": "windows-1251 x-cp1251 win-1251",
    "windows-1252": "ansi_x3.4-1968 ascii us-ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 "
    "iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 latin-1 x-cp1252 x-user-defined",
    "cp1253": "windows-1253 x-cp1253",
    "cp1254": "csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 l5 latin5 windows-1254 x-cp1254",
    "cp1255": "windows-1255 x-cp1255",
    "cp1256": "windows-1256 x-cp1256",
    "cp1257": "windows-1257 x-cp1257",
    "cp1258": "windows-1258 x-cp1258",
    "gb18030": "chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk cp936 x-x-big5-gb",
    "big5hkscs": "big5 big5-hkscs cn-big5 csbig5 x-x-big5",
    "euc_jp": "cseucpkdfmtjapanese euc-jp eucjp x-euc-jp",
    "iso2022_jp": "csiso2022jp iso-2022-jp",
    "cp932": "csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis",
    "cp949": "cseuckr csksc56011987 euc-kr euckr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 "
    "ksc_5601 windows-949",
    "utf-16-be": "unicodefffe utf-16be",
    "utf-16-le": "csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf-16le",
}

_CODECS = {label: codec for codec, labels in _LABELS.items() for label in (codec, *labels.split())}

MULTI_BYTE = frozenset({"gb18030", "big5hkscs", "euc_jp", "iso2022_jp", "cp932", "cp949"})
UTF_16 = frozenset({"utf-16-le", "utf-16-be"})


def codec_of(label: str) -> str | None:
    """The codec a label means, or None for a label browsers do not know."""
    return _CODECS.get(label.strip(" \t\r\n\f'\"").lower())
