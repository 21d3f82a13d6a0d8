SELECT choice, reply, coalesce(sum(records), 0) AS records, coalesce(sum(fresh), 0) AS new, count(page) AS pages,
    coalesce(sum(size), 0) AS size, coalesce(sum(new_size), 0) AS new_size, coalesce(sum(seconds), 0.0) AS seconds,
    count, stated, truncated, left_for
FROM query LEFT JOIN submission ON submission.query = query.id AND state = 'recorded'
WHERE id = :query
GROUP BY id
