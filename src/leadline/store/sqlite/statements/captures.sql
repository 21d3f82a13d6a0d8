SELECT fetched_at, media_type, capture.digest, warc, warc_offset, warc_length, hops, status, body
FROM capture JOIN log ON log.number = capture.number
WHERE warc IS NOT NULL AND status IS NOT NULL
ORDER BY capture.number
