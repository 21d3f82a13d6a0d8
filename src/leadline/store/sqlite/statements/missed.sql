seen < :round AND gone IS NULL
    AND (
        query IN (SELECT value FROM json_each(:proven))
        OR id IN (
            SELECT met.value
            FROM json_each(:proven) AS asked
            JOIN submission ON submission.query = asked.value
            JOIN json_each(submission.met) AS met
        )
    )
    AND coalesce(query, -1) NOT IN (SELECT value FROM json_each(:open))
    AND id NOT IN (
        SELECT met.value
        FROM json_each(:open) AS asked
        JOIN submission ON submission.query = asked.value
        JOIN json_each(submission.met) AS met
    )
