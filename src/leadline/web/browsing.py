"""What a browser beside the door offers to those above it: a page to be used, and what that came to."""

from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol, runtime_checkable

from leadline.model.call import RecordedCall
from leadline.model.page import Response
from leadline.model.typed import Typed


class Clickable(NamedTuple):
    """Something on a page that can be pressed and is no control of a form."""

    number: int
    text: str
    href: str = ""
    rel: str = ""
    classes: str = ""


@runtime_checkable
class PageInUse(Protocol):
    """A page in a browser, used as a reader would; controls go by `Control.place`. What cannot be done is
    False."""

    @property
    def calls(self) -> tuple[RecordedCall, ...]:
        """What its scripts asked for and got until now."""

    @property
    def url(self) -> str:
        """Where it is: sending a word may have led to another page."""

    @property
    def lacks(self) -> bool:
        """Whether it did not get data of other sites, or what it asked for with a word that was typed."""

    @property
    def scripts(self) -> tuple[RecordedCall, ...]:
        """The programs that ran, as they came."""

    @property
    def stays(self) -> int:
        """How often it wanted to go to another page and might not."""

    def renewed(self) -> None:
        """Another question is put to it: it has as much time, and may ask for as much, as when it was opened."""

    async def shown(self) -> Response: ...
    async def rest(self) -> None: ...
    async def type(self, place: int, word: str) -> bool: ...
    async def enter(self) -> None: ...
    async def press(self, place: int) -> bool: ...
    async def choose(self, place: int, number: int) -> bool: ...
    async def scroll(self) -> bool: ...
    async def clickable(self) -> tuple[Clickable, ...]: ...
    async def click(self, what: Clickable) -> bool: ...


class Screen(Protocol):
    """Who puts questions to a page and reads the answers."""

    async def __call__(self, in_use: PageInUse, asked: Typed) -> Response: ...


@dataclass(frozen=True, slots=True)
class Allowed:
    """What the user allows a page that is used."""

    sites: frozenset[str] = frozenset()  # other sites whose data its scripts may have
    searches: bool = False  # its search is one, whatever its address says


@dataclass(slots=True)
class BrowserUse:
    """What using pages came to."""

    openings: int = 0  # how often a page was opened in a browser, rendering counted
    most: int | None = None  # openings that are allowed; further pages are read as they come
    calls: int = 0  # calls of scripts that were answered
    blocked: int = 0  # what scripts wanted and did not get
    other_sites: set[str] = field(default_factory=set)  # hosts of other sites whose data they wanted
    refused: list[str] = field(
        default_factory=list
    )  # calls that pages in use wanted and did not get; the first few
    refused_posts: list[str] = field(default_factory=list)  # what they posted before anything was typed
    sockets: set[str] = field(default_factory=set)  # web sockets that they wanted
    unmoved: bool = False  # words in the search of the last one changed nothing on it
    by_itself: bool = False  # it answered words, by no call and of no list that came

    @property
    def may_open(self) -> bool:
        return self.most is None or self.openings < self.most


@runtime_checkable
class NamesSitemaps(Protocol):
    """A fetcher that has read robots.txt."""

    async def sitemaps(self, url: str) -> tuple[str, ...]:
        """The sitemaps that robots.txt of this URL's host names; raises `leadline.errors.FetchError`."""


@runtime_checkable
class BrowsesPages(Protocol):
    """A fetcher that has a browser beside it."""

    use: BrowserUse

    def using(self, page: Response, allowed: Allowed) -> AbstractAsyncContextManager[PageInUse]:
        """Open the page that a response is of; raises `leadline.errors.ScriptsFailed`."""

    def begin(self, use: BrowserUse) -> None:
        """Another harvest: nothing is known of the one before."""

    def keep(self, answer: Response) -> None:
        """Give this answer, once, to who asks for what it answers."""

    def as_it_came(self, page: Response) -> Response | None:
        """The page as it was before its scripts ran, if it is the one that was rendered last."""

    def plainly(self) -> None:
        """From now on no page is rendered."""

    def answer_by(self, screen: Screen, page: Response, allowed: Allowed) -> None:
        """Have questions to the screen of this page (`leadline.model.typed`) answered; it is opened for the first
        of them, and again where its scripts did not let go, as often as pages may be opened."""
