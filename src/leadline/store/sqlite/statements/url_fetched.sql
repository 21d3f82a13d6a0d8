SELECT CASE WHEN status IS NULL THEN 'failed' ELSE 'fetched' END AS state, number, status, failure, on_topic,
    set_aside, body, parent, nth
FROM log
WHERE url = :url
