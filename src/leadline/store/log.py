"""The log of events: appended, never changed, read in order."""

from collections import OrderedDict
from collections.abc import Iterator

from leadline.model.events import Event, Outcome
from leadline.model.page import Link
from leadline.store.codec import dumps, pack_event, pack_links, unpack_event, unpack_links
from leadline.store.database import Database

_LINKS_KEPT = 20_000
"""Links of recent pages that stay unpacked in memory: some 20 MB, whether pages have ten links or ten thousand."""

_Page = tuple[tuple[Link, ...], int | None, int | None]
"""Its links, and the page and link that led to it."""


class Log:
    """Call `append` inside a transaction of its database."""

    def __init__(self, database: Database, levels: int = 3) -> None:
        self._db = database
        self._levels = levels
        self._parents: OrderedDict[int, _Page] = OrderedDict()
        self._links_kept = 0
        self.length = 0
        self.pages = 0
        """Answers among the events."""
        self._reload()
        database.when_undone(self._reload)

    def _reload(self) -> None:
        self._parents.clear()
        self._links_kept = 0
        last = self._db.maybe("SELECT number + 1, pages FROM log ORDER BY number DESC LIMIT 1")
        self.length, self.pages = last or (0, 0)

    def append(
        self, event: Event, parent: int | None = None, nth: int | None = None, packed: bytes | None = None
    ) -> None:
        """Add the next event; `parent` and `nth` say on which page which link led to it. `packed` are its links,
        where somebody has packed them already."""
        assert event.number == self.length, "the log has no gaps"
        kind, body = pack_event(event)
        links, url, status, failure, on_topic, set_aside = None, None, None, None, None, None
        if isinstance(event, Outcome):
            links = (packed or pack_links(event.links)) if event.links else None
            url, status, on_topic, set_aside = event.url, event.status, event.on_topic, event.set_aside
            failure = event.failure.kind if event.failure else None
            self._remember(event.number, event.links, parent, nth)
        self.pages += status is not None
        self._db.run(
            "INSERT INTO log (number, kind, pages, url, status, failure, on_topic, set_aside, parent, nth, body, "
            "links) VALUES (?,?,?,?,?,?,?,?,?,?,?,?)",
            (
                event.number,
                kind,
                self.pages,
                url,
                status,
                failure,
                on_topic,
                set_aside,
                parent,
                nth,
                dumps(body),
                links,
            ),
        )
        self.length += 1

    def path_to(self, parent: int | None, nth: int | None) -> tuple[Link, ...]:
        """The links followed to get here, nearest last, as many as there are levels."""
        path: list[Link] = []
        while parent is not None and nth is not None and len(path) < self._levels:
            links, before, before_nth = self._page(parent)
            if nth < len(links):
                path.append(links[nth])
            parent, nth = before, before_nth
        return tuple(reversed(path))

    def _page(self, number: int) -> _Page:
        known = self._parents.get(number)
        if known is None:
            blob, parent, nth = self._db.one("SELECT links, parent, nth FROM log WHERE number = ?", (number,))
            return self._remember(number, unpack_links(blob) if blob else (), parent, nth)
        self._parents.move_to_end(number)
        return known

    def _remember(self, number: int, links: tuple[Link, ...], parent: int | None, nth: int | None) -> _Page:
        page = self._parents[number] = (links, parent, nth)
        self._links_kept += len(links)
        while self._links_kept > _LINKS_KEPT or len(self._parents) > _LINKS_KEPT:
            _, (forgotten, _, _) = self._parents.popitem(last=False)
            self._links_kept -= len(forgotten)
        return page

    def events(self, since: int = 0) -> Iterator[Event]:
        """The log in order, in pieces, so that reading and appending may take turns."""
        while True:
            rows = self._db.all(
                "SELECT number, kind, body, links, parent, nth FROM log WHERE number >= ? "
                "ORDER BY number LIMIT 200",
                (since,),
            )
            for number, kind, body, links, parent, nth in rows:
                yield unpack_event(number, kind, body, links, self.path_to(parent, nth))
            if len(rows) < 200:
                return
            since = rows[-1][0] + 1

    def lines(self) -> Iterator[str]:
        """The log as canonical JSON lines, links included: equal crawls give equal bytes."""
        for number, kind, body, links in self._db.each(
            "SELECT number, kind, body, links FROM log ORDER BY number"
        ):
            shown = [[k.url, k.anchor, k.around, k.tag_path] for k in unpack_links(links)] if links else []
            yield f'{{"number":{number},"kind":"{kind}","event":{body},"links":{dumps(shown)}}}'
