-- `host.rest_until` is what a host asked for (Retry-After, back-off), `rest_seconds` how long that was, `refusals` how
-- often in a row. `put_off` names what was asked for and answered with "come back later": a second time that is its
-- answer.

    ALTER TABLE host ADD COLUMN rest_until REAL NOT NULL DEFAULT 0;
    ALTER TABLE host ADD COLUMN rest_seconds REAL NOT NULL DEFAULT 0;
    ALTER TABLE host ADD COLUMN refusals INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE put_off (what TEXT PRIMARY KEY) WITHOUT ROWID;
