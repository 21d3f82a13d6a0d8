seen < :round AND gone IS NULL
    AND (
        query IN (SELECT value::bigint FROM json_array_elements_text(CAST(:proven AS json)) AS value)
        OR id IN (
            SELECT met.value
            FROM json_array_elements_text(CAST(:proven AS json)) AS asked (value)
            JOIN submission ON submission.query = asked.value::bigint
            CROSS JOIN LATERAL json_array_elements_text(submission.met::json) AS met (value)
        )
    )
    AND coalesce(query, -1) NOT IN (SELECT value::bigint FROM json_array_elements_text(CAST(:open AS json)) AS value)
    AND id NOT IN (
        SELECT met.value
        FROM json_array_elements_text(CAST(:open AS json)) AS asked (value)
        JOIN submission ON submission.query = asked.value::bigint
        CROSS JOIN LATERAL json_array_elements_text(submission.met::json) AS met (value)
    )
