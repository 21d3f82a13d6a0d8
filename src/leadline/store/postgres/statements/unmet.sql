SELECT count(*)
FROM record
WHERE seen < :round AND gone IS NULL AND id IN (
    SELECT met.value
    FROM json_array_elements_text(CAST(:ids AS json)) AS asked (value)
    JOIN submission ON submission.query = asked.value::bigint
    CROSS JOIN LATERAL json_array_elements_text(submission.met::json) AS met (value)
    UNION
    SELECT record.id
    FROM json_array_elements_text(CAST(:ids AS json)) AS asked (value)
    JOIN record ON record.query = asked.value::bigint
)
