"""One use of a page: what is known of it, step by step."""

from dataclasses import dataclass, field
from typing import Literal

from leadline.harvest.scripted.carried import Carried, carried
from leadline.harvest.scripted.looked_up import Looked
from leadline.model.call import CallField, RecordedCall, Slot, Turn
from leadline.model.page import Page, Request
from leadline.parse.document import Document
from leadline.web.browsing import PageInUse

_DEAD = 2  # words that changed nothing on the screen


@dataclass(slots=True)
class Session:
    """One use of a page, step by step."""

    in_use: PageInUse
    page: Page  # at rest, before anything was done
    may_send: bool  # the user says that its form is a search
    language: str
    at_rest: Carried | None = None  # what carried the list that was there at once
    base: Request | None = None
    found: Carried | None = None  # what carried the records, by the last word that brought some
    unproved: tuple[str, Carried] | None = None  # a word, and a call that took it and showed nothing
    turns: tuple[Turn, ...] = ()
    fields: tuple[CallField, ...] = ()
    looked: list[Looked] = field(default_factory=list)
    """What the screen showed after words that no call carried."""
    by_typing: bool = False  # the screen answers while a word is typed
    is_sent: bool = False  # a word was sent that calls or the screen answered
    place: str = ""  # what relative addresses in its data are held against
    link: Slot | None = None  # how the page makes a record's address
    is_all: bool = False  # its search can bring nothing but the list that was found

    async def screen(self) -> Page:
        return Document.of(await self.in_use.shown()).page

    @property
    def data(self) -> list[RecordedCall]:
        """All data that came, in programs as well."""
        return [*self.in_use.scripts, *self.in_use.calls]

    @property
    def way(self) -> Literal["", "typing", "sending"]:
        """How its search is used on the screen; empty where words bring nothing there."""
        if not any(one.links and one.fresh for one in self.looked) and not self.is_by_words:
            return ""
        return "sending" if self.is_sent else "typing"

    @property
    def is_beside(self) -> bool:
        """Whether words brought to the screen what the list that was found has not: it is something else, such as
        a menu."""
        found = self.found
        answers = [one for one in self.looked if one.links and one.fresh]
        if found is None or self.unproved is not None or not answers:
            return False
        known = carried([found.call], " ".join(link.anchor for one in answers for link in one.links), found)
        return known is None or known.shown == 0

    @property
    def is_dead(self) -> bool:
        """Whether nothing came of words so often that its box is taken for no search."""
        return len(self.looked) >= _DEAD and not any(one.changed for one in self.looked)

    @property
    def is_by_words(self) -> bool:
        """Whether what carried the records was found by words that brought some, or a list of the page changes it:
        not what came by itself, nor a call that took a word and brought nothing."""
        if self.unproved is not None and self.found is self.unproved[1]:
            return False
        return self.found is not self.at_rest or bool(self.fields)
