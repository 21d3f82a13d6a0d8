-- `query.left_for` is why we left an answer before its end. `submission.digest` is what the rows of a page said: a page
-- that comes again is the end of a list that goes in circles. The two indexes find the record whose own page is next,
-- and what the last ones came to, without looking at all others.

    ALTER TABLE query ADD COLUMN left_for TEXT;
    ALTER TABLE submission ADD COLUMN digest TEXT;
    CREATE INDEX record_unasked ON record (position) WHERE detail IS NULL;
    CREATE INDEX record_asked ON record (position) WHERE detail IS NOT NULL;
