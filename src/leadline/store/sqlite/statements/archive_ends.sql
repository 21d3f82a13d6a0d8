SELECT warc, max(warc_offset + warc_length),
    min(typeof(warc_offset) = 'integer' AND typeof(warc_length) = 'integer' AND warc_offset >= 0 AND warc_length >= 0)
FROM capture
WHERE warc IS NOT NULL
GROUP BY warc
ORDER BY warc
