"""All that `leadline` offers: the functions of `leadline.aio` for scripts and notebooks, which wait until the work
is done, and what they take and give.

Where an event loop runs already, as in a notebook, the work is done in a thread of its own, and callbacks are
called from there.
"""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from leadline import aio
from leadline.app.folders import Folder
from leadline.app.inspect import Inspected, understand_html
from leadline.app.locate import LocateReport  # noqa: F401
from leadline.app.settings import Settings
from leadline.errors import LeadlineError  # noqa: F401
from leadline.harvest.report import HarvestReport  # noqa: F401
from leadline.harvest.settings import HarvestSettings  # noqa: F401
from leadline.locate.settings import LocateSettings  # noqa: F401
from leadline.web.settings import WebSettings  # noqa: F401

P = ParamSpec("P")
T = TypeVar("T")


def _waiting(work: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, T]:
    @wraps(work, assigned=("__name__", "__qualname__", "__doc__"))
    def wait(*args: P.args, **named: P.kwargs) -> T:
        try:
            running = asyncio.get_running_loop().is_running()
        except RuntimeError:
            running = False
        if not running:
            return asyncio.run(work(*args, **named))
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(asyncio.run, work(*args, **named)).result()

    return wait


inspect = _waiting(aio.inspect)
harvest = _waiting(aio.harvest)
locate = _waiting(aio.locate)
resume = _waiting(aio.resume)


def understand(html: str | bytes, url: str, *, settings: Settings | None = None) -> Inspected:
    """Understand every form of a page that you have fetched yourself, in a Scrapy callback for one."""
    return understand_html(html, url, settings or Settings())


open = Folder  # noqa: A001  # `leadline.open`, as `gzip.open`
