"""What goes to the web (`Request`), what comes back (`Response`), and what is on it (`Page`)."""

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeVar

from leadline.model.form import Control, Form
from leadline.model.permit import Permit

T = TypeVar("T")
Headers = tuple[tuple[str, str], ...]
"""As sent, order and repetition kept: the archive needs them so. Look one up with `header`."""


class Accept(StrEnum):
    """What a request is ready to download; the rest is dropped after its headers."""

    PAGE = "page"
    ANY = "any"


class Truncation(StrEnum):
    """Why a body is only the beginning of what the server meant."""

    SIZE = "size"
    CONNECTION = "connection"
    ENCODING = "encoding"
    TIME = "time"


@dataclass(frozen=True, slots=True)
class Request:
    """One question to the web, never without the gate's permit. `url` is canonical; `body` is already encoded, its
    type in `headers`."""

    url: str
    method: Literal["GET", "POST"] = "GET"
    headers: Headers = ()
    body: bytes | None = None
    accept: Accept = Accept.PAGE
    permit: Permit = field(kw_only=True, compare=False)
    """Why it may be sent; two requests that differ in that alone are the same question."""
    place: str = field(default="", kw_only=True, compare=False)
    """Where on the page its scripts begin: what stood behind `#`. No server ever sees it."""


@dataclass(frozen=True, slots=True)
class Hop:
    """One redirect that was followed."""

    url: str
    status: int
    location: str


class Memo:
    """What was worked out of a body, left beside it so that nobody does it again. It is no part of the answer: it
    is neither compared nor stored, and a copy, or an answer on its way to another process, starts without."""

    __slots__ = ("data", "decoded", "document", "heavy")

    def __init__(self) -> None:
        self.decoded: object = None  # by `leadline.web.charset.decoded`
        self.data: object = None  # by `leadline.harvest.scripted.carried.data_of`
        self.document: object = None  # by `leadline.parse.document.Document.of`
        self.heavy: bool | None = None  # by `leadline.web.tasks.takes_long`

    def __reduce__(self) -> tuple[type["Memo"], tuple[()]]:
        return Memo, ()


@dataclass(frozen=True, slots=True)
class Revisited:
    """The archived answer that an answer says again."""

    url: str
    at: float
    warc: str
    offset: int
    digest: str  # of its payload
    not_modified: Headers | None = None
    """What the server said instead of its page, where it said that nothing has changed (304)."""


@dataclass(frozen=True, slots=True)
class Response:
    """The answer, transfer and content encodings undone; `url` is where the redirects ended. An HTTP error status
    is an answer like any other. What brought no answer is a `FetchError`."""

    request: Request
    url: str
    status: int
    headers: Headers
    body: bytes
    fetched_at: float
    seconds: float = 0.0
    address: str | None = None
    truncated: Truncation | None = None
    hops: tuple[Hop, ...] = ()
    attempts: int = 1
    sent_headers: Headers = ()
    rest_until: float | None = None
    """With this answer the host asked to be left alone for longer than we wait, until then."""
    revisited: Revisited | None = None
    """What it repeats: the archive then holds no second copy."""
    memo: Memo = field(default_factory=Memo, init=False, repr=False, compare=False)

    @property
    def ok(self) -> bool:
        return 200 <= self.status < 300

    @property
    def content_type(self) -> str:
        """The media type alone, lower case; empty if the server did not say."""
        return (header(self.headers, "content-type") or "").partition(";")[0].strip().lower()


def header(headers: Headers, name: str) -> str | None:
    """The first header of that (lower-case) name."""
    return next((value for key, value in headers if len(key) == len(name) and key.lower() == name), None)


class Link(NamedTuple):
    """A link with the three contexts link classifiers read (FFC section 3.2) and its place in the page. A tuple,
    because a page has eighty of them and a frozen dataclass takes three times as long to make."""

    url: str
    anchor: str
    around: str  # up to ten words before and ten after the anchor, the anchor left out (SPEC section 6)
    tag_path: str  # from the root: `html/body/div.nav#top/ul/li/a`, with classes and ids as the site wrote them
    rel: frozenset[str] = frozenset()
    same_site: bool = True
    marks: str = ""
    """What its markup says it does (`leadline.parse.links`); not stored, since such links are not followed."""


