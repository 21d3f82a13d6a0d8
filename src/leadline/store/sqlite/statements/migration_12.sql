-- forgotten   records that were deleted on request: digests of what they went by (`leadline.store.forgetting`), so that
--             they are known when they come again, and nothing of what they said.

    CREATE TABLE forgotten (digest TEXT PRIMARY KEY, at REAL NOT NULL) WITHOUT ROWID;
