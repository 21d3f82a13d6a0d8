SELECT log.number, url, body::json ->> 'final_url', status, media_type, on_topic,
    body::json ->> 'group', (body::json ->> 'depth')::bigint, (body::json ->> 'forms')::bigint,
    json_array_length(body::json -> 'found'), failure, set_aside, fetched_at, seconds, address, capture.digest,
    warc, warc_offset, warc_length
FROM log LEFT JOIN capture ON capture.number = log.number
WHERE kind = 'outcome'
ORDER BY log.number
