-- `grp.weight` raises or lowers a group among others of its rank, where a strategy says so: the sum of it and of the best
-- key in the group decides.

    ALTER TABLE grp ADD COLUMN weight REAL;
