"""The options of every command that touches the web, in one place.

A command takes a parameter annotated `NetworkOptions` and is decorated with `with_network`: the decorator
puts one command-line option for each field in its stead. Typer knows nothing of groups of options, and a
list of them repeated at each command would drift apart.

Values stay the text that was typed: `leadline.config` converts and judges them, whether they came from a
file, from --option or from an option of their own, so that a bad one ends with the same sentence and exit
code 3 before anything is sent. An option of its own wins over --option, which wins over the file.
"""

import functools
import inspect
from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from leadline.app.settings import Given

_WEB = "The way to the web"
_CONFIGURATION = "Configuration"


def _web(flag: str, metavar: str, text: str) -> Any:  # typer.Option itself returns Any
    return typer.Option(flag, metavar=metavar, help=text, rich_help_panel=_WEB, show_default=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class NetworkOptions:
    """What was typed; None where nothing was. Names of fields are names of settings in section `web`."""

    delay: Annotated[
        str | None, _web("--delay", "SECONDS", "Pause between two requests to one host, 1 if not given.")
    ] = None
    concurrency: Annotated[
        str | None, _web("--concurrency", "N", "Connections in all, 64 if not given; never two to one host.")
    ] = None
    user_agent: Annotated[
        str | None, _web("--user-agent", "NAME", "How Leadline names itself to servers and robots.txt.")
    ] = None
    contact: Annotated[
        str | None,
        _web("--contact", "URL|E-MAIL", "Where people can reach you who find you in their logs; please give it."),
    ] = None
    proxy: Annotated[str | None, _web("--proxy", "URL", "An HTTP proxy for everything.")] = None
    cookies: Annotated[str | None, _web("--cookies", "FILE", "Cookies to send, in Netscape format.")] = None
    replay: Annotated[
        str | None, _web("--replay", "FILE", "Take every answer from this WARC file; nothing is sent.")
    ] = None
    connect_to: Annotated[
        str | None,
        _web(
            "--connect-to",
            "HOST:PORT",
            "Connect there whatever the host name, https as plain HTTP: labs and local copies.",
        ),
    ] = None
    render: Annotated[
        str | None,
        _web(
            "--render",
            "auto|never|always",
            "Run scripts of pages; auto if not given: where a page is empty without, and a browser is there.",
        ),
    ] = None
    allow_private: Annotated[
        bool | None, _web("--allow-private", "", "Also go to loopback and private addresses.")
    ] = None
    no_robots: Annotated[bool | None, _web("--no-robots", "", "Do not ask robots.txt. For sites of your own.")] = (
        None
    )
    config: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A TOML file with settings.", rich_help_panel=_CONFIGURATION),
    ] = None
    option: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SECTION.KEY=VALUE",
            help="One setting, as in the file; can be repeated.",
            rich_help_panel=_CONFIGURATION,
        ),
    ] = None

    def given(self, section: str = "", words: object = None) -> "Given":
        """All that was typed, with the options of a command that are settings in a section of its own."""
        from leadline.app.settings import FLAGS, Given

        flags = {
            name: value for name in FLAGS if (value := getattr(self, name.removeprefix("web."), None)) is not None
        }
        if self.no_robots:  # the only name that says the opposite of its setting
            flags["web.robots"] = False
        for field in fields(words) if words is not None else ():  # type: ignore[arg-type]  # a dataclass
            value = getattr(words, field.name)
            if value is not None and value is not False:
                flags[f"{section}.{field.name}"] = ",".join(value) if isinstance(value, list) else value
        return Given(self.config, self.option or (), flags)


def unpacking(kind: type) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """Replace a command's parameter of a dataclass by one option for each of its fields."""

    def decorate(command: Callable[..., int]) -> Callable[..., int]:
        signature = inspect.signature(command, eval_str=True)
        name = next(p.name for p in signature.parameters.values() if p.annotation is kind)
        kept = [p for p in signature.parameters.values() if p.name != name]
        options = [
            inspect.Parameter(f.name, inspect.Parameter.KEYWORD_ONLY, default=f.default, annotation=f.type)
            for f in fields(kind)
        ]

        @functools.wraps(command)
        def unpacked(**given: Any) -> int:
            typed = kind(**{option.name: given.pop(option.name) for option in options})
            return command(**given, **{name: typed})

        unpacked.__signature__ = signature.replace(parameters=[*kept, *options])  # type: ignore[attr-defined]  # what typer reads
        return unpacked

    return decorate


with_network = unpacking(NetworkOptions)
