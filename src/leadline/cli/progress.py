"""How far a long work is, on standard error: a live line on a terminal, a plain one now and then elsewhere."""

import time
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.live import Live
from rich.text import Text

from leadline.locate.loop import Crawl

_LIVE_SECONDS = 0.25
_PLAIN_SECONDS = 10.0


class LocateProgress:
    """Call it with the crawl after every event; it decides when there is something to show."""

    def __init__(self, out: Console, pages: int, *, quiet: bool) -> None:
        self._out = out
        self._pages = pages
        self._quiet = quiet
        self._began = time.monotonic()
        # A short run that nobody watches need not say that it began.
        self._shown = 0.0 if out.is_terminal else self._began
        self._live = (
            Live(console=out, auto_refresh=False, transient=True) if out.is_terminal and not quiet else None
        )
        self._since: int | None = None
        self._found = 0
        self._errors = 0

    def __enter__(self) -> Self:
        if self._live is not None:
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._live is not None:
            self._live.stop()

    def __call__(self, crawl: Crawl) -> None:
        now = time.monotonic()
        if self._since is None:
            self._since = crawl.store.log.pages - 1
        if self._quiet or now - self._shown < (_LIVE_SECONDS if self._live else _PLAIN_SECONDS):
            return
        self._shown = now
        line = self._line(crawl, now - self._began)
        if self._live is not None:
            self._live.update(Text(line), refresh=True)
        else:
            self._out.print(line, highlight=False, markup=False)

    def _line(self, crawl: Crawl, seconds: float) -> str:
        store = crawl.store
        pages = store.log.pages
        rate = (pages - (self._since or 0)) / max(seconds, 1e-9)
        forms, errors = store.pages.progress()
        waiting = sum(store.frontier.waiting().values())
        harvest = forms / pages if pages else 0.0
        return (
            f"{pages:,} of {self._pages:,} pages · {rate:.1f}/s · {forms:,} forms ({harvest:.2%} of pages) · "
            f"{waiting:,} waiting · {crawl.under_way} under way · {errors:,} errors"
        )
