INSERT INTO read_before (url, detail, body)
SELECT json_extract(body, '$.url'), detail, body FROM record WHERE detail IS NOT NULL ORDER BY position
