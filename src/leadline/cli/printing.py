"""Results → standard output, in the shape that was asked for; remarks about them → standard error."""

from pathlib import Path
from typing import Protocol

from leadline.cli.documents import write_json
from leadline.cli.ending import say
from leadline.cli.shown import remarks, show
from leadline.cli.terminal import console
from leadline.errors import BadTarget
from leadline.inspect.describe import Json, describe
from leadline.inspect.survey import Inspected, Result


class Printer(Protocol):
    """Takes results as they come."""

    def take(self, result: Result) -> None:
        """Print it, or keep it for the end."""
        ...

    def finish(self) -> None:
        """Print what was kept."""
        ...


def printer(*, as_json: bool, as_jsonl: bool, several: bool, svg: Path | None = None) -> Printer:
    """The printer for what was asked for."""
    chosen: Printer = OneDocument(several=several) if as_json else Lines() if as_jsonl else Tables()
    return chosen if svg is None else Drawing(chosen, svg)


class Tables:
    """For people."""

    def __init__(self) -> None:
        self._out = console()

    def take(self, result: Result) -> None:
        show(result, self._out)
        self._out.file.flush()  # a remark about it comes after it, also where both go to one place
        remark(result)

    def finish(self) -> None:
        """Nothing is kept."""


class Lines:
    """One line of JSON a target, written when it is known."""

    def take(self, result: Result) -> None:
        write_json(describe(result), indent=None)
        remark(result)

    def finish(self) -> None:
        """Nothing is kept."""


class OneDocument:
    """One JSON document: the object of one target, the list of several."""

    def __init__(self, *, several: bool) -> None:
        self._several = several
        self._taken: list[Json] = []

    def take(self, result: Result) -> None:
        self._taken.append(describe(result))
        remark(result)

    def finish(self) -> None:
        write_json(self._taken if self._several else self._taken[0])


class Drawing:
    """A picture of all forms beside what another printer prints."""

    def __init__(self, printed: Printer, file: Path) -> None:
        self._printed = printed
        self._file = file
        self._taken: list[Inspected] = []
        self._write("", "a")  # a file that cannot be written is said before anything is fetched

    def take(self, result: Result) -> None:
        self._printed.take(result)
        if isinstance(result, Inspected):
            self._taken.append(result)

    def finish(self) -> None:
        from leadline.inspect.drawing import drawing

        self._printed.finish()
        self._write(drawing(self._taken))

    def _write(self, text: str, mode: str = "w") -> None:
        try:
            with self._file.open(mode, encoding="utf-8", errors="replace") as stream:
                stream.write(text)
        except OSError as error:
            raise BadTarget(f"--svg {self._file}: cannot be written: {error.strerror or error}") from error


def remark(result: Result) -> None:
    """Say on standard error what must be known about a result."""
    for sentence in remarks(result):
        say(sentence)
