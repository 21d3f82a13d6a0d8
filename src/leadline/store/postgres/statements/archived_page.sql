SELECT q.id AS query_id, s.page, s.state, q.form, q.assignment, q.choice, q.role, q.source, o.text, s.request,
    NULL AS shape, NULL AS reply, NULL AS count,
    coalesce(l.body::json ->> 'final_url', s.url) AS url, coalesce(l.status, 0) AS status, c.fetched_at,
    c.seconds, c.warc, c.warc_offset AS "offset"
FROM submission s
JOIN query q ON q.id = s.query
JOIN source o ON o.url = q.source
JOIN capture c ON c.number = s.number
JOIN log l ON l.number = s.number
WHERE s.query = :query AND s.page = :page
