"""What the user says about every request: which addresses are in scope, and which headers go along to whom.

Both are kept at the door, for every redirect and every retry, whoever asks.

>>> scope = Scope.of("example.com/cars/ *.example.org/*", "*/login *.pdf")
>>> [
...     scope.excluded(f"http://{rest}") or "in"
...     for rest in ("example.com/cars/7", "www.example.org/", "example.com/")
... ]
['in', 'in', 'is outside of what --include names']
>>> scope.excluded("http://example.com/cars/list.pdf")
"is left out by --exclude '*.pdf'"
>>> Scope.of("example.com", "").excluded("http://example.com.elsewhere.example/")
'is outside of what --include names'
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from leadline.errors import BadConfiguration
from leadline.model.url import parts_of, site_of

_MOST_STARS = 8  # in one pattern: matching takes the longer the more there are
_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")  # RFC 9110 section 5.6.2
_OURS = frozenset(
    {
        *("host", "connection", "content-length", "content-type", "transfer-encoding", "te", "upgrade", "expect"),
        *("accept-encoding", "range", "cookie", "user-agent", "keep-alive", "trailer"),
    }
)
"""How a message is framed, what we can read, and who we say we are (--user-agent, --cookies)."""
_HIDDEN = "…"


@dataclass(frozen=True, slots=True)
class _Pattern:
    text: str
    whole: bool  # it says the scheme too
    match: re.Pattern[str]

    @classmethod
    def of(cls, text: str) -> Self:
        if text.count("*") > _MOST_STARS:
            raise BadConfiguration(f"the pattern {text!r} has more than {_MOST_STARS} stars; say it with fewer")
        if "*" in text:
            expression = ".*".join(re.escape(part) for part in re.split(r"\*+", text))
        else:  # a beginning, up to where a part of an address ends: example.com is not example.com.evil.example
            expression = re.escape(text) + ("" if text.endswith(("/", "?", "&", "=")) else r"(?![^/?#&:])") + ".*"
        return cls(text, "://" in text, re.compile(expression, re.DOTALL))

    def matches(self, url: str) -> bool:
        return self.match.fullmatch(url if self.whole else url.partition("://")[2]) is not None


@dataclass(frozen=True, slots=True)
class Scope:
    """Which addresses may be asked for."""

    include: tuple[_Pattern, ...] = ()
    exclude: tuple[_Pattern, ...] = ()

    @classmethod
    def of(cls, include: str, exclude: str) -> Self:
        return cls(tuple(map(_Pattern.of, include.split())), tuple(map(_Pattern.of, exclude.split())))

    def excluded(self, url: str, *, is_part: bool = False) -> str | None:
        """Why an address is out of scope; None if it is not. Parts that a page in scope is made of (its scripts)
        may lie anywhere that is not left out."""
        for pattern in self.exclude:
            if pattern.matches(url):
                return f"is left out by --exclude {pattern.text!r}"
        if self.include and not is_part and not any(pattern.matches(url) for pattern in self.include):
            return "is outside of what --include names"
        return None


def given_headers(text: str) -> tuple[tuple[str, str], ...]:
    """Headers of the user, a line each. Raises `BadConfiguration` for what cannot be sent."""
    found = []
    for line in filter(str.strip, text.split("\n")):
        name, colon, value = line.partition(":")
        name, value = name.strip(), value.strip()
        if not colon or not _NAME.fullmatch(name) or not value.isprintable():
            raise BadConfiguration(f"--header {name[:40]!r} is no header; write --header 'Name: value'")
        if name.lower() in _OURS or name.lower().startswith("proxy-"):
            raise BadConfiguration(f"--header {name}: that one is Leadline's own to send")
        found.append((name, value))
    return tuple(found)


def without_values(text: str) -> str:
    """Headers as a folder may keep them: a folder is passed on, and a header is often a key.

    >>> without_values("X-Key: secret")
    'X-Key: …'
    """
    return "\n".join(f"{name}: {_HIDDEN}" for name, _ in given_headers(text))


@dataclass(frozen=True, slots=True)
class GivenHeaders:
    """The user's headers, for the sites the user named and no other; over https alone where https was named."""

    headers: tuple[tuple[str, str], ...] = ()
    sites: frozenset[tuple[str, str]] = frozenset()  # scheme, site

    @classmethod
    def of(cls, text: str, urls: Iterable[str]) -> Self:
        headers = given_headers(text)
        return cls(headers, frozenset((parts_of(url).scheme, site_of(url)) for url in urls if url and headers))

    def going_to(self, url: str) -> tuple[tuple[str, str], ...]:
        if not self.headers:
            return ()
        site = site_of(url)
        schemes = ("http",) if parts_of(url).scheme == "http" else ("http", "https")
        return self.headers if any((scheme, site) in self.sites for scheme in schemes) else ()
