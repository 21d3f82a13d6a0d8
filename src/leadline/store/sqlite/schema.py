"""The tables, as numbered migrations. A landed migration is never edited; a change is a new one.

- `log` is the truth: one row an event, in order, without times. `links` is one blob a page; `pages` counts the
  answers up to and with this event.
- `capture` holds what differs between two runs of the same crawl: times, addresses, places in the archive.
- `seen` and `met` together are every URL ever met, by a 64-bit digest; new ones go to `met` and move to `seen`.
- `pattern` is what links share in the eyes of a strategy, with their key.
- `frontier` holds the links that wait, clustered by (pattern, position): taking the best links reads and deletes
  neighbours. With one big table of URLs and a state column, draining 10 million rows touched as many scattered
  pages (docs/decisions/0008). New links come in through `arrived`. A link that is taken moves to `taken`, which
  holds what is under way or set aside for a host that rests, and leaves that when its outcome is in the log.
- `finding.identity` of a form is `site#identity` of its row in `form`.
- `left_site`: links of these sites are dropped when their turn comes. `ask`: backlink questions not answered yet.
- `query` is one filled-in form: what was chosen, what its answer is as a whole, and whether that is complete
  (`closed`). `submission` is one page of its answer: planned → sent → recorded.
- `record.query` is the query that brought it first, `record.detail` how its own page stands (NULL: not asked for).
- `host.next_at` is promised before a request is sent, so politeness survives kill -9. `host.rest_until` is what a
  host asked for (Retry-After, back-off), `rest_seconds` how long that was, `refusals` how often in a row.
- `put_off` names what was asked for and answered with "come back later": a second time that is its answer.
"""

import sqlite3
from contextlib import closing
from itertools import groupby

MIGRATIONS = (
    """
    CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);

    CREATE TABLE log (
        number INTEGER PRIMARY KEY,
        kind TEXT NOT NULL CHECK (kind IN ('outcome', 'starved', 'backlinks')),
        pages INTEGER NOT NULL,
        url TEXT,
        status INTEGER,
        failure TEXT,
        on_topic REAL,
        set_aside TEXT,
        parent INTEGER,
        nth INTEGER,
        body TEXT NOT NULL,
        links BLOB
    );
    CREATE INDEX log_failure ON log (failure) WHERE failure IS NOT NULL;

    CREATE TABLE capture (
        number INTEGER PRIMARY KEY,
        fetched_at REAL NOT NULL,
        seconds REAL NOT NULL,
        requests INTEGER NOT NULL,
        address TEXT,
        media_type TEXT,
        digest TEXT,
        warc TEXT,
        warc_offset INTEGER,
        warc_length INTEGER,
        hops TEXT NOT NULL
    );

    CREATE TABLE seen (digest INTEGER PRIMARY KEY);
    CREATE TABLE met (digest INTEGER NOT NULL);

    CREATE TABLE grp (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        state TEXT NOT NULL CHECK (state IN ('stored', 'open', 'left')),
        rank INTEGER NOT NULL,
        width INTEGER NOT NULL,
        waiting INTEGER NOT NULL CHECK (waiting >= 0),
        opened INTEGER,
        why TEXT
    );

    CREATE TABLE pattern (
        id INTEGER PRIMARY KEY,
        grp INTEGER NOT NULL REFERENCES grp (id),
        features TEXT NOT NULL,
        key REAL NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('waiting', 'empty')),
        UNIQUE (grp, features)
    );
    CREATE INDEX pattern_best ON pattern (grp, key DESC, id) WHERE state = 'waiting';

    CREATE TABLE frontier (
        pattern INTEGER NOT NULL REFERENCES pattern (id),
        position INTEGER NOT NULL,
        url TEXT NOT NULL,
        depth INTEGER NOT NULL,
        parent INTEGER,
        nth INTEGER,
        PRIMARY KEY (pattern, position)
    ) WITHOUT ROWID;

    CREATE TABLE arrived (
        pattern INTEGER NOT NULL REFERENCES pattern (id),
        position INTEGER PRIMARY KEY,
        url TEXT NOT NULL,
        depth INTEGER NOT NULL,
        parent INTEGER,
        nth INTEGER
    );

    CREATE VIEW waiting_link AS SELECT * FROM frontier UNION ALL SELECT * FROM arrived;

    CREATE TABLE taken (
        pattern INTEGER NOT NULL REFERENCES pattern (id),
        position INTEGER NOT NULL,
        url TEXT NOT NULL,
        depth INTEGER NOT NULL,
        parent INTEGER,
        nth INTEGER,
        PRIMARY KEY (pattern, position)
    ) WITHOUT ROWID;

    CREATE TABLE finding (
        identity TEXT PRIMARY KEY,
        number INTEGER NOT NULL,
        page INTEGER NOT NULL,
        url TEXT NOT NULL,
        page_url TEXT NOT NULL,
        site TEXT NOT NULL,
        score REAL NOT NULL
    );
    CREATE INDEX finding_site ON finding (site);
    CREATE INDEX finding_number ON finding (number);

    CREATE TABLE form (
        site TEXT NOT NULL,
        identity TEXT NOT NULL,
        signature TEXT NOT NULL,
        number INTEGER NOT NULL,
        page_url TEXT NOT NULL,
        body TEXT NOT NULL,
        PRIMARY KEY (site, identity)
    );

    CREATE TABLE left_site (site TEXT PRIMARY KEY, number INTEGER NOT NULL, why TEXT NOT NULL);
    CREATE TABLE ask (site TEXT PRIMARY KEY, number INTEGER NOT NULL);
    CREATE TABLE host (name TEXT PRIMARY KEY, next_at REAL NOT NULL, requests INTEGER NOT NULL);
    CREATE TABLE snapshot (number INTEGER PRIMARY KEY, body TEXT NOT NULL);
    CREATE TABLE happening (id INTEGER PRIMARY KEY, at REAL NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL);
    CREATE TABLE learned (iteration INTEGER PRIMARY KEY, number INTEGER NOT NULL, body TEXT NOT NULL);

    CREATE TABLE record (
        id TEXT PRIMARY KEY,
        source TEXT NOT NULL,
        position INTEGER NOT NULL,
        body TEXT NOT NULL
    );
    CREATE INDEX record_position ON record (position);

    CREATE TABLE source (url TEXT PRIMARY KEY, text TEXT NOT NULL);

    CREATE TABLE query (
        id INTEGER PRIMARY KEY,
        source TEXT NOT NULL,
        form TEXT NOT NULL,
        assignment TEXT NOT NULL,
        shape TEXT
    );

    CREATE TABLE submission (
        query INTEGER NOT NULL REFERENCES query (id),
        page INTEGER NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('planned', 'sent', 'recorded')),
        url TEXT NOT NULL,
        request TEXT NOT NULL,
        number INTEGER,
        records INTEGER,
        fresh INTEGER,
        failed INTEGER,
        PRIMARY KEY (query, page)
    );
    """,
    """
    ALTER TABLE query ADD COLUMN role TEXT NOT NULL DEFAULT 'planned';
    ALTER TABLE query ADD COLUMN choice TEXT NOT NULL DEFAULT '[]';
    ALTER TABLE query ADD COLUMN reply TEXT;
    ALTER TABLE query ADD COLUMN count INTEGER;
    ALTER TABLE query ADD COLUMN stated INTEGER;
    ALTER TABLE query ADD COLUMN truncated INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE query ADD COLUMN closed INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE query ADD COLUMN why TEXT;
    ALTER TABLE submission ADD COLUMN size INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE submission ADD COLUMN new_size INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE submission ADD COLUMN seconds REAL NOT NULL DEFAULT 0;
    ALTER TABLE record ADD COLUMN query INTEGER;
    ALTER TABLE record ADD COLUMN detail TEXT;
    CREATE INDEX record_query ON record (query);
    """,
    """
    ALTER TABLE host ADD COLUMN rest_until REAL NOT NULL DEFAULT 0;
    ALTER TABLE host ADD COLUMN rest_seconds REAL NOT NULL DEFAULT 0;
    ALTER TABLE host ADD COLUMN refusals INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE put_off (what TEXT PRIMARY KEY) WITHOUT ROWID;
    """,
)

