-- round       a source harvested again: what is asked then has its number in `query.round`, 0 is the harvest itself.
--             `believed`: what did not come in it is gone.
-- record      `round` is the round that brought it first, `seen` the last that met it, `gone` the one that found it gone;
--             `due` is the round in which its own page is to be read again, `row` its fields as the list had them last,
--             without what its own page added.
-- version     what a record said until it changed in that round, or until it was gone and came back in it; `fields` names
--             what is different since.
-- submission  `said` is a digest of what each record of `met` said on that page.

    CREATE TABLE round (number INTEGER PRIMARY KEY, started REAL NOT NULL, ended REAL, believed INTEGER NOT NULL DEFAULT 0, body TEXT);
    CREATE TABLE version (
        record TEXT NOT NULL,
        round INTEGER NOT NULL,
        until REAL NOT NULL,
        why TEXT NOT NULL CHECK (why IN ('changed', 'gone')),
        fields TEXT NOT NULL,
        body TEXT NOT NULL,
        PRIMARY KEY (record, round)
    );
    CREATE INDEX version_round ON version (round);
    ALTER TABLE query ADD COLUMN round INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE submission ADD COLUMN said TEXT;
    ALTER TABLE record ADD COLUMN round INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE record ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE record ADD COLUMN gone INTEGER;
    ALTER TABLE record ADD COLUMN gone_at REAL;
    ALTER TABLE record ADD COLUMN due INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE record ADD COLUMN row TEXT;
