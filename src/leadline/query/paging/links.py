"""The next page of a list of results: where it is, or that there is none.

Every link is weighed by what it says (text, image, `aria-label`, `title`), what its markup says (`rel=next`,
class names), where it leads (the present URL with a page number or an offset counted up), and whether it is the
number after the present one in a row of page numbers. A link needs two kinds of evidence, or one that leaves no
doubt; a link to the previous page, to another site, or to the next *article* is none.

Liddle et al. section 3.3 follow links that say "next" or "more"; these are there too, in five languages and the
arrows of all.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from selectolax.lexbor import LexborNode

from leadline.forms.wording import folded, phrase, says, vocabulary
from leadline.model.url import site_of
from leadline.query.document import Document, classes
from leadline.query.page_numbers import follows

_ENOUGH = 3.5
_NEXT = vocabulary(
    "next, next page, next results, next entries, next posts, continue, continued, forward, nextpage, pagenext",
    "weiter, vor, vorwarts, nachste, nachste seite, nachsten, nachster, folgende, weitere",
    "suivant, suivante, page suivante, suivants, suite, suivantes",
    "siguiente, siguientes, pagina siguiente, proxima, proximo, proximos, proximas, seguinte, seguintes, avancar",
    "avanti, successiva, successivo, prossima, volgende, nasta, neste, naeste, seuraava, nastepna, dalej, dalsi",
    "следующая, следующие, вперед, далее, наступна, sonraki, ileri, selanjutnya, berikutnya, kovetkezo",
    "urmatoarea, urmatorul",
    "下一页, 下一頁, 下页, 次へ, 次のページ, 次, 다음, trang sau, tiep, επομενη, التالي, הבא",
)
_MORE = vocabulary(
    "more, show more, load more, view more, more results, more items, older, older posts, older entries, see more",
    "mehr, mehr anzeigen, weitere anzeigen, altere, altere beitrage, plus de resultats, voir plus, plus, anciens",
    "mas, mas resultados, ver mas, anteriores entradas, mais, mais resultados, ver mais, altri, meer, ouder",
)
_BACK = vocabulary(
    "prev, previous, previous page, back, newer, newer posts, first, first page, zuruck, vorherige, vorige",
    "neuere, erste, precedent, precedente, retour, premiere, premier, anterior, anteriores, primera, primeira",
    "volver, voltar, indietro, назад, предыдущая, last, last page, letzte, dernier, derniere, ultima, ultimo",
    "上一页, 前へ, 前, 上一頁, 首页, 尾页, 末页",
)
_ONE_THING = vocabulary(
    "article, post, story, entry, month, week, day, year, event, photo, image, product, topic, thread, chapter",
    "artikel, beitrag, monat, woche, tag, bild, thema, article suivant, mois, semaine, articulo, mes, semana",
    "artigo, foto, video, step, slide, question, project, album, 記事, 一篇",
)
"""What stands beside "next" where it leads to another thing and not to more of the list."""

_FORWARD = re.compile(r"^[\s.]*(?:[>›»→▶►⟩❯⇒➔➜]|&gt;|\u203a){1,2}[\s.]*$")
_BACKWARD = re.compile(r"^[\s.]*[<‹«←◀◄⟨❮⇐]{1,3}")
_NEXT_NAME = re.compile(
    r"(?<![a-z])next(?![a-wyz])|next(?=page|post|link|url|btn)|(?:page|pager|pagi?nation|nav|i)[-_]?next\b"
    r"|forward|arrow[-_]?right",
    re.IGNORECASE,
)
_BACK_NAME = re.compile(r"prev|\bback(?:ward)?\b|\bfirst\b|\blast\b|arrow[-_]?left|disabled", re.IGNORECASE)
_PAGER_NAME = re.compile(
    r"pag(?:e[rsd]?|ing|inat\w*|er?nav\w*)\b|page[-_]?(?:nav|num|link|list|bar)|\bwp-?pagenavi|seiten|multipage"
    r"|nav[-_]?(?:link|page|below|above|next|post)|nextpost|next_posts|results?[-_]?nav",
    re.IGNORECASE,
)
_BRACKETS = " \t\r\n[](){}|.,"
_HERE_NAME = re.compile(r"current|\bactive|selected", re.IGNORECASE)
_LONGEST = 60


@dataclass(frozen=True, slots=True)
class _Weighed:
    """A link and what speaks for its being the next page."""

    url: str
    weight: float
    kinds: int


def next_page(document: Document, asked: str | None = None) -> str | None:
    """The URL of the next page of this list, or None. `asked` is the URL it was asked by, if another."""
    current = asked or document.url
    row = _numbered(document)
    anchors = {document.link(node) for node in document.tree.document.css("a[href],area[href]")}
    best: _Weighed | None = None
    for node in document.tree.document.css("a[href],area[href],link[rel][href]"):
        url = document.link(node)
        if url is None or url in (current, document.url) or site_of(url) != site_of(document.url):
            continue
        if node.tag == "link" and row.there and url not in anchors:
            continue  # software that counts on and on says so in the head, while the visible row has ended
        found = _weigh(node, url, current, is_numbered=url == row.following)
        if found.weight >= _ENOUGH and found.kinds >= 2 and (best is None or found.weight > best.weight):
            best = found
    return best.url if best else None


def _weigh(node: LexborNode, url: str, current: str, *, is_numbered: bool) -> _Weighed:
    pieces: dict[str, float] = {}
    said = list(_said(node))
    text = said[0] if said else ""
    pieces["said"] = max((_spoken(s) for s in said), default=0.0)
    if any(_back(s) for s in said):
        pieces["back"] = -8.0
    pieces.update(_marked(node))
    order = follows(current, url)
    if order is not None:
        pieces["leads"] = 3.0 if order else -6.0
    if is_numbered:
        pieces["numbered"] = 3.0
    if "rel" in pieces and order is None and node.tag == "link":
        pieces["alone"] = -2.0  # blogs tell the next *article* that way
    if len(text) > _LONGEST:
        pieces["long"] = -4.0
    if any(says(s, _ONE_THING) for s in said) and order is not True:
        pieces["one thing"] = -4.0
    for_it = sum(weight > 0 for weight in pieces.values())
    tells = pieces["said"] > 0 or is_numbered or "rel" in pieces or ("named" in pieces and not said)
    return _Weighed(url, sum(pieces.values()), for_it if tells else 0)


def _said(node: LexborNode) -> Iterator[str]:
    """What a reader is told: the text first, else names of the link and of images in it."""
    text = " ".join((node.text(deep=True, separator=" ") or "").split())
    if text:
        yield text[: 2 * _LONGEST]
    for name in ("aria-label", "title"):
        if told := (node.attributes.get(name) or "").strip():
            yield told
    for image in node.css("img,input[type=image]")[:2]:
        if told := (image.attributes.get("alt") or image.attributes.get("title") or "").strip():
            yield told


def _spoken(text: str) -> float:
    if len(text) > _LONGEST:
        return 0.0
    if _FORWARD.match(text):
        return 2.5
    if says(text, _NEXT) or any(
        folded(text).strip(" >»›→").startswith(w) for w in ("下一", "次の", "次へ", "다음")
    ):
        return 3.5 if len(phrase(text).split()) <= 3 else 1.5
    said = phrase(text)
    more = _MORE.match(said, 1)
    return 2.5 if more and more.end() == len(said) - 1 else 0.0


def _back(text: str) -> bool:
    return bool(_BACKWARD.match(text)) or (bool(says(text, _BACK)) and not says(text, _NEXT))


def _marked(node: LexborNode) -> dict[str, float]:
    """What the markup of a link, of what it holds, and of what holds it says."""
    found: dict[str, float] = {}
    rel = (node.attributes.get("rel") or "").lower().split()
    if "next" in rel:
        found["rel"] = 3.5
    elif "prev" in rel or "previous" in rel:
        found["back rel"] = -8.0
    own = " ".join([classes(node), *(_image_names(c) for c in node.css("img,span,i,svg")[:3])])
    parent = node.parent
    around = classes(parent) if parent is not None else ""
    if _NEXT_NAME.search(own) or _NEXT_NAME.search(around):
        found["named"] = 2.0
    if _BACK_NAME.search(own) or (_BACK_NAME.search(around) and not _NEXT_NAME.search(around)):
        found["back name"] = -5.0
    if any(_PAGER_NAME.search(classes(above)) for above in _above(node, 4)) or _PAGER_NAME.search(own):
        found["pager"] = 1.0
    return found


def _image_names(node: LexborNode) -> str:
    source = (node.attributes.get("src") or "").rpartition("/")[2]
    return f"{classes(node)} {source}"


def _above(node: LexborNode, steps: int) -> Iterator[LexborNode]:
    parent = node.parent
    while parent is not None and steps > 0 and parent.tag not in ("body", "html", "main"):
        yield parent
        parent, steps = parent.parent, steps - 1


# ── rows of page numbers ──────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class _Row:
    """A row of page numbers (1 2 *3* 4 5): whether there is one, and the link behind the present number."""

    there: bool = False
    following: str | None = None


def _numbered(document: Document) -> _Row:
    rows: dict[int, tuple[LexborNode, dict[int, LexborNode]]] = {}
    for node in document.tree.document.css("a[href]"):
        number = _number(node.text(deep=True) or "")
        for above in _above(node, 3) if number is not None else ():
            rows.setdefault(above.mem_id, (above, {}))[1].setdefault(number or 0, node)
    there = False
    for above, links in sorted(rows.values(), key=lambda row: len(row[1]), reverse=True):
        present = _present(document, above, links)
        following = links.get(present + 1) if present is not None else None
        there = there or present is not None or any(number + 1 in links for number in links)
        if following is not None and (url := document.link(following)):
            return _Row(there=True, following=url)
    return _Row(there=there)


def _present(document: Document, above: LexborNode, links: dict[int, LexborNode]) -> int | None:
    """A link to where we are; else the number in the row that is no link; else the gap in it; else the first."""
    for number, node in links.items():
        marks = f"{classes(node)} {classes(node.parent) if node.parent is not None else ''}"
        told = node.attributes.get("aria-current") or _HERE_NAME.search(marks)
        if told or document.link(node) == document.url:
            return number
    words = (above.text(deep=True, separator=" ") or "")[:2_000].split()
    plain = {n for word in words if (n := _number(word))} - links.keys()
    beside = [n for n in sorted(plain) if n - 1 in links or n + 1 in links]
    if len(beside) == 1:
        return beside[0]
    rising = sorted(links)
    gaps = [n + 1 for n, m in pairwise(rising) if m == n + 2]
    if len(gaps) == 1:
        return gaps[0]
    return 1 if rising[0] == 2 and len(rising) == rising[-1] - 1 and len(rising) > 1 else None


def _number(text: str) -> int | None:
    """A page number as it is written in rows: `[3]`, `1,097`."""
    bare = text.strip(_BRACKETS).replace(",", "")
    return int(bare) if bare.isascii() and bare.isdigit() and len(bare) <= 5 else None
