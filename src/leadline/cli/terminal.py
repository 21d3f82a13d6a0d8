"""The one place through which words reach a terminal, questions included.

All text of pages, servers and folders is hostile: control characters would steer the terminal and direction marks
would show something else than is said. Whoever prints for people prints to `console()`, says a sentence with
`leadline.cli.running.say` (which escapes too) or asks with `ask`; none of them lets such characters through.
"""

import codecs
import io
import sys
import unicodedata
from typing import IO, BinaryIO

import typer
from rich.console import Console, ConsoleOptions, ConsoleRenderable, RenderHook, RenderResult
from rich.segment import Segment

from leadline.errors import escaped_lines

WIDTH_IN_A_FILE = 100


def console(file: IO[str] | None = None, *, soft_wrap: bool = False) -> Console:
    """Where tables and lines go; a pipe or file has no width of its own."""
    stream = file or sys.stdout
    width = None if stream.isatty() else WIDTH_IN_A_FILE
    out = Console(file=stream, width=width, markup=False, highlight=False, emoji=False, soft_wrap=soft_wrap)
    out.push_render_hook(_Escaping())
    return out


def ask(question: str) -> str:
    """What the user answers; only for a terminal."""
    return str(typer.prompt(harmless(question), err=True))


class EscapedBytes(io.RawIOBase):
    """A terminal that is written to as a file: text, of which nothing steers."""

    def __init__(self, out: BinaryIO) -> None:
        super().__init__()
        self._out = out
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode

    def writable(self) -> bool:
        return True

    def write(self, data: bytes) -> int:  # type: ignore[override]  # bytes are all that is written here
        text = self._decode(bytes(data)).replace("\r\n", "\n")
        self._out.write(escaped_lines(text).encode())
        return len(data)


class _Escaping(RenderHook):
    def process_renderables(self, renderables: list[ConsoleRenderable]) -> list[ConsoleRenderable]:
        return [_Escaped(one) for one in renderables]


class _Escaped:
    """Anything rich can show, without what steers in its text; what rich itself steers with stays."""

    def __init__(self, shown: ConsoleRenderable) -> None:
        self._shown = shown

    def __rich_console__(self, out: Console, options: ConsoleOptions) -> RenderResult:
        for part in out.render(self._shown, options):
            yield part if part.control else Segment(escaped_lines(part.text), part.style)


def harmless(text: str) -> str:
    """On one line, control characters as numbers, invisible and direction-turning characters left out.

    >>> harmless("a\\x1b[31mb\\u202ec\\n d")
    'a\\\\x1b[31mbc d'
    """
    return " ".join("".join(map(_harmless, text)).split())


def _harmless(character: str) -> str:
    if character.isspace() or character.isprintable():
        return character
    return "" if unicodedata.category(character) == "Cf" else f"\\x{ord(character):02x}"
