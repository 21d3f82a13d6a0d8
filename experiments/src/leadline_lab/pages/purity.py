"""What a page talks about, and how much: chosen per page, so that some on-topic pages hardly show it.

Set so that a naive Bayes page classifier trained on other sites is right in 91–98 % of home pages
(SmartCrawler's site classifiers: 90.9–98.0 %), not in all: short home pages, neighbouring subjects, pages that
mention a domain without being about it.
"""

from dataclasses import dataclass

from leadline_lab.pages.writer import Writer
from leadline_lab.plan.outline import off_topic
from leadline_lab.words import NEIGHBOURS

_USUAL = {
    "home": 5,
    "section": 5,
    "hub": 5,
    "item": 5,
    "print": 5,
    "links": 4,
    "form": 4,
    "desk": 1,
    "calendar": 2,
}
"""Place in `PURITIES` by kind of page."""
_WORDS = {"home": (60, 280), "section": (30, 160), "hub": (60, 220), "item": (80, 400), "print": (80, 400),
          "links": (20, 80), "form": (20, 160), "desk": (60, 300), "calendar": (20, 60)}  # fmt: skip
_ASTRAY = 0.08
"""Items about something else than their section."""
_SHORT = 0.1


@dataclass(frozen=True, slots=True)
class Aim:
    subject: str
    purity: int
    words: int


def aim_of(writer: Writer) -> Aim:
    roll, kind = writer.roll, writer.page.kind
    low, high = _WORDS[kind]
    words = roll.between(low, high)
    purity = 0 if writer.hushed else _USUAL[kind]
    subject = _subject(writer)
    if kind == "form" and not any(writer.plan.forms[i].domain for i in _forms(writer)):
        purity = 1
    if kind == "item" and roll.chance(_ASTRAY):
        near = [name for name, _ in NEIGHBOURS[subject] if name in writer.world.subjects]
        subject = roll.pick(near) if near and roll.chance(0.5) else off_topic(writer.plan.site, roll)
    if roll.chance(0.12):
        purity = max(1, purity - roll.between(1, 3)) if purity else 0
    if roll.chance(_SHORT):
        words //= 3
    return Aim(subject, purity, words)


def _forms(writer: Writer) -> tuple[int, ...]:
    return writer.plan.stands.pages[writer.page.number].forms


def _subject(writer: Writer) -> str:
    plan, page = writer.plan, writer.page
    if page.kind == "section":
        return plan.outline.sections[page.number].subject
    if page.kind in ("item", "print"):
        return plan.outline.sections[plan.outline.section_of(page.number)].subject
    if page.kind == "hub":
        return plan.stands.hubs[page.number].subject
    if page.kind == "form":
        return plan.stands.pages[page.number].subject
    return plan.outline.voice
