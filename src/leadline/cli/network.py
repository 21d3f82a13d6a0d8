"""The options of every command that touches the web, in one place.

A command takes a parameter annotated `NetworkOptions`, or a subclass with options of its own, and is decorated
with `unpacking` of it: one command-line option for each field stands in its stead. Typer knows nothing of groups
of options, and a list of them repeated at each command would drift apart.

Values stay the text that was typed: `leadline.app.settings` converts and judges them, whether they came from a
file, from --option or from an option of their own, so that a bad one ends with the same sentence and exit
code 3 before anything is sent. An option of its own wins over --option, which wins over the file.
"""

import functools
import inspect
from collections.abc import Callable
from dataclasses import Field, dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import typer

if TYPE_CHECKING:
    from leadline.app.settings import GivenSettings

_WEB = "The way to the web"
_CONFIGURATION = "Configuration"
_SCALE = "Several machines"


def option(metavar: str, text: str, panel: str | None = None) -> Any:  # as dataclasses.field itself does
    """A field that is an option of its name, None where nothing was typed."""
    return field(default=None, metadata={"metavar": metavar, "help": text, "rich_help_panel": panel})


def argument(metavar: str, text: str) -> Any:  # typer itself returns Any
    """A parameter that is a word by its place."""
    return typer.Argument(metavar=metavar, help=text)


def named(metavar: str, text: str, *flags: str) -> Any:
    """A parameter that is an option with a value, of its own name or these."""
    return typer.Option(*flags, metavar=metavar, help=text)


def switch(flag: str, text: str) -> Any:
    """A parameter that is there or is not."""
    return named("", text, flag)


def _use_server(url: str | None) -> str | None:
    if url is not None:
        from leadline.store.place import use_server

        use_server(url)
    return url


_SERVER = {"metavar": "URL", "envvar": "LEADLINE_DB", "show_envvar": True, "callback": _use_server}
_SERVER_TEXT = "The PostgreSQL database that crawls are kept in, as postgresql://user@host/name."
Server = Annotated[str | None, typer.Option("--db", help=_SERVER_TEXT, show_default=False, **_SERVER)]
"""For commands that read a folder; it is in effect before the command begins."""
Json = Annotated[bool, switch("--json", "Print one JSON document.")]
Verbose = Annotated[bool, switch("--verbose", "A line for every page of an answer, instead of one now and then.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class NetworkOptions:
    """What was typed; None where nothing was. Names of fields are names of settings in section `web`, those that a
    command adds of settings in its `section`."""

    section: ClassVar[str] = ""
    delay: str | None = option("SECONDS", "Pause between two requests to one host, 1 if not given.", _WEB)
    concurrency: str | None = option("N", "Connections in all, 64 if not given; never two to one host.", _WEB)
    user_agent: str | None = option("NAME", "How Leadline names itself to servers and robots.txt.", _WEB)
    contact: str | None = option(
        "URL|E-MAIL", "Where people can reach you who find you in their logs; please give it.", _WEB
    )
    proxy: str | None = option("URL", "An HTTP proxy for everything.", _WEB)
    cookies: str | None = option("FILE", "Cookies to send, in Netscape format.", _WEB)
    replay: str | None = option("FILE", "Take every answer from this WARC file; nothing is sent.", _WEB)
    connect_to: str | None = option(
        "HOST:PORT", "Connect there whatever the host name, https as plain HTTP: labs and local copies.", _WEB
    )
    render: str | None = option(
        "auto|never|always",
        "Run scripts of pages; auto if not given: where a page is empty without, and a browser is there.",
        _WEB,
    )
    include: list[str] | None = option(  # noqa: RUF009  # it makes a field
        "PATTERN", "Ask for these addresses alone: a beginning, or with * for anything; can be repeated.", _WEB
    )
    exclude: list[str] | None = option("PATTERN", "Never ask for these; can be repeated.", _WEB)  # noqa: RUF009
    header: list[str] | None = option(  # noqa: RUF009
        "NAME: VALUE", "A further header, for the sites you name and no other; can be repeated.", _WEB
    )
    time_limit: str | None = option("SECONDS", "Ask for nothing more after this time; resumable.", _WEB)
    allow_private: bool | None = option("", "Also go to loopback and private addresses.", _WEB)
    no_robots: bool | None = option("", "Do not ask robots.txt. For sites of your own.", _WEB)
    config: Path | None = option("FILE", "A TOML file with settings.", _CONFIGURATION)  # noqa: RUF009  # as below
    option: list[str] | None = option(  # noqa: RUF009  # it makes a field
        "SECTION.KEY=VALUE", "One setting, as in the file; can be repeated.", _CONFIGURATION
    )

    def given(self) -> "GivenSettings":
        from leadline.app.settings import FLAGS, GivenSettings

        known = {name.partition(".")[2]: name for name in FLAGS}
        apart = ("no_robots", "config", "option", "db")
        names = [one.name for one in fields(self) if one.name not in apart]
        typed = {known.get(name, f"{self.section}.{name}"): getattr(self, name) for name in names}
        flags = {name: value for name, value in typed.items() if value not in (None, False, [])}
        if self.no_robots:  # the only name that says the opposite of its setting
            flags["web.robots"] = False
        return GivenSettings(self.config, self.option or (), flags)


@dataclass(frozen=True, slots=True, kw_only=True)
class CrawlOptions(NetworkOptions):
    """Those of a command that works in a folder."""

    db: str | None = field(default=None, metadata={"help": _SERVER_TEXT, "rich_help_panel": _SCALE, **_SERVER})


def unpacking(kind: type) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """Replace a command's parameter of a dataclass by one option for each of its fields."""

    def decorate(command: Callable[..., int]) -> Callable[..., int]:
        signature = inspect.signature(command, eval_str=True)
        name = next(p.name for p in signature.parameters.values() if p.annotation is kind)
        kept = [p for p in signature.parameters.values() if p.name != name]
        options = [
            inspect.Parameter(f.name, inspect.Parameter.KEYWORD_ONLY, default=f.default, annotation=_annotation(f))
            for f in fields(kind)
        ]

        @functools.wraps(command)
        def unpacked(**given: Any) -> int:
            typed = kind(**{option.name: given.pop(option.name) for option in options})
            return command(**given, **{name: typed})

        unpacked.__signature__ = signature.replace(parameters=[*kept, *options])  # type: ignore[attr-defined]  # what typer reads
        return unpacked

    return decorate


def _annotation(found: Field[Any]) -> Any:
    if not found.metadata:
        return found.type
    flag = f"--{found.name.replace('_', '-')}"
    return Annotated[found.type, typer.Option(flag, show_default=False, **found.metadata)]
