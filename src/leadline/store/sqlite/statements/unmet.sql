SELECT count(*)
FROM record
WHERE seen < :round AND gone IS NULL AND id IN (
    SELECT met.value
    FROM json_each(:ids) AS asked
    JOIN submission ON submission.query = asked.value
    JOIN json_each(submission.met) AS met
    UNION
    SELECT record.id FROM json_each(:ids) AS asked JOIN record ON record.query = asked.value
)
