"""How a run ends: errors become one sentence on standard error, and the exit code of their kind.

Nobody is shown a traceback unless they ask for one with LEADLINE_DEBUG=1: a fault of ours is written to a
file, and the sentence says where it is, so that a bug report can hold it.
"""

import io
import os
import sys
import tempfile
import traceback
from collections.abc import Sequence
from contextlib import suppress

import typer

from leadline import __version__
from leadline.errors import LeadlineError
from leadline.escaping import escaped
from leadline.store.atomic import FAILING

LIMITED = 4
"""Stopped by a limit of time, space or requests, or waiting for somebody; resumable."""
INTERRUPTED = 130
FAULT = 1
DEBUG = "LEADLINE_DEBUG"


def run(app: typer.Typer, words: Sequence[str] | None = None) -> int:
    """Run one command to its exit code. `words` are those after the program's name, sys.argv's by default."""
    _never_stumble_over_letters()
    try:
        code = app(args=words, prog_name="leadline", standalone_mode=False)
    except LeadlineError as error:
        say(str(error))
        return error.exit_code
    except typer.TyperException as error:  # a usage error of any kind
        if error.format_message():  # a group without a command has shown its help instead
            say(_usage_sentence(error))
        return error.exit_code
    except (KeyboardInterrupt, typer.Abort):
        say("interrupted")
        return INTERRUPTED
    except OSError as error:
        return _disk_failed(error) if error.errno in FAILING else _fault(error)
    except Exception as error:  # noqa: BLE001  # the last line of defence: report, never a bare traceback
        return _fault(error)
    if code == INTERRUPTED:  # typer turns Ctrl-C into this exit
        say("interrupted")
    return code if isinstance(code, int) else 0


def say(sentence: str) -> None:
    """One line on standard error, whatever bytes its parts came from."""
    sys.stderr.write(f"leadline: {escaped(sentence)}\n")


def _usage_sentence(error: typer.TyperException) -> str:
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "leadline"
    return f"{error.format_message().rstrip('.')} (see: {command} --help)".replace("\n", " ")


def _disk_failed(error: OSError) -> int:
    """Nothing of ours is wrong: there is no room, or what is written to does not work."""
    say(f"{error.filename or 'standard output'} cannot be written: {error.strerror}")
    if error.filename is None:
        with suppress(OSError, ValueError):  # or the interpreter fails once more when it puts away what is left
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return LeadlineError.exit_code


def _fault(error: Exception) -> int:
    if os.environ.get(DEBUG):
        traceback.print_exception(error)
        return FAULT
    try:
        report = _reported(error)
    except OSError as full:
        say(f"a fault of Leadline itself ({type(error).__name__}), and no room to report it: {full.strerror}")
        return FAULT
    say(
        f"a fault of Leadline itself ({type(error).__name__}); please report it with {report}, "
        f"or see it with {DEBUG}=1"
    )
    return FAULT


def _reported(error: Exception) -> str:
    with tempfile.NamedTemporaryFile(
        "w", prefix="leadline-fault-", suffix=".txt", delete=False, encoding="utf-8", errors="backslashreplace"
    ) as file:
        file.write(f"leadline {__version__}, Python {sys.version}\n")
        traceback.print_exception(error, file=file)
    return file.name


def _never_stumble_over_letters() -> None:
    """A terminal that cannot show a letter gets its number: a page's text must not end the run."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
