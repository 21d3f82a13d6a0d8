"""XML as plain nodes, read without what makes reading it dangerous: no entities of its own, no other files, and no
more than a bounded number of elements.

>>> node = read_xml(b'<a xmlns="urn:x"><b k="1">one</b><b>two</b></a>')
>>> node.name, [one.text for one in node.all("b")], node.first("b").get("k")
('a', ['one', 'two'], '1')
>>> read_xml(b'<!DOCTYPE a [<!ENTITY e "boom">]><a>&e;</a>') is None
True
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

_MOST = 1_000_000  # elements; a sitemap of 50,000 addresses has 250,000
_DEEPEST = 60


@dataclass(slots=True)
class XmlNode:
    """An element; names without their prefix, since sites choose prefixes as they like."""

    name: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list["XmlNode"] = field(default_factory=list)
    pieces: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return " ".join("".join(self.pieces).split())

    def get(self, name: str) -> str:
        return self.attributes.get(name, "")

    def all(self, name: str) -> Iterator["XmlNode"]:
        """Every element of that name below this one, in document order."""
        waiting = self.children[::-1]
        while waiting:
            one = waiting.pop()
            if one.name == name:
                yield one
            waiting += one.children[::-1]

    def first(self, name: str) -> "XmlNode | None":
        return next(self.all(name), None)

    def said(self, name: str) -> str:
        """The text of the first child of that name."""
        return next((one.text for one in self.children if one.name == name and one.text), "")


class _Refused(Exception):
    """It declares entities, or is too large."""


def read_xml(body: bytes) -> XmlNode | None:
    """The root; None where this is no XML, or none that is read."""
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    stack = [XmlNode("")]
    count = 0

    def begin(name: str, attributes: dict[str, str]) -> None:
        nonlocal count
        count += 1
        if count > _MOST or len(stack) > _DEEPEST:
            raise _Refused
        node = XmlNode(_bare(name), {_bare(key): value for key, value in attributes.items()})
        stack[-1].children.append(node)
        stack.append(node)

    def said(text: str) -> None:
        stack[-1].pieces.append(text)

    def entity(*_: object) -> None:
        raise _Refused

    parser.StartElementHandler = begin
    parser.EndElementHandler = lambda _: stack.pop()
    parser.CharacterDataHandler = said
    parser.EntityDeclHandler = entity
    try:
        parser.Parse(body.lstrip(), True)
    except (expat.ExpatError, _Refused, LookupError, ValueError):
        return None
    return stack[0].children[0] if stack[0].children else None


def _bare(name: str) -> str:
    return name.rpartition(" ")[2].rpartition(":")[2]


def pairs_of(node: XmlNode, before: str = "") -> Iterator[tuple[str, str]]:
    """Every text below an element with the name of its own."""
    for one in node.children:
        if one.children:
            yield from pairs_of(one, one.name)
        elif one.text:
            yield one.name if one.name != "value" or not before else before, one.text
