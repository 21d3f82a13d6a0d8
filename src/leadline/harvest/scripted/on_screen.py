"""What is on the screen is an answer: a page's own search, used in the page where no call can be made again.

Words are put into its box as a person does, the page is left to come to rest, and what it shows then is read like
any answer. Where it leads on (by scrolling, or by what says "more" or "next"), it is led on: what grows under what
stood there is one page of the answer, what takes its place is the next. The box is judged by the gate before each
word, as the page has it then; every call goes through the gate on its way, with the word that was typed.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from leadline.answers.judge.lines import lines_of
from leadline.errors import ScriptsFailed
from leadline.harvest.scripted.box import search_box
from leadline.harvest.scripted.more import leads_on
from leadline.model.page import Page, Response
from leadline.model.typed import TURNS, Typed
from leadline.parse.document import Document
from leadline.web.browsing import Clickable, PageInUse


@dataclass(slots=True)
class AskedOnScreen:
    """`leadline.web.browsing.Screen`: one page, one question after the other."""

    way: str  # `Call.on_screen`
    rest: Response  # the page before anything was done
    may_send: bool  # the user says that its form is a search
    most: int  # pages of one answer
    _in_use: PageInUse | None = None
    _at: Typed | None = None
    _ahead: Response | None = None  # the page after the one that was read last
    _standing: frozenset[str] = field(init=False)
    _at_rest: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        self._standing = frozenset(_bare(link.url) for link in _page(self.rest).links)
        self._at_rest = _lines(self.rest)

    async def __call__(self, in_use: PageInUse, asked: Typed) -> Response:
        is_next = self._in_use is in_use and self._at is not None
        if is_next and self._ahead is not None and self._at == replace(asked, turn=asked.turn - 1):
            shown = self._ahead
        else:
            shown = await self._typed(in_use, asked.word)
            for _ in range(asked.turn):
                ahead = (await self._unfolded(in_use, shown))[1]
                if ahead is None:
                    raise ScriptsFailed(in_use.url, f"the page shows no page {asked.turn + 1} of its answer again")
                shown = ahead
        self._in_use, self._at, self._ahead = in_use, None, None
        shown, self._ahead = await self._unfolded(in_use, shown)
        self._at = asked
        return shown if self._ahead is None else replace(shown, headers=(*shown.headers, (TURNS, "yes")))

    async def _typed(self, in_use: PageInUse, word: str) -> Response:
        """The page after a word was put into its search."""
        before, stayed = await in_use.shown(), in_use.stays
        box = search_box(_page(before), may_send=self.may_send)
        if box is None or (self.way == "sending" and not box.sends):
            raise ScriptsFailed(in_use.url, "its search no longer stands on the page")
        await in_use.type(box.control.place, word)
        if self.way == "sending":
            url = in_use.url
            await in_use.enter()
            if box.button is not None and in_use.url == url and _lines(await in_use.shown()) == _lines(before):
                await in_use.press(box.button.place)
        shown = await in_use.shown()
        if _lines(shown) == _lines(before):  # it may wait for a moment before it begins
            await in_use.rest()
            shown = await in_use.shown()
        if in_use.stays > stayed:
            raise ScriptsFailed(in_use.url, f"its answer to {word!r} would be a page that may not be asked for")
        return shown

    async def _unfolded(self, in_use: PageInUse, shown: Response) -> tuple[Response, Response | None]:
        """All of a page that grows, and the page that takes its place, if one does."""
        for _ in range(self.most):
            more = await self._led_on(in_use, shown)
            if more is None:
                break
            if not self._has_grown(shown, more):
                return shown, more
            shown = more
        return shown, None

    async def _led_on(self, in_use: PageInUse, shown: Response) -> Response | None:
        """The page after it was scrolled, or what leads on was pressed; None where that changed nothing."""
        await in_use.scroll()
        more = await in_use.shown()
        if _lines(more) - _lines(shown):
            return more
        onward = leads_on(self._of_answer(await in_use.clickable(), in_use.url), _page(shown))
        if onward is None or not await in_use.click(onward):
            return None
        more = await in_use.shown()
        return more if _lines(more) - _lines(shown) else None

    def _of_answer(self, offered: Sequence[Clickable], url: str) -> list[Clickable]:
        """What can be pressed but for links that the page has whatever was asked: they lead to other pages."""
        elsewhere = self._standing - {_bare(url)}
        return [one for one in offered if not one.href or _bare(one.href) not in elsewhere]

    def _has_grown(self, before: Response, after: Response) -> bool:
        """Whether what was there as an answer is there still."""
        answer = _lines(before) - self._at_rest
        return len(answer & _lines(after)) * 2 > len(answer)


def _page(response: Response) -> Page:
    return Document.of(response).page


def _lines(response: Response) -> frozenset[str]:
    return frozenset(line.text for line in lines_of(Document.of(response)))


def _bare(url: str) -> str:
    return url.partition("#")[0]
