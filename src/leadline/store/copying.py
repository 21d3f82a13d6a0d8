"""All rows of a crawl, from one database into another."""

from itertools import islice

from leadline.store.sql import SqlDatabase

TABLES = tuple(
    "meta log capture seen met grp pattern frontier arrived taken finding form left_site ask host put_off "  # noqa: SIM905  # shorter
    "snapshot happening learned record source query submission round version forgotten".split()
)
_COUNTED = ("happening", "query")
"""Their rows are numbered by the database."""
_ROWS = 5_000  # written at once


def copy_rows(source: SqlDatabase, target: SqlDatabase) -> int:
    """Replace what is in `target` by what is in `source`, all or nothing; how many rows."""
    copied = 0
    with target.transaction():
        for table in reversed(TABLES):
            target.run(f"DELETE FROM {table}")  # noqa: S608  # our own names, here and below
        for table in TABLES:
            names = target.columns(table)
            listed, marks = ", ".join(names), ", ".join("?" * len(names))
            rows = source.each(f"SELECT {listed} FROM {table}")  # noqa: S608
            while part := list(islice(rows, _ROWS)):
                target.run_many(f"INSERT INTO {table} ({listed}) VALUES ({marks})", part)  # noqa: S608
                copied += len(part)
        for table in _COUNTED:
            target.count_on(table)
    return copied
