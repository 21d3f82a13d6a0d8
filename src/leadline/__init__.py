"""Leadline: locate the searchable forms of a topic, harvest what is behind them, say what is still hidden.

>>> import leadline
>>> page = leadline.understand(
...     "<form action=/find>Title <input name=t><button>Search</button></form>", "http://a.example/"
... )
>>> [(field.label, field.name) for field in page.forms[0].fields]
[('Title', 't')]

`inspect`, `harvest`, `locate` and `resume` do what the commands of these names do, and wait; `leadline.aio` has
them to be awaited. `understand` takes a page that was fetched already, `open` the folder of a crawl. Everything is
imported when it is first used.
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from leadline.version import __version__

if TYPE_CHECKING:
    from leadline import aio
    from leadline.api import harvest, inspect, locate, open, resume, understand  # noqa: A004  # as `gzip.open`
    from leadline.app.inspect import Inspected
    from leadline.app.locate import LocateReport
    from leadline.app.settings import Settings
    from leadline.errors import LeadlineError
    from leadline.harvest.report import HarvestReport
    from leadline.harvest.settings import HarvestSettings
    from leadline.locate.settings import LocateSettings
    from leadline.web.settings import WebSettings

__all__ = [
    "HarvestReport",
    "HarvestSettings",
    "Inspected",
    "LeadlineError",
    "LocateReport",
    "LocateSettings",
    "Settings",
    "WebSettings",
    "__version__",
    "aio",
    "harvest",
    "inspect",
    "locate",
    "open",
    "resume",
    "understand",
]
_HOMES = {
    **dict.fromkeys(("inspect", "open", "resume", "understand"), "leadline.api"),
    **dict.fromkeys(("aio", "harvest", "locate"), "leadline"),
    "HarvestReport": "leadline.harvest.report",
    "HarvestSettings": "leadline.harvest.settings",
    "Inspected": "leadline.app.inspect",
    "LeadlineError": "leadline.errors",
    "LocateReport": "leadline.app.locate",
    "LocateSettings": "leadline.locate.settings",
    "Settings": "leadline.app.settings",
    "WebSettings": "leadline.web.settings",
}

if not TYPE_CHECKING:  # or a type checker would believe in names that are not there

    def __getattr__(name: str) -> Any:
        if name not in _HOMES:
            raise AttributeError(f"module 'leadline' has no attribute {name!r}")
        home = _HOMES[name]
        return import_module(f"leadline.{name}") if home == "leadline" else getattr(import_module(home), name)


class _CallableRoom(ModuleType):
    """`leadline.harvest` and `leadline.locate` are packages, and what people call by these names are functions."""

    def __call__(self, *args: Any, **named: Any) -> Any:
        return getattr(import_module("leadline.api"), self.__name__.rpartition(".")[2])(*args, **named)

    @property
    def __wrapped__(self) -> Any:  # what `help` and `inspect.signature` show
        return getattr(import_module("leadline.api"), self.__name__.rpartition(".")[2])


class _Package(ModuleType):
    def __setattr__(self, name: str, value: object) -> None:
        # Importing `leadline.harvest.settings` binds the package here, in the place of whatever was there before.
        if name in ("harvest", "locate") and isinstance(value, ModuleType):
            value.__class__ = _CallableRoom
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
