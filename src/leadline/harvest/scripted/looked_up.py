"""Answers that a page finds by itself, in data that it has: seen on the screen, since no call tells of them.

A manual of plain files brings one index and looks every word up in it. What is new on the screen after a word was
sent is held against all data that came: the list whose things stand there is what the page looks up, and the links
there tell how the page makes the address of a thing (`made_link`). Where several words brought others of its
things each, nonsense none, and nothing else was asked for meanwhile, its search can bring nothing but that list.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from leadline.answers.document import address_of, addressed
from leadline.answers.state import texts_of
from leadline.harvest.scripted.carried import Carried, carried
from leadline.model.call import Place, RecordedCall, Slot
from leadline.model.page import Link, Page, Response, header
from leadline.submit.calls import leaves
from leadline.web.blocks import HTML

_LETTERS = 3
_MOST_THINGS, _MOST_LINKS = 400, 400
_SEVERAL = 2
_BY_SCRIPT = "x-requested-with"  # some servers answer those who send it otherwise
_CERTAIN = 4  # letters of a value that is in an address by no accident


@dataclass(frozen=True, slots=True)
class Looked:
    """What a word changed on the screen: links that were not there before anything was done, and what was asked
    for meanwhile."""

    word: str
    changed: bool
    links: tuple[Link, ...]
    asked: tuple[str, ...] = ()
    fresh: bool = (
        False  # it says what the page did not say before: words do more than hide and mark what was there
    )


def looked(word: str, rest: Page, before: Page, after: Page, asked: Iterable[RecordedCall] = ()) -> Looked:
    """`rest`: before anything was done; `before`: when the word was about to be typed."""
    known = set(_standing(rest))
    links = tuple(
        link
        for link, standing in zip(after.links, _standing(after), strict=True)
        if standing not in known and link.anchor.strip()  # a frame that came meanwhile says nothing
    )
    changed = after.text != before.text or _standing(after) != _standing(before)
    urls = tuple(call.answer.request.url for call in asked)
    said = set(rest.text.casefold().split()) | set(word.casefold().split())
    fresh = any(one.isalpha() and one not in said for one in after.text.casefold().split())
    return Looked(word, changed, links[:_MOST_LINKS] if changed else (), urls, fresh)


def _standing(page: Page) -> list[tuple[str, str]]:
    """Where links lead and stand: a menu may lead everywhere as well. What leads to the page itself leads there
    still after a form was sent that added a `?` to its address."""
    here = _bare(page.base_url)
    return [("" if _bare(link.url) == here else link.url, link.tag_path) for link in page.links]


def without_linked(calls: Sequence[RecordedCall], answer: Looked) -> list[RecordedCall]:
    """Calls but for those of pages that an answer links: a page may show a piece of each."""
    linked = {_bare(link.url) for link in answer.links}
    return [call for call in calls if _bare(call.answer.request.url) not in linked]


def has_two(answers: Sequence[Looked]) -> bool:
    """Whether words brought different things, so that no more are needed."""
    return len({frozenset(_bare(one.url) for one in answer.links) for answer in answers if answer.links}) > 1


def looked_up(calls: Iterable[RecordedCall], answers: Sequence[Looked]) -> tuple[Carried, Slot] | None:
    """The list that answers on the screen come from, and how addresses of its things are made; None where the
    screen shows nothing of any list, or links its things to nothing that their values tell."""
    data = list(calls)
    for answer in sorted(answers, key=lambda one: -len(one.links)):
        found = carried(data, " ".join(link.anchor for link in answer.links)) if answer.links else None
        if found is None or found.rows is None:
            continue
        link = made_link(found, answer.links, answer.word)
        if link is not None and _answers_all(found, link, answers):
            return found, link
    return None


def _answers_all(found: Carried, link: Slot, answers: Sequence[Looked]) -> bool:
    """Whether every word that brought something brought things of this list: an index may come in pieces, one for
    each first letter."""
    own = {_bare(address_of(thing, link)) for thing in found.things}
    return all(own & {_bare(one.url) for one in answer.links} for answer in answers if answer.links)


def is_all(found: Carried, link: Slot, answers: Sequence[Looked]) -> bool:
    """Whether everything that the page's search can bring is in the list: each answer links its things and no
    others, there are different ones, nonsense (the last) brings none, and nothing was asked for meanwhile but
    pages of its things."""
    own = {_bare(address_of(thing, link)) for thing in found.things}
    shown = [frozenset(_bare(one.url) for one in answer.links) for answer in answers]
    own |= {_bare(found.request.url)}
    asked = {_bare(url) for answer in answers for url in answer.asked}
    some = [links for links in shown[:-1] if links]
    is_within = all(links <= own for links in some) and answers[-1].changed and not shown[-1] & own
    return len(set(some)) >= _SEVERAL and is_within and asked <= own


def pages_of(found: Carried, link: Slot, calls: Sequence[RecordedCall]) -> tuple[Response, ...]:
    """Own pages of things that came already, as anybody gets them."""
    own = {address_of(thing, link) for thing in found.things}
    plain = (call.answer for call in calls if call.answer.ok and call.answer.request.method == "GET")
    return tuple(
        one
        for one in plain
        if one.url in own and one.content_type in HTML and header(one.request.headers, _BY_SCRIPT) is None
    )


def _bare(url: str) -> str:
    return url.partition("#")[0].partition("?")[0]


# ── how a page makes addresses ────────────────────────────────────────────────────────────────────────────


def made_link(found: Carried, links: Sequence[Link], word: str = "") -> Slot | None:
    """The value of a thing that its link on the screen holds, and what stands around it there: what fits most
    things, two or more unless there is but one and no doubt."""
    told: dict[Slot, set[int]] = defaultdict(set)
    by_text = _by_text(found)
    lengths: dict[Slot, int] = defaultdict(int)
    for link in links:
        anchor = " ".join(link.anchor.split())
        for number in by_text.get(anchor) or _within(anchor, found):
            for slot, length in _slots(found.things[number], link.url, word):
                told[slot].add(number)
                lengths[slot] += length
    best = max(told, key=lambda slot: (len(told[slot]), lengths[slot]), default=None)
    if best is None:
        return None
    things = len(told[best])
    return best if things >= _SEVERAL or lengths[best] >= _CERTAIN * things else None


def _by_text(found: Carried) -> dict[str, list[int]]:
    named: dict[str, list[int]] = defaultdict(list)
    for number, thing in enumerate(found.things):
        for text in set(texts_of(thing)) & found.seen:
            named[text].append(number)
    return named


def _within(anchor: str, found: Carried) -> list[int]:
    """Things whose words stand in what a link says, among much else."""
    texts = [text for text in found.seen if len(text) >= _LETTERS and text in anchor]
    longest = max(texts, key=len, default=None)
    if longest is None:
        return []
    return [n for n, thing in enumerate(found.things[:_MOST_THINGS]) if longest in set(texts_of(thing))]


def _slots(thing: Any, url: str, word: str) -> Iterator[tuple[Slot, int]]:
    for place, value in _plain(thing):
        written = addressed(value)
        at = url.rfind(written) if written else -1
        if at >= url.find("/", len("https://")) > 0:
            after = url[at + len(written) :]
            if after[:1] in ("?", "#") and word and word.casefold() in addressed(after).casefold():
                after = ""  # it tells the page what was looked up, and makes no other of it
            yield Slot(place, url[:at], after), len(written)


def _plain(thing: Any) -> Iterator[tuple[Place, object]]:
    for place, value in leaves(thing):
        if isinstance(value, str | int) and not isinstance(value, bool) and len(str(value)) < 2_000:
            yield place, value
