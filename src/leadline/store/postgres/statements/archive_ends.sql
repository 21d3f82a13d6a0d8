SELECT warc, max(warc_offset + warc_length), min((warc_offset >= 0 AND warc_length >= 0)::int)
FROM capture
WHERE warc IS NOT NULL
GROUP BY warc
ORDER BY warc
