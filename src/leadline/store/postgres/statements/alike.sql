SELECT count(*) - count(DISTINCT body::json ->> 'text') FROM record
