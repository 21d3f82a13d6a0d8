-- log         the truth: one row an event, in order, without times. `links` is one blob a page; `pages` counts the
--             answers up to and with this event.
-- capture     what differs between two runs of the same crawl: times, addresses, places in the archive.
-- seen, met   together every URL ever met, by a 64-bit digest; new ones go to `met` and move to `seen`.
-- pattern     what links share in the eyes of a strategy, with their key.
-- frontier    the links that wait, clustered by (pattern, position): taking the best links reads and deletes
--             neighbours. With one big table of URLs and a state column, draining 10 million rows touched as many
--             scattered pages (docs/decisions/0008). New links come in through `arrived`. A link that is taken moves
--             to `taken`, which holds what is under way or set aside for a host that rests, and leaves that when its
--             outcome is in the log.
-- finding     `identity` of a form is `site#identity` of its row in `form`.
-- left_site   links of these sites are dropped when their turn comes.
-- ask         backlink questions not answered yet.
-- query       one filled-in form: what was chosen, what its answer is as a whole, and whether that is complete
--             (`closed`).
-- submission  one page of a query's answer: planned → sent → recorded.
-- record      `query` is the query that brought it first, `detail` how its own page stands (NULL: not asked for).
-- host        `next_at` is promised before a request is sent, so politeness survives kill -9.

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
