SELECT log.number, url, json_extract(body, '$.final_url'), status, media_type, on_topic,
    json_extract(body, '$.group'), json_extract(body, '$.depth'), json_extract(body, '$.forms'),
    json_array_length(body, '$.found'), failure, set_aside, fetched_at, seconds, address, capture.digest,
    warc, warc_offset, warc_length
FROM log LEFT JOIN capture ON capture.number = log.number
WHERE kind = 'outcome'
ORDER BY log.number
