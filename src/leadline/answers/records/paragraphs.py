"""Paragraphs of lines that no element holds together: between empty lines, or before the first `<p>`."""

from leadline.answers.records.part import Part


def paragraphs_begun(part: Part, lines: list[Part]) -> list[Part]:
    """The lines before a `<p>` that stands between paragraphs and not around them: the first is one as well."""
    found: list[Part] = []
    bare: list[Part] = []
    for line in lines:
        if line.tag == "line":
            bare.append(line)
            continue
        if bare and line.tag == "p" and len(line.parts) > 1 and all(inner.tag == "line" for inner in line.parts):
            bare = [_wrapped("p", part, bare)]
        found += [*bare, line]
        bare = []
    return [*found, *bare]


def into_paragraphs(part: Part, lines: list[Part], empty: set[int]) -> list[Part]:
    """Lines in paragraphs of their own, where empty lines (`empty` are the texts after them) stand between."""
    paragraphs: list[list[Part]] = [[]]
    for line in lines:
        if line.first in empty and paragraphs[-1]:
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
    return [*boxes, *(_wrapped("para", part, some) for some in paragraphs if some), *more]


def _split(lines: list[Part], *, last: bool) -> tuple[list[Part], list[Part]]:
    """Lines after the last box, or before the first, from the rest."""
    places = [n for n, line in enumerate(lines) if line.tag != "line"]
    if not places:
        return ([], lines) if last else (lines, [])
    cut = places[-1] + 1 if last else places[0]
    return lines[:cut], lines[cut:]


def _wrapped(tag: str, above: Part, some: list[Part]) -> Part:
    made = Part(tag, {}, above, some[0].first, some[-1].last, some, link=above.link)
    for line in some:
        line.above = made
    return made
