"""Answers of the lab in other words: what a site says about a search replaced, everything else left as it is.

A verdict that hangs on known words falls when a program says the same in words of its own. So the messages of the
lab are replaced, one wording for each thing a source has to say: by what programs might say in fifteen languages
(`foreign_wordings.toml`: measurement only), by others in frames of their own (`later_wordings.toml`), by words of
ten more at other places of the page (`moved_wordings.toml`), of another ten in other frames again
(`fresh_wordings.toml`), or, for training, by words of no language.
"""

import html
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

from leadline.model.page import Response
from leadline.web.charset import decoded
from leadline_bench.harvest.moved import HOLE, framed, placed
from leadline_lab.randomness import dice
from leadline_lab.sources.wording import phrases_of
from leadline_lab.spec import Role

Rewording = Callable[[str, str], str | None]
"""(kind of message, site) → the words for it, with the slots {field} and {n}; None: as it was."""
_KINDS = {
    "none": "none",
    "required": "required",
    "keyword": "blank",
    "criterion": "blank",
    "number": "invalid",
    "date": "invalid",
    "zip": "invalid",
    "short": "short",
    "error": "failure",
    "token": "failure",
    "too_many": "too_many",
}
"""What the lab calls a message → what the wordings call it."""
_TEXT = re.compile(r">([^<]+)<")
_OPEN = re.compile(r"\{(\w+)\}")
_SLOT = re.compile(r"\\\{(\w+)\\\}")


@cache
def _said(language: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """All messages of the lab in a language, as patterns with their slots as groups."""
    phrases = phrases_of(language, Role.REPORTING)
    return tuple(
        (kind, re.compile(_SLOT.sub(r"(?P<\1>.+?)", re.escape(phrase))))
        for name, kind in _KINDS.items()
        for phrase in phrases[name]
    )


def reworded(response: Response, language: str, site: str, words: Rewording) -> Response:
    """The answer with its messages in other words."""

    apart: list[tuple[str, str]] = []

    def other(found: re.Match[str]) -> str:
        text = " ".join(html.unescape(found[1]).split())
        for kind, pattern in _said(language) if text else ():
            if (slots := pattern.fullmatch(text)) is not None and (said := words(kind, site)) is not None:
                if words in (moved, fresh, novel):
                    apart.append((filled(said, slots.groupdict()), slots.groupdict().get("field", "")))
                    return f">{HOLE}<"
                spoken = html.escape(filled(said, slots.groupdict()))
                return f">{_frame_of(words, site).format(spoken)}<"
        return found[0]

    told = _TEXT.sub(other, decoded(response).text)
    framing: dict[Rewording, str] = {fresh: "fresh", novel: "novel"}
    name = framing.get(words, "")
    written = framed(told, apart, site, name) if name else placed(told, apart, site)
    headers = (*((n, v) for n, v in response.headers if n.lower() != "content-type"), _UTF_8)
    return replace(response, headers=headers, body=written.encode("utf-8", "replace"))


_UTF_8 = ("Content-Type", "text/html; charset=utf-8")


def filled(said: str, slots: Mapping[str, str]) -> str:
    """
    >>> filled("{field}: {n} letters", {"field": "Title"})
    'Title:  letters'
    """
    return _OPEN.sub(lambda slot: slots.get(slot[1], ""), said)


@cache
def wordings(file: str) -> dict[str, dict[str, list[str]]]:
    """Language → kind → what programs say."""
    return tomllib.loads(Path(__file__).with_name(file).read_text("utf-8"))


def _drawn(name: str, kind: str, site: str) -> str:
    """From a set of wordings: one language a site, and the same words whenever this site says it."""
    written = wordings(f"{name}_wordings.toml")
    said = written[dice(f"{name} wordings", site).pick(sorted(written))]
    return dice(f"{name} wording", site, kind).pick(said[kind])


def foreign(kind: str, site: str) -> str | None:
    """In the words of some program of some language."""
    return _drawn("foreign", kind, site)


def later(kind: str, site: str) -> str | None:
    """In words that were written when everything else was finished, and in frames of their own."""
    return _drawn("later", kind, site)


def moved(kind: str, site: str) -> str | None:
    """In ten more languages, and at another place of the page (`leadline_bench.harvest.moved`)."""
    return _drawn("moved", kind, site)


def fresh(kind: str, site: str) -> str | None:
    """In ten more again, and in frames of their own."""
    return _drawn("fresh", kind, site)


def novel(kind: str, site: str) -> str | None:
    """In eight more, and in frames of their own."""
    return _drawn("novel", kind, site)


FRAMES = (
    "{}", "<strong>{}</strong>", "<em>{}</em> <small>[?]</small>", "» {}", "<tt>{}</tt>",
    "<img src='/x.gif' alt=''> <b>{}</b>", "<span><span>{}</span></span>", "— {} —",
)  # fmt: skip


def _frame_of(words: Rewording, site: str) -> str:
    return dice("later frame", site).pick(FRAMES) if words is later else "{}"
