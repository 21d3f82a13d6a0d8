-- document  one page or record: what filters ask for, and what a hit shows. `name` is the number of the page or the
--           identity of the record, `digest` tells whether it has changed since it was indexed.
-- words     what is searched; `marks` has every word of a record's fields with the name of its field.
-- indexed   how far the crawl's log is in here, and how its file was when all was.
-- block     documents up to `high`, from behind the block before it: their numbers and their lengths in words.
-- gone      documents of blocks that are no longer there.
-- common    how often a word stands in each document of a block, for words that a tenth of them has.

    CREATE TABLE document (
        id INTEGER PRIMARY KEY,
        kind TEXT NOT NULL,
        name TEXT NOT NULL,
        digest TEXT NOT NULL,
        url TEXT NOT NULL,
        site TEXT NOT NULL,
        source TEXT NOT NULL,
        hidden INTEGER NOT NULL,
        fetched_at TEXT NOT NULL,
        topic REAL,
        shown TEXT NOT NULL,
        UNIQUE (kind, name)
    );
    CREATE INDEX document_site ON document (site);
    CREATE VIRTUAL TABLE words USING fts5(title, body, marks, tokenize = 'unicode61 remove_diacritics 2');
    -- A thousand documents are written at once, not in a dozen pieces that have to be merged.
    INSERT INTO words (words, rank) VALUES ('hashsize', 67108864);
    CREATE TABLE indexed (pages INTEGER NOT NULL, seen TEXT NOT NULL);
    INSERT INTO indexed VALUES (0, '');
    CREATE TABLE block (high INTEGER PRIMARY KEY, documents BLOB NOT NULL, lengths BLOB NOT NULL);
    CREATE TABLE gone (document INTEGER PRIMARY KEY);
    CREATE TABLE common (high INTEGER NOT NULL, word TEXT NOT NULL, packed BLOB NOT NULL, UNIQUE (word, high));
