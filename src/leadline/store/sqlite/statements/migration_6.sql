-- `finding.scope` is what a form says itself that it searches: `topic`, or `site` where only its page says so.

    ALTER TABLE finding ADD COLUMN scope TEXT NOT NULL DEFAULT '';
