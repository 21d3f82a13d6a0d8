"""Paragraphs of lines that no element holds together: between empty lines, or before the first `<p>`."""

from leadline.answers.records.part import Node


def paragraphs_begun(node: Node, lines: list[Node]) -> list[Node]:
    """The lines before a `<p>` that stands between paragraphs and not around them: the first is one as well."""
    found: list[Node] = []
    bare: list[Node] = []
    for line in lines:
        if line.tag == "line":
            bare.append(line)
            continue
        if (
            bare
            and line.tag == "p"
            and len(line.children) > 1
            and all(inner.tag == "line" for inner in line.children)
        ):
            bare = [_wrapped("p", node, bare)]
        found += [*bare, line]
        bare = []
    return [*found, *bare]


def into_paragraphs(node: Node, lines: list[Node], empty: set[int]) -> list[Node]:
    """Lines in paragraphs of their own, where empty lines (`empty` are the texts after them) stand between."""
    paragraphs: list[list[Node]] = [[]]
    for line in lines:
        if line.start in empty and paragraphs[-1]:
            paragraphs.append([])
        paragraphs[-1].append(line)
    if len(paragraphs) < 2 or len(paragraphs) * 4 > len(lines) * 3:
        return lines
    inner = paragraphs[1:-1]
    if not any(line.tag != "line" for some in inner for line in some):
        # Paragraphs are of lines alone: boxes before the first and after the last are none of them.
        boxes, paragraphs[0] = _split(paragraphs[0], last=True)
        paragraphs[-1], more = _split(paragraphs[-1], last=False)
    else:
        boxes, more = [], []
    return [*boxes, *(_wrapped("para", node, some) for some in paragraphs if some), *more]


def _split(lines: list[Node], *, last: bool) -> tuple[list[Node], list[Node]]:
    """Lines after the last box, or before the first, from the rest."""
    places = [n for n, line in enumerate(lines) if line.tag != "line"]
    if not places:
        return ([], lines) if last else (lines, [])
    cut = places[-1] + 1 if last else places[0]
    return lines[:cut], lines[cut:]


def _wrapped(tag: str, parent: Node, some: list[Node]) -> Node:
    made = Node(tag, {}, parent, some[0].start, some[-1].end, some, link=parent.link)
    for line in some:
        line.parent = made
    return made
