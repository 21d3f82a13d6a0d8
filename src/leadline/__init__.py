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

if not TYPE_CHECKING:  # or a type checker would believe in names that are not there

    def __getattr__(name: str) -> Any:
        if name not in __all__:
            raise AttributeError(f"module 'leadline' has no attribute {name!r}")
        if name in ("aio", "harvest", "locate"):  # modules; `leadline.package` says how the last two are called
            return import_module(f"leadline.{name}")
        return getattr(import_module("leadline.api"), name)
