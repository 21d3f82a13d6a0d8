SELECT CASE WHEN status IS NULL THEN 'failed' ELSE 'fetched' END AS state, number, status, failure, on_topic,
    set_aside, body, parent, nth, (SELECT features FROM pattern WHERE id = log.pattern) AS pattern
FROM log
WHERE url = :url
