"""How a site writes tags: letter case, quotes, order of attributes, what it leaves open.

Sloppy writing changes bytes, never meaning: an attribute goes without quotes only where its value ends at
the same place (HTML 13.1.2.3), and `&` stays as it is only where no reader takes it for a reference
(13.2.5.73: in an attribute, a name without semicolon before `=` is none).

>>> sloppy = Hand(capitals=True, quotes="bare", raw_ampersands=True)
>>> sloppy.tag("input", (("name", "q"), ("value", 'a "b"'), ("checked", None)))
'<INPUT NAME=q VALUE="a &quot;b&quot;" CHECKED>'
>>> sloppy.value("/f?a=1&copy=2"), sloppy.value("/f?a&copy;")
('="/f?a=1&copy=2"', '="/f?a&amp;copy;"')
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

_BARE = re.compile(r"[^\s\"'=<>`&]+").fullmatch
_PLAIN_AMPERSANDS = re.compile(r"[^&]*(?:&[A-Za-z0-9_]+=[^&;]*)*").fullmatch
_TAG = re.compile(r"<(/?)([a-z][a-z0-9]*)([^<>]*)>")
_ATTRIBUTE = re.compile(r" ([a-z-]+)(?=[= >]|$)")
_UNQUOTABLE = re.compile(r'="([\w#%.+-]+)"')
_VOID = re.compile(r"<((?:br|hr|img|input|meta|link)\b[^<>]*[^<>/]|br|hr)>")

Attribute = tuple[str, str | None]
"""Name and value; None for one that needs no value (`checked`)."""


def text_of(text: str) -> str:
    """Text as it may stand between tags."""
    if "&" in text:
        text = text.replace("&", "&amp;")
    if "<" in text:
        text = text.replace("<", "&lt;")
    return text.replace(">", "&gt;") if ">" in text else text


def quoted(value: str) -> str:
    """An attribute's value as it may stand between double quotes."""
    value = text_of(value)
    return value.replace('"', "&quot;") if '"' in value else value


@dataclass(frozen=True, slots=True)
class Hand:
    """The hand a site is written in."""

    capitals: bool = False
    quotes: Literal["double", "single", "bare"] = "double"
    """`bare`: none where they can be spared."""
    slashes: bool = False
    """XHTML: empty elements end in ` />`, every attribute has a value."""
    raw_ampersands: bool = False
    backwards: bool = False
    """Attributes stand in the other order."""
    closes: bool = True
    """Optional end tags (`</option>`) are written."""

    def value(self, value: str) -> str:
        """A value with whatever is around it, the equals sign included."""
        if self.quotes == "bare" and _BARE(value):
            return f"={value}"
        if self.quotes == "double" and not self.raw_ampersands:
            return f'="{quoted(value)}"'
        raw = self.raw_ampersands and "&" in value and '"' not in value and _PLAIN_AMPERSANDS(value)
        escaped = value if raw else quoted(value)
        if self.quotes == "single" and "'" not in escaped:
            return f"='{escaped}'"
        return f'="{escaped}"'

    def attributes(self, pairs: Iterable[Attribute]) -> str:
        """All of them, each with a space before it."""
        given = list(pairs)
        if self.backwards:
            given.reverse()
        written: list[str] = []
        for name, value in given:
            shown = name.upper() if self.capitals else name
            if value is None:
                written.append(f' {shown}="{shown}"' if self.slashes else f" {shown}")
            else:
                written.append(f" {shown}{self.value(value)}")
        return "".join(written)

    def tag(self, name: str, pairs: Iterable[Attribute], extra: str = "") -> str:
        """A start tag; `extra` is already written."""
        shown = name.upper() if self.capitals else name
        end = " />" if self.slashes and name in ("input", "img", "meta", "link") else ">"
        return f"<{shown}{self.attributes(pairs)}{extra}{end}"

    def end(self, name: str) -> str:
        return f"</{name.upper() if self.capitals else name}>"

    def copy(self, template: str) -> str:
        """A template, written in lower case with double quotes, in this hand."""
        if self.capitals:
            template = _TAG.sub(_shouted, template)
        if self.quotes == "bare":
            template = _UNQUOTABLE.sub(r"=\1", template)
        elif self.quotes == "single":
            template = template.replace('"', "'")
        return _VOID.sub(r"<\1 />", template) if self.slashes else template


def _shouted(match: re.Match[str]) -> str:
    attributes = _ATTRIBUTE.sub(lambda name: f" {name[1].upper()}", match[3])
    return f"<{match[1]}{match[2].upper()}{attributes}>"
