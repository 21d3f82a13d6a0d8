-- `log.pattern` is what a link looked like to the strategy when it was taken, for who wants to know why it was.

    ALTER TABLE log ADD COLUMN pattern INTEGER;
