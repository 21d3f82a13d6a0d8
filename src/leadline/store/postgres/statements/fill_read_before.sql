INSERT INTO read_before (url, detail, body)
SELECT body::json ->> 'url', detail, body FROM record WHERE detail IS NOT NULL ORDER BY position