@dataclass(frozen=True, slots=True)
class Hints:
    """What a page says about searching its site, outside of its forms."""

    opensearch: tuple[str, ...] = ()  # URLs of OpenSearch description documents
    search_actions: tuple[str, ...] = ()  # URL templates of schema.org SearchAction
    sitemaps: tuple[str, ...] = ()
    feeds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RobotsMeta:
    """`<meta name=robots>` and `X-Robots-Tag`."""

    noindex: bool = False
    nofollow: bool = False


@dataclass(frozen=True)
class Page:
    """One parsed page: everything later stages read about it, so that nobody parses twice.

    A page of the parser (`Page.of`) holds its tree, and each fact is read from it when somebody first asks:
    answers to queries are never asked for their links, inspected pages not for their text, and reading costs
    ten times what the tree does. It stays a value: a fact is the same whenever it is read, `==` and `replace`
    see no difference. No slots and no defaults on the class, which would answer before the tree is asked."""

    url: str
    base_url: str
    canonical_url: str | None
    title: str
    text: str
    language: str | None
    links: tuple[Link, ...]
    forms: tuple[Form, ...]
    hints: Hints = field(default_factory=Hints)
    robots: RobotsMeta = field(default_factory=RobotsMeta)
    charset: str = field(default_factory=lambda: "utf-8")
    refresh_url: str | None = field(default_factory=lambda: None)  # where `<meta http-equiv=refresh>` leads
    loose_controls: tuple[Control, ...] = field(default_factory=tuple)
    """Controls that belong to no form, in document order. Today's search boxes often stand alone and are
    sent by a script; a later stage may take neighbours (by `tag_path`) for a form and guess its action."""
    cut: tuple[str, ...] = field(default_factory=tuple)
    """What of the page was not read because there is too much of it, a sentence each."""

    @property
    def words(self) -> Sequence[str]:
        """The words of the text as they are written: what the parser has made it of, where that is still known."""
        facts = self.__dict__.get("_facts")
        return self.text.split() if facts is None else facts.words

    def kept(self, name: str, make: Callable[[], T]) -> T:
        """What follows from the page's facts and several stages want, made when it is first asked for."""
        known: dict[str, T] = self.__dict__.setdefault(_KEPT, {})
        if name not in known:
            known[name] = make()
        return known[name]

    @classmethod
    def of(cls, facts: object) -> "Page":
        """A page that asks `facts` (`leadline.parse.facts`: a property for each, by the name it has here), once
        for each, when it is asked itself."""
        page = cls.__new__(cls)
        page.__dict__["_facts"] = facts
        return page

    def whole(self) -> "Page":
        """The same page with every fact read and its tree let go: for who times reading, or keeps pages."""
        for name in _NAMES:
            getattr(self, name)
        return self

    if not TYPE_CHECKING:  # a checker would take every misspelt name for a fact

        def __getattr__(self, name: str) -> object:
            known = self.__dict__
            if name not in _NAMES or "_facts" not in known:
                raise AttributeError(f"a page has no {name!r}", name=name, obj=self)
            known[name] = fact = getattr(known["_facts"], name)
            if len(known) - (_KEPT in known) > len(_NAMES):
                del known["_facts"]
            return fact

    def __reduce__(self) -> tuple[type["Page"], tuple[object, ...]]:
        """A copy, or a page on its way to another process, takes all facts along and leaves the tree."""
        return type(self), tuple(getattr(self, name) for name in _NAMES)


_NAMES = tuple(each.name for each in fields(Page))
_KEPT = "_kept"  # beside the facts, and none of them


class cached_property(functools.cached_property[T]):  # noqa: N801  # as the standard library's
    """A property that is worked out once; the standard library's, without its lock.

    Up to Python 3.11 `functools.cached_property` has one lock for all objects of a class: while a large page is
    read in a thread of its own (`leadline.web.tasks`), every other page would wait for it.

    >>> class Page:
    ...     @cached_property
    ...     def words(self) -> int:
    ...         print("counted")
    ...         return 3
    >>> page = Page()
    >>> page.words, page.words
    counted
    (3, 3)
    """

    if not TYPE_CHECKING:

        def __get__(self, owner, kind=None):
            if owner is None:
                return self
            found = owner.__dict__[self.attrname] = self.func(owner)
            return found
