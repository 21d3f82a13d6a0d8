SELECT id, source, form, assignment, role, reply, why, stated, truncated, count(page),
    count(*) FILTER (WHERE state <> 'recorded'), coalesce(sum(failed), 0), coalesce(sum(records), 0),
    coalesce(sum(fresh), 0), left_for, round
FROM query LEFT JOIN submission ON submission.query = query.id
GROUP BY id
ORDER BY id
