-- How many records a round has met, how many are gone, and whose own page is due next, without looking at all others.

    CREATE INDEX record_seen ON record (seen);
    CREATE INDEX record_gone ON record (gone) WHERE gone IS NOT NULL;
    CREATE INDEX record_due ON record (due, position) WHERE due > 0;
