-- A pattern is `fresh` while nobody has looked at it: it has links waiting, all of them in `arrived`, and stands in no
-- index. A crawl meets a hundred times more links than it takes, and each pattern would dirty a page of every index.
-- The check is written with OR: for IN, SQLite makes a table for each row, which took twice as long as the row itself.

    CREATE TABLE pattern_next (
        id INTEGER PRIMARY KEY,
        grp INTEGER NOT NULL REFERENCES grp (id),
        features TEXT NOT NULL,
        key REAL NOT NULL,
        state TEXT NOT NULL CHECK (state = 'fresh' OR state = 'waiting' OR state = 'empty')
    );
    INSERT INTO pattern_next SELECT id, grp, features, key, state FROM pattern;
    DROP TABLE pattern;
    ALTER TABLE pattern_next RENAME TO pattern;
    CREATE UNIQUE INDEX pattern_place ON pattern (grp, features) WHERE state <> 'fresh';
    CREATE INDEX pattern_best ON pattern (grp, key DESC, id) WHERE state = 'waiting';
