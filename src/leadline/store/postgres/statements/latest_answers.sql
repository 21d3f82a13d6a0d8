SELECT log.url, max(log.number)
FROM log
JOIN capture ON capture.number = log.number
LEFT JOIN submission ON submission.number = log.number
WHERE log.status = 200 AND log.url IS NOT NULL AND capture.warc IS NOT NULL AND capture.hops = '[]'
    AND coalesce(submission.request::json ->> 'method', 'GET') = 'GET'
GROUP BY log.url
