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

from importlib import import_module
from typing import TYPE_CHECKING, Any

from leadline.package import __version__

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
