SELECT record, round, until, CASE why WHEN 'gone' THEN 'gone' ELSE 'superseded' END, fields, body
FROM version
UNION ALL
SELECT id, 1000000000, gone_at, CASE WHEN gone IS NULL THEN 'current' ELSE 'gone' END, NULL, body
FROM record
ORDER BY 1, 2
