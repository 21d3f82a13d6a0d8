"""Store and archive of a folder while somebody works in it, made whole before and derived from afterwards."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress

from leadline.errors import ArchiveError
from leadline.store.archive import Archive
from leadline.store.crawl import CrawlStore
from leadline.store.folder import CrawlFolder


@contextmanager
def working(folder: CrawlFolder, *, levels: int = 3) -> Iterator[tuple[CrawlStore, Archive]]:
    """What nobody committed is cut off first; however the block ends, derived files are written anew."""
    store = CrawlStore(folder.database, levels=levels)
    try:
        archive = Archive(folder.warc)
        archive.recover(store.archive_ends())
        try:
            yield store, archive
        except BaseException:
            # What ended the work is told; derived files lose nothing, the next run writes them.
            with suppress(ArchiveError):
                folder.derive(store)
                archive.close()
            raise
        folder.derive(store)
        archive.close()
    finally:
        store.close()