_STORED_AS = {"INTEGER": "integer", "REAL": "real", "TEXT": "text", "BLOB": "blob"}
_CODE = "SELECT type, name, sql FROM sqlite_master WHERE type IN ('trigger', 'view') OR sql LIKE 'create virtual%'"
_COLUMNS = """
    SELECT tables.name, columns.name, columns.type, columns."notnull" OR columns.pk
    FROM sqlite_master AS tables, pragma_table_info(tables.name) AS columns
    WHERE tables.type = 'table' AND NOT (columns.type = 'INTEGER' AND columns.pk)
    ORDER BY tables.name, columns.cid
"""


def foreign_parts(connection: sqlite3.Connection, version: int) -> str:
    """What stands in the schema that runs by itself and is not ours, in a few words; empty if nothing does."""
    with closing(_ours(version)) as ours:
        known = set(ours.execute(_CODE))
    strange = sorted(set(connection.execute(_CODE)) - known)
    return ", ".join(f"the {kind} {name[:60]!r}" for kind, name, _ in strange[:3])


def misfit(connection: sqlite3.Connection) -> str | None:
    """A column that holds a value of another type than it has: SQLite lets anything stand anywhere."""
    with closing(_ours(len(MIGRATIONS))) as ours:  # their names, not those that a foreign file has
        columns = ours.execute(_COLUMNS).fetchall()
    for table, group in groupby(columns, key=lambda column: str(column[0])):
        tests = {
            name: f"typeof({name}) <> '{_STORED_AS[kind]}'" + ("" if needed else f" AND {name} IS NOT NULL")
            for _, name, kind, needed in group
        }
        wrong = " OR ".join(tests.values())
        # S608: all that stands in it is from our own schema.
        sql = f"SELECT {', '.join(tests.values())} FROM {table} WHERE {wrong} LIMIT 1"  # noqa: S608
        if (found := connection.execute(sql).fetchone()) is not None:
            return next(f"{table}.{name}" for name, is_wrong in zip(tests, found, strict=True) if is_wrong)
    return None


def _ours(version: int) -> sqlite3.Connection:
    """An empty database as we make it."""
    ours = sqlite3.connect(":memory:")
    for migration in MIGRATIONS[:version]:
        ours.executescript(migration)
    return ours
